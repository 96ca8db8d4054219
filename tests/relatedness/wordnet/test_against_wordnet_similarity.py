"""The WordNet measures equal the keys that WordNet::Similarity 2.05 ships for WordNet 3.0, to the printed digits.

Golden file with provenance: tests/golden/wordnet-similarity.json. Skipped where WordNet or ic-semcor.dat is not there.

Of its 109 pairs, 75 are of nouns, and all eight measures have to equal them. Goldscale's labels are nouns: the taxonomy
measures are not defined here for the other 34. Chains and overlaps are, and have to equal the keys of 33; the last one
asks for a sense that WordNet 3.0 does not have.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import goldscale as gs
from goldscale.relatedness.wordnet.chains import hirst_st_onge
from goldscale.relatedness.wordnet.content import read_content
from goldscale.relatedness.wordnet.location import find_wordnet
from goldscale.relatedness.wordnet.overlaps import gloss_overlaps
from goldscale.relatedness.wordnet.reader import Key, WordNet
from goldscale.relatedness.wordnet.taxonomy import (
    HypernymTaxonomy,
    jiang_conrath,
    leacock_chodorow,
    lin,
    path,
    resnik,
    wu_palmer,
)

pytest_plugins = ("wordnet_fixtures",)

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "wordnet-similarity.json").read_text())


@dataclass
class KeyedPair:
    """Two senses, and the value of each measure as it is printed."""

    names: tuple[str, str]
    senses: tuple[Key, Key]
    printed: dict[str, str]

    @property
    def nouns(self) -> bool:
        return all(sense.pos == "n" for sense in self.senses)


@pytest.fixture(scope="module")
def wordnet(wordnet_folder: Path) -> WordNet:
    return WordNet(find_wordnet(wordnet_folder))


@pytest.fixture(scope="module")
def keyed(wordnet: WordNet) -> list[KeyedPair]:
    def sense(name: str) -> Key:
        word, pos, number = name.split("#")
        return wordnet.senses(word, pos)[int(number) - 1]

    return [
        KeyedPair((a, b), (sense(a), sense(b)), dict(zip(GOLDEN["measures"], values, strict=True)))
        for a, b, *values in GOLDEN["pairs"]
        if None not in values
    ]


@pytest.fixture(scope="module")
def nouns(keyed: list[KeyedPair]) -> list[KeyedPair]:
    return [pair for pair in keyed if pair.nouns]


@pytest.fixture(scope="module")
def taxonomy(wordnet: WordNet, nouns: list[KeyedPair]) -> HypernymTaxonomy:
    return HypernymTaxonomy(wordnet, list(dict.fromkeys(sense for pair in nouns for sense in pair.senses)))


@pytest.fixture(scope="module")
def semcor(data_folder: Path) -> Path:
    file = data_folder / "wordnet_ic" / "ic-semcor.dat"
    if not file.is_file():
        pytest.skip(f"the information content file is not there: {file}")
    return file


def equal_to_the_keys(measure: str, values: np.ndarray, senses: list[Key], pairs: list[KeyedPair]) -> None:
    position = {sense: i for i, sense in enumerate(senses)}
    for pair in pairs:
        a, b = (position[sense] for sense in pair.senses)
        assert f"{values[a, b]:.4f}" == pair.printed[measure], pair.names


def test_how_many_pairs_there_are(keyed: list[KeyedPair], nouns: list[KeyedPair]) -> None:
    assert (len(GOLDEN["pairs"]), len(keyed), len(nouns)) == (109, 108, 75)


@pytest.mark.parametrize("measure", ["path", "lch", "wup"])
def test_links(measure: str, taxonomy: HypernymTaxonomy, nouns: list[KeyedPair]) -> None:
    values = {
        "path": lambda: path(taxonomy),
        "lch": lambda: leacock_chodorow(taxonomy, virtual_root=True)[0],
        "wup": lambda: wu_palmer(taxonomy, virtual_root=True),
    }[measure]()
    equal_to_the_keys(measure, values, taxonomy.senses, nouns)


@pytest.mark.parametrize("measure", ["res", "jcn", "lin"])
def test_information_content(measure: str, taxonomy: HypernymTaxonomy, nouns: list[KeyedPair], semcor: Path) -> None:
    """Theirs of Jiang and Conrath is 1 / distance."""
    content = read_content(semcor)
    values = {
        "res": lambda: resnik(taxonomy, content),
        "jcn": lambda: 1 / np.maximum(jiang_conrath(taxonomy, content), 1e-9),
        "lin": lambda: lin(taxonomy, content),
    }[measure]()
    equal_to_the_keys(measure, values, taxonomy.senses, nouns)


def test_chains(wordnet: WordNet, keyed: list[KeyedPair]) -> None:
    senses = list(dict.fromkeys(sense for pair in keyed for sense in pair.senses))
    equal_to_the_keys("hso", hirst_st_onge(wordnet, senses), senses, keyed)


def test_gloss_overlaps(wordnet: WordNet, keyed: list[KeyedPair]) -> None:
    senses = list(dict.fromkeys(sense for pair in keyed for sense in pair.senses))
    equal_to_the_keys("lesk", gloss_overlaps(wordnet, senses), senses, keyed)


@pytest.mark.parametrize(
    ("source", "a", "b", "expected"),
    [
        ("wup", "man", "woman", 6 / 7),  # adult: six from the virtual root, one link to each
        ("wup", "Puebla de Zaragoza", "abuser", 0.3810),
        ("wup", "book agent", "Arius", 0.5263),
        ("hso", "bumper car", "vehicle", 4 / 16),  # its t/hso.t: past the vehicle and back, since one link is no chain
        ("hso", "school", "private school", 1),  # t/hso.t
        ("hso", "object#1", "object#1", 1),  # t/hso.t
    ],
)
def test_labels(source: str, a: str, b: str, expected: float, wordnet_folder: Path) -> None:
    labels = list(dict.fromkeys((a, b)))
    values = gs.build_relatedness(source, labels, wordnet=wordnet_folder).values
    assert values[0, -1] == pytest.approx(expected, abs=5e-5)


def test_compounds_are_of_a_label_s_own_words(wordnet_folder: Path) -> None:
    """An auto is the synset of a car, but that word is not in 'sports car'; another label's words must not matter."""
    labels = ["auto", "car", "sports car"]
    values = gs.build_relatedness("hso", labels, wordnet=wordnet_folder).values
    assert values[1, 2] == 1
    assert values[0, 2] == gs.build_relatedness("hso", ["auto", "sports car"], wordnet=wordnet_folder).values[0, 1] < 1


def test_depths_that_the_package_sorts_as_text(wordnet_folder: Path) -> None:
    """Where ours is not theirs: an economist is 7 or 10 below the root, and the package's program wnDepths.pl, which
    means to put the smallest depth first, sorts '10' before '7'. With 8, the virtual root counted, it is 16/17; with
    11, as the package has it, it would be 22/23. None of the keys meets such a synset."""
    values = gs.build_relatedness("wup", ["economist", "econometrician"], wordnet=wordnet_folder).values
    assert values[0, 1] == pytest.approx(16 / 17)


def test_an_uncounted_synset_has_no_content(wordnet_folder: Path, semcor: Path) -> None:
    """Goldfinch and redpoll are finches, none of which was counted: 0 there, though birds were."""
    options = {"wordnet": wordnet_folder, "ic": semcor}
    assert gs.build_relatedness("res", ["Carduelis carduelis", "Carduelis flammea"], **options).values[0, 1] == 0
