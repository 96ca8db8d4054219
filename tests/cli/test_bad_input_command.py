"""Bad input: exit code 3 and one line that names file, line and field, whatever the format."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from command_line import fails, goldscale
from small_runs import GOOD, LABELS, NAMES

pytestmark = pytest.mark.usefixtures("folder")


# kind of damage -> format -> (line from 1, text there, its replacement, field, words)
BROKEN = {
    "a missing column": {
        "imageclef-2009": (2, " 0.2", "", 4, "3 values as in line 1, found 2 values"),
        "csv": (3, ",0.2", "", "Sun", "3 values as in line 2, found 2 values"),
        "tsv": (3, "\t0.2", "", "Sun", "found 2 values"),
        "csv-long": (6, ",0.8", "", 3, "3 fields"),
        "jsonl": (2, '"item": "b", ', "", "item", "the item's name"),
        "trec-run": (2, " mine", "", 6, "6 fields"),
    },
    "a doubled id": {
        "imageclef-2009": (3, "c", "a", 1, "each id once (it is in line 1 already), found 'a'"),
        "csv": (4, "c", "a", 1, "it is in line 2 already"),
        "tsv": (4, "c", "a", 1, "it is in line 2 already"),
        "csv-long": (5, "b", "a", "image, concept", "it is in line 2 already"),
        "jsonl": (3, '"c"', '"a"', "item", "it is in line 1 already"),
        "trec-run": (2, " c ", " a ", "topic, document", "it is in line 1 already"),
    },
    "a NaN": {
        "imageclef-2009": (2, "0.8", "nan", 3, "a finite number, found 'nan'"),
        "csv": (3, "0.8", "NaN", "Sea", "a finite number, found 'NaN'"),
        "tsv": (3, "0.8", "nan", "Sea", "a finite number, found 'nan'"),
        "csv-long": (6, "0.8", "nan", "score", "a finite number, found 'nan'"),
        "jsonl": (2, "0.8", "NaN", None, "finite number"),
        "trec-run": (2, "0.7", "nan", "score", "a finite number, found 'nan'"),
    },
    "a word where a number belongs": {
        "imageclef-2009": (2, "0.8", "high", 3, "a number, found 'high'"),
        "csv": (3, "0.8", "high", "Sea", "a number, found 'high'"),
        "tsv": (3, "0.8", "high", "Sea", "a number, found 'high'"),
        "csv-long": (6, "0.8", "high", "score", "a number, found 'high'"),
        "jsonl": (2, "0.8", '"high"', "score, Sea", "a finite number"),
        "trec-run": (2, "0.7", "high", "score", "a number, found 'high'"),
    },
}


def write(form: str, lines: list[str]) -> str:
    path = Path(NAMES.get(form, f"run.{form}"))
    path.write_text("".join(f"{line}\n" for line in lines))
    return str(path)


def score(path: str) -> tuple[str, ...]:
    return ("score", path, "--truth", "truth.csv", "-m", "AP", "-m", "F1:item")


@pytest.mark.parametrize("form", GOOD)
def test_the_undamaged_file_is_fine(form: str) -> None:
    done = goldscale(*score(write(form, GOOD[form])), "--json")
    assert (done.code, done.err) == (0, "")
    assert [r["AP"]["value"] for r in done.json["runs"].values()] == [1.0]


@pytest.mark.parametrize(("damage", "form"), [(damage, form) for damage, forms in BROKEN.items() for form in forms])
def test_a_damaged_line_is_named(damage: str, form: str) -> None:
    number, old, new, field, words = BROKEN[damage][form]
    lines = list(GOOD[form])
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    path = write(form, lines)
    message = fails(3, *score(path))
    place = f"{path}, line {number}" + ("" if field is None else f", field {field}") + ": expected "
    assert message.startswith(place), message
    assert words in message


@pytest.mark.parametrize("form", GOOD)
@pytest.mark.parametrize("content", [b"", b"\n \r\n", gzip.compress(b"")], ids=["nothing", "blanks", "empty gzip"])
def test_an_empty_file(form: str, content: bytes) -> None:
    path = write(form, [])
    Path(path).write_bytes(content)
    assert fails(3, *score(path)).startswith(f"{path}: expected ")
    assert fails(3, *score(path), "--format", form).startswith(f"{path}: expected ")


@pytest.mark.parametrize("form", [form for form in GOOD if form not in ("imageclef-2009", "jsonl", "trec-run")])
def test_a_header_without_rows(form: str) -> None:
    path = write(form, GOOD[form][:1])
    assert fails(3, *score(path)).startswith(f"{path}: expected at least one ")


@pytest.mark.parametrize("form", GOOD)
def test_a_truncated_gzip(form: str) -> None:
    whole = gzip.compress(Path(write(form, GOOD[form])).read_bytes())
    path = f"{NAMES.get(form, f'run.{form}')}.gz"
    for length in (5, 15, len(whole) // 2, len(whole) - 1):
        Path(path).write_bytes(whole[:length])
        assert fails(3, *score(path)).startswith(f"{path}: expected a whole gzip file, found ")


@pytest.mark.parametrize("form", ["imageclef-2009", "csv", "tsv"])
def test_one_item_too_few_in_a_full_matrix(form: str) -> None:
    path = write(form, GOOD[form][:-1])
    said = f"{path}: run 'run' and the truth do not have the same images: 1 missing ('d'). Count them as not retrieved"
    assert fails(3, *score(path)).startswith(said)


@pytest.mark.parametrize("form", ["csv-long", "jsonl", "trec-run"])
def test_one_item_too_few_in_a_list(form: str) -> None:
    """A list may hold all of a smaller matrix, which does not fit, or leave cells out, which is said."""
    path = write(form, [line for line in GOOD[form] if "d," not in line and '"d"' not in line and " d " not in line])
    done = goldscale(*score(path))
    if done.code == 0:
        assert done.err.splitlines()[0].startswith("goldscale: note: run ")
        assert "retrieves nothing for 1 of the truth's images" in done.err
    else:
        assert "1 missing ('d')" in fails(3, *score(path))


@pytest.mark.parametrize("form", GOOD)
def test_one_item_too_many(form: str) -> None:
    extra = {
        "imageclef-2009": ["z 0.1 0.1 0.1"],
        "csv": ["z,0.1,0.1,0.1"],
        "tsv": ["z\t0.1\t0.1\t0.1"],
        "csv-long": [f"z,{label},0.1" for label in LABELS],
        "jsonl": ['{"item": "z", "scores": {"Sky": 0.1, "Sea": 0.1, "Sun": 0.1}}'],
        "trec-run": [f"{label} Q0 z 5 0.0 mine" for label in LABELS],
    }[form]
    path = write(form, GOOD[form] + extra)
    message = fails(3, *score(path))
    assert message.startswith(f"{path}: run ")
    assert "1 extra ('z')" in message


@pytest.mark.parametrize("form", [form for form in GOOD if form != "imageclef-2009"])
def test_labels_that_do_not_match(form: str) -> None:
    path = write(form, [line.replace("Sea", "Lake") for line in GOOD[form]])
    message = fails(3, *score(path))
    assert message.startswith(f"{path}: run ")
    assert "1 extra ('Lake')" in message


def test_columns_without_names_must_be_as_many_as_the_truth_has() -> None:
    path = write("imageclef-2009", [line.rsplit(" ", 1)[0] for line in GOOD["imageclef-2009"]])
    assert fails(3, *score(path)).startswith(f"{path}: run 'run' has 2 concepts, the truth has 3")
    Path("concepts.txt").write_text("Sky\nSea\nSun\n")
    assert fails(3, *score(path), "--labels", "concepts.txt") == (
        f"{path}, line 1, field 4: expected one value for each of the 3 concepts given, found 2 values"
    )


def test_an_error_names_five_ids_and_counts_the_rest() -> None:
    path = write("csv", GOOD["csv"] + [f"z{i},0,0,0" for i in range(7)])
    assert "7 extra ('z0', 'z1', 'z2', 'z3', 'z4', ...)" in fails(3, *score(path))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"image,Sky,Sea,Sun\na,1,0,0\nb,0,x,0\n", "truth.csv, line 3, field Sea: expected a number, found 'x'"),
        (b"image,Sky,Sea,Sun\na,1,0,0\na,0,1,0\n", "truth.csv, line 3, field 1: expected each id once"),
        (b"", "truth.csv: expected data, found an empty file"),
        (b"\xff\xfe" + "image,Sky\na,1\n".encode("utf-16-le"), "truth.csv"),
        (b"image,Sky,Sea,Sun\nM\xfcnchen,1,0,0\n", "truth.csv, line 2: expected UTF-8 text"),
        (bytes(range(256)) * 4, "truth.csv"),
    ],
)
def test_a_damaged_truth(content: bytes, words: str) -> None:
    Path("truth.csv").write_bytes(content)
    assert fails(3, "score", "good.csv", "--truth", "truth.csv").startswith(words)


def test_a_folder_instead_of_a_file() -> None:
    Path("sub").mkdir()
    assert fails(3, "score", "sub", "--truth", "truth.csv") == "sub: expected a file, found a folder"


def test_a_file_of_judgements_is_no_run() -> None:
    Path("q.qrels").write_text("1 0 a 1\n1 0 b 0\n")
    message = fails(3, "score", "q.qrels", "--truth", "truth.csv")
    assert message.startswith("q.qrels")
    assert "trec-qrels" in message


def test_a_run_of_a_retrieval_task(tmp_path: Path) -> None:
    Path("q.qrels").write_text("1 0 a 1\n1 0 b 0\n2 0 c 2\n2 0 d -1\n")
    Path("r.run").write_text("1 Q0 a 1 0.9 tag\n1 Q0 x 2 0.8 tag\n2 Q0 d 1 0.5 tag\n2 Q0 c 2 0.4 tag\n3 Q0 a 1 1 tag\n")
    done = goldscale("score", "r.run", "--truth", "q.qrels", "-m", "AP", "-m", "nDCG@10", "--json")
    assert done.json["runs"]["tag"]["AP"]["value"] == 0.75
    assert done.err == "goldscale: note: run 'tag': 1 topics without judgements left out ('3')\n"
