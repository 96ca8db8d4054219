"""Evaluating a campaign: every run validated and scored, results/ written, unchanged runs not computed again."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from goldscale.campaign.campaign import FILE, Campaign
from goldscale.campaign.processes import in_processes
from goldscale.data import Judgements, MeasureScores, Scores
from goldscale.data.result import Result
from goldscale.data.table import Table
from goldscale.data.table_forms import markdown_text, printable
from goldscale.errors import FormatError, GoldscaleError, GoldscaleWarning, ParameterError, near_names
from goldscale.files import Source, write_text
from goldscale.formats.registry import companion_files
from goldscale.formats.scores import read_scores, write_scores, write_scores_parquet
from goldscale.measures import Evaluation
from goldscale.measures.legends import legends
from goldscale.measures.registry import canonical
from goldscale.measures.scoring import cores
from goldscale.progress import Progress, silent
from goldscale.version import __version__

RESULTS = "results"
UNITS = "units"
PARQUET = "units.parquet"

SMALL = 1 << 23
"""Bytes of runs below which starting other processes takes longer than scoring here."""


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

    @property
    def ranked_by(self) -> str:
        """The official measure."""
        return str(self.campaign.measures[0])

    def tables(self) -> tuple[Table, ...]:
        """The leaderboard."""
        board = self.scores.table(rank_by=self.ranked_by)
        return (Table(board.columns, self.campaign.name, legends(self.scores, self.campaign.settings, self.truth)),)

    def to_dict(self) -> dict[str, Any]:
        """What leaderboard.json holds: runs from best to worst, and those that were left out."""
        return {
            "format": "goldscale-leaderboard",
            "version": 1,
            "campaign": self.campaign.name,
            "ranked_by": self.ranked_by,
            "rejected": {_printable(r.file.name): _printable(str(r.error)) for r in self.rejected},
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
) -> CampaignResult:
    """Validate and score all runs of a campaign folder and write its results/.

    A bad run is reported in the result and left out. If no run is good, that is an error. ``workers`` are processes
    that read and score runs (None: one per core where that pays); a script that asks for more than one must have its
    ``if __name__ == "__main__"``, as always with processes in Python. The results do not depend on it.
    """
    tell = progress or silent
    campaign = Campaign.load(folder)
    job = _Job(campaign, campaign.evaluation(), campaign.folder / RESULTS / UNITS)
    files = campaign.run_files()
    if not files:
        raise FormatError(campaign.runs_folder, "run files", found="an empty folder")
    _tell_unused_thresholds(campaign, files)
    done: dict[str, _Scored] = {}
    rejected: list[Rejected] = []
    tell(0, len(files), files[0].name)
    for number, (file, found) in enumerate(_scored(job, files, workers), start=1):
        if isinstance(found, GoldscaleError):
            rejected.append(Rejected(file, found))
        else:
            done[found.scores.runs[0]] = found
            for warning in found.warnings:
                warnings.warn(warning, stacklevel=2)
        tell(number, len(files), files[number].name if number < len(files) else "")
    if not done:
        if isinstance(rejected[0].error, ParameterError) and len({str(bad.error) for bad in rejected}) == 1:
            # What all runs share is no fault of theirs, as an ontology that a measure lacks.
            raise ParameterError(f"{campaign.folder / FILE}: {rejected[0].error}")
        others = len(rejected) - 1
        more = f" ({others} more run{' is' if others == 1 else 's are'} bad as well)" if others else ""
        raise GoldscaleError(f"no run of the campaign can be scored; {rejected[0]}{more}")
    scores = Scores.stack([found.scores for found in done.values()])
    reused = sum(not found.fresh for found in done.values())
    result = CampaignResult(campaign, job.evaluation.truth, scores, tuple(rejected), reused, campaign.folder / RESULTS)
    _write(result, units)
    return result


def _scored(job: _Job, files: Sequence[Path], workers: int | None) -> Iterator[tuple[Path, _Scored | GoldscaleError]]:
    """What came of each file, in order."""
    names: dict[Path, str | FormatError] = {}
    for file in files:
        names[file] = _run_name(file, names.values())
    done = {file: name if isinstance(name, FormatError) else job.reused(file) for file, name in names.items()}
    left = [file for file, found in done.items() if found is None]
    if workers is None:
        workers = cores() if sum(file.stat().st_size for file in left) > SMALL else 1
    found = in_processes(job, left, workers)
    for file, before in done.items():
        yield file, next(found) if before is None else before


def _tell_unused_thresholds(campaign: Campaign, files: Sequence[Path]) -> None:
    runs = [Source(file).stem for file in files]
    for name in campaign.thresholds:
        if name not in runs:
            near = near_names(name, runs)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            message = f"{campaign.folder / FILE} has a threshold for {name!r}, but there is no such run{hint}"
            warnings.warn(message, GoldscaleWarning, stacklevel=3)


def _run_name(file: Path, taken: Container[str | FormatError]) -> str | FormatError:
    """The run's name, or why it can have none."""
    name = Source(file).stem
    if name in taken:
        return FormatError(file, "one file per run", found=f"a second file called {name!r}")
    if name != _printable(name):
        return FormatError(file, "a file name in UTF-8", found=ascii(name))
    return name


