"""Evaluating a campaign: every run validated and scored, results/ written, unchanged runs not computed again."""

from __future__ import annotations

import warnings
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from goldscale.campaign.campaign import Campaign
from goldscale.campaign.job import Job, Scored
from goldscale.campaign.processes import in_processes
from goldscale.campaign.sampling import compare_tiers
from goldscale.campaign.submissions import best_of_teams, columns
from goldscale.data import Judgements, Scores
from goldscale.data.number_format import deliver
from goldscale.data.result import PathLike, Result
from goldscale.data.table import Table
from goldscale.data.table_forms import markdown_text, printable
from goldscale.errors import FormatError, GoldscaleError, GoldscaleWarning, ParameterError, near_names
from goldscale.files import Source, alone_in, stem_of, write_text
from goldscale.files.campaign_layout import CAMPAIGN_FILE, RESULTS
from goldscale.formats.scores import write_scores_parquet
from goldscale.measures.legends import legends
from goldscale.measures.scoring import cores
from goldscale.measures.usual import usual_measures
from goldscale.progress import Progress, silent
from goldscale.significance import Comparison
from goldscale.significance.ranking import tier_column

UNITS = "units"
PARQUET = "units.parquet"

WORTH_PROCESSES = 1 << 23
"""Bytes of runs from which on other processes are started: for fewer, starting them takes longer than scoring here."""


@dataclass(frozen=True)
class Rejected:
    """A run that could not be scored, and why."""

    file: Path
    error: GoldscaleError

    def __str__(self) -> str:
        said = str(self.error).removeprefix(str(self.file))  # the folder goes without saying
        return self.file.name + (said if said.startswith((",", ":")) else f": {said}")


