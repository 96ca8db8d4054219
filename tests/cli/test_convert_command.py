"""goldscale convert: there and back, what is lost is said, and nothing is half-written."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from command_line import fails, goldscale, usage

import goldscale as gs
from goldscale.formats import formats

pytestmark = pytest.mark.usefixtures("folder")

ENDINGS = {
    "csv": "csv",
    "tsv": "tsv",
    "csv-long": "long.csv",
    "tsv-long": "long.tsv",
    "jsonl": "jsonl",
    "npz": "npz",
    "parquet": "parquet",
    "mulan": "arff",
    "imageclef-2009": "txt",
    "trec-run": "run",
}


@pytest.mark.parametrize("form", ENDINGS)
def test_a_run_there_and_back(form: str) -> None:
    there = f"there.{ENDINGS[form]}"
    done = goldscale("convert", "good.csv", there)
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines()[0].startswith(f"wrote {there}: 4 images x 3 concepts")
    Path("names.txt").write_text("Sky\nSea\nSun\n")
    labels = ["--labels", "names.txt"] if form == "imageclef-2009" else []
    assert goldscale("convert", there, "back.csv", *labels).code == 0
    before, after = gs.read_run("good.csv"), gs.read_run("back.csv")
    if form == "mulan":  # it has no place for the items' names, and says so
        assert "not held by this format: image names" in done.err
        after = after.replace(items=before.items)
    by_name = after.select(after.items.locate(before.items).argsort(), after.labels.locate(before.labels).argsort())
    assert by_name.items == before.items
    assert by_name.labels == before.labels
    np.testing.assert_array_equal(np.asarray(by_name.scores), before.scores)


@pytest.mark.parametrize("form", [*(f for f in ENDINGS if f not in ("trec-run", "mulan")), "trec-qrels"])
def test_a_truth_there_and_back(form: str) -> None:
    there = "there." + ("qrels" if form == "trec-qrels" else ENDINGS[form])
    assert goldscale("convert", "--judgements", "truth.csv", there).code == 0
    Path("names.txt").write_text("Sky\nSea\nSun\n")
    labels = ["--labels", "names.txt"] if form == "imageclef-2009" else []
    back = "back.npz"
    assert goldscale("convert", "--judgements", there, back, *labels).code == 0
    before, after = gs.read_judgements("truth.csv"), gs.read_judgements(back)
    score = gs.evaluate(gs.read_run("good.csv"), after, ["AP", "F1:item"]).summary()
    assert score == gs.evaluate(gs.read_run("good.csv"), before, ["AP", "F1:item"]).summary()


def test_what_the_format_cannot_hold_is_said() -> None:
    done = goldscale("convert", "good.csv", "bare.txt")
    assert done.code == 0
    assert "not held by this format: " in done.err
    assert "names" in done.err


def test_strict_refuses_a_loss_and_writes_nothing(folder: Path) -> None:
    message = fails(2, "convert", "good.csv", "bare.txt", "--strict")
    assert message.startswith("bare.txt would lose: ")
    assert message.endswith("nothing was written")
    assert not (folder / "bare.txt").exists()
    assert goldscale("convert", "good.csv", "whole.npz", "--strict").code == 0


def test_json_says_the_same() -> None:
    done = goldscale("convert", "good.csv", "bare.txt", "--json")
    assert done.err == ""
    assert {**done.json, "losses": []} == {
        "source": "good.csv",
        "target": "bare.txt",
        "kind": "run",
        "items": 4,
        "labels": 3,
        "losses": [],
    }
    assert done.json["losses"]


def test_the_list_of_formats() -> None:
    done = goldscale("convert", "--list")
    assert [row[0] for row in done.rows[1:]] == list(formats())
    entries = {entry["name"]: entry for entry in goldscale("convert", "--list", "--json").json}
    assert entries["trec-run"]["runs"] == ["read", "write"]
    assert entries["trec-run"]["judgements"] == []
    assert entries["csv"]["endings"] == [".csv"]


def test_standard_streams_and_gzip(folder: Path) -> None:
    piped = goldscale("convert", "-", "-", "--to", "tsv", stdin=(folder / "good.csv").read_bytes())
    assert piped.out == (folder / "good.csv").read_text().replace(",", "\t")
    assert goldscale("convert", "good.csv", "good.tsv.gz").code == 0
    assert gzip.decompress((folder / "good.tsv.gz").read_bytes()).decode() == piped.out
    assert "standard output" in usage("convert", "good.csv", "-", "--to", "tsv", "--json")


def test_formats_may_be_named(folder: Path) -> None:
    assert goldscale("convert", "good.csv", "other.dat", "--from", "csv", "--to", "csv-long").code == 0
    assert (folder / "other.dat").read_text().startswith("image,concept,score\na,Sky,0.9\n")


def test_a_file_may_be_converted_onto_itself(folder: Path) -> None:
    assert goldscale("convert", "good.csv", "good.csv", "--to", "csv-long").code == 0
    assert (folder / "good.csv").read_text().startswith("image,concept,score\n")


@pytest.mark.parametrize(
    ("code", "arguments", "words"),
    [
        (2, ["good.csv", "x.csv", "--to", "cvs"], "unknown format 'cvs'; did you mean 'csv'"),
        (2, ["good.csv", "x.csv", "--from", "cvs"], "did you mean 'csv'"),
        (2, ["good.csv", "x.odd"], "cannot tell a format from the name 'x.odd'"),
        (2, ["good.csv", "x.qrels"], "x.qrels"),
        (2, ["good.csv", "x", "--to", "trec-qrels"], "format trec-qrels cannot hold a run"),
        (3, ["empty.csv", "x.npz"], "empty.csv: expected data"),
        (3, ["good.csv", "truth.csv/x.npz"], "truth.csv/x.npz: Not a directory"),
        (3, ["good.csv", ".", "--to", "csv"], "directory"),
        (4, ["no.csv", "x.npz"], "file 'no.csv' is missing"),
    ],
)
def test_what_cannot_be_converted(folder: Path, code: int, arguments: list[str], words: str) -> None:
    (folder / "empty.csv").touch()
    before = sorted(folder.iterdir())
    assert words in fails(code, "convert", *arguments)
    assert sorted(folder.iterdir()) == before


def test_source_and_target_are_needed() -> None:
    assert "SOURCE and TARGET are needed" in usage("convert", "good.csv")
