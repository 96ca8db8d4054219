"""Evaluating a campaign: every run validated and scored, results/ written, unchanged runs not computed again."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Container, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from goldscale.campaign.campaign import FILE, Campaign
from goldscale.data import Groups, Judgements, MeasureScores, Scores
from goldscale.errors import FormatError, GoldscaleError, GoldscaleWarning, near_names
from goldscale.files import Source, write_text
from goldscale.formats.scores import read_scores, write_scores, write_scores_parquet
from goldscale.measures import evaluate, measure
from goldscale.measures.legends import legends
from goldscale.measures.uncertain import check_rules
from goldscale.progress import Progress
from goldscale.version import __version__

RESULTS = "results"
UNITS = "units"
PARQUET = "units.parquet"


@dataclass(frozen=True)
class Rejected:
    """A run that could not be scored, and why."""

    file: Path
    error: GoldscaleError

    def __str__(self) -> str:
        said = str(self.error).removeprefix(str(self.file))  # the folder goes without saying
        return self.file.name + (said if said.startswith((",", ":")) else f": {said}")


@dataclass(frozen=True)
class CampaignResult:
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
    progress: Progress | None = None,
) -> CampaignResult:
    """Validate and score all runs of a campaign folder and write its results/.

    A bad run is reported in the outcome and left out. If no run is good, that is an error.
    """
    campaign = Campaign.load(folder)
    truth = campaign.read_truth()
    check_rules(truth, campaign.settings)  # a truth that no run can be held against is not the runs' fault
    groups = None if campaign.groups is None else campaign.groups.align(truth.items)
    files = campaign.run_files()
    if not files:
        raise FormatError(campaign.runs_folder, "run files", found="an empty folder")
    _tell_unused_thresholds(campaign, files)
    results = campaign.folder / RESULTS
    # The hash alone does not see an order, and the order of the units is that of the truth.
    truth_key = f"{truth.hash} {Source(campaign.truth_file).digest()}"
    if truth.relevance == "probability":
        truth_key += f" {campaign.settings.draws} {campaign.settings.seed}"
    done: dict[str, Scores] = {}
    rejected: list[Rejected] = []
    reused = 0
    for number, file in enumerate(files):
        if progress is not None:
            progress(number, len(files), file.name)
        try:
            name = _run_name(file, done)
            done[name], fresh = _score(campaign, truth, groups, file, results / UNITS / f"{name}.npz", truth_key)
            reused += not fresh
        except GoldscaleError as error:
            rejected.append(Rejected(file, error))
    if not done:
        raise _nothing_left(rejected)
    if progress is not None:
        progress(len(files), len(files), "")
    outcome = CampaignResult(campaign, truth, Scores.stack(list(done.values())), tuple(rejected), reused, results)
    _write(outcome, units)
    return outcome


def _tell_unused_thresholds(campaign: Campaign, files: Sequence[Path]) -> None:
    runs = [Source(file).stem for file in files]
    for name in campaign.thresholds:
        if name not in runs:
            near = near_names(name, runs)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            message = f"{campaign.folder / FILE} has a threshold for {name!r}, but there is no such run{hint}"
            warnings.warn(message, GoldscaleWarning, stacklevel=3)


def _run_name(file: Path, taken: Container[str]) -> str:
    name = Source(file).stem
    if name in taken:
        raise FormatError(file, "one file per run", found=f"a second file called {name!r}")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise FormatError(file, "a file name in UTF-8", found=ascii(name)) from None
    return name


def _nothing_left(rejected: Sequence[Rejected]) -> GoldscaleError:
    first, *others = rejected
    more = f" ({len(others)} more runs are bad as well)" if others else ""
    return GoldscaleError(f"no run of the campaign can be scored; {first}{more}")


def _score(
    campaign: Campaign, truth: Judgements, groups: Groups | None, file: Path, cache: Path, truth_key: str
) -> tuple[Scores, bool]:
    """A run's scores, and whether anything had to be computed for them."""
    key = _key(campaign, truth_key, file)
    wanted = [str(m) for m in campaign.measures]
    known = _cached(cache, key)
    missing = [m for m in campaign.measures if str(m) not in known]
    if known and not missing and list(known) == wanted:
        return _scores([known[m] for m in wanted], cache.stem), False
    if missing:
        run = campaign.read_run(file)
        found = evaluate([run], truth, missing, **asdict(campaign.settings), **campaign.knowledge, groups=groups)
        known |= {r.measure: r for r in found}
    scores = _scores([known[m] for m in wanted], cache.stem)
    write_scores(scores, cache, key)
    return scores, bool(missing)


