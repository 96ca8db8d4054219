"""NumPy .npy: one matrix, items x labels, without names; or the class of each item, by name or number.

Items are numbered and matched by position; labels are those that the caller gives, else numbered, too. In a run truth
values, and whole numbers that are 0 and 1, are decisions. Nothing is ever unpickled.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from goldscale.data import Concepts, Judgements, Run
from goldscale.data.given import Grid, class_grid
from goldscale.errors import GoldscaleError, counted
from goldscale.files import Source
from goldscale.formats.npz import check_scores, given_or_numbered, scores_or_decisions
from goldscale.formats.registry import NO, SURE, Format, Hints
from goldscale.limits import CELLS
from goldscale.text.archives import read_array

MAGIC = b"\x93NUMPY"


def _load(source: Source) -> np.ndarray:
    if not source.head(len(MAGIC)).startswith(MAGIC):
        raise source.error("an .npy file", instead="something else" if source.size else "an empty file")
    array = read_array(source)
    if array.dtype.kind not in ("fiub" if array.ndim == 2 else "iuU" if array.ndim == 1 else ""):
        raise source.error(
            "a matrix of numbers, items x labels, or the class of each item",
            instead=f"{array.dtype} of shape {array.shape}",
            hint="Numbers of a single label: array.reshape(-1, 1)." if array.ndim == 1 else None,
        )
    return array


def _class_grid(source: Source, array: np.ndarray, labels: Concepts | None) -> Grid:
    """Items x labels, 1 at the class of each item."""
    found = len(array) * (len(np.unique(array)) if labels is None else len(labels))
    if found > CELLS.now:
        raise CELLS.error(source.name, found=counted(found, "cell"))
    try:
        return class_grid(array, "the file", labels)
    except GoldscaleError as error:
        raise source.error("the class of each item", instead=str(error)) from None


def _read_run(source: Source, hints: Hints) -> Run:
    array = _load(source)
    name = hints.name or source.stem
    if array.ndim == 1:
        grid = _class_grid(source, array, hints.labels)
        # As in a table of classes, those that a run never predicts need not be its labels.
        return Run(decisions=csr_array(grid.values), labels=grid.labels, name=name)
    labels = given_or_numbered(source, hints.labels, array)
    scores, decisions = scores_or_decisions(array)
    if scores is not None:
        check_scores(source, scores)
    try:
        return Run(scores, decisions, labels=labels, name=name)
    except GoldscaleError as error:
        raise source.error("a run", instead=str(error)) from None


def _read_truth(source: Source, hints: Hints) -> Judgements:
    array = _load(source)
    if array.ndim == 1:
        grid = _class_grid(source, array, hints.labels)
        return Judgements(grid.values, labels=grid.labels)
    labels = given_or_numbered(source, hints.labels, array)
    try:
        return Judgements(array, labels=labels)
    except GoldscaleError as error:
        raise source.error("judgements", instead=str(error)) from None


FORMATS = (
    Format(
        name="npy",
        title="NumPy .npy: one matrix, items x labels, without names, or the class of each item",
        sniff=lambda sample: SURE if sample.head.startswith(MAGIC) else NO,
        suffixes=(".npy",),
        read_run=_read_run,
        read_judgements=_read_truth,
    ),
)
