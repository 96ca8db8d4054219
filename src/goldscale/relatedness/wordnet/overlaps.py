"""Extended gloss overlaps (Lesk) as in WordNet::Similarity: of all words, examples and synonyms included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from goldscale.relatedness.wordnet import glosses
from goldscale.relatedness.wordnet.glosses import gloss_words, have_in_common, shared_words, summed
from goldscale.relatedness.wordnet.reader import Key, Synset, WordNet

RELATIONS = (*filter(None, glosses.RELATIONS), ("\\",), ("&",))
"""Relations whose glosses make one text each: those of the glosses, pertainyms and similar synsets."""

RELATED, OWN, EXAMPLES, SYNONYMS = range(4)
COMPARED = np.array([[1, 1, 0, 0], [1, 1, 1, 1], [0, 1, 1, 1], [0, 1, 1, 0]], dtype=bool)
"""Which texts of one synset are compared with which of another's: the default relations of WordNet::Similarity."""

_FIRST = 2
"""The characters below mark where a gloss ends, another in each of two texts, so that no phrase runs over it."""


class Alphabet:
    """A character for each word, so that phrases are substrings."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def spell(self, words: Iterable[str]) -> str:
        """Words as a string of one character each."""
        codes = self._codes
        return "".join([codes.setdefault(word, chr(len(codes) + _FIRST)) for word in words])


class SpelledText:
    """Passages as one string of word characters, separated by marks."""

    def __init__(self, kind: int, passages: list[list[str]], alphabet: Alphabet) -> None:
        self.kind = kind
        self.passages = passages
        self.first = "\0".join(map(alphabet.spell, self.passages))
        self.second = self.first.replace("\0", "\1")
        self.pairs = list(map(str.__add__, self.first, self.first[1:]))
        """Every pair of consecutive words."""
        self.known_pairs = frozenset(pair for pair in self.pairs if "\0" not in pair)


def phrase_bonus(a: SpelledText, b: SpelledText) -> int:
    """What shared phrases add to the overlap of single words: a phrase counts the square of its length.

    The longest is taken out first; of several, the first in the first text.

    >>> alphabet = Alphabet()
    >>> texts = ["a paper with a drawing board", "the drawing board of a man"]
    >>> phrase_bonus(*(SpelledText(OWN, [text.split()], alphabet) for text in texts))
    2
    """
    first, second = a.first, b.second
    lengths = _longest_phrases(a, b)
    bonus = 0
    for length in range(max(lengths.values(), default=0), 1, -1):
        for start in [place for place, longest in lengths.items() if longest == length]:
            if lengths.get(start, 0) < length:  # shortened by one that was taken out in this round
                continue
            phrase = first[start : start + length]
            if phrase in second:
                bonus += length * (length - 1)
                second = second.replace(phrase, "\1" * length, 1)
                for place in range(start, start + length):
                    lengths.pop(place, None)
                for place in lengths.keys() & range(start - length + 1, start):
                    lengths[place] = min(lengths[place], start - place)
            else:
                lengths[start] = next(n for n in range(length - 1, -1, -1) if first[start : start + n] in second)
    return bonus


def _longest_phrases(a: SpelledText, b: SpelledText) -> dict[int, int]:
    """Length of the longest phrase of two words or more that begins at a place of one text and is in the other."""
    lengths = {}
    end = 0
    for start in [place for place, pair in enumerate(a.pairs) if pair in b.known_pairs]:
        end = max(end, start + 2)
        while end < len(a.first) and a.first[start : end + 1] in b.second:
            end += 1
        lengths[start] = end - start
    return lengths


def gloss_overlaps(wordnet: WordNet, senses: list[Key], stop: frozenset[str] = frozenset()) -> np.ndarray:
    """The sum of overlaps of every pair of synsets over the texts that are compared, without the words of a stop list.

    The sum may depend on which of several equally long phrases is taken out first; texts are therefore in the order of
    WordNet's files, whatever that of the senses.
    """
    alphabet = Alphabet()
    texts: list[SpelledText] = []
    owners: list[int] = []
    for owner in sorted(range(len(senses)), key=senses.__getitem__):
        for kind, passages in _passages(wordnet, wordnet.synset(senses[owner])):
            if passages:
                kept = [[word for word in passage if word not in stop] for passage in passages]
                texts.append(SpelledText(kind, kept, alphabet))
                owners.append(owner)
    kinds = [text.kind for text in texts]
    compared = COMPARED[np.ix_(kinds, kinds)]
    scores = shared_words([[word for passage in text.passages for word in passage] for text in texts])
    for i, j in np.argwhere(np.triu(have_in_common([text.known_pairs for text in texts]) & compared)):
        scores[i, j] += phrase_bonus(texts[i], texts[j])
        scores[j, i] = scores[i, j]
    scores[~compared] = 0.0
    return summed(scores, owners, len(senses))


def _passages(wordnet: WordNet, synset: Synset) -> Iterator[tuple[int, list[list[str]]]]:
    """The texts of a synset, each as its kind and its passages."""
    yield OWN, [gloss_words(synset.gloss)]
    yield EXAMPLES, [gloss_words(example) for example in synset.examples]
    yield SYNONYMS, [[word] for word in synset.words]
    for symbols in RELATIONS:
        yield RELATED, [gloss_words(wordnet.synset(key).gloss) for key in dict.fromkeys(synset.related(symbols))]
