"""evaluate: runs, a truth and measures in; Scores out. Each unit is ranked once for all measures asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import issparse

from goldscale.data import Judgements, Run, Scores
from goldscale.data.matrix import as_matrix, cells
from goldscale.data.run import check_run_names
from goldscale.errors import ParameterError
from goldscale.kernels.cells import Direction
from goldscale.kernels.ranking import Ties
from goldscale.measures.alignment import Unjudged
from goldscale.measures.decisions import Threshold
from goldscale.measures.definition import Measure
from goldscale.measures.evaluation import Evaluation
from goldscale.measures.grouping import Grouped
from goldscale.measures.knowledge import Agreement
from goldscale.measures.settings import Settings, Undefined
from goldscale.progress import Progress

if TYPE_CHECKING:
    from goldscale.data.ontology import Ontology
    from goldscale.relatedness import Relatedness


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

    measures: one or several, as ``["AP", "F1:item"]`` or ``"AP,F1:item"``.

    ties: expected (the exact expectation over random orders of equal scores), best, worst, order (as the items
    come), id (as trec_eval) or group (as scikit-learn).

    undefined: what a unit without an answer does to the mean: skip, zero or one.

    unjudged: cells that nobody judged count as negative or are left out (ignore); with bounds, low and high are the
    lowest and highest value that any way of judging them allows.

    threshold: what turns scores into decisions where a run gives none: a number, one per label, or a rule (best-f1,
    density, density-per-label, retrieved).

    ci: 0.95 adds a bootstrap interval from ``replicates`` resamples of items, or of labels with ci_over="label". Where
    the truth holds probabilities, it is instead the interval of the number over the drawn truths: how far the doubt in
    the truth moves it, not what other items would; ``ci_over`` and ``replicates`` then do not apply.

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
    settings = Settings(ties, undefined, unjudged, threshold, ci, ci_over, replicates, seed, draws)
    knowledge = {"ontology": ontology, "relatedness": relatedness, "agreement": agreement}
    return Evaluation(truth, measures, settings, knowledge, groups).score(as_runs(runs), progress)


def as_runs(runs: Run | Sequence[Run] | Mapping[str, Any] | Any) -> list[Run]:
    """Runs from whatever the caller has."""
    if isinstance(runs, Judgements):
        raise ParameterError("Judgements are no run: runs come first and the truth second")
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
    check_run_names([run.name for run in found])
    return found


def _from_array(values: Any, name: str) -> Run:
    array = as_matrix(values, f"run {name!r}")
    numbers = cells(array)
    whole = numbers.dtype.kind in "biu"
    if whole and not np.any((numbers != 0) & (numbers != 1)):
        return Run(decisions=values, name=name)
    return Run(scores=values, name=name)