@dataclass(frozen=True, repr=False)
class CampaignResult(Result):
    """What evaluating a campaign gave."""

    campaign: Campaign
    truth: Judgements
    scores: Scores
    rejected: tuple[Rejected, ...]
    reused: int
    """How many runs had not changed since the last time."""
    folder: Path
    """Where the results were written."""
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What there was to say about a run that was scored all the same, by run."""

    @cached_property
    def comparison(self) -> Comparison | None:
        """Every two runs by the official measure, over what is a sample; None where the campaign wants no tiers, or
        where no two runs could be told apart whatever they did.
        """
        return compare_tiers(self.campaign, self.truth, self.scores)

    @property
    def ranked_by(self) -> str:
        """The official measure."""
        return self.scores.measures[0]

    def best_of_teams(self) -> CampaignResult:
        """Only the best run of each team; runs without a team all stay."""
        ranked = self.scores.ranking(self.ranked_by)
        return replace(self, scores=self.scores.select(best_of_teams(ranked, self.campaign.submissions)))

    def tables(self) -> tuple[Table, ...]:
        """The leaderboard."""
        rank, run, *measures = self.scores.table(rank_by=self.ranked_by).columns
        who, notes = columns(run.values, self.campaign.submissions)
        told = [] if self.campaign.measures else [usual_measures(self.truth).legend(f"'measures' in {CAMPAIGN_FILE}")]
        told += legends(self.scores, self.campaign.settings, self.truth)
        tiers = []
        if self.comparison is not None:
            # Rows stand in the order of their ranks, so these can best be spared.
            rank, tiers = replace(rank, optional=1), [tier_column(self.comparison, run.values)]
            told.append(self.comparison.tier_rule())
        elif self.campaign.tiers and len(run.values) > 1 and (levels := self.scores[self.ranked_by].levels):
            # Of many images one expects tiers, and does not think of the few groups that they come in.
            told.append(f"No tiers: by {levels[0].groups.counted}, no two runs can be told apart.")
        baselines = frozenset(row for row, name in enumerate(run.values) if name in self.campaign.baselines)
        named = replace(run, italic=baselines)
        return (Table([rank, *tiers, named, *who, *measures, *notes], self.campaign.name, told),)

    def to_markdown(self, path: PathLike | None = None) -> str:
        """What leaderboard.md holds: the leaderboard below a heading, and what there was to say about its runs."""
        (board,) = self.tables()
        parts = [
            f"# {markdown_text(board.title)}\n",
            board.to_markdown(),
            *(f"{markdown_text(line)}\n" for line in board.notes),
            *(f"{markdown_text(line)}\n" for run in board["run"].values for line in self.notes.get(run, ())),
        ]
        return deliver("\n".join(parts), path)

    def to_dict(self) -> dict[str, Any]:
        """What leaderboard.json holds: runs from best to worst, and those that were left out."""
        (board,), known, found = self.tables(), self.campaign.submissions, self.comparison
        return {
            "format": "goldscale-leaderboard",
            "version": 1,
            "campaign": self.campaign.name,
            "ranked_by": self.ranked_by,
            "rejected": {_printable(r.file.name): _printable(str(r.error)) for r in self.rejected},
            "notes": {run: list(self.notes[run]) for run in board["run"].values if run in self.notes},
            "ranks": dict(zip(board["run"].values, board["rank"].values, strict=True)),
            "tiers": None if found is None or found.tiers is None else [list(tier) for tier in found.tiers.groups],
            "tier_rule": None if found is None else found.tier_rule(),
            "submissions": {run: known[run].to_dict() for run in board["run"].values if run in known},
            **self.scores.select(self.scores.ranking(self.ranked_by)).to_dict(),
        }

    def __repr__(self) -> str:
        return f"CampaignResult({self.campaign.name!r}, {len(self.rejected)} rejected, {self.scores!r})"


def evaluate_campaign(
    folder: str | Path,
    *,
    units: Literal["npz", "parquet"] = "npz",
    workers: int | None = 1,
    progress: Progress | None = None,
    allow_outside: bool = False,
    fresh: bool = False,
) -> CampaignResult:
    """Validate and score all runs of a campaign folder and write its results/.

    A bad run is reported in the result and left out. If no run is good, that is an error. ``workers`` are processes
    that read and score runs (None: one per core where that pays); a script that asks for more than one must have its
    ``if __name__ == "__main__"``, as always with processes in Python. The results do not depend on it. Files outside
    the folder are read only where ``allow_outside`` says so, and never written. ``fresh`` computes everything again,
    for a folder whose stored scores are not to be trusted. Two evaluations of one folder wait for each other.
    """
    campaign = Campaign.load(folder, allow_outside=allow_outside)
    results = campaign.premises.own(RESULTS)
    job = Job(campaign, campaign.evaluation(), campaign.premises.own(RESULTS, UNITS), fresh)
    files = campaign.run_files()
    if not files:
        hint = "Put the runs there, one file each; 'goldscale convert --list' shows the formats."
        raise FormatError(campaign.runs_folder, "run files", instead="an empty folder", hint=hint)
    _tell_unknown_runs(campaign, files)
    results.mkdir(exist_ok=True)
    with alone_in(results, waiting=lambda: _tell_waiting(campaign)):
        result = _evaluated(job, files, workers, progress or silent)
        campaign.premises.own(RESULTS, UNITS)  # once more: scoring may have taken long
        _write(result, units)
    return result


def _tell_waiting(campaign: Campaign) -> None:
    message = f"waiting for another evaluation of {campaign.folder} to end"
    warnings.warn(message, GoldscaleWarning, stacklevel=2)


def _evaluated(job: Job, files: Sequence[Path], workers: int | None, tell: Progress) -> CampaignResult:
    """Every file scored, or rejected."""
    campaign = job.campaign
    done: dict[str, Scored] = {}
    rejected: list[Rejected] = []
    tell(0, len(files), files[0].name)
    for number, (file, found) in enumerate(_scored(job, files, workers), start=1):
        if isinstance(found, GoldscaleError):
            rejected.append(Rejected(file, found))
        else:
            done[found.scores.runs[0]] = found
            for said in found.notes:
                warnings.warn(said, GoldscaleWarning, stacklevel=2)
        tell(number, len(files), files[number].name if number < len(files) else "")
    if not done:
        if isinstance(rejected[0].error, ParameterError) and len({str(bad.error) for bad in rejected}) == 1:
            # What all runs share is no fault of theirs, as an ontology that a measure lacks.
            raise ParameterError(f"{campaign.folder / CAMPAIGN_FILE}: {rejected[0].error}")
        others = len(rejected) - 1
        more = f" ({others} more run{' is' if others == 1 else 's are'} bad as well)" if others else ""
        raise GoldscaleError(f"no run of the campaign can be scored; {rejected[0]}{more}")
    scores = Scores.stack([found.scores for found in done.values()])
    return CampaignResult(
        campaign,
        job.evaluation.truth,
        scores,
        tuple(rejected),
        reused=sum(not found.fresh for found in done.values()),
        folder=campaign.folder / RESULTS,
        notes={run: tuple(map(_printable, found.notes)) for run, found in done.items() if found.notes},
    )


def _scored(job: Job, files: Sequence[Path], workers: int | None) -> Iterator[tuple[Path, Scored | GoldscaleError]]:
    """What came of each file, in order."""
    names: dict[Path, str | GoldscaleError] = {}
    for file in files:
        try:
            job.campaign.premises.check(file, "runs")
            names[file] = run_name(file, names.values())
        except GoldscaleError as error:
            names[file] = error
    done = {file: job.reused(file) if isinstance(name, str) else name for file, name in names.items()}
    left = [file for file, found in done.items() if found is None]
    if workers is None:
        workers = cores() if sum(file.stat().st_size for file in left) > WORTH_PROCESSES else 1
    found = in_processes(job, left, workers)
    for file, before in done.items():
        yield file, next(found) if before is None else before


def _tell_unknown_runs(campaign: Campaign, files: Sequence[Path]) -> None:
    runs = [stem_of(file) for file in files]
    named = [("threshold", name) for name in campaign.thresholds]
    named += [("submission", name) for name in campaign.submissions]
    named += [("baseline", name) for name in sorted(campaign.baselines)]
    for what, name in named:
        if name not in runs:
            near = near_names(name, runs)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            message = f"{campaign.folder / CAMPAIGN_FILE} has a {what} for {name!r}, but there is no such run{hint}"
            warnings.warn(message, GoldscaleWarning, stacklevel=3)


def run_name(file: Path, taken: Container[object]) -> str:
    """The run's name, unless it can have none."""
    name = Source(file).stem
    if name in taken:
        raise FormatError(file, "one file per run", instead=f"a second file called {name!r}")
    if name != _printable(name):
        raise FormatError(file, "a file name in UTF-8", found=ascii(name))
    return name


def _printable(text: str) -> str:
    """Text that UTF-8 can hold: a file's name may have bytes that it cannot."""
    return text.encode(errors="backslashreplace").decode()


def _write(result: CampaignResult, units: Literal["npz", "parquet"]) -> None:
    scores, folder = result.scores, result.folder
    ranked = scores.select(scores.ranking(result.ranked_by))
    signatures = [f"{printable(run)}\t{ranked.signature(m, run)}\n" for run in ranked.runs for m in ranked.measures]
    texts = {
        "leaderboard.csv": result.to_csv(),
        "leaderboard.json": result.to_json(),
        "leaderboard.md": result.to_markdown(),
        "leaderboard.tex": result.to_latex(),
        "signatures.txt": "".join(signatures),
    }
    for name, text in texts.items():
        write_text(folder / name, text, through_links=False)
    if units == "parquet":
        write_scores_parquet(scores, folder / PARQUET)
    else:
        (folder / PARQUET).unlink(missing_ok=True)  # it would hold the scores of another time
    for stale in (folder / UNITS).glob("*.npz"):
        if stale.stem not in scores.runs and not stale.is_dir():
            stale.unlink()
