"""goldscale ontology."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Literal

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import labels_option, read_label_names, refuse_shared_input
from goldscale.cli.output import note, one_line, show_text, terminal_width

if TYPE_CHECKING:
    from rich.tree import Tree

    from goldscale.data.table import Table

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
@form_options
def show(name: str, rules: str | None, form: Form) -> None:
    """Print the hierarchy and the rules.

    What stands in brackets is a category that is never annotated.
    """
    from goldscale.data.result import Listing

    ontology = gs.read_ontology(name, rules)

    def drawn() -> None:
        from rich.console import Console

        Console(width=terminal_width(), highlight=False).print(_tree(ontology))
        for group in ontology.exclusive:
            rule = "exactly" if group.exactly_one else "at most"
            show_text(f"{group.name}: {rule} one of {', '.join(group.labels)}")
        note(f"{ontology!r}, {ontology.height} levels")

    form.deliver(Listing(_tables(ontology), _as_dict(ontology)), drawn)


@command.command("check")
@click.argument("name")
@click.argument("file")
@click.option("--truth", "kind", flag_value="truth", help="FILE is a ground truth.")
@click.option("--run", "kind", flag_value="run", help="FILE is a run. [default: whatever it can be read as]")
@labels_option
@click.option("--format", "format_name", metavar="NAME", help="Format of FILE, if not recognised.")
@click.option("--threshold", type=float, default=0.5, help="For runs with scores and nothing else: yes from here up.")
@click.option("--items", type=click.IntRange(min=0), metavar="N", help="List the first N items that break a rule.")
@click.option("--strict", is_flag=True, help="End with exit code 3 if any rule is broken.")
@rules_option
@form_options
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
    form: Form,
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
    # Programs are told of every item unless they ask for fewer, people of none unless they ask.
    form.deliver(replace(found, limit=items if form.ending == ".json" else items or 0))
    if strict and not found.consistent:
        ctx.exit(gs.GoldscaleError.exit_code)


def _tree(ontology: gs.Ontology) -> Tree:
    from rich.text import Text
    from rich.tree import Tree

    from goldscale.data.ontology import ROOT

    title = f"{ontology.name}: {ontology.title}" if ontology.title else ontology.name
    root = Tree(Text(one_line(title), style="bold"))
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
        return Text(one_line(f"({node.removeprefix(f'{above}.')})"), style="dim")
    line = Text(one_line(label))
    for group in ontology.exclusive:
        if label in group.labels:
            line.append(one_line(f"  one of {group.name}"), style="yellow")
    for wanted in ontology.requirements:
        if wanted.label == label:
            line.append(one_line(f"  needs {' or '.join(wanted.any_of)}"), style="cyan")
    return line


def _tables(ontology: gs.Ontology) -> list[Table]:
    """The hierarchy, and the rules."""
    from goldscale.data.rules import applicable_rules
    from goldscale.data.table import Table, counts, names

    nodes = ontology.parents
    hierarchy = [
        names("node", nodes),
        names("label", (ontology.label_of.get(node, "") for node in nodes)),
        names("parents", (", ".join(parents) for parents in nodes.values())),
        counts("depth", map(ontology.depth, nodes)),
    ]
    rules = [*applicable_rules(ontology.exclusive, ontology.requirements, list(ontology.labels))]
    kept = [names("rule", (rule.name for rule in rules)), names("kind", (rule.kind for rule in rules))]
    return [Table(hierarchy), Table(kept)] if rules else [Table(hierarchy)]


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
        "groups": [asdict(group) for group in ontology.exclusive],
        "requirements": [asdict(wanted) for wanted in ontology.requirements],
    }
