"""goldscale score."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.options import (
    KNOWLEDGE,
    evaluation_options,
    format_option,
    interval_options,
    json_option,
    labels_option,
    read_item_groups,
    read_label_names,
    refuse_shared_input,
)
from goldscale.cli.output import note, progress_bar, show_table

if TYPE_CHECKING:
    from goldscale.measures.settings import Settings
    from goldscale.progress import Progress

ENDINGS = {"--csv": ".csv", "--json": ".json", "--markdown": ".md", "--latex": ".tex"}
"""The ways to ask for a form, and the ending of a file in it."""


@click.command("score")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option("--truth", required=True, metavar="FILE", help="The ground truth.")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure, as AP or P:item; may be repeated; the first one ranks. [default: AP, AUC, F1, F1:item]",
)
@evaluation_options
@interval_options
@labels_option
@format_option
@click.option("--truth-format", metavar="NAME", help="Format of the truth, if not recognised.")
@click.option("--units", is_flag=True, help="Per-unit values instead of the averages (with --csv or --out FILE.csv).")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table.")
@click.option("--latex", is_flag=True, help="Print a LaTeX table.")
@click.option(
    "--digits", default=4, show_default=True, type=click.IntRange(0, 17), help="Digits after the point in tables."
)
@click.option(
    "-o", "--out", type=click.Path(), metavar="FILE", help="Write to a .csv, .json, .md or .tex file instead."
)
@json_option
def command(
    runs: tuple[str, ...],
    truth: str,
    measures: tuple[str, ...],
    groups: str | None,
    levels: str | None,
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
    from goldscale.measures.legends import legends

    flags = {"--csv": as_csv, "--json": as_json, "--markdown": markdown, "--latex": latex, "--out": out is not None}
    form = _form([flag for flag, given in flags.items() if given], out)
    if units and form != ".csv":
        raise click.UsageError("--units needs --csv or --out FILE.csv")
    refuse_shared_input(*runs, truth, labels, groups)
    asked, settings = checked_request(measures, rules)
    names = read_label_names(labels)
    judged = gs.read_judgements(truth, truth_format, labels=names)
    rules["groups"] = read_item_groups(groups, levels, judged.items)
    with progress_bar("Scoring", quiet=as_json) as update:
        scores = score_files(runs, judged, asked, rules, format_name, names, update)
    rank_by = scores.measures[0] if len(runs) > 1 else None
    writers: dict[str, Callable[[], str]] = {
        ".csv": lambda: scores.to_csv(out, units=units),
        ".json": lambda: scores.to_json(out),
        ".md": lambda: scores.to_markdown(out, digits, rank_by),
        ".tex": lambda: scores.to_latex(out, digits, rank_by),
    }
    if form is None:
        show_table(scores.table(digits, rank_by))
        _tell(legends(scores, settings, judged), scores)
        return
    text = writers[form]()
    if out is None:
        click.echo(text, nl=False)
    else:
        note(f"wrote {out}")


def _form(flags: list[str], out: str | None) -> str | None:
    """The ending of the form that was asked for; None for a table on the terminal."""
    if len(flags) > 1:
        raise click.UsageError(f"choose one of {' and '.join(flags)}")
    if out is None:
        return ENDINGS[flags[0]] if flags else None
    name = out.lower().removesuffix(".gz")
    for ending in ENDINGS.values():
        if name.endswith(ending):
            return ending
    raise click.UsageError(f"the name after --out must end in {', '.join(ENDINGS.values())}, unlike {out!r}")


def score_files(
    runs: tuple[str, ...],
    truth: gs.Judgements,
    asked: list[gs.Measure],
    rules: dict[str, Any],
    format_name: str | None,
    labels: gs.Concepts | None,
    update: Progress | None,
) -> gs.Scores:
    """Read runs one after another and score each, so that only one is in memory."""
    parts: dict[str, gs.Scores] = {}
    for number, path in enumerate(runs):
        if update:
            update(number, len(runs), path)
        run = gs.read_run(path, format_name, labels=labels)
        if run.name in parts:
            hint = f"{path} has the name of a run before it; rename one of them"
            raise gs.MismatchError("runs must have names of their own", double=[run.name], hint=hint)
        parts[run.name] = _evaluate(path, run, truth, asked, rules)
    return gs.Scores.stack(list(parts.values()))


def checked_request(measures: tuple[str, ...], rules: dict[str, Any]) -> tuple[list[gs.Measure], Settings]:
    """Measures and rules as asked for; what is wrong with them is said before a file is read."""
    from goldscale.campaign.declaration import DEFAULT_MEASURES
    from goldscale.measures.settings import Settings

    settings = {name: value for name, value in rules.items() if name not in KNOWLEDGE}
    return [gs.measure(m) for m in measures or DEFAULT_MEASURES], Settings(**settings)


def _evaluate(
    path: str, run: gs.Run, truth: gs.Judgements, asked: list[gs.Measure], rules: dict[str, Any]
) -> gs.Scores:
    try:
        return gs.evaluate([run], truth, asked, **rules)
    except gs.MismatchError as error:
        error.args = (f"{path}: {error}",)
        raise


def _tell(legends: list[str], scores: gs.Scores) -> None:
    """What a reader of the table should know besides."""
    for legend in legends:
        note(legend)
    for result in scores:
        count = int(result.undefined.max())
        if count:
            most = "up to " if len(set(result.undefined.tolist())) > 1 else ""
            have = "has" if count == 1 else "have"
            why = gs.measure(result.measure).definition.undefined
            units = f"{len(result.units)} {result.units.plural}"
            note(f"{result.measure}: {most}{count} of {units} {have} no value ({why})")
