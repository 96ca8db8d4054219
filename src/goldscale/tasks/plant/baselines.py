"""The baselines of the plant task as runs: what a system reaches that looks at no picture."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np

from goldscale.data import Run
from goldscale.data.registry import Registry
from goldscale.errors import MissingResourceError
from goldscale.progress import Progress
from goldscale.systems.random_runs import random_scores
from goldscale.tasks.plant.cache import read_metadata
from goldscale.tasks.plant.metadata import EPITHET, GENUS, Metadata
from goldscale.tasks.plant.metadata_systems import frequent_run, nearest_run
from goldscale.tasks.plant.package import TRAIN, PlantPackage

BASELINES: Registry[Callable[[PlantPackage, Callable[[], Metadata], int], Run]] = Registry(
    "baseline",
    {
        "random": lambda package, _, seed: random_scores(
            package.judgements, np.random.default_rng(seed), name="random"
        ),
        "frequent": lambda package, train, _: frequent_run(train(), package.pictures, package.species),
        "nearest": lambda package, train, _: nearest_run(train(), package.metadata, package.species),
    },
)
"""What makes each baseline, from the package, what reads the training pictures' XML, and a seed."""


def baseline_run(
    name: str,
    package: PlantPackage,
    train: str | os.PathLike[str] | None = None,
    *,
    seed: int = 0,
    cache: bool = True,
    progress: Progress | None = None,
) -> Run:
    """One of the baselines: random, frequent or nearest; the last two learn from the training pictures' XML."""

    def known() -> Metadata:
        place = train or package.train
        if place is None:
            how = f"Name the folder of the training XML; none is called {TRAIN} beside {package.metadata.folder}."
            raise MissingResourceError(f"training data for the baseline {name!r}", how)
        found = read_metadata(place, cache=cache, progress=progress)
        for path in (GENUS, EPITHET):
            found.require(path)
        return found

    return BASELINES[name](package, known, seed)
