"""Evaluating a campaign: every run validated and scored, results/ written, unchanged runs not computed again."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from goldscale.campaign.campaign import Campaign
from goldscale.campaign.premises import SETTINGS
from goldscale.campaign.processes import in_processes
from goldscale.campaign.submissions import best_of_teams, columns
from goldscale.data import Judgements, MeasureScores, Scores
from goldscale.data.number_format import deliver
from goldscale.data.result import PathLike, Result
from goldscale.data.table import Table
from goldscale.data.table_forms import markdown_text, printable
from goldscale.errors import FormatError, GoldscaleError, GoldscaleWarning, ParameterError, near_names
from goldscale.files import Source, alone_in, stem_of, write_text
from goldscale.formats.ontology.table import rules_beside
from goldscale.formats.registry import companion_files
from goldscale.formats.scores import VERSION, read_scores, write_scores, write_scores_parquet
from goldscale.measures import Evaluation
from goldscale.measures.alignment import by_position
from goldscale.measures.legends import legends
from goldscale.measures.registry import canonical
from goldscale.measures.scoring import cores
from goldscale.measures.usual import usual_measures
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
        return self.scores.measures[0]

    def best_of_teams(self) -> CampaignResult:
        """Only the best run of each team; runs without a team all stay."""
        ranked = self.scores.ranking(self.ranked_by)
        return replace(self, scores=self.scores.select(best_of_teams(ranked, self.campaign.submissions)))

    def tables(self) -> tuple[Table, ...]:
        """The leaderboard."""
        rank, run, *measures = self.scores.table(rank_by=self.ranked_by).columns
        who, notes = columns(run.values, self.campaign.submissions)
        told = [] if self.campaign.measures else [usual_measures(self.truth).legend(f"'measures' in {SETTINGS}")]
        told += legends(self.scores, self.campaign.settings, self.truth)
        return (Table([rank, run, *who, *measures, *notes], self.campaign.name, told),)

    def to_markdown(self, path: PathLike | None = None) -> str:
        """What leaderboard.md holds: the leaderboard below a heading."""
        (board,) = self.tables()
        parts = [
            f"# {markdown_text(board.title)}\n",
            board.to_markdown(),
            *(f"{markdown_text(line)}\n" for line in board.notes),
        ]
        return deliver("\n".join(parts), path)

    def to_dict(self) -> dict[str, Any]:
        """What leaderboard.json holds: runs from best to worst, and those that were left out."""
        (board,), known = self.tables(), self.campaign.submissions
        return {
            "format": "goldscale-leaderboard",
            "version": 1,
            "campaign": self.campaign.name,
            "ranked_by": self.ranked_by,
            "rejected": {_printable(r.file.name): _printable(str(r.error)) for r in self.rejected},
            "ranks": dict(zip(board["run"].values, board["rank"].values, strict=True)),
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
) -> CampaignResult:
    """Validate and score all runs of a campaign folder and write its results/.

    A bad run is reported in the result and left out. If no run is good, that is an error. ``workers`` are processes
    that read and score runs (None: one per core where that pays); a script that asks for more than one must have its
    ``if __name__ == "__main__"``, as always with processes in Python. The results do not depend on it. Files outside
    the folder are read only where ``allow_outside`` says so, and never written. Two evaluations of one folder wait
    for each other.
    """
    campaign = Campaign.load(folder, allow_outside=allow_outside)
    results = campaign.premises.own(RESULTS)
    job = _Job(campaign, campaign.evaluation(), campaign.premises.own(RESULTS, UNITS))
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


def _evaluated(job: _Job, files: Sequence[Path], workers: int | None, tell: Progress) -> CampaignResult:
    """Every file scored, or rejected."""
    campaign = job.campaign
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
            raise ParameterError(f"{campaign.folder / SETTINGS}: {rejected[0].error}")
        others = len(rejected) - 1
        more = f" ({others} more run{' is' if others == 1 else 's are'} bad as well)" if others else ""
        raise GoldscaleError(f"no run of the campaign can be scored; {rejected[0]}{more}")
    scores = Scores.stack([found.scores for found in done.values()])
    reused = sum(not found.fresh for found in done.values())
    return CampaignResult(campaign, job.evaluation.truth, scores, tuple(rejected), reused, campaign.folder / RESULTS)


def _scored(job: _Job, files: Sequence[Path], workers: int | None) -> Iterator[tuple[Path, _Scored | GoldscaleError]]:
    """What came of each file, in order."""
    names: dict[Path, str | GoldscaleError] = {}
    for file in files:
        try:
            job.campaign.premises.check(file, "runs")
            names[file] = _run_name(file, names.values())
        except GoldscaleError as error:
            names[file] = error
    done = {file: job.reused(file) if isinstance(name, str) else name for file, name in names.items()}
    left = [file for file, found in done.items() if found is None]
    if workers is None:
        workers = cores() if sum(file.stat().st_size for file in left) > SMALL else 1
    found = in_processes(job, left, workers)
    for file, before in done.items():
        yield file, next(found) if before is None else before


def _tell_unknown_runs(campaign: Campaign, files: Sequence[Path]) -> None:
    runs = [stem_of(file) for file in files]
    named = [("threshold", name) for name in campaign.thresholds]
    named += [("submission", name) for name in campaign.submissions]
    for what, name in named:
        if name not in runs:
            near = near_names(name, runs)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            message = f"{campaign.folder / SETTINGS} has a {what} for {name!r}, but there is no such run{hint}"
            warnings.warn(message, GoldscaleWarning, stacklevel=3)


def _run_name(file: Path, taken: Container[object]) -> str:
    """The run's name, unless it can have none."""
    name = Source(file).stem
    if name in taken:
        raise FormatError(file, "one file per run", instead=f"a second file called {name!r}")
    if name != _printable(name):
        raise FormatError(file, "a file name in UTF-8", found=ascii(name))
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
            settings = {
                key: value
                for key, value in settings.items()
                if key not in ("ci_over", "interval", "replicates", "seed")
            }
        self._common = [
            __version__,
            f"scores {VERSION}",
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
            known = _cached(cache, self._key(source)) if _is_plain(cache) else {}
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
            run = self.campaign.read_run(file)
            known |= {r.measure: r for r in self.evaluation.only(missing).score(run)}
            if said := by_position(run, self.evaluation.truth):
                warnings.warn(said, GoldscaleWarning, stacklevel=2)
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
    if not _is_plain(cache):
        return {}
    try:
        scores, stored = read_scores(cache)
    except Exception:  # damaged zip and npy files raise nearly anything, and are only a reason to compute again
        return {}
    return {result.measure: result for result in scores} if stored == key else {}


def _is_plain(file: Path) -> bool:
    """Whether this is a file that we may have written: no link, no pipe."""
    return file.is_file() and not file.is_symlink()


def _content(known: str | Path) -> str:
    """A bundled name, or what a file holds, and the rules beside an ontology."""
    if isinstance(known, str):
        return known
    return " ".join(Source(file).digest() for file in (known, rules_beside(known)) if file.is_file())


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
