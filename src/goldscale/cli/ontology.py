"""goldscale ontology."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

import click

import goldscale as gs
from goldscale.cli.options import json_option, labels_option, read_label_names, refuse_shared_input
from goldscale.cli.output import note, show_json, show_table

if TYPE_CHECKING:
    from rich.tree import Tree

    from goldscale.validation.consistency import Consistency

rules_option = click.option(
    "--rules", type=click.Path(), metavar="FILE", help="Rules of a CSV ontology, if not in NAME.rules.toml."
)


@click.group("ontology")
def command() -> None:
    """Show an ontology, or check labels against it.

    NAME is pto-2009, pto-2010 or pto-2011 (the Photo Tagging Ontology), or a file: OWL as Turtle or RDF/XML, or a CSV
    child,parent[,label].
    """


@command.command("show")
@click.argument("name")
@rules_option
@json_option
def show(name: str, rules: str | None, as_json: bool) -> None:
    """Print the hierarchy and the rules.

    What stands in brackets is a category that is never annotated.
    """
    ontology = gs.read_ontology(name, rules)
    if as_json:
        show_json(_as_dict(ontology))
        return
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else 10_000, highlight=False).print(_tree(ontology))
    for group in ontology.exclusive:
        click.echo(f"{group.name}: {'exactly' if group.exactly_one else 'at most'} one of {', '.join(group.labels)}")
    note(f"{ontology!r}, {ontology.height} levels")


@command.command("check")
@click.argument("name")
@click.argument("file")
@click.option("--truth", "kind", flag_value="truth", help="FILE is a ground truth.")
@click.option("--run", "kind", flag_value="run", help="FILE is a run. [default: whatever it can be read as]")
@labels_option
@click.option("--format", "format_name", metavar="NAME", help="Format of FILE, if not recognised.")
@click.option(
    "--threshold",
    type=float,
    default=0.5,
    show_default=True,
    help="For runs with scores and nothing else: yes from here up.",
)
@click.option("--items", type=click.IntRange(min=0), metavar="N", help="List the first N items that break a rule.")
@click.option("--strict", is_flag=True, help="End with exit code 3 if any rule is broken.")
@rules_option
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    name: str,
    file: str,
    kind: Literal["truth", "run"] | None,
    labels: str | None,
    format_name: str | None,
    threshold: float,
    items: int | None,
    strict: bool,
    rules: str | None,
    as_json: bool,
) -> None:
    """Count the rules that a truth or a run breaks.

    \b
    goldscale ontology check pto-2009 truth.txt --items 5
    """
    from goldscale.validation.consistency import check_consistency

    refuse_shared_input(name, file, labels)
    found = check_consistency(
        gs.read_ontology(name, rules),
        file,
        kind,
        format=format_name,
        labels=read_label_names(labels),
        threshold=threshold,
    )
    if as_json:
        show_json(found.to_dict(items))
    else:
        _show(found, items or 0)
    if strict and not found.consistent:
        ctx.exit(gs.GoldscaleError.exit_code)


def _show(found: Consistency, items: int) -> None:
    from goldscale.data.table import Table

    rows = [[entry["rule"], str(entry["items"])] for entry in found.per_rule()]
    show_table(Table(["rule", f"{found.items.plural} that break it"], rows))
    if items:
        listed = found.per_item(items)
        cells = [[e["item"], "; ".join(e["broken"]), ", ".join(e["penalised"])] for e in listed]
        show_table(Table([found.items.noun, "breaks", "penalised labels"], cells))
    wrong = len(found.violations.items)
    note(
        f"{found.file} ({found.decided}): {wrong} of {len(found.items)} {found.items.plural} break a "
        f"rule of {found.ontology.name}, {found.violations.count} times in all."
    )


def _tree(ontology: gs.Ontology) -> Tree:
    from rich.text import Text
    from rich.tree import Tree

    from goldscale.data.ontology import ROOT

    root = Tree(Text(f"{ontology.name}: {ontology.title}" if ontology.title else ontology.name, style="bold"))
    waiting = [(root, node, ROOT) for node in reversed(ontology.children[ROOT])]
    drawn: set[str] = set()
    while waiting:
        branch, node, above = waiting.pop()
        line = _line(ontology, node, above)
        below = ontology.children[node]
        if node in drawn and below:
            branch.add(line.append("  (as above)", style="dim"))
            continue
        drawn.add(node)
        grown = branch.add(line)
        waiting += [(grown, child, node) for child in reversed(below)]
    return root


def _line(ontology: gs.Ontology, node: str, above: str) -> Any:
    """A node's label, or its name in brackets, and the rules that touch it."""
    from rich.text import Text

    label = ontology.label_of.get(node)
    if label is None:
        return Text(f"({node.removeprefix(f'{above}.')})", style="dim")
    line = Text(label)
    for group in ontology.exclusive:
        if label in group.labels:
            line.append(f"  one of {group.name}", style="yellow")
    for wanted in ontology.requirements:
        if wanted.label == label:
            line.append(f"  needs {' or '.join(wanted.any_of)}", style="cyan")
    return line


def _as_dict(ontology: gs.Ontology) -> dict[str, Any]:
    return {
        "name": ontology.name,
        "title": ontology.title,
        "height": ontology.height,
        "nodes": [
            {
                "node": node,
                "parents": list(parents),
                "label": ontology.label_of.get(node),
                "depth": ontology.depth(node),
            }
            for node, parents in ontology.parents.items()
        ],
        "labels": list(ontology.labels),
        "groups": [
            {"name": g.name, "labels": list(g.labels), "exactly_one": g.exactly_one} for g in ontology.exclusive
        ],
        "requirements": [{"label": r.label, "any_of": list(r.any_of), "kind": r.kind} for r in ontology.requirements],
    }
