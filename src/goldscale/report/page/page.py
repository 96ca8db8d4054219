"""The page put together: title, facts, sections, style, data and script."""

from __future__ import annotations

from dataclasses import asdict
from importlib.resources import files

from goldscale.report.content import ReportContent
from goldscale.report.look import DARK, LIGHT, Palette, heat_colour
from goldscale.report.page.comparison import comparison
from goldscale.report.page.concepts import concepts
from goldscale.report.page.drawing import STEPS
from goldscale.report.page.items import items
from goldscale.report.page.leaderboard import leaderboard
from goldscale.report.page.markup import Html, join, tag
from goldscale.report.page.measures import measures
from goldscale.report.page.methods import methods
from goldscale.report.page.script_data import page_data
from goldscale.version import __version__

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""Nothing that the page holds may ask anything of the network."""


def page(content: ReportContent) -> str:
    """The whole report as HTML."""
    made = (
        ("Leaderboard", "leaderboard", leaderboard(content)),
        ("Concepts", "concepts", concepts(content)),
        ("Items", "items", items(content)),
        ("Two runs", "runs", comparison(content)),
        ("Measures", "measures", measures(content)),
        ("Methods", "methods", methods(content)),
    )
    sections = [part for part in made if part[2] is not None]
    facts = (tag("div", tag("b", value), tag("span", label)) for value, label in content.facts)
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="generator", content=f"Goldscale {__version__}"),
        tag("title", content.title),
        tag("style", Html(_colours() + _asset("report.css"))),
    ]
    body = [
        tag("a", "Skip to the leaderboard", href="#leaderboard", class_="skip"),
        tag(
            "header",
            tag("h1", content.title),
            tag("p", content.subtitle) if content.subtitle else None,
            tag("div", *facts, class_="facts"),
        ),
        tag("nav", (tag("a", name, href=f"#{anchor}") for name, anchor, _ in sections), aria_label="Sections"),
        tag("main", *(section for _, _, section in sections)),
        tag("footer", f"Made with Goldscale {__version__}."),
        page_data(content),
        tag("script", Html(_asset("report.js"))),
    ]
    return (
        f"<!DOCTYPE html>\n{tag('html', tag('head', *head), tag('body', join(*body), class_='no-script'), lang='en')}\n"
    )


def _asset(name: str) -> str:
    return files("goldscale.report.page").joinpath(name).read_text("utf-8")


def _colours() -> str:
    """The look as variables of the style sheet."""

    def variables(palette: Palette) -> str:
        return "".join(f"--{name}:{colour};" for name, colour in asdict(palette).items())

    cells = "".join(
        f"td.heat{step}{{background:{heat_colour(step / STEPS)};color:{'#fff' if step < STEPS * 0.55 else '#000'}}}"
        for step in range(STEPS + 1)
    )
    dark = f":root{{color-scheme:dark;{variables(DARK)}}}"
    return f":root{{color-scheme:light;{variables(LIGHT)}}}@media(prefers-color-scheme:dark){{{dark}}}{cells}"