def _scores(results: Sequence[MeasureScores], run: str) -> Scores:
    return Scores([run], results, canonical=lambda text: str(measure(text)))


def _cached(cache: Path, key: str) -> dict[str, MeasureScores]:
    """What was computed before from the same run and truth under the same rules, by measure."""
    if not cache.exists():
        return {}
    try:
        scores, stored = read_scores(cache)
    except Exception:  # damaged zip and npy files raise nearly anything, and are only a reason to compute again
        return {}
    return {result.measure: result for result in scores} if stored == key else {}


def _key(campaign: Campaign, truth_key: str, file: Path) -> str:
    """A hash of everything that a run's scores depend on, other than the measures."""
    source = Source(file)
    # The draws are part of the truth's key, where they matter.
    without = {"draws"} | ({"ci_over", "replicates", "seed"} if campaign.settings.ci is None else set())
    settings = {key: value for key, value in asdict(campaign.settings).items() if key not in without}
    parts = [
        __version__,
        source.digest(),
        truth_key,
        repr(settings),
        repr(campaign.thresholds.get(source.stem)),
        repr(None if campaign.labels is None else campaign.labels.names),
        *(f"{key}={_content(value)}" for key, value in campaign.knowledge.items()),
        "" if campaign.groups is None else campaign.groups.hash,
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _content(known: str | Path) -> str:
    """A bundled name, or what a file holds."""
    return Source(known).digest() if isinstance(known, Path) else known


def _printable(text: str) -> str:
    """Text that UTF-8 can hold: a file's name may have bytes that it cannot."""
    return text.encode(errors="backslashreplace").decode()


def _write(outcome: CampaignResult, units: Literal["npz", "parquet"]) -> None:
    scores, folder = outcome.scores, outcome.folder
    ranked = scores.select(scores.ranking(outcome.ranked_by))
    table = ranked.table(rank_by=outcome.ranked_by)
    about = {
        "format": "goldscale-leaderboard",
        "version": 1,
        "campaign": outcome.campaign.name,
        "ranked_by": outcome.ranked_by,
        "rejected": {_printable(r.file.name): _printable(str(r.error)) for r in outcome.rejected},
    }
    below = [f"\n{line}\n" for line in legends(scores, outcome.campaign.settings, outcome.truth)]
    write_text(folder / "leaderboard.csv", ranked.to_csv())
    write_text(folder / "leaderboard.json", json.dumps(about | ranked.to_dict(), indent=2, ensure_ascii=False) + "\n")
    write_text(folder / "leaderboard.md", f"# {outcome.campaign.name}\n\n{table.to_markdown()}{''.join(below)}")
    write_text(folder / "leaderboard.tex", table.to_latex())
    signatures = [f"{run}\t{ranked.signature(m, run)}\n" for run in ranked.runs for m in ranked.measures]
    write_text(folder / "signatures.txt", "".join(signatures))
    if units == "parquet":
        write_scores_parquet(scores, folder / PARQUET)
    else:
        (folder / PARQUET).unlink(missing_ok=True)  # it would hold the scores of another time
    for stale in (folder / UNITS).glob("*.npz"):
        if stale.stem not in scores.runs:
            stale.unlink()
