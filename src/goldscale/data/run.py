"""Run: what one system predicted, as scores, decisions or both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np

from goldscale.data import matrix as mx
from goldscale.data.axis import Concepts, Items, as_axis, per_label
from goldscale.data.given import By, Grid, NamedLabels, as_grid, class_grid, form_of, nested_grid
from goldscale.errors import MismatchError, ParameterError, counted


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Run:
    """Items x labels predictions of one system: scores (higher is more likely) and/or yes/no decisions.

    Dense scores are held as they come (float32 or float64); other numbers become float64. A sparse
    matrix holds only what the system retrieved: an absent cell is unretrieved, which ranks behind every
    score; in a dense matrix ``-inf`` says the same. NaN and ``+inf`` are no scores. Arrays are not copied: do not
    write into them afterwards. A data frame gives its names along. Decisions may be the predicted labels of each item
    by name, as a list of lists or by item. ``threshold`` is the system's own threshold: one number, or one per label.

    >>> Run(scores=[[0.9, 0.1], [0.2, 0.4]], name="mine")
    Run('mine', 2 items x 2 labels, scores)
    >>> Run(decisions={"a.jpg": ["Sky"], "b.jpg": ["Sea", "Sky"]}).decisions.tolist()
    [[False, True], [True, True]]
    """

    made_by = "gs.read_run(path) or gs.Run(scores)"

    scores: mx.Matrix | None
    decisions: mx.Matrix | None
    items: Items
    labels: Concepts
    name: str = field(default="run")
    team: str = field(default="")
    notes: str = field(default="")
    threshold: float | np.ndarray | None = field(default=None)

    def __init__(
        self,
        scores: Any = None,
        decisions: Any = None,
        items: Items | Iterable[str] | None = None,
        labels: Concepts | Iterable[str] | None = None,
        name: str = "run",
        team: str = "",
        notes: str = "",
        threshold: float | Mapping[str, float] | Iterable[float] | None = None,
    ) -> None:
        what = f"run {name!r}"
        if scores is None and decisions is None:
            raise ParameterError(f"{what} needs scores, decisions or both")
        scored = None if scores is None else as_grid(_refuse_names(scores, what), what)
        decided = None if decisions is None else as_grid(decisions, what, labels)
        held_scores = None if scored is None else _scores(scored.values, name)
        held_decisions = None if decided is None else _decisions(decided.values, name)
        grid = cast(Grid, decided if scored is None else scored)
        items = grid.items if items is None else items
        labels = grid.labels if labels is None else labels
        first = cast(mx.Matrix, held_decisions if held_scores is None else held_scores)
        if held_decisions is not None and held_decisions.shape != first.shape:
            raise ParameterError(
                f"run {name!r} has scores of shape {first.shape} and decisions of shape {held_decisions.shape}"
            )
        axis = as_axis(Concepts, labels, first.shape[1])
        own = threshold
        if threshold is not None and not isinstance(threshold, (int, float)):
            own = per_label(threshold, axis, "threshold", f"run {name!r} has ")
        if own is not None and not np.isfinite(np.asarray(own, dtype=np.float64)).all():
            raise ParameterError(f"the threshold of run {name!r} must be a finite number, not {own}")
        vars(self).update(scores=held_scores, decisions=held_decisions, items=as_axis(Items, items, first.shape[0]))
        vars(self).update(labels=axis, name=name, team=team, notes=notes, threshold=own)

    @classmethod
    def from_dict(cls, table: Mapping[str, Mapping[str, float]], name: str = "run", *, by: By = "topic") -> Run:
        """A run from ``{topic: {document: score}}``, as pytrec_eval and ranx hold it; the rest is unretrieved.

        With by="item" the outer names are items and the inner ones labels.

        >>> Run.from_dict({"a.jpg": {"Sky": 0.9, "Sea": 0.2}}, by="item")
        Run('run', 1 item x 2 labels, sparse scores)
        """
        grid = nested_grid(table, f"run {name!r}", by)
        return cls(grid.values, items=grid.items, labels=grid.labels, name=name)

    @classmethod
    def from_classes(
        cls,
        classes: Any,
        labels: Concepts | Iterable[str] | None = None,
        items: Items | Iterable[str] | None = None,
        name: str = "run",
    ) -> Run:
        """A run from the one class that it predicts for each item: its name, or its number among the labels.

        >>> Run.from_classes(["cat", "owl"], labels=["cat", "dog", "owl"])
        Run('run', 2 items x 3 labels, decisions)
        """
        grid = class_grid(classes, f"run {name!r}", labels)
        return cls(decisions=grid.values, items=grid.items if items is None else items, labels=grid.labels, name=name)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of items and labels."""
        return len(self.items), len(self.labels)

    @property
    def is_sparse(self) -> bool:
        """Whether the run holds only what the system retrieved."""
        return mx.is_sparse(self.scores) or mx.is_sparse(self.decisions)

    def select(self, items: np.ndarray | None = None, labels: np.ndarray | None = None) -> Run:
        """The predictions for these item and label positions, in this order."""
        own = self.threshold
        return Run(
            None if self.scores is None else mx.rearrange(self.scores, items, labels),
            None if self.decisions is None else mx.rearrange(self.decisions, items, labels),
            self.items if items is None else self.items.take(items),
            self.labels if labels is None else self.labels.take(labels),
            self.name,
            self.team,
            self.notes,
            own[labels] if labels is not None and isinstance(own, np.ndarray) else own,
        )

    def replace(self, **changes: Any) -> Run:
        """A copy with some of name, team, notes, threshold, items, labels, scores or decisions changed."""
        return replace(self, **changes)

    @property
    def described(self) -> str:
        """What the run holds, in words: 2 images x 3 concepts, scores and decisions."""
        has = [kind for kind in ("scores", "decisions") if getattr(self, kind) is not None]
        sparse = " sparse" if self.is_sparse else ""
        return f"{self.items.counted} x {self.labels.counted},{sparse} {' and '.join(has)}"

    def __repr__(self) -> str:
        return f"Run({self.name!r}, {self.described})"


