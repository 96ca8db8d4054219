"""goldscale relatedness."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.options import json_option, read_label_names, read_parameters
from goldscale.cli.output import note, show_json, show_table, show_terms

if TYPE_CHECKING:
    from goldscale.relatedness import Relatedness, RelatednessSource

parameter_option = click.option(
    "-p",
    "--parameter",
    "parameters",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the source ('goldscale relatedness sources NAME' lists them); may be repeated.",
)
ontology_option = click.option(
    "--ontology", metavar="NAME|FILE", help="The ontology to walk, and the labels where --labels names none."
)
truth_option = click.option(
    "--truth", type=click.Path(), metavar="FILE", help="Judgements in which nwd and ppmi count labels."
)


@click.group("relatedness")
def command() -> None:
    """Relate labels to each other: build a matrix, look at it, hold it against people.

    \b
    goldscale relatedness sources
    goldscale relatedness build hierarchy --ontology pto-2009 -o hierarchy.json
    goldscale relatedness show hierarchy.json --label Lake
    goldscale relatedness benchmark hierarchy.json --pairs visual
    """


@command.command("build")
@click.argument("source")
@click.option("--labels", type=click.Path(), metavar="FILE", help="Label names, one per line.")
@ontology_option
@truth_option
@parameter_option
@click.option(
    "--missing", type=click.FloatRange(0, 1), metavar="VALUE", help="What pairs get that the source knows nothing of."
)
@click.option("-o", "--output", required=True, type=click.Path(), metavar="FILE", help="The snapshot to write.")
@json_option
def build(
    source: str,
    labels: str | None,
    ontology: str | None,
    truth: str | None,
    parameters: tuple[str, ...],
    missing: float | None,
    output: str,
    as_json: bool,
) -> None:
    """Build a relatedness matrix from SOURCE and write it as a snapshot.

    The snapshot holds labels, values, source, parameters and date: an evaluation with it can be repeated.
    """
    from goldscale.relatedness import build_relatedness, relatedness_source, write_relatedness

    declared = relatedness_source(source)
    options = _options([declared], parameters)
    names = read_label_names(labels)
    tree = None if ontology is None else gs.read_ontology(ontology)
    judged = None if truth is None else gs.read_judgements(truth, labels=names)
    if judged is not None:
        options["truth"] = judged
    axis = names or (tree.concepts if tree is not None else None) or (judged.labels if judged is not None else None)
    if axis is None:
        raise click.UsageError("which labels? Name them with --labels FILE, --ontology NAME or --truth FILE")
    built = build_relatedness(source, axis, ontology=tree, missing=missing, **options)
    write_relatedness(built, output)
    if as_json:
        show_json({"output": output} | _about(built))
    else:
        note(f"wrote {output}: {built!r}")


@command.command("show")
@click.argument("file")
@click.option("--label", metavar="NAME", help="The labels nearest to this one.")
@click.option("-n", "--count", default=10, show_default=True, type=click.IntRange(min=1), help="How many rows to show.")
@json_option
def show(file: str, label: str | None, count: int, as_json: bool) -> None:
    """Show a matrix: where it comes from, its strongest and its weakest pairs.

    FILE is a snapshot, a square CSV with labels in the first row and column, or a CSV a,b,value.
    """
    from goldscale.data.table import Table
    from goldscale.relatedness import read_relatedness

    matrix = read_relatedness(file)
    if label is not None:
        near = matrix.nearest(label)[:count]
        if as_json:
            show_json({"label": label, "nearest": [{"label": name, "value": value} for name, value in near]})
        else:
            show_table(Table([label, "relatedness"], [[name, f"{value:.4f}"] for name, value in near]))
        return
    ranked = matrix.ranked()
    if as_json:
        show_json(_about(matrix) | {"strongest": _pairs(ranked[:count]), "weakest": _pairs(ranked[::-1][:count])})
        return
    for key, value in _about(matrix).items():
        if value:
            shown = ", ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else value
            click.echo(f"{key:<11} {shown}")
    for title, rows in (("Strongest pairs", ranked[:count]), ("Weakest pairs", ranked[::-1][:count])):
        show_table(Table(["", "", "relatedness"], [[a, b, f"{value:.4f}"] for a, b, value in rows]), title)


@command.command("benchmark")
@click.argument("sources", nargs=-1, required=True)
@click.option(
    "--pairs",
    multiple=True,
    metavar="NAME|FILE",
    help="Word pairs with human scores: gracia-mena, visual, or a file of rows word, word, score; may be repeated. "
    "[default: gracia-mena and visual]",
)
@ontology_option
@truth_option
@parameter_option
@json_option
def benchmark(
    sources: tuple[str, ...],
    pairs: tuple[str, ...],
    ontology: str | None,
    truth: str | None,
    parameters: tuple[str, ...],
    as_json: bool,
) -> None:
    """Correlate relatedness with what people say about pairs of words.

    SOURCES are names of sources or files with a matrix. A parameter goes to every source that has it.
    """
    from goldscale.data.table import Table
    from goldscale.relatedness import benchmark as agreement
    from goldscale.relatedness import read_pairs, read_relatedness, relatedness_source

    sets = [read_pairs(name) for name in pairs or ("gracia-mena", "visual")]
    declared = {name: relatedness_source(name) for name in sources if not Path(name).is_file()}
    options = _options(list(declared.values()), parameters)
    if truth is not None:
        options["truth"] = gs.read_judgements(truth)
    tree = None if ontology is None else gs.read_ontology(ontology)
    results = []
    for name in sources:
        source = declared.get(name)
        own = {} if source is None else {p.name: options[p.name] for p in source.parameters if p.name in options}
        asked = read_relatedness(name) if source is None else name
        results += [(name, agreement(asked, words, ontology=tree, **own)) for words in sets]
    if as_json:
        show_json([_plain(vars(result)) | {"source": name} for name, result in results])
        return
    rows = [
        [name, r.pairs, f"{r.spearman:.3f}", f"{r.pearson:.3f}", f"{r.covered} of {r.total}"] for name, r in results
    ]
    show_table(Table(["source", "pairs", "Spearman", "Pearson", "covered"], rows))


@command.command("sources")
@click.argument("name", required=False)
@json_option
def sources(name: str | None, as_json: bool) -> None:
    """List the sources of relatedness, or explain one."""
    from goldscale.data.table import Table
    from goldscale.relatedness import relatedness_source, relatedness_sources

    if as_json:
        chosen = relatedness_sources() if name is None else [relatedness_source(name)]
        described = [_as_dict(source) for source in chosen]
        show_json(described if name is None else described[0])
        return
    if name is None:
        show_table(Table(["source", "", ""], [[s.name, s.title, s.summary] for s in relatedness_sources()]))
        click.echo("'goldscale relatedness sources NAME' explains one and lists its parameters.")
        return
    source = relatedness_source(name)
    click.echo(f"{source.name}: {source.title}\n\n{source.summary}\n")
    terms = [("in [0, 1]", source.scale), ("reference", source.reference)]
    if source.needs_ontology:
        terms.append(("needs", "an ontology (--ontology)"))
    if source.one_of:
        terms.append(("needs", ("one of " if len(source.one_of) > 1 else "") + ", ".join(source.one_of)))
    for p in source.parameters:
        default = "" if p.default is None else f" (default {p.usual})"
        terms.append((p.name, f"{p.about} Takes {p.wanted}{default}."))
    show_terms(terms, max(len(term) for term, _ in terms))


def _options(declared: list[RelatednessSource], given: tuple[str, ...]) -> dict[str, Any]:
    """The values of KEY=VALUE texts, read as the sources declare them."""
    known = [p for source in declared for p in source.parameters if p.kind != "truth"]
    return read_parameters(given, known, " or ".join(source.name for source in declared))


def _about(matrix: Relatedness) -> dict[str, Any]:
    return {
        "source": matrix.source,
        "date": matrix.date,
        "parameters": dict(matrix.parameters),
        "notes": matrix.notes,
        "labels": len(matrix.labels),
        "hash": matrix.hash,
    }


def _pairs(rows: list[tuple[str, str, float]]) -> list[dict[str, Any]]:
    return [{"a": a, "b": b, "value": value} for a, b, value in rows]


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Not-a-number, which JSON does not have, as null."""
    return {key: None if value != value else value for key, value in values.items()}


def _as_dict(source: RelatednessSource) -> dict[str, Any]:
    keys = ("name", "title", "summary", "scale", "reference", "needs_ontology")
    parameters = [
        {"name": p.name, "about": p.about, "takes": p.wanted, "default": p.default} for p in source.parameters
    ]
    return {key: getattr(source, key) for key in keys} | {"one_of": list(source.one_of), "parameters": parameters}
