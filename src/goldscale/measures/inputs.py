"""The one place where what people have becomes runs and a truth: paths, arrays, frames, dictionaries, names.

``data/given.py`` sorts it into forms. What a form alone leaves open, run and truth tell together:

- A vector of numbers beside a grid of scores, or beside names, is the class of each item. Beside another vector it is
  the only label's relevance where it is 0 or 1 throughout or the run is fractional; else both are classes.
- Classes and label sets are over the labels of whoever names them all; beside bare columns over those that occur, in
  order, and there must be as many.
- The outer names of a nested dictionary are those that the other side knows as items or as labels.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import issparse

from goldscale.data import Axis, Concepts, Judgements, Run, Scores, Votes
from goldscale.data import matrix as mx
from goldscale.data.given import Form, Grid, NamedLabels, Nested, Vector, are_label_sets, form_of
from goldscale.data.id_matching import Match, renamed
from goldscale.data.run import are_decisions, check_run_names
from goldscale.errors import GoldscaleWarning, ParameterError
from goldscale.formats import PathLike, read_judgements, read_run
from goldscale.formats.registry import BLANK

PATHS = (str, os.PathLike)
ORDER = "runs come first and the truth second, evaluate(runs, truth, measures)"


def as_inputs(
    runs: Any, truth: Any, match: Match = "exact", blank: float | str = BLANK.default
) -> tuple[list[Run], Judgements]:
    """Runs and truth from whatever the caller has."""
    judged = _truth_form(truth)
    named = _run_forms(runs, judged, partial(read_run, blank=blank, names=path_of(truth)))
    if len(named) == 1 and not isinstance(runs, Mapping):  # whoever names runs knows which they are
        _warn_of_wrong_order(next(iter(named.values())), judged)
    held = _judgements(judged, list(named.values()), match)
    return _runs(named, held, match), held


def as_runs(
    runs: Any,
    truth: Judgements,
    match: Match = "exact",
    blank: float | str = BLANK.default,
    names: PathLike | None = None,
) -> list[Run]:
    """Runs against a truth that is known already; ``names`` is the file that it comes from, if any."""
    return _runs(_run_forms(runs, truth, partial(read_run, blank=blank, names=names)), truth, match)


def path_of(truth: Any) -> PathLike | None:
    """The file that a truth comes from, which may tell what the ids of a run stand for."""
    return truth if isinstance(truth, PATHS) else None


def as_truth(truth: Any) -> Judgements:
    """A truth on its own."""
    return _judgements(_truth_form(truth), [], "exact")


def _truth_form(truth: Any) -> Judgements | Form:
    if isinstance(truth, Judgements):
        return truth
    if isinstance(truth, Run):
        raise ParameterError(f"the truth is a Run: {ORDER}")
    _refuse_others(truth, "the truth")
    if isinstance(truth, PATHS):
        return read_judgements(truth)
    return form_of(truth, "the truth")


def _run_forms(runs: Any, truth: Judgements | Form, read: Callable[..., Run]) -> dict[str, Run | Form]:
    """Each run, or what it is made from, by name; ``read`` makes one of a path."""
    if isinstance(runs, Judgements):
        raise ParameterError(f"Judgements are no run: {ORDER}")
    _refuse_others(runs, "the run")
    if isinstance(runs, (Run, *PATHS)):
        runs = [runs]
    if isinstance(runs, Mapping) and not issparse(runs):
        return _of_mapping(runs, truth, read)
    if isinstance(runs, list | tuple):
        if not runs:
            raise ParameterError("no runs were given")
        if any(isinstance(run, Run | os.PathLike) for run in runs) or _are_paths(runs, truth):
            if not all(isinstance(run, (Run, *PATHS)) for run in runs):
                raise ParameterError("several runs are Runs or paths; arrays need names: {'first': S1, 'second': S2}")
            held = [run if isinstance(run, Run) else read(run) for run in runs]
            check_run_names([run.name for run in held])
            return {run.name: run for run in held}
        if getattr(runs[0], "ndim", 0) == 2:
            raise ParameterError(
                "several arrays need names: {'first': S1, 'second': S2}; one array of two columns per label, as "
                "predict_proba of scikit-learn gives, becomes np.column_stack([p[:, 1] for p in arrays])"
            )
    return {"run": form_of(runs, "run 'run'")}


def _of_mapping(runs: Mapping[Any, Any], truth: Judgements | Form, read: Callable[..., Run]) -> dict[str, Run | Form]:
    """Runs by name, or one run by item or topic."""
    if not runs:
        raise ParameterError("no runs were given")
    values = list(runs.values())
    numbers = (int, float, np.number)
    by_item = all(isinstance(value, numbers) for value in values) or all(
        isinstance(value, Mapping) and all(isinstance(cell, numbers) for cell in value.values()) for value in values
    )
    if by_item or (are_label_sets(values) and not _has_one_class_each(truth)):
        return {"run": form_of(runs, "run 'run'")}
    check_run_names([str(key) for key in runs])
    found: dict[str, Run | Form] = {}
    for key, value in runs.items():
        name = str(key)
        if isinstance(value, Run):
            found[name] = value.replace(name=name)
        elif isinstance(value, PATHS):
            found[name] = read(value, name=name)
        elif isinstance(value, Judgements):
            raise ParameterError(f"run {name!r} is Judgements, which are no run")
        else:
            found[name] = form_of(value, f"run {name!r}")
    return found


def _has_one_class_each(truth: Judgements | Form) -> bool:
    """Whether the truth came as one class per item, without names of items."""
    if isinstance(truth, NamedLabels):
        return truth.items is None and all(len(names) == 1 for names in truth.sets)
    return isinstance(truth, Vector) and truth.items is None


def _are_paths(texts: Sequence[Any], truth: Judgements | Form) -> bool:
    """Whether a list of texts names files, not the class of each item."""
    if not all(isinstance(text, str) for text in texts):
        return False
    if isinstance(truth, NamedLabels):
        return not set(texts) & set(truth.names)
    if isinstance(truth, Judgements | Grid):
        return not (truth.labels is not None and set(texts) <= set(truth.labels))
    return True


def _refuse_others(given: Any, what: str) -> None:
    """Things of ours that are neither run nor truth."""
    if isinstance(given, Scores | Votes | Axis) or given is None:
        mend = {Votes: "; merge them first, gs.merge_votes(votes)", Scores: "; they are a result"}.get(type(given), "")
        kind = "missing (None)" if given is None else f"{type(given).__name__}"
        raise ParameterError(f"{what} is {kind}{mend}")


def _judgements(truth: Judgements | Form, runs: Sequence[Run | Form], match: Match) -> Judgements:
    if isinstance(truth, Judgements):
        return truth
    if isinstance(truth, Nested):
        sides = [(run.items, run.labels) for run in runs if isinstance(run, Run | Grid)]
        sides += [(run.items, None) for run in runs if isinstance(run, NamedLabels | Vector)]
        return Judgements.from_dict(truth.table, by=_outer(truth, "the truth", sides))
    if isinstance(truth, Vector):
        if not _is_of_classes(truth, runs):
            truth = truth.column() if runs else truth
        elif truth.is_whole:
            truth = truth.classes()
        else:
            raise ParameterError(f"the truth has one dimension and fractions, the run several labels; {ORDER}")
    if isinstance(truth, NamedLabels):
        truth = _over_known_labels(truth, runs, match)
    if isinstance(truth, Grid):
        return Judgements(truth.values, truth.items, truth.labels)
    return Judgements(truth)


def _is_of_classes(truth: Vector, runs: Sequence[Run | Form]) -> bool:
    """Whether numbers, one per item, are classes; that is up to what the runs are."""
    beyond = truth.is_whole and bool(np.any(truth.values > 1))
    return any(
        (isinstance(run, Run | Grid) and _width(run) > 1)
        or isinstance(run, NamedLabels)
        or (isinstance(run, Vector) and beyond and run.is_whole)
        for run in runs
    )


def _width(run: Run | Grid) -> int:
    return int(run.shape[1] if isinstance(run, Run) else run.values.shape[1])


def _over_known_labels(truth: NamedLabels, runs: Sequence[Run | Form], match: Match) -> Grid:
    """The truth over the labels of the runs: those that a run names, as many as it has columns, or all that occur."""
    occurring = Concepts(map(str, truth.names))
    for run in runs:
        if isinstance(run, Run | Grid):
            axis = run.labels if isinstance(run, Run) else None if run.labels is None else Concepts(run.labels)
            if axis is not None and axis.named:
                return _spelt_as(axis, truth, "the truth", match)
            columns = Concepts(_width(run))
            counted = truth.numbered(columns)
            if counted is not None:
                return Grid(counted.grid(columns).values, truth.items)
            if len(truth.names) != len(columns):
                raise ParameterError(
                    f"the truth has {len(truth.names)} classes and the run {len(columns)} columns without names; "
                    "name them all: gs.Judgements.from_classes(truth, labels=[...])"
                )
            return truth.grid()
        if isinstance(run, Vector) and run.is_whole:
            run = run.classes()
        if isinstance(run, Nested):
            by_item = _outer(run, "the run", [(truth.items, truth.names)]) == "item"
            run = NamedLabels([run.inner if by_item else run.outer])
        if isinstance(run, NamedLabels):
            occurring = Concepts([*occurring, *_only_theirs(run, occurring, match)])
    return truth.grid(occurring)


def _only_theirs(run: NamedLabels, known: Concepts, match: Match) -> list[str]:
    """The labels that a run names and the others do not."""
    own = Concepts(map(str, run.names))
    return [name for name in renamed(own, known, match, "a run", "the truth") if name not in known]


def _runs(named: Mapping[str, Run | Form], truth: Judgements, match: Match) -> list[Run]:
    return [run if isinstance(run, Run) else _run(run, name, truth, match) for name, run in named.items()]


def _run(form: Form, name: str, truth: Judgements, match: Match) -> Run:
    what = f"run {name!r}"
    if isinstance(form, Nested):
        return Run.from_dict(form.table, name, by=_outer(form, what, [(truth.items, truth.labels)]))
    if isinstance(form, Vector):
        if len(truth.labels) == 1:
            form = form.column()
        elif form.is_whole:
            form = form.classes()
        else:
            raise ParameterError(
                f"{what} has one number per item, which is no whole number and so no class; the truth has "
                f"{truth.labels.counted}"
            )
    if isinstance(form, NamedLabels):
        grid = _spelt_as(truth.labels, form, what, match)
        # Labels without names go by position; a run that names others has more of them.
        return Run(
            decisions=grid.values, items=grid.items, labels=grid.labels if truth.labels.named else None, name=name
        )
    if are_decisions(mx.cells(form.values)):
        return Run(decisions=form.values, items=form.items, labels=form.labels, name=name)
    return Run(form.values, items=form.items, labels=form.labels, name=name)


def _spelt_as(labels: Concepts, form: NamedLabels, whose: str, match: Match) -> Grid:
    """Label sets over the other side's labels, by name or else by number, and over those that only they name."""
    if not all(str(name) in labels for name in form.names):
        form = form.numbered(labels) or form
    own = [str(name) for name in form.names]
    spelt = dict(zip(own, renamed(Concepts(own), labels, match, whose, "the other side"), strict=True))
    form = NamedLabels([[spelt[str(name)] for name in names] for names in form.sets], form.items)
    return form.grid(Concepts(dict.fromkeys([*labels, *spelt.values()]), labels.noun))


