"""Two runs side by side, and which pairs of runs differ."""

from __future__ import annotations

from goldscale.report.content import ReportContent
from goldscale.report.page.markup import Html, tag


def comparison(content: ReportContent) -> Html | None:
    """Choose two runs; their difference, its test, and the units on which they differ most."""
    found = content.comparison
    if found is None:
        return None
    differ = sum(pair.significant for pair in found.pairs)
    told = f"{differ} of {len(found.pairs)} pairs of runs differ significantly by {found.measure}."
    choices = [_choice(content, "First run", "first", 0), _choice(content, "Second run", "second", 1)]
    return tag(
        "section",
        tag("h2", "Two runs"),
        tag("p", told, class_="finding"),
        tag("div", *choices, class_="choices needs-script"),
        tag("div", id="duel", aria_live="polite", class_="needs-script"),
        id="runs",
    )


def _choice(content: ReportContent, label: str, name: str, chosen: int) -> Html:
    options = (tag("option", run, value=i, selected=i == chosen) for i, run in enumerate(content.scores.runs))
    return tag("label", label, tag("select", *options, name=name))
