"""Exclusive groups of labels, as a mapping or as an ontology declares them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldscale.data import Ontology, Votes
from goldscale.data.vote_views import grouped, on_labels

Exclusive = Mapping[str, Sequence[str]] | Ontology | None
"""Group name -> its labels, of which exactly one holds; an ontology says itself whether it is one or at most one."""


def exclusive_groups(exclusive: Exclusive, *, exactly_one: bool = True) -> dict[str, tuple[str, ...]]:
    """The groups of which exactly one label holds on every item; or those of which at most one does.

    >>> exclusive_groups({"Place": ["Indoor", "Outdoor"]})
    {'Place': ('Indoor', 'Outdoor')}
    """
    if exclusive is None:
        return {}
    if isinstance(exclusive, Ontology):
        return {group.name: group.labels for group in exclusive.exclusive if group.exactly_one == exactly_one}
    return {name: tuple(labels) for name, labels in exclusive.items()} if exactly_one else {}


def split_exclusive(votes: Votes, exclusive: Exclusive) -> dict[str, Votes]:
    """The votes on exclusive groups, one question each, and those on the other labels; empty parts are left out.

    >>> votes = Votes.from_records([("first", "a.jpg", "Indoor", 1), ("first", "a.jpg", "Sky", 1)])
    >>> list(split_exclusive(votes, {"Place": ["Indoor", "Outdoor"]}))
    ['groups', 'labels']
    """
    known = exclusive_groups(exclusive)
    members = {label for labels in known.values() for label in labels}
    if not members & set(votes.labels):
        return {votes.labels.plural: votes}
    together = grouped(votes, known)
    alone = on_labels(votes, (label for label in votes.labels if label not in members))
    return {part.labels.plural: part for part in (together, alone) if len(part)}
