"""The plant task's score S (seed 004, section 4) and its relatives: every run, every type, officially and strictly.

``S`` is the fraction of pictures whose first species is right, averaged over the pictures of each plant, the plants of
each author and the authors. Officially a picture that a run does not answer (it has no line of rank 1) is left out of
these averages; strictly it counts as wrong.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from goldscale.data import Groups, GroupScores, MeasureScores, Run, Scores
from goldscale.data.parameter import REPLICATES
from goldscale.data.registry import Registry
from goldscale.data.run import check_run_names
from goldscale.data.signature import Signature
from goldscale.errors import GoldscaleWarning, ParameterError
from goldscale.files import Source
from goldscale.kernels.groups import group_means, nested_draws, nested_mean
from goldscale.kernels.intervals import percentiles
from goldscale.progress import Progress
from goldscale.tasks.plant.checks import Answer, answer
from goldscale.tasks.plant.formats import predictions_of
from goldscale.tasks.plant.package import LEVELS, TAXA, PlantPackage
from goldscale.tasks.plant.predictions import read_predictions

ALL = "all"
"""Stands for the pictures of all types."""
S = "Top1"
BY = Registry("level to tell scores by", {level: level for level in (*LEVELS, *TAXA)})
"""What the score can be told by."""
PathLike = str | os.PathLike[str]


def _top(k: int) -> Callable[[np.ndarray], np.ndarray]:
    return lambda rank: (rank <= k).astype(np.float64)


MEASURES: Registry[Callable[[np.ndarray], np.ndarray]] = Registry(
    "measure of the plant task",
    {
        S: _top(1),
        "S@3:item": _top(3),
        "S@5:item": _top(5),
        "S@10:item": _top(10),
        "RR:item": lambda rank: 1 / rank,
    },
)
"""What the rank of the right species is worth, by the name that ``evaluate`` knows it by."""


@dataclass(frozen=True)
class Interval:
    """A bootstrap interval: authors are drawn, in each plants, in each pictures."""

    level: float = 0.95
    replicates: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            raise ParameterError(f"the level of confidence must lie between 0 and 1, as 0.95, not {self.level}")
        REPLICATES.check(self.replicates)


@dataclass(frozen=True, eq=False)
class PlantScores:
    """What every run answers for every picture, and the averages of that."""

    package: PlantPackage
    answers: tuple[Answer, ...]

    @property
    def runs(self) -> tuple[str, ...]:
        """The runs' names."""
        return tuple(a.run for a in self.answers)

    @cached_property
    def ranks(self) -> np.ndarray:
        """Runs x pictures: the rank of the right species, infinite where it is not named."""
        return self.ranks_of("species")

    def ranks_of(self, taxon: str) -> np.ndarray:
        """Runs x pictures: the best rank of a species whose species, genus or family is right."""
        if taxon not in self._ranks:
            right = self.package.level(taxon)
            if taxon == "family":  # where the XML has none, only the species can be right
                right = [own or species for own, species in zip(right, self.package.level("species"), strict=True)]
            named = dict.fromkeys(species for a in self.answers for species in a.species)
            taxa = dict(zip(named, self.package.taxa(named, taxon), strict=True))
            ranks = [a.ranks_of([taxa[species] for species in a.species], right) for a in self.answers]
            self._ranks[taxon] = np.stack(ranks)
        return self._ranks[taxon]

    @cached_property
    def _ranks(self) -> dict[str, np.ndarray]:
        return {}

    @cached_property
    def answered(self) -> np.ndarray:
        """Runs x pictures: whether there is a line of rank 1."""
        return np.stack([a.answered for a in self.answers])

    @property
    def differ(self) -> bool:
        """Whether the official and the strict scores are not the same thing."""
        return not self.answered.all()

    def values(self, measure: str = S, *, strict: bool = False, taxon: str = "species") -> np.ndarray:
        """Runs x pictures; officially NaN where a run does not answer. ``taxon`` is what has to be right."""
        values = MEASURES[measure](self.ranks_of(taxon))
        return values if strict else np.where(self.answered, values, np.nan)

    def scores(self, type: str = ALL, *, strict: bool = False, interval: Interval | None = None) -> Scores:
        """The averages over the pictures of one type, or of all; every measure, every run.

        ``Top1`` is the score S (seed 004, section 4). A run that answers no picture of the type has no value (NaN)
        officially and 0 strictly.
        """
        pictures, groups = self._parts[type]
        values = {measure: self.values(measure, strict=strict)[:, pictures] for measure in MEASURES}
        limits = {} if interval is None else _limits(values, groups, interval)
        about = self._about(type, groups, strict, interval)
        return Scores(
            self.runs,
            [
                MeasureScores(
                    measure,
                    numbers,
                    groups.items,
                    nested_mean(numbers, groups.parents),
                    np.isnan(numbers).sum(axis=1),
                    (str(Signature.signed(measure, *about)),) * len(self.runs),
                    low=limits[measure][0] if limits else None,
                    high=limits[measure][1] if limits else None,
                    levels=(
                        GroupScores(groups.axis("author"), group_means(numbers, groups.parents)),
                        GroupScores(groups.axis("plant"), group_means(numbers, groups.parents[:1])),
                    ),
                )
                for measure, numbers in values.items()
            ],
        )

    def by(self, level: str, type: str = ALL, measure: str = S, *, strict: bool = False) -> GroupScores:
        """The score on the pictures of each author, plant, species, genus or family alone (runs x groups).

        By genus or family, as for the official scorer, a picture is right when its genus or family is.
        """
        pictures, groups = self._grouping(level, type)
        values = self.values(measure, strict=strict, taxon=level if level in TAXA else "species")[:, pictures]
        return GroupScores(groups.axis(level), group_means(values, groups.parents))

    def pictures_by(self, level: str, type: str = ALL) -> np.ndarray:
        """How many pictures each author, plant, species, genus or family has."""
        _, groups = self._grouping(level, type)
        return np.bincount(groups.codes(level), minlength=len(groups.axis(level)))

    def _grouping(self, level: str, type: str) -> tuple[np.ndarray, Groups]:
        """The pictures of a type, in the groups of a level and within these as S averages them."""
        pictures, _ = self._parts[type]
        within = [inner for inner in LEVELS if inner != level]
        return pictures, self.package.grouped([BY[level], *within]).take(pictures)

    @cached_property
    def _parts(self) -> Registry[tuple[np.ndarray, Groups]]:
        """The pictures of each type and their groups."""
        own = np.array(self.package.level("type"))
        chosen = {ALL: np.arange(len(own))} | {t: np.flatnonzero(own == t) for t in self.package.types}
        parts = {name: (pictures, self.package.groups.take(pictures)) for name, pictures in chosen.items()}
        return Registry("acquisition type", parts)

    def _about(self, type: str, groups: Groups, strict: bool, interval: Interval | None) -> list[str]:
        """For the signatures: what was averaged, and how."""
        parts = [f"type={type}", f"groups={' > '.join(LEVELS)}:{groups.hash}"]
        if interval is not None:
            over = " > ".join((*LEVELS, groups.items.noun))
            parts.append(f"ci={interval.level:g} over {over}, {interval.replicates} resamples, seed {interval.seed}")
        return [*parts, f"unanswered={'wrong' if strict else 'skip'}", f"truth={self.package.hash}"]


