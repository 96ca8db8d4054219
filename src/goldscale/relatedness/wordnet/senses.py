"""The senses of labels, and how a quantity of pairs of senses becomes one of pairs of labels."""

from __future__ import annotations

import re

import numpy as np

from goldscale.data import Concepts
from goldscale.relatedness.wordnet.reader import Key, WordNet
from goldscale.relatedness.words import Words, spelling

_OFFSET = re.compile(r"(\d{8})n?|(\d{1,8})n")
_NUMBERED = re.compile(r"(.+)#n?#?(\d+)")


class Senses:
    """All noun senses of some labels, each once; ``words`` holds the words by which each label has each of them."""

    def __init__(self, wordnet: WordNet, labels: Concepts, words: Words) -> None:
        index: dict[Key, int] = {}
        self.words: list[dict[int, set[str]]] = []
        for label in labels:
            found: dict[int, set[str]] = {}
            for word in words.of(label):
                for sense in senses_of(wordnet, word):
                    # An offset has no word; its synset's first stands for it.
                    name = wordnet.synset(sense).words[0] if _OFFSET.fullmatch(word) else _NUMBERED.sub(r"\1", word)
                    found.setdefault(index.setdefault(sense, len(index)), set()).add(spelling(name))
            self.words.append(found)
        self.groups = [list(found) for found in self.words]
        self.keys = list(index)

    def best(self, pairs: np.ndarray) -> np.ndarray:
        """The highest value over the senses of two labels; NaN for a label without a sense.

        Taking the best pair of senses is what WordNet::Similarity does with words.
        """
        known = [i for i, group in enumerate(self.groups) if group]
        values = np.full((len(self.groups), len(self.groups)), np.nan)
        if known:
            order = np.concatenate([self.groups[i] for i in known])
            starts = np.cumsum([0, *(len(self.groups[i]) for i in known[:-1])])
            spread = pairs[np.ix_(order, order)]
            rows = np.maximum.reduceat(spread, starts, axis=0)
            values[np.ix_(known, known)] = np.maximum.reduceat(rows, starts, axis=1)
        return values

    def words_for(self, sense: int) -> list[tuple[int, set[str]]]:
        """The labels that have a sense, each with the words by which it does."""
        return [(label, found[sense]) for label, found in enumerate(self.words) if sense in found]


def senses_of(wordnet: WordNet, word: str) -> tuple[Key, ...]:
    """Noun senses of a word; of ``word#2`` the second, of ``00001740`` or ``1740n`` the synset at that offset."""
    if match := _OFFSET.fullmatch(word):
        key = Key("n", int(match[1] or match[2]))
        return (wordnet.synset(key).key,)
    if match := _NUMBERED.fullmatch(word):
        numbered = wordnet.senses(match[1])
        return numbered[int(match[2]) - 1 : int(match[2])] if int(match[2]) > 0 else ()
    return wordnet.senses(word)
