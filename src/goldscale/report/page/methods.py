"""How the numbers were made: every signature, and a text for a paper."""

from __future__ import annotations

from goldscale.report.content import ReportContent
from goldscale.report.findings import methods_paragraph
from goldscale.report.page.markup import Html, tag


def methods(content: ReportContent) -> Html:
    """Definitions and signatures of all measures, and a paragraph that can be pasted."""
    entries = []
    for result in content.scores:
        entries.append(tag("dt", result.measure))
        entries.append(tag("dd", content.about(result), tag("code", result.signatures[0])))
    return tag(
        "section",
        tag("h2", "Methods"),
        tag("dl", *entries),
        tag("h3", "For a paper"),
        tag("p", methods_paragraph(content), class_="quotable"),
        *(tag("p", note, class_="how") for note in content.notes),
        id="methods",
    )
