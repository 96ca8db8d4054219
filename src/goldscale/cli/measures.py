"""goldscale measures."""

from __future__ import annotations

from typing import Any

import click

import goldscale as gs
from goldscale.cli.options import json_option
from goldscale.cli.output import show_json, show_table


@click.command("measures")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the measures, or explain one."""
    if name is not None:
        spec = _find(name)
        if as_json:
            show_json(_as_dict(spec.definition))
        else:
            click.echo(_explain(spec.definition))
        return
    if as_json:
        show_json([_as_dict(d) for d in gs.measures()])
        return
    from goldscale.data.table import Table

    rows = [
        [", ".join(d.keys), d.direction, d.prediction, d.relevance, d.score, d.summary]
        for d in sorted(gs.measures(), key=lambda d: (d.score, d.prediction, d.direction, d.name.casefold()))
    ]
    show_table(Table(["measure", "direction", "prediction", "relevance", "score", ""], rows))
    click.echo("NAME[@CUTOFF][:item|:label][(key=value, ...)], for example P@10:item or F(beta=2).")
    click.echo("'goldscale measures NAME' explains one.")


def _find(name: str) -> gs.Measure:
    """A measure by any spelling; a name that needs a cutoff may be asked for without one."""
    try:
        return gs.measure(name.replace("@k", "@10"))
    except gs.ParameterError:
        return gs.measure(f"{name}@10")


def _explain(d: Any) -> str:
    other = "item" if d.direction == "label" else "label"
    prediction = "decisions (yes/no)" if d.prediction == "set" else "a ranking (scores)"
    lines = [
        f"{', '.join(d.keys)}: {d.title}",
        "",
        d.summary,
        "",
        f"  definition   {d.equation}",
        f"  reads        by {d.direction} unless :{other} is added",
        f"  needs        {prediction}, {d.relevance} relevance, {d.score} score",
        f"  range        {d.low:g} to {d.high:g}, {'higher' if d.higher_is_better else 'lower'} is better",
        f"  undefined    where {d.undefined}",
        f"  aggregate    {d.aggregate} over the units",
    ]
    if d.ties:
        lines.append(f"  ties         {d.ties}")
    lines += [f"  {p.name:<12} {p.about} (default {p.default})" for p in d.parameters]
    if d.aliases:
        lines.append(f"  also         {', '.join(d.aliases)}")
    lines += [f"  reference    {d.reference}", f"  example      {d.example}"]
    return "\n".join(lines)


def _as_dict(d: Any) -> dict[str, Any]:
    plain = (
        "name",
        "title",
        "summary",
        "equation",
        "prediction",
        "direction",
        "relevance",
        "score",
        "low",
        "high",
    )
    more = ("higher_is_better", "cutoff", "aggregate", "undefined", "ties", "reference", "example")
    return {key: getattr(d, key) for key in (*plain, *more)} | {
        "aliases": list(d.aliases),
        "properties": sorted(d.properties),
        "parameters": [{"name": p.name, "default": p.default, "about": p.about} for p in d.parameters],
    }
