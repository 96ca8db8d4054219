"""What a method of aggregation is: one declaration that merging, command line and documentation read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from goldscale.agreement.aggregation.questions import Questions
from goldscale.data.parameter import Parameter
from goldscale.kernels.crowd.answers import CrowdFit


@dataclass(frozen=True)
class Task:
    """What a method is asked to do."""

    questions: Questions
    options: Mapping[str, Any]
    """The method's own options, complete and checked."""
    relevant: float | None = None
    quality: Mapping[str, float] | None = None


@dataclass(frozen=True, eq=False)
class MethodResult:
    """What a method found."""

    posterior: np.ndarray
    """Questions x classes, each row a distribution."""
    scores: np.ndarray | None = None
    """Questions x classes: the highest wins; the posterior itself where None."""
    value: np.ndarray | None = None
    """The decided value of each question where it is no contest of classes."""
    open: np.ndarray | None = None
    """Questions that the method leaves unjudged."""
    quality: np.ndarray | None = None
    """Per annotator; where None it is the fraction of votes that agree with the decision."""
    estimates: Mapping[str, np.ndarray] = field(default_factory=dict)
    """What else was estimated of each annotator."""
    confusion: Mapping[str, np.ndarray] = field(default_factory=dict)
    """Annotators x true class x answer, per label or for ALL."""
    chosen: Mapping[str, float] = field(default_factory=dict)
    """The values of options that the method was to choose itself."""
    fit: CrowdFit | None = None
    settled: bool = True
    """Whether it converged; a fit tells so itself."""

    @property
    def converged(self) -> bool:
        """Whether more rounds would change nothing."""
        return self.settled if self.fit is None else self.fit.converged


@dataclass(frozen=True, kw_only=True)
class Method:
    """One way to make a truth out of votes."""

    name: str
    title: str
    summary: str
    probability: str
    """What the probability of a cell is."""
    quality: str
    """What the quality of an annotator is."""
    reference: str
    run: Callable[[Task], MethodResult]
    options: tuple[Parameter, ...] = ()
    settle: Callable[[dict[str, Any]], dict[str, Any]] = dict
    """Checks options against each other, and fills in what one means for another."""
    needs_people: bool = False
    """Whether it must know who gave which vote: seats will not do."""
    takes_quality: bool = False
    """Whether it can be told how good the annotators are."""
    rounds: str = "iterations"
    """The option that limits how often it goes round, of a method that does."""
