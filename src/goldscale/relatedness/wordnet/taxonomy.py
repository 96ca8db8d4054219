"""The hypernyms above synsets, and quantities of pairs of them found by going through the hypernyms they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from goldscale.relatedness.wordnet.content import Content
from goldscale.relatedness.wordnet.reader import Key, WordNet


@dataclass(frozen=True)
class SharedHypernyms:
    """A synset that is above (or is) some of the senses: which ones, and how many links below it each is."""

    above: Key
    senses: np.ndarray
    links: np.ndarray


class HypernymTaxonomy:
    """The noun hierarchy above a list of synsets."""

    def __init__(self, wordnet: WordNet, senses: list[Key]) -> None:
        self.wordnet = wordnet
        self.senses = senses
        self._depths: dict[Key, tuple[int, int]] = {}
        self._closures: dict[Key, dict[Key, int]] = {}

    @cached_property
    def shared(self) -> list[SharedHypernyms]:
        """Every synset above one of the senses, with the senses below it."""
        members: dict[Key, list[tuple[int, int]]] = {}
        for number, sense in enumerate(self.senses):
            for above, links in self.above(sense).items():
                members.setdefault(above, []).append((number, links))
        return [
            SharedHypernyms(above, *(np.array(column) for column in zip(*below, strict=True)))
            for above, below in members.items()
        ]

    def blocks(self) -> Iterator[tuple[SharedHypernyms, tuple[np.ndarray, ...]]]:
        """Each shared synset with the index of the block of pairs that share it."""
        for shared in self.shared:
            yield shared, np.ix_(shared.senses, shared.senses)

    @cached_property
    def distances(self) -> np.ndarray:
        """Links of the shortest way between two senses over a shared hypernym; infinite where there is none."""
        found = np.full((len(self.senses), len(self.senses)), np.inf)
        for shared, block in self.blocks():
            found[block] = np.minimum(found[block], np.add.outer(shared.links, shared.links))
        return found

    def lowest(self, shared: SharedHypernyms) -> np.ndarray:
        """For the pairs that share this synset, whether some of their hypernym paths meet at it and not before.

        They all meet before just when all lead through the same last synset below it.
        """
        top = shared.above
        last: dict[Key, Key] = {top: top}

        def last_below(key: Key) -> Key:
            if key not in last:
                ways = {last_below(above) for above in self.wordnet.hypernyms(key) if top in self.above(above)}
                last[key] = ways.pop() if len(ways) == 1 and top not in ways else key
            return last[key]

        found = [last_below(self.senses[number]) for number in shared.senses]
        code = {key: i for i, key in enumerate(dict.fromkeys(found))}
        codes = np.array([code[key] for key in found])
        is_top = np.array([key == top for key in found])
        return np.not_equal.outer(codes, codes) | np.logical_and.outer(is_top, is_top)

    def above(self, key: Key) -> dict[Key, int]:
        """A synset and everything above it, with the number of links up to each on the shortest way."""
        if key not in self._closures:
            self._closures[key] = closure(self.wordnet, key)
        return self._closures[key]

    def distances_to(self, shared: SharedHypernyms) -> np.ndarray:
        """Links of the shortest way from each sense below a synset to it, which may lead over a hypernym of both."""
        links = np.array(shared.links)
        for third, further in self.above(shared.above).items():
            links = np.minimum(links, [self.above(self.senses[n])[third] + further for n in shared.senses])
        return links

    def depth(self, key: Key) -> tuple[int, int]:
        """Links up to the root on the shortest and on the longest way."""
        if key not in self._depths:
            above = [self.depth(hypernym) for hypernym in self.wordnet.hypernyms(key)]
            shortest = min((d[0] for d in above), default=-1) + 1
            longest = max((d[1] for d in above), default=-1) + 1
            self._depths[key] = shortest, longest
        return self._depths[key]


def closure(wordnet: WordNet, sense: Key) -> dict[Key, int]:
    """A synset and everything above it, with the number of links up to each on the shortest way."""
    found = {sense: 0}
    level: Iterable[Key] = [sense]
    links = 0
    while level := list(dict.fromkeys(up for key in level for up in wordnet.hypernyms(key) if up not in found)):
        links += 1
        found |= dict.fromkeys(level, links)
    return found


def height(wordnet: WordNet) -> int:
    """Links from the deepest noun up to the root on the longest way."""
    above = wordnet.noun_hypernyms
    depths: dict[int, int] = {}

    def depth(offset: int) -> int:
        if offset not in depths:
            depths[offset] = max((depth(up) + 1 for up in above.get(offset, ())), default=0)
        return depths[offset]

    return max(map(depth, above), default=0)


def path(taxonomy: HypernymTaxonomy) -> np.ndarray:
    """1 / number of synsets on the shortest way, both ends included."""
    return 1.0 / (taxonomy.distances + 1.0)


def wu_palmer(taxonomy: HypernymTaxonomy, virtual_root: bool) -> np.ndarray:
    """2 depth(c) / (links(a, c) + links(b, c) + 2 depth(c)), c the lowest synset above both, as WordNet::Similarity.

    Depth counts synsets from the root down to c on the shortest way, the root being 1; with a virtual root above
    the real one it is one more. The lowest is the deepest of those at which two hypernym paths first meet; of several,
    the one that gives the higher value.
    """

    def depths(shared: SharedHypernyms) -> tuple[int, int]:
        shortest, _ = taxonomy.depth(shared.above)
        return shortest, shortest + 1 + virtual_root

    return _wu_palmer(taxonomy, depths, taxonomy.lowest)


def wu_palmer_nltk(taxonomy: HypernymTaxonomy) -> np.ndarray:
    """Wu and Palmer's similarity as in nltk.

    The lowest synset above both is the one whose shortest way to the root is the longest, even if it is above another
    of them; its depth counts synsets from the root down to it on the longest way, the root being 1.
    """

    def depths(shared: SharedHypernyms) -> tuple[int, int]:
        shortest, longest = taxonomy.depth(shared.above)
        return shortest, longest + 1

    return _wu_palmer(taxonomy, depths, lambda shared: np.True_)


def _wu_palmer(
    taxonomy: HypernymTaxonomy,
    depths: Callable[[SharedHypernyms], tuple[int, int]],
    eligible: Callable[[SharedHypernyms], np.ndarray | np.bool_],
) -> np.ndarray:
    """Values at the eligible synset of the greatest level; ``depths`` gives its level and the depth in the equation.

    Links up to it are those of the shortest way, which may lead over a synset further up.
    """
    size = len(taxonomy.senses)
    best_level = np.full((size, size), -1)
    value = np.zeros((size, size))
    for shared, block in taxonomy.blocks():
        level, depth = depths(shared)
        links = taxonomy.distances_to(shared)
        new = 2.0 * depth / (np.add.outer(links, links) + 2.0 * depth)
        lower = (level > best_level[block]) | ((level == best_level[block]) & (new > value[block]))
        take = lower & eligible(shared)
        best_level[block] = np.where(take, level, best_level[block])
        value[block] = np.where(take, new, value[block])
    return value


def leacock_chodorow(taxonomy: HypernymTaxonomy, virtual_root: bool) -> tuple[np.ndarray, float]:
    """-log(synsets on the shortest way / 2D), and the highest value it takes, log 2D (of a synset with itself).

    D is the depth of the noun hierarchy; with a virtual root above the real one it is one more.
    """
    highest = float(np.log(2.0 * max(height(taxonomy.wordnet) + virtual_root, 1)))
    return highest - np.log(taxonomy.distances + 1.0), highest


def contents(taxonomy: HypernymTaxonomy, content: Content) -> np.ndarray:
    """Information content of each sense; NaN where it was never counted."""
    return np.array([content.of(sense) for sense in taxonomy.senses], dtype=np.float64)


def resnik(taxonomy: HypernymTaxonomy, content: Content) -> np.ndarray:
    """Information content of the most informative synset at which two hypernym paths first meet.

    It is 0 where none of these was counted, even if one further up was (as in WordNet::Similarity).
    """
    shared_content = np.zeros((len(taxonomy.senses), len(taxonomy.senses)))
    for shared, block in taxonomy.blocks():
        if not taxonomy.wordnet.hypernyms(shared.above):
            content.check(shared.above)
        value = content.of(shared.above)
        if value > 0:
            shared_content[block] = np.maximum(shared_content[block], np.where(taxonomy.lowest(shared), value, 0.0))
    return shared_content


def jiang_conrath(taxonomy: HypernymTaxonomy, content: Content) -> np.ndarray:
    """The distance IC(a) + IC(b) - 2 IC(c); infinite for the root and for what was never counted (as in nltk)."""
    own = contents(taxonomy, content)
    own[own == 0] = np.nan
    distance = np.add.outer(own, own) - 2.0 * resnik(taxonomy, content)
    np.fill_diagonal(distance, 0.0)
    return np.where(np.isnan(distance), np.inf, np.maximum(distance, 0.0))


def lin(taxonomy: HypernymTaxonomy, content: Content) -> np.ndarray:
    """2 IC(c) / (IC(a) + IC(b)); 0 for what was never counted, 1 for a synset with itself."""
    own = contents(taxonomy, content)
    both = np.add.outer(own, own)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = 2.0 * resnik(taxonomy, content) / both
    np.fill_diagonal(value, 1.0)
    return np.where(np.isfinite(value), np.minimum(value, 1.0), 0.0)
