"""Runs of the plant task: ``image.jpg Genus species rank score``, one prediction to a line, in any order.

The picture is the first word of a line, rank and score are the last two, and the species is what stands between (as
Platanus x hispanica). Lines that begin with # are comments. Only the rank says which species comes first.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from goldscale.data import Run
from goldscale.data.occasions import occasions
from goldscale.errors import FormatError
from goldscale.files import Source
from goldscale.formats.registry import Hints
from goldscale.tasks.plant.run_rules import COLUMNS, LINE, RANK, RANK_TWICE, SPECIES_TWICE, RunRule
from goldscale.text.batches import LineNumbers, TextBlock
from goldscale.text.long import CellColumn, Cells, Layout
from goldscale.text.names import Codes, split_blanks
from goldscale.text.repeats import first_repeat
from goldscale.text.spans import Fields, Spanned, distinct, look_up, words_of_lines

LAYOUT = Layout(("picture", "species", "rank", "score"), 0, 1, {"score": 3, "rank": 2})
HIGHEST = np.iinfo(np.int32).max


@dataclass(frozen=True)
class Predictions:
    """The lines of a plant run: which species it puts at which rank of which picture."""

    file: str
    name: str
    pictures: tuple[str, ...]
    species: tuple[str, ...]
    picture: np.ndarray
    """The number of each line's picture among ``pictures``."""
    label: np.ndarray
    """The number of each line's species among ``species``."""
    rank: np.ndarray
    score: np.ndarray
    lines: LineNumbers | None = None
    """Where each stands in the file, if there is one."""

    def line(self, number: int) -> int | None:
        """The line in which a prediction stands."""
        return None if self.lines is None else self.lines[number]

    def __len__(self) -> int:
        return len(self.rank)


def read_predictions(source: Source, name: str | None = None) -> Predictions:
    """The predictions of a run file, checked as far as that goes without knowing the test set."""
    return _predictions(_gather(source, Hints(name=name)), name)


def read_plant_run(source: Source, hints: Hints) -> Run:
    """A run whose scores order the species of a picture as its ranks do.

    Where scores do not fall from rank to rank, the later ones are lowered to the next number below.
    """
    gathered = _gather(source, hints)
    found = _predictions(gathered, hints.name)
    found.score[:] = falling_with_rank(found.picture, found.rank, found.score)  # a view of what was gathered
    return Run(**gathered.run("picture", "species"), name=found.name)


def falling_with_rank(picture: np.ndarray, rank: np.ndarray, score: np.ndarray) -> np.ndarray:
    """Scores that fall strictly from rank to rank of a picture, as near to those given as can be.

    >>> falling_with_rank(np.array([0, 0, 0]), np.array([1, 2, 3]), np.array([0.5, 0.9, 0.25]))
    array([0.5 , 0.5 , 0.25])
    """
    order = np.lexsort((rank, picture))
    sorted_scores = score[order]
    place = occasions(picture[order])
    if not np.any((sorted_scores[1:] >= sorted_scores[:-1]) & (place[1:] > 0)):
        return score
    by_place = np.argsort(place, kind="stable")
    for start, stop in pairwise(np.cumsum(np.bincount(place)).tolist()):
        here = by_place[start:stop]
        sorted_scores[here] = np.minimum(sorted_scores[here], np.nextafter(sorted_scores[here - 1], -np.inf))
    fallen = np.empty_like(score)
    fallen[order] = sorted_scores
    return fallen


class _Species(Codes):
    """Codes of species whose words may stand apart by any blanks."""

    def _name(self, spelling: str) -> str:
        return super()._name(" ".join(split_blanks(spelling)))


def _rank(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 10 and 1 <= int(text) <= HIGHEST):
        raise ValueError(RANK.wanted)
    return int(text)


def _ranks(texts: Sequence[str]) -> array[int]:
    """All texts as ranks; there are few, so each is read once."""
    return look_up(texts, {text: _rank(text) for text in distinct(texts)})


RANKS = {"rank": CellColumn("i", _ranks, _rank, None, LINE)}


class _Lines(TextBlock):
    """A block of lines as rows of picture, species, rank and score."""

    def __init__(self, source: Source, first: int, text: str) -> None:
        super().__init__(first, text, None)
        self._source = source

    def columns(self, width: int) -> list[Sequence[str]]:
        """The columns of a block in which every line is a prediction; a ValueError where one is not."""
        text = Spanned(self.text)
        starts, ends, first = words_of_lines(text)
        last = np.append(first[1:], len(starts)) - 1
        if (last - first < 3).any():
            raise ValueError
        spans = ((first, first), (first + 1, last - 2), (last - 1, last - 1), (last, last))
        return [Fields(text, starts[begin], ends[end]) for begin, end in spans]

    @cached_property
    def _cut(self) -> tuple[Sequence[int], list[list[str]]]:
        """Line and fields of the lines that are neither blank nor comments."""
        lines, rows = [], []
        for line, text in enumerate(self.text.split("\n"), start=self.first):
            words = split_blanks(text)
            if not words or words[0].startswith("#"):
                continue
            if len(words) < 4:
                raise self._source.error(COLUMNS.wanted, line=line, found=" ".join(words), hint=LINE)
            lines.append(line)
            rows.append([words[0], " ".join(words[1:-2]), *words[-2:]])
        return lines, rows


def _gather(source: Source, hints: Hints) -> Cells:
    gathered = Cells(source, LAYOUT.values, pair="picture, species", own=RANKS)
    gathered.labels = _Species()
    for first, text in source.blocks(hints.progress):
        gathered.add(_Lines(source, first, text), LAYOUT)
    if not gathered.rows:
        raise source.error("at least one prediction", instead="none", hint=LINE)
    return gathered


def _predictions(gathered: Cells, name: str | None) -> Predictions:
    source = gathered.source
    coded = (gathered.rows, gathered.columns, gathered.values["rank"])
    picture, label, rank = (np.frombuffer(numbers, np.int32) for numbers in coded)
    found = Predictions(
        source.name,
        name or source.stem,
        tuple(gathered.items.names),
        tuple(gathered.labels.names),
        picture,
        label,
        rank,
        np.frombuffer(gathered.values["score"]),
        gathered.lines,
    )
    _refuse_repeats(found, label, SPECIES_TWICE, lambda line: found.species[label[line]])
    _refuse_repeats(found, rank, RANK_TWICE, lambda line: f"rank {rank[line]}")
    return found


def _refuse_repeats(found: Predictions, other: np.ndarray, check: RunRule, say: Callable[[int], str]) -> None:
    """Refuse the second line of a picture that has the same rank or species as one before."""
    keys = np.sort((found.picture.astype(np.int64) << 32) | other)
    # Far quicker than finding it, and there nearly always is none.
    repeat = first_repeat(found.picture, other) if (keys[1:] == keys[:-1]).any() else None
    if repeat is not None:
        earlier, later = repeat
        expected = f"{check.wanted} (line {found.line(earlier)} has it already)"
        said = f"{found.pictures[found.picture[later]]}, {say(later)}"
        raise FormatError(found.file, expected, line=found.line(later), found=said)
