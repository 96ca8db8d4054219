"""Cells of a run without a score: every format that can hold one says so, and obeys the rule that is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pyarrow
import pytest
from pyarrow import parquet

import goldscale as gs
from goldscale.formats import formats

Cells = dict[str, dict[str, Any]]
FULL: Cells = {"a": {"Sky": 0.75, "Sea": 0.25}, "b": {"Sky": 0.5, "Sea": None}, "c": {"Sky": -0.5, "Sea": 2.0}}
THIN: Cells = {item: {"Sky": None, "Sea": cells["Sea"]} for item, cells in FULL.items()}


def _long(cells: Cells) -> pandas.DataFrame:
    rows = [(item, label, score) for item, scores in cells.items() for label, score in scores.items()]
    return pandas.DataFrame(rows, columns=["item", "label", "score"])


def _wide(cells: Cells) -> pandas.DataFrame:
    return pandas.DataFrame.from_dict(cells, orient="index").astype(float).rename_axis("item").reset_index()


def _records(frame: pandas.DataFrame) -> list[dict[str, Any]]:
    return json.loads(frame.to_json(orient="records"))


def _write_parquet(cells: Cells, path: Path) -> None:
    parquet.write_table(pyarrow.Table.from_pandas(_long(cells).astype({"score": float})), path)


def _write_lines(cells: Cells, path: Path) -> None:
    path.write_text("".join(json.dumps({"item": item, "scores": scores}) + "\n" for item, scores in cells.items()))


def _write_arff(cells: Cells, path: Path) -> None:
    head = "% goldscale-labels\n@relation r\n@attribute Sky numeric\n@attribute Sea numeric\n@data\n"
    rows = (",".join("?" if s is None else str(s) for s in scores.values()) for scores in cells.values())
    path.write_text(head + "\n".join(rows) + "\n")


WRITE: dict[str, tuple[str, Callable[[Cells, Path], object]]] = {
    "csv": ("csv", lambda cells, path: _wide(cells).to_csv(path, index=False)),
    "tsv": ("tsv", lambda cells, path: _wide(cells).to_csv(path, index=False, sep="\t")),
    "csv-long": ("csv-long", lambda cells, path: _long(cells).to_csv(path, index=False)),
    "tsv-long": ("tsv-long", lambda cells, path: _long(cells).to_csv(path, index=False, sep="\t")),
    "wide records": ("json", lambda cells, path: path.write_text(json.dumps(_records(_wide(cells))))),
    "long records": ("json", lambda cells, path: path.write_text(json.dumps(_records(_long(cells))))),
    "by item": ("json", lambda cells, path: path.write_text(json.dumps(cells))),
    "jsonl": ("jsonl", _write_lines),
    "parquet": ("parquet", _write_parquet),
    "mulan": ("mulan", _write_arff),
}
WITHOUT = ("imageclef", "trec", "coco", "tags", "plant", "npy", "npz")
"""Formats that have no holes: -inf is a number in arrays, and NaN an error."""


@pytest.fixture(params=WRITE)
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Cells], tuple[Path, str, dict[str, Any]]]:
    form, write = WRITE[request.param]

    def make(cells: Cells) -> tuple[Path, str, dict[str, Any]]:
        path = tmp_path / "holes.txt"
        write(cells, path)
        return path, form, {"labels": ["Sky", "Sea"]} if form == "mulan" else {}

    return make


def test_every_format_of_runs_is_among_them() -> None:
    runs = {form.name for form in formats().values() if form.read_run is not None}
    assert {form for form, _ in WRITE.values()} == {name for name in runs if not name.startswith(WITHOUT)}


def test_the_rule_is_obeyed(made: Any) -> None:
    path, form, given = made(FULL)
    with pytest.warns(gs.GoldscaleWarning, match="1 cell is empty"):
        run = gs.read_run(path, form, **given)
    assert run.scores.tolist() == [[0.75, 0.25], [0.5, -np.inf], [-0.5, 2]]
    assert gs.read_run(path, form, blank=0.125, **given).scores[1].tolist() == [0.5, 0.125]
    with pytest.raises(gs.FormatError, match="a score in every cell, found an empty one"):
        gs.read_run(path, form, blank="refuse", **given)


def test_a_table_stays_one_unless_most_of_it_is_blank(made: Any) -> None:
    for cells, sparse in ((FULL, False), (THIN, True)):
        path, form, given = made(cells)
        with pytest.warns(gs.GoldscaleWarning, match="empty"):
            assert gs.read_run(path, form, **given).is_sparse == sparse


def test_one_blank_cell_does_not_excuse_missing_items(tmp_path: Path) -> None:
    truth = gs.Judgements(np.eye(6, 2, dtype=int), items=list("abcdef"), labels=["Sky", "Sea"])
    path = tmp_path / "run.csv"
    for cells in (FULL, {item: {"Sky": 0.5, "Sea": 1.5} for item in FULL}):
        _wide(cells).to_csv(path, index=False)
        run = gs.read_run(path, blank=0)
        with pytest.raises(gs.MismatchError, match="3 missing"):
            gs.evaluate(run, truth, "AP")
    _wide(FULL).to_csv(path, index=False)
    with pytest.warns(gs.GoldscaleWarning, match="1 cell is empty"):
        run = gs.read_run(path)
    with pytest.raises(gs.MismatchError, match="3 missing"):
        gs.evaluate(run, truth, "AP")


def test_a_blank_decision_is_none(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("item,Sky,Sea\na,1,\nb,0,1\n")
    with pytest.warns(gs.GoldscaleWarning, match="1 cell is empty"):
        run = gs.read_run(tmp_path / "run.csv")
    assert run.decisions.tolist() == [[True, False], [False, True]]


@pytest.mark.parametrize("suffix", ["json", "jsonl"])
def test_labels_that_are_given_are_all_there_are(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"truth.{suffix}"
    entries = [{"item": "a", "labels": ["Sea"]}, {"item": "b", "labels": []}]
    path.write_text(json.dumps(entries) if suffix == "json" else "\n".join(map(json.dumps, entries)))
    truth = gs.read_judgements(path, labels=["Sky", "Sea", "Sun"])
    assert truth.labels.names == ("Sky", "Sea", "Sun")
    assert truth.values.tolist() == [[0, 1, 0], [0, 0, 0]]
    with pytest.raises(gs.FormatError, match="one of the 2 labels given, found 'Sea'"):
        gs.read_judgements(path, labels=["Sky", "Sun"])
