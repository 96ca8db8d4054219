"""goldscale measures."""

from __future__ import annotations

import math
import re
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.options import json_option
from goldscale.cli.output import show_json, show_terms

if TYPE_CHECKING:
    from goldscale.measures.definition import Definition

# The fields of table 4.3 in the Nowak thesis, and those of measures that know how labels are related.
FIELDS = {
    (prediction, direction, score): f"{said}, read by {direction} ({based}){weighed}"
    for score, weighed in (("binary", ""), ("semantic", ", weighing how labels are related"))
    for prediction, said in (("set", "Decisions"), ("ranking", "Rankings"))
    for direction, based in (("label", "concept-based"), ("item", "example-based"))
}


@click.command("measures")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the measures, or explain one."""
    if name is not None:
        definition = _find(name).definition
        if as_json:
            show_json(_as_dict(definition))
        else:
            _explain(definition)
        return
    if as_json:
        show_json([_as_dict(d) for d in gs.list_measures()])
        return
    sections = {heading: rows for field, heading in FIELDS.items() if (rows := _section(*field))}
    width = max(len(term) for rows in sections.values() for term, _ in rows)
    for heading, rows in sections.items():
        click.secho(heading, bold=True)
        show_terms(rows, width)
        click.echo()
    click.echo("Most can be read in the other direction as well: add :item or :label, as in AP:item or Jaccard:label.")
    click.echo("NAME[@CUTOFF][:item|:label][(key=value, ...)], for example P@10:item or F(beta=2).")
    click.echo("'goldscale measures NAME' explains one.")


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
    others = [f":{direction}" for direction in d.directions if direction != d.direction]
    prediction = "decisions (yes/no)" if d.prediction == "set" else "a ranking (scores)"
    namesakes = [key for o in gs.list_measures() if o.name == d.name and o is not d for key in o.keys]
    rows = [
        ("definition", d.equation),
        ("reads", f"by {d.direction}" + (f" unless {' or '.join(others)} is added" if others else " only")),
        ("needs", ", ".join((prediction, f"{d.relevance} relevance", f"{d.score} score", *sorted(d.needs)))),
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
    click.secho(f"{', '.join(d.keys)}: {d.title}", bold=True)
    click.echo(f"\n{d.summary}\n")
    show_terms([(term, about) for term, about in rows if about], width=10)


def _as_dict(d: Definition) -> dict[str, Any]:
    """Everything that a definition says (its functions aside), ready for JSON."""
    plain = {
        field.name: _plain(getattr(d, field.name)) for field in fields(d) if field.name not in ("kernel", "counts")
    }
    return {"name": d.name, "keys": list(d.keys)} | plain


def _plain(value: Any) -> Any:
    """A value as JSON can hold it; an open end of a range is null."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return None if isinstance(value, float) and not math.isfinite(value) else value
