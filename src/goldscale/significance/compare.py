"""compare: which runs of an evaluation differ, by how much, and how sure that is."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.special import stdtrit

from goldscale.data import Axis, MeasureScores, Scores
from goldscale.data.signature import Signature
from goldscale.errors import GoldscaleWarning, ParameterError, expect, known_name
from goldscale.significance.comparison import Comparison, Pair
from goldscale.significance.corrections import CORRECTIONS
from goldscale.significance.paired import SAME, TESTS, Test, bootstrap_interval, moments, student

FEWEST = 2
"""No test with fewer units than this."""


def compare(
    scores: Scores,
    measure: str,
    test: str = "randomisation",
    *,
    baseline: str | None = None,
    level: str | None = None,
    alpha: float = 0.05,
    correction: str = "holm",
    replicates: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """Paired two-sided tests between the runs of an evaluation, over the units of a measure.

    test: randomisation, bootstrap, t, wilcoxon or sign.

    baseline: compare every run with this one; otherwise every two runs.

    level: where ``evaluate`` was given groups, pair the means of the groups of this level (plants) instead of items.

    correction: of the p-values for the number of pairs: none, bonferroni, holm or benjamini-hochberg.

    A unit without a value in one of two runs is no part of that pair, unless the evaluation's rule for undefined units
    gave it one. Identical runs have p = 1. With fewer than two units p is NaN and ``reason`` says so. The interval of
    the difference (at confidence 1 - alpha) is Student's for ``t``, else the percentiles of ``replicates`` bootstrap
    draws of units.

    >>> import goldscale as gs
    >>> truth = [[1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]
    >>> found = compare(gs.evaluate({"right": truth, "wrong": [[0, 1]] * 5}, truth, "Top1"), "Top1")
    >>> found.pair("right", "wrong").difference, found.pair("right", "wrong").p
    (0.6, 0.25)
    """
    expect(scores, Scores)
    chosen, correct = TESTS[test], CORRECTIONS[correction]
    if not 0 < alpha < 1:
        raise ParameterError(f"alpha must lie between 0 and 1, as 0.05, not {alpha}")
    if replicates < 1:
        raise ParameterError(f"replicates must be at least 1, not {replicates}")
    if seed < 0:
        raise ParameterError(f"seed must be a whole number from 0 up, not {seed}")
    result = scores[measure]
    rows = _pairs(scores.runs, baseline)
    values, units = _units(scores, result, level)
    first, second = np.array(rows).T
    differences = _differences(values[first], values[second]).T
    known = np.count_nonzero(~np.isnan(differences), axis=0)
    enough = np.flatnonzero(known >= FEWEST)
    table = np.full((6, len(known)), np.nan)
    if len(enough):
        table[:, enough] = _tested(differences[:, enough], chosen, alpha, replicates, seed)
    numbers = np.vstack([table, correct(table[4])])
    found = tuple(
        _pair((scores.runs[i], scores.runs[j]), int(shared), column, units, result.higher_is_better, alpha)
        for (i, j), shared, column in zip(rows, known, numbers.T.tolist(), strict=True)
    )
    family = sum(pair.reason is None for pair in found)
    about = (
        f"compare={result.measure}",
        f"test={test}, two-sided",
        f"paired over {units.counted}",
        f"correction={correction} of {family}",
        f"alpha={alpha:g}",
        *([] if test == "t" else [f"{replicates} replicates, seed {seed}"]),
        f"scores: {result.signatures[0]}",
    )
    return Comparison(
        result.measure,
        test,
        scores.runs,
        found,
        units,
        baseline,
        alpha,
        correction,
        replicates,
        seed,
        str(Signature(about)),
    )


def _differences(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """First minus second; 0 where only rounding parts them, which no test may take for a win."""
    difference = first - second
    return np.where(np.abs(difference) < SAME * np.maximum(np.abs(first), np.abs(second)), 0.0, difference)


def _tested(differences: np.ndarray, test: Test, alpha: float, replicates: int, seed: int) -> np.ndarray:
    """Difference, low, high, effect, p and whether it is exact (6 x pairs)."""
    units, mean, deviation = moments(differences)
    found = test(differences, replicates, seed)
    if test is student:
        reach = stdtrit(units - 1, 1 - alpha / 2) * deviation / np.sqrt(units)
        low, high = mean - reach, mean + reach
    else:
        low, high = bootstrap_interval(differences, 1 - alpha, replicates, seed)
    effect = np.divide(mean, deviation, out=np.where(mean == 0, 0.0, np.nan), where=deviation > 0)
    return np.stack([mean, low, high, effect, found.p, found.exact])


def _pair(
    names: tuple[str, str], shared: int, numbers: list[float], units: Axis, higher_is_better: bool, alpha: float
) -> Pair:
    """``numbers`` are what ``_tested`` lists of the pair, and the corrected p."""
    difference, low, high, effect, p, exact, corrected = numbers
    # NaN is not significant, and no run is better by nothing.
    significant = corrected <= alpha and difference != 0
    better = names[0 if (difference > 0) == higher_is_better else 1] if significant else None
    few = f"both runs have a value on {shared} of {units.counted}; a test needs {FEWEST}"
    reason = few if shared < FEWEST else None
    left_out = len(units) - shared
    return Pair(
        *names, shared, left_out, difference, low, high, effect, p, corrected, significant, exact == 1, better, reason
    )


def _pairs(runs: Sequence[str], baseline: str | None) -> list[tuple[int, int]]:
    """Which rows are compared: each with the baseline, or each with all behind it."""
    if len(runs) < 2:
        raise ParameterError(f"a comparison needs two runs or more; there is {len(runs)}")
    if baseline is None:
        return list(combinations(range(len(runs)), 2))
    other = runs.index(known_name(baseline, runs, "run"))
    return [(i, other) for i in range(len(runs)) if i != other]


def _units(scores: Scores, result: MeasureScores, level: str | None) -> tuple[np.ndarray, Axis]:
    """Values, runs x units, and what the units are."""
    if level is not None:
        groups = scores.by_group(result.measure, level)
        return groups.values, groups.groups
    if result.levels:
        inner = result.levels[-1].groups
        message = (
            f"{result.units.plural} of the same {inner.noun} are not independent; "
            f"level={inner.noun!r} compares {inner.plural}"
        )
        warnings.warn(message, GoldscaleWarning, stacklevel=3)
    return result.counted, result.units
