"""Two sources of relevance over a grid of thresholds."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.metrics import cohen_kappa_score, precision_recall_fscore_support

from goldscale.agreement.thresholds import Missing, compare_thresholds
from goldscale.data import Judgements, Run, Votes
from goldscale.errors import MismatchError, ParameterError, UnknownNameError

Number = TypeVar("Number", int, float)

TENTHS = st.integers(0, 10).map(lambda n: n / 10)


def column(values: list[float], name: str) -> Run:
    return Run(scores=np.array(values)[:, None], name=name)


@given(
    st.lists(st.tuples(TENTHS, st.integers(1, 4)), min_size=2, max_size=40),
    st.lists(TENTHS, min_size=1, max_size=4),
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
)
def test_every_cell_of_the_grid_is_what_scikit_learn_says(
    pairs: list[tuple[float, int]], lay: list[float], expert: list[int]
) -> None:
    first = column([a for a, _ in pairs], "lay")
    second = Judgements(np.array([b for _, b in pairs])[:, None], name="expert")
    grid = compare_thresholds(first, second, lay, expert)
    for i, limit in enumerate(lay):
        for j, grade in enumerate(expert):
            said = np.array([a >= limit for a, _ in pairs])
            wanted = np.array([b >= grade for _, b in pairs])
            precision, recall, f1, _ = precision_recall_fscore_support(
                wanted, said, average="binary", zero_division=np.nan
            )
            one_class = len({*said.tolist(), *wanted.tolist()}) == 1
            kappa = math.nan if one_class else cohen_kappa_score(said, wanted)
            assert grid.values("kappa")[i, j] == pytest.approx(kappa, nan_ok=True)
            assert grid.values("precision")[i, j] == pytest.approx(precision, nan_ok=True)
            assert grid.values("recall")[i, j] == pytest.approx(recall, nan_ok=True)
            if not (math.isnan(precision) or math.isnan(recall)):
                assert grid.values("F1")[i, j] == pytest.approx(f1)


def test_cells_are_matched_by_name_whatever_their_order_and_storage() -> None:
    first = Run(scores=[[0.9, 0.1], [0.2, 0.8]], items=["1", "2"], labels=["x", "y"], name="bleu")
    second = Judgements([[1, 4], [4, 1]], ["2", "1"], ["x", "y"], "expert")  # agrees cell by cell only after matching
    assert compare_thresholds(first, second, [0.5], [3]).values().tolist() == [[1.0]]
    other = Judgements(sparse.csr_array(np.array([[4, 1], [1, 4]])), ["1", "2"], ["x", "y"], "expert")
    assert compare_thresholds(first, other, [0.5], [3]).values().tolist() == [[1.0]]


@pytest.mark.parametrize(("missing", "cells", "recall"), [("ignore", 2, 1.0), ("negative", 3, 0.5)])
def test_cells_that_only_the_second_source_has(missing: Missing, cells: int, recall: float) -> None:
    first = Votes.from_records([("a", "1", "x", 1), ("a", "2", "x", 0), ("a", "9", "x", 1)])
    second = Judgements([[4], [1], [4]], ["1", "2", "3"], ["x"])
    grid = compare_thresholds(first, second, [0.5], [3], missing=missing)
    assert (grid.cells, grid.lacking) == (cells, 1)
    assert grid.values("recall")[0, 0] == recall
    assert grid.values("precision")[0, 0] == 1.0  # item 9 is unknown to the second source: nothing can be said


def test_scores_of_single_precision_meet_a_decimal_threshold() -> None:
    run = Run(scores=np.array([[0.7], [0.6]], dtype=np.float32))
    assert compare_thresholds(run, Judgements([[1], [0]]), [0.7], [1]).values().tolist() == [[1.0]]


def test_thresholds_keep_the_order_in_which_they_were_given() -> None:
    first, second = column([0.1, 0.5, 0.9, 0.95], "lay"), Judgements([[1], [2], [3], [4]], name="expert")
    grid = compare_thresholds(first, second, [0.9, 0.1, 0.5], ["4", "2"])
    assert grid.first_thresholds == ("0.9", "0.1", "0.5")
    for i, limit in enumerate((0.9, 0.1, 0.5)):
        for j, grade in enumerate((4, 2)):
            alone = compare_thresholds(first, second, [limit], [grade])
            assert grid.values("F1")[i, j] == alone.values("F1")[0, 0]
            assert grid.counts.both[i, j] == alone.counts.both[0, 0]


def test_tables_and_dictionary() -> None:
    first, second = column([0.1, 0.5, 0.9, 0.95], "lay"), Judgements([[1], [4], [3], [4]], name="expert")
    grid = compare_thresholds(first, second, [0.9, 0.5], [3, "4.0"])
    kappa = {column.heading: column.cells() for column in grid.table().columns}
    assert kappa == {"expert": [">= 3", ">= 4.0"], "lay >= 0.9": ["0.50", "0.00"], "lay >= 0.5": ["1.00", "0.50"]}
    at = {column.heading: column.cells()[1] for column in grid.table_at(0.5).columns}
    assert at == {"expert": ">= 4.0", "precision": "0.667", "recall": "1.000", "F1": "0.800", "kappa": "0.500"}
    best = grid.best()
    assert best is not None
    assert (best.first, best.second, best.value) == ("0.5", "3", 1.0)
    written = json.loads(json.dumps(grid.to_dict(), allow_nan=False))
    assert written["cells"] == 4
    assert written["grid"][3] == {
        "first": "0.5",
        "second": "4.0",
        "kappa": 0.5,
        "precision": pytest.approx(2 / 3),
        "recall": 1.0,
        "F1": pytest.approx(0.8),
        "both": 2,
        "said": 3,
        "relevant": 2,
    }


def test_one_class_only_is_undefined_and_no_warning() -> None:
    first, second = column([0.9, 0.8], "lay"), Judgements([[4], [4]], name="expert")
    grid = compare_thresholds(first, second, [0.5], [4])
    assert np.isnan(grid.values()).all()
    assert grid.best() is None
    assert [column.cells() for column in grid.table().columns] == [[">= 4"], ["-"]]
    assert grid.to_dict()["grid"][0]["kappa"] is None


def test_refusals() -> None:
    first = Judgements([[1]], ["1"], ["x"])
    with pytest.raises(MismatchError, match="have no cell in common"):
        compare_thresholds(first, Judgements([[1]], ["2"], ["x"]), [1], [1])
    with pytest.raises(MismatchError, match="have no cell in common"):
        compare_thresholds(Judgements([[-1]], ["1"], ["x"]), first, [1], [1], missing="negative")
    with pytest.raises(ParameterError, match="at least one threshold"):
        compare_thresholds(first, first, [], [1])
    with pytest.raises(UnknownNameError, match="ignore"):
        compare_thresholds(first, first, [1], [1], missing="ignored")  # type: ignore[arg-type]
    grid = compare_thresholds(first, first, [1], [1])
    with pytest.raises(UnknownNameError):
        grid.values("alpha")
    with pytest.raises(UnknownNameError):
        grid.table_at(2)


def test_crowd_against_experts_on_flickr8k(data_folder: Path) -> None:
    """Kappa from the two files, by scikit-learn on plain lists: 0.7857 where an unjudged pair is a no."""
    folder = data_folder / "flickr8k_text"
    expert = {(i, c): sum(map(int, g)) for i, c, *g in _rows(folder / "ExpertAnnotations.txt")}
    crowd = {(i, c): (int(yes), int(no)) for i, c, _, yes, no in _rows(folder / "CrowdFlowerAnnotations.txt")}
    experts = Judgements.from_dict(_nested(expert), "expert")
    shares = Run.from_dict(_nested({pair: yes / (yes + no) for pair, (yes, no) in crowd.items()}), "crowd")
    grid = compare_thresholds(shares, experts, [0.66], ["10", "12"], missing="negative")  # the sums of three grades
    said = [pair in crowd and 3 * crowd[pair][0] >= 2 * sum(crowd[pair]) for pair in expert]
    assert grid.values()[0, 0] == pytest.approx(cohen_kappa_score(said, [total >= 10 for total in expert.values()]))
    assert grid.values()[0, 0] == pytest.approx(0.7857, abs=5e-5)
    assert (grid.cells, grid.lacking) == (5822, 3493)


def _rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


def _nested(cells: dict[tuple[str, str], Number]) -> dict[str, dict[str, Number]]:
    table: dict[str, dict[str, Number]] = {}
    for (image, caption), value in cells.items():
        table.setdefault(caption, {})[image] = value
    return table
