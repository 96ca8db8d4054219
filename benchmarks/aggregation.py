"""Votes into a truth: majority and Dawid-Skene beside crowd-kit, on the same votes in the same run."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
from crowdkit.aggregation import GLAD, DawidSkene, MajorityVote

from benchmarks.timing import Row, best_of, peak_memory, show
from goldscale.agreement import merge_votes
from goldscale.data import Judgements, Votes
from goldscale.formats import read_votes
from goldscale.samples import simulate_votes

ROUNDS = 20
"""Rounds of EM on both sides: how soon each stops by itself is another matter."""


def made_up(items: int, per_item: int, classes: int) -> tuple[Votes, pd.DataFrame]:
    """A simulated crowd's votes, and the same for crowd-kit."""
    truth = Judgements(np.random.default_rng(0).integers(0, classes, (items, 1)))
    votes, _ = simulate_votes(truth, workers=200, votes_per_item=per_item, spammers=10)
    frame = pd.DataFrame({"task": votes.item, "worker": votes.annotator, "label": votes.values.astype(int)})
    return votes, frame


def main() -> None:
    """Time a small and a large crowd."""
    warnings.simplefilter("ignore", FutureWarning)
    rows = []
    for items, per_item, classes in ((800, 10, 4), (200_000, 5, 5), (400_000, 5, 5)):
        votes, frame = made_up(items, per_item, classes)
        what = f"{len(votes):,} votes, {classes} classes"
        times = 3 if items < 10_000 else 1
        rows.append(
            Row(
                f"majority, {what}",
                best_of(lambda v=votes: merge_votes(v), times),
                "crowd-kit",
                best_of(lambda f=frame: MajorityVote().fit_predict(f), times),
            )
        )
        rows.append(
            Row(
                f"majority from a data frame, {what}",
                best_of(lambda f=frame: merge_votes(read_votes(f)), times),
                "crowd-kit",
                best_of(lambda f=frame: MajorityVote().fit_predict(f), times),
            )
        )
        # Smoothing is given, since crowd-kit chooses none.
        options = {"iterations": ROUNDS, "tolerance": 0.0, "smoothing": 0.01}
        extra = peak_memory(lambda v=votes, o=options: merge_votes(v, "dawid-skene", **o))
        rows.append(
            Row(
                f"Dawid-Skene, {ROUNDS} rounds, {what}",
                best_of(lambda v=votes, o=options: merge_votes(v, "dawid-skene", **o), times),
                "crowd-kit",
                best_of(lambda f=frame: DawidSkene(ROUNDS, tol=0.0).fit_predict(f), times),
                f"peak memory {extra / 1e6:.0f} MB",
            )
        )
    votes, frame = made_up(800, 10, 2)
    rows.append(
        Row(
            f"GLAD, {len(votes):,} votes",
            best_of(lambda: merge_votes(votes, "glad")),
            "crowd-kit",
            best_of(lambda: GLAD().fit_predict(frame), 1),
        )
    )
    show("Aggregation of votes", rows)
