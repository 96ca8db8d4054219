"""Evaluating a campaign: every run validated and scored, results/ written, unchanged runs not computed again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from goldscale.campaign.campaign import Campaign
from goldscale.data import Judgements, Scores
from goldscale.errors import FormatError, GoldscaleError
from goldscale.files import Source, write_text
from goldscale.formats.scores import read_scores, write_scores, write_scores_parquet
from goldscale.measures import evaluate, measure

RESULTS = "results"


@dataclass(frozen=True)
class Rejected:
    """A run that could not be scored, and why."""

    file: Path
    error: GoldscaleError


@dataclass(frozen=True)
class Outcome:
    """What evaluating a campaign gave."""

    campaign: Campaign
    truth: Judgements
    scores: Scores
    rejected: tuple[Rejected, ...]
    reused: int
    """How many runs had not changed since the last time."""
    folder: Path
    """Where the results were written."""

    @property
    def ranked_by(self) -> str:
        """The official measure."""
        return str(self.campaign.measures[0])


def evaluate_campaign(
    folder: str | Path,
    *,
    units: Literal["npz", "parquet"] = "npz",
    progress: Callable[[int, int, str], None] | None = None,
) -> Outcome:
    """Validate and score all runs of a campaign folder and write its results/.

    A bad run is reported in the outcome and left out. If no run is good, the first one's error is raised.
    """
    campaign = Campaign.load(folder)
    truth = campaign.read_truth()
    files = campaign.run_files()
    if not files:
        raise FormatError(campaign.runs_folder, "run files", found="an empty folder")
    results = campaign.folder / RESULTS
    done: dict[str, Scores] = {}
    rejected: list[Rejected] = []
    reused = 0
    for number, file in enumerate(files):
        if progress is not None:
            progress(number, len(files), file.name)
        try:
            name = Source(file).stem
            if name in done:
                raise FormatError(file, "one file per run", found=f"a second file called {name!r}")
            done[name], fresh = _score(campaign, truth, file, results / "units" / f"{name}.npz")
            reused += not fresh
        except GoldscaleError as error:
            rejected.append(Rejected(file, error))
    if not done:
        raise rejected[0].error
    if progress is not None:
        progress(len(files), len(files), "")
    outcome = Outcome(campaign, truth, Scores.stack(list(done.values())), tuple(rejected), reused, results)
    _write(outcome, units)
    return outcome


def _score(campaign: Campaign, truth: Judgements, file: Path, cache: Path) -> tuple[Scores, bool]:
    key = _key(campaign, truth, file)
    if cache.exists():
        try:
            scores, stored = read_scores(cache, canonical=lambda text: str(measure(text)))
            if stored == key:
                return scores, False
        except FormatError:
            pass  # a damaged cache is only a reason to compute again
    run = campaign.read_run(file)
    s = campaign.settings
    scores = evaluate(
        [run],
        truth,
        campaign.measures,
        ties=s.ties,
        undefined=s.undefined,
        unjudged=s.unjudged,
        threshold=s.threshold,
    )
    write_scores(scores, cache, key)
    return scores, True


def _key(campaign: Campaign, truth: Judgements, file: Path) -> str:
    """A hash of everything that a run's scores depend on."""
    source = Source(file)
    parts = [
        version("goldscale"),
        source.digest(),
        truth.hash,
        *map(str, campaign.measures),
        repr(campaign.settings),
        repr(campaign.thresholds.get(source.stem)),
        repr(None if campaign.labels is None else campaign.labels.names),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _write(outcome: Outcome, units: Literal["npz", "parquet"]) -> None:
    scores, folder = outcome.scores, outcome.folder
    ranked = scores.select(scores.ranking(outcome.ranked_by))
    table = ranked.table(rank_by=outcome.ranked_by)
    about = {
        "format": "goldscale-leaderboard",
        "version": 1,
        "campaign": outcome.campaign.name,
        "ranked_by": outcome.ranked_by,
        "rejected": {r.file.name: str(r.error) for r in outcome.rejected},
    }
    write_text(folder / "leaderboard.csv", ranked.to_csv())
    write_text(folder / "leaderboard.json", json.dumps(about | ranked.to_dict(), indent=2, ensure_ascii=False) + "\n")
    write_text(folder / "leaderboard.md", f"# {outcome.campaign.name}\n\n{table.to_markdown()}")
    write_text(folder / "leaderboard.tex", table.to_latex())
    signatures = [f"{run}\t{ranked.signature(m, run)}\n" for run in ranked.runs for m in ranked.measures]
    write_text(folder / "signatures.txt", "".join(signatures))
    if units == "parquet":
        write_scores_parquet(scores, folder / "units.parquet")
    for stale in (folder / "units").glob("*.npz"):
        if stale.stem not in scores.runs:
            stale.unlink()
