"""NumPy .npy: one matrix, items x labels, without names.

Items are numbered and matched by position; labels are those that the caller gives, else numbered, too. In a run truth
values, and whole numbers that are 0 and 1, are decisions. Nothing is ever unpickled.
"""

from __future__ import annotations

import numpy as np

from goldscale.data import Judgements, Run
from goldscale.errors import GoldscaleError
from goldscale.files import Source
from goldscale.formats.npz import given_or_numbered, scores_or_decisions
from goldscale.formats.registry import NO, SURE, Format, Hints
from goldscale.text.archives import read_array

MAGIC = b"\x93NUMPY"


def _load(source: Source) -> np.ndarray:
    if not source.head(len(MAGIC)).startswith(MAGIC):
        raise source.error("an .npy file", instead="something else" if source.size else "an empty file")
    array = read_array(source)
    if array.ndim != 2 or array.dtype.kind not in "fiub":
        raise source.error("a matrix of numbers, items x labels", instead=f"{array.dtype} of shape {array.shape}")
    return array


def _read_run(source: Source, hints: Hints) -> Run:
    array = _load(source)
    labels = given_or_numbered(source, hints.labels, array)
    scores, decisions = scores_or_decisions(array)
    try:
        return Run(scores, decisions, labels=labels, name=hints.name or source.stem)
    except GoldscaleError as error:
        raise source.error("a run", instead=str(error)) from None


def _read_truth(source: Source, hints: Hints) -> Judgements:
    array = _load(source)
    labels = given_or_numbered(source, hints.labels, array)
    try:
        return Judgements(array, labels=labels)
    except GoldscaleError as error:
        raise source.error("judgements", instead=str(error)) from None


FORMATS = (
    Format(
        name="npy",
        title="NumPy .npy: one matrix, items x labels, without names",
        sniff=lambda sample: SURE if sample.head.startswith(MAGIC) else NO,
        suffixes=(".npy",),
        read_run=_read_run,
        read_judgements=_read_truth,
    ),
)
