"""ROC and precision-recall curves as data: what AUC, EER, AP and iAP are read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from goldscale.data import Judgements, Run
from goldscale.data.id_matching import Match
from goldscale.data.result import Result
from goldscale.data.table import Table, numbers
from goldscale.errors import MismatchError, known_name
from goldscale.kernels.cells import Direction
from goldscale.kernels.thresholds import steps
from goldscale.measures.alignment import Target, Unjudged
from goldscale.measures.fitting import fit
from goldscale.measures.inputs import as_inputs
from goldscale.measures.settings import Extra, Missing, Settings

Kind = Literal["roc", "pr"]
AXES = {"roc": ("false positive rate", "true positive rate"), "pr": ("recall", "precision")}


@dataclass(frozen=True, eq=False, repr=False)
class Curve(Result):
    """One unit's curve: a point for each distinct score, from the highest down."""

    kind: Kind
    unit: str
    x: np.ndarray
    y: np.ndarray
    thresholds: np.ndarray
    """The score from which on cells are predicted at each point; +inf where none is."""

    def tables(self) -> tuple[Table, ...]:
        """threshold, x and y, under the names of the axes."""
        x, y = AXES[self.kind]
        columns = [numbers("threshold", self.thresholds), numbers(x, self.x), numbers(y, self.y)]
        return (Table(columns, title=f"{self.kind} of {self.unit}"),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; an infinite threshold is None."""
        return {"kind": self.kind, "unit": self.unit, "points": self.tables()[0].records()}

    def __repr__(self) -> str:
        return f"Curve({self.kind} of {self.unit}, {len(self.x)} points)"


def curves(
    run: Run | Any,
    truth: Judgements | Any,
    kind: Kind = "roc",
    *,
    direction: Direction = "label",
    rel: int = 1,
    unjudged: Unjudged = "negative",
    match: Match = "exact",
    extra: Extra = "refuse",
    missing: Missing = "refuse",
) -> dict[str, Curve]:
    """The curve of every unit that has one: something relevant and (for roc) something irrelevant.

    Equal scores make one point, for no threshold parts them. A ROC curve runs from (0, 0) to (1, 1): cells that the
    run did not retrieve come last, all at once (threshold -inf). A precision-recall curve has only what was retrieved.
    ``match``, ``extra`` and ``missing`` are as in ``evaluate``.

    >>> curve = curves([[0.9, 0.8, 0.1]], [[1, 0, 1]], "pr", direction="item")["0"]
    >>> curve.x.tolist(), curve.y.round(2).tolist()
    ([0.5, 0.5, 1.0], [1.0, 0.5, 0.67])
    """
    known_name(kind, AXES, "curve")
    runs, judged = as_inputs(run, truth, match)
    if len(runs) != 1:
        raise MismatchError(f"curves are of one run, not of {len(runs)}")
    settings = Settings(unjudged=unjudged, match=match, extra=extra, missing=missing)
    cells = Target(judged, unjudged).align(fit(runs[0], judged, settings)).cells
    names = (judged.items if direction == "item" else judged.labels).names
    counts = cells.grade_counts(direction)
    found: dict[str, Curve] = {}
    for block in cells.blocks(direction):
        for unit, scores, grade in zip(block.units, block.scores, block.grade, strict=True):
            relevant, candidates = int(counts[unit, rel:].sum()), int(counts[unit].sum())
            if unit >= len(names) or relevant == 0 or (kind == "roc" and relevant == candidates):
                continue
            ranked = scores > -np.inf
            points = steps(scores[ranked], grade[ranked] >= rel)
            found[names[unit]] = (_roc if kind == "roc" else _pr)(names[unit], *points, relevant, candidates)
    return {name: found[name] for name in names if name in found}


def _roc(unit: str, score: np.ndarray, predicted: np.ndarray, hit: np.ndarray, relevant: int, candidates: int) -> Curve:
    x = np.concatenate([[0.0], (predicted - hit) / (candidates - relevant)])
    y = np.concatenate([[0.0], hit / relevant])
    thresholds = np.concatenate([[np.inf], score])
    if (x[-1], y[-1]) != (1.0, 1.0):
        x, y, thresholds = np.append(x, 1.0), np.append(y, 1.0), np.append(thresholds, -np.inf)
    return Curve("roc", unit, x, y, thresholds)


def _pr(unit: str, score: np.ndarray, predicted: np.ndarray, hit: np.ndarray, relevant: int, candidates: int) -> Curve:
    return Curve("pr", unit, hit / relevant, hit / predicted, score)
