"""What a comparison of runs found, pair by pair, and its written forms."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from goldscale.data import Axis
from goldscale.data.number_format import shown, shown_probability
from goldscale.data.result import Result
from goldscale.data.table import Table, counts, names, numbers, p_values, square
from goldscale.data.table_forms import printable
from goldscale.significance.pairs import Pair, needed_units, pair_columns
from goldscale.significance.tiers import RULE, Tiers, tiers

SHAPED = ("runs", "pairs", "units", "ranking", "published")
"""Fields that JSON holds in another shape."""
ASKED_FOR = {"margin": ("equivalent", "verdict"), "power": ("needed",)}
"""What a pair holds only where it was asked for, by the wish."""
MEAN, PUBLISHED = "mean", "published number"
"""What is subtracted, unit by unit or on resamples."""
FEW_RESAMPLED = 20
"""With fewer units a count of resamples finds too much: of 3 to 12 images, noise beat noise in 7 to 13 of 100 tests at
0.05. The test t, with its degrees of freedom, did in 4 of 100 with 10 images."""


@dataclass(frozen=True, repr=False)
class Comparison(Result):
    """Paired tests between runs on one measure."""

    measure: str
    test: str
    runs: tuple[str, ...]
    pairs: tuple[Pair, ...]
    units: Axis
    """What is paired: the measure's units, the groups of a level, or what was resampled."""
    resampled: bool
    """Whether the pairs are of published numbers on resamples of the units, not of the units' own values."""
    statistic: str
    """What is subtracted: the mean over the units, the published number, or in words a mean that is not that number."""
    interval: str
    baseline: str | None
    alpha: float
    correction: str
    family: str
    """What is corrected together: the pairs of this measure, or of all that were asked for."""
    family_size: int
    """How many pairs with a p-value these are, of how many measures: what p is corrected for."""
    family_measures: int
    replicates: int
    seed: int
    signature: str
    """What somebody else needs to get the same numbers."""
    ranking: tuple[str, ...] = ()
    """The runs from best to worst by the published number."""
    published: tuple[float, ...] = ()
    """The published number of each run, in the order of ``runs``."""
    margin: float | None = None
    """Runs whose difference is smaller than this are equivalent; None where nobody asked."""
    power: float | None = None
    """The probability of finding a difference for which needed units are counted; None where nobody asked."""

    @cached_property
    def tiers(self) -> Tiers | None:
        """Runs that cannot be told apart, best first; None where not every two were compared, or none has a number."""
        if self.baseline is not None or all(math.isnan(number) for number in self.published):
            return None
        return tiers(self.differ(), self.runs, self.ranking, self.published)

    @property
    def can_tell(self) -> bool:
        """Whether any two runs could have differed significantly: a few units allow no p-value that is small enough."""
        return any(pair.lowest <= self.alpha for pair in self.pairs)

    @property
    def paired_over(self) -> str:
        """What another sample would have brought others of, in words."""
        return f"{'resamples of ' if self.resampled else ''}{self.units.plural}"

    @property
    def corrected_for(self) -> str:
        """How many pairs were corrected together, in words."""
        pairs = f"{self.family_size} pair{'' if self.family_size == 1 else 's'}"
        return pairs if self.family_measures == 1 else f"{pairs} over {self.family_measures} measures"

    def tier_rule(self) -> str:
        """How the tiers were made, and where they do not tell the whole story; empty where there are none."""
        if self.tiers is None:
            return ""
        told = [
            f"Tiers: {RULE} ({self.test} test, {self.correction}, {100 * self.alpha:g} %, paired over "
            f"{self.paired_over})."
        ]
        for pairs, what in (
            (self.tiers.differ_within, "within a tier can be told apart all the same"),
            (self.tiers.alike_across, "of different tiers cannot be told apart"),
        ):
            if pairs:
                count = f"{len(pairs)} pair{'' if len(pairs) == 1 else 's'}"
                told.append(f"{count} {what}, as {' and '.join(map(printable, pairs[0]))}.")
        return " ".join(told)

    def pair(self, first: str, second: str) -> Pair | None:
        """The pair of these two runs, in whichever order; None where they were not compared."""
        return self._by_runs.get(frozenset((first, second)))

    @cached_property
    def _by_runs(self) -> dict[frozenset[str], Pair]:
        """Tables of runs x runs ask for every pair; 73 runs have 2628."""
        return {frozenset((pair.first, pair.second)): pair for pair in self.pairs}

    def p_values(self, *, corrected: bool = True) -> np.ndarray:
        """Runs x runs, symmetric; NaN on the diagonal and where two runs were not compared."""
        found = np.full((len(self.runs), len(self.runs)), np.nan)
        place = {run: i for i, run in enumerate(self.runs)}
        for pair in self.pairs:
            i, j = place[pair.first], place[pair.second]
            found[i, j] = found[j, i] = pair.corrected if corrected else pair.p
        return found

    def differ(self) -> np.ndarray:
        """Runs x runs: whether two runs differ significantly."""
        found = np.zeros((len(self.runs), len(self.runs)), dtype=bool)
        place = {run: i for i, run in enumerate(self.runs)}
        for pair in self.pairs:
            i, j = place[pair.first], place[pair.second]
            found[i, j] = found[j, i] = pair.significant
        return found

    def table(self, digits: int = 4) -> Table:
        """A row per pair."""
        scale = (
            f"deviation of single {self.units.plural}" if self.resampled else "standard deviation of the differences"
        )
        legend = (
            f"{self.measure}: first minus second [at {100 * (1 - self.alpha):g} % confidence, {self.interval}]; "
            f"{self.how}; d: {'difference' if self.resampled else 'mean'} over {scale}; "
            f"better where p ({self.correction}) is at most {self.alpha:g}."
        )
        columns = pair_columns(self.pairs, self.correction, digits)
        return Table(columns, notes=[legend, *self._margin_told(), *self.remarks()])

    def needed_table(self, power: float | None = None) -> Table:
        """How many units each difference would take to be found with this probability (0.8), by a t-test at alpha."""
        power = power or self.power or 0.8
        needed = needed_units([p.effect for p in self.pairs], power, self.alpha)
        columns = [
            names("first", (p.first for p in self.pairs)),
            names("second", (p.second for p in self.pairs)),
            numbers("d", (p.effect for p in self.pairs), 2),
            counts("units", (p.units for p in self.pairs)),
            counts("needed", needed),
        ]
        told = (
            f"{self.measure}: needed {self.units.plural} for a paired t-test to find a difference of this size (d) "
            f"with a probability of {power:g} at {self.alpha:g}, one pair at a time."
        )
        return Table(columns, f"{self.units.plural} needed", [told])

    def matrix_table(self, digits: int = 4) -> Table:
        """Corrected p-values, runs x runs."""
        columns = square("run", self.runs, self.p_values(), digits, p_values)
        legend = f"{self.measure}: p ({self.correction}) of every two runs; {self.how}."
        return Table(columns, notes=[legend, *self.remarks()])

    def tables(self) -> tuple[Table, ...]:
        """The pairs, and the units that they need where that was asked for."""
        return (self.table(),) if self.power is None else (self.table(), self.needed_table())

    def matrix_tables(self) -> tuple[Table, ...]:
        """The matrix, as ``tables`` gives the pairs."""
        return (self.matrix_table(),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; what is undefined is None."""
        unasked = [name for wish, names in ASKED_FOR.items() if getattr(self, wish) is None for name in (wish, *names)]
        about = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in (*SHAPED, *unasked)}
        pairs = [
            {name: _plain(value) for name, value in asdict(pair).items() if name not in unasked} for pair in self.pairs
        ]
        units = {"unit": self.units.noun, "units": len(self.units)}
        grouped = None if self.tiers is None else [list(tier) for tier in self.tiers.groups]
        published = {run: _plain(value) for run, value in zip(self.runs, self.published, strict=True)}
        ranking = {"ranking": list(self.ranking), "published": published, "tiers": grouped}
        return {**about, **units, "runs": list(self.runs), **ranking, "pairs": pairs}

    def __repr__(self) -> str:
        found = f"{sum(pair.significant for pair in self.pairs)} of {len(self.pairs)} pairs differ"
        if len(self.pairs) == 1:
            (pair,) = self.pairs
            difference, p = shown(pair.difference, 4), shown_probability(pair.corrected, 4)
            found = f"{pair.first} - {pair.second} = {difference}, p {p}"
        return f"Comparison({self.measure}, {self.test}: {found})"

    @property
    def how(self) -> str:
        """The test, in words."""
        return f"{self.test} test, two-sided, paired over {self.paired_over}"

    def _margin_told(self) -> list[str]:
        if self.margin is None:
            return []
        how = "on resamples" if self.resampled else "t"
        return [
            f"Equivalent where p of two one-sided tests ({how}; {self.correction}) against a difference of "
            f"{self.margin:g} is at most {self.alpha:g}; else different where there is a better one; else undecided."
        ]

    def remarks(self) -> list[str]:
        """The caveats, and the tiers."""
        return self.caveats() + self._tiers_told()

    def caveats(self) -> list[str]:
        """What a reader must know before believing the numbers."""
        told = []
        if self.statistic not in (MEAN, PUBLISHED):
            told.append(f"{self.measure}: tested is the {self.statistic}.")
        if self.resampled and self.test == "bootstrap" and len(self.units) < FEW_RESAMPLED:
            told.append(f"{self.units.counted} are few to resample: a count of resamples finds too much.")
        return told + self._out_of_reach()

    def _tiers_told(self) -> list[str]:
        if self.tiers is None or len(self.runs) < 3:
            return []
        return [f"Tiers, best first: {'; '.join(', '.join(tier) for tier in self.tiers.groups)}."]

    def _out_of_reach(self) -> list[str]:
        """Says of pairs that could not become significant, whatever their runs had done, why that is."""
        same = [pair for pair in self.pairs if pair.difference == pair.low == pair.high == 0]
        found = []
        if same:
            which = f"of {len(same)} of {len(self.pairs)} pairs the runs" if len(self.pairs) > 1 else "the runs"
            found.append(f"{which} do not differ.")
        for exact in (True, False):
            pairs = [p for p in self.pairs if p.exact == exact and p.lowest > self.alpha and p not in same]
            if not pairs:
                continue
            few = f"so few {self.units.plural} that differ" if exact else f"{self.replicates} replicates"
            mend = (
                f"more {self.units.plural}, or fewer pairs (a baseline), would"
                if exact
                else "more replicates (or fewer pairs) would"
            )
            least = shown_probability(min(pair.lowest for pair in pairs), 4)
            which = f"{len(pairs)} of {len(self.pairs)} pairs" if len(self.pairs) > 1 else "this pair"
            found.append(
                f"{which} cannot be significant: with {few}, p ({self.correction}) "
                f"is at least {least}; {mend} lower that."
            )
        return found


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