@dataclass(frozen=True)
class _Scored:
    """A run's scores, whether anything had to be computed for them, and what there was to say."""

    scores: Scores
    fresh: bool
    warnings: tuple[Warning | str, ...] = ()


class _Job:
    """What is done to each file, here or in another process: read it and score it, unless that was done before."""

    def __init__(self, campaign: Campaign, evaluation: Evaluation, folder: Path) -> None:
        self.campaign = campaign
        self.evaluation = evaluation
        self.folder = folder
        """Where the scores of each run are kept."""
        settings = dict(asdict(campaign.settings))
        draws = settings.pop("draws")
        if campaign.settings.ci is None and evaluation.truth.relevance != "probability":
            settings = {key: value for key, value in settings.items() if key not in ("ci_over", "replicates", "seed")}
        self._common = [
            __version__,
            # The hash alone does not see an order, and the order of the units is that of the truth.
            evaluation.truth.hash,
            Source(campaign.truth_file).digest(),
            repr(draws if evaluation.truth.relevance == "probability" else None),
            repr(settings),
            repr(None if campaign.labels is None else campaign.labels.names),
            *(f"{key}={_content(value)}" for key, value in campaign.knowledge.items()),
            "" if campaign.groups is None else campaign.groups.hash,
        ]

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = state
        self.evaluation.threads = 1  # in a process beside others: these are enough to keep all cores busy

    def reused(self, file: Path) -> _Scored | None:
        """What was computed before, where that is all that is wanted."""
        try:
            source = Source(file)
            cache = self.folder / f"{source.stem}.npz"
            known = _cached(cache, self._key(source)) if cache.exists() else {}
        except GoldscaleError:  # of a run that cannot be read; reading it tells why
            return None
        wanted = [str(m) for m in self.evaluation.measures]
        return _Scored(self._scores(file, known), False) if list(known) == wanted else None

    def __call__(self, file: Path) -> _Scored | GoldscaleError:
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", GoldscaleWarning)
                scores, fresh = self._score(file)
        except GoldscaleError as error:
            return error
        return _Scored(scores, fresh, tuple(w.message for w in caught))

    def _score(self, file: Path) -> tuple[Scores, bool]:
        source = Source(file)
        key, cache = self._key(source), self.folder / f"{source.stem}.npz"
        known = _cached(cache, key)
        missing = [m for m in self.evaluation.measures if str(m) not in known]
        if missing:
            known |= {r.measure: r for r in self.evaluation.only(missing).score(self.campaign.read_run(file))}
        scores = self._scores(file, known)
        write_scores(scores, cache, key)
        return scores, bool(missing)

    def _scores(self, file: Path, known: dict[str, MeasureScores]) -> Scores:
        """Those of the measures that are wanted, in their order."""
        return Scores([Source(file).stem], [known[str(m)] for m in self.evaluation.measures], canonical)

    def _key(self, source: Source) -> str:
        """A hash of everything that a run's scores depend on, other than the measures."""
        files = [source, *map(Source, companion_files(source))]
        digests = [file.digest() for file in files]
        parts = [*self._common, *digests, repr(self.campaign.thresholds.get(source.stem))]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _cached(cache: Path, key: str) -> dict[str, MeasureScores]:
    """What was computed before from the same run and truth under the same rules, by measure."""
    if not cache.exists():
        return {}
    try:
        scores, stored = read_scores(cache)
    except Exception:  # damaged zip and npy files raise nearly anything, and are only a reason to compute again
        return {}
    return {result.measure: result for result in scores} if stored == key else {}


def _content(known: str | Path) -> str:
    """A bundled name, or what a file holds."""
    return Source(known).digest() if isinstance(known, Path) else known


def _printable(text: str) -> str:
    """Text that UTF-8 can hold: a file's name may have bytes that it cannot."""
    return text.encode(errors="backslashreplace").decode()


def _write(result: CampaignResult, units: Literal["npz", "parquet"]) -> None:
    scores, folder = result.scores, result.folder
    ranked = scores.select(scores.ranking(result.ranked_by))
    (board,) = result.tables()
    below = [f"\n{markdown_text(line)}\n" for line in board.notes]
    write_text(folder / "leaderboard.csv", ranked.to_csv())
    result.to_json(folder / "leaderboard.json")
    write_text(
        folder / "leaderboard.md", f"# {markdown_text(result.campaign.name)}\n\n{board.to_markdown()}{''.join(below)}"
    )
    write_text(folder / "leaderboard.tex", board.to_latex())
    signatures = [f"{printable(run)}\t{ranked.signature(m, run)}\n" for run in ranked.runs for m in ranked.measures]
    write_text(folder / "signatures.txt", "".join(signatures))
    if units == "parquet":
        write_scores_parquet(scores, folder / PARQUET)
    else:
        (folder / PARQUET).unlink(missing_ok=True)  # it would hold the scores of another time
    for stale in (folder / UNITS).glob("*.npz"):
        if stale.stem not in scores.runs:
            stale.unlink()
