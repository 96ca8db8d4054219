"""Holding a plant run against the test set: what is wrong with it, and what its author may want to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goldscale.data.axis import Axis
from goldscale.errors import FormatError, did_you_mean, first_few, near_names
from goldscale.tasks.plant.package import PlantPackage
from goldscale.tasks.plant.predictions import Predictions
from goldscale.tasks.plant.run_rules import (
    GAP,
    NO_FIRST,
    NO_PICTURE,
    RISING,
    SPECIES,
    UNKNOWN_PICTURE,
    UNLISTED,
    UNMENTIONED,
    RunRule,
)

ELSEWHERE = -1


@dataclass(frozen=True)
class Remark:
    """Something about a run that can be scored all the same, and its author should know."""

    check: RunRule
    message: str


@dataclass(frozen=True, eq=False)
class Answer:
    """What a run says about each picture of the test set."""

    run: str
    file: str
    species: tuple[str, ...]
    """All that the run names."""
    picture: np.ndarray
    """The picture of each of its lines, by number in the test set."""
    label: np.ndarray
    """The number of each line's species."""
    rank: np.ndarray
    """The rank of each line."""
    answered: np.ndarray
    """Whether the run has a line of rank 1."""
    remarks: tuple[Remark, ...]

    @property
    def file_name(self) -> str:
        """The name of the run's file without its folder: what the official scorer calls the run."""
        return Path(self.file).name

    def ranks_of(self, taxa: Sequence[str], right: Sequence[str]) -> np.ndarray:
        """The best rank of a right species for each picture, infinite where the run names none.

        A species is right whose taxon (``taxa``, of each that the run names) is that of the picture (``right``).
        """
        known = Axis(dict.fromkeys(right))
        of_species = np.array([known.index.get(name, ELSEWHERE) for name in taxa], dtype=np.intp)
        of_pictures = np.array([known.index[name] for name in right], dtype=np.intp)
        fits = of_species[self.label] == of_pictures[self.picture]
        ranks = np.full(len(right), np.inf)
        np.minimum.at(ranks, self.picture[fits], self.rank[fits])
        return ranks


def answer(found: Predictions, package: PlantPackage) -> Answer:
    """What the run says about the package's pictures, and remarks; an error where it cannot be scored."""
    pictures = Axis(found.pictures).locate(package.pictures)
    species = Axis(found.species).locate(package.species)
    remarks = [*_about_species(found, species, package), *_about_strangers(found, pictures)]
    known = np.flatnonzero(pictures[found.picture] != ELSEWHERE)
    picture, rank = pictures[found.picture[known]], found.rank[known]
    answered = np.zeros(len(package.pictures), dtype=bool)
    answered[picture[rank == 1]] = True
    if not answered.any():
        raise _nothing_known(found, package, known)
    remarks += _about_pictures(found, picture, known, answered, package)
    return Answer(found.name, found.file, found.species, picture, found.label[known], rank, answered, tuple(remarks))


def _about_species(found: Predictions, species: np.ndarray, package: PlantPackage) -> list[Remark]:
    unknown = np.flatnonzero(species == ELSEWHERE)
    if not unknown.size:
        return []
    if not package.listed:
        names = [found.species[i] for i in unknown]
        return [_remark(found, UNLISTED, "{} from elsewhere", names, found.label, unknown)]
    first = int(np.flatnonzero(np.isin(found.label, unknown))[0])
    name = found.species[found.label[first]]
    near = near_names(name, package.species)
    hint = f"Did you mean {' or '.join(map(repr, near))}?" if near else None
    raise FormatError(found.file, SPECIES.wanted, line=found.line(first), field="species", found=name, hint=hint)


def _about_strangers(found: Predictions, pictures: np.ndarray) -> list[Remark]:
    unknown = np.flatnonzero(pictures == ELSEWHERE)
    names = [found.pictures[i] for i in unknown]
    return [_remark(found, UNKNOWN_PICTURE, "{} from elsewhere", names, found.picture, unknown)] if names else []


def _nothing_known(found: Predictions, package: PlantPackage, known: np.ndarray) -> FormatError:
    """The error for a run of other pictures, or one whose lines about the ``known`` ones have no rank 1."""
    if known.size:
        best = int(known[np.argmin(found.rank[known])])
        said = f"rank {found.rank[best]} at best"
        return FormatError(found.file, NO_PICTURE.wanted, line=found.line(best), field="rank", found=said)
    first = found.pictures[0]
    hint = did_you_mean(first, package.pictures)
    return FormatError(found.file, NO_PICTURE.wanted, line=found.line(0), field="picture", found=first, hint=hint)


def _about_pictures(
    found: Predictions, picture: np.ndarray, known: np.ndarray, answered: np.ndarray, package: PlantPackage
) -> list[Remark]:
    """Remarks on pictures of the test set: ``picture`` is that of each of the ``known`` lines."""
    names = package.pictures.names
    lines = np.bincount(picture, minlength=len(names))
    rank, score = found.rank[known], found.score[known]
    order = np.argsort((picture.astype(np.int64) << 32) | rank)
    last = np.zeros(len(names), dtype=np.int64)
    last[picture[order]] = rank[order]
    same = np.diff(picture[order]) == 0
    rising = np.unique(picture[order][1:][same & (np.diff(score[order]) > 0)])
    concerned = (
        (UNMENTIONED, "none for {}", np.flatnonzero(lines == 0)),
        (NO_FIRST, "none for {}", np.flatnonzero((lines > 0) & ~answered)),
        (GAP, "a gap for {}", np.flatnonzero(answered & (last > lines))),
        (RISING, "rising ones for {}", rising),
    )
    return [
        _remark(found, check, what, [names[i] for i in some], picture, some, known)
        for check, what, some in concerned
        if some.size
    ]


def _remark(
    found: Predictions,
    check: RunRule,
    what: str,
    names: list[str],
    codes: np.ndarray,
    concerned: np.ndarray,
    lines: np.ndarray | None = None,
) -> Remark:
    """What was found, and where first: ``codes`` of lines are searched for those ``concerned``."""
    where = np.flatnonzero(np.isin(codes, concerned))[:1]
    first = where if lines is None else lines[where]
    line = found.line(int(first[0])) if first.size else None
    place = found.file if line is None else f"{found.file}, line {line}"
    number = what.format(len(names))
    return Remark(check, f"{place}: expected {check.wanted}, found {number} ({first_few(names)}); {check.otherwise}")
