"""goldscale plant, called as the official scorer was and beyond."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import fails, goldscale, usage
from made_up_plants import SPECIES, guesses, pictures, write_package, write_ranked

import goldscale as gs

TRUTH = {p.name: p.species for p in pictures()}
XML = "package/data/TestXmlWithGroundTruth"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package and three runs: perfect, half right, half right with pictures left out."""
    write_package(tmp_path / "package")
    for name, right, missing in (("perfect", 1.0, 0.0), ("half", 0.5, 0.0), ("gaps", 0.5, 0.2)):
        write_ranked(tmp_path / f"{name}.txt", guesses(TRUTH, SPECIES, right, missing))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_table_of_runs_and_types() -> None:
    done = goldscale("plant", XML, "half.txt", "perfect.txt")
    assert done.code == 0
    assert done.rows[:3] == [
        ["S", "by", "type"],
        ["rank", "run", "Scan", "pseudoscan", "photograph", "all"],
        ["1", "perfect", "1.0000", "1.0000", "1.0000", "1.0000"],
    ]
    assert "strict" not in done.out
    assert "averaged author > plant > picture; ranked by S over all pictures (official)" in done.err


def test_both_rules_and_a_note_where_pictures_are_missing() -> None:
    done = goldscale("plant", "package", "gaps.txt")
    assert done.out.index("S, official") < done.out.index("S, strict")
    assert "official: pictures without an answer are left out; strict: they count as wrong" in done.err
    assert "goldscale: note: gaps.txt: expected a prediction for every picture" in done.err
    turned = goldscale("plant", "package", "gaps.txt", "--strict")
    assert turned.out.index("S, strict") < turned.out.index("S, official")
    assert "ranked by S over all pictures (strict)" in turned.err


def test_json_is_complete_and_the_same_with_and_without_cache() -> None:
    arguments = ("plant", "package", "half.txt", "gaps.txt", "--json", "--by", "genus", "--by", "author", "--compare")
    found = goldscale(*arguments, "--ci", "0.9", "--replicates", "50").json
    assert list(found["runs"]) == ["half", "gaps"]
    assert list(found["by"]) == ["genus", "author"]
    entry = found["runs"]["gaps"]["strict"]["Scan"]["Top1"]
    assert entry["low"] <= entry["value"] <= entry["high"]
    assert len(found["comparison"]["pairs"]) == 1
    assert found["files"] == []
    plain = goldscale(*arguments).json
    assert goldscale(*arguments, "--no-cache").json == plain
    assert plain["runs"]["gaps"]["strict"]["Scan"]["Top1"]["low"] is None


def test_more_tables_when_asked_for() -> None:
    done = goldscale("plant", "package", "half.txt", "perfect.txt", "--by", "family", "--compare", "--ci", "0.95")
    assert "S by family" in done.out
    assert "Sapindaceae" in done.out
    assert "Differences, paired over plants" in done.out
    assert "difference: the mean over plants" in done.err
    assert "1.0000 [1.0000, 1.0000]" in done.out
    assert "95 % confidence (1000 resamples over author > plant > picture, seed 0)" in done.err


def test_plants_are_told_in_the_order_of_their_numbers() -> None:
    done = goldscale("plant", "package", "half.txt", "--by", "plant")
    plants = [int(row[0]) for row in done.rows if len(row) == 3 and row[0].isdecimal()]
    assert plants == sorted({int(p.plant) for p in pictures()})


def test_files_are_written_where_they_are_wanted() -> None:
    done = goldscale("plant", "package", "half.txt", "-o", "scores", "--baseline", "random", "--json")
    assert sorted(Path(name).name for name in done.json["files"]) == sorted(p.name for p in Path("scores").iterdir())
    official = Path("scores/OfficialScores.csv").read_text().splitlines()
    assert official[0] == "RunFileName;Scan;pseudoscan;photograph;"
    told = done.json["runs"]["half"]["official"]["Scan"]["Top1"]["value"]
    name, scan, *_ = official[1].split(";")
    assert name == "half.txt"
    assert float(scan) == pytest.approx(told, abs=1e-15)


