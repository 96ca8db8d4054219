"""goldscale score."""

from __future__ import annotations

from typing import Any

import click

import goldscale as gs
from goldscale.cli.options import (
    evaluation_options,
    format_option,
    json_option,
    labels_option,
    read_label_names,
    read_truth,
)
from goldscale.cli.output import note, progress_bar, show_table


@click.command("score")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option("--truth", required=True, metavar="FILE", help="The ground truth.")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure, as AP or P:item; may be repeated. [default: AP, AUC, F1, F1:item]",
)
@evaluation_options
@labels_option
@format_option
@click.option("--truth-format", metavar="NAME", help="Format of the truth, if not recognised.")
@click.option("--units", is_flag=True, help="Per-unit values instead of the averages (with --csv or --out).")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table.")
@click.option("--latex", is_flag=True, help="Print a LaTeX table.")
@click.option("--digits", default=4, show_default=True, help="Digits after the point in tables.")
@click.option(
    "-o", "--out", type=click.Path(), metavar="FILE", help="Write to a .csv, .json, .md or .tex file instead."
)
@json_option
def command(
    runs: tuple[str, ...],
    truth: str,
    measures: tuple[str, ...],
    labels: str | None,
    format_name: str | None,
    truth_format: str | None,
    units: bool,
    as_csv: bool,
    markdown: bool,
    latex: bool,
    digits: int,
    out: str | None,
    as_json: bool,
    **rules: Any,
) -> None:
    """Score runs against a truth.

    Files may be gzipped; "-" is standard input; formats are recognised.

    \b
    goldscale score isis.txt --truth truth.txt -m AP -m F1:item
    """
    from goldscale.campaign.campaign import DEFAULT_MEASURES

    asked = [gs.measure(m) for m in measures or DEFAULT_MEASURES]
    names = read_label_names(labels)
    judged = read_truth(truth, truth_format, labels)
    with progress_bar("Scoring", quiet=as_json) as update:
        parts = []
        for number, path in enumerate(runs):
            if update:
                update(number, len(runs), path)
            parts.append(gs.evaluate([gs.read_run(path, format_name, labels=names)], judged, asked, **rules))
    _refuse_doubled(parts)
    scores = gs.Scores.stack(parts)
    if out is not None:
        _write(scores, out, units, digits)
        note(f"wrote {out}")
    elif as_json:
        click.echo(scores.to_json(), nl=False)
    elif as_csv:
        click.echo(scores.to_csv(units=units), nl=False)
    elif markdown or latex:
        table = scores.table(digits)
        click.echo(table.to_markdown() if markdown else table.to_latex(), nl=False)
    elif units:
        raise click.UsageError("--units needs --csv or --out FILE")
    else:
        first = scores.measures[0]
        show_table(scores.table(digits, rank_by=first if len(runs) > 1 else None))
        _tell_undefined(scores)


def _refuse_doubled(parts: list[gs.Scores]) -> None:
    from collections import Counter

    names = Counter(name for part in parts for name in part.runs)
    double = [name for name, count in names.items() if count > 1]
    if double:
        raise gs.MismatchError("runs must have names of their own", double=double, hint="Rename one of the files")


def _write(scores: gs.Scores, out: str, units: bool, digits: int) -> None:
    writers = {
        ".csv": lambda: scores.to_csv(out, units=units),
        ".json": lambda: scores.to_json(out),
        ".md": lambda: scores.to_markdown(out, digits),
        ".tex": lambda: scores.to_latex(out, digits),
    }
    suffix = next((s for s in writers if out.lower().endswith(s)), None)
    if suffix is None:
        raise click.UsageError(f"--out must end in one of {', '.join(writers)}")
    writers[suffix]()


def _tell_undefined(scores: gs.Scores) -> None:
    for result in scores:
        count = int(result.undefined.max())
        if count:
            noun = result.units.noun if count == 1 else result.units.plural
            why = gs.measure(result.measure).definition.undefined
            note(f"{result.measure}: up to {count} of {len(result.units)} {noun} have no value ({why})")
