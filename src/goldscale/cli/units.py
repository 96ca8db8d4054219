"""Options of the tables that show scores unit by unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from goldscale.cli.forms import Form
from goldscale.cli.options import gathered, together
from goldscale.errors import known_name

if TYPE_CHECKING:
    from goldscale.data import Scores
    from goldscale.data.unit_scores import Sort, UnitScores

LONGEST = 100
"""Tables of more units show the ends only, unless somebody says how many."""


@dataclass(frozen=True)
class UnitChoice:
    """Which units a table shows, and in what order; None where nobody said."""

    sort: Sort | None
    best: int | None
    worst: int | None

    def check(self, asked: bool, form: Form, how: str) -> None:
        """Refuse what would have no effect; ``how`` units are asked for."""
        given = [f"--{name}" for name, value in vars(self).items() if value is not None]
        if given and not asked:
            raise click.UsageError(f"{given[0]} needs {how}")
        if self.sort is not None:
            from goldscale.data.unit_scores import SORTS

            known_name(self.sort, SORTS, "order of units")
        if given and (form.ending == ".json" or (form.ending == ".csv" and form.table is None)):
            raise click.UsageError(f"CSV and JSON have every unit; leave {given[0]} out, or ask for another form")

    def of(self, scores: Scores, form: Form, digits: int = 4) -> UnitScores:
        """The units of these scores; people are spared long tables, unless they say how long."""
        from goldscale.data.unit_scores import UnitScores

        longest = None if form.ending == ".csv" else LONGEST
        return UnitScores(scores, self.sort or "value", self.best, self.worst, longest, digits)


unit_options: Callable[[Callable[..., Any]], Callable[..., Any]] = together(
    click.option(
        "--sort",
        metavar="ORDER",
        help="Order of units: value (the mean over runs), name, prevalence or spread between runs. [default: value]",
    ),
    click.option("--best", type=click.IntRange(min=1), metavar="N", help="Of the units, the N with the best values."),
    click.option("--worst", type=click.IntRange(min=1), metavar="N", help="Of the units, the N with the worst values."),
    gathered("choice", UnitChoice),
)
