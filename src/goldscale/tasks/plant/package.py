"""The organisers' package of the plant task: pictures with their truth, the list of species, the training pictures."""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from goldscale.data import Axis, Concepts, Groups, Items, Judgements
from goldscale.errors import FormatError, GoldscaleWarning, MissingResourceError, first_few
from goldscale.progress import Progress
from goldscale.tasks.plant.cache import read_metadata
from goldscale.tasks.plant.lists import read_species_list, read_truth_list
from goldscale.tasks.plant.metadata import (
    AUTHOR,
    EPITHET,
    FAMILY,
    GENUS,
    PLANT,
    TYPE,
    Metadata,
    has_xml,
    species_of,
)

WITH_TRUTH = "TestXmlWithGroundTruth"
TRAIN = "Train"
SPECIES_LISTS = ("SpeciesIDList", "SpeciesIDList.txt")
TEST_TRUTH = "testGroundTruth.txt"
TYPES = ("Scan", "pseudoscan", "photograph")
"""Acquisition types in the order of the official scores."""

LEVELS = ("author", "plant")
"""The score S averages over authors, in each over plants, in each over pictures."""
TAXA = ("species", "genus", "family")
"""What a prediction can be right in."""


@dataclass(frozen=True, eq=False)
class PlantPackage:
    """The pictures of a plant task, what is known of each, and the species that a run may name.

    ``listed`` says whether the species come from a list; else they are only those of the pictures themselves.
    """

    metadata: Metadata
    species: Concepts
    listed: bool
    train: Path | None = None
    """The folder of the training pictures' XML."""
    cache: bool = True
    """Whether what that XML says is kept for the next time."""

    @property
    def pictures(self) -> Items:
        """The pictures, in the order of their XML files."""
        return self.metadata.pictures

    @cached_property
    def truth(self) -> np.ndarray:
        """The number of each picture's species in the list."""
        return np.array([self.species.index[name] for name in species_of(self.metadata)], dtype=np.intp)

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The acquisition types that occur, the official ones first."""
        found = dict.fromkeys(self.metadata[TYPE])
        return tuple(t for t in TYPES if t in found) + tuple(t for t in found if t not in TYPES)

    @cached_property
    def groups(self) -> Groups:
        """Author > plant of each picture."""
        return self.grouped(LEVELS)

    def grouped(self, levels: Iterable[str]) -> Groups:
        """The pictures in these levels, of author, plant, species, genus, family and type."""
        return Groups(self.pictures, {level: self.level(level) for level in levels})

    def level(self, name: str) -> list[str]:
        """The author (or plant, species, genus, family, type) of each picture."""
        if name == "species":
            return species_of(self.metadata)
        path = {"author": AUTHOR, "plant": PLANT, "genus": GENUS, "family": FAMILY, "type": TYPE}[name]
        return self.metadata[path] if path in self.metadata else [""] * len(self.pictures)

    def taxa(self, species: Iterable[str], level: str) -> list[str]:
        """The species, genus or family of each of these species; the species itself where its family is not known.

        Families are those of the genera in the pictures' XML, and for others in the training XML.
        """
        wanted = list(species)
        if level == "species":
            return wanted
        genera = [name.split(" ", 1)[0] for name in wanted]
        if level == "genus":
            return genera
        families = _families(self.metadata)
        if self.train is not None and not families.keys() >= set(genera):
            families = _families(read_metadata(self.train, cache=self.cache)) | families
        odd = [name for name, genus in zip(wanted, genera, strict=True) if genus not in families]
        if odd:
            how = "they count as families of their own. Name the folder of the training XML"
            message = f"no XML tells the family of {Axis(odd, 'species').counted} ({first_few(odd)}); {how}"
            warnings.warn(message, GoldscaleWarning, stacklevel=2)
        return [families.get(genus, name) for name, genus in zip(wanted, genera, strict=True)]

    def distinct(self, level: str) -> Axis:
        """The different authors (or plants, ...): a plant that two authors photographed is one."""
        return Axis(dict.fromkeys(self.level(level)), level)

    @cached_property
    def judgements(self) -> Judgements:
        """Pictures x species, for every other measure."""
        values = np.zeros((len(self.pictures), len(self.species)), dtype=np.int8)
        values[np.arange(len(values)), self.truth] = 1
        return Judgements(values, self.pictures, self.species)

    @cached_property
    def hash(self) -> str:
        """Eight hex digits over pictures and their species, the same in whatever order they come."""
        rows = sorted(map(" ".join, zip(self.pictures, species_of(self.metadata), strict=True)))
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:8]

    @property
    def described(self) -> str:
        """How many pictures, plants, authors and species there are."""
        plants, authors = self.distinct("plant").counted, self.distinct("author").counted
        return f"{self.pictures.counted} of {plants} by {authors}, {self.species.counted}"

    def __repr__(self) -> str:
        return f"PlantPackage({self.described})"


def read_package(
    folder: str | os.PathLike[str],
    *,
    train: str | os.PathLike[str] | None = None,
    cache: bool = True,
    progress: Progress | None = None,
) -> PlantPackage:
    """The package, from its folder, its ``data`` folder or the folder of XML files with truth (section 2 of the seed).

    ``train`` is the folder of the training pictures' XML, where it is not the package's own. What the XML says is kept
    in the user's cache; ``cache=False`` reads it anew. ``progress`` hears of files read and files in all.
    """
    place = _truth_folder(Path(folder))
    metadata = read_metadata(place, cache=cache, progress=progress)
    for path in (GENUS, EPITHET, AUTHOR, PLANT, TYPE):
        metadata.require(path, hint=_truth_hint(place))
    own = species_of(metadata)
    lists = (place.parent / name for name in SPECIES_LISTS)
    listed = next((read_species_list(file) for file in lists if file.is_file()), None)
    if listed is not None:
        _require_listed(metadata, own, listed)
    if place.name == WITH_TRUTH:  # other folders hold other pictures
        _compare_lists(metadata, own, place.parent / TEST_TRUTH)
    return PlantPackage(
        metadata,
        Concepts(listed or sorted(set(own)), "species"),
        listed is not None,
        _train_folder(place) if train is None else Path(train),
        cache,
    )


def _truth_folder(folder: Path) -> Path:
    for place in (folder / WITH_TRUTH, folder / "data" / WITH_TRUTH, folder):
        if place.is_dir() and has_xml(place):
            return place
    if not folder.exists():
        raise MissingResourceError(f"folder {str(folder)!r}", "Check the path.")
    expected = f"a folder of XML files, or the package with {WITH_TRUTH} in it"
    raise FormatError(folder, expected, instead="neither")


def _train_folder(place: Path) -> Path | None:
    train = place.parent / TRAIN
    return train if train.is_dir() and not train.samefile(place) else None


def _families(metadata: Metadata) -> dict[str, str]:
    """The family of each genus."""
    if FAMILY not in metadata:
        return {}
    return {genus: family for genus, family in zip(metadata[GENUS], metadata[FAMILY], strict=True) if family}


def _truth_hint(place: Path) -> str | None:
    beside = place.parent / WITH_TRUTH
    return f"Use {beside}: it has the truth." if beside.is_dir() and not beside.samefile(place) else None


def _require_listed(metadata: Metadata, own: list[str], listed: tuple[str, ...]) -> None:
    known = set(listed)
    odd = next((i for i, name in enumerate(own) if name not in known), None)
    if odd is not None:
        file = metadata.folder / metadata.files[odd]
        raise FormatError(file, f"a species of {SPECIES_LISTS[0]}", field="Taxon", found=own[odd])


def _compare_lists(metadata: Metadata, own: list[str], file: Path) -> None:
    """Say where the list of the truth and the XML do not agree; the XML counts, as for the official scorer."""
    if not file.is_file():
        return
    listed = {picture: species for species, some in read_truth_list(file).items() for picture in some}
    said = dict(zip(metadata.pictures, own, strict=True))
    odd = [picture for picture in (said | listed) if said.get(picture) != listed.get(picture)]
    if odd:
        message = f"{file} and the XML differ on {Items(odd, 'picture').counted} ({first_few(odd)}); the XML counts"
        warnings.warn(message, GoldscaleWarning, stacklevel=3)
