"""goldscale measures."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.options import json_option
from goldscale.cli.output import show_json, show_terms

if TYPE_CHECKING:
    from goldscale.measures.definition import Definition

# The four fields of table 4.3 in the Nowak thesis.
FIELDS = {
    ("set", "label"): "Decisions, read by label (concept-based)",
    ("set", "item"): "Decisions, read by item (example-based)",
    ("ranking", "label"): "Rankings, read by label (concept-based)",
    ("ranking", "item"): "Rankings, read by item (example-based)",
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
        show_json([_as_dict(d) for d in gs.measures()])
        return
    sections = {heading: _section(*field) for field, heading in FIELDS.items()}
    width = max(len(term) for rows in sections.values() for term, _ in rows)
    for heading, rows in sections.items():
        click.secho(heading, bold=True)
        show_terms(rows, width)
        click.echo()
    click.echo("A measure is read in its section's direction unless :item or :label is added: AP:item, Jaccard:label.")
    click.echo("NAME[@CUTOFF][:item|:label][(key=value, ...)], for example P@10:item or F(beta=2).")
    click.echo("'goldscale measures NAME' explains one.")


def _section(prediction: str, direction: str) -> list[tuple[str, str]]:
    """The measures of one field of the table; relevance and score are told where they are not binary."""
    rows = []
    for d in sorted(gs.measures(), key=lambda d: d.name.casefold()):
        if (d.prediction, d.direction) == (prediction, direction):
            special = [kind for kind in (d.relevance, d.score) if kind != "binary"]
            rows.append((", ".join(d.keys), d.summary + (f" ({', '.join(special)})" if special else "")))
    return rows


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
    other = "item" if d.direction == "label" else "label"
    prediction = "decisions (yes/no)" if d.prediction == "set" else "a ranking (scores)"
    namesakes = [key for o in gs.measures() if o.name == d.name and o is not d for key in o.keys]
    rows = [
        ("definition", d.equation),
        ("reads", f"by {d.direction} unless :{other} is added"),
        ("needs", f"{prediction}, {d.relevance} relevance, {d.score} score"),
        ("range", f"{d.low:g} to {d.high:g}, {'higher' if d.higher_is_better else 'lower'} is better"),
        ("undefined", f"where {d.undefined}"),
        ("aggregate", f"{d.aggregate} over the units"),
        ("ties", d.ties),
        *((p.name, f"{p.about} (default {p.default})") for p in d.parameters),
        ("also", ", ".join(d.aliases)),
        ("see also", ", ".join(namesakes)),
        ("reference", d.reference),
        ("example", d.example),
    ]
    click.secho(f"{', '.join(d.keys)}: {d.title}", bold=True)
    click.echo(f"\n{d.summary}\n")
    show_terms([(term, about) for term, about in rows if about], width=10)


def _as_dict(d: Definition) -> dict[str, Any]:
    """Everything that a definition says, ready for JSON; an open end of the range is null."""
    plain = (
        "name",
        "keys",
        "aliases",
        "title",
        "summary",
        "equation",
        "prediction",
        "direction",
        "relevance",
        "score",
        "low",
        "high",
        "higher_is_better",
        "cutoff",
        "aggregate",
        "undefined",
        "ties",
        "condensed",
        "reference",
        "example",
    )
    return {key: _plain(getattr(d, key)) for key in plain} | {
        "properties": sorted(d.properties),
        "parameters": [
            {key: _plain(getattr(p, key)) for key in ("name", "default", "about", "choices", "low", "high")}
            for p in d.parameters
        ],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
