"""The plant task's own text: runs (``image.jpg Genus species rank score``) and lists of the truth."""

from __future__ import annotations

from typing import IO

import numpy as np

from goldscale.data import Run
from goldscale.data.matrix import Matrix, coordinates
from goldscale.data.occasions import occasions
from goldscale.errors import ParameterError
from goldscale.formats.registry import LIKELY, NO, SURE, Format, Sample
from goldscale.tasks.plant.lists import PICTURE, read_plant_truth
from goldscale.tasks.plant.predictions import Predictions, read_plant_run
from goldscale.text.names import is_text, require_names, split_blanks, word_needs
from goldscale.text.numbers import is_float, texts
from goldscale.text.output import (
    about_losses,
    axis_losses,
    require_finite,
    require_shape,
    unused_losses,
    write_lines,
)

NAME = "imageclef-plant"


def ranked_cells(scores: Matrix) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Row, column, rank and score of the cells that a run ranks, row by row; equal scores as the columns come."""
    row, column, value = coordinates(scores)
    kept = value != -np.inf
    row, column, value = row[kept], column[kept], value[kept]
    order = np.lexsort((column, -value, row))
    row, column, value = row[order], column[order], value[order]
    return row, column, occasions(row) + 1, value


def predictions_of(run: Run) -> Predictions:
    """A run as the task sees it: ranks by falling score, equal scores in the order of the labels."""
    row, column, rank, value = ranked_cells(_scores(run))
    return Predictions(run.name, run.name, run.items.names, run.labels.names, row, column, rank, value)


def _write_run(run: Run, stream: IO[bytes]) -> None:
    scores = _scores(run)
    require_shape(run, NAME)
    require_names(NAME, word_needs, run.items)
    for label in run.labels:
        words = split_blanks(label)
        if " ".join(words) != label or all(map(is_float, words)) or not is_text(label):
            raise ParameterError(f"{NAME} needs species of words, one blank between them, not {label!r}. Try csv-long")
    require_finite(scores, NAME)
    row, column, rank, value = ranked_cells(scores)
    if not row.size:
        raise ParameterError(f"{NAME} needs at least one prediction; run {run.name!r} has none")
    pictures, species = run.items.names, run.labels.names
    found = zip(row.tolist(), column.tolist(), rank.tolist(), texts(value), strict=True)
    write_lines(stream, (f"{pictures[i]} {species[j]} {place} {score}" for i, j, place, score in found))


def _scores(run: Run) -> Matrix:
    if run.scores is None:
        raise ParameterError(f"{NAME} holds scores; run {run.name!r} has only decisions. Try csv-long")
    return run.scores


def _run_losses(run: Run) -> list[str]:
    losses = about_losses(run) + axis_losses(run, "picture", "species")
    if run.decisions is not None:
        losses.append("decisions")
    if run.scores is None:
        return losses
    losses += unused_losses(run, run.scores)
    row, _, _, value = ranked_cells(run.scores)
    if np.any((row[1:] == row[:-1]) & (value[1:] == value[:-1])):
        losses.append("that some species of a picture have equal scores (their ranks put them in order)")
    return losses


def _sniff(sample: Sample) -> int:
    predictions = sample.share(_is_prediction)
    if predictions >= 0.5:
        return SURE
    if sample.share(_is_listed) >= 0.9 and any(PICTURE.fullmatch(row[-1]) for row in sample.rows):
        return SURE
    return LIKELY if predictions >= 0.3 else NO


def _is_prediction(row: list[str]) -> bool:
    """A picture, a species that is no number, a whole rank and a number."""
    if len(row) < 4 or row[1].upper() == "Q0":
        return False
    *species, rank, score = row[1:]
    return rank.isdecimal() and is_float(score) and not all(map(is_float, species))


def _is_listed(row: list[str]) -> bool:
    """Words, then nothing but names of pictures."""
    if any(map(is_float, row[:2])):  # as in nearly every other file, and quickly seen
        return False
    count = next((i for i, word in enumerate(row) if PICTURE.fullmatch(word)), len(row))
    return count >= 2 and all(map(PICTURE.fullmatch, row[count:])) and not any(map(is_float, row[:count]))


FORMATS = (
    Format(
        name=NAME,
        title="Plant task: image.jpg Genus species rank score, or Genus species a.jpg b.jpg",
        sniff=_sniff,
        read_run=read_plant_run,
        read_judgements=read_plant_truth,
        write_run=_write_run,
        run_losses=_run_losses,
    ),
)
