"""The tables of a report as files: every digit for spreadsheets, and what fits on a page for papers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from goldscale.data import MeasureScores
from goldscale.data.table import Table, best_of, counts, intervals, names, numbers
from goldscale.errors import listed
from goldscale.report.content import DIGITS, ReportContent
from goldscale.report.findings import tier_rule
from goldscale.report.items import easiest_first, item_means


@dataclass(frozen=True)
class ReportTable:
    """A table with the name of its files."""

    name: str
    table: Table
    """For papers: its title and notes are the caption."""
    full: Table | None = None
    """What the spreadsheet gets instead."""
    breaks: frozenset[int] = frozenset()
    """Rows with a little space before them."""

    def files(self) -> Iterator[tuple[str, str]]:
        """Ending and text of each file."""
        yield ".csv", (self.full or self.table).to_csv()
        yield ".md", self.table.to_markdown()
        yield ".tex", self.table.to_latex(label=f"tab:{self.name}", breaks=self.breaks)


def report_tables(content: ReportContent) -> Iterator[ReportTable]:
    """Those for which there is something to say."""
    yield _leaderboard(content)
    if content.comparison is not None:
        title = f"Differences between runs by {content.official.measure}"
        told = content.comparison.table()
        # The leaderboard names the tiers.
        yield ReportTable("comparison", replace(told, title=title, notes=told.notes[:1]))
    for result in content.by_label[:1]:
        yield _concepts(content, result)
    if content.correlation is not None:
        yield ReportTable("measures", content.correlation.tables()[0])


def _leaderboard(content: ReportContent) -> ReportTable:
    """Tier, run, the measure that ranks with its interval, and the others as plain numbers."""
    scores, found = content.scores, content.tiers
    columns = [names("run", scores.runs)]
    breaks: set[int] = set()
    tiers = [None if found is None else found.of(run) for run in scores.runs]
    if found is not None:
        breaks = {row for row in range(1, len(tiers)) if tiers[row] != tiers[row - 1]}
        leads = [tier if row == 0 or row in breaks else None for row, tier in enumerate(tiers)]
        columns.insert(0, counts("tier", leads))
    for result in scores:
        if result is content.official and result.low is not None and result.high is not None:
            rows = zip(result.aggregate, result.low, result.high, strict=True)
            column = intervals(result.measure, rows, DIGITS)
        else:
            column = numbers(result.measure, result.aggregate, DIGITS)
        best = best_of(result.aggregate.tolist(), result.higher_is_better, DIGITS)
        columns.append(replace(column, best=best))
    baselines = [run for run in scores.runs if run in content.baselines]
    notes = [tier_rule(content, drawn=False), f"Baselines: {listed(baselines)}." if baselines else ""]
    title = f"Runs by {content.official.measure}, the best values in bold"
    full = with_tiers(content, scores.table(rank_by=content.official.measure))
    table = Table(columns, title, [note for note in notes if note])
    return ReportTable("leaderboard", table, full, frozenset(breaks))


def with_tiers(content: ReportContent, ranked: Table) -> Table:
    """A table of ranked runs with the tier of each, where there are tiers, behind the rank."""
    if content.tiers is None:
        return ranked
    tier = counts("tier", (content.tiers.of(run) for run in ranked["run"].values))
    return replace(ranked, columns=[*ranked.columns[:1], tier, *ranked.columns[1:]])


def _concepts(content: ReportContent, result: MeasureScores) -> ReportTable:
    """Each concept with its share, its mean over runs and its best run; all runs for spreadsheets."""
    means, order = item_means(result), easiest_first(result)
    sign = 1.0 if result.higher_is_better else -1.0
    merit = np.where(np.isnan(result.values), -math.inf, sign * result.values)
    best = merit.argmax(axis=0)
    defined = np.isfinite(merit.max(axis=0))
    columns = [names(result.units.noun, (result.units.names[unit] for unit in order))]
    if content.prevalence:
        shares = (100 * content.prevalence.get(result.units.names[unit], math.nan) for unit in order)
        columns.append(numbers("share", shares, 1, unit="%"))
    columns += [
        numbers("mean", means[order], DIGITS),
        numbers("best", (float(result.values[best[unit], unit]) for unit in order), DIGITS),
        names("best run", (content.scores.runs[best[unit]] if defined[unit] else "-" for unit in order)),
    ]
    title = f"{result.measure} of each {result.units.noun}: the mean over {len(content.scores.runs)} runs and the best"
    return ReportTable("concepts", Table(columns, title), content.scores.per_unit().table(result.measure))
