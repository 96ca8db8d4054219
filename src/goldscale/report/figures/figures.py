"""All figures of a report."""

from __future__ import annotations

from collections.abc import Iterator

from goldscale.report.content import ReportContent
from goldscale.report.figures.concepts import concepts_figure
from goldscale.report.figures.distributions import distributions_figure
from goldscale.report.figures.drawn import ReportFigure
from goldscale.report.figures.leaderboard import leaderboard_figure
from goldscale.report.figures.measures import correlation_figure, disagreement_figure

FORMS = ("svg", "png")


def figures(content: ReportContent) -> Iterator[ReportFigure]:
    """Those for which there is something to draw."""
    found = content.correlation
    yield leaderboard_figure(content)
    for figure in (
        concepts_figure(content),
        distributions_figure(content),
        None if found is None else correlation_figure(found),
        None if found is None else disagreement_figure(content, found),
    ):
        if figure is not None:
            yield figure
