"""The rules of an evaluation that every measure obeys and every signature states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from goldscale.errors import UnknownNameError
from goldscale.kernels.ranking import TIES, Ties
from goldscale.measures.alignment import UNJUDGED, Unjudged
from goldscale.measures.decisions import Threshold

Undefined = Literal["skip", "zero", "one"]
UNDEFINED: tuple[Undefined, ...] = ("skip", "zero", "one")


@dataclass(frozen=True)
class Settings:
    """The rules of an evaluation, as they stand in every signature."""

    ties: Ties = "expected"
    undefined: Undefined = "skip"
    unjudged: Unjudged = "negative"
    threshold: Threshold = 0.5

    def __post_init__(self) -> None:
        for kind, value, known in (
            ("ties rule", self.ties, TIES),
            ("rule for undefined units", self.undefined, UNDEFINED),
            ("rule for unjudged cells", self.unjudged, UNJUDGED),
        ):
            if value not in known:
                raise UnknownNameError(kind, str(value), known)
