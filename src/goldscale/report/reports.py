"""Reports on scores and on campaigns: one HTML file, a PDF, figures, and the tables behind them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.campaign.campaign import Campaign
from goldscale.campaign.sampling import compare_tiers, ranked, resampled_settings
from goldscale.campaign.study import StudiedCampaign
from goldscale.data import Judgements, Scores
from goldscale.data import matrix as mx
from goldscale.data.axis import in_a_row
from goldscale.data.judgements import unjudged_mask
from goldscale.data.result import Result
from goldscale.data.table import Table, names
from goldscale.errors import MissingResourceError, ParameterError, expect, known_name
from goldscale.files import writing
from goldscale.files.campaign_layout import RESULTS
from goldscale.kernels.ratio import known_mean
from goldscale.measures import Evaluation, measure
from goldscale.measures.alignment import Target
from goldscale.progress import Progress
from goldscale.report.content import ReportContent, compared_content, content_of, facts_of, with_items
from goldscale.report.mistakes import predicted
from goldscale.report.parts import BY_ENDING, FIGURES, TABLES, document_file, figure_files, page_file, table_files
from goldscale.report.stories import with_stories
from goldscale.systems import random_scores

FOLDER = "report"
"""Among the results of a campaign."""
PARTS = {document_file: "The PDF is", figure_files: "The figures are"}
"""What needs packages that may be missing."""
SEED = 0
"""Of the random runs that show chance."""
MOST_DRAWS, DRAWN_CELLS = 20, 4_000_000
"""Chance is the mean of as many random runs as this many cells allow, at least one."""


@dataclass(frozen=True, repr=False)
class WrittenReport(Result):
    """Where the parts of a report are."""

    folder: Path
    files: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    """Why a part is not there, in sentences."""

    def tables(self) -> tuple[Table, ...]:
        """The files."""
        return (Table([names("file", self.files)], f"Report in {self.folder}", self.left_out),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {"folder": str(self.folder), "files": list(self.files), "left_out": list(self.left_out)}

    def __repr__(self) -> str:
        return f"WrittenReport({str(self.folder)!r}, {len(self.files)} files)"


def write_report(
    scores: Scores, path: str | os.PathLike[str], *, title: str = "Evaluation", baselines: Iterable[str] = ()
) -> None:
    """Write a report on scores: one HTML file that opens from disk, or a PDF, by the name's ending.

    Runs are ranked by the first measure, and every two are compared by it. ``baselines`` are runs that are there to be
    beaten; they are set in italics. A PDF needs the extra ``report``.
    """
    target = Path(str(path))
    made = BY_ENDING.get(target.suffix.lower())
    if made is None:
        raise ParameterError(f"a report's name ends in {' or '.join(BY_ENDING)}, unlike {str(path)!r}")
    content = content_of(expect(scores, Scores), str(title))
    named = [baselines] if isinstance(baselines, str) else in_a_row(baselines, "baseline")
    chosen = [known_name(str(run), content.scores.runs, "run") for run in named]
    for _, written in made(replace(content, baselines=frozenset(chosen))):
        with writing(target) as stream:
            stream.write(written)


def report_folder(campaign: Campaign) -> Path:
    """Where the report of a campaign goes, unless somebody says otherwise; no link leads out of it."""
    for part in (TABLES, FIGURES):
        campaign.premises.own(RESULTS, FOLDER, part)
    return campaign.premises.own(RESULTS, FOLDER)


def write_campaign_report(
    studied: StudiedCampaign,
    folder: str | os.PathLike[str],
    *,
    pdf: bool = True,
    figures: bool = True,
    progress: Progress | None = None,
) -> WrittenReport:
    """Write the report of a campaign into a folder: HTML, PDF, figures and tables.

    The PDF and the figures are left out where the packages that make them are missing.
    """
    content = campaign_content(studied, progress)
    parts = [page_file, table_files, *([document_file] if pdf else []), *([figure_files] if figures else [])]
    made: list[str] = []
    left_out = list(content.notes[len(studied.rejected) :])  # runs were told when they were read
    for part in parts:
        try:
            for name, written in part(content):
                with writing(Path(folder) / name, through_links=False) as stream:
                    stream.write(written)
                made.append(name)
        except MissingResourceError as error:
            left_out.append(f"{PARTS[part]} left out: {error}")
    return WrittenReport(Path(folder), tuple(made), tuple(left_out))


def campaign_content(studied: StudiedCampaign, progress: Progress | None = None) -> ReportContent:
    """What a campaign's report tells: its runs with intervals, chance, and how common each label is."""
    campaign, truth = studied.campaign, studied.truth
    asked = campaign.settings
    settings = asked
    if asked.ci is None:  # of listed judgements the topics are the sample, for intervals and tiers alike
        settings = resampled_settings(asked, truth)
    if truth.relevance == "probability" or asked.unjudged == "bounds":
        settings = asked
    evaluation = Evaluation(truth, campaign.measures or None, settings, campaign.knowledge, campaign.groups)
    scores = ranked(evaluation.score(studied.runs, progress))
    content = replace(
        compared_content(scores, compare_tiers(campaign, truth, scores), campaign.name),
        subtitle=campaign.collection,
        baselines=campaign.baselines,
        item_noun=truth.items.plural,
        notes=tuple(f"Left out: {bad}" for bad in studied.rejected),
    )
    if not truth.is_sparse:  # what is listed cell by cell has too many cells to fill or to guess
        plain = Evaluation(truth, evaluation.measures, replace(asked, ci=None), campaign.knowledge, campaign.groups)
        rel = measure(content.by_label[0].measure).rel if content.by_label else 1
        content = replace(content, chance=_chance(plain, truth), prevalence=_prevalence(truth, rel))
    if truth.relevance != "probability" and not truth.is_sparse:
        best = next(run for run in studied.runs if run.name == content.scores.runs[0])
        content = with_items(content, truth, predicted(best, Target(truth, "negative"), asked))
    content = with_stories(content, studied, settings, progress)
    size = facts_of([truth.items.counted, truth.labels.counted])
    return replace(content, facts=(content.facts[0], *size, *content.facts[2:]))


def _chance(evaluation: Evaluation, truth: Judgements) -> dict[str, float]:
    """What random scores reach by each measure, on average over draws; one draw says little about a small truth."""
    draws = max(1, min(MOST_DRAWS, DRAWN_CELLS // max(truth.values.size, 1)))
    rng = np.random.default_rng(SEED)
    guesses = [random_scores(truth, rng, f"chance {draw}") for draw in range(draws)]
    return {result.measure: float(known_mean(result.aggregate)) for result in evaluation.score(guesses)}


def _prevalence(truth: Judgements, rel: int) -> dict[str, float]:
    """The share of relevant cells among the judged ones, by label."""
    values = mx.dense(truth.values)
    judged = ~unjudged_mask(values)
    counts = judged.sum(axis=0)
    share = np.where(judged, values >= rel, False).sum(axis=0) / np.maximum(counts, 1)
    return dict(zip(truth.labels, np.where(counts > 0, share, np.nan).tolist(), strict=True))
