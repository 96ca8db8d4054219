"""Systems that look at no picture, against loops over pictures."""

from __future__ import annotations

import datetime
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.pairwise import haversine_distances

from goldscale.data import Concepts, Items
from goldscale.errors import FormatError
from goldscale.tasks.plant.metadata import Metadata
from goldscale.tasks.plant.metadata_systems import day_of_year, days_between, frequent_run, great_circle, nearest_run

SPECIES = Concepts(["Acer campestre", "Quercus ilex", "Celtis australis", "Platanus x hispanica"], "species")
RNG = np.random.default_rng(8)


def fields(number: int) -> dict[str, str]:
    species = SPECIES[int(RNG.integers(3))]
    genus, epithet = species.split(" ", 1)
    own = {
        "FileName": f"{number}.jpg",
        "IndividualPlantId": str(RNG.integers(4)) + genus,
        "Taxon/Genus": genus,
        "Taxon/Species": epithet,
        "Date": f"{RNG.integers(1, 28):02}/{RNG.integers(1, 13):02}/10",
        "GPSLocality/Longitude": str(RNG.choice([3.9, 5.7, 0.25])),
        "GPSLocality/Latitude": str(RNG.choice([43.6, 46.7])),
    }
    for path in ("Date", "GPSLocality/Longitude"):
        if RNG.random() < 0.1:
            del own[path]
    return own


TRAIN = [fields(i) for i in range(40)]
TEST = [fields(100 + i) for i in range(15)]


def metadata(some: list[dict[str, str]]) -> Metadata:
    return Metadata.from_fields([f"{f['FileName']}.xml" for f in some], some)


def species(own: dict[str, str]) -> str:
    return f"{own['Taxon/Genus']} {own['Taxon/Species']}"


def test_the_most_frequent_species_comes_first() -> None:
    pictures = Items(["a", "b"], "picture")
    by_picture = Counter(map(species, TRAIN))
    by_plant = Counter(name for name, _ in {(species(f), f["IndividualPlantId"]) for f in TRAIN})
    for count, counted in (("picture", by_picture), ("plant", by_plant)):
        run = frequent_run(metadata(TRAIN), pictures, SPECIES, count=count)  # type: ignore[arg-type]
        expected = [counted[name] / counted.total() for name in SPECIES]
        assert run.scores.tolist() == [pytest.approx(expected)] * 2  # type: ignore[union-attr]


def slow_distance(one: dict[str, str], other: dict[str, str]) -> float:
    days = 365.25 / 2
    if "Date" in one and "Date" in other:
        apart = abs(day_of_year(one["Date"]) - day_of_year(other["Date"]))
        days = min(apart, 365.25 - apart)
    kilometres = math.pi * 6371
    if all("GPSLocality/Longitude" in own for own in (one, other)):
        where = [[float(own[f"GPSLocality/{part}"]) for part in ("Latitude", "Longitude")] for own in (one, other)]
        kilometres = 6371 * haversine_distances(np.radians(where))[0, 1]
    return math.hypot(days / 2, kilometres / 5)


def test_the_nearest_training_picture_decides() -> None:
    run = nearest_run(metadata(TRAIN), metadata(TEST), SPECIES, days=2, kilometres=5)
    share = frequent_run(metadata(TRAIN), Items(["a"]), SPECIES).scores
    for row, own in zip(run.scores, TEST, strict=True):  # type: ignore[arg-type]
        for column, name in enumerate(SPECIES):
            distances = [slow_distance(own, other) for other in TRAIN if species(other) == name]
            near = 1 / (1 + min(distances)) if distances else 0
            assert row[column] == pytest.approx(near + 1e-6 * share[0, column], abs=1e-12)  # type: ignore[index]


def test_training_species_outside_the_list_are_left_out() -> None:
    few = Concepts(["Quercus ilex"], "species")
    assert frequent_run(metadata(TRAIN), Items(["a"]), few).scores.tolist() == [[1.0]]  # type: ignore[union-attr]
    assert nearest_run(metadata(TRAIN), metadata(TEST), few).shape == (15, 1)
    with pytest.raises(FormatError, match="training pictures of the species"):
        frequent_run(metadata(TRAIN), Items(["a"]), Concepts(["Acer x"], "species"))


@given(st.dates(datetime.date(2010, 1, 1), datetime.date(2011, 12, 31)))
def test_the_day_of_the_year(date: datetime.date) -> None:
    """February counts 28.25 days, so that later days are a quarter further on than in a common year."""
    expected = date.timetuple().tm_yday - 1 + (0.25 if date.month > 2 else 0)
    for text in (date.strftime("%d/%m/%y"), date.strftime("%d/%m/%Y 19:18"), date.isoformat()):
        assert day_of_year(text) == expected


@pytest.mark.parametrize(
    ("text", "day"), [("1989/01", 14), ("1989", None), ("", None), ("40/01/10", None), ("1/13/10", None)]
)
def test_dates_that_say_less(text: str, day: float | None) -> None:
    assert day_of_year(text) == day or (day is None and math.isnan(day_of_year(text)))


def test_the_year_is_a_circle() -> None:
    new_year, last = day_of_year("01/01/10"), day_of_year("31/12/10")
    assert days_between(np.array(new_year), np.array(last)) == 1
    assert days_between(np.array(math.nan), np.array(last)) == 365.25 / 2


@given(*(st.floats(-180, 180), st.floats(-90, 90)) * 2)
def test_the_great_circle(east: float, north: float, east_too: float, north_too: float) -> None:
    theirs = 6371 * haversine_distances(np.radians([[north, east], [north_too, east_too]]))[0, 1]
    ours = great_circle(np.array([east, north]), np.array([east_too, north_too]))
    assert float(ours) == pytest.approx(theirs, abs=1e-3)
