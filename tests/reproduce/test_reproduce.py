"""Printed and computed numbers: what agrees, what does not, and what could not be computed."""

from __future__ import annotations

import json
import math

import pytest

from goldscale import reproduce as house
from goldscale.errors import MissingResourceError
from goldscale.reproduce import Printed, printed, reproduce


def row(text: str, computed: float) -> Printed:
    return Printed("seed", "1", "cell", text, lambda: computed)


@pytest.mark.parametrize(
    ("text", "tolerance"),
    [("0.50", 0.005), ("0.5", 0.05), ("9.06", 0.005), ("7", 0.5), ("-0.713", 0.0005), ("1.2E+3", 50.0)],
)
def test_the_tolerance_is_half_a_unit_of_the_last_digit(text: str, tolerance: float) -> None:
    assert row(text, 0).tolerance == pytest.approx(tolerance, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "computed", "agrees"),
    [
        ("0.50", 0.5, True),
        ("0.50", 0.505, True),  # may have been rounded down
        ("0.50", 0.495, True),  # may have been rounded up
        ("0.50", 0.50501, False),
        ("0.50", 0.49499, False),
        ("0.5", 0.549, True),
        ("0.500", 0.5006, False),
        ("-0.10", -0.1049, True),
        ("-0.10", 0.1, False),
        ("17", 17.4, True),
        ("17", 17.6, False),
        ("0.50", math.nan, False),
    ],
)
def test_what_agrees(text: str, computed: float, agrees: bool) -> None:
    assert row(text, computed).check().agrees is agrees


def test_a_row_for_json() -> None:
    assert row("0.50", 0.5).check().to_dict() == {
        "seed": "seed",
        "table": "1",
        "cell": "cell",
        "printed": 0.5,
        "computed": 0.5,
        "agrees": True,
        "note": "",
    }
    assert row("0.50", math.nan).check().to_dict()["computed"] is None


def test_a_missing_resource_is_no_disagreement() -> None:
    def compute() -> float:
        raise MissingResourceError("the data", "Fetch it.")

    checked = Printed("seed", "1", "cell", "0.5", compute, "a note").check()
    assert (checked.computed, checked.agrees, checked.note) == (None, None, "the data is missing. Fetch it.")
    assert checked.to_dict()["agrees"] is None


def test_other_errors_are_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        Printed("seed", "1", "cell", "0.5", lambda: 1 / 0).check()


def test_a_filter_computes_only_what_it_lets_through(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Printed("Book", "1", "a", "1", lambda: 1.0), Printed("Book", "2", "b", "1", lambda: 1 / 0)]
    monkeypatch.setattr(house, "printed", lambda: rows)
    assert [checked.source.cell for checked in reproduce("book 1")] == ["a"]
    assert list(reproduce("paper")) == []


def test_every_printed_number_is_one_and_named_once() -> None:
    rows = printed()
    for cell in rows:
        assert cell.tolerance > 0
        assert math.isfinite(float(cell.printed))
    names = [(cell.seed, cell.table, cell.cell) for cell in rows]
    assert len(set(names)) == len(names)


def test_the_worked_example_of_the_thesis() -> None:
    found = {checked.source.cell: checked for checked in reproduce("Nowak thesis 7.1")}
    assert found["Precision_eb"].computed == 0.5
    assert found["Recall_eb"].computed == pytest.approx(1 / 3)
    assert json.loads(json.dumps([checked.to_dict() for checked in found.values()], allow_nan=False))
