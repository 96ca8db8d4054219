"""evaluate: runs, a truth and measures in; Scores out. Each unit is ranked once for all measures asked for."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from goldscale.data import Judgements, Run, Scores
from goldscale.data.id_matching import Match
from goldscale.errors import GoldscaleWarning
from goldscale.kernels.cells import Direction
from goldscale.kernels.intervals import IntervalMethod
from goldscale.kernels.ranking import Ties
from goldscale.measures.alignment import Unjudged
from goldscale.measures.decisions import Threshold
from goldscale.measures.definition import Measure
from goldscale.measures.evaluation import Evaluation
from goldscale.measures.grouping import Grouped
from goldscale.measures.inputs import as_inputs
from goldscale.measures.knowledge import Agreement
from goldscale.measures.settings import Extra, Missing, Settings, Undefined
from goldscale.progress import Progress

if TYPE_CHECKING:
    from goldscale.data.ontology import Ontology
    from goldscale.relatedness import Relatedness


def evaluate(
    runs: Run | Sequence[Run] | Mapping[str, Any] | Any,
    truth: Judgements | Any,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    *,
    ties: Ties = "expected",
    undefined: Undefined = "skip",
    unjudged: Unjudged = "negative",
    threshold: Threshold = 0.5,
    ci: float | None = None,
    ci_over: Direction = "item",
    interval: IntervalMethod = "percentile",
    replicates: int = 1000,
    seed: int = 0,
    draws: int = 200,
    match: Match = "exact",
    extra: Extra = "refuse",
    missing: Missing = "refuse",
    blank: float | str = "unretrieved",
    ontology: Ontology | str | os.PathLike[str] | None = None,
    relatedness: Relatedness | str | os.PathLike[str] | None = None,
    agreement: Agreement | None = None,
    groups: Grouped | None = None,
    progress: Progress | None = None,
) -> Scores:
    """Score runs against a truth.

    ``runs`` is a Run, a path or several of them, an array, a data frame or whatever else holds items x labels numbers,
    or a mapping of names to such (booleans and whole numbers 0 and 1 are taken as decisions). ``truth`` is Judgements,
    a path, or such numbers. Both may also be label sets by item (``{"a.jpg": ["Sky"]}``) or the class of each item: a
    vector of names or whole numbers, beside which scores have a column per class.

    Where a truth holds probabilities, each judged cell is relevant with its own, independently of the others, and every
    number is a mean over ``draws`` truths drawn so: an estimate of its expectation. The signature gives the standard
    error of that estimate. Without ``measures`` those are taken that are
    usual for such data.

    measures: one or several, as ``["AP", "F1:item"]`` or ``"AP,F1:item"``.

    ties: expected (the exact expectation over random orders of equal scores), best, worst, order (as the items
    come), id (as trec_eval) or group (as scikit-learn).

    undefined: what a unit without an answer does to the mean: skip, zero or one.

    unjudged: cells that nobody judged count as negative or are left out (ignore); with bounds, low and high are the
    lowest and highest value that any way of judging them allows.

    threshold: what turns scores into decisions where a run gives none: a number, one per label, or a rule (argmax,
    best-f1, density, density-per-label, retrieved). A number that hardly suits a run's scores is told in a warning.

    ci: 0.95 adds a bootstrap interval from ``replicates`` resamples of items, or of labels with ci_over="label". It
    lies between percentiles, which interval="bca" corrects for bias and skew. Where the truth holds probabilities, it
    is instead the interval of the number over the drawn truths: how far the doubt in the truth moves it, not what
    other items would; ``ci_over``, ``interval`` and ``replicates`` then do not apply.

    match: how the ids of runs and truth are matched: exact, stem (items without directory and extension) or loose
    (besides: case, blanks around them, Unicode form, underscores and hyphens, zeros before numbers).

    extra, missing: items and labels that a run has besides the truth's are refused or dropped; those that a full table
    lacks are refused or count as unretrieved, behind everything else. Both are told in a warning.

    blank: a cell of a run's file without a score counts as unretrieved, which a warning tells, is refused, or has the
    score given.

    ontology, relatedness, agreement: what semantic measures need: an object, a bundled name ('pto-2009', 'identity')
    or a path; agreement factors by label.

    groups: items that belong together, in levels (Groups, a CSV file, or ``{"author": [...], "plant": [...]}``). A mean
    over items becomes the mean over authors of the mean over plants of the mean over items; intervals resample
    authors, in each its plants, in each its items. Measures by label and numbers that are no plain
    mean over items (medians, weighted, geometric and pooled ones) are as without groups.

    >>> scores = evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ["AP:item", "P:item"])
    >>> scores.summary()["run"]
    {'AP:item': 0.8333333333333333, 'P:item': 0.5}
    """
    settings = Settings(
        ties=ties,
        undefined=undefined,
        unjudged=unjudged,
        threshold=threshold,
        ci=ci,
        ci_over=ci_over,
        interval=interval,
        replicates=replicates,
        seed=seed,
        draws=draws,
        match=match,
        extra=extra,
        missing=missing,
        blank=blank,
    )
    knowledge = {"ontology": ontology, "relatedness": relatedness, "agreement": agreement}
    held, judged = as_inputs(runs, truth, match, blank)
    evaluation = Evaluation(judged, measures, settings, knowledge, groups)
    if evaluation.usual is not None:
        evaluation = evaluation.only(evaluation.usual.measures(any(run.scores is not None for run in held)))
    scores = evaluation.score(held, progress)
    for remark in scores.remarks():
        warnings.warn(remark, GoldscaleWarning, stacklevel=2)
    return scores
