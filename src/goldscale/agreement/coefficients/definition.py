"""What a coefficient of agreement is: one declaration that the parser, the documentation and the tests read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from goldscale.agreement.coefficients.ratings import Ratings
from goldscale.data import Votes
from goldscale.data.parameter import AsParsed, Parameter, shown_parameters

By = Literal["all", "label", "item", "annotator"]

PROPERTIES = {
    "perfect-only": "1 is reached only where all votes on each unit are the same",
    "any-names": "renaming the values does not change the coefficient",
    "any-scale": "multiplying all values by a positive number does not change the coefficient",
    "one-value": "where all votes are the same single value, the coefficient is 1",
}
"""What a coefficient may promise; a test holds every coefficient to what it declares."""


class Prepared(Protocol):
    """A coefficient prepared for a set of votes: its value under any weighting of what is drawn."""

    ratings: Ratings
    width: int
    """How many numbers one replicate holds, so that batches of replicates stay small."""

    def under(self, drawn: np.ndarray) -> np.ndarray:
        """The value of each group in each replicate, from how often each thing was drawn; all 1 gives the value."""
        ...


class PreparedAnalytic(Prepared, Protocol):
    """A coefficient that knows its standard error without resampling."""

    def error(self) -> tuple[np.ndarray, np.ndarray]:
        """The standard error and the degrees of freedom of each group's value."""
        ...


@dataclass(frozen=True, kw_only=True, repr=False)
class CoefficientDefinition:
    """A coefficient of the catalogue, with everything that anybody needs to know about it."""

    name: str
    title: str
    summary: str
    equation: str
    """LaTeX; ``where`` tells what its symbols mean, with formulas between dollar signs."""
    needs: str
    """What votes it needs, in words."""
    degenerate: str
    """Its answer where there is nothing to compare, in words."""
    reference: str
    build: Callable[[Votes, By, Coefficient], Prepared]
    where: str = ""
    low: float = 0.0
    high: float = 1.0
    parameters: tuple[Parameter, ...] = ()
    by: Callable[[Coefficient], tuple[By, ...]] = lambda _: ("all", "label", "item")
    people: Callable[[Coefficient], bool] = lambda _: False
    """Whether it must know who voted: anonymous seats will not do."""
    analytic: Callable[[Coefficient], bool] = lambda _: False
    """Whether it has an interval without resampling."""
    by_chance: bool = True
    """Whether it is corrected for chance."""
    properties: Callable[[Coefficient], frozenset[str]]
    """What it promises, of PROPERTIES; every coefficient has to say."""

    def __repr__(self) -> str:
        return f"CoefficientDefinition({self.name}: {self.title})"


@dataclass(frozen=True, eq=False, repr=False)
class Coefficient(AsParsed):
    """A coefficient as asked for, with its parameters. Prints as it parses."""

    definition: CoefficientDefinition
    parameters: Mapping[str, str]

    @property
    def title(self) -> str:
        """The definition's title, with the parameters that differ from the usual."""
        usual = {p.name: p.default for p in self.definition.parameters}
        changed = [value for name, value in self.parameters.items() if value != usual[name]]
        return self.definition.title + (f" ({', '.join(changed)})" if changed else "")

    def __str__(self) -> str:
        return self.definition.name + shown_parameters(self.parameters, self.definition.parameters)
