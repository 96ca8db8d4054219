"""The ways to read a set of votes: is a label that was not selected a vote, and is a group of labels one question?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import numpy as np

from goldscale.data.axis import Axis, Concepts, Items
from goldscale.data.judgements import UNJUDGED, Judgements
from goldscale.data.parameter import shown
from goldscale.data.votes import PER_VOTE, YES_NO, Annotators, Scale, Votes
from goldscale.errors import MismatchError, ParameterError, known_name
from goldscale.limits import check_table


def with_deselections(votes: Votes) -> Votes:
    """Every label that somebody left out on an item they voted on is a vote of 0 (thesis 6.3, 'deselection counts').

    >>> from goldscale import Votes
    >>> len(with_deselections(Votes.from_records([("first", "a.jpg", "Sky", 1), ("first", "b.jpg", "Sea", 1)])))
    4
    """
    _need_yes_no(votes, "deselection")
    labels = len(votes.labels)
    sheet = _sheet(votes)
    sheets, first = np.unique(sheet, return_index=True)
    check_table(votes.name, len(sheets), labels)
    given = np.zeros((len(sheets), labels), dtype=bool)
    given[np.searchsorted(sheets, sheet), votes.label] = True
    row, label = np.nonzero(~given)
    source = first[row]
    added = {key: _of_added(key, column[source]) for key, column in votes.details.items()}
    return votes.replace(
        annotator=np.concatenate([votes.annotator, votes.annotator[source]]),
        item=np.concatenate([votes.item, votes.item[source]]),
        label=np.concatenate([votes.label, label]),
        values=np.concatenate([votes.values, np.zeros(len(row))]),
        occasion=np.concatenate([votes.occasion, votes.occasion[source]]),
        details={key: np.concatenate([column, added[key]]) for key, column in votes.details.items()},
    )


def selections(votes: Votes) -> Votes:
    """Only the votes that select something (thesis 6.3, 'a decision is made only by selecting')."""
    _need_yes_no(votes, "selection")
    return votes.select(votes.values > 0)


def where_selected(votes: Votes) -> Votes:
    """Only the cells that at least one annotator selected (thesis 6.4.1, the lower lines of figure 6.4)."""
    _need_yes_no(votes, "selection")
    return votes.select(np.isin(votes.cell, votes.cell[votes.values > 0]))


def on_labels(votes: Votes, labels: Iterable[str]) -> Votes:
    """Only the votes on these labels, and only these on the axis."""
    wanted = set(labels)
    kept = np.array([name in wanted for name in votes.labels], dtype=bool)
    chosen = votes.select(kept[votes.label])
    place = np.cumsum(kept) - 1
    choices = {name: values for name, values in votes.choices.items() if name in wanted}
    return chosen.replace(label=place[chosen.label], labels=votes.labels.take(np.flatnonzero(kept)), choices=choices)


def grouped(votes: Votes, exclusive: Mapping[str, Sequence[str]]) -> Votes:
    """One vote per exclusive group: the label that was selected; groups that are absent are left out.

    Who selected none or several of a group gave no vote on it; ``goldscale.agreement.check_votes`` tells who that is.
    """
    _need_yes_no(votes, "a group")
    member = {label: (group, label) for group, labels in exclusive.items() for label in labels if label in votes.labels}
    names = list(dict.fromkeys(group for group, _ in member.values()))
    categories = list(member)
    chosen = np.array([label in member for label in votes.labels])[votes.label] & (votes.values > 0)
    picked = votes.select(chosen)
    group_of = np.array([names.index(member[label][0]) if label in member else 0 for label in votes.labels], dtype=int)
    code_of = np.array([categories.index(label) if label in member else 0 for label in votes.labels], dtype=int)
    sheet_group = _sheet(picked) * len(names) + group_of[picked.label]
    _, which, times = np.unique(sheet_group, return_inverse=True, return_counts=True)
    picked = picked.select(times[which] == 1)
    return picked.replace(
        label=group_of[picked.label],
        values=code_of[picked.label].astype(float),
        labels=Concepts(names, "group"),
        categories=categories,
        choices={name: [i for i, c in enumerate(categories) if member[c][0] == name] for name in names},
    )


def ungrouped(votes: Votes) -> Votes:
    """The other way: choosing one of a group is a yes to its label and a no to the others of the group.

    >>> from goldscale import Votes
    >>> votes = Votes.from_records([("first", "a", "Place", "Indoor"), ("second", "a", "Place", "Outdoor")])
    >>> ungrouped(votes).labels.names, ungrouped(votes).values.tolist()
    (('Indoor', 'Outdoor'), [1.0, 0.0, 0.0, 1.0])
    """
    names, codes = choice_labels(votes)
    start = np.concatenate([[0], np.cumsum([len(group) for group in codes])])
    width = np.diff(start)[votes.label]
    check_table(votes.name, int(width.sum()))
    source = np.repeat(np.arange(len(votes)), width)
    place = np.arange(len(source)) - np.repeat(np.cumsum(width) - width, width)
    label = start[votes.label[source]] + place
    code = np.concatenate(codes)[label]
    columns = {key: getattr(votes, key)[source] for key in ("annotator", "item", "occasion")}
    return votes.replace(
        **columns,
        label=label,
        values=(votes.values[source] == code).astype(float),
        labels=names,
        categories=None,
        choices={},
        details={key: column[source] for key, column in votes.details.items()},
    )


def choice_labels(votes: Votes) -> tuple[list[str], list[np.ndarray]]:
    """The labels that the choices of each label make, and per label the categories that they are."""
    if votes.categories is None:
        raise ParameterError("these votes are numbers; only votes for one of a group can be taken apart")
    codes = [
        np.array(votes.choices.get(label, np.unique(votes.values[votes.label == j])), dtype=int)
        for j, label in enumerate(votes.labels)
    ]
    shared = len(votes.labels) > 1 and sum(map(len, codes)) > len(set(np.concatenate(codes).tolist()))
    names = [
        f"{label}: {votes.categories[code]}" if shared else votes.categories[code]
        for label, group in zip(votes.labels, codes, strict=True)
        for code in group
    ]
    return names, codes


def on_scale(votes: Votes, scale: Scale) -> Votes:
    """The same votes, their values taken as names, as grades with an order, or as grades whose differences count.

    >>> from goldscale import Votes
    >>> on_scale(Votes.from_records([("first", "a", "Breed", 3), ("second", "a", "Breed", 0)]), "nominal").categories
    ('0', '3')
    """
    known_name(scale, get_args(Scale), "scale")
    if scale == "nominal":
        return votes if votes.categories is not None else _named(votes)
    if votes.categories is not None:
        raise ParameterError(f"an {scale} scale needs votes that are numbers, not {_described(votes)}")
    return votes.replace(ordinal=scale == "ordinal")


def _named(votes: Votes) -> Votes:
    """Numbers as names, in their order."""
    declared = [value for values in votes.choices.values() for value in values]
    values = np.unique(np.concatenate([votes.levels, declared]))
    return votes.replace(
        values=np.searchsorted(values, votes.values).astype(float),
        categories=[shown(value) for value in values.tolist()],
        choices={label: np.searchsorted(values, chosen).tolist() for label, chosen in votes.choices.items()},
    )


def sheet_judgements(votes: Votes, annotator: str) -> Judgements:
    """One annotator's votes as a truth of its own; what they did not vote on is unjudged."""
    own = votes.of(annotator).first()
    if own.categories is not None:
        own = ungrouped(own)
    values = np.full((len(own.items), len(own.labels)), UNJUDGED, dtype=np.float64)
    values[own.item, own.label] = own.values
    if (values % 1).any():
        raise ParameterError("votes that are fractions are no grades; make them relevance with a threshold first")
    return Judgements(values.astype(np.int64), own.items, own.labels, annotator)


