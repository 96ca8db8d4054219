"""evaluate: runs, a truth and measures in; Scores out. Each unit is ranked once for all measures asked for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import issparse

from goldscale.data import Axis, Judgements, MeasureScores, Run, Scores
from goldscale.errors import MismatchError, ParameterError
from goldscale.kernels.cells import Direction
from goldscale.kernels.ranking import Ties
from goldscale.measures.aggregate import FILL, aggregate
from goldscale.measures.alignment import Unjudged
from goldscale.measures.bounds import bounds
from goldscale.measures.confidence import intervals
from goldscale.measures.decisions import Threshold
from goldscale.measures.definition import Measure
from goldscale.measures.grouping import Grouped, Nesting, as_groups
from goldscale.measures.knowledge import Agreement, Knowledge
from goldscale.measures.registry import measure as parse
from goldscale.measures.scoring import RunScores, Targets, score_run
from goldscale.measures.settings import Settings, Undefined
from goldscale.measures.signature import signature
from goldscale.measures.uncertain import check_rules, expected_scores
from goldscale.progress import Progress, silent

if TYPE_CHECKING:
    from goldscale.data.ontology import Ontology
    from goldscale.relatedness import Relatedness

POOLED = "all"
"""Name of the one unit of a micro-averaged measure."""


def evaluate(
    runs: Run | Sequence[Run] | Mapping[str, Any] | Any,
    truth: Judgements | Any,
    measures: str | Measure | Iterable[str | Measure],
    *,
    ties: Ties = "expected",
    undefined: Undefined = "skip",
    unjudged: Unjudged = "negative",
    threshold: Threshold = 0.5,
    ci: float | None = None,
    ci_over: Direction = "item",
    replicates: int = 1000,
    seed: int = 0,
    draws: int = 200,
    ontology: Ontology | str | os.PathLike[str] | None = None,
    relatedness: Relatedness | str | os.PathLike[str] | None = None,
    agreement: Agreement | None = None,
    groups: Grouped | None = None,
    progress: Progress | None = None,
) -> Scores:
    """Score runs against a truth.

    ``runs`` is a Run, several, a mapping of names to arrays, or a plain array (a boolean or 0/1 integer array
    is taken as decisions). ``truth`` is Judgements or a plain array. Where it holds probabilities, each judged cell is
    relevant with its own, independently of the others, and every number is a mean over ``draws`` truths drawn so: an
    estimate of its expectation. The signature gives the standard error of that estimate.

    ties: expected (the exact expectation over random orders of equal scores), best, worst, order (as the items
    come), id (as trec_eval) or group (as scikit-learn).

    undefined: what a unit without an answer does to the mean: skip, zero or one.

    unjudged: cells that nobody judged count as negative or are left out (ignore); with bounds, low and high are the
    lowest and highest value that any way of judging them allows.

    threshold: what turns scores into decisions where a run gives none: a number, one per label, or a rule (best-f1,
    density, density-per-label, retrieved).

    ci: 0.95 adds a bootstrap interval from ``replicates`` draws over items, or over labels with ci_over="label". Where
    the truth holds probabilities, it is instead the interval of the number over the drawn truths: how far the doubt in
    the truth moves it, not what other items would; ``ci_over`` and ``replicates`` are then of no account.

    ontology, relatedness, agreement: what semantic measures need: an object, a bundled name ('pto-2009', 'identity')
    or a path; agreement factors by label.

    groups: items that belong together, in levels (Groups, a CSV file, or ``{"author": [...], "plant": [...]}``). A mean
    over items becomes the mean over authors of the mean over plants of the mean over items; intervals draw authors, in
    each its plants, in each its items. Measures by label, medians and pooled counts are as without groups.

    >>> scores = evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ["AP:item", "P:item"])
    >>> scores.summary()["run"]
    {'AP:item': 0.8333333333333333, 'P:item': 0.5}
    """
    settings = Settings(ties, undefined, unjudged, threshold, ci, ci_over, replicates, seed, draws)
    held = as_runs(runs)
    judged = truth if isinstance(truth, Judgements) else Judgements(truth)
    asked = list(dict.fromkeys(parse(m) for m in ([measures] if isinstance(measures, (str, Measure)) else measures)))
    if not asked:
        raise ParameterError("no measure was asked for")
    knowledge = Knowledge(judged.labels, ontology, relatedness, agreement)
    nesting = Nesting(judged.items, None if groups is None else as_groups(groups, judged.items))
    targets = Targets(judged, settings, knowledge, nesting)
    score = _score_uncertain if judged.relevance == "probability" else _score
    results = score(held, targets, asked, progress or silent)
    return Scores([run.name for run in held], results, canonical=lambda text: str(parse(text)))


def _score_uncertain(
    held: Sequence[Run], targets: Targets, asked: Sequence[Measure], report: Progress
) -> list[MeasureScores]:
    """All runs against a truth of probabilities: against each drawn truth, and the expectation of that."""
    settings = targets.settings
    check_rules(targets.truth, settings)
    certain, total = replace(settings, ci=None), settings.draws * len(held)

    def of_draw(truth: Judgements, number: int) -> list[MeasureScores]:
        drawn = Targets(truth, certain, targets.knowledge, targets.nesting)
        return _score(held, drawn, asked, lambda done, *_: report(number * len(held) + done, total), targets)

    return expected_scores(targets.truth, settings, of_draw)


def _score(
    held: Sequence[Run],
    targets: Targets,
    asked: Sequence[Measure],
    report: Progress,
    stated: Targets | None = None,
) -> list[MeasureScores]:
    """All runs against a certain truth; signatures tell of the targets that were stated, where others were drawn."""
    parts: list[_Part] = []
    for done, run in enumerate(held):
        report(done, len(held))
        scored = score_run(run, targets, asked)
        parts.append(_Part(scored.values, scored.threshold, _limits(scored, run, targets)))
    report(len(held), len(held))
    return [_assemble(measure, targets, parts, stated or targets) for measure in asked]


Limits = dict[Measure, tuple[float, float]]


@dataclass(frozen=True)
class _Part:
    """What is kept of a run once it is scored."""

    values: dict[Measure, np.ndarray]
    threshold: str
    limits: Limits


def _limits(scores: RunScores, run: Run, targets: Targets) -> Limits:
    """Low and high of each measure: a bootstrap interval, or the bounds that unjudged cells leave."""
    if targets.settings.ci is not None:
        return intervals(scores, targets)
    if targets.settings.unjudged == "bounds":
        return bounds(run, targets, list(scores.values))
    return {}


def as_runs(runs: Run | Sequence[Run] | Mapping[str, Any] | Any) -> list[Run]:
    """Runs from whatever the caller has."""
    if isinstance(runs, Run):
        found = [runs]
    elif isinstance(runs, Mapping) and not issparse(runs):
        found = [r.replace(name=n) if isinstance(r, Run) else _from_array(r, n) for n, r in runs.items()]
    elif isinstance(runs, (list, tuple)) and runs and all(isinstance(r, Run) for r in runs):
        found = list(runs)
    elif isinstance(runs, (list, tuple)) and (not runs or getattr(runs[0], "ndim", 0) == 2):
        raise ParameterError(
            "no runs were given" if not runs else "several arrays need names: {'first': S1, 'second': S2}"
        )
    else:
        found = [_from_array(runs, "run")]
    double = [name for name, count in Counter(r.name for r in found).items() if count > 1]
    if double:
        raise MismatchError(
            "runs must have names of their own", double=double, hint="Rename with run.replace(name=...)"
        )
    return found


def _from_array(values: Any, name: str) -> Run:
    array = values if issparse(values) or hasattr(values, "columns") else np.asanyarray(values)
    numbers = array.tocoo().data if issparse(array) else np.asarray(array)
    whole = numbers.dtype.kind in "biu"
    if whole and not np.any((numbers != 0) & (numbers != 1)):
        return Run(decisions=array, name=name)
    return Run(scores=array, name=name)


def _assemble(measure: Measure, targets: Targets, parts: Sequence[_Part], stated: Targets) -> MeasureScores:
    truth, settings = targets.truth, targets.settings
    units: Axis = truth.items if measure.direction == "item" else truth.labels
    if measure.micro:
        units = Axis([POOLED], units.noun)
    values = np.stack([part.values[measure] for part in parts])
    values.flags.writeable = False
    limits = np.array([part.limits[measure] for part in parts]).T if parts[0].limits else None
    known = targets.knowledge.describe(measure.definition.needs) + targets.nesting.describe(measure)
    found = MeasureScores(
        str(measure),
        values,
        units,
        aggregate(values, measure, settings.undefined, targets.nesting.parents(measure)),
        np.isnan(values).sum(axis=1),
        tuple(signature(measure, stated, part.threshold, known) for part in parts),
        measure.definition.higher_is_better,
        None if limits is None else limits[0],
        None if limits is None else limits[1],
        FILL[settings.undefined],
    )
    return replace(found, levels=targets.nesting.levels(measure, found.counted))
