"""goldscale relatedness."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options, print_options
from goldscale.cli.options import parameter_option, read_label_names, read_parameters
from goldscale.cli.output import note, show_table, show_tables, show_terms, show_text

if TYPE_CHECKING:
    from goldscale.data.table import Table
    from goldscale.relatedness import HumanAgreement, Relatedness, RelatednessSource

source_option = parameter_option(
    "parameters",
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
    """Relate labels to each other: build a matrix, look at it, compare it with human ratings.

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
@source_option
@click.option(
    "--missing", type=click.FloatRange(0, 1), metavar="VALUE", help="Value of pairs that the source does not know."
)
@click.option(
    "-o", "--out", "--output", "output", required=True, type=click.Path(), metavar="FILE", help="The snapshot to write."
)
@print_options
def build(
    source: str,
    labels: str | None,
    ontology: str | None,
    truth: str | None,
    parameters: tuple[str, ...],
    missing: float | None,
    output: str,
    form: Form,
) -> None:
    """Build a relatedness matrix from SOURCE and write it as a snapshot.

    The snapshot holds labels, values, source, parameters and date: an evaluation with it can be repeated.
    """
    from goldscale.data.result import Listing
    from goldscale.data.table import Table, counts, names
    from goldscale.relatedness import build_relatedness, relatedness_source, write_relatedness

    declared = relatedness_source(source)
    options = _options([declared], parameters)
    label_names = read_label_names(labels)
    tree = None if ontology is None else gs.read_ontology(ontology)
    judged = None if truth is None else gs.read_judgements(truth, labels=label_names)
    if judged is not None:
        options["truth"] = judged
    known = (label_names, None if tree is None else tree.concepts, None if judged is None else judged.labels)
    axis = next(filter(None, known), None)
    if axis is None:
        raise click.UsageError("which labels? Name them with --labels FILE, --ontology NAME or --truth FILE")
    built = build_relatedness(source, axis, ontology=tree, missing=missing, **options)
    write_relatedness(built, output)
    about = {"output": output} | _about(built)
    columns = [names(key, [str(about[key])]) for key in ("output", "source", "date", "notes", "hash")]
    table = Table([*columns, counts("labels", [len(built.labels)])])
    form.deliver(Listing([table], about), lambda: note(f"wrote {output}: {built!r}"))


@command.command("show")
@click.argument("file")
@click.option("--label", metavar="NAME", help="The labels nearest to this one.")
@click.option("-n", "--count", default=10, type=click.IntRange(min=1), help="How many rows to show.")
@form_options
def show(file: str, label: str | None, count: int, form: Form) -> None:
    """Show a matrix: where it comes from, its strongest and its weakest pairs.

    FILE is a snapshot, a square CSV with labels in the first row and column, or a CSV a,b,value.
    """
    from goldscale.data.result import Listing
    from goldscale.data.table import Table, names, numbers
    from goldscale.relatedness import read_relatedness

    matrix = read_relatedness(file)
    if label is not None:
        near = matrix.nearest(label)[:count]
        table = Table([names(label, (name for name, _ in near)), numbers("relatedness", (value for _, value in near))])
        entries = {"label": label, "nearest": [{"label": name, "value": value} for name, value in near]}
        form.deliver(Listing([table], entries))
        return
    about, ranked = _about(matrix), matrix.ranked()
    ends = {"strongest": ranked[:count], "weakest": ranked[::-1][:count]}
    tables = [_pairs_table(f"{end.capitalize()} pairs", rows) for end, rows in ends.items()]
    pairs = {end: [{"a": a, "b": b, "value": value} for a, b, value in rows] for end, rows in ends.items()}

    def show() -> None:
        show_terms([(key, _spoken(value)) for key, value in about.items() if value], 10)
        click.echo()
        show_tables(tables)

    form.deliver(Listing(tables, about | pairs), show)


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
@source_option
@form_options
def benchmark(
    sources: tuple[str, ...],
    pairs: tuple[str, ...],
    ontology: str | None,
    truth: str | None,
    parameters: tuple[str, ...],
    form: Form,
) -> None:
    """Correlate relatedness with human ratings of word pairs.

    SOURCES are names of sources or files with a matrix. A parameter goes to every source that has it.
    """
    from goldscale.relatedness import HumanAgreements, read_pairs, read_relatedness, relatedness_source
    from goldscale.relatedness import benchmark as agreement

    sets = [read_pairs(name) for name in pairs or ("gracia-mena", "visual")]
    declared = {name: relatedness_source(name) for name in sources if not os.path.isfile(name)}
    options = _options(list(declared.values()), parameters)
    if truth is not None:
        options["truth"] = gs.read_judgements(truth)
    tree = None if ontology is None else gs.read_ontology(ontology)
    results: list[HumanAgreement] = []
    for name in sources:
        source = declared.get(name)
        own = {} if source is None else {p.name: options[p.name] for p in source.parameters if p.name in options}
        asked = read_relatedness(name) if source is None else name
        results += [replace(agreement(asked, words, ontology=tree, **own), source=name) for words in sets]
    form.deliver(HumanAgreements(tuple(results)))


@command.command("sources")
@click.argument("name", required=False)
@form_options
def sources(name: str | None, form: Form) -> None:
    """List the sources of relatedness, or explain one."""
    from goldscale.data.result import Listing
    from goldscale.data.table import Table, names
    from goldscale.relatedness import relatedness_source, relatedness_sources

    chosen = relatedness_sources() if name is None else [relatedness_source(name)]
    table = Table([names(key, (getattr(s, key) for s in chosen)) for key in ("name", "title", "summary")])
    described = [_as_dict(source) for source in chosen]

    def show() -> None:
        if name is None:
            show_table(table)
            show_text("'goldscale relatedness sources NAME' explains one and lists its parameters.")
        else:
            _explain(chosen[0])

    form.deliver(Listing([table], described if name is None else described[0]), show)


def _explain(source: RelatednessSource) -> None:
    show_text(f"{source.name}: {source.title}")
    click.echo()
    show_text(source.summary)
    click.echo()
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


def _pairs_table(title: str, rows: list[tuple[str, str, float]]) -> Table:
    from goldscale.data.table import Table, names, numbers

    first, second, values = zip(*rows, strict=True) if rows else ((), (), ())
    return Table([names("label", first), names("other label", second), numbers("relatedness", values)], title)


def _spoken(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={one}" for key, one in value.items())
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _as_dict(source: RelatednessSource) -> dict[str, Any]:
    keys = ("name", "title", "summary", "scale", "reference", "needs_ontology")
    parameters = [
        {"name": p.name, "about": p.about, "takes": p.wanted, "default": p.default} for p in source.parameters
    ]
    return {key: getattr(source, key) for key in keys} | {"one_of": list(source.one_of), "parameters": parameters}
