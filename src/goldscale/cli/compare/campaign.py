"""goldscale compare CAMPAIGN."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from goldscale.campaign.comparison import compare_campaign, score_campaign
from goldscale.cli.compare.asked import Asked, tell
from goldscale.cli.forms import Form
from goldscale.cli.meta.study import studied
from goldscale.cli.options import ScoredFiles
from goldscale.cli.output import progress_bar
from goldscale.files.campaign_layout import CAMPAIGN_FILE
from goldscale.measures.knowledge import KNOWLEDGE
from goldscale.measures.registry import parse_measures
from goldscale.measures.settings import declared_settings
from goldscale.significance.omnibus import compare_all_on

OF_FILES = {"truth": "--truth", "groups": "--groups", "levels": "--levels", "labels": "--labels"}
OF_FILES |= {"format_name": "--format", "truth_format": "--truth-format"}
"""What says how files are read, and what a campaign says itself."""


def compare_folder(files: ScoredFiles, asked: Asked, allow_outside: bool, form: Form) -> None:
    """Compare the runs of a campaign's folder, under its own rules but for those that were given."""
    folder = next(Path(path) for path in files.runs if Path(path).is_dir())
    if not (folder / CAMPAIGN_FILE).exists():
        raise click.UsageError(
            f"{folder} is no campaign: it has no {CAMPAIGN_FILE}; for the runs in it, name the files: "
            f"{folder / '*'} --truth FILE"
        )
    if len(files.runs) > 1:
        raise click.UsageError("compare one campaign's folder, or files of runs with --truth, not both")
    for name, option in OF_FILES.items():
        if getattr(files, name):
            raise click.UsageError(f"{option} is for files of runs; a campaign.toml says that itself")
    rules, plan = _given_rules(), asked.plan
    known = studied(files.runs[0], allow_outside, form)
    measures = parse_measures(asked.measures)
    with progress_bar("Scoring", quiet=form.quiet) as update:
        if asked.of_all is not None:
            evaluation, scores = score_campaign(known, measures, rules=rules, progress=update)
            found: Any = compare_all_on(scores, scores.measures, asked.of_all, plan.alpha)
        else:
            how = {**asdict(plan), "seed": rules.get("seed", known.campaign.settings.seed)}
            test = how.pop("test")
            compared = compare_campaign(
                known,
                measures,
                test,
                baseline=asked.baseline,
                resamples=asked.replicates,
                rules=rules,
                progress=update,
                **how,
            )
            evaluation, scores = compared.evaluation, compared.scores
            found = compared.found.found[0] if len(compared.found) == 1 else compared.found
    # A ranking has no room for what was asked of pairs.
    of_pairs = (asked.of_all, asked.baseline, plan.margin, plan.power)
    asked.view.deliver(form, scores, found, ranked=all(wish is None for wish in of_pairs))
    tell(evaluation, scores, form)


def _given_rules() -> dict[str, Any]:
    """Settings and knowledge of the command line, which stand in for the campaign's."""
    context = click.get_current_context()
    declared = {parameter.name for parameter in (*declared_settings(intervals=False), *KNOWLEDGE)}
    return {
        name: value
        for name, value in context.params.items()
        if name in declared and context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
