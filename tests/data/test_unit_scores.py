"""Tables of units x runs, held to pandas."""

from __future__ import annotations

import math

import numpy as np
import pandas
import pytest

import goldscale as gs
from goldscale.data.table import best_of

LABELS = ["Sky", "Sea", "Sun", "Zoo"]


@pytest.fixture(scope="module")
def scores() -> gs.Scores:
    rng = np.random.default_rng(3)
    truth = gs.Judgements(np.c_[rng.random((20, 3)) < (0.6, 0.3, 0.15), np.zeros(20, bool)].astype(int), labels=LABELS)
    runs = {name: gs.Run(rng.random((20, 4)) + truth.values * by, labels=LABELS) for name, by in (("a", 0), ("b", 0.6))}
    return gs.evaluate(runs, truth, ["AP", "Hamming", "EER"])


def frame(scores: gs.Scores, measure: str) -> pandas.DataFrame:
    long = scores.to_pandas(units=True)
    wide = long[long["measure"] == measure].pivot(index="unit", columns="run", values="value")
    return wide.assign(mean=wide.mean(axis=1), spread=wide.max(axis=1) - wide.min(axis=1))


def test_the_numbers_are_those_of_pandas(scores: gs.Scores) -> None:
    table, wide = scores.per_unit(sort="name").table("AP"), frame(scores, "AP")
    assert table.title == "AP by label"
    for heading in ("mean", "spread", "a", "b"):
        # Units are sorted by name here and there, but for the one without a value, which comes last.
        np.testing.assert_allclose(table[heading].values, wide[heading].to_numpy())
    assert [column.heading for column in table.columns][-2:] == ["b", "a"]  # the better run first


@pytest.mark.parametrize(("measure", "ascending"), [("AP", False), ("EER", True)])
def test_sorted_by_value_from_best_to_worst(scores: gs.Scores, measure: str, ascending: bool) -> None:
    wanted = frame(scores, measure)["mean"].dropna().sort_values(ascending=ascending).index.tolist()
    assert list(scores.per_unit().table(measure)["label"].values) == [*wanted, "Zoo"]
    assert scores.per_unit(best=1).table(measure)["label"].values == (wanted[0],)
    assert scores.per_unit(worst=1).table(measure)["label"].values == (wanted[-1],)
    both = scores.per_unit(best=1, worst=1, sort="name").table(measure)
    assert list(both["label"].values) == sorted([wanted[0], wanted[-1]])
    assert both.notes == ["The 1 best and the 1 worst of 4 labels; CSV and JSON have all."]


def test_other_orders(scores: gs.Scores) -> None:
    table = scores.per_unit(sort="prevalence").table("AP")
    assert list(table["relevant"].values) == sorted(table["relevant"].values, reverse=True)
    spread = scores.per_unit(sort="spread").table("AP")["spread"].values[:-1]
    assert list(spread) == sorted(spread, reverse=True)
    np.testing.assert_allclose(table["share"].values, np.array(table["relevant"].values) / 20)


def test_the_best_run_of_each_unit_stands_out(scores: gs.Scores) -> None:
    for measure, best in (("AP", max), ("EER", min)):
        table = scores.per_unit(sort="name").table(measure)
        for row in range(3):
            values = {run: table[run].values[row] for run in scores.runs}
            standing = {run for run in scores.runs if row in table[run].best}
            assert standing == {run for run, value in values.items() if value == best(values.values())}
        assert all(3 not in table[run].best for run in scores.runs)


def test_a_long_table_has_its_ends(scores: gs.Scores) -> None:
    from goldscale.data.unit_scores import UnitScores

    assert len(UnitScores(scores, longest=3).table("AP")) == 3  # all that have a value
    assert len(UnitScores(scores, longest=4).table("AP")) == 4
    assert len(UnitScores(scores, longest=3, best=1).table("AP")) == 1


def test_csv_and_json_have_everything(scores: gs.Scores) -> None:
    found = scores.per_unit(best=1)
    assert found.to_csv() == scores.to_csv(units=True)
    by_unit = found.to_dict()["runs"]["a"]["AP"]["by_unit"]
    assert list(by_unit) == LABELS
    assert by_unit["Zoo"] is None
    assert "by_unit" not in scores.to_dict()["runs"]["a"]["AP"]
    assert len(found.tables()) == 3


def test_what_is_wrong_is_said(scores: gs.Scores) -> None:
    with pytest.raises(gs.UnknownNameError, match="did you mean 'prevalence'"):
        scores.per_unit(sort="prevalance")  # type: ignore[arg-type]
    with pytest.raises(gs.ParameterError, match="-1"):
        scores.per_unit(best=-1)


def test_one_run_and_scores_without_prevalence() -> None:
    table = gs.evaluate([[0.9, 0.2]], [[1, 0]], "AP:item").per_unit().table("AP:item")
    assert [column.heading for column in table.columns] == ["item", "relevant", "share", "run"]
    assert not table["run"].best  # nothing to be better than


class TestBest:
    def test_ties_as_they_print(self) -> None:
        assert best_of([0.5, 0.62344, 0.62341], digits=4) == {1, 2}
        assert best_of([0.5, 0.62344, 0.62341], digits=5) == {1}
        assert best_of([0.5, 0.1, 0.1], higher_is_better=False) == {1, 2}

    def test_never_the_undefined(self) -> None:
        assert best_of([math.nan, 0.1, 0.2], higher_is_better=False) == {1}
        assert best_of([math.nan, math.nan]) == set()

    def test_a_table_can_be_plain_and_cut(self) -> None:
        table = gs.evaluate({"a": [[1, 0]], "b": [[0, 1]], "c": [[1, 0]]}, [[1, 0]], ["P:item", "Hamming"]).table()
        assert [column.best for column in table.columns] == [set(), {0, 2}, {0, 2}]
        assert [column.best for column in table.take([2, 1]).columns] == [set(), {0}, {0}]
        assert "**" not in table.plain().to_markdown()
        assert table.to_markdown().count("**1.0000**") == 2
        assert table.to_latex().count(r"\textbf{0.0000}") == 2
        assert table.to_html().count("<b>") == 4
        assert "textbf" not in table.to_csv()
