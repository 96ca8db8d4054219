"""Does it matter who judged? Systems ranked under several truths, and how far the rankings differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from goldscale.agreement.annotators import MERGED
from goldscale.data import Axis, Judgements, Run, Scores, Votes
from goldscale.data import matrix as mx
from goldscale.data.id_matching import Match, renamed
from goldscale.data.judgements import unjudged_mask
from goldscale.data.vote_views import sheet_judgements
from goldscale.errors import MismatchError, ParameterError, expect
from goldscale.measures import Evaluation, Measure
from goldscale.measures.inputs import as_runs, as_truth, path_of
from goldscale.measures.knowledge import KNOWLEDGE, Knowledge
from goldscale.measures.settings import Settings
from goldscale.metaevaluation.concordance import ALPHA
from goldscale.metaevaluation.rankings import Influence, SystemScores
from goldscale.progress import Progress, silent


def truths_of(
    votes: Votes, merged: Judgements | None = None, annotators: Iterable[str] | None = None
) -> dict[str, Judgements]:
    """Each annotator's own votes as a truth, and beside them what they were merged into, where that is given.

    All who voted, or only those named.

    >>> votes = Votes.from_records([("first", "a.jpg", "Sky", 1), ("second", "a.jpg", "Sky", 0)])
    >>> truths_of(votes)["first"]
    Judgements(1 item x 1 label, binary, 1 relevant)
    """
    if expect(votes, Votes).anonymous:
        raise ParameterError("these votes do not tell who gave them; there is no truth of a single annotator")
    names = [votes.annotators[a] for a in np.unique(votes.annotator)] if annotators is None else annotators
    truths = {name: sheet_judgements(votes, name) for name in names}
    if merged is not None:
        if MERGED in truths:
            raise MismatchError("the merged truth would take an annotator's name", double=[MERGED])
        truths[MERGED] = merged
    return truths


def influence(
    runs: Run | Sequence[Run] | Mapping[str, Any] | Any,
    truths: Mapping[str, Judgements | Any],
    measures: str | Measure | Iterable[str | Measure],
    *,
    alpha: float = ALPHA,
    progress: Progress | None = None,
    **options: Any,
) -> Influence:
    """Rank the runs under each truth and compare the rankings (thesis 6.3.2, experiments 2 and 4; table 6.3).

    Runs and truths are whatever ``evaluate`` takes. All are cut to the items that every truth judged at least in part
    and every run holds, and to the labels that all have; a run that lists only what it retrieved may lack some. Each
    run is then evaluated once per truth, with
    ``options`` as ``evaluate`` takes them (ontology, unjudged, ties...). Between two truths stand Kendall's tau-b
    (eq. 4.3), the Kolmogorov-Smirnov D of the two rankings (eq. 4.4), which is discordant where its p falls below
    ``alpha``, and the pairs of runs that change order. Scores equal to 12 digits are tied. A run without a value
    under one of the truths is left out of that measure's comparison.

    >>> runs = [Run(decisions=[[1], [0]], name="careful"), Run(decisions=[[1], [1]], name="bold")]
    >>> found = influence(runs, {"a": Judgements([[1], [0]]), "b": Judgements([[1], [1]])}, "F1")
    >>> float(found["F1"].tau[0, 1]), found["F1"].swaps("a", "b")[0].better
    (-1.0, 'careful')
    """
    if not isinstance(truths, Mapping):
        raise ParameterError("truths have names: {'first': truth, 'second': other}")
    named_by = path_of(next(iter(truths.values()), None))
    truths = {name: as_truth(truth) for name, truth in truths.items()}
    if len(truths) < 2:
        raise ParameterError(f"rankings are compared between at least two truths, not {len(truths)}")
    if not 0 < alpha < 1:
        raise ParameterError(f"alpha must lie between 0 and 1, not {alpha:g}")
    given = {parameter.name: options.pop(parameter.name, None) for parameter in KNOWLEDGE}
    groups, settings = options.pop("groups", None), Settings(**options)
    held = as_runs(runs, next(iter(truths.values())), settings.match, settings.blank, named_by)
    if len(held) < 2:
        raise ParameterError(f"a ranking needs at least two runs, not {len(held)}")
    held, truths = _spelt_alike(held, truths, settings.match)
    listed = [run.is_sparse for run in held]
    items = _Common([t.items for t in truths.values()], [r.items for r in held], listed, map(_judged, truths.values()))
    labels = _Common([t.labels for t in truths.values()], [r.labels for r in held], listed)
    cut = [run.select(items.within(run.items), labels.within(run.labels)) for run in held]
    known: dict[Axis, Knowledge] = {}  # truths have the same labels now, but some may have no names for them
    scores: dict[str, Scores] = {}
    for done, (name, truth) in enumerate(truths.items()):
        (progress or silent)(done, len(truths))
        judged = truth.select(items.within(truth.items), labels.within(truth.labels))
        knowledge = known.setdefault(judged.labels, Knowledge(judged.labels, **given))
        scores[name] = Evaluation(judged, measures, settings, knowledge, groups).score(cut)
    first = next(iter(scores.values()))
    found = [
        SystemScores(
            result.measure,
            first.runs,
            tuple(truths),
            np.stack([of_truth[result.measure].aggregate for of_truth in scores.values()]),
            result.higher_is_better,
            alpha,
            tuple(of_truth.signature(result.measure) for of_truth in scores.values()),
        )
        for result in first
    ]
    return Influence({result.measure: result for result in found}, len(items.names), len(labels.names))


def _spelt_alike(
    runs: Sequence[Run], truths: Mapping[str, Judgements], match: Match
) -> tuple[list[Run], dict[str, Judgements]]:
    """All with the ids of the first truth, as far as the rule matches them."""
    first = next(iter(truths.values()))

    def ids(of: Run | Judgements, whose: str) -> dict[str, Any]:
        return {
            "items": renamed(of.items, first.items, match, whose, "the first truth"),
            "labels": renamed(of.labels, first.labels, match, whose, "the first truth"),
        }

    return (
        [run.replace(**ids(run, f"run {run.name!r}")) for run in runs],
        {name: Judgements(t.values, **ids(t, f"truth {name!r}"), name=t.name) for name, t in truths.items()},
    )


def _judged(truth: Judgements) -> np.ndarray:
    """Which items have a judged cell."""
    item, _, values = mx.coordinates(truth.values)
    found = np.zeros(len(truth.items), dtype=bool)
    found[item[~unjudged_mask(values)]] = True
    return found


class _Common:
    """The names that all truths and runs have, in the order of the first truth; sides without names go by position."""

    def __init__(
        self,
        truths: Sequence[Axis],
        runs: Sequence[Axis],
        listed: Sequence[bool],
        judged: Iterable[np.ndarray] = (),
    ) -> None:
        self.reference = next((axis for axis in (*truths, *runs) if axis.named), truths[0])
        shared = set.intersection(*(set(self._named(axis)) for axis in truths))
        for axis, some in zip(truths, judged, strict=False):
            shared &= {name for name, known in zip(self._named(axis), some, strict=True) if known}
        for axis, incomplete in zip(runs, listed, strict=True):
            if not incomplete:
                shared &= set(self._named(axis))
        if not shared:
            raise MismatchError(
                f"there is no {truths[0].noun} that all truths judge and all runs hold",
                hint="They are matched by name; leave out annotators who judged few",
            )
        self.names = [name for name in self._named(truths[0]) if name in shared]

    def within(self, axis: Axis) -> np.ndarray:
        """The positions of those of the names that a side has."""
        index = self._named(axis).index
        return np.array([index[name] for name in self.names if name in index], dtype=np.intp)

    def _named(self, axis: Axis) -> Axis:
        if axis.named or not self.reference.named:
            return axis
        if len(axis) != len(self.reference):
            raise MismatchError(
                f"{len(axis)} {axis.plural} have no names and cannot be matched with {self.reference.counted}"
            )
        return self.reference
