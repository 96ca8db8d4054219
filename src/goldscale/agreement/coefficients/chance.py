"""Kappa-like coefficients for any number of annotators: observed agreement corrected for chance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial

import numpy as np

from goldscale.agreement.coefficients.definition import By, Coefficient, CoefficientDefinition, Prepared
from goldscale.agreement.coefficients.ratings import (
    Ratings,
    Summed,
    SumsPart,
    need_one_scale,
    need_order,
    ratings,
    weighted,
)
from goldscale.data import Votes
from goldscale.data.parameter import Parameter
from goldscale.kernels.agreement import chance as kernel
from goldscale.kernels.agreement.distances import Distance, Nominal
from goldscale.kernels.ratio import ratio

WEIGHTS = Parameter(
    "weights",
    "partial credit for near misses: none, or by the difference (linear, quadratic) or order (ordinal) of values",
    "choice",
    "none",
    ("none", "linear", "quadratic", "ordinal"),
)


class _Chance(Summed, ABC):
    """Observed disagreement beside what is expected by chance; behind the sums of it are those that chance needs."""

    any_scale = False
    """Whether observed and expected disagreement are measured alike, so that the length of the scale cancels out."""

    def __init__(self, laid: Ratings, distance: Distance, width: int, *use: SumsPart) -> None:
        self.distance = distance
        self.apart = kernel.disagreement(laid.table, distance)
        units = np.arange(laid.table.units)
        super().__init__(laid, laid.sums(2 + width, (units, 0, self.apart), (units, 1, laid.table.pairable), *use))

    @abstractmethod
    def used(self, sums: np.ndarray) -> np.ndarray:
        """How the votes of each group use the values."""

    @abstractmethod
    def chance(self, use: np.ndarray) -> np.ndarray:
        """Expected disagreement of each group from that."""

    def unit_chance(self, use: np.ndarray) -> np.ndarray | None:
        """The units' own part in that, where it depends on the votes."""
        return None

    def under(self, drawn: np.ndarray) -> np.ndarray:
        sums = self.sums.under(drawn)
        return 1 - ratio(ratio(sums[..., 0], sums[..., 1]), self.chance(self.used(sums[..., 2:])))

    def error(self) -> tuple[np.ndarray, np.ndarray]:
        laid, use = self.ratings, self.used(self.whole[:, 2:])
        return kernel.chance_error(laid.table, laid.group, self.apart, self.chance(use), self.unit_chance(use))


class _Pooled(_Chance):
    """Coefficients that know how often each value is given, not by whom."""

    def __init__(self, laid: Ratings, distance: Distance) -> None:
        table = laid.table
        given = (table.unit, 3 + table.code, table.shares)
        super().__init__(laid, distance, 1 + table.codes, (np.arange(table.units), 2, 1.0), given)
        if isinstance(distance, Nominal):
            self.choices = laid.choices
            self.total = laid.choices**2 - laid.choices
        else:
            # Weights are laid over the one scale of all votes.
            self.choices = np.full(laid.groups, max(2.0, len(laid.values)))
            self.total = np.full(laid.groups, distance.total() if len(laid.values) > 1 else 2.0)

    def used(self, sums: np.ndarray) -> np.ndarray:
        return ratio(sums[..., 1:], sums[..., :1])


class _Observed(_Pooled):
    def chance(self, use: np.ndarray) -> np.ndarray:
        return np.ones(use.shape[:-1])


class _Fleiss(_Pooled):
    any_scale = True

    def chance(self, use: np.ndarray) -> np.ndarray:
        return kernel.fleiss_chance(use, self.distance)

    def unit_chance(self, use: np.ndarray) -> np.ndarray:
        table, group = self.ratings.table, self.ratings.group
        entries = self.distance.spread(use)[group[table.unit], table.code]
        return np.bincount(table.unit, table.shares * entries, minlength=table.units)


class _Uniform(_Pooled):
    def chance(self, use: np.ndarray) -> np.ndarray:
        return np.broadcast_to(kernel.uniform_chance(self.choices, self.total), use.shape[:-1])


class _Gwet(_Pooled):
    def chance(self, use: np.ndarray) -> np.ndarray:
        return kernel.gwet_chance(use, self.choices, self.total)

    def unit_chance(self, use: np.ndarray) -> np.ndarray:
        table, group = self.ratings.table, self.ratings.group
        entries = 1 - use[group[table.unit], table.code]
        hard = np.bincount(table.unit, table.shares * entries, minlength=table.units)
        return 1 - ((self.choices**2 - self.total) / (self.choices * (self.choices - 1)))[group] * hard


class _Conger(_Chance):
    """Conger's kappa: chance knows how each annotator uses the values."""

    any_scale = True

    def __init__(self, laid: Ratings, distance: Distance) -> None:
        self.codes = laid.table.codes
        given = (laid.unit, 2 + laid.rater * self.codes + laid.code, 1.0)
        super().__init__(laid, distance, laid.raters * self.codes, given)

    def used(self, sums: np.ndarray) -> np.ndarray:
        return sums.reshape(*sums.shape[:-1], self.ratings.raters, self.codes)

    def chance(self, use: np.ndarray) -> np.ndarray:
        shares, votes = _shares(use)
        return kernel.conger_chance(shares, votes > 0, self.distance)

    def unit_chance(self, use: np.ndarray) -> np.ndarray:
        laid = self.ratings
        shares, votes = _shares(use)
        others = self.distance.spread(shares.sum(axis=-2, keepdims=True) - shares) * (votes > 0)[..., None]
        own = (shares * others).sum(axis=-1)
        units = np.bincount(laid.group, minlength=laid.groups)
        group = laid.group[laid.unit]
        part = (others[group, laid.rater, laid.code] - own[group, laid.rater]) / votes[group, laid.rater]
        raters = (votes > 0).sum(axis=-1)
        pairs = (raters * (raters - 1.0))[laid.group]
        moved = units[laid.group] * np.bincount(laid.unit, part, minlength=len(laid.group))
        return ratio(own.sum(axis=-1)[laid.group] + moved, pairs)


