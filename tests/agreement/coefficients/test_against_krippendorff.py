"""Alpha beside the krippendorff package, and as the literature prints it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from vote_tables import NAN, tables, votes_of

from goldscale.agreement import agree, alpha
from goldscale.agreement.coefficients.krippendorff import METRICS
from goldscale.errors import ParameterError, UnknownNameError

PRINTED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
)
"""The worked example of Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section D."""


def pairable(table: np.ndarray) -> np.ndarray:
    return table[:, (~np.isnan(table)).sum(axis=0) >= 2]


@pytest.mark.parametrize("metric", METRICS)
@given(table=tables())
def test_equals_the_package_on_tables_with_gaps(metric: str, table: np.ndarray) -> None:
    held = pairable(table)
    found = alpha(table, metric)
    overall = agree(votes_of(table), f"alpha(metric={metric})", ci=None).results[0].overall
    assert found == pytest.approx(overall.value, nan_ok=True)
    if len(np.unique(held[~np.isnan(held)])) < 2:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(krippendorff.alpha(table, level_of_measurement=metric), abs=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_equals_the_package_where_values_are_many_and_no_whole_numbers(metric: str) -> None:
    rng = np.random.default_rng(3)
    table = np.round(rng.random(60) + 0.3 * rng.random((7, 60)), 2)
    table[rng.random(table.shape) < 0.3] = np.nan
    assert alpha(table, metric) == pytest.approx(krippendorff.alpha(table, level_of_measurement=metric), abs=1e-12)


@pytest.mark.parametrize(
    ("metric", "printed"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_the_worked_example_of_krippendorff(metric: str, printed: float) -> None:
    assert round(alpha(PRINTED, metric), 3) == printed


def test_interval_alpha_of_the_flickr8k_experts(data_folder: Path) -> None:
    """0.7885 on the file as it is published (Hodosh et al. print 0.81)."""
    lines = (data_folder / "flickr8k_text" / "ExpertAnnotations.txt").read_text("utf-8").splitlines()
    rows = [line.split("\t")[2:] for line in lines]
    assert round(alpha(np.array(rows, dtype=float).T, "interval"), 4) == 0.7885


def test_far_from_zero_no_digits_are_lost() -> None:
    assert alpha(PRINTED + 1e8, "interval") == pytest.approx(alpha(PRINTED, "interval"), abs=1e-12)


@pytest.mark.parametrize("values", [(0.0, 1e-20), (-3.0, 4.0), (0.5, 1.5), (1e300, 2e300), (7.0, 1e6)])
def test_values_are_told_apart_however_near_or_far(values: tuple[float, float]) -> None:
    table = np.array([[0, 1, 1, 0, NAN], [0, 1, 0, 0, 1], [0, 1, 1, 1, NAN]])
    other = np.where(table == 1, values[1], np.where(table == 0, values[0], NAN))
    assert alpha(other) == alpha(table)


def test_wrong_input_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'interval'"):
        alpha(PRINTED, "intervall")
    with pytest.raises(ParameterError, match="raters x units"):
        alpha([1, 2, 3])
    with pytest.raises(ParameterError, match="NaN where it is missing"):
        alpha([[1, np.inf], [1, 2]])
    with pytest.raises(ParameterError, match="from 0 up, not -1"):
        alpha([[1, -1], [1, 2]], "ratio")


def documented_alpha(units: list[list[float]], difference: Callable[[float, float], float]) -> float:
    """As the catalogue writes it, sum by sum."""
    units = [votes for votes in units if len(votes) >= 2]
    everything = [vote for votes in units for vote in votes]
    n = len(everything)
    within = sum(sum(difference(a, b) for a, b in permutations(votes, 2)) / (len(votes) - 1) for votes in units) / n
    return 1 - within / (sum(difference(a, b) for a, b in permutations(everything, 2)) / (n * (n - 1)))


@pytest.mark.parametrize(
    ("metric", "difference"), [("nominal", lambda a, b: float(a != b)), ("interval", lambda a, b: (a - b) ** 2)]
)
def test_the_documented_equation_is_what_is_computed(metric: str, difference: Callable[[float, float], float]) -> None:
    table = np.array([[1, 2, 3, 1, 2, 4, 1], [1, 3, 3, NAN, 2, NAN, NAN], [2, 2, NAN, NAN, 1, NAN, 3], [1] + [NAN] * 6])
    units = [[float(vote) for vote in unit if not np.isnan(vote)] for unit in table.T]
    assert len({len(votes) for votes in units}) == 4, "units of one size would not tell how they weigh"
    assert alpha(table, metric) == pytest.approx(documented_alpha(units, difference), abs=1e-12)
