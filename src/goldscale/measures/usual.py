"""The measures where nobody names any: one rule, which looks at the truth and at whether runs have scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from goldscale.data import Judgements
from goldscale.data import matrix as mx


@dataclass(frozen=True)
class Usual:
    """What is usually measured on one kind of data; the first measure ranks."""

    data: str
    """The kind of data, in words."""
    with_scores: tuple[str, ...]
    decisions_only: tuple[str, ...]
    """Where no run has scores: a ranking of decisions is nothing but ties."""

    @property
    def both(self) -> tuple[str, ...]:
        """All of them, each once: runs are read one after another, and the last one may be the first with scores."""
        return tuple(dict.fromkeys(self.with_scores + self.decisions_only))

    def measures(self, scored: bool) -> tuple[str, ...]:
        """Those for runs of which some have scores, or none."""
        return self.with_scores if scored else self.decisions_only

    def legend(self, how: str, what: str = "measures") -> str:
        """What was chosen and why; ``how`` something else is named."""
        return f"{what} chosen for {self.data}; {how} names {'others' if what == 'measures' else 'another'}"


_SETS = ("F1", "F1:item", "P:item", "R:item")

USUAL = {
    "listed": Usual("listed judgements", ("AP", "P@10", "nDCG@10", "RPrec"), _SETS),
    "listed grades": Usual("listed grades", ("nDCG@10", "AP", "P@10", "RPrec"), _SETS),
    "grades": Usual("graded relevance", ("nDCG", "AP", "AUC", "F1:item"), _SETS),
    "one label": Usual("one label per item", ("Top1", "RR:item", "AUC"), ("ExactMatch", "F1", "P", "R")),
    "probabilities": Usual("probabilities of relevance", ("AP", "AUC", "F1", "F1:item"), _SETS),
    "labels": Usual("several labels per item", ("AP", "AUC", "F1", "F1:item"), _SETS),
}
"""By kind of truth. Of one label per item no scores are cut at 0.5: among many labels the best may have less."""


def usual_measures(truth: Judgements) -> Usual:
    """What is usually measured against such a truth.

    >>> usual_measures(Judgements([[1, 0, 0], [0, 0, 1]])).measures(scored=True)
    ('Top1', 'RR:item', 'AUC')
    """
    if truth.relevance == "probability":
        return USUAL["probabilities"]
    if truth.is_sparse:
        return USUAL["listed grades" if truth.relevance == "graded" else "listed"]
    if truth.relevance == "graded":
        return USUAL["grades"]
    return USUAL["one label" if _has_one_label_each(truth) else "labels"]


def _has_one_label_each(truth: Judgements) -> bool:
    """Whether every item has exactly one of several labels, and all was judged."""
    if len(truth.labels) < 2 or not len(truth.items) or truth.unjudged:
        return False
    return bool(np.all((mx.dense(truth.values) > 0).sum(axis=1) == 1))
