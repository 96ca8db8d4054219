"""A made-up ground truth modelled on the 2009 photo annotation task (thesis 10.3, table A.1).

Every picture belongs to a scene type that says how likely each concept is. All shares in this file are
invented; they are set so that the result has the published label cardinality (9.06) and density (0.17) of
thesis 7.5.3, and keeps the rules of the Photo Tagging Ontology (thesis 5.5.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from goldscale.data import Concepts, Items, Judgements
from goldscale.errors import ParameterError
from goldscale.resources import resource
from goldscale.samples.simulated import LabelRules
from goldscale.text.small_tables import read_records

EXCLUSIVE_CATEGORIES = ("Seasons", "Place", "TimeOfDay", "Illumination", "Blurring", "Persons")
OPTIONAL_THERE = ("Sunny", "SunsetOrSunrise")
"""Members of an exclusive category that are optional all the same (thesis 5.5.1.1, time of day)."""
PORTRAIT_OF = ("Single_Person", "Small_Group", "Big_Group", "Animals")
"""What a Portrait shows (thesis 5.5.1.2)."""
DEFAULT_SEED = 20090

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


@dataclass(frozen=True)
class Scene:
    """A kind of picture: its share of all, and how likely concepts are where that differs from USUAL."""

    name: str
    share: float
    likely: Mapping[str, float]


USUAL: Mapping[str, float] = {
    # Within an exclusive group these are weights; elsewhere probabilities, given the required company.
    "Spring": 0.01, "Summer": 0.08, "Autumn": 0.02, "Winter": 0.02, "No_Visual_Season": 0.87,
    "Indoor": 0.25, "Outdoor": 0.45, "No_Visual_Place": 0.30,
    "Day": 0.50, "Night": 0.05, "No_Visual_Time": 0.45,
    "Overexposed": 0.04, "Underexposed": 0.10, "Neutral_Illumination": 0.86,
    "Motion_Blur": 0.02, "Out_of_focus": 0.03, "Partly_Blurred": 0.22, "No_Blur": 0.73,
    "Single_Person": 0.05, "Small_Group": 0.02, "Big_Group": 0.01, "No_Persons": 0.92,
    "Sky": 0.14, "Clouds": 0.45, "Plants": 0.08, "Trees": 0.45, "Flowers": 0.10,
    "Water": 0.03, "Lake": 0.15, "River": 0.20, "Sea": 0.10, "Mountains": 0.01,
    "Sunny": 0.15, "Sunset_Sunrise": 0.01, "Building_Sights": 0.03, "Citylife": 0.02,
    "Portrait": 0.20, "Macro": 0.05, "Still_Life": 0.02, "Canvas": 0.01, "Fancy": 0.08,
    "Family_Friends": 0.25, "Animals": 0.02, "Food": 0.005, "Vehicle": 0.015, "Sports": 0.003,
    "Partylife": 0.002, "Aesthetic_Impression": 0.14, "Overall_Quality": 0.10,
}  # fmt: skip

OUTSIDE = {
    "Indoor": 0.0, "Outdoor": 0.98, "No_Visual_Place": 0.02, "Day": 0.86, "Night": 0.03,
    "No_Visual_Time": 0.11,
}  # fmt: skip
INSIDE = {
    "Indoor": 0.82, "Outdoor": 0.05, "No_Visual_Place": 0.13, "Day": 0.12, "Night": 0.08,
    "No_Visual_Time": 0.80,
}  # fmt: skip
IN_SEASON = {"Spring": 0.04, "Summer": 0.22, "Autumn": 0.10, "Winter": 0.02, "No_Visual_Season": 0.62}

SCENES = (
    Scene("landscape", 0.11, OUTSIDE | IN_SEASON | {
        "Landscape_Nature": 0.85, "Sky": 0.80, "Clouds": 0.65, "Plants": 0.72, "Trees": 0.72, "Water": 0.35,
        "Lake": 0.30, "River": 0.25, "Mountains": 0.35, "Sunny": 0.25, "Sunset_Sunrise": 0.12,
        "Aesthetic_Impression": 0.35, "Overall_Quality": 0.25, "No_Persons": 0.96, "No_Blur": 0.92,
        "Partly_Blurred": 0.05, "Underexposed": 0.16}),
    Scene("seaside", 0.055, OUTSIDE | IN_SEASON | {
        "Beach_Holidays": 0.50, "Landscape_Nature": 0.55, "Sky": 0.90, "Clouds": 0.65, "Water": 0.95,
        "Sea": 0.85, "Lake": 0.05, "River": 0.02, "Sunny": 0.35, "Sunset_Sunrise": 0.25, "Summer": 0.45,
        "Mountains": 0.08, "Plants": 0.10, "Single_Person": 0.12, "Small_Group": 0.08, "No_Persons": 0.78,
        "Aesthetic_Impression": 0.35, "Overall_Quality": 0.22, "No_Blur": 0.92, "Partly_Blurred": 0.05}),
    Scene("city", 0.13, OUTSIDE | {
        "Citylife": 0.50, "Building_Sights": 0.58, "Sky": 0.65, "Clouds": 0.50, "Plants": 0.20, "Trees": 0.65,
        "Water": 0.08, "River": 0.50, "Vehicle": 0.15, "Sunny": 0.20, "Single_Person": 0.08,
        "Small_Group": 0.05, "Big_Group": 0.07, "No_Persons": 0.80, "No_Blur": 0.90, "Partly_Blurred": 0.06}),
    Scene("city at night", 0.045, {
        "Night": 0.90, "Day": 0.02, "No_Visual_Time": 0.08, "Outdoor": 0.95, "Indoor": 0.02,
        "No_Visual_Place": 0.03, "Citylife": 0.65, "Building_Sights": 0.55, "Sky": 0.50, "Clouds": 0.25,
        "Water": 0.12, "River": 0.50, "Vehicle": 0.12, "Underexposed": 0.45, "Neutral_Illumination": 0.53,
        "Motion_Blur": 0.10, "Aesthetic_Impression": 0.30}),
    Scene("winter", 0.02, OUTSIDE | {
        "Winter": 0.95, "No_Visual_Season": 0.05, "Summer": 0.0, "Autumn": 0.0, "Spring": 0.0, "Snow": 0.70,
        "Landscape_Nature": 0.55, "Sky": 0.60, "Plants": 0.55, "Trees": 0.90, "Mountains": 0.25,
        "Sports": 0.10, "Overexposed": 0.10, "Flowers": 0.02}),
    Scene("desert", 0.008, OUTSIDE | {
        "Desert": 0.85, "Landscape_Nature": 0.90, "Sky": 0.90, "Sunny": 0.55, "Mountains": 0.40,
        "Summer": 0.30}),
    Scene("garden", 0.105, OUTSIDE | IN_SEASON | {
        "Plants": 0.95, "Flowers": 0.55, "Trees": 0.25, "Macro": 0.48, "Partly_Blurred": 0.60,
        "No_Blur": 0.37, "Day": 0.55, "No_Visual_Time": 0.45, "Outdoor": 0.70, "No_Visual_Place": 0.30,
        "Spring": 0.08, "Sky": 0.10, "Sunny": 0.20, "Overall_Quality": 0.22, "Aesthetic_Impression": 0.28,
        "Animals": 0.06}),
    Scene("animals", 0.075, {
        "Animals": 0.97, "Portrait": 0.25, "Macro": 0.22, "Plants": 0.25, "Trees": 0.25, "Outdoor": 0.60,
        "Indoor": 0.20, "No_Visual_Place": 0.20, "Partly_Blurred": 0.45, "No_Blur": 0.48, "Water": 0.10,
        "Motion_Blur": 0.03}),
    Scene("portrait", 0.18, {
        "Portrait": 0.74, "Single_Person": 0.88, "Small_Group": 0.11, "Big_Group": 0.0, "No_Persons": 0.01,
        "Family_Friends": 0.24, "Indoor": 0.33, "Outdoor": 0.32, "No_Visual_Place": 0.35, "Day": 0.38,
        "Night": 0.05, "No_Visual_Time": 0.57, "Partly_Blurred": 0.33, "No_Blur": 0.58, "Out_of_focus": 0.06,
        "Plants": 0.10, "Sky": 0.15, "Macro": 0.08}),
    Scene("family", 0.055, {
        "Family_Friends": 0.80, "Small_Group": 0.60, "Single_Person": 0.25, "Big_Group": 0.12,
        "No_Persons": 0.03, "Indoor": 0.45, "Outdoor": 0.45, "No_Visual_Place": 0.10, "Portrait": 0.30,
        "Summer": 0.15, "Plants": 0.20, "Sky": 0.30, "Food": 0.04}),
    Scene("party", 0.035, INSIDE | {
        "Partylife": 0.80, "Small_Group": 0.32, "Big_Group": 0.30, "Single_Person": 0.33, "No_Persons": 0.05,
        "Night": 0.40, "No_Visual_Time": 0.57, "Day": 0.03, "Underexposed": 0.35,
        "Neutral_Illumination": 0.60, "Motion_Blur": 0.10, "Out_of_focus": 0.06, "Family_Friends": 0.35}),
    Scene("sports", 0.022, OUTSIDE | {
        "Sports": 0.85, "Single_Person": 0.50, "Small_Group": 0.20, "Big_Group": 0.15, "No_Persons": 0.15,
        "Motion_Blur": 0.12, "Vehicle": 0.12, "Sky": 0.40, "Family_Friends": 0.10, "Portrait": 0.05}),
    Scene("table", 0.085, INSIDE | {
        "Still_Life": 0.65, "Food": 0.35, "Macro": 0.45, "Partly_Blurred": 0.48, "No_Blur": 0.45,
        "Plants": 0.08, "Flowers": 0.50, "Trees": 0.05, "No_Visual_Place": 0.40, "Indoor": 0.58,
        "Outdoor": 0.02}),
    Scene("drawing", 0.075, INSIDE | {
        "Canvas": 0.85, "No_Visual_Place": 0.85, "Indoor": 0.10, "No_Visual_Time": 0.95, "Day": 0.03,
        "Night": 0.02, "Single_Person": 0.25, "Small_Group": 0.08, "No_Persons": 0.65, "Fancy": 0.25,
        "Plants": 0.05}),
)  # fmt: skip


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


def _likelihoods(labels: Concepts) -> np.ndarray:
    """Scenes x concepts: how likely each concept is in each scene."""
    tables = [{**USUAL, **scene.likely} for scene in SCENES]
    return np.array([[table.get(name, 0.0) for name in labels] for table in tables])


def _scene_of_each(items: int, rng: np.random.Generator) -> np.ndarray:
    """A scene for every item; each gets its share exactly, so that rare ones appear in small samples."""
    bounds = np.cumsum([scene.share for scene in SCENES])
    places = (np.arange(items) + rng.random()) / items * bounds[-1]
    scenes = np.minimum(np.searchsorted(bounds, places, side="right"), len(SCENES) - 1)
    return rng.permutation(scenes)


def _one_of_each(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One yes per row, drawn by the row's weights."""
    upper = np.cumsum(weights, axis=1)
    aim = rng.random((len(weights), 1)) * upper[:, -1:]
    # The first bound above the aim; a zero weight moves no bound and is never chosen.
    chosen = (upper > aim).argmax(axis=1)
    return np.asarray(chosen[:, None] == np.arange(weights.shape[1]))
