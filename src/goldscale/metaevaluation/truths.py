"""Which truths votes allow: everybody's own, and what they can be merged into."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from goldscale.agreement import merge_votes
from goldscale.data import Judgements, Votes
from goldscale.errors import MismatchError, first_few
from goldscale.metaevaluation.influence import truths_of

MOST = 12
"""Annotators whose own truths are studied where nobody is named: those with the most votes."""
MERGED_BY = {"majority": "majority", "Dawid-Skene": "dawid-skene"}
"""Merged truths by the name that they have in the study, and the method."""
OFFICIAL = "campaign"


def possible_truths(
    votes: Votes, official: Judgements | None = None, annotators: Sequence[str] = (), **options: Any
) -> dict[str, Judgements]:
    """The truths of single annotators, of the majority, of Dawid and Skene, and the official one, by name.

    Annotators are those named, or the ``MOST`` who gave the most votes; ``options`` are for ``merge_votes``. Votes
    that do not tell who gave them have no single annotators.

    >>> votes = Votes.from_records([(who, "a.jpg", "Sky", 1) for who in ("first", "second")])
    >>> list(possible_truths(votes))
    ['first', 'second', 'majority', 'Dawid-Skene']
    """
    truths: dict[str, Judgements] = {}
    if not votes.anonymous or annotators:
        given = np.bincount(votes.annotator, minlength=len(votes.annotators))
        busiest = sorted(np.argsort(-given, kind="stable")[: min(MOST, np.count_nonzero(given))])
        truths |= truths_of(votes, annotators=annotators or [votes.annotators[a] for a in busiest])
    for name, method in MERGED_BY.items():
        if votes.anonymous and method != "majority":
            continue  # who is how reliable can only be learnt of people who are told apart
        _add(truths, name, merge_votes(votes, method, **options).judgements)
    if official is not None:
        _add(truths, OFFICIAL, official)
    return truths


def single_annotators(truths: Iterable[str]) -> tuple[str, ...]:
    """Which of the possible truths are of one annotator."""
    return tuple(name for name in truths if name not in {*MERGED_BY, OFFICIAL})


def _add(truths: dict[str, Judgements], name: str, truth: Judgements) -> None:
    if name in truths:
        raise MismatchError(f"an annotator is called like a merged truth: {first_few([name])}", double=[name])
    truths[name] = truth
