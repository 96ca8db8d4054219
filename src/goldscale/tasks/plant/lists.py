"""The plant package's lists: species, one to a line, each followed by its pictures in a list of the truth."""

from __future__ import annotations

import os
import re
import warnings

import numpy as np

from goldscale.data import Concepts, Items, Judgements
from goldscale.errors import GoldscaleWarning, first_few
from goldscale.files import Source
from goldscale.formats.registry import Hints
from goldscale.text.names import split_blanks

PICTURE = re.compile(r".+\.[A-Za-z]{3,4}")
"""A word that names a picture rather than a species: it has a file's ending."""


def read_truth_list(path: str | os.PathLike[str] | Source) -> dict[str, tuple[str, ...]]:
    """The pictures of each species: ``Genus species a.jpg b.jpg``; a species may have none.

    A species that comes again gets all its pictures, and that is said: allGroundTruth.txt of 2011 lists each twice.
    A picture of two species is an error.
    """
    source = path if isinstance(path, Source) else Source(path)
    found: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    again: list[str] = []
    for line, text in source.lines():
        words = split_blanks(text)
        if not words:
            continue
        count = next((i for i, word in enumerate(words) if PICTURE.fullmatch(word)), len(words))
        species, pictures = " ".join(words[:count]), words[count:]
        if not species:
            raise source.error("a species before its pictures", line=line, found=words[0])
        odd = next((word for word in pictures if not PICTURE.fullmatch(word)), None)
        if odd is not None:
            raise source.error("only pictures after the first one, as 12.jpg", line=line, found=odd)
        if species in found:
            again.append(species)
        for picture in pictures:
            if owner.setdefault(picture, species) != species:
                expected = f"one species per picture ({picture} is {owner[picture]} already)"
                raise source.error(expected, line=line, found=species)
        found.setdefault(species, []).extend(pictures)
    if not found:
        raise source.error("at least one species", instead="none")
    if again:
        message = (
            f"{source.name} lists {len(again)} species more than once ({first_few(again)}); their pictures are joined"
        )
        warnings.warn(message, GoldscaleWarning, stacklevel=2)
    return {species: tuple(dict.fromkeys(pictures)) for species, pictures in found.items()}


def read_species_list(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """The species of a list, with or without pictures behind them."""
    return tuple(read_truth_list(path))


def read_plant_truth(source: Source, hints: Hints) -> Judgements:
    """A list of the truth as judgements: each picture has one species."""
    listed = read_truth_list(source)
    pictures = [picture for some in listed.values() for picture in some]
    if not pictures:
        raise source.error("pictures behind the species", instead="none")
    values = np.zeros((len(pictures), len(listed)), dtype=np.int8)
    values[np.arange(len(pictures)), np.repeat(np.arange(len(listed)), [len(p) for p in listed.values()])] = 1
    return Judgements(values, Items(pictures, "picture"), Concepts(listed, "species"))
