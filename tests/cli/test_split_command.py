from __future__ import annotations

from pathlib import Path

import pytest
from command_line import fails, goldscale, usage

GROUPS = "image,author,plant,species\n" + "".join(
    f"{i}.jpg,{'ann' if i < 6 else 'bob'},p{i // 2},{'oak' if i % 4 < 2 else 'elm'}\n" for i in range(16)
)


@pytest.fixture(autouse=True)
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "groups.csv").write_text(GROUPS)
    monkeypatch.chdir(tmp_path)


def plants(path: str) -> set[int]:
    return {int(line.removesuffix(".jpg")) // 2 for line in Path(path).read_text().splitlines()}


def test_lists_are_written_and_hold_no_leak() -> None:
    done = goldscale("split", "groups.csv", "--by", "plant", "--test", 0.25, "--stratify", "species", "--out", "s")
    assert done.code == 0
    assert done.rows == [["split", "images", "plants"], ["train", "12", "6"], ["test", "4", "2"]]
    assert "wrote 2 lists of images to s" in done.err
    train, test = plants("s/train.txt"), plants("s/test.txt")
    assert train | test == set(range(8))
    assert not train & test
    assert {plant % 2 for plant in test} == {0, 1}  # an oak and an elm
    checked = goldscale("split", "--check", "s/train.txt", "s/test.txt", "groups.csv", "--by", "plant")
    assert (checked.code, checked.out) == (0, "")
    assert "nothing is on both sides" in checked.err


def test_nothing_is_written_unless_asked() -> None:
    assert goldscale("split", "groups.csv", "--by", "plant", "--json").json == [
        {"split": "train", "items": 12, "groups": 6},
        {"split": "test", "items": 4, "groups": 2},
    ]
    assert [path.name for path in Path().iterdir()] == ["groups.csv"]


def test_folds() -> None:
    done = goldscale("split", "groups.csv", "--by", "plant", "--folds", 4, "-o", "f", "--seed", 3)
    assert done.rows[2] == ["fold1", "test", "4", "2"]
    tested = [plants(f"f/fold{i}/test.txt") for i in range(1, 5)]
    assert sorted(plant for fold in tested for plant in fold) == list(range(8))


def test_leaks_are_listed_and_the_exit_code_says_so() -> None:
    Path("train.txt").write_text("0.jpg\n2.jpg\n3.jpg\n\n")
    Path("test.txt").write_text("1.jpg\n3.jpg\n4.jpg\n")
    done = goldscale("split", "--check", "train.txt", "test.txt", "groups.csv", "--by", "plant")
    assert done.code == 3
    assert done.out.splitlines() == [
        "image 3.jpg: 1 to train, 1 to test",
        "plant p0: 1 to train, 1 to test",
        "plant p1: 2 to train, 1 to test",
    ]
    as_json = goldscale("split", "groups.csv", "--by", "plant", "--check", "train.txt", "test.txt", "--json")
    assert as_json.code == 3
    assert as_json.json[1] == {"level": "plant", "name": "p0", "train": 1, "test": 1}


def test_bad_requests() -> None:
    assert "did you mean 'plant'" in fails(2, "split", "groups.csv", "--by", "plants")
    assert "did you mean 'species'" in fails(2, "split", "groups.csv", "--by", "plant", "--stratify", "specie")
    assert "between 0 and 1" in fails(2, "split", "groups.csv", "--by", "plant", "--test", 30)
    assert "--check goes with --by and a form, as --json, alone" in usage(
        "split", "groups.csv", "--check", "groups.csv", "groups.csv", "--out", "x"
    )
    assert "leave out --test" in usage("split", "groups.csv", "--folds", 2, "--test", 0.3)
    Path("one.txt").write_text("0.jpg\n0.jpg\n")
    assert "one.txt, line 2: expected each image once (first in line 1)" in fails(
        3, "split", "groups.csv", "--check", "one.txt", "one.txt"
    )
    Path("other.txt").write_text("99.jpg\n")
    assert "1 missing ('99.jpg')" in fails(3, "split", "groups.csv", "--check", "other.txt", "other.txt")
