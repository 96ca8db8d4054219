"""Systems that look at no picture: baselines for identification tasks, from what is known besides the pixels."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Literal

import numpy as np

from goldscale.data import Concepts, Items, Run
from goldscale.errors import FormatError
from goldscale.tasks.plant.metadata import DATE, LATITUDE, LONGITUDE, PLANT, Metadata, species_of
from goldscale.text import numbers

DATES = (
    re.compile(r"(?P<day>\d{1,2})/(?P<month>\d{1,2})/\d{2,4}(?: .*)?"),
    re.compile(r"\d{4}[-/](?P<month>\d{1,2})(?:[-/](?P<day>\d{1,2}))?(?:[ T].*)?"),
)
"""``07/07/10``, ``08/11/10 19:18``, ``1989/05``, ``2012-05-31``."""
MIDDLE_OF_MONTH = 15
DAYS_BEFORE = np.cumsum([0, 31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
YEAR = float(DAYS_BEFORE[-1])
EARTH_RADIUS = 6371.0
FARTHEST = math.pi * EARTH_RADIUS
MORE_FREQUENT = 1e-6
"""What being frequent may add to a score: it only decides between species that are equally near."""


def frequent_run(
    train: Metadata,
    pictures: Items,
    species: Concepts,
    *,
    count: Literal["plant", "picture"] = "plant",
    name: str = "frequent",
) -> Run:
    """The species of the most training plants (or pictures) first, for every picture alike; scores are fractions.

    >>> fields = {"FileName": "5.jpg", "IndividualPlantId": "7", "Taxon/Genus": "Acer", "Taxon/Species": "campestre"}
    >>> train = Metadata.from_fields(["5.xml"], [fields])
    >>> frequent_run(train, Items(["1.jpg"]), Concepts(["Acer campestre", "Quercus ilex"])).scores
    array([[1., 0.]])
    """
    fractions = _fractions(train, species, count)
    scores = np.tile(fractions, (len(pictures), 1))
    return Run(scores, items=pictures, labels=species, name=name, notes=f"fraction of training {count}s")


def nearest_run(
    train: Metadata,
    test: Metadata,
    species: Concepts,
    *,
    days: float = 1.0,
    kilometres: float = 1.0,
    name: str = "nearest",
) -> Run:
    """Species by their nearest training picture in season and place: the score is 1 / (1 + distance).

    The distance is the root of the sum of squares of the days between the two dates within the year (so many ``days``
    count as one) and the great circle between the two places (so many ``kilometres`` count as one). A date or place
    that is not known is as far away as can be. Among equally near species the one with more training plants comes
    first.
    """
    known = species_index(train, species)
    # Pictures of one day and place share everything; there are far fewer of those than pictures.
    kept, owner = np.unique(np.column_stack([known, _situations(train)]), axis=0, return_index=True)
    there, column = owner[kept[:, 0] >= 0], kept[kept[:, 0] >= 0, 0]
    _, here, asks = np.unique(_situations(test), axis=0, return_index=True, return_inverse=True)
    apart = np.hypot(
        days_between(season(test)[here, None], season(train)[there]) / days,
        great_circle(places(test)[here, None], places(train)[there]) / kilometres,
    )
    column, begins = np.unique(column, return_index=True)
    scores = np.zeros((len(here), len(species)))
    scores[:, column] = 1 / (1 + np.minimum.reduceat(apart, begins, axis=1))
    scores += MORE_FREQUENT * _fractions(train, species, "plant")
    notes = f"nearest training picture: {days:g} days or {kilometres:g} km count as one"
    return Run(scores[asks.ravel()], items=test.pictures, labels=species, name=name, notes=notes)


def species_index(metadata: Metadata, species: Concepts) -> np.ndarray:
    """The number of each picture's species in a list; -1 where it is not there."""
    return np.array([species.index.get(name, -1) for name in species_of(metadata)], dtype=np.intp)


def season(metadata: Metadata) -> np.ndarray:
    """The day of the year of each picture, from 0; NaN where its date does not tell.

    >>> dates = [{"FileName": "1", "Date": "02/01/10 19:18"}, {"FileName": "2", "Date": "1989"}]
    >>> season(Metadata.from_fields(["1.xml", "2.xml"], dates))
    array([ 1., nan])
    """
    return _numbers(metadata, DATE, day_of_year)


def day_of_year(date: str) -> float:
    """Days since New Year; of a month alone its middle; NaN for what is no date, or only a year."""
    found = next((m for m in (form.fullmatch(date) for form in DATES) if m), None)
    if found is None:
        return math.nan
    month, day = int(found["month"]), int(found["day"] or MIDDLE_OF_MONTH)
    return float(DAYS_BEFORE[month - 1]) + day - 1 if 1 <= month <= 12 and 1 <= day <= 31 else math.nan


def places(metadata: Metadata) -> np.ndarray:
    """Longitude and latitude of each picture in degrees; NaN where they are not known."""
    return np.column_stack([_numbers(metadata, path, _degrees) for path in (LONGITUDE, LATITUDE)])


def days_between(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Days between two seasons, across New Year where that is shorter; half a year where one is not known."""
    apart = np.abs(one - other)
    return np.nan_to_num(np.minimum(apart, YEAR - apart), nan=YEAR / 2)


def great_circle(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Kilometres between two places (longitude, latitude) by the haversine; half the earth where one is not known.

    >>> bool(abs(great_circle(np.array([0.0, 0.0]), np.array([0.0, 90.0])) - 10007.5) < 0.1)
    True
    """
    (east, north), (east_too, north_too) = (np.moveaxis(np.radians(place), -1, 0) for place in (one, other))
    half = np.sin((north - north_too) / 2) ** 2
    half = half + np.cos(north) * np.cos(north_too) * np.sin((east - east_too) / 2) ** 2
    return np.nan_to_num(2 * EARTH_RADIUS * np.arcsin(np.sqrt(np.minimum(half, 1))), nan=FARTHEST)


def _fractions(train: Metadata, species: Concepts, count: Literal["plant", "picture"]) -> np.ndarray:
    """The fraction of the training plants or pictures that each species has."""
    known = species_index(train, species)
    if not (known >= 0).any():
        raise FormatError(train.folder, "training pictures of the species in the list", instead="none")
    if count == "plant":
        train.require(PLANT)
        pairs = np.column_stack([known, train.column(PLANT).codes])
        known = np.unique(pairs, axis=0)[:, 0]
    counts = np.bincount(known[known >= 0], minlength=len(species))
    return counts / counts.sum()


def _situations(metadata: Metadata) -> np.ndarray:
    """Date and place of each picture as codes."""
    absent = np.full(len(metadata), -1, dtype=np.int32)
    paths = (DATE, LONGITUDE, LATITUDE)
    return np.column_stack([metadata.column(p).codes if p in metadata else absent for p in paths])


def _numbers(metadata: Metadata, path: str, number: Callable[[str], float]) -> np.ndarray:
    """A field as numbers; each distinct text is read once."""
    if path not in metadata:
        return np.full(len(metadata), math.nan)
    column = metadata.column(path)
    return np.array([*map(number, column.texts), math.nan])[column.codes]


def _degrees(text: str) -> float:
    try:
        return numbers.number(text)
    except ValueError:
        return math.nan
