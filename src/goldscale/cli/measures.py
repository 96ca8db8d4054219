"""goldscale measures."""

from __future__ import annotations

import math
import re
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.output import show_terms, show_text

if TYPE_CHECKING:
    from goldscale.measures.definition import Definition

# The fields of table 4.3 in the Nowak thesis, and those of measures that know how labels are related.
FIELDS = {
    (prediction, direction, score): f"{predicted}, read by {direction} ({based}){related}"
    for score, related in (("binary", ""), ("semantic", ", using how labels are related"))
    for prediction, predicted in (("set", "Decisions"), ("ranking", "Rankings"), ("probability", "Probabilities"))
    for direction, based in (("label", "concept-based"), ("item", "example-based"))
}

PREDICTED = {"set": "decisions (yes/no)", "ranking": "a ranking (scores)", "probability": "probabilities (0 to 1)"}


@click.command("measures")
@click.argument("name", required=False)
@form_options
def command(name: str | None, form: Form) -> None:
    """List the measures, or explain one."""
    from goldscale.data.result import Listing
    from goldscale.measures.catalogue import catalogue_table

    chosen = gs.list_measures() if name is None else [_find(name).definition]
    described = [_as_dict(d) for d in chosen]
    found = Listing([catalogue_table(chosen)], described if name is None else described[0])
    form.deliver(found, _list if name is None else lambda: _explain(chosen[0]))


def _list() -> None:
    sections = {heading: rows for field, heading in FIELDS.items() if (rows := _section(*field))}
    width = max(len(term) for rows in sections.values() for term, _ in rows)
    for heading, rows in sections.items():
        show_text(heading, bold=True)
        show_terms(rows, width)
        click.echo()
    show_text("Most can be read in the other direction as well: add :item or :label, as in AP:item or Jaccard:label.")
    show_text("NAME[@CUTOFF][:item|:label][(key=value, ...)], for example P@10:item or F(beta=2).")
    show_text("'goldscale measures NAME' explains one.")


def _section(*wanted: str) -> list[tuple[str, str]]:
    """The measures of one field."""
    return [
        (", ".join(d.keys), d.summary + (" (graded)" if d.relevance == "graded" else ""))
        for d in sorted(gs.list_measures(), key=lambda d: d.name.casefold())
        if (d.prediction, d.direction, d.score) == wanted
    ]


def _find(name: str) -> gs.Measure:
    """A measure by any spelling; one that needs a cutoff may be asked for with @k or without."""
    name = re.sub("@k(?![a-z0-9])", "@10", name, flags=re.IGNORECASE)
    try:
        return gs.measure(name)
    except gs.ParameterError as error:
        if "needs a cutoff" not in str(error):
            raise
        return gs.measure(re.sub(r"^\s*[\w-]+", r"\g<0>@10", name))


def _explain(d: Definition) -> None:
    from goldscale.data.formula import plain_formula, plain_text

    others = [f":{direction}" for direction in d.directions if direction != d.direction]
    namesakes = [key for o in gs.list_measures() if o.name == d.name and o is not d for key in o.keys]
    rows = [
        ("definition", plain_formula(d.equation)),
        ("where", plain_text(d.where)),
        ("reads", f"by {d.direction}" + (f" unless {' or '.join(others)} is added" if others else " only")),
        (
            "needs",
            ", ".join((PREDICTED[d.prediction], f"{d.relevance} relevance", f"{d.score} score", *sorted(d.needs))),
        ),
        ("range", f"{d.low:g} to {d.high:g}, {'higher' if d.higher_is_better else 'lower'} is better"),
        ("undefined", f"where {d.undefined}"),
        ("aggregate", f"{d.aggregate} over the units"),
        ("ties", d.ties),
        *((p.name, f"{p.about} (default {p.usual})") for p in d.parameters),
        ("also", ", ".join(d.aliases)),
        ("see also", ", ".join(namesakes)),
        ("reference", d.reference),
        ("example", d.example),
    ]
    show_text(f"{', '.join(d.keys)}: {d.title}", bold=True)
    click.echo()
    show_text(d.summary)
    click.echo()
    show_terms([(term, about) for term, about in rows if about], width=10)


def _as_dict(d: Definition) -> dict[str, Any]:
    """Everything that a definition says (its functions aside), ready for JSON."""
    plain = {name: part for name, part in _plain(d).items() if name not in ("kernel", "counts")}
    return {"name": d.name, "keys": list(d.keys)} | plain


def _plain(value: Any) -> Any:
    """A value as JSON can hold it; an open end of a range is null, functions are left out."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        held = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: _plain(part) for name, part in held.items() if not callable(part)}
    return None if isinstance(value, float) and not math.isfinite(value) else value
