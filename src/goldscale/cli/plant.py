"""goldscale plant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import goldscale as gs
from goldscale.cli.forms import Form, print_options
from goldscale.cli.options import refuse_shared_input
from goldscale.cli.output import note, progress_bar

if TYPE_CHECKING:
    from goldscale.tasks.plant import PlantScores

RUN_FORMAT = "imageclef-plant"


@click.command("plant")
@click.argument("folder", type=click.Path())
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option("-o", "--out", type=click.Path(), metavar="DIR", help="Write the official scorer's files and ours there.")
@click.option("--strict", is_flag=True, help="Rank by, and write, scores in which unanswered pictures count as wrong.")
@click.option(
    "--by",
    "levels",
    multiple=True,
    metavar="LEVEL",
    help="Also S by author, plant, species, genus or family (right in genus or family then); may be repeated.",
)
@click.option("--compare", "tested", is_flag=True, help="Also test which runs differ: paired over plants, Holm.")
@click.option(
    "--ci", type=float, metavar="LEVEL", help="Add a bootstrap interval over author > plant > picture, as 0.95."
)
@click.option("--replicates", default=1000, type=click.IntRange(min=1), help="Number of bootstrap resamples.")
@click.option(
    "--baseline",
    "baselines",
    multiple=True,
    metavar="NAME",
    help="Score a baseline beside the runs: random, frequent or nearest; may be repeated.",
)
@click.option(
    "--train",
    type=click.Path(),
    metavar="FOLDER",
    help="XML of the training pictures, for baselines and families. [default: Train in the package]",
)
@click.option("--seed", default=0, type=click.IntRange(min=0), help="Seed of bootstrap and random baseline.")
@click.option("--no-cache", is_flag=True, help="Read all XML anew.")
@print_options
def command(
    folder: str,
    runs: tuple[str, ...],
    out: str | None,
    strict: bool,
    levels: tuple[str, ...],
    tested: bool,
    ci: float | None,
    replicates: int,
    baselines: tuple[str, ...],
    train: str | None,
    seed: int,
    no_cache: bool,
    form: Form,
) -> None:
    """Score runs of the plant identification task.

    FOLDER is the organisers' package, or its folder of XML files with ground truth. A run has a line
    'image.jpg Genus species rank score' for each prediction.

    \b
    goldscale plant ImageCLEF2011FinalPackage run1.txt run2.txt --out scores
    """
    from goldscale.tasks.plant import Interval, PlantReport, baseline_run, read_package, score_plant_runs

    if not runs and not baselines:
        raise click.UsageError("Missing argument 'RUN...': name run files, or a --baseline")
    if tested and len(runs) + len(baselines) < 2:
        raise click.UsageError("--compare needs two runs or more")
    refuse_shared_input(*runs)
    _check_names(levels, baselines)
    interval = None if ci is None else Interval(ci, replicates, seed)
    with progress_bar("Reading XML", quiet=form.quiet) as update:
        package = read_package(folder, train=train, cache=not no_cache, progress=update)
    with progress_bar("Reading training XML", quiet=form.quiet or not baselines) as update:
        made = [
            baseline_run(name, package, seed=seed, cache=not no_cache, progress=update)
            for name in dict.fromkeys(baselines)
        ]
    with progress_bar("Scoring", quiet=form.quiet) as update:
        scores = score_plant_runs(package, [*runs, *made], progress=update)
    written = () if out is None else _write(scores, strict, made, out)
    report = PlantReport(scores, strict, interval, levels, tested, seed, written)
    form.deliver(report)
    if out is not None:
        note(f"wrote {len(written)} files to {out}")


def _check_names(levels: tuple[str, ...], baselines: tuple[str, ...]) -> None:
    """What is misspelt is said before a file is read."""
    from goldscale.tasks.plant import BASELINES, BY

    for name in levels:
        BY[name]
    for name in baselines:
        BASELINES[name]


def _write(scores: PlantScores, strict: bool, baselines: list[gs.Run], out: str) -> tuple[str, ...]:
    from pathlib import Path

    from goldscale.tasks.plant import write_outputs

    written = [str(path) for path in write_outputs(scores, out, strict=strict)]
    for run in baselines:
        target = Path(out) / f"{run.name}.txt"
        gs.write_run(run, target, RUN_FORMAT)
        written.append(str(target))
    return tuple(written)
