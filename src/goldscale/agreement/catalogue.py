"""The catalogue of agreement: coefficients, ways to merge votes, checks; written from their declarations."""

from __future__ import annotations

from collections.abc import Iterable

from goldscale.agreement.aggregation.merge import merge_methods
from goldscale.agreement.coefficients.definition import CoefficientDefinition
from goldscale.agreement.coefficients.registry import coefficient, list_coefficients
from goldscale.agreement.quality.check import quality_checks
from goldscale.data.parameter import Parameter
from goldscale.data.table import Table, names


def catalogue_markdown() -> str:
    """Every coefficient, every method of aggregation and every check, as one Markdown page."""
    parts = ["# Agreement catalogue\n", "## Coefficients\n", _overview(list_coefficients())]
    parts += [_coefficient(one) for one in list_coefficients()]
    parts.append("## Ways to merge votes\n")
    for method in merge_methods():
        terms = [("probability", method.probability), ("quality of an annotator", method.quality)]
        about = "Needs to know who gave which vote." if method.needs_people else "Takes anonymous votes too."
        parts.append(_entry(method.name, method.title, [method.summary, about], terms, method.reference))
        parts.append(_parameters(method.options))
    parts.append("## Checks of quality control\n")
    for check in quality_checks():
        parts.append(
            _entry(check.name, check.title, [check.about], [("judges", f"each {check.level}")], check.reference)
        )
        parts.append(_parameters(check.limits))
    return "\n".join(part for part in parts if part)


def _overview(defined: Iterable[CoefficientDefinition]) -> str:
    def yes(known: bool) -> str:
        return "yes" if known else ""

    found = [(one, coefficient(one.name)) for one in defined]
    columns = [
        names("name", (f"`{one.name}`" for one, _ in found)),
        names("title", (one.title for one, _ in found)),
        names("range", (f"{one.low:g} to {one.high:g}" for one, _ in found)),
        names("by", (", ".join(one.by(usual)) for one, usual in found)),
        names("needs identities", (yes(one.people(usual)) for one, usual in found)),
        names("analytic interval", (yes(one.analytic(usual)) for one, usual in found)),
    ]
    return Table(columns).to_markdown(marked=True)


def _coefficient(one: CoefficientDefinition) -> str:
    terms = [("where", one.where), ("needs", one.needs), ("nothing to compare", one.degenerate)]
    entry = _entry(one.name, one.title, [f"{one.summary}\n\n$$\n{one.equation}\n$$"], terms, one.reference)
    return entry + "\n" + _parameters(one.parameters)


def _entry(name: str, title: str, about: Iterable[str], terms: Iterable[tuple[str, str]], reference: str) -> str:
    lines = [f"### `{name}`\n", f"*{title}.* " + " ".join(about) + "\n"]
    lines += [f"- **{term}**: {text}" for term, text in terms if text]
    if reference:
        lines.append(f"- **reference**: {reference}")
    return "\n".join(lines) + "\n"


def _parameters(declared: Iterable[Parameter]) -> str:
    rows = [(f"`{parameter.name}`", parameter.about, parameter.usual) for parameter in declared]
    headings = ("parameter", "meaning", "default")
    return Table([*map(names, headings, zip(*rows, strict=True))]).to_markdown(marked=True) if rows else ""
