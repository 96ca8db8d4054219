"""What is done to each run of a campaign: read it and score it, unless that was done before."""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.campaign.campaign import Campaign
from goldscale.campaign.sampling import resamples_settings
from goldscale.data import MeasureScores, Run, Scores
from goldscale.errors import GoldscaleError, GoldscaleWarning
from goldscale.files import Source
from goldscale.formats.ontology.table import rules_beside
from goldscale.formats.registry import companion_files
from goldscale.formats.scores import VERSION, read_scores, write_scores
from goldscale.measures import Evaluation, Measure
from goldscale.measures.alignment import by_position
from goldscale.measures.registry import canonical
from goldscale.version import __version__

_ONLY_WITH_INTERVALS = ("ci_over", "interval", "replicates", "seed")
"""Settings on which nothing depends where there are no intervals."""


@dataclass(frozen=True)
class Scored:
    """A run's scores, whether anything had to be computed for them, and what there was to say."""

    scores: Scores
    fresh: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Stored:
    """What an earlier evaluation left of a run: scores by measure, and what there was to say."""

    known: Mapping[str, MeasureScores] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


class Job:
    """What is done to each file, here or in another process; ``fresh`` takes nothing from an earlier evaluation."""

    def __init__(self, campaign: Campaign, evaluation: Evaluation, folder: Path, fresh: bool = False) -> None:
        self.campaign = campaign
        self.evaluation = evaluation
        self.folder = folder
        """Where the scores of each run are kept."""
        self.fresh = fresh
        self._drawing = _drawing(campaign, evaluation) if campaign.tiers else None
        """What draws the resamples on which the tiers rest, where they rest on some."""
        settings = dict(asdict(campaign.settings))
        draws = settings.pop("draws")
        if campaign.settings.ci is None and evaluation.truth.relevance != "probability":
            settings = {key: value for key, value in settings.items() if key not in _ONLY_WITH_INTERVALS}
        self._common = [
            __version__,
            f"scores {VERSION}",
            # The hash alone does not see an order, and the order of the units is that of the truth.
            evaluation.truth.hash,
            *_digests(Source(campaign.truth_file)),
            repr(draws if evaluation.truth.relevance == "probability" else None),
            repr(settings),
            repr(None if campaign.labels is None else campaign.labels.names),
            *(f"{key}={_content(value)}" for key, value in campaign.knowledge.items()),
            "" if campaign.groups is None else campaign.groups.hash,
        ]

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = state
        for evaluation in filter(None, (self.evaluation, self._drawing)):
            evaluation.threads = 1  # in a process beside others: these are enough to keep all cores busy

    def reused(self, file: Path) -> Scored | None:
        """What was computed before, where that is all that is wanted."""
        try:
            source = Source(file)
            stored = self._stored(source, self._key(source)) if self._is_stored(source) else _Stored()
        except GoldscaleError:  # of a run that cannot be read; reading it tells why
            return None
        wanted = [str(m) for m in self.evaluation.measures]
        return Scored(self._scores(source, stored.known), False, stored.notes) if list(stored.known) == wanted else None

    def __call__(self, file: Path) -> Scored | GoldscaleError:
        try:
            source = Source(file)
            key = self._key(source)
            stored = self._stored(source, key)
            missing = [m for m in self.evaluation.measures if str(m) not in stored.known]
            known, notes = dict(stored.known), stored.notes
            if missing:
                with warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter("always", GoldscaleWarning)
                    run = self.campaign.read_run(file)
                    scored = self._score(run, missing)
                    if said := by_position(run, self.evaluation.truth):
                        warnings.warn(said, GoldscaleWarning, stacklevel=2)
                known |= {result.measure: result for result in scored}
                notes = tuple(dict.fromkeys((*notes, *_said(caught, file.parent))))
            scores = self._scores(source, known)
            write_scores(scores, self._place(source), key, notes)
        except GoldscaleError as error:
            return error
        return Scored(scores, bool(missing), notes)

    def _score(self, run: Run, measures: Sequence[Measure]) -> list[MeasureScores]:
        """The run by these measures; by the one that ranks also on resamples, where tiers need them."""
        scored = list(self.evaluation.only(measures).score(run))
        if self._drawing is None or self._drawing.measures[0] not in measures:
            return scored
        if self.evaluation.settings.ci is None:
            (drawn,) = self._drawing.score(run)
            scored[0] = replace(scored[0], resamples=drawn.resamples)
        return scored

    def _scores(self, source: Source, known: Mapping[str, MeasureScores]) -> Scores:
        """Those of the measures that are wanted, in their order; with no resamples but those of the tiers."""
        first, *rest = (known[str(m)] for m in self.evaluation.measures)
        if self._drawing is None or first.resamples is None:
            first = replace(first, resamples=None)
        else:
            first = replace(first, resamples=replace(first.resamples, left_out=np.empty((1, 0))))
        return Scores([source.stem], [first, *(replace(r, resamples=None) for r in rest)], canonical)

    def _fits(self, stored: MeasureScores) -> bool:
        """Whether the scores have the resamples that the tiers need."""
        if self._drawing is None or stored.measure != str(self._drawing.measures[0]):
            return True
        found, rules = stored.resamples, self._drawing.settings
        return found is not None and (found.over, found.seed, found.numbers.shape) == (
            rules.ci_over,
            rules.seed,
            (1, rules.replicates),
        )

    def _place(self, source: Source) -> Path:
        return self.folder / f"{source.stem}.npz"

    def _is_stored(self, source: Source) -> bool:
        """Whether there is a file that we may have written, no link and no pipe, and that may be used."""
        place = self._place(source)
        return not self.fresh and place.is_file() and not place.is_symlink()

    def _stored(self, source: Source, key: str) -> _Stored:
        """What was computed before from the same run and truth under the same rules."""
        if not self._is_stored(source):
            return _Stored()
        try:
            scores, stored_key, notes = read_scores(self._place(source))
        except Exception:  # damaged zip and npy files raise nearly anything, and are only a reason to compute again
            return _Stored()
        wanted = {str(m) for m in self.evaluation.measures}
        # A note may be about a measure that nobody wants any more: then it is not known which ones still hold.
        if stored_key != key or (notes and not wanted.issuperset(scores.measures)):
            return _Stored()
        return _Stored({result.measure: result for result in scores if self._fits(result)}, notes)

    def _key(self, source: Source) -> str:
        """A hash of everything that a run's scores depend on, other than the measures."""
        parts = [*self._common, *_digests(source), repr(self.campaign.thresholds.get(source.stem))]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _drawing(campaign: Campaign, evaluation: Evaluation) -> Evaluation | None:
    """The evaluation of the measure that ranks with resamples, where runs can only be compared on these."""
    truth, official = evaluation.truth, evaluation.measures[0]
    settings = resamples_settings(campaign.settings, truth, official)
    return None if settings is None else Evaluation(truth, [official], settings, campaign.knowledge, campaign.groups)


def _said(caught: list[warnings.WarningMessage], folder: Path) -> Iterator[str]:
    """Our own warnings as text; others are passed on."""
    for warning in caught:
        if issubclass(warning.category, GoldscaleWarning):
            # The folder goes without saying, and may be called otherwise when the notes are read again.
            yield str(warning.message).removeprefix(f"{folder}{os.sep}")
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)


def _digests(source: Source) -> list[str]:
    """What a file holds, and what those hold that belong to it."""
    return [file.digest() for file in (source, *map(Source, companion_files(source)))]


def _content(known: str | Path) -> str:
    """A bundled name, or what a file holds, and the rules beside an ontology."""
    if isinstance(known, str):
        return known
    return " ".join(Source(file).digest() for file in (known, rules_beside(known)) if file.is_file())