def test_baselines_are_runs_like_any_other() -> None:
    names = ("random", "frequent", "nearest")
    chosen = [word for name in names for word in ("--baseline", name)]
    first = goldscale("plant", "package", *chosen, "--out", "floors", "--json").json
    assert list(first["runs"]) == list(names)
    again = goldscale("plant", "package", *(f"floors/{name}.txt" for name in names), "--json").json
    for name in names:
        assert gs.read_run(f"floors/{name}.txt").shape == (len(TRUTH), len(SPECIES))
        assert again["runs"][name]["official"] == first["runs"][name]["official"]
    other = goldscale("plant", "package", "--baseline", "random", "--seed", "1", "--json").json
    assert other["runs"]["random"]["official"] != first["runs"]["random"]["official"]


def test_baselines_learn_where_they_are_told_to() -> None:
    Path("package/data/Train").rename("elsewhere")
    message = fails(4, "plant", "package", "--baseline", "frequent")
    assert message.startswith("training data for the baseline 'frequent' is missing. Name the folder")
    assert goldscale("plant", "package", "--baseline", "frequent", "--train", "elsewhere").code == 0


def test_wrong_usage() -> None:
    assert "name run files, or a --baseline" in usage("plant", "package")
    assert "--compare needs two runs" in usage("plant", "package", "half.txt", "--compare")
    assert "only one file can be standard input" in usage("plant", "package", "-", "-")
    assert "did you mean 'nearest'" in fails(2, "plant", "package", "--baseline", "nearst")
    assert "did you mean 'family'" in fails(2, "plant", "package", "half.txt", "--by", "famly")
    assert "between 0 and 1" in fails(2, "plant", "package", "half.txt", "--ci", "95")


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ("0.jpg Quercus ilexx 1 1\n", 1, "Did you mean 'Quercus ilex'?"),
        ("0.jpg Quercus ilex 1 1\n0.jpg Acer campestre 1 1\n", 2, "each rank once per picture (line 1 has it already)"),
        ("0.jpg Quercus ilex 1 1\n0.jpg Quercus ilex 2 1\n", 2, "each species once per picture"),
        ("picture.jpg Quercus ilex 1 1\n", 1, "at least one picture of the test set"),
        ("0.jpg Quercus ilex 0 1\n", 1, "a whole number from 1 up, found '0'"),
        ("0.jpg Quercus\n", 1, "at least four words"),
    ],
)
def test_a_bad_run_is_one_line_with_file_and_line(content: str, line: int, said: str) -> None:
    Path("bad.txt").write_text(content)
    message = fails(3, "plant", "package", "bad.txt")
    assert message.startswith(f"bad.txt, line {line}")
    assert said in message


def test_a_run_in_latin_1_and_a_broken_xml() -> None:
    Path("bad.txt").write_bytes("0.jpg Quercus ilêx 1 1\n".encode("latin-1"))
    assert fails(3, "plant", "package", "bad.txt").startswith("bad.txt, line 1: expected UTF-8 text")
    Path(XML, "7.xml").write_text("<Image>\n<FileName>7.jpg</File>\n</Image>\n")
    assert fails(3, "plant", "package", "half.txt").startswith(
        f"{Path(XML, '7.xml')}, line 2: expected well-formed XML"
    )
    assert "folder 'nowhere' is missing" in fails(4, "plant", "nowhere", "half.txt")


def test_an_unknown_picture_is_noted_with_its_line() -> None:
    lines = Path("half.txt").read_text().count("\n")
    with Path("half.txt").open("a") as stream:
        stream.write("x.jpg Quercus ilex 1 1\n")
    done = goldscale("plant", "package", "half.txt")
    assert done.code == 0
    assert f"goldscale: note: half.txt, line {lines + 1}: expected only pictures of the test set" in done.err


def test_a_run_from_standard_input() -> None:
    done = goldscale("plant", "package", "-", "--json", stdin=Path("half.txt").read_bytes())
    assert list(done.json["runs"]) == ["stdin"]
