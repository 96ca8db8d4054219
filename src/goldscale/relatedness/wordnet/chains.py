"""Hirst and St-Onge's measure: how long the chain of links between two synsets is, and how often it turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np
from scipy import sparse

from goldscale.relatedness.wordnet.reader import Key, WordNet
from goldscale.relatedness.wordnet.senses import Senses

UP = ("@", "@i", "%m", "%s", "%p")
HORIZONTAL = ("!", "=", "^", "&", "\\")
"""Directions as Hirst and St-Onge's table gives them: hypernyms and meronyms lead up, their inverses down; antonyms,
attributes, see also, similarity and pertinence are horizontal."""

STRONG = 16.0
LENGTH, TURN, SHORTEST, LONGEST = 8.0, 1.0, 2, 5
"""C and k of the weight C - length - k * turns, and how many links a chain has at least and at most."""


def hirst_st_onge(wordnet: WordNet, senses: list[Key]) -> np.ndarray:
    """Weight of the best chain from each synset (row) to every other, 0 (none) to 6, or 16 for a strong relation.

    A synset and itself, and two with a horizontal link, have a strong relation. A chain of two to five links goes up,
    then horizontally, then down, each part possibly empty, or down and then horizontally; it may pass its end after one
    link and return. As every way down between nouns is a way up from its other end, both ends climb and meet.
    """
    links = _Links(wordnet, senses)
    weight = np.zeros((len(senses), len(senses)))
    climbed = [links.start]
    for _ in range(LONGEST):
        climbed.append(_step(climbed[-1], links.up))
    for up, along in product(range(LONGEST + 1), repeat=2):
        if up + along <= LONGEST:
            crossed = _steps(climbed[up], links.horizontal, along)
            for down in range(LONGEST + 1 - up - along):
                _raise(weight, crossed @ climbed[down].T, up + along + down, _turns(up, along, down))
    for along, down in product(range(1, LONGEST), repeat=2):
        if along + down <= LONGEST:
            # Down and then horizontally, read from its other end.
            back = _steps(_steps(links.start, links.horizontal.T.tocsr(), along), links.up, down)
            _raise(weight, (back @ links.start.T).T, along + down, int(along > 1))
    beside = (links.start @ links.horizontal @ links.start.T).toarray() > 0
    weight[beside | beside.T] = STRONG
    np.fill_diagonal(weight, STRONG)
    return weight


def compounds(wordnet: WordNet, senses: Senses) -> Iterator[tuple[int, int]]:
    """Pairs of labels with a strong relation by their words: a link up between their senses, and one label's word
    contains the other's (school, private school)."""
    position = {sense: i for i, sense in enumerate(senses.keys)}
    for i, sense in enumerate(senses.keys):
        for target in wordnet.synset(sense).related(UP):
            if target in position:
                for (a, lower), (b, upper) in product(senses.words_for(i), senses.words_for(position[target])):
                    if any(low in high or high in low for low, high in product(lower, upper)):
                        yield from ((a, b), (b, a))


def _turns(up: int, along: int, down: int) -> int:
    """Changes of direction as WordNet::Similarity counts them.

    It loses count after a horizontal link: the first link down after it is a turn only if the chain began with a climb,
    and a second one sets the count back to one.
    """
    if not along:
        return int(up > 0 and down > 0)
    if down > 1:
        return 1
    return 1 + down if up else 0


def _raise(weight: np.ndarray, ways: sparse.csr_array, links: int, turns: int) -> None:
    if links >= SHORTEST:
        found = ways.tocoo()
        weight[found.row, found.col] = np.maximum(weight[found.row, found.col], LENGTH - links - TURN * turns)


def _step(reached: sparse.csr_array, links: sparse.csr_array) -> sparse.csr_array:
    """Synsets reached over one more link; in how many ways does not matter."""
    further = (reached @ links).tocsr()
    further.data[:] = 1.0
    return further


def _steps(reached: sparse.csr_array, links: sparse.csr_array, count: int) -> sparse.csr_array:
    for _ in range(count):
        reached = _step(reached, links)
    return reached


class _Links:
    """The upward and the horizontal links around some senses, as matrices."""

    def __init__(self, wordnet: WordNet, senses: list[Key]) -> None:
        climbed = _within_reach(wordnet, dict.fromkeys(senses), UP)
        beside = _within_reach(wordnet, climbed, HORIZONTAL)
        self._index = {key: i for i, key in enumerate(_within_reach(wordnet, beside, UP))}
        self._wordnet = wordnet
        rows, columns = np.arange(len(senses)), [self._index[sense] for sense in senses]
        self.start = sparse.csr_array((np.ones(len(senses)), (rows, columns)), shape=(len(senses), len(self._index)))
        self.up = self._matrix(UP)
        self.horizontal = self._matrix(HORIZONTAL)

    def _matrix(self, symbols: Iterable[str]) -> sparse.csr_array:
        cells = {
            (i, self._index[target])
            for key, i in self._index.items()
            for target in self._wordnet.synset(key).related(symbols)
            if target in self._index
        }
        places = np.array(sorted(cells), dtype=np.int64).reshape(-1, 2).T
        return sparse.csr_array((np.ones(len(cells)), tuple(places)), shape=(len(self._index), len(self._index)))


def _within_reach(wordnet: WordNet, start: dict[Key, None], symbols: Iterable[str]) -> dict[Key, None]:
    """Synsets within reach over links of one direction, those of the start included."""
    found = dict(start)
    level = list(start)
    for _ in range(LONGEST):
        level = list(dict.fromkeys(t for key in level for t in wordnet.synset(key).related(symbols) if t not in found))
        found |= dict.fromkeys(level)
    return found
