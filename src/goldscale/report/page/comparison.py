"""Two runs side by side, and which pairs of runs differ."""

from __future__ import annotations

from collections import Counter

from goldscale.data.table import Table, counts, names
from goldscale.report.content import ReportContent
from goldscale.report.page.markup import Html, tag
from goldscale.report.page.script_data import held_units
from goldscale.report.page.tables import as_table
from goldscale.significance import Comparison


def comparison(content: ReportContent) -> Html | None:
    """Choose two runs; their difference, its test, and the units on which they differ most."""
    found = content.comparison
    if found is None:
        return None
    told = _finding(found)
    runs = list(enumerate(content.scores.runs))
    units = [(i, f"{r.measure} of each {r.units.noun}") for i, r in enumerate(held_units(content))]
    choices = [_choice("First run", "first", runs, 0), _choice("Second run", "second", runs, 1)]
    choices += [_choice("By", "units", units, 0)] if units else []
    return tag(
        "section",
        tag("h2", "Two runs"),
        tag("p", told, class_="finding"),
        tag("div", *choices, class_="choices needs-script"),
        tag("div", id="duel", class_="needs-script"),
        as_table(_standing(found), "Each run against all others"),
        id="runs",
    )


def _finding(found: Comparison) -> str:
    differ = sum(pair.significant for pair in found.pairs)
    if len(found.pairs) == 1:
        told = "differ significantly" if differ else "cannot be told apart"
        return f"{found.pairs[0].first} and {found.pairs[0].second} {told} by {found.measure}."
    return f"{differ} of {len(found.pairs)} pairs of runs differ significantly by {found.measure}."


def _standing(found: Comparison) -> Table:
    """Of each run, how many others it is significantly better than, cannot be told apart from, and is worse than."""
    better = Counter(pair.better for pair in found.pairs if pair.better is not None)
    worse = Counter({pair.first, pair.second}.difference({pair.better}).pop() for pair in found.pairs if pair.better)
    met = Counter(run for pair in found.pairs for run in (pair.first, pair.second))
    runs = found.ranking or found.runs
    return Table(
        [
            names("run", runs),
            counts("better than", (better[run] for run in runs)),
            counts("cannot be told apart from", (met[run] - better[run] - worse[run] for run in runs)),
            counts("worse than", (worse[run] for run in runs)),
        ]
    )


def _choice(label: str, name: str, options: list[tuple[int, str]], chosen: int) -> Html:
    drawn = (tag("option", told, value=value, selected=value == chosen) for value, told in options)
    return tag("label", label, tag("select", *drawn, name=name))
