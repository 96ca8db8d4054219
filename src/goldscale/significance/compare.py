"""compare: which runs of an evaluation differ, by how much, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Unpack, overload

import numpy as np

from goldscale.data import MeasureScores, Scores
from goldscale.data.signature import Signature
from goldscale.errors import ParameterError, expect, known_name
from goldscale.measures.definition import Measure
from goldscale.measures.registry import parse_measures
from goldscale.significance.comparison import Comparison
from goldscale.significance.comparisons import Comparisons
from goldscale.significance.corrections import CORRECTIONS, Correction
from goldscale.significance.differences import FEWEST
from goldscale.significance.pairs import Pair, needed_units
from goldscale.significance.plan import ComparisonPlan, Family, Options, Tested


@overload
def compare(  # type: ignore[overload-overlap]  # a str is also an iterable of str; one name is meant, as mostly
    scores: Scores,
    measure: str | Measure,
    test: str | None = None,
    *,
    baseline: str | None = None,
    **options: Unpack[Options],
) -> Comparison: ...


@overload
def compare(
    scores: Scores,
    measure: Iterable[str | Measure] | None = None,
    test: str | None = None,
    *,
    baseline: str | None = None,
    **options: Unpack[Options],
) -> Comparisons: ...


def compare(
    scores: Scores,
    measure: str | Measure | Iterable[str | Measure] | None = None,
    test: str | None = None,
    *,
    baseline: str | None = None,
    **options: Unpack[Options],
) -> Comparison | Comparisons:
    """Paired two-sided tests between the runs of an evaluation, over the units of a measure.

    measure: one, for a Comparison; several (a list, or ``"AP,AUC"``), or none for all of the scores, for Comparisons.

    test: randomisation (the default), bootstrap, t, wilcoxon, sign, or mcnemar for units that are 0 or 1; over
    resamples t (the default) or bootstrap.

    over: "item" or "label": what another sample would have brought others of. Where those are not the units of the
    measure (AP by concept, over images), or its number is no plain mean of them (GMAP, MedR, avg=weighted), the
    published number on the resamples of ``evaluate(..., ci=0.95)`` is compared: by t, its difference over how far that
    scatters, or by bootstrap, a count of resamples. By default the units of the measure, and the mean over them;
    ``statistic`` tells where that is not the published number.

    interval: of the difference, at confidence 1 - alpha: student (the default), percentile or bca; the latter two from
    ``replicates`` draws of units, or from the resamples.

    baseline: compare every run with this one; otherwise every two runs.

    level: where ``evaluate`` was given groups, pair the means of the groups of this level (plants) instead of items.

    alpha: the significance level, 0.05.

    correction: of the p-values for the number of pairs: none, bonferroni, holm (the default) or benjamini-hochberg.

    family: which p-values are corrected together: those of a measure (the default), or those of all measures asked for.

    replicates, seed: of what is drawn, 10 000 and 0.

    margin: two runs whose difference is smaller than this are equivalent; each pair then has a verdict: equivalent,
    different or undecided, by two one-sided tests.

    power: of each pair, count the units that would be needed to find its difference with this probability, as 0.8.

    A unit without a value in one of two runs is no part of that pair, unless the evaluation's rule for undefined units
    gave it one. Identical runs have p = 1. With fewer than two units p is NaN and ``reason`` says so.

    >>> import goldscale as gs
    >>> truth = [[1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]
    >>> scores = gs.evaluate({"right": truth, "wrong": [[0, 1]] * 5}, truth, ["Top1", "F1"])
    >>> found = compare(scores, "Top1")
    >>> found.pair("right", "wrong").difference, found.pair("right", "wrong").p
    (0.6, 0.25)
    >>> compare(scores).measures
    ('Top1', 'F1')
    """
    expect(scores, Scores)
    for name in options:
        known_name(name, Options.__annotations__, "argument of compare")
    plan = ComparisonPlan(test, **options)
    results = _asked_for(scores, measure)
    rows = _pairs(scores.runs, baseline)
    tested = []
    for result in results:  # no comprehension: in Python 3.11 it is a frame, and warnings count frames
        tested.append(plan.answer(scores, result, rows))
    found = _comparisons(tested, plan, scores, rows, baseline)
    return found[0] if isinstance(measure, (str, Measure)) and len(found) == 1 else Comparisons(found)


def _asked_for(scores: Scores, measure: str | Measure | Iterable[str | Measure] | None) -> list[MeasureScores]:
    """The measures to compare, each once."""
    measure = scores.measures if measure is None else measure
    given = measure if isinstance(measure, Iterable) and not isinstance(measure, str) else [measure]
    # Scores know measures that no catalogue has, by their printed names.
    names = [name for one in given for name in ([one] if str(one) in scores.measures else parse_measures(one))]
    if not names:
        raise ParameterError("no measure was asked for")
    return list({(result := scores[str(name)]).measure: result for name in names}.values())


def _comparisons(
    tested: Sequence[Tested],
    plan: ComparisonPlan,
    scores: Scores,
    rows: Sequence[tuple[int, int]],
    baseline: str | None,
) -> tuple[Comparison, ...]:
    """What was found on each measure, its p-values corrected for how many there are in its family."""
    p, lowest, equivalent = (
        _corrected([getattr(one.differences, name) for one in tested], CORRECTIONS[plan.correction], plan.family)
        for name in ("p", "lowest", "equivalent")
    )
    sizes, together = [int(np.count_nonzero(~np.isnan(one.differences.p))) for one in tested], 1
    if plan.family == "all":
        sizes, together = [sum(sizes)] * len(sizes), len(sizes)
    over = f" over {together} measures" if together > 1 else ""
    names = [(scores.runs[i], scores.runs[j]) for i, j in rows]
    return tuple(
        Comparison(
            one.result.measure,
            one.test,
            scores.runs,
            _listed(names, one, corrected, least, alike, plan),
            one.units,
            one.resampled,
            one.statistic,
            one.interval,
            baseline,
            plan.alpha,
            plan.correction,
            plan.family,
            size,
            together,
            one.replicates,
            one.seed,
            str(Signature(one.about(f"correction={plan.correction} of {size}{over}", plan.alpha, plan.margin))),
            tuple(scores.ranking(one.result.measure)),
            tuple(one.result.aggregate.tolist()),
            plan.margin,
            plan.power,
        )
        for one, corrected, least, alike, size in zip(tested, p, lowest, equivalent, sizes, strict=True)
    )


def _pairs(runs: Sequence[str], baseline: str | None) -> list[tuple[int, int]]:
    """Which rows are compared: each with the baseline, or each with all behind it."""
    if len(runs) < 2:
        raise ParameterError(f"a comparison needs two runs or more; there is {len(runs)}")
    if baseline is None:
        return list(combinations(range(len(runs)), 2))
    other = runs.index(known_name(baseline, runs, "run"))
    return [(i, other) for i in range(len(runs)) if i != other]


def _corrected(p: Sequence[np.ndarray], correct: Correction, family: Family) -> list[np.ndarray]:
    """The p-values of each measure, corrected within it or all together."""
    if family == "measure":
        return [correct(one) for one in p]
    return np.split(correct(np.concatenate(p)), np.cumsum([len(one) for one in p])[:-1])


def _listed(
    names: Sequence[tuple[str, str]],
    tested: Tested,
    corrected: np.ndarray,
    lowest: np.ndarray,
    equivalent: np.ndarray,
    plan: ComparisonPlan,
) -> tuple[Pair, ...]:
    found = tested.differences
    needed = None if plan.power is None else needed_units(found.effect.tolist(), plan.power, plan.alpha)
    pairs = []
    for k, (first, second) in enumerate(names):
        shared, p, difference = int(found.units[k]), float(found.p[k]), float(found.difference[k])
        # NaN is not significant, and no run is better by nothing.
        significant = bool(corrected[k] <= plan.alpha) and difference != 0
        if tested.resampled:  # p and interval read the resamples each in its way; both have to say so
            significant = significant and not found.low[k] <= 0 <= found.high[k]
        winner = first if (difference > 0) == tested.result.higher_is_better else second
        reason = None
        if shared < FEWEST:
            reason = f"both runs have a value on {shared} of {tested.units.counted}; a test needs {FEWEST}"
        elif math.isnan(p):
            reason = f"one of the runs has no value of {tested.result.measure}"
        pairs.append(
            Pair(
                first,
                second,
                units=shared,
                left_out=len(tested.units) - shared,
                difference=difference,
                low=float(found.low[k]),
                high=float(found.high[k]),
                effect=float(found.effect[k]),
                p=p,
                corrected=float(corrected[k]),
                lowest=float(lowest[k]),
                significant=significant,
                exact=bool(found.exact[k]),
                better=winner if significant else None,
                reason=reason,
                equivalent=float(equivalent[k]),
                verdict=None if plan.margin is None else _verdict(equivalent[k] <= plan.alpha, significant),
                needed=None if needed is None else needed[k],
            )
        )
    return tuple(pairs)


def _verdict(equivalent: bool, different: bool) -> str:
    """A difference that is shown to be smaller than the margin is none that matters, even where it is no chance."""
    return "equivalent" if equivalent else "different" if different else "undecided"