def score_plant_runs(
    package: PlantPackage, runs: Sequence[PathLike | Run], *, progress: Progress | None = None
) -> PlantScores:
    """Read runs (files in the task's format, or Run objects) and hold them against the package.

    What can be scored all the same is a GoldscaleWarning and a remark in the result; what makes the score meaningless
    is an error. A Run is ranked by its scores, equal ones in the order of its labels.
    """
    if not runs:
        raise ParameterError("no runs were given")
    answers: dict[str, Answer] = {}
    for done, run in enumerate(runs):
        found = predictions_of(run) if isinstance(run, Run) else read_predictions(Source(run))
        if progress is not None:
            progress(done, len(runs), found.name)
        check_run_names([*answers, found.name], found.file)
        answers[found.name] = answer(found, package)
        for remark in answers[found.name].remarks:
            warnings.warn(remark.message, GoldscaleWarning, stacklevel=2)
    if progress is not None:
        progress(len(runs), len(runs))
    return PlantScores(package, tuple(answers.values()))


def _limits(
    values: Mapping[str, np.ndarray], groups: Groups, interval: Interval
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Low and high of each measure and run; all of them see the same draws."""
    found: dict[str, list[np.ndarray]] = {measure: [] for measure in values}
    for drawn in nested_draws(np.random.default_rng(interval.seed), groups.parents, interval.replicates):
        for measure, numbers in values.items():
            found[measure].append(np.stack([drawn.means(row) for row in numbers]))
    tail = (1 - interval.level) / 2
    limits = {}
    for measure, parts in found.items():
        low, high = zip(*(percentiles(row, tail) for row in np.concatenate(parts, axis=1)), strict=True)
        limits[measure] = np.array(low), np.array(high)
    return limits
