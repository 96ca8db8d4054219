"""Votes weighted by quality: who gives the common answer always is not taken for an expert."""

from __future__ import annotations

import numpy as np
import pytest

from goldscale import Judgements, Votes
from goldscale.agreement import merge_votes


def test_who_always_says_the_same_gets_no_weight() -> None:
    """By the plain share of agreement, those who say yes always would have the most weight (found on TREC's crowd)."""
    rng = np.random.default_rng(0)
    truth = (rng.random(300) < 0.7).astype(int)
    said = {f"yes {i}": np.ones(300, dtype=int) for i in range(3)}
    said |= {f"looks {i}": np.where(rng.random(300) < 0.8, truth, 1 - truth) for i in range(4)}
    votes = Votes.from_records((who, str(i), "Sky", int(v)) for who, row in said.items() for i, v in enumerate(row))
    known = Judgements(truth[:, None], list(map(str, range(300))), ["Sky"])
    merged = merge_votes(votes, "weighted", rounds=20)
    quality = dict(zip(merged.workers.annotators, merged.workers.quality, strict=True))
    assert all(quality[f"yes {i}"] == pytest.approx(0.5, abs=0.02) for i in range(3))
    assert all(quality[f"looks {i}"] > 0.7 for i in range(4))
    assert merge_votes(votes).expected_error(known) > 0.15
    assert merged.expected_error(known) < 0.12


def test_groups_are_weighed_label_by_label() -> None:
    """Classes of different groups have nothing in common: who is right on both has the same quality on each."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, (200, 2))
    right = {"good": 0.95, "fair": 0.8, "poor": 0.4}
    words = (("Indoor", "Outdoor", "Neither"), ("Summer", "Winter", "Spring"))
    rows = []
    for who, chance in right.items():
        for (item, question), answer in np.ndenumerate(truth):
            said = answer if rng.random() < chance else (answer + 1) % 3
            rows.append((who, str(item), ("Place", "Season")[question], words[question][said]))
    quality = merge_votes(Votes.from_records(rows), "weighted").workers.quality
    assert quality[0] > quality[1] > quality[2]
