"""A made-up ground truth modelled on the 2009 photo annotation task (thesis 10.3, table A.1).

Every picture belongs to a scene type that says how likely each concept is. All shares (resources/sample-scenes.csv)
are invented; they are set so that the result has the published label cardinality (9.06) and density (0.17) of
thesis 7.5.3, and keeps the rules of the Photo Tagging Ontology (thesis 5.5.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from goldscale.data import Concepts, Items, Judgements
from goldscale.errors import ParameterError
from goldscale.resources import resource
from goldscale.samples.simulated import LabelRules
from goldscale.text.small_tables import below_header, read_records, read_rows

EXCLUSIVE_CATEGORIES = ("Seasons", "Place", "TimeOfDay", "Illumination", "Blurring", "Persons")
OPTIONAL_THERE = ("Sunny", "SunsetOrSunrise")
"""Members of an exclusive category that are optional all the same (thesis 5.5.1.1, time of day)."""
PORTRAIT_OF = ("Single_Person", "Small_Group", "Big_Group", "Animals")
"""What a Portrait shows (thesis 5.5.1.2)."""
DEFAULT_SEED = 20090
SHARE = "(share)"
"""The row of sample-scenes.csv that is no concept."""

COMMON_SENSE = LabelRules(
    requires={
        "Sunny": ("Day",),
        "Sunset_Sunrise": ("Outdoor",),
        "Snow": ("Winter",),
        "Sky": ("Outdoor",),
        "Mountains": ("Outdoor",),
        "Landscape_Nature": ("Outdoor",),
        "Family_Friends": ("Single_Person", "Small_Group", "Big_Group"),
    }
)
"""No rules of the ontology, but photographs would look odd without them."""


@cache
def concepts_2009() -> Mapping[str, str]:
    """The 53 concepts of table A.1 in their order, each with its category in the Photo Tagging Ontology."""
    rows = read_records(str(resource("concepts-2009.csv")), ("concept", "category"))
    return {row["concept"]: row["category"] for row in rows}


@cache
def rules_2009() -> LabelRules:
    """The rules among the concepts, read from their categories (thesis 5.5.1)."""
    paths = {concept: category.split(".") for concept, category in concepts_2009().items()}
    groups: dict[str, list[str]] = {category: [] for category in EXCLUSIVE_CATEGORIES}
    for concept, path in paths.items():
        if path[-2] in groups and path[-1] not in OPTIONAL_THERE:
            groups[path[-2]].append(concept)
    at = {tuple(path): concept for concept, path in paths.items()}
    parents = {concept: (at[tuple(path[:-1])],) for concept, path in paths.items() if tuple(path[:-1]) in at}
    return LabelRules(tuple(map(tuple, groups.values())), parents | {"Portrait": PORTRAIT_OF})


def concepts_under(*categories: str) -> tuple[str, ...]:
    """The concepts that lie under one of these categories."""
    return tuple(c for c, path in concepts_2009().items() if not set(categories).isdisjoint(path.split(".")))


def sample_truth(items: int = 2000, seed: int = DEFAULT_SEED) -> Judgements:
    """A made-up truth of this many images, the same for the same seed.

    >>> sample_truth(3)
    Judgements(3 images x 53 concepts, binary, 27 relevant)
    """
    if items < 1:
        raise ParameterError(f"a sample needs at least one item, not {items}")
    rng = np.random.default_rng([seed, 0])
    labels = Concepts(concepts_2009(), noun="concept")
    likely = _likelihoods(labels)[_scene_of_each(items, rng)]
    drawn = rng.random(likely.shape) < likely
    rules = rules_2009()
    for group in rules.exclusive:
        columns = np.array([labels.index[name] for name in group])
        drawn[:, columns] = _one_of_each(likely[:, columns], rng)
    drawn = rules.drop_unaccompanied(COMMON_SENSE.drop_unaccompanied(drawn, labels), labels)
    names = (f"madeup_{number:05d}.jpg" for number in range(1, items + 1))
    return Judgements(drawn, Items(names, noun="image"), labels, name="made-up truth")


@cache
def scenes_2009() -> Mapping[str, tuple[float, ...]]:
    """Each concept's likelihood per scene, and under SHARE each scene's share of all pictures."""
    rows = below_header(read_rows(str(resource("sample-scenes.csv"))))
    return {name: tuple(float(cell or usual) for cell in cells) for name, usual, *cells in (row.cells for row in rows)}


def _likelihoods(labels: Concepts) -> np.ndarray:
    """Scenes x concepts: how likely each concept is in each scene."""
    return np.array([scenes_2009()[name] for name in labels]).T


def _scene_of_each(items: int, rng: np.random.Generator) -> np.ndarray:
    """A scene for every item; each gets its share exactly, so that rare ones appear in small samples."""
    bounds = np.cumsum(scenes_2009()[SHARE])
    places = (np.arange(items) + rng.random()) / items * bounds[-1]
    scenes = np.minimum(np.searchsorted(bounds, places, side="right"), len(bounds) - 1)
    return rng.permutation(scenes)


def _one_of_each(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One yes per row, drawn by the row's weights."""
    upper = np.cumsum(weights, axis=1)
    aim = rng.random((len(weights), 1)) * upper[:, -1:]
    # The first bound above the aim; a zero weight moves no bound and is never chosen.
    chosen = (upper > aim).argmax(axis=1)
    return np.asarray(chosen[:, None] == np.arange(weights.shape[1]))
