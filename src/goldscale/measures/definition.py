"""What a measure is: one declaration that the parser, the command line, the documentation and the tests read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np

from goldscale.data.parameter import AsParsed, Parameter, shown_parameters
from goldscale.kernels.cells import Direction
from goldscale.kernels.counts import Counts

Prediction = Literal["set", "ranking", "probability"]
Cutoff = Literal["none", "optional", "required"]
Reads = Literal["counts", "hits", "ranking", "forecasts", "label sets"]
"""What a kernel takes: ``hits`` are the tie groups of a ranking that hold something relevant."""
Tried = Literal["every", "ranked", "ranked or short", "none or all"]
"""Which numbers of relevant cells among the unjudged ones have to be tried for exact bounds (see ``bounds``)."""

PROPERTIES = {
    "monotone": "predicting (or ranking higher) one more relevant cell never makes the value worse",
    "perfect-best": "a perfect prediction reaches the best value",
    "perfect-only": "the best value is reached only by a perfect prediction of the unit",
    "scale-free": "any increasing transformation of the scores does not change the value",
}
"""What a measure may promise; a test holds every measure to what it declares."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Definition:
    """A measure of the catalogue, with everything that anybody needs to know about it."""

    name: str
    title: str
    summary: str
    equation: str
    """LaTeX; ``where`` tells what symbols of its own mean, with formulas between dollar signs."""
    prediction: Prediction
    direction: Direction
    reads: Reads
    kernel: Callable[..., np.ndarray]
    """Takes what it reads and, by name, the measure's own parameters and cutoff; gives one value per unit."""
    undefined: str
    reference: str
    example: str
    where: str = ""
    directions: tuple[Direction, ...] = ("item", "label")
    """In which directions it can be read."""
    needs: frozenset[str] = field(default_factory=frozenset)
    """What it needs to know beside runs and truth: ontology, relatedness, agreement."""
    counts: Callable[..., Counts] | None = None
    """Makes the counts that a semantic measure reads from label sets and the parameter that pools, if it has one."""
    pooled: tuple[str, str] = ("avg", "micro")
    """The parameter, and its value, by which all units are pooled into one before the kernel is applied."""
    tried: Tried = "every"
    """What is proven of a ranked measure's bounds."""
    relevance: Literal["binary", "graded"] = "binary"
    score: Literal["binary", "semantic"] = "binary"
    low: float = 0.0
    high: float = 1.0
    higher_is_better: bool = True
    cutoff: Cutoff = "none"
    parameters: tuple[Parameter, ...] = ()
    aliases: tuple[str, ...] = ()
    ties: str = ""
    aggregate: Literal["mean", "median", "geometric mean"] = "mean"
    """A geometric mean takes no value below the measure's parameter ``floor``."""
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


set_measure = partial(Definition, prediction="set", reads="counts")
ranked_measure = partial(Definition, prediction="ranking", reads="hits")
semantic_measure = partial(Definition, score="semantic", direction="item", directions=("item",), reads="label sets")
"""A measure on the label sets of items that knows how labels relate."""
label_set_measure = partial(semantic_measure, prediction="set")


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
    def micro(self) -> bool:
        """Whether all units are pooled into one before the measure is applied."""
        parameter, value = self.definition.pooled
        return bool(self.parameters.get(parameter) == value)

    @property
    def weighted(self) -> bool:
        """Whether each unit counts as often in the mean as it has relevant cells."""
        return bool(self.parameters.get("avg") == "weighted")

    @property
    def average(self) -> str:
        """What the published number is of the units' values."""
        return "weighted mean" if self.weighted else self.definition.aggregate

    @property
    def plain_mean(self) -> bool:
        """Whether the published number is the mean of the units' values, each counting alike."""
        return self.average == "mean" and not self.micro

    def value(self, given: Any) -> np.ndarray:
        """One value per unit, from Counts, a Ranking, Forecasts or LabelSets."""
        read = given.hits(self.rel) if self.definition.reads == "hits" else given
        return self.definition.kernel(read, **self._arguments)

    def counts(self, label_sets: Any) -> Counts | None:
        """The counts that a semantic measure reads; None where it reads the label sets themselves."""
        make, pooled = self.definition.counts, self.definition.pooled[0]
        told = {pooled: self[pooled]} if pooled in self.parameters else {}
        return None if make is None else make(label_sets, **told)

    @cached_property
    def _arguments(self) -> dict[str, Any]:
        """What the kernel is told: all but what made the thing that it reads."""
        # Only a kernel that reads the grades themselves has a use for the lowest that counts.
        made = (*(["rel"] if self.definition.reads != "ranking" else []), self.definition.pooled[0])
        own = {name: value for name, value in self.parameters.items() if name not in made}
        return own if self.definition.cutoff == "none" else own | {"cutoff": self.cutoff}

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
