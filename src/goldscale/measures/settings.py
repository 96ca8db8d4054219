"""The rules of an evaluation that every measure obeys and every signature states, each declared once.

The options of the command line and the keys of campaign.toml follow from the declarations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from goldscale.data.id_matching import MATCH, Match
from goldscale.data.parameter import MOST_REPLICATES, Kind, Parameter
from goldscale.errors import ParameterError
from goldscale.formats.registry import BLANK
from goldscale.kernels.cells import Direction
from goldscale.kernels.intervals import INTERVAL_METHODS, IntervalMethod
from goldscale.kernels.ranking import TIES, Ties
from goldscale.measures.alignment import UNJUDGED, Unjudged
from goldscale.measures.decisions import PROBABLE, RULES, Threshold

Undefined = Literal["skip", "zero", "one"]
UNDEFINED: tuple[Undefined, ...] = ("skip", "zero", "one")
Extra = Literal["refuse", "drop"]
Missing = Literal["refuse", "unretrieved"]


def _takes(kind: Kind, about: str, *, interval: bool = False, fitting: bool = False, **limits: Any) -> dict[str, Any]:
    """What a setting takes.

    ``interval`` marks those that only a bootstrap interval needs, ``fitting`` those that bring a run to its truth.
    """
    return {"parameter": {"kind": kind, "about": about, **limits}, "interval": interval, "fitting": fitting}


@dataclass(frozen=True)
class Settings:
    """How ties, undefined units, unjudged cells and missing decisions are treated, and what interval is wanted."""

    ties: Ties = field(
        default="expected",
        metadata=_takes(
            "choice",
            "Order of equal scores: expected, best, worst, order, id (trec_eval) or group (scikit-learn).",
            choices=TIES,
        ),
    )
    undefined: Undefined = field(
        default="skip",
        metadata=_takes(
            "choice", "What a unit without a value does to the mean: skip, zero or one.", choices=UNDEFINED
        ),
    )
    unjudged: Unjudged = field(
        default="negative",
        metadata=_takes(
            "choice",
            "Unjudged cells count as negative, or are left out (ignore); bounds shows the lowest and the highest "
            "possible value.",
            choices=UNJUDGED,
        ),
    )
    threshold: Threshold = field(
        default=PROBABLE,
        metadata=_takes(
            "number",
            "For runs without decisions: a number, argmax, best-f1 (oracle), density, density-per-label or retrieved.",
            low=-math.inf,
            choices=tuple(RULES),
        ),
    )
    ci: float | None = field(
        default=None,
        metadata=_takes(
            "number", "Confidence level of a bootstrap interval, as 0.95.", interval=True, high=1.0, between=True
        ),
    )
    ci_over: Direction = field(
        default="item",
        metadata=_takes(
            "choice", "What the bootstrap resamples: item or label.", interval=True, choices=("item", "label")
        ),
    )
    interval: IntervalMethod = field(
        default="percentile",
        metadata=_takes(
            "choice",
            "How the interval follows from the resamples: percentile, or bca (corrected for bias and skew).",
            interval=True,
            choices=INTERVAL_METHODS,
        ),
    )
    replicates: int = field(
        default=1000,
        metadata=_takes("count", "Number of bootstrap resamples.", interval=True, low=1, high=MOST_REPLICATES),
    )
    seed: int = field(default=0, metadata=_takes("count", "Seed of everything random."))
    draws: int = field(
        default=200,
        metadata=_takes(
            "count", "Number of binary truths drawn from a truth of probabilities.", low=1, high=MOST_REPLICATES
        ),
    )
    match: Match = field(
        default="exact",
        metadata=_takes(
            "choice",
            "How ids of runs and truth are matched: exact, stem (without directory and extension) or loose.",
            fitting=True,
            choices=MATCH,
        ),
    )
    extra: Extra = field(
        default="refuse",
        metadata=_takes(
            "choice",
            "Items and labels of a run that the truth lacks: refuse or drop.",
            fitting=True,
            choices=("refuse", "drop"),
        ),
    )
    missing: Missing = field(
        default="refuse",
        metadata=_takes(
            "choice",
            "Items and labels that a run's table lacks: refuse, or count as unretrieved.",
            fitting=True,
            choices=("refuse", "unretrieved"),
        ),
    )
    blank: float | str = field(
        default=BLANK.default,
        metadata=_takes(BLANK.kind, BLANK.about, fitting=True, low=BLANK.low, choices=BLANK.choices),
    )

    def __post_init__(self) -> None:
        for parameter in declared_settings():
            value = getattr(self, parameter.name)
            # Python may give one threshold per label, which is checked where the labels are known.
            if parameter.name != "threshold" or isinstance(value, (str, int, float)):
                parameter.check(value)
        if self.ci is not None and self.unjudged == "bounds":
            raise ParameterError("ask for ci or for unjudged='bounds', not for both: each fills low and high")

    def fitting(self) -> list[str]:
        """For the signature: how far a run may differ from the truth, where it may."""
        return [f"{p.name}={value}" for p in fitting_settings() if (value := getattr(self, p.name)) != p.default]


def declared_settings(*, intervals: bool = True) -> list[Parameter]:
    """Every setting as a parameter, or all but those of bootstrap intervals."""
    return [
        Parameter(f.name, default=f.default, **f.metadata["parameter"])
        for f in fields(Settings)
        if intervals or not f.metadata["interval"]
    ]


def fitting_settings() -> list[Parameter]:
    """The settings that bring a run to its truth."""
    marked = {f.name for f in fields(Settings) if f.metadata["fitting"]}
    return [parameter for parameter in declared_settings() if parameter.name in marked]
