"""Set-valued votes: what an annotator selected of all labels on an item, taken as one value."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from goldscale.agreement.coefficients.ratings import Ratings
from goldscale.data import Votes
from goldscale.errors import ParameterError


def set_ratings(votes: Votes, asked: str) -> tuple[Ratings, np.ndarray]:
    """One rating per sheet (an annotator's votes on an item): the set of labels with a 1; also the sets' members.

    A sheet without a 1 is the empty set; who has no vote at all on an item gave no set there.
    """
    if not votes.is_binary:
        raise ParameterError(f"{asked} compares sets of labels, so it needs votes of yes (1) and no (0)")
    held = votes.first()
    sheets, sheet = np.unique(held.annotator.astype(np.int64) * len(held.items) + held.item, return_inverse=True)
    members, code = _distinct_sets(sheet, held, len(sheets))
    rater, item = np.divmod(sheets, max(1, len(held.items)))
    found, unit = np.unique(item, return_inverse=True)
    laid = Ratings(
        rater=rater,
        unit=unit,
        code=code,
        values=np.arange(len(members), dtype=np.float64),
        spelled=tuple("the same labels" for _ in members),
        group=np.zeros(len(found), dtype=np.int64),
        draw=np.arange(len(found)),
        names=("all",),
        draws=len(found),
        raters=len(held.annotators),
        choices=np.full(1, max(2.0, len(members))),
        unit_noun=held.items.noun,
    )
    return laid, members


def _distinct_sets(sheet: np.ndarray, votes: Votes, sheets: int) -> tuple[np.ndarray, np.ndarray]:
    """The different sets as rows of a membership table, and each sheet's row."""
    chosen = votes.values > 0
    shape = (sheets, len(votes.labels))
    cells = (sheet[chosen], votes.label[chosen])
    members = sparse.coo_array((np.ones(int(chosen.sum()), dtype=bool), cells), shape=shape).toarray()
    packed = np.packbits(members, axis=1)
    _, first, code = np.unique(packed, axis=0, return_index=True, return_inverse=True)
    return members[first], code.reshape(-1)
