"""Bounds: the lowest and the highest value that any way of judging the unjudged cells allows.

A measure on sets never falls when a predicted cell turns out relevant, and never rises when one that was not
predicted does, so corners are enough: none or all of either kind, and one cell off where a corner has no value. A
ranked measure never falls when, of two cells, the higher one is the relevant one; so for each number m of relevant
cells among the unjudged ones the best way is the m highest ranked, the worst the m lowest ranked. Which numbers need
trying depends on the measure:

- none or all (P@k, S@k, Top1, RR, ERR, RBP, OneError, MeanR, MedR): one more relevant cell never makes the value
  worse. The best way is all, the worst none, or one where nothing is relevant otherwise.
- ranked (AP, AP@k, GMAP, iAP, iP, R@k, nDCG): one more relevant cell that is not ranked changes nothing but the number
  of relevant cells that the value is measured by, and never makes it better. The best way has none of them, the worst
  has all; every number of ranked ones is tried.
- ranked or short (RPrec): the same once as many cells are relevant as are ranked; every number up to there is tried
  too.
- every (AUC, EER, bpref, RankingLoss, Coverage, measures that do not say more): every number is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from goldscale.data import Run
from goldscale.errors import ParameterError
from goldscale.kernels.cells import Block
from goldscale.kernels.completions import Completions, coded
from goldscale.kernels.counts import Counts
from goldscale.kernels.sorting import sort_block
from goldscale.measures.aggregate import FILL, aggregate, averaged, published
from goldscale.measures.alignment import Aligned
from goldscale.measures.decisions import decide
from goldscale.measures.definition import Measure, Tried
from goldscale.measures.scoring import AMONG_TIES, Targets, blocks, in_threads, per_unit, reading_of

MAX_CELLS = 2_000_000_000
"""Trying numbers of relevant cells costs numbers x ranked cells per unit; beyond this nobody would wait."""


def bounds(run: Run, targets: Targets, asked: Sequence[Measure]) -> dict[Measure, tuple[float, float]]:
    """Lowest and highest published number of each measure."""
    aligned = targets.plain.align(run)
    alike: dict[tuple[str, int], list[Measure]] = {}
    reach: dict[Measure, _Reach] = {}
    for m in asked:
        if m.definition.score == "semantic":
            raise ParameterError(f"{m}: there are no bounds for measures on whole label sets")
        if m.definition.prediction == "probability":
            raise ParameterError(f"{m}: there are no bounds for measures on probabilities; use unjudged='ignore'")
        if m.weighted:
            raise ParameterError(f"{m}: the unjudged cells leave the weights open as well; ask for bounds of avg=macro")
        if m.definition.relevance == "graded" and targets.truth.relevance == "graded":
            raise ParameterError(f"{m}: bounds need binary relevance; this truth has grades")
        if m.definition.prediction == "set":
            reach[m] = _of_sets(aligned, m, targets)
        else:
            alike.setdefault((reading_of(m), m.rel), []).append(m)
    for sharing in alike.values():
        reach |= _of_ranks(aligned, sharing, targets)
    return {m: _published(reach[m], m, targets) for m in asked}


class _Reach:
    """Per unit: lowest and highest value of the ways tried, and whether some way leaves it without one."""

    def __init__(self, units: int) -> None:
        self.low = np.full(units, np.nan)
        self.high = np.full(units, np.nan)
        self._without = np.zeros(units, dtype=bool)

    @property
    def optional(self) -> np.ndarray:
        """Units that have a value in some ways and none in others."""
        return self._without & ~np.isnan(self.low)

    def add(self, unit: np.ndarray, values: np.ndarray) -> None:
        """Values of some ways, NaN where undefined; those of a unit stand together."""
        first = np.flatnonzero(np.diff(unit, prepend=-1))
        at = unit[first]
        self.low[at] = np.fmin(self.low[at], np.fmin.reduceat(values, first))
        self.high[at] = np.fmax(self.high[at], np.fmax.reduceat(values, first))
        self._without[at] |= np.logical_or.reduceat(np.isnan(values), first)

    def cut(self, units: int) -> _Reach:
        """The first units alone."""
        self.low, self.high, self._without = self.low[:units], self.high[:units], self._without[:units]
        return self


def _published(reach: _Reach, measure: Measure, targets: Targets) -> tuple[float, float]:
    """Lowest and highest aggregate. A unit that may be undefined counts or not, whichever is more extreme."""
    undefined, parents = targets.settings.undefined, targets.nesting.parents(measure)
    if undefined != "skip":
        fill = FILL[undefined]
        low = np.where(reach.optional, np.minimum(reach.low, fill), reach.low)
        high = np.where(reach.optional, np.maximum(reach.high, fill), reach.high)
        worst, best = aggregate(np.stack([low, high]), measure, undefined, parents).tolist()
        return worst, best
    lowest = _most_extreme(*_of_groups(reach.low, reach.optional, measure, 1, parents), measure, 1)
    highest = _most_extreme(*_of_groups(reach.high, reach.optional, measure, -1, parents), measure, -1)
    return lowest, highest


def _of_groups(
    values: np.ndarray, optional: np.ndarray, measure: Measure, sign: int, parents: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """The most extreme mean of each outermost group, and whether the group may have none: if all in it may."""
    for parent in parents:
        members = [np.flatnonzero(parent == group) for group in range(int(parent.max(initial=-1)) + 1)]
        sure = ~optional & ~np.isnan(values)
        values, optional = (
            np.array([_most_extreme(values[inside], optional[inside], measure, sign) for inside in members]),
            np.array([bool(optional[inside].any()) and not sure[inside].any() for inside in members]),
        )
    return values, optional


def _most_extreme(values: np.ndarray, optional: np.ndarray, measure: Measure, sign: int) -> float:
    """The lowest (sign 1) or highest (sign -1) aggregate over which of the optional units count.

    The most extreme of them come first, so that it is enough to try how many.
    """
    values = averaged(values, measure)
    sure = values[~optional & ~np.isnan(values)]
    extra = sign * np.sort(sign * values[optional])
    if measure.definition.aggregate == "median":
        tried = [np.median(np.concatenate([sure, extra[:k]])) for k in range(len(extra) + 1) if len(sure) + k]
    else:
        counts = len(sure) + np.arange(len(extra) + 1)
        sums = sure.sum() + np.concatenate([[0.0], np.cumsum(extra)])
        tried = list((sums[counts > 0]) / counts[counts > 0])
    return float(published(sign * min(sign * t for t in tried), measure)) if tried else float("nan")


def _of_sets(aligned: Aligned, measure: Measure, targets: Targets) -> _Reach:
    decisions, _ = decide(aligned, targets.truth.labels.names, targets.settings.threshold)
    counts = aligned.cells.counts(decisions, measure.rel, measure.direction)
    unknown_predicted, unknown = aligned.cells.unknown_counts(decisions, measure.direction)
    if measure.micro:
        counts = counts.pooled()
        unknown_predicted, unknown = np.atleast_1d(unknown_predicted.sum()), np.atleast_1d(unknown.sum())
    reach = _Reach(len(unknown))
    for more_predicted, more_missed in product(*map(_corners, (unknown_predicted, unknown - unknown_predicted))):
        judged = Counts(
            counts.both + more_predicted, counts.predicted, counts.relevant + more_predicted + more_missed, counts.cells
        )
        reach.add(np.arange(len(unknown)), measure.value(judged))
    return reach.cut(_units(measure, targets))


def _corners(most: np.ndarray) -> Iterator[np.ndarray]:
    """None and all of so many cells, and one cell off."""
    return (np.clip(number, 0, most) for number in (0, 1, most - 1, most))


def _units(measure: Measure, targets: Targets) -> int:
    """Items that only the run knows are candidates, not units."""
    if measure.micro:
        return 1
    return len(targets.truth.items if measure.direction == "item" else targets.truth.labels)


Ranges = list[tuple[np.ndarray, np.ndarray]]
"""From and to how many relevant cells are tried in each unit beside 0 and 1."""
Numbers = Callable[[Completions, bool], Ranges]
"""What is tried for the best ways, or for the worst."""


def _none_or_all(ways: Completions, best: bool) -> Ranges:
    number = ways.unjudged if best else ways.none
    return [(number, number)]


def _ranked(ways: Completions, best: bool) -> Ranges:
    return [(ways.none, ways.ranked_unjudged) if best else (ways.unranked_unjudged, ways.unjudged)]


def _ranked_or_short(ways: Completions, best: bool) -> Ranges:
    short = np.clip(ways.block.length - ways.relevant, 0, ways.unjudged)
    return [(ways.none, short), *_ranked(ways, best)]


def _every(ways: Completions, best: bool) -> Ranges:
    return [(ways.none, ways.unjudged)]


NUMBERS: dict[Tried, Numbers] = {
    "every": _every,
    "ranked": _ranked,
    "ranked or short": _ranked_or_short,
    "none or all": _none_or_all,
}
"""How many cells are taken as relevant, by what is proven of a measure."""


def _of_ranks(aligned: Aligned, asked: Sequence[Measure], targets: Targets) -> dict[Measure, _Reach]:
    """Ranked measures that share direction and relevance: each unit is sorted once for all of them."""
    ties, reading, rel = targets.settings.ties, reading_of(asked[0]), asked[0].rel
    counts, judged = (per_unit(of, reading) for of in (aligned.cells.grade_counts, aligned.cells.truth.judged_counts))
    relevant, candidates = counts[:, rel:].sum(axis=1), counts.sum(axis=1)
    unjudged = candidates - judged
    reach = {m: _Reach(len(counts)) for m in asked}

    def work(block: Block) -> None:
        units = block.units
        ordered = sort_block(block.scores, block.grade, AMONG_TIES[ties])
        ways = Completions(ordered, relevant[units], unjudged[units], candidates[units], ties)
        sharing: dict[Numbers, list[Measure]] = {}
        for m in asked:
            sharing.setdefault(_numbers(m, ways), []).append(m)
        for (numbers, alike), best in product(sharing.items(), (True, False)):
            for begin, end in numbers(ways, best):
                _check_work(alike[0], int((end - begin).max(initial=0)), block.scores.shape[1])
                for unit, ranking in ways.rankings(begin, end, from_top=best):
                    for m in alike:
                        reach[m].add(units[unit], _binary(m).value(ranking))

    by_code = replace(aligned, cells=coded(aligned.cells, rel))
    in_threads(work, blocks(by_code, reading, targets.settings), targets.threads)
    return {m: found.cut(_units(m, targets)) for m, found in reach.items()}


def _numbers(measure: Measure, ways: Completions) -> Numbers:
    numbers = NUMBERS[measure.definition.tried]
    # Where all is ranked they come to the same, and the measures share their rankings.
    return numbers if numbers is _none_or_all or ways.unranked_unjudged.any() else _every


def _binary(measure: Measure) -> Measure:
    """The measure as it reads completions, in which a cell is relevant or not."""
    if "rel" not in measure.parameters:
        return measure
    return replace(measure, parameters={**measure.parameters, "rel": 1})


def _check_work(measure: Measure, numbers: int, width: int) -> None:
    if numbers * width > MAX_CELLS:
        raise ParameterError(
            f"{measure}: {numbers} unjudged cells of a unit with {width} ranked ones are too many for exact bounds; "
            "use unjudged='negative' and 'ignore' instead"
        )
