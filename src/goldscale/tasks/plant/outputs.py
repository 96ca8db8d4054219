"""The files that the official scorer writes (seed 004, section 5), and the same by species, genus and family.

Fields stand between semicolons, and one more ends each line; a field with a semicolon in it is quoted. The column
``succes`` is spelled as the task spells it.
"""

from __future__ import annotations

import csv
import math
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from goldscale.data.number_format import full
from goldscale.errors import ParameterError
from goldscale.files import write_text
from goldscale.tasks.plant.metadata import EPITHET
from goldscale.tasks.plant.package import TYPES
from goldscale.tasks.plant.scoring import ALL, PlantScores, S

OFFICIAL = "OfficialScores.csv"
BY_PICTURE = "ScoreByPicture.csv"
ALL_RUNS = "AllRun"
PICTURE_HEADER = ("type", "image", "succes", "family", "genus", "species", "plantId", "author", "RUN")
GROUPED = ("species", "genus", "family")


def write_outputs(scores: PlantScores, folder: str | os.PathLike[str], *, strict: bool = False) -> list[Path]:
    """Write all files into a folder, each whole or not at all; returns their paths.

    The numbers are the official ones, and a picture that a run does not answer has an empty ``succes``; with
    ``strict`` it has 0, and the scores count it.
    """
    texts = {OFFICIAL: official_scores(scores, strict=strict)}
    head, rows = _rows_by_picture(scores, strict)
    for run, some in zip(scores.runs, rows, strict=True):
        _refuse_odd_name(run)
        texts[f"{run}{BY_PICTURE}"] = head + some
    texts[f"{ALL_RUNS}{BY_PICTURE}"] = head + "".join(rows)
    for level in GROUPED:
        texts[f"{ALL_RUNS}ScoreBy{level.capitalize()}.csv"] = scores_by(scores, level, strict=strict)
    target = Path(folder)
    for name, text in texts.items():
        write_text(target / name, text)
    return [target / name for name in texts]


def official_scores(scores: PlantScores, *, strict: bool = False) -> str:
    """``RunFileName;Scan;pseudoscan;photograph;``: the score S of each run and type; empty where there is none."""
    types = [*TYPES, *(t for t in scores.package.types if t not in TYPES)]
    columns = [
        scores.scores(t, strict=strict)[S].aggregate if t in scores.package.types else np.full(len(scores.runs), np.nan)
        for t in types
    ]
    rows = [[run, *(full(column[i]) for column in columns)] for i, run in enumerate(scores.runs)]
    return _csv([["RunFileName", *types], *rows])


def scores_by(scores: PlantScores, level: str, *, strict: bool = False) -> str:
    """``type;species;succes;pictures;RUN;``: S on the pictures of each species (or genus, family) alone."""
    rows: list[Sequence[str]] = [("type", level, "succes", "pictures", "RUN")]
    tables = {t: scores.by(level, t, strict=strict) for t in (*scores.package.types, ALL)}
    counted = {t: scores.pictures_by(level, t) for t in tables}
    for i, run in enumerate(scores.runs):
        for t, table in tables.items():
            cells = zip(table.groups, table.values[i], counted[t], strict=True)
            rows += [(t, name, full(value), str(count), run) for name, value, count in cells]
    return _csv(rows)


def _rows_by_picture(scores: PlantScores, strict: bool) -> tuple[str, list[str]]:
    """The header, and the rows of each run; what is known of the pictures is put together once."""
    package = scores.package
    level = package.level
    known = level("family"), level("genus"), package.metadata[EPITHET], level("plant"), level("author")
    before = _cells(zip(level("type"), package.pictures, strict=True))
    after = _cells(zip(*known, strict=True))
    parts = []
    for run, values in zip(scores.runs, scores.values(strict=strict), strict=True):
        name = _csv([[run]])
        success = ["" if math.isnan(value) else str(int(value)) for value in values.tolist()]
        parts.append("".join(f"{b}{s};{a}{name}" for b, s, a in zip(before, success, after, strict=True)))
    return _csv([PICTURE_HEADER]), parts


def _csv(rows: Iterable[Sequence[str]]) -> str:
    """Lines of fields, each field with a semicolon behind it."""
    return "".join(f"{line}\n" for line in _cells(rows))


def _cells(rows: Iterable[Sequence[str]]) -> list[str]:
    out = _WrittenRows()
    csv.writer(out, delimiter=";", lineterminator=";\n").writerows(rows)
    return [line[:-1] for line in out]


class _WrittenRows(list[str]):
    """What a writer writes, row by row."""

    write = list.append


def _refuse_odd_name(run: str) -> None:
    if "/" in run or "\\" in run or run == ALL_RUNS:
        raise ParameterError(f"a run called {run!r} cannot have a file of its own; rename it")
