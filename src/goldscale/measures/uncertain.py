"""A truth of probabilities: what is published is the expectation over the truths that it may stand for.

Each judged cell is relevant with its probability, independently of all others. Truths are drawn one at a time, each is
evaluated as if it were certain, and the results are averaged.

Probabilities put in the place of 0 and 1 would give the same only where a measure is linear in the truth, as precision
is (Lamiroy & Sun 2013, eq. 11, doi:10.1007/978-3-642-36824-0_15). Recall is not: their eq. 12 divides expected counts,
which comes near the expected quotient where many cells are relevant. A ranked measure has no such form at all.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from goldscale.data import GroupScores, Judgements, MeasureScores
from goldscale.data import matrix as mx
from goldscale.data.judgements import UNJUDGED, unjudged_mask
from goldscale.data.signature import Signature
from goldscale.errors import GoldscaleWarning, ParameterError
from goldscale.kernels.intervals import percentiles
from goldscale.measures.settings import Settings


def check_rules(truth: Judgements, settings: Settings) -> None:
    """Refuse what has no meaning where the truth is uncertain."""
    if truth.relevance != "probability":
        return
    if settings.unjudged == "bounds":
        raise ParameterError(
            "the truth holds probabilities, and unjudged='bounds' needs one that is certain; "
            "use unjudged='negative' or 'ignore', or decide first: Judgements(truth.values >= 0.5, ...)"
        )
    if settings.ci is not None and settings.ci_over != "item":
        raise ParameterError(
            "the truth holds probabilities: ci is then an interval over drawn truths, and ci_over does not apply"
        )
    if settings.ci is not None and settings.interval != "percentile":
        raise ParameterError(
            f"the truth holds probabilities: ci is then an interval over drawn truths, which {settings.interval} "
            "cannot correct; use interval='percentile'"
        )


def drawn_truth(truth: Judgements, rng: np.random.Generator) -> Judgements:
    """A binary truth in which each judged cell is relevant with its probability; a certain truth is its own draw.

    What is unjudged stays so, and a sparse truth keeps its cells.

    >>> drawn_truth(Judgements([[0.0, 1.0, 0.5, np.nan]]), np.random.default_rng(0)).values.tolist()
    [[0, 1, 1, -1]]
    """
    if truth.relevance != "probability":
        return truth
    probability = mx.cells(truth.values)
    relevant = (rng.random(probability.shape) < probability).astype(np.int8)
    relevant[unjudged_mask(probability)] = UNJUDGED
    return Judgements(mx.with_cells(truth.values, relevant), truth.items, truth.labels, truth.name)


def drawn_truths(truth: Judgements, draws: int, seed: int) -> Iterator[Judgements]:
    """So many drawn truths, one at a time.

    The stream is not that of ``default_rng(seed)``: whoever made up scores or probabilities with the same seed would
    meet the same uniform numbers again, and the truths would hang on them.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=tuple(b"truth")))
    for _ in range(draws):
        yield drawn_truth(truth, rng)


def expected_scores(
    truth: Judgements, settings: Settings, score: Callable[[Judgements, int], Sequence[MeasureScores]]
) -> list[MeasureScores]:
    """The expectation of what ``score`` makes of a certain truth (and the number of its draw), for each measure.

    The published number is the mean over the draws that have one. So is the mean of each group. A unit's value is the
    mean of what it counted: where undefined units are skipped, over the draws in which it is defined. It is undefined
    only where it is so in every draw. With ``ci``, low and high are percentiles of the published number over the drawn
    truths: they tell how far the doubt in the truth moves it, and nothing of the sampling of items.
    """
    expected: list[_Expectation] = []
    for number, drawn in enumerate(drawn_truths(truth, settings.draws, settings.seed)):
        with warnings.catch_warnings():
            if number:  # what an alignment has to say is the same for every draw
                warnings.simplefilter("ignore", GoldscaleWarning)
            results = score(drawn, number)
        expected = expected or [_Expectation(result) for result in results]
        for one, result in zip(expected, results, strict=True):
            one.add(result)
    return [one.scores(settings.ci) for one in expected]


class _Mean:
    """Running means of arrays of one shape, leaving NaN out.

    A running mean of equal numbers is that number to the last digit, which their sum divided by their count is not.
    """

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._count = np.zeros(shape, dtype=np.int64)
        self._mean = np.zeros(shape)

    def add(self, values: np.ndarray) -> None:
        known = ~np.isnan(values)
        self._count += known
        self._mean[known] += (values[known] - self._mean[known]) / self._count[known]

    @property
    def value(self) -> np.ndarray:
        return np.where(self._count > 0, self._mean, np.nan)


class _Expectation:
    """One measure over the draws."""

    def __init__(self, first: MeasureScores) -> None:
        self._first = first
        self._values = _Mean(first.values.shape)
        self._defined = np.zeros(first.values.shape, dtype=bool)
        self._published = _Mean(first.aggregate.shape)
        self._levels = [_Mean(level.values.shape) for level in first.levels]
        self._numbers: list[np.ndarray] = []

    def add(self, drawn: MeasureScores) -> None:
        self._values.add(drawn.counted)
        self._defined |= ~np.isnan(drawn.values)
        self._published.add(drawn.aggregate)
        self._numbers.append(drawn.aggregate)
        for mean, level in zip(self._levels, drawn.levels, strict=True):
            mean.add(level.values)

    def scores(self, ci: float | None) -> MeasureScores:
        numbers = np.stack(self._numbers, axis=1)
        values = np.where(self._defined, self._values.value, np.nan)
        values.flags.writeable = False
        limits = None if ci is None else np.array([percentiles(of_run, (1 - ci) / 2) for of_run in numbers]).T
        return replace(
            self._first,
            values=values,
            aggregate=self._published.value,
            undefined=np.isnan(values).sum(axis=1),
            signatures=tuple(
                str(Signature.parse(signature).adding(f"drawing error={_standard_error(of_run):.1g}"))
                for signature, of_run in zip(self._first.signatures, numbers, strict=True)
            ),
            low=None if limits is None else limits[0],
            high=None if limits is None else limits[1],
            levels=tuple(
                GroupScores(level.groups, mean.value)
                for level, mean in zip(self._first.levels, self._levels, strict=True)
            ),
        )


def _standard_error(numbers: np.ndarray) -> float:
    """How far the mean of the draws may be from the expectation, for being a mean of so few."""
    known = numbers[~np.isnan(numbers)]
    if len(known) < 2:
        return math.nan
    # Differences from one of them, so that equal numbers have no error at all.
    return float((known - known[0]).std(ddof=1)) / math.sqrt(len(known))
