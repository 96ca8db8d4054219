"""The page put together: title, facts, sections, style, data and script."""

from __future__ import annotations

from collections.abc import Sequence

from goldscale.data import MeasureScores
from goldscale.report.content import ReportContent
from goldscale.report.page.assets import policy, script, style
from goldscale.report.page.comparison import comparison
from goldscale.report.page.concepts import concepts
from goldscale.report.page.guessing import guessing
from goldscale.report.page.items import items
from goldscale.report.page.leaderboard import leaderboard
from goldscale.report.page.markup import Html, join, tag
from goldscale.report.page.measures import measures
from goldscale.report.page.methods import methods
from goldscale.report.page.script_data import page_data
from goldscale.report.page.truth import truth
from goldscale.version import __version__


def page(content: ReportContent) -> str:
    """The whole report as HTML."""
    made = (
        ("Leaderboard", "leaderboard", leaderboard(content)),
        (_plural(content.by_label[:1]), "concepts", concepts(content)),
        (_plural([content.by_item]), "items", items(content)),
        ("Two runs", "runs", comparison(content)),
        ("Measures", "measures", measures(content)),
        ("Guessing", "guessing", guessing(content)),
        ("Truth", "truth", truth(content)),
        ("Methods", "methods", methods(content)),
    )
    sections = [part for part in made if part[2] is not None]
    run = script()
    facts = (tag("div", tag("b", value), tag("span", label)) for value, label in content.facts)
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy(run)),
        tag("meta", name="generator", content=f"Goldscale {__version__}"),
        tag("title", content.title),
        tag("style", Html(style())),
    ]
    body = [
        tag("a", "Skip to the leaderboard", href="#leaderboard", class_="skip"),
        tag(
            "header",
            tag("button", "Dark", type="button", id="theme", class_="needs-script", title="Light or dark"),
            tag("h1", content.title),
            tag("p", content.subtitle) if content.subtitle else None,
            tag("div", *facts, class_="facts"),
        ),
        tag("nav", (tag("a", name, href=f"#{anchor}") for name, anchor, _ in sections), aria_label="Sections"),
        tag("main", *(section for _, _, section in sections)),
        tag("footer", f"Made with Goldscale {__version__}."),
        page_data(content),
        tag("script", Html(run)),
    ]
    return (
        f"<!DOCTYPE html>\n{tag('html', tag('head', *head), tag('body', join(*body), class_='no-script'), lang='en')}\n"
    )


def _plural(results: Sequence[MeasureScores | None]) -> str:
    """What the units of a measure are called, as the name of a section; nothing where there is no such measure."""
    return "".join(result.units.plural.capitalize() for result in results if result is not None)