def _refuse_names(scores: Any, what: str) -> Any:
    """Labels by name are no scores."""
    form = form_of(scores, what)
    if isinstance(form, NamedLabels):
        raise ParameterError(f"{what} has names for scores; labels that it predicts are Run(decisions=...)")
    return form


def _scores(matrix: mx.Matrix, name: str) -> mx.Matrix:
    numbers = mx.cells(matrix)
    if numbers.dtype.kind in "iu" and numbers.dtype.itemsize == 8 and np.abs(numbers).max(initial=0) > 2**53:
        raise ParameterError(
            f"run {name!r} has whole numbers beyond 2^53 as scores, which floating point cannot tell apart"
        )
    if numbers.dtype not in (np.float32, np.float64):
        numbers = numbers.astype(np.float32 if numbers.dtype.itemsize < 4 else np.float64)
    bad = unusable(numbers)
    if len(bad):
        where = tuple(bad[0].tolist())
        kind = "NaN" if np.isnan(numbers[where]) else "infinite"
        raise ParameterError(f"run {name!r} has {counted(len(bad), f'{kind} score')}, the first at {where}")
    return mx.with_cells(matrix, numbers)


def unusable(scores: np.ndarray) -> np.ndarray:
    """Positions of NaN and of plus infinity, which are no scores; minus infinity says that nothing was retrieved."""
    if scores.max(initial=-np.inf) < np.inf:  # one look at all of them; a NaN is below nothing
        return np.empty((0, scores.ndim), dtype=np.intp)
    return np.argwhere(~(scores < np.inf))


def are_decisions(numbers: np.ndarray, *, written: bool = False) -> bool:
    """Whether numbers of which nobody says what they are can only be decisions: 0 and 1, at least one of them.

    Floating-point numbers are scores, unless they were ``written``: a text does not tell 1 from 1.0.
    """
    kind = numbers.dtype.kind
    if kind == "b":
        return True
    if not numbers.size or kind not in ("iuf" if written else "iu"):
        return False
    # The first value nearly always tells.
    return numbers.flat[0] in (0, 1) and bool(((numbers == 0) | (numbers == 1)).all())


def _decisions(matrix: mx.Matrix, name: str) -> mx.Matrix:
    numbers = mx.cells(matrix)
    if numbers.dtype.kind != "b":
        if np.any((numbers != 0) & (numbers != 1)):
            raise ParameterError(f"the decisions of run {name!r} must be 0 or 1")
        numbers = numbers.astype(bool)
    return mx.with_cells(matrix, numbers)


def check_run_names(names: Sequence[str], last: str | None = None) -> None:
    """There are runs, and each has a name of its own, for results are kept by it; ``last``: the last one's file."""
    if not names:
        raise ParameterError("no runs were given")
    double = [name for name, count in Counter(names).items() if count > 1]
    if double:
        renaming = "Rename with run.replace(name=...)"
        hint = renaming if last is None else f"{last} has the name of a run before it; rename one of them"
        raise MismatchError("runs must have names of their own", double=double, hint=hint)