def _shares(given: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How each rater uses the values (0 for those without a vote), and how many votes each gave."""
    votes = given.sum(axis=-1)
    return np.nan_to_num(ratio(given, votes[..., None])), votes


def _build(kind: type[_Pooled] | type[_Conger], votes: Votes, by: By, coefficient: Coefficient) -> Prepared:
    weights = coefficient.parameters.get("weights", "none")
    if weights != "none":
        need_order(votes, str(coefficient))
        if not kind.any_scale:
            need_one_scale(votes, str(coefficient))
    laid = ratings(votes, by)
    return kind(laid, weighted(weights, laid.values))


def _properties(extra: frozenset[str], coefficient: Coefficient) -> frozenset[str]:
    free = coefficient.parameters.get("weights", "none") == "none"
    return extra | {"perfect-only", "any-scale"} | ({"any-names"} if free else frozenset())


_ALWAYS_ONE = partial(_properties, frozenset({"one-value"}))
_UNDEFINED = partial(_properties, frozenset())
_UNBOUNDED = float("-inf")
"""With gaps or weights, chance may be as near to perfect agreement as one likes: there is no lowest value."""

_Kappa = partial(CoefficientDefinition, low=_UNBOUNDED, parameters=(WEIGHTS,), analytic=lambda _: True)

DEFINITIONS = (
    _Kappa(
        name="observed",
        title="Observed agreement",
        summary="Fraction of pairs of votes on a unit that agree, averaged over units; not corrected for chance.",
        equation=r"p_a = \frac{1}{n} \sum_{u} \sum_{v} \frac{r_{uv} (r_{uv} - 1)}{r_u (r_u - 1)}",
        where=("$r_{uv}$ of the $r_u$ votes on unit $u$ are for the value $v$; $n$ units have at least two votes"),
        needs="at least two votes on some units",
        degenerate="1 where all votes are the same; undefined where no unit has two votes",
        reference="Gwet 2014, Handbook of Inter-Rater Reliability, section 2.3",
        low=0.0,
        build=partial(_build, _Observed),
        by_chance=False,
        properties=_ALWAYS_ONE,
    ),
    _Kappa(
        name="fleiss",
        title="Fleiss' kappa",
        summary="Agreement corrected for that of two votes drawn at random from all votes.",
        equation=r"\frac{p_a - p_e}{1 - p_e}, \quad p_e = \sum_{v} \pi_v^2",
        where=r"$p_a$ is the observed agreement, $\pi_v$ the fraction of votes for $v$, averaged over units",
        needs="at least two votes on some units",
        degenerate="undefined where all votes are the same value, or where no unit has two votes",
        reference="Fleiss 1971, DOI 10.1037/h0031619; with gaps as in Gwet 2014",
        build=partial(_build, _Fleiss),
        properties=_UNDEFINED,
    ),
    _Kappa(
        name="conger",
        title="Conger's kappa",
        summary="Agreement corrected for that of two annotators who vote at random, each with their own frequencies.",
        equation=(
            r"\frac{p_a - p_e}{1 - p_e}, \quad p_e = \frac{1}{g (g - 1)} \sum_{i \ne j} \sum_{v} "
            r"\pi_{iv}\,\pi_{jv}"
        ),
        where=(
            r"$p_a$ is the observed agreement, $\pi_{iv}$ the fraction of the votes of annotator $i$ that are for "
            r"$v$, $g$ the number of annotators"
        ),
        needs="identified annotators, at least two votes on some units",
        degenerate="undefined where all votes are the same value, or where no unit has two votes",
        reference="Conger 1980, DOI 10.1037/0033-2909.88.2.322; with gaps as in Gwet 2014",
        build=partial(_build, _Conger),
        people=lambda _: True,
        properties=_UNDEFINED,
    ),
    _Kappa(
        name="randolph",
        title="Randolph's free-marginal kappa",
        summary="Agreement corrected for that of votes drawn uniformly from all possible values.",
        equation=r"\frac{p_a - 1/k}{1 - 1/k}",
        where="$p_a$ is the observed agreement; a vote may take $k$ values (thesis 6.3.3)",
        needs="at least two votes on some units, labels that offer the same values where they are pooled",
        degenerate="1 where all votes are the same; undefined where no unit has two votes",
        reference="Brennan and Prediger 1981, DOI 10.1177/001316448104100307; Randolph 2005 (ERIC ED490661)",
        build=partial(_build, _Uniform),
        properties=_ALWAYS_ONE,
    ),
    _Kappa(
        name="gwet",
        title="Gwet's AC1 and AC2",
        summary="Agreement corrected for chance on units that are hard to judge only; AC2 with weights.",
        equation=r"\frac{p_a - p_e}{1 - p_e}, \quad p_e = \frac{1}{k - 1} \sum_{v} \pi_v (1 - \pi_v)",
        where=(
            r"$p_a$ is the observed agreement, $\pi_v$ the fraction of votes for $v$, averaged over units; a vote "
            r"may take $k$ values"
        ),
        needs="at least two votes on some units, labels that offer the same values where they are pooled",
        degenerate="1 where all votes are the same; undefined where no unit has two votes",
        reference="Gwet 2008, DOI 10.1348/000711006X126600; with gaps and weights as in Gwet 2014",
        build=partial(_build, _Gwet),
        properties=_ALWAYS_ONE,
    ),
)
