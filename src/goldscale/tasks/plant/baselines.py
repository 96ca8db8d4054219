"""The floors of the plant task as runs: what a system reaches that looks at no picture."""

from __future__ import annotations

import os

import numpy as np

from goldscale.data import Run
from goldscale.errors import MissingResourceError, UnknownNameError
from goldscale.progress import Progress
from goldscale.tasks.plant.cache import read_metadata
from goldscale.tasks.plant.metadata import EPITHET, GENUS
from goldscale.tasks.plant.package import TRAIN, PlantPackage

BASELINES = {
    "random": "species in random order",
    "frequent": "the species of the most training plants first",
    "nearest": "species by their nearest training picture in season and place",
}


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
    if name not in BASELINES:
        raise UnknownNameError("baseline", name, BASELINES)
    from goldscale.systems import random_runs  # slow to import, and rarely asked for
    from goldscale.tasks.plant import metadata_systems

    if name == "random":
        return random_runs.random_scores(package.judgements, np.random.default_rng(seed), name=name)
    place = train or package.train
    if place is None:
        how = f"Name the folder of the training XML; none is called {TRAIN} beside {package.metadata.folder}."
        raise MissingResourceError(f"training data for the baseline {name!r}", how)
    known = read_metadata(place, cache=cache, progress=progress)
    for path in (GENUS, EPITHET):
        known.require(path)
    if name == "frequent":
        return metadata_systems.frequent_run(known, package.pictures, package.species)
    return metadata_systems.nearest_run(known, package.metadata, package.species)
