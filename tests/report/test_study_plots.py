"""Pictures of studies: what stands on them, and that the same study gives the same file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import goldscale as gs
from goldscale.data.result import Listing, Result
from goldscale.errors import ParameterError
from goldscale.metaevaluation.correlation import cluster, correlate_items, correlate_measures
from goldscale.metaevaluation.density import density
from goldscale.metaevaluation.influence import influence
from goldscale.metaevaluation.power import power
from goldscale.metaevaluation.requirements import requirements
from goldscale.metaevaluation.scatter import scatter_items, scatter_runs
from goldscale.metaevaluation.stability import stability
from goldscale.report.dendrograms import _leaves
from goldscale.report.studies import plot_study
from goldscale.report.studies.curves import spread

RNG = np.random.default_rng(3)
CELLS = (RNG.random((24, 5)) < 0.35).astype(int)
TRUTH = gs.Judgements(CELLS)
RUNS = [gs.Run(scores=np.clip(CELLS * i / 9 + RNG.random((24, 5)) / 2, 0, 1), name=f"$x_{i}") for i in range(6)]
"""Their names look like formulas, and are none."""
BY_ITEM = ["AP:item", "F1:item", "RankingLoss"]


def drawn(path: Path, found: Result) -> str:
    plot_study(path / "a.svg", found)
    return (path / "a.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (lambda: correlate_measures(gs.evaluate(RUNS, TRUTH, BY_ITEM)), [*BY_ITEM, "tau-b between rankings of 6 runs"]),
        (lambda: correlate_measures(gs.evaluate(RUNS, TRUTH, BY_ITEM), "D"), ["D", "D between rankings of 6 runs"]),
        (lambda: correlate_items(gs.evaluate(RUNS, TRUTH, BY_ITEM)), BY_ITEM),
        (lambda: stability(RUNS, TRUTH, ["AP", "F1"], repeats=2), ["AP", "F1", "judgements flipped (%)"]),
        (lambda: power(gs.evaluate(RUNS, TRUTH, BY_ITEM), splits=3), [*BY_ITEM, "Swaps over 3 splits"]),
        (lambda: requirements(BY_ITEM, cases=20), [*BY_ITEM, "monotone"]),
        (lambda: density(RUNS, TRUTH, ["F1", "F1:item"]), ["F1", "label density", "the truth itself", "random runs"]),
        (lambda: scatter_runs(RUNS, TRUTH, ["F1", "RankingLoss"]), ["F1", "RankingLoss", "random runs"]),
        (lambda: scatter_items(gs.evaluate(RUNS, TRUTH, BY_ITEM[:2]), ["$x_2"]), ["$x_2", *BY_ITEM[:2]]),
        (lambda: influence(RUNS, {"$a$": TRUTH, "b\x1b": gs.Judgements(1 - CELLS)}, ["AP", "F1"]), ["$a$"]),
    ],
)
def test_what_stands_on_a_picture(tmp_path: Path, found: object, words: list[str]) -> None:
    text = drawn(tmp_path, found())  # type: ignore[operator]
    for word in words:
        assert f"<!-- {word} -->" in text
    assert "\x1b" not in text


def test_the_finding_stands_above_the_cloud(tmp_path: Path) -> None:
    found = density(RUNS, TRUTH, ["F1"])
    guesses = len(found.among_systems("F1"))
    told = f"{guesses} of 8 random runs above a system" if guesses else "no random run above a system"
    assert f"<!-- F1: {told} -->" in drawn(tmp_path, found)


def test_the_same_study_gives_the_same_file(tmp_path: Path) -> None:
    found = correlate_measures(gs.evaluate(RUNS, TRUTH, BY_ITEM))
    once = drawn(tmp_path, found)
    assert drawn(tmp_path, found) == once


def test_other_results_have_no_picture(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="no picture of Listing"):
        plot_study(tmp_path / "a.svg", Listing([], {}))


def test_branches_do_not_cross() -> None:
    """Every cluster stands together in the order of the leaves."""
    scores = RNG.random((9, 20))
    labels = tuple("abcdefghi")
    steps = cluster(np.corrcoef(scores), labels)
    order = _leaves(steps, labels)
    for step in steps:
        places = sorted(order.index(labels.index(name)) for name in (*step.first, *step.second))
        assert places == list(range(places[0], places[0] + len(places)))


def test_labels_are_moved_apart_and_no_further() -> None:
    wanted = np.sort(RNG.random(12))
    found = spread(wanted.tolist(), 0.05)
    assert (np.diff(found) >= 0.05 - 1e-12).all()
    assert spread([0.0, 1.0], 0.5).tolist() == [0.0, 1.0]
