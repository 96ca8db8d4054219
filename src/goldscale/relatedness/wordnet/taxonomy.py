"""The hypernyms above synsets, and quantities of pairs of them found by going through the hypernyms they share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

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
        """For the pairs that share this synset, whether both can climb to it without meeting before.

        Two synsets meet on every way to it just when all their ways lead through the same last synset below it.
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
        """Links of the shortest way from each sense below a synset to it, which may lead over a third above both."""
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
