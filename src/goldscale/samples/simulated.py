"""Simulated annotation systems of known quality: they look at the truth through noise.

The signal-detection model: a system's evidence for a label is standard normal noise, moved up by d where the
label is true, so that its expected AUC, the chance that a positive outranks a negative, is Phi(d / sqrt(2)).
Ranking (quality) and yes/no behaviour (generosity) are separate, as they were in the campaign of thesis 7.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from scipy.special import expit, ndtri

from goldscale.data import Concepts, Judgements, Run
from goldscale.errors import ParameterError
from goldscale.systems.random_runs import DECIMALS, short_scores

CHANCE = 0.5
BEST_AUC = 0.995
"""No label is seen more clearly than this; a perfect AUC would need infinite evidence."""
HARD_SHARE = 0.4
"""Skill that is left on a hard label."""
OUTSIDE_SHARE = 0.15
"""Skill that a specialist has outside its field."""


@dataclass(frozen=True)
class LabelRules:
    """What a careful annotator keeps to: one label per exclusive group, a label only with one it requires."""

    exclusive: tuple[tuple[str, ...], ...] = ()
    requires: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Label -> labels of which at least one must be there too (a parent; a person for Portrait)."""

    def enforce(self, decisions: np.ndarray, preference: np.ndarray, labels: Concepts) -> np.ndarray:
        """Decisions that keep the rules: the preferred label of each group, no label without its company."""
        kept = decisions.copy()
        rows = np.arange(len(kept))
        for group in self.exclusive:
            columns = np.array([labels.index[name] for name in group])
            kept[:, columns] = False
            kept[rows, columns[preference[:, columns].argmax(axis=1)]] = True
        return self.drop_unaccompanied(kept, labels)

    def drop_unaccompanied(self, decisions: np.ndarray, labels: Concepts) -> np.ndarray:
        """Decisions without the labels of which no required companion is there."""
        kept = decisions.copy()
        for name, companions in self.requires.items():
            kept[:, labels.index[name]] &= kept[:, [labels.index[c] for c in companions]].any(axis=1)
        return kept


@dataclass(frozen=True)
class SimulatedSystem:
    """A made-up system that ranks as well as ``quality`` (its expected AUC) says and decides as told.

    >>> truth = Judgements([[1, 0], [0, 1], [1, 1]])
    >>> SimulatedSystem("simulated_good", 0.9).run(truth, np.random.default_rng(1))
    Run('simulated_good', 3 items x 2 labels, scores)
    """

    name: str
    quality: float
    """Expected AUC, averaged over the labels (over the specialities of a specialist)."""
    spread: float = 0.35
    """How unevenly skill is spread over labels: 0 = alike, 1 = from none to double."""
    generosity: float = 0.0
    """How far its yes/no line lies below the one that gives as many labels as the truth has, in noise
    standard deviations: 0 = the right number, 3 = yes to nearly everything, -2 = to almost nothing."""
    unevenness: float = 0.0
    """Standard deviation of generosity between labels."""
    steepness: float = 1.7
    """How fast scores rise with evidence: small = squeezed together."""
    output: Literal["scores", "decisions", "both"] = "scores"
    rules: LabelRules | None = None
    """Rules that its decisions keep; None = it knows of none."""
    own_threshold: Literal["run", "label"] | None = None
    """Whether it states where its scores should be cut: once, or label by label (thesis 10.5)."""
    specialities: tuple[str, ...] = ()
    """Where given, it is hardly better than chance on all other labels."""
    hard: tuple[str, ...] = ()
    """Labels that it finds hard, as everybody does (the aesthetic ones: thesis 10.7.1)."""
    notes: str = ""

    def __post_init__(self) -> None:
        if not CHANCE <= self.quality <= BEST_AUC:
            raise ParameterError(
                f"quality is an expected AUC between {CHANCE} (chance) and {BEST_AUC}, not {self.quality}"
            )
        if not 0 <= self.spread <= 1:
            raise ParameterError(f"spread must lie between 0 and 1, not {self.spread}")
        if self.steepness <= 0:
            raise ParameterError(f"steepness must be above 0, not {self.steepness}")
        if self.rules is not None and self.output == "scores":
            raise ParameterError(f"system {self.name!r} gives scores only: rules need decisions")
        if self.own_threshold is not None and self.output != "scores":
            raise ParameterError(f"system {self.name!r} gives decisions: it needs no threshold")

    def run(self, truth: Judgements, rng: np.random.Generator) -> Run:
        """The system's run for these items."""
        if not isinstance(truth.values, np.ndarray):
            raise ParameterError("a simulated system needs a dense truth, which judges every item and label")
        relevant = truth.values > 0
        strength = np.sqrt(2) * ndtri(self.expected_auc(truth.labels, rng))
        evidence = rng.standard_normal(truth.shape) + strength * relevant
        certainty = evidence - _matching_line(evidence, relevant.sum(axis=0))
        generosity = self.generosity + self.unevenness * rng.standard_normal(len(truth.labels))
        leaning = certainty + generosity
        decisions = leaning > 0
        if self.rules is not None:
            decisions = self.rules.enforce(decisions, leaning, truth.labels)
        return Run(
            scores=None if self.output == "decisions" else short_scores(expit(self.steepness * leaning)),
            decisions=None if self.output == "scores" else decisions,
            items=truth.items,
            labels=truth.labels,
            name=self.name,
            notes=self.notes,
            threshold=self._threshold(generosity),
        )

    def expected_auc(self, labels: Concepts, rng: np.random.Generator) -> np.ndarray:
        """The AUC to expect on each label: quality on average, varied as ``spread`` and ``hard`` say."""
        share = 1 + self.spread * rng.uniform(-1, 1, len(labels))
        share[_mask(self.hard, labels)] *= HARD_SHARE
        field_ = _mask(self.specialities, labels) if self.specialities else np.ones(len(labels), dtype=bool)
        share /= share[field_].mean() if field_.any() else 1.0
        skill = self.quality - CHANCE
        # Near perfection there is no room above the mean: shrink the differences, so that the mean holds.
        excess, room = skill * (share[field_].max(initial=1) - 1), BEST_AUC - self.quality
        if excess > room:
            share = 1 + (share - 1) * room / excess
        share[~field_] = OUTSIDE_SHARE
        return np.asarray(CHANCE + skill * share)

    def _threshold(self, generosity: np.ndarray) -> float | np.ndarray | None:
        """The score at which the system predicts as many cells as are relevant."""
        if self.own_threshold is None:
            return None
        if self.own_threshold == "run":
            return round(float(expit(self.steepness * self.generosity)), DECIMALS)
        return np.asarray(np.round(expit(self.steepness * generosity), DECIMALS))


def _mask(names: tuple[str, ...], labels: Concepts) -> np.ndarray:
    return np.isin(np.array(labels.names), names)


def _matching_line(evidence: np.ndarray, positives: np.ndarray) -> np.ndarray:
    """Per label, a value that as many pieces of evidence exceed as there are positives."""
    lowest, highest = evidence.min(axis=0, keepdims=True), evidence.max(axis=0, keepdims=True)
    # One step beyond either end, for labels that are never or always true.
    ordered = np.concatenate([lowest - 1, np.sort(evidence, axis=0), highest + 1])
    below = len(evidence) - positives
    columns = np.arange(evidence.shape[1])
    return np.asarray((ordered[below, columns] + ordered[below + 1, columns]) / 2)
