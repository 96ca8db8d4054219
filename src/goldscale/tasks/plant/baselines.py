"""The floors of the plant task as runs: what a system reaches that looks at no picture."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Baseline:
    """One floor."""

    name: str
    about: str
    run: Callable[[PlantPackage, Callable[[], Metadata], int], Run]
    """Makes the run from the package, what reads the training pictures' XML, and a seed."""


BASELINES: Registry[Baseline] = Registry(
    "baseline",
    (
        Baseline(
            "random",
            "species in random order",
            lambda package, train, seed: random_scores(package.judgements, np.random.default_rng(seed), name="random"),
        ),
        Baseline(
            "frequent",
            "the species of the most training plants first",
            lambda package, train, seed: frequent_run(train(), package.pictures, package.species),
        ),
        Baseline(
            "nearest",
            "species by their nearest training picture in season and place",
            lambda package, train, seed: nearest_run(train(), package.metadata, package.species),
        ),
    ),
)


def baseline_run(
    name: str,
    package: PlantPackage,
    train: str | os.PathLike[str] | None = None,
    *,
    seed: int = 0,
    cache: bool = True,
    progress: Progress | None = None,
) -> Run:
    """One of the floors: random, frequent or nearest; the last two learn from the training pictures' XML."""

    def known() -> Metadata:
        place = train or package.train
        if place is None:
            how = f"Name the folder of the training XML; none is called {TRAIN} beside {package.metadata.folder}."
            raise MissingResourceError(f"training data for the baseline {name!r}", how)
        found = read_metadata(place, cache=cache, progress=progress)
        for path in (GENUS, EPITHET):
            found.require(path)
        return found

    return BASELINES[name].run(package, known, seed)