def _outer(nested: Nested, what: str, sides: Sequence[tuple[Any, Any]]) -> Any:
    """What the outer names of a nested dictionary are, as the other side has them."""
    outer, inner = set(nested.outer), set(nested.inner)
    for items, labels in sides:
        known_items, known_labels = set(items or ()), set(map(str, labels or ()))
        by_item = bool(outer & known_items or inner & known_labels)
        by_topic = bool(outer & known_labels or inner & known_items)
        if by_item != by_topic:
            return "item" if by_item else "topic"
    raise ParameterError(
        f"{what} is a dictionary of dictionaries, and nothing tells whether its outer names are topics or items: use "
        "from_dict of gs.Run and gs.Judgements for {topic: {document: number}}, with by='item' for "
        "{item: {label: number}}"
    )


def _warn_of_wrong_order(run: Run | Form, truth: Judgements | Form) -> None:
    """Scikit-learn has the truth first: 0 and 1, or classes, where scores are expected, and fractions for a truth."""
    if not isinstance(truth, Grid | Vector) or not _may_be_truth(run):
        return
    judged = mx.cells(truth.values)
    known = judged[~np.isnan(judged)] if judged.dtype.kind == "f" else judged
    if np.all(known == np.rint(known)) or known.min() < 0 or known.max() > 1:  # the latter no truth can have
        return
    binary = isinstance(run, Grid | Vector) and are_decisions(mx.cells(run.values))
    what = "0 or 1 throughout" if binary else "one of classes"
    message = f"the run is {what} and the truth is not: {ORDER}. To say that it is meant, give"
    warnings.warn(f"{message} gs.Judgements(truth)", GoldscaleWarning, stacklevel=4)


def _may_be_truth(run: Run | Form) -> bool:
    """Whether what was given for a run might as well be a truth: 0 and 1, or classes."""
    if isinstance(run, Vector):
        return run.is_whole
    return isinstance(run, NamedLabels) or (isinstance(run, Grid) and are_decisions(mx.cells(run.values)))


def may_be_swapped(run: Run, truth: Judgements) -> bool:
    """Whether a run of 0 and 1 is held against probabilities: then the one may well be the other."""
    if truth.relevance != "probability":
        return False
    return run.scores is None or bool(np.isin(mx.cells(run.scores), (0, 1)).all())
