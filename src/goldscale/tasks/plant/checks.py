"""Holding a plant run against the test set: what is wrong with it, and what its author may want to know."""

from __future__ import annotations

from dataclasses import dataclass

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
    """Something that the official scorer would accept without a word."""

    check: RunRule
    message: str


@dataclass(frozen=True, eq=False)
class Answer:
    """What a run says about each picture of the test set."""

    run: str
    file: str
    rank: np.ndarray
    """The rank of the right species; infinite where the run does not name it."""
    answered: np.ndarray
    """Whether the run has a line of rank 1."""
    remarks: tuple[Remark, ...]


def answer(found: Predictions, package: PlantPackage) -> Answer:
    """The rank of each picture's species, and remarks; an error where the run cannot be scored."""
    pictures = Axis(found.pictures).locate(package.pictures)
    species = Axis(found.species).locate(package.species)
    remarks = [*_about_species(found, species, package), *_about_strangers(found, pictures)]
    known = np.flatnonzero(pictures[found.picture] != ELSEWHERE)
    picture, rank = pictures[found.picture[known]], found.rank[known]
    answered = np.zeros(len(package.pictures), dtype=bool)
    answered[picture[rank == 1]] = True
    if not answered.any():
        raise _nothing_known(found, package, known)
    right = species[found.label[known]] == package.truth[picture]
    ranks = np.full(len(package.pictures), np.inf)
    ranks[picture[right]] = rank[right]
    remarks += _about_pictures(found, picture, known, answered, package)
    return Answer(found.name, found.file, ranks, answered, tuple(remarks))


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
