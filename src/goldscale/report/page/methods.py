"""How the numbers were made: every signature, and a text for a paper."""

from __future__ import annotations

from goldscale.report.content import Content
from goldscale.report.page.markup import Html, tag
from goldscale.version import __version__


def methods(content: Content) -> Html:
    """Definitions and signatures of all measures, and a paragraph that can be pasted."""
    entries = []
    for result in content.scores:
        definition = content.definition(result).definition
        entries.append(tag("dt", result.measure))
        entries.append(tag("dd", f"{definition.title}. {definition.summary}", tag("code", result.signatures[0])))
    return tag(
        "section",
        tag("h2", "Methods"),
        tag("dl", *entries),
        tag("h3", "For a paper"),
        tag("p", paragraph(content), class_="quotable"),
        *(tag("p", note, class_="how") for note in content.notes),
        id="methods",
    )


def paragraph(content: Content) -> str:
    """What a paper has to say about these numbers."""
    measured = ", ".join(content.scores.measures)
    told = (
        f"{len(content.scores.runs)} runs were evaluated with Goldscale {__version__} ({measured}) and ranked by "
        f"{content.official.measure}."
    )
    if content.comparison is None:
        return told
    found = content.comparison
    return (
        f"{told} Differences were tested with a paired two-sided {found.test} test over {found.units.counted}, "
        f"corrected for {len(found.pairs)} pairs ({found.correction}), at a level of {found.alpha:g}."
    )
