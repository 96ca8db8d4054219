"""Writing CSV and TSV, wide and long, and what these cannot hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from heapq import merge
from operator import itemgetter
from typing import IO

import numpy as np

from goldscale.data import Axis, Judgements, Run
from goldscale.data.matrix import Matrix, cells
from goldscale.text.headers import ITEM_WORDS, LABEL_WORDS, item_noun, label_noun
from goldscale.text.names import require_cells
from goldscale.text.numbers import texts
from goldscale.text.output import (
    about_losses,
    aligned,
    cell_blocks,
    noun_losses,
    numbering_losses,
    quoted,
    require_finite,
    require_shape,
    text_rows,
    world_losses,
    write_lines,
)


def _heading(axis: Axis, words: tuple[str, ...]) -> str:
    return axis.noun if axis.noun in words else words[0]


def _require(data: Run | Judgements, format: str) -> None:
    require_shape(data, format)
    require_cells(data.items, format)
    require_cells(data.labels, format)


def _write_wide(data: Run | Judgements, matrix: Matrix, stream: IO[bytes], delimiter: str) -> None:
    _require(data, "csv")
    header = [_heading(data.items, ITEM_WORDS), *quoted(data.labels.names)]
    write_lines(stream, [delimiter.join(header)])
    rows = zip(quoted(data.items.names), text_rows(matrix), strict=True)
    write_lines(stream, (delimiter.join((name, *row)) for name, row in rows))


def write_run_wide(delimiter: str, run: Run, stream: IO[bytes]) -> None:
    """One row per item with its scores, or with its decisions where there are no scores."""
    if run.scores is not None:
        require_finite(run.scores, "csv")
        _write_wide(run, run.scores, stream, delimiter)
    elif run.decisions is not None:
        _write_wide(run, run.decisions, stream, delimiter)


def write_truth_wide(delimiter: str, truth: Judgements, stream: IO[bytes]) -> None:
    """One row per item with its relevance."""
    _write_wide(truth, truth.values, stream, delimiter)


def _write_long(data: Run | Judgements, kinds: Mapping[str, Matrix], stream: IO[bytes], delimiter: str) -> None:
    """One row per cell; an item without any keeps its place with a row of its own, such labels come last."""
    _require(data, "csv-long")
    header = [_heading(data.items, ITEM_WORDS), _heading(data.labels, LABEL_WORDS), *kinds]
    write_lines(stream, [delimiter.join(header)])
    items, labels = quoted(data.items.names), quoted(data.labels.names)
    blanks = delimiter * len(kinds)
    unseen = set(range(len(labels)))
    written = 0
    for blocks in zip(*map(cell_blocks, kinds.values()), strict=True):
        rows, columns = blocks[0][0].tolist(), blocks[0][1].tolist()
        values = [texts(block[2]) for block in blocks]
        fields = zip(map(items.__getitem__, rows), map(labels.__getitem__, columns), *values, strict=True)
        lines = list(map(delimiter.join, fields))
        unseen.difference_update(columns)
        if rows:
            bare = sorted(set(range(written, rows[-1])).difference(rows))
            own = [(i, f"{items[i]}{delimiter}{blanks}") for i in bare]
            lines = [line for _, line in merge(zip(rows, lines, strict=True), own, key=itemgetter(0))] if own else lines
            written = rows[-1] + 1
        write_lines(stream, lines)
    write_lines(stream, [f"{items[i]}{delimiter}{blanks}" for i in range(written, len(items))])
    write_lines(stream, [f"{delimiter}{labels[j]}{blanks}" for j in sorted(unseen)])


def write_run_long(delimiter: str, run: Run, stream: IO[bytes]) -> None:
    """One row per cell with its score, its decision or both."""
    scores, decisions = aligned(run)
    if scores is not None:
        require_finite(scores, "csv-long")
    named = {"score": scores, "decision": decisions}
    _write_long(run, {kind: matrix for kind, matrix in named.items() if matrix is not None}, stream, delimiter)


def write_truth_long(delimiter: str, truth: Judgements, stream: IO[bytes]) -> None:
    """One row per cell with its relevance."""
    _write_long(truth, {"relevance": truth.values}, stream, delimiter)


def _axis_losses(data: Run | Judgements, item: str, label: str) -> list[str]:
    return noun_losses(data.items, item) + noun_losses(data.labels, label) + numbering_losses(data.items, data.labels)


def _wide_axis_losses(data: Run | Judgements) -> list[str]:
    item = item_noun(_heading(data.items, ITEM_WORDS))
    return _axis_losses(data, item, label_noun(item))


def _long_axis_losses(data: Run | Judgements) -> list[str]:
    return _axis_losses(data, item_noun(_heading(data.items, ITEM_WORDS)), _heading(data.labels, LABEL_WORDS))


def run_losses_wide(run: Run) -> list[str]:
    """What a wide table drops of a run."""
    losses = about_losses(run) + _wide_axis_losses(run)
    if run.scores is None:
        empty = run.decisions is not None and not cells(run.decisions).size
        return losses + (["that the cells are decisions (there are none)"] if empty else [])
    if run.decisions is not None:
        losses.append("decisions")
    known = cells(run.scores)
    known = known[np.isfinite(known)]
    if known.size and np.isin(known, (0, 1)).all():
        losses.append("that the numbers are scores (all are 0 or 1: they read as decisions)")
    return losses


def truth_losses_wide(truth: Judgements) -> list[str]:
    """What a wide table drops of a truth."""
    return _wide_axis_losses(truth) + world_losses(truth)


def run_losses_long(run: Run) -> list[str]:
    """What a long table drops of a run."""
    return about_losses(run) + _long_axis_losses(run)


def truth_losses_long(truth: Judgements) -> list[str]:
    """What a long table drops of a truth."""
    full = truth.is_sparse and cells(truth.values).size == math.prod(truth.shape)
    return _long_axis_losses(truth) + (world_losses(truth) if full else [])
