from __future__ import annotations

import numpy as np
import pytest

from goldscale import Votes
from goldscale.errors import ParameterError

RECORDS = [("first", "a", "Sky", 1), ("second", "a", "Sky", 0), ("first", "b", "Sea", 4)]


def test_votes_from_records() -> None:
    votes = Votes.from_records(RECORDS)
    assert len(votes) == 3
    cube = votes.cube()
    assert cube.shape == (2, 2, 2)
    assert np.isnan(cube).sum() == 5
    assert cube[0, 1, 1] == 4
    assert len(votes.select(votes.annotator == 0)) == 2


def test_bad_votes_are_refused() -> None:
    with pytest.raises(ParameterError, match="given twice, the first by 'first' on 'a', 'Sky'"):
        Votes.from_records([*RECORDS, RECORDS[0]])
    with pytest.raises(ParameterError, match="must be a number"):
        Votes.from_records([("first", "a", "Sky", float("nan"))])
    with pytest.raises(ParameterError, match="item points outside"):
        Votes([0], [1], [0], [1], ["first"], ["a"], ["Sky"])
    with pytest.raises(ParameterError, match="one entry per vote"):
        Votes([0, 0], [0], [0], [1], ["first"], ["a"], ["Sky"])
