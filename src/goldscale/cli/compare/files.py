"""goldscale compare RUN RUN... --truth FILE."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

import goldscale as gs
from goldscale.cli.compare.asked import RESAMPLES, Asked, tell
from goldscale.cli.forms import Form
from goldscale.cli.options import ScoredFiles
from goldscale.measures.registry import parse_measures
from goldscale.significance.omnibus import compare_all_on
from goldscale.significance.plan import expect_resamples


def compare_files(files: ScoredFiles, asked: Asked, rules: dict[str, Any], form: Form) -> None:
    """Compare runs that were given one by one."""
    if len(files.runs) < 2:
        raise click.UsageError("a comparison needs two runs or more, or a campaign's folder")
    if not files.truth:
        raise click.UsageError("runs need their truth: --truth FILE (only a campaign's folder has its own)")
    plan = asked.plan
    resampled = [measure for measure in parse_measures(asked.measures) if plan.resampling(measure)]
    if resampled or (plan.over is not None and not asked.measures):
        method = "bca" if plan.interval == "bca" else "percentile"
        rules |= {"ci": 0.95, "ci_over": plan.over, "interval": method, "replicates": asked.replicates or RESAMPLES}
    evaluation, scores = files.score(asked.measures, rules, form.quiet)
    # Of the usual measures the first one ranks, and that is the one to ask about.
    scores = scores if asked.measures else scores.only(scores.measures[:1])
    found: Any
    if asked.of_all is not None:
        found = compare_all_on(scores, scores.measures, asked.of_all, plan.alpha)
    else:
        names: Any = scores.measures if len(scores.measures) > 1 else scores.measures[0]
        expect_resamples(scores, plan.over)
        found = gs.compare(scores, names, baseline=asked.baseline, **asdict(plan))
    asked.view.deliver(form, scores, found, ranked=False)
    tell(evaluation, scores, form)
