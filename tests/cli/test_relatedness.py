"""goldscale relatedness, as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import goldscale

import goldscale as gs

PEOPLE = "a,b,score\nSky,Sea,4\nSea,Sun,1\nSky,Sun,2\n"


@pytest.fixture
def people(folder: Path) -> Path:
    (folder / "people.csv").write_text(PEOPLE)
    (folder / "labels.txt").write_text("Sky\nSea\nSun\n")
    return folder


def build(*arguments: object) -> None:
    done = goldscale("relatedness", "build", *arguments)
    assert done.code == 0, done.err


def test_build_from_an_ontology_and_show(folder: Path) -> None:
    build("hierarchy", "--ontology", "pto-2009", "-o", "h.json")
    assert json.loads((folder / "h.json").read_text())["format"] == "goldscale-relatedness"
    shown = goldscale("relatedness", "show", "h.json", "-n", 2)
    assert shown.code == 0
    assert "hierarchy" in shown.out
    assert "levels=3, ontology=pto-2009" in shown.out
    near = goldscale("relatedness", "show", "h.json", "--label", "Lake", "-n", 3, "--json").json
    assert near["label"] == "Lake"
    found = [(n["label"], round(14 * n["value"])) for n in near["nearest"]]
    assert found == [
        ("Water", 13),
        ("River", 12),
        ("Sea", 12),
    ]
    rows = goldscale("relatedness", "show", "h.json", "--label", "Lake", "-n", 1).rows
    assert rows == [["Lake", "relatedness"], ["Water", "0.9286"]]


def test_build_json(people: Path) -> None:
    told = goldscale(
        "relatedness", "build", "people", "--labels", "labels.txt", "-p", "scores=people.csv", "-o", "p.json", "--json"
    ).json
    shown = goldscale("relatedness", "show", "p.json", "--json").json
    assert told["output"] == "p.json"
    assert {key: told[key] for key in ("source", "hash", "labels")} == {
        k: shown[k] for k in ("source", "hash", "labels")
    }


def test_show_json(people: Path) -> None:
    build("people", "--labels", "labels.txt", "-p", "scores=people.csv", "-o", "p.json")
    told = goldscale("relatedness", "show", "p.json", "--json").json
    assert told["source"] == "people"
    assert told["labels"] == 3
    assert told["parameters"]["high"] == 4.0
    assert told["strongest"][0] == {"a": "Sky", "b": "Sea", "value": 1.0}
    assert told["weakest"][0] == {"a": "Sea", "b": "Sun", "value": 0.25}
    assert told["hash"] == gs.read_relatedness("p.json").hash


def test_labels_come_from_the_truth_too(people: Path) -> None:
    (people / "seen.csv").write_text("image,Sky,Sea,Sun\na,1,1,1\nb,1,0,0\nc,0,1,0\nd,0,0,0\n")
    build("nwd", "--truth", "seen.csv", "-o", "n.json")
    assert tuple(gs.read_relatedness("n.json").labels) == ("Sky", "Sea", "Sun")


def test_benchmark(people: Path) -> None:
    build("people", "--labels", "labels.txt", "-p", "scores=people.csv", "-o", "p.json")
    (people / "pairs.txt").write_text("sky\tsea\t3\nsea\tsun\t1\nsun\tsky\t2\nsky\tmoon\t0\n")
    asked = ("p.json", "people", "identity", "-p", "scores=people.csv", "--pairs", "pairs.txt")
    results = goldscale("relatedness", "benchmark", *asked, "--json").json
    assert [r["source"] for r in results] == ["p.json", "people", "identity"]
    assert [r["covered"] for r in results] == [3, 3, 4]
    assert results[0]["spearman"] == results[1]["spearman"] == 1.0
    assert results[2]["pearson"] is None
    rows = goldscale("relatedness", "benchmark", *asked).rows
    assert rows[1] == ["p.json", "pairs", "1.000", "0.982", "3", "4"]


def test_benchmark_takes_the_sets_of_the_thesis() -> None:
    done = goldscale("relatedness", "benchmark", "hierarchy", "--ontology", "pto-2009", "--pairs", "visual")
    assert done.rows[1] == ["hierarchy", "visual", "0.731", "0.766", "30", "30"]


def test_sources() -> None:
    listed = goldscale("relatedness", "sources")
    assert {"identity", "hierarchy", "wup", "nwd", "links", "people", "vectors"} <= {row[0] for row in listed.rows}
    explained = goldscale("relatedness", "sources", "wup").out
    assert "virtual root" in explained
    assert "(default yes)" in explained
    assert "one of corpus, truth, hits" in goldscale("relatedness", "sources", "nwd").out
    assert "an ontology" in goldscale("relatedness", "sources", "dimc").out
    assert {s["name"] for s in goldscale("relatedness", "sources", "--json").json} >= {"lesk", "vec"}
    assert goldscale("relatedness", "sources", "lesk", "--json").json["parameters"][-1]["default"] == "log"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("build", "people", "-p", "scores=people.csv", "-o", "x.json"), 2, "which labels"),
        (("build", "peple", "--labels", "labels.txt", "-o", "x.json"), 2, "did you mean 'people'"),
        (("build", "people", "--labels", "labels.txt", "-o", "x.json"), 2, "people needs scores"),
        (("build", "people", "--labels", "labels.txt", "-p", "score=x", "-o", "x.json"), 2, "did you mean 'scores'"),
        (("build", "people", "--labels", "labels.txt", "-p", "scores", "-o", "x.json"), 2, "write -p scores=VALUE"),
        (("build", "people", "--labels", "labels.txt", "-p", "low=x", "-o", "x.json"), 2, "low must be a number"),
        (("build", "people", "--labels", "labels.txt", "-p", "scores=no.csv", "-o", "x.json"), 4, "no.csv"),
        (("build", "hierarchy", "--labels", "labels.txt", "-o", "x.json"), 2, "needs an ontology"),
        (("build", "path", "--labels", "labels.txt", "-p", "wordnet=nowhere", "-o", "x.json"), 4, "WordNet"),
        (("show", "labels.txt"), 3, "a snapshot, a square table"),
        (("show", "nothing.json"), 4, "nothing.json"),
        (("benchmark", "identity", "--pairs", "visuals"), 2, "did you mean 'visual'"),
    ],
)
def test_what_goes_wrong(people: Path, arguments: tuple[str, ...], code: int, message: str) -> None:
    done = goldscale("relatedness", *arguments)
    assert (done.code, done.out) == (code, "")
    assert message in done.err
    assert not (people / "x.json").exists()


def test_pairs_that_a_source_lacks(people: Path) -> None:
    (people / "people.csv").write_text("Sky,Sea,4\nSea,Sun,1\n")
    asked = ("build", "people", "--labels", "labels.txt", "-p", "scores=people.csv", "-o", "x.json")
    assert goldscale("relatedness", *asked).code == 3
    assert goldscale("relatedness", *asked, "--missing", 0).code == 0
    assert gs.read_relatedness("x.json").aligned(["Sky", "Sun"])[0, 1] == 0
