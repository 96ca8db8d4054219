"""Hodosh, Young and Hockenmaier (2013): what experts and a crowd said of captions, from the Flickr8k files.

The files are not part of Goldscale. Each test image has one caption among the candidates, its third (``#2``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np

from goldscale.agreement.agree import agree
from goldscale.agreement.relevance import relevance
from goldscale.agreement.thresholds import compare_thresholds
from goldscale.data import Judgements, Votes
from goldscale.data import matrix as mx
from goldscale.data.judgements import UNJUDGED
from goldscale.errors import MissingResourceError
from goldscale.formats import read_votes
from goldscale.reproduce.data import VARIABLE, find_data

FOLDER = "flickr8k_text"
EXPERT, CROWD = "ExpertAnnotations.txt", "CrowdFlowerAnnotations.txt"
ORIGINAL = "#2"
"""Behind an image's name: the one of its five captions that is a candidate."""

HALF = "1/2"
"""The share of votes that gives the counts of section 4.3.2."""
MANY = 4
"""The paper counts four and more together."""


@dataclass(frozen=True, eq=False)
class Descriptions:
    """What experts (grades 1 to 4) and the crowd (yes or no) said of pairs of test image and caption."""

    expert: Votes
    crowd: Votes

    def relevant(self, share: str) -> Judgements:
        """Which captions describe which images: enough of the crowd says so, or it was written for the image."""
        crowd = relevance(self.crowd, share, by="share")
        values = np.full(crowd.shape, UNJUDGED, dtype=np.int8)
        row, column, judged = mx.coordinates(crowd.values)
        values[row, column] = judged
        original = [crowd.labels.index[image + ORIGINAL] for image in crowd.items]
        values[np.arange(len(original)), original] = 1
        return Judgements(values, crowd.items, crowd.labels, "crowd")


def _descriptions() -> Descriptions:
    """The two files, from the folder that the environment variable names."""
    folder = find_data(FOLDER, EXPERT, CROWD)
    if folder is None:
        raise MissingResourceError(
            "the Flickr8k text collection",
            f"Set the environment variable {VARIABLE} to a folder in which {FOLDER} holds {EXPERT} and {CROWD}, as "
            "the authors of the collection distribute them (Flickr8k_text.zip).",
        )
    return _read(folder)


@cache  # since every row asks for them
def _read(folder: Path) -> Descriptions:
    return Descriptions(
        read_votes(folder / EXPERT, "flickr8k-expert", name="expert"),
        read_votes(folder / CROWD, "flickr8k-crowd", name="crowd"),
    )


def _alpha() -> float:
    (found,) = agree(_descriptions().expert, "alpha(metric=interval)", ci=None)
    return found.overall.value


def _against_experts(measure: str, whole: float, share: str, grade: str) -> float:
    held = _descriptions()
    grid = compare_thresholds(held.crowd, held.expert, [share], [grade], missing="negative")
    return whole * float(grid.values(measure)[0, 0])


def _added() -> float:
    relevant = _descriptions().relevant(HALF)
    return float(relevant.relevant - len(relevant.items))


def _count(axis: int, times: str) -> float:
    """How many images (1) have, or captions (0) describe, so many of the others."""
    others = (np.asarray(_descriptions().relevant(HALF).values) > 0).sum(axis=axis)
    return float((np.minimum(others, MANY) == int(times)).sum())


FUNCTIONS: dict[str, Callable[..., float]] = {
    "alpha": _alpha,
    "kappa": partial(_against_experts, "kappa", 1.0),
    "recall": partial(_against_experts, "recall", 100.0),
    "precision": partial(_against_experts, "precision", 100.0),
    "added": _added,
    "captions": partial(_count, 0),
    "images": partial(_count, 1),
}
