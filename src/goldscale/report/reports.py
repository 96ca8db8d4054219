"""Reports on scores and on campaigns: one HTML file, a PDF, and the tables behind them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.campaign.sampling import sampled_side
from goldscale.campaign.study import StudiedCampaign
from goldscale.data import Judgements, Scores
from goldscale.data import matrix as mx
from goldscale.data.judgements import unjudged_mask
from goldscale.data.result import Result
from goldscale.data.table import Table, names
from goldscale.errors import ParameterError
from goldscale.files import write_text, writing
from goldscale.measures import Evaluation
from goldscale.measures.alignment import Target
from goldscale.measures.decisions import decide
from goldscale.metaevaluation.correlation import correlate_measures
from goldscale.progress import Progress
from goldscale.report.content import ReportContent, content_of, with_items
from goldscale.systems import RandomSystem

FOLDER, PAGE, DOCUMENT, TABLES = "report", "report.html", "report.pdf", "tables"
LEVEL, REPLICATES, SEED = 0.95, 200, 0
"""Of the intervals, where the campaign does not say."""


@dataclass(frozen=True, repr=False)
class WrittenReport(Result):
    """Where the parts of a report are."""

    folder: Path
    files: tuple[str, ...]

    def tables(self) -> tuple[Table, ...]:
        """The files."""
        return (Table([names("file", self.files)], f"Report in {self.folder}"),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {"folder": str(self.folder), "files": list(self.files)}

    def __repr__(self) -> str:
        return f"WrittenReport({str(self.folder)!r}, {len(self.files)} files)"


def write_report(scores: Scores, path: str | os.PathLike[str], *, title: str = "Evaluation") -> None:
    """Write a report on scores: one HTML file that opens from disk, or a PDF, by the name's ending."""
    _write(content_of(scores, title), Path(path))


def write_campaign_report(
    studied: StudiedCampaign, folder: str | os.PathLike[str], *, pdf: bool = True, progress: Progress | None = None
) -> WrittenReport:
    """Write the report of a campaign into a folder: HTML, PDF and tables."""
    target, content = Path(folder), campaign_content(studied, progress)
    made = [PAGE, *([DOCUMENT] if pdf else [])]
    for name in made:
        _write(content, target / name)
    for name, table in _tables(content):
        for ending, text in ((".csv", table.to_csv()), (".tex", table.to_latex()), (".md", table.to_markdown())):
            made.append(f"{TABLES}/{name}{ending}")
            write_text(target / made[-1], text, through_links=False)
    return WrittenReport(target, tuple(made))


def campaign_content(studied: StudiedCampaign, progress: Progress | None = None) -> ReportContent:
    """What a campaign's report tells: its runs with intervals, chance, and how common each label is."""
    campaign, truth = studied.campaign, studied.truth
    asked = campaign.settings
    settings = asked
    if asked.ci is None:  # of listed judgements the topics are the sample, for intervals and tiers alike
        settings = replace(asked, ci=LEVEL, ci_over=sampled_side(asked, truth), replicates=REPLICATES)
    if truth.relevance == "probability" or asked.unjudged == "bounds":
        settings = asked
    evaluation = Evaluation(truth, campaign.measures or None, settings, campaign.knowledge, campaign.groups)
    scores = evaluation.score(studied.runs, progress)
    content = replace(
        content_of(scores, campaign.name),
        subtitle=campaign.collection,
        baselines=campaign.baselines,
        notes=tuple(f"Left out: {bad}" for bad in studied.rejected),
    )
    if not truth.is_sparse:  # what is listed cell by cell has too many cells to fill or to guess
        guess = RandomSystem().run(truth, np.random.default_rng(SEED))
        plain = Evaluation(truth, evaluation.measures, replace(asked, ci=None), campaign.knowledge, campaign.groups)
        chance = {result.measure: float(result.aggregate[0]) for result in plain.score(guess)}
        content = replace(content, chance=chance, prevalence=_prevalence(truth))
    if truth.relevance != "probability" and not truth.is_sparse:
        best = next(run for run in studied.runs if run.name == content.scores.runs[0])
        decisions, _ = decide(Target(truth, "negative").align(best), truth.labels.names, asked.threshold)
        content = with_items(content, truth, decisions)
    size = [(f"{len(truth.items)}", truth.items.plural), (f"{len(truth.labels)}", truth.labels.plural)]
    return replace(content, facts=(content.facts[0], *size, *content.facts[2:]))


def _prevalence(truth: Judgements) -> dict[str, float]:
    """The share of relevant cells among the judged ones, by label."""
    values = mx.dense(truth.values)
    judged = ~unjudged_mask(values)
    counts = judged.sum(axis=0)
    share = np.where(judged, values > 0, False).sum(axis=0) / np.maximum(counts, 1)
    return dict(zip(truth.labels, np.where(counts > 0, share, np.nan).tolist(), strict=True))


def _write(content: ReportContent, path: Path) -> None:
    if path.suffix.lower() == ".html":
        from goldscale.report.page import page

        write_text(path, page(content), through_links=False)
    elif path.suffix.lower() == ".pdf":
        from goldscale.report.document import pdf

        made = pdf(content)
        with writing(path, through_links=False) as stream:
            stream.write(made)
    else:
        raise ParameterError(f"a report's name ends in .html or .pdf, unlike {str(path)!r}")


def _tables(content: ReportContent) -> Iterator[tuple[str, Table]]:
    scores = content.scores
    yield "leaderboard", scores.table(rank_by=scores.measures[0])
    if content.comparison is not None:
        yield "comparison", content.comparison.table()
    for result in content.by_label[:1]:
        yield "concepts", scores.per_unit().table(result.measure)
    if len(scores.measures) > 1 and len(scores.runs) > 2:
        yield "measures", correlate_measures(scores).tables()[0]
