"""The rules of an evaluation that every measure obeys and every signature states."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from goldscale.errors import ParameterError, UnknownNameError
from goldscale.kernels.cells import Direction
from goldscale.kernels.ranking import TIES, Ties
from goldscale.measures.alignment import UNJUDGED, Unjudged
from goldscale.measures.decisions import RULES, Threshold

Undefined = Literal["skip", "zero", "one"]
UNDEFINED: tuple[Undefined, ...] = ("skip", "zero", "one")


@dataclass(frozen=True)
class Settings:
    """How ties, undefined units, unjudged cells and missing decisions are treated, and what interval is wanted."""

    ties: Ties = "expected"
    undefined: Undefined = "skip"
    unjudged: Unjudged = "negative"
    threshold: Threshold = 0.5
    ci: float | None = None
    """Confidence level of a bootstrap interval, as 0.95; None for none."""
    ci_over: Direction = "item"
    """What is drawn with replacement: items or labels."""
    replicates: int = 1000
    seed: int = 0
    draws: int = 200
    """How many truths are drawn where the truth holds probabilities."""

    def __post_init__(self) -> None:
        for kind, value, known in (
            ("ties rule", self.ties, TIES),
            ("rule for undefined units", self.undefined, UNDEFINED),
            ("rule for unjudged cells", self.unjudged, UNJUDGED),
            ("axis for the interval", self.ci_over, ("item", "label")),
        ):
            if value not in known:
                raise UnknownNameError(kind, str(value), known)
        if isinstance(self.threshold, str) and self.threshold not in RULES:
            raise UnknownNameError("threshold rule", self.threshold, RULES)
        if self.ci is not None and not 0 < self.ci < 1:
            raise ParameterError(f"ci must lie between 0 and 1, as 0.95, not {self.ci}")
        if isinstance(self.threshold, float) and math.isnan(self.threshold):
            raise ParameterError("the threshold must be a number, not NaN")
        if not isinstance(self.seed, int) or self.seed < 0:
            raise ParameterError(f"seed must be a whole number from 0 up, not {self.seed}")
        for key, count in (("replicates", self.replicates), ("draws", self.draws)):
            if count < 1:
                raise ParameterError(f"{key} must be at least 1, not {count}")
        if self.ci is not None and self.unjudged == "bounds":
            raise ParameterError("ask for ci or for unjudged='bounds', not for both: each fills low and high")
