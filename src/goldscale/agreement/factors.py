"""The agreement map: one factor per label, by which the Ontology Score softens what people themselves dispute."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from goldscale.agreement.agree import agree
from goldscale.data import Votes
from goldscale.errors import ParameterError

Reading: TypeAlias = Literal["all", "selected"]


def agreement_factors(votes: Votes, reading: Reading = "all", *, unknown: float = 1.0) -> dict[str, float]:
    """Per label the fraction of annotators that voted with the majority, averaged over items (thesis 7.3 and 10.3.1).

    This is the coefficient ``majority`` by label: ``reading="all"`` takes every cell that was voted on, ``"selected"``
    only those that at least one annotator selected (thesis 6.4.1). Where people recorded only what they selected,
    ``goldscale.data.vote_views.with_deselections`` adds what they left out. Cells with a single vote are left out, and
    so is a second vote of the same annotator. A label without any such cell gets the factor ``unknown``: 1 leaves its
    costs as they are. (Figure 6.4 draws 0 for Snow, which nobody selected; as a factor, 0 would make mistakes about
    it free.)

    >>> votes = Votes.from_records([(who, "a.jpg", "Sky", said) for who, said in zip("abc", (1, 1, 0))])
    >>> agreement_factors(votes)
    {'Sky': 0.6666666666666666}
    """
    if not 0 <= unknown <= 1:
        raise ParameterError(f"a factor lies between 0 and 1, not {unknown:g}")
    (majority,) = agree(votes, f"majority(reading={reading})", by="label", ci=None)
    factors = majority.values
    return dict(zip(votes.labels, np.where(np.isnan(factors), unknown, factors).tolist(), strict=True))