def join(parts: Sequence[Votes], name: str = "votes") -> Votes:
    """The votes of several sets as one; the same person, item or label in two sets is matched by name."""
    if not parts:
        raise ParameterError("no votes were given")
    if len({part.categories is None for part in parts}) > 1:
        raise MismatchError("votes that are numbers cannot be joined with votes for one of a group")
    categories = list(dict.fromkeys(c for part in parts for c in part.categories or ()))
    axes: dict[str, Any] = {
        "annotators": _union(Annotators, [p.annotators for p in parts]),
        "items": _union(Items, [p.items for p in parts]),
        "labels": _union(Concepts, [p.labels for p in parts]),
    }
    columns: dict[str, list[np.ndarray]] = {key: [] for key in PER_VOTE}
    choices: dict[str, tuple[float, ...]] = {}
    for part in parts:
        for key, axis in axes.items():
            single = key.removesuffix("s")
            columns[single].append(getattr(part, key).locate(axis)[getattr(part, single)])
        codes = np.array([categories.index(c) for c in part.categories or ()], dtype=float)
        columns["values"].append(codes[part.values.astype(int)] if part.categories else part.values)
        columns["occasion"].append(part.occasion)
        for label, levels in part.choices.items():
            own = tuple(codes[int(x)] for x in levels) if part.categories else levels
            choices[label] = tuple(sorted({*choices.get(label, ()), *own}))
    known = {key for part in parts for key in part.details}
    return Votes(
        **{key: np.concatenate(found) for key, found in columns.items()},
        **axes,
        name=name,
        categories=categories or None,
        choices=choices,
        details={key: np.concatenate([_detail(part, key) for part in parts]) for key in known},
        anonymous=any(part.anonymous for part in parts),
        ordinal=any(part.ordinal for part in parts),
    )


def _union(kind: type[Axis], axes: Iterable[Axis]) -> Axis:
    given = list(axes)
    return kind(dict.fromkeys(name for axis in given for name in axis), given[0].noun)


def _detail(votes: Votes, key: str) -> np.ndarray:
    if key in votes.details:
        return votes.details[key]
    return np.full(len(votes), np.nan) if key == "seconds" else np.full(len(votes), "", dtype=object)


def _of_added(key: str, column: np.ndarray) -> np.ndarray:
    """A comment stands once; time, batch and status hold for the whole sheet."""
    return np.full(len(column), "", dtype=object) if key == "comment" else column


def _sheet(votes: Votes) -> np.ndarray:
    """The number of each vote's sheet: one annotator's votes on one item on one occasion."""
    occasions = int(votes.occasion.max(initial=0)) + 1
    person_item = votes.annotator.astype(np.int64) * len(votes.items) + votes.item
    return person_item * occasions + votes.occasion


def _need_yes_no(votes: Votes, what: str) -> None:
    if votes.categories is not None or votes.levels != YES_NO:
        raise ParameterError(f"{what} needs votes of yes (1) and no (0), not {_described(votes)}")


def _described(votes: Votes) -> str:
    if votes.categories is not None:
        return f"votes for one of {', '.join(votes.categories[:4])}"
    return f"values from {votes.values.min():g} to {votes.values.max():g}"
