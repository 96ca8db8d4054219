"""Runs from best to worst, with the tiers of those that cannot be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from goldscale.data.table import Column, Table, counts, names, numbers, p_values
from goldscale.errors import ParameterError
from goldscale.significance.comparison import Comparison
from goldscale.significance.comparisons import Comparisons
from goldscale.significance.tiers import Tiers


def tier_column(found: Comparison, runs: Sequence[str]) -> Column:
    """The number of each run's tier."""
    tiers = _tiers(found)
    return counts("tier", (tiers.of(run) for run in runs))


def ranking_table(found: Comparison, digits: int = 4) -> Table:
    """Runs from best to worst with their tiers, and how far each is from the best one; needs every two compared."""
    best, published = found.ranking[0], dict(zip(found.runs, found.published, strict=True))
    behind = [_behind(found, best, run) for run in found.ranking]
    columns = [
        tier_column(found, found.ranking),
        names("run", found.ranking),
        numbers(found.measure, (published[run] for run in found.ranking), digits),
        numbers("to the best", (difference for difference, _ in behind), digits),
        p_values(f"p ({found.correction})", (p for _, p in behind), digits),
    ]
    legend = (
        f"to the best: {found.measure} of a run minus that of {best}; {found.how}; p is corrected for "
        f"{found.corrected_for}."
    )
    return Table(columns, notes=[legend, *found.caveats(), found.tier_rule()])


def ranking_tables(found: Comparison | Comparisons) -> tuple[Table, ...]:
    """A ranking per measure, below the measure's name where there are several."""
    if isinstance(found, Comparison):
        return (ranking_table(found),)
    return tuple(replace(ranking_table(one), title=one.measure) for one in found)


def _tiers(found: Comparison) -> Tiers:
    if found.tiers is None:
        raise ParameterError("a ranking with tiers needs every two runs compared; leave the baseline out")
    return found.tiers


def _behind(found: Comparison, best: str, run: str) -> tuple[float | None, float | None]:
    """Difference of a run to the best one, and its p-value."""
    pair = found.pair(run, best) if run != best else None
    if pair is None:
        return None, None
    return pair.difference if pair.first == run else -pair.difference, pair.corrected
