"""A plant package that nobody photographed: XML, lists and runs in the form of 2011."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

SPECIES = {
    "Acer campestre": "Sapindaceae",
    "Acer platanoides": "Sapindaceae",
    "Celtis australis": "Cannabaceae",
    "Diospyros kaki": "Ebenaceae",
    "Platanus x hispanica": "Platanaceae",
    "Quercus ilex": "Fagaceae",
}
PLACES = {"Montpellier": ("3.879447222", "43.608175"), "Jura": ("5.672916667", "46.762475")}


@dataclass(frozen=True)
class Picture:
    """What the XML says of one picture."""

    name: str
    type: str
    author: str
    plant: str
    species: str
    date: str = "07/07/10"
    place: str = "Montpellier"

    @property
    def genus(self) -> str:
        return self.species.split(" ", 1)[0]

    @property
    def epithet(self) -> str:
        return self.species.split(" ", 1)[1]

    @property
    def family(self) -> str:
        return SPECIES[self.species]

    def xml(self, *, truth: bool = True) -> str:
        known = f"""\
  <IndividualPlantId>{self.plant}</IndividualPlantId>
  <Taxon>
    <Family>{self.family}</Family>
    <Species>{self.epithet}</Species>
    <Genus>{self.genus}</Genus>
  </Taxon>
"""
        longitude, latitude = PLACES[self.place]
        return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<Image>
  <FileName>{self.name}</FileName>
  <Date>{self.date}</Date>
  <Type>{self.type}</Type>
  <Author>{escape(self.author)}</Author>
{known if truth else ""}  <Locality>{self.place}</Locality>
  <GPSLocality>
    <Longitude>{longitude}</Longitude>
    <Latitude>{latitude}</Latitude>
  </GPSLocality>
</Image>
"""


def pictures(count: int = 60, seed: int = 4, first: int = 0) -> list[Picture]:
    """Some authors have many pictures of few plants, as in the real task; a plant may have two authors."""
    rng = random.Random(seed)
    plants = {f"{first + p}": rng.choice(list(SPECIES)) for p in range(14)}
    found = []
    for number in range(first, first + count):
        author = rng.choices(["Ann", "Bob; the elder", "Cécile <c@d>", "Dan & Eve"], [9, 3, 2, 1])[0]
        plant = rng.choice(list(plants))
        kind = rng.choices(["Scan", "pseudoscan", "photograph"], [5, 2, 3])[0]
        date = f"{rng.randint(1, 28):02}/{rng.randint(1, 12):02}/10"
        place = rng.choice(list(PLACES))
        found.append(Picture(f"{number}.jpg", kind, author, plant, plants[plant], date, place))
    return found


def write_xml(folder: Path, some: Iterable[Picture], *, truth: bool = True) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for picture in some:
        (folder / f"{picture.name.removesuffix('.jpg')}.xml").write_text(picture.xml(truth=truth), "utf-8")
    return folder


def write_list(path: Path, some: Iterable[Picture]) -> None:
    by_species: dict[str, list[str]] = {species: [] for species in SPECIES}
    for picture in some:
        by_species[picture.species].append(picture.name)
    path.write_text("".join(f"{s} {' '.join(names)} \n" for s, names in by_species.items()), "utf-8")


def write_package(folder: Path, test: list[Picture] | None = None, train: list[Picture] | None = None) -> Path:
    """The whole package; returns its folder."""
    test = pictures() if test is None else test
    train = pictures(90, seed=5, first=1000) if train is None else train
    data = folder / "data"
    write_xml(data / "TestXmlWithGroundTruth", test)
    write_xml(data / "Test", test, truth=False)
    write_xml(data / "Train", train)
    write_list(data / "testGroundTruth.txt", test)
    (data / "SpeciesIDList").write_text("".join(f"{species}\n" for species in SPECIES), "utf-8")
    return folder


Ranked = Mapping[str, list[str]]
"""The species of each picture, from the first rank on."""


def write_ranked(path: Path, ranked: Ranked) -> Path:
    """A run file."""
    lines = [
        f"{picture} {species} {rank} {1 / rank:.4f}\n"
        for picture, listed in ranked.items()
        for rank, species in enumerate(listed, start=1)
    ]
    path.write_text("".join(lines), "utf-8")
    return path


def guesses(
    truth: Mapping[str, str], species: Iterable[str], right: float, missing: float = 0.0, seed: int = 0
) -> dict[str, list[str]]:
    """All species for each picture: the right one first as often as said; some pictures left out."""
    rng = random.Random(seed)
    found = {}
    for picture, own in truth.items():
        others = [s for s in species if s != own]
        rng.shuffle(others)
        place = 0 if rng.random() < right else rng.randint(1, len(others))
        others.insert(place, own)
        if rng.random() >= missing:
            found[picture] = others
    return found
