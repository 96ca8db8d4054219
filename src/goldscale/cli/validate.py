"""goldscale validate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.forms import Form, form_options
from goldscale.cli.options import (
    FittingCommand,
    allow_outside_option,
    format_option,
    labels_option,
    read_label_names,
    refuse_shared_input,
)
from goldscale.cli.output import progress_bar, show_text

if TYPE_CHECKING:
    from goldscale.validation.runs import RunChecks


@click.command("validate", cls=FittingCommand)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option("--truth", metavar="FILE", help="A truth (or any file with the same items and labels) to check against.")
@click.option("--truth-format", metavar="NAME", help="Format of the truth, if not recognised.")
@click.option("--campaign", type=click.Path(), metavar="FOLDER", help="A campaign to check against.")
@allow_outside_option
@labels_option
@format_option
@form_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    runs: tuple[str, ...],
    truth: str | None,
    truth_format: str | None,
    campaign: str | None,
    allow_outside: bool,
    labels: str | None,
    format_name: str | None,
    form: Form,
    **rules: Any,
) -> None:
    """Check runs before they are submitted.

    Shows what a run holds and what is wrong with it; exit code 3 if any run is bad.
    """
    from functools import partial
    from pathlib import Path

    from goldscale.formats import formats
    from goldscale.measures.settings import Settings
    from goldscale.validation.runs import RunChecks, check_run

    if campaign is not None and (truth is not None or labels is not None):
        raise click.UsageError("a --campaign has its own truth and labels; leave --truth and --labels out")
    refuse_shared_input(*runs, truth, labels)
    if format_name is not None:
        formats()[format_name]
    names, judged, named_by, settings, folder = read_label_names(labels), None, truth, Settings(**rules), None
    if campaign is not None:
        if settings.fitting():
            raise click.UsageError(f"a --campaign has its own rules; leave {', '.join(settings.fitting())} out")
        folder = gs.Campaign.load(campaign, allow_outside=allow_outside)
        judged, names, named_by, settings = folder.read_truth(), folder.labels, str(folder.truth_file), folder.settings
    elif truth is not None:
        judged = gs.read_judgements(truth, truth_format, labels=names)
    checks = []
    with progress_bar("Checking", quiet=form.quiet) as update:
        for number, path in enumerate(runs):
            if update:
                update(number, len(runs), path)
            finish = None if folder is None else partial(folder.with_threshold, path=Path(path))
            checks.append(check_run(path, judged, format_name, names, settings, named_by=named_by, finish=finish))
    found = RunChecks(tuple(checks))
    form.deliver(found, lambda: _show(found))
    if found.errors:
        only_missing = all(isinstance(error, gs.MissingResourceError) for error in found.errors)
        ctx.exit(gs.MissingResourceError.exit_code if only_missing else gs.GoldscaleError.exit_code)


def _show(found: RunChecks) -> None:
    for check in found.checks:
        if check.error is not None:
            show_text(f"{check.file}: bad", fg="red", bold=True)
            show_text(f"  {check.error}")
            continue
        show_text(f"{check.file}: fine", fg="green", bold=True)
        for fact in check.facts:
            show_text(f"  {fact}")
        for remark in check.remarks:
            show_text(f"  note: {remark}", fg="yellow")
