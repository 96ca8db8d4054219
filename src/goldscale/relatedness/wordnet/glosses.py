"""Extended gloss overlaps (Lesk): the phrases that the glosses of two synsets, and of those around them, share."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from itertools import chain, pairwise

import numpy as np
from scipy import sparse

from goldscale.relatedness.wordnet.reader import Key, WordNet
from goldscale.relatedness.wordnet.tokens import FUNCTION_WORDS, tokens

RELATIONS = (
    (),
    ("@", "@i"),
    ("~", "~i"),
    ("%m", "%s", "%p"),
    ("#m", "#s", "#p"),
    ("=",),
    ("^",),
)
"""A synset's own gloss, those of its hypernyms, hyponyms, meronyms, holonyms, attributes and of what to see also; each
of these texts of one synset is compared with each of the other's."""


class GlossText:
    """Glosses of one relation as content words, and links: a content word, the function words after it, and the next.

    A phrase that begins and ends with content words is a chain of links; no phrase runs from one gloss into another.
    """

    def __init__(self, glosses: list[str]) -> None:
        self.words: list[str] = []
        self.ends: list[int] = []
        self.links: dict[tuple[str, ...], list[int]] = {}
        begin = 0
        for gloss in glosses:
            spoken = tokens(gloss)
            content = [i for i, word in enumerate(spoken) if word not in FUNCTION_WORDS]
            for place, (i, j) in enumerate(pairwise(content), start=len(self.words)):
                self.links.setdefault(tuple(spoken[i : j + 1]), []).append(place)
            self.words += [spoken[i] for i in content]
            self.ends += [begin + i for i in content]
            begin += len(spoken) + 1


def overlap(a: GlossText, b: GlossText) -> int:
    """Sum of squared lengths of the shared phrases, the longest taken out first.

    >>> overlap(GlossText(["a paper with a drawing board"]), GlossText(["the drawing board of an artist, on paper"]))
    5
    """
    used_a, used_b = bytearray(len(a.words)), bytearray(len(b.words))
    heap = [(_length(a, i, n), i, j, n) for i, j, n in _chains(a, b)]
    heapq.heapify(heap)
    total = 0
    while heap:
        negative, i, j, links = heapq.heappop(heap)
        free = [not (used_a[i + k] or used_b[j + k]) for k in range(links + 1)]
        if all(free):
            total += negative * negative
            used_a[i : i + links + 1] = used_b[j : j + links + 1] = b"\1" * (links + 1)
        else:
            for start, rest in _runs(free):
                heapq.heappush(heap, (_length(a, i + start, rest), i + start, j + start, rest))
    left = [Counter(w for w, u in zip(t.words, used, strict=True) if not u) for t, used in ((a, used_a), (b, used_b))]
    return total + (left[0] & left[1]).total()


def _length(text: GlossText, start: int, links: int) -> int:
    """Minus the number of words of a phrase: heaps give the smallest first."""
    return text.ends[start] - text.ends[start + links] - 1


def _chains(a: GlossText, b: GlossText) -> list[tuple[int, int, int]]:
    """Where the longest possible shared phrases begin in both, and how many links they have."""
    matches = {(i, j) for link in a.links.keys() & b.links.keys() for i in a.links[link] for j in b.links[link]}
    found = []
    for i, j in matches:
        if (i - 1, j - 1) not in matches:
            links = 1
            while (i + links, j + links) in matches:
                links += 1
            found.append((i, j, links))
    return found


def _runs(free: list[bool]) -> list[tuple[int, int]]:
    """Begin and number of links of what is left of a phrase, as far as it is still more than a word."""
    found = []
    begin = None
    for k, is_free in enumerate([*free, False]):
        if is_free and begin is None:
            begin = k
        elif not is_free and begin is not None:
            if k - begin > 1:
                found.append((begin, k - begin - 1))
            begin = None
    return found


def lesk(wordnet: WordNet, senses: list[Key]) -> np.ndarray:
    """The sum of overlaps of each two synsets over all pairs of relations."""
    texts: list[GlossText] = []
    owners: list[int] = []
    for i, sense in enumerate(senses):
        synset = wordnet.synset(sense)
        for symbols in RELATIONS:
            glosses = [wordnet.synset(key).gloss for key in synset.related(symbols)] if symbols else [synset.gloss]
            if glosses:
                texts.append(GlossText(glosses))
                owners.append(i)
    scores = shared_words([text.words for text in texts])
    for i, j in np.argwhere(np.triu(pairs_with_a_common([text.links for text in texts]))):
        scores[i, j] = scores[j, i] = overlap(texts[i], texts[j])
    gather = sparse.csr_array((np.ones(len(owners)), (owners, np.arange(len(owners)))), shape=(len(senses), len(texts)))
    return gather @ (gather @ scores).T


def shared_words(texts: list[list[str]]) -> np.ndarray:
    """For each two texts the sum over words of the smaller of their counts: the overlap of texts without a phrase."""
    counts = [Counter(text) for text in texts]
    index = {word: i for i, word in enumerate(sorted(set().union(*counts)))}
    row = np.repeat(np.arange(len(texts)), [len(count) for count in counts])
    column = np.array([index[word] for count in counts for word in count], dtype=np.int64)
    times = np.array([n for count in counts for n in count.values()], dtype=np.int64)
    total = np.zeros((len(texts), len(texts)))
    for least in range(1, int(times.max(initial=0)) + 1):
        # min(m, n) is the number of thresholds that both reach.
        enough = times >= least
        has = sparse.csr_array(
            (np.ones(np.count_nonzero(enough), dtype=np.float32), (row[enough], column[enough])),
            shape=(len(texts), len(index)),
        )
        together = (has @ has.T).tocoo()
        total[together.row, together.col] += together.data
    return total


def pairs_with_a_common(members: Sequence[Collection[Hashable]]) -> np.ndarray:
    """For each two collections whether they have a member in common."""
    index = {member: i for i, member in enumerate(dict.fromkeys(chain.from_iterable(members)))}
    row = np.repeat(np.arange(len(members)), [len(some) for some in members])
    column = np.array([index[member] for some in members for member in some], dtype=np.int64)
    has = sparse.csr_array((np.ones(len(row), dtype=np.float32), (row, column)), shape=(len(members), len(index)))
    return np.asarray((has @ has.T).toarray() > 0)
