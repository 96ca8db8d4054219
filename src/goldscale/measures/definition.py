"""What a measure is: one declaration that the parser, the command line, the documentation and the tests read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

import numpy as np

from goldscale.data.parameter import AsParsed, Parameter, shown_parameters
from goldscale.errors import ParameterError
from goldscale.kernels.cells import Direction
from goldscale.kernels.counts import Counts

Prediction = Literal["set", "ranking"]
Cutoff = Literal["none", "optional", "required"]

PROPERTIES = {
    "monotone": "saying yes to (or ranking higher) one more relevant cell never makes the value worse",
    "perfect-best": "a perfect prediction reaches the best value",
    "perfect-only": "the best value is reached only by a perfect prediction of the unit",
    "scale-free": "any increasing transformation of the scores leaves the value alone",
}
"""What a measure may promise; a test holds every measure to what it declares."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Definition:
    """A measure of the catalogue, with everything that anybody needs to know about it."""

    name: str
    title: str
    summary: str
    equation: str
    prediction: Prediction
    direction: Direction
    kernel: Callable[[Any, Measure], np.ndarray]
    """Takes the block's Ranking (or the Counts) and the measure as asked for; gives one value per unit."""
    undefined: str
    reference: str
    example: str
    directions: tuple[Direction, ...] = ("item", "label")
    """In which directions it can be read."""
    needs: frozenset[str] = field(default_factory=frozenset)
    """What it needs to know beside runs and truth: ontology, relatedness, agreement."""
    counts: Callable[[Any, Measure], Counts] | None = None
    """Makes the counts of a semantic set measure from label sets; its kernel then takes counts."""
    relevance: Literal["binary", "graded"] = "binary"
    score: Literal["binary", "semantic"] = "binary"
    low: float = 0.0
    high: float = 1.0
    higher_is_better: bool = True
    cutoff: Cutoff = "none"
    parameters: tuple[Parameter, ...] = ()
    aliases: tuple[str, ...] = ()
    ties: str = ""
    aggregate: Literal["mean", "median"] = "mean"
    condensed: bool = False
    """Whether unjudged cells are left out whatever the evaluation's rule (bpref is defined so)."""
    properties: frozenset[str] = field(default_factory=frozenset)

    @property
    def keys(self) -> tuple[str, ...]:
        """The registry's keys: with and without a cutoff a name may stand for two measures (P and P@k)."""
        return tuple(self.name + ending for ending in self.endings)

    @property
    def endings(self) -> tuple[str, ...]:
        """What stands behind the name in the keys."""
        return {"none": ("",), "required": ("@k",), "optional": ("", "@k")}[self.cutoff]

    @property
    def best(self) -> float:
        """The best value."""
        return self.high if self.higher_is_better else self.low

    def __repr__(self) -> str:
        return f"Definition({', '.join(self.keys)}: {self.title})"


label_set_measure = partial(Definition, prediction="set", score="semantic", direction="item", directions=("item",))
"""A semantic measure on the label sets of items."""


@dataclass(frozen=True, eq=False, repr=False)
class Measure(AsParsed):
    """A measure as asked for: a definition with cutoff, direction and parameters. Prints as it parses."""

    definition: Definition
    cutoff: int | None
    direction: Direction
    parameters: Mapping[str, Any]

    @property
    def rel(self) -> int:
        """The lowest grade that counts as relevant; 1 for measures that take no such parameter."""
        return int(self.parameters.get("rel", 1))

    @property
    def rank(self) -> int:
        """The cutoff of a measure that has one."""
        if self.cutoff is None:
            raise ParameterError(f"the measure {self} has no cutoff")
        return self.cutoff

    @property
    def micro(self) -> bool:
        """Whether all units are pooled into one before the measure is applied."""
        return self.parameters.get("avg") == "micro" or self.parameters.get("variant") == "kiritchenko"

    def __reduce__(self) -> tuple[Callable[[str], Measure], tuple[str]]:
        from goldscale.measures.registry import measure  # it prints as it parses, and so it travels

        return measure, (str(self),)

    def __str__(self) -> str:
        text = self.definition.name
        if self.cutoff is not None:
            text += f"@{self.cutoff}"
        if self.direction != self.definition.direction:
            text += f":{self.direction}"
        return text + shown_parameters(self.parameters, self.definition.parameters)
