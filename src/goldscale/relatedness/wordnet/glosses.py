"""Two synsets by their glosses, and by those around them: the phrases that they share (Lesk), and gloss vectors."""

from __future__ import annotations

import heapq
import os
import re
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from itertools import chain, groupby, pairwise
from pathlib import Path

import numpy as np
from scipy import sparse

from goldscale.files import Source
from goldscale.relatedness.wordnet.reader import Key, WordNet

_WORDS = """
    a about above across after again against all along also although always am among an and another any are around as
    at away back be because been before behind being below beneath beside besides between beyond both but by can cannot
    could did do does doing done down due during each either else enough especially etc even ever every few for from
    further had has have having he hence her here hers herself him himself his how however i if in including indeed
    instead into is it its itself just least less like made make makes making many may me might mine more most much must
    my myself near neither never nevertheless no non none nor not nothing now of off often on once one ones only onto or
    other others otherwise our ours ourselves out over own per perhaps quite rather s same several shall she should
    since so some somebody someone something sometimes somewhat still such t than that the their theirs them themselves
    then there thereby therefore these they this those though through throughout thus to together too toward towards
    under unless until up upon us used uses using usually various very via was we well were what whatever when where
    whereas whereby wherein whether which while who whoever whole whom whose why will with within without would yet you
    your yours yourself
"""
FUNCTION_WORDS = frozenset(_WORDS.split())
"""Articles, pronouns, prepositions, conjunctions, auxiliaries, and the filling words of definitions."""

BUILT_IN = "function-words"
"""The name of this stop list, which is built in."""

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_PUNCTUATION = str.maketrans(dict.fromkeys('.;:,?!(){}"`$%@<>', " "))
_QUOTES_AND_DASHES = re.compile(r"(?<!\w)'|'(?!\w)|--")

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

FEWEST, MOST = 5, 1000
"""In how many glosses a word must at least, and may at most, occur to be a dimension."""


def tokens(text: str) -> list[str]:
    """Lower-case words of a text."""
    return _WORD.findall(text.lower())


def gloss_words(text: str) -> list[str]:
    """Lower-case words of a gloss as WordNet::Similarity splits it: at blanks, with punctuation removed.

    Hyphens, slashes and apostrophes within a word remain.

    >>> gloss_words("a cat's (or dog's) well-known 'toy'; see also")
    ['a', "cat's", 'or', "dog's", 'well-known', 'toy', 'see', 'also']
    """
    return _QUOTES_AND_DASHES.sub(" ", text.translate(_PUNCTUATION)).lower().split()


def read_stop_words(path: str | os.PathLike[str] | None) -> frozenset[str]:
    """A stop list: a file with one word per line, or the built-in one by its name; empty without.

    >>> len(read_stop_words(None)), "whereby" in read_stop_words("function-words")
    (0, True)
    """
    if path is None:
        return frozenset()
    if str(path) == BUILT_IN and not Path(path).exists():
        return FUNCTION_WORDS
    return frozenset(text.strip().lower() for _, text in Source(path).lines())


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
    runs = [(is_free, list(run)) for is_free, run in groupby(range(len(free)), free.__getitem__)]
    return [(run[0], len(run) - 1) for is_free, run in runs if is_free and len(run) > 1]


def lesk(wordnet: WordNet, senses: list[Key]) -> np.ndarray:
    """The sum of overlaps of every pair of synsets over all pairs of relations, phrases between content words."""
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
    for i, j in np.argwhere(np.triu(have_in_common([text.links for text in texts]))):
        scores[i, j] = scores[j, i] = overlap(texts[i], texts[j])
    return summed(scores, owners, len(senses))


def summed(scores: np.ndarray, owners: list[int], count: int) -> np.ndarray:
    """Scores of pairs of texts, summed over the texts of every pair of owners."""
    gather = sparse.csr_array((np.ones(len(owners)), (owners, np.arange(len(owners)))), shape=(count, len(owners)))
    return np.asarray(gather @ (gather @ scores).T)


def shared_words(texts: list[list[str]]) -> np.ndarray:
    """For each pair of texts the sum over words of the smaller of their counts: the overlap without phrases."""
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


def have_in_common(members: Sequence[Collection[Hashable]]) -> np.ndarray:
    """For each pair of collections whether they have a member in common."""
    index = {member: i for i, member in enumerate(dict.fromkeys(chain.from_iterable(members)))}
    row = np.repeat(np.arange(len(members)), [len(some) for some in members])
    column = np.array([index[member] for some in members for member in some], dtype=np.int64)
    has = sparse.csr_array((np.ones(len(row), dtype=np.float32), (row, column)), shape=(len(members), len(index)))
    return np.asarray((has @ has.T).toarray() > 0)


def gloss_vectors(wordnet: WordNet, senses: list[Key]) -> np.ndarray:
    """Cosine between the gloss vectors of each two synsets (second-order co-occurrence)."""
    bags = [set(tokens(gloss)) - FUNCTION_WORDS for gloss in wordnet.glosses()]
    frequency = Counter(word for bag in bags for word in bag)
    own = [_extended(wordnet, sense) for sense in senses]
    wanted = set().union(*own)
    columns = {
        w: i for i, w in enumerate(sorted(w for w, n in frequency.items() if w in wanted or FEWEST <= n <= MOST))
    }
    dimensions = [i for w, i in columns.items() if FEWEST <= frequency[w] <= MOST]
    together = _matrix([dict.fromkeys(bag, 1) for bag in bags], columns).tocsc()
    # Texts x words, times words x dimensions: how often the words of a text stand with each dimension's word.
    vectors = (_matrix(own, columns) @ (together.T @ together[:, dimensions])).toarray()
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.where(length > 0, length, 1.0)
    cosine = np.clip(unit @ unit.T, 0.0, 1.0)
    np.fill_diagonal(cosine, 1.0)  # exactly, so that words with a common sense are tied
    return cosine


def _extended(wordnet: WordNet, sense: Key) -> Counter[str]:
    """Content words of a synset's gloss and of those around it, with how often they occur."""
    synset = wordnet.synset(sense)
    texts = [synset.gloss, *(wordnet.synset(key).gloss for key in synset.related(chain(*RELATIONS)))]
    return Counter(word for text in texts for word in tokens(text) if word not in FUNCTION_WORDS)


def _matrix(rows: list[Counter[str]] | list[dict[str, int]], columns: dict[str, int]) -> sparse.csr_array:
    """Texts x words."""
    cells = [(i, columns[w], n) for i, row in enumerate(rows) for w, n in row.items() if w in columns]
    row, column, value = (np.array(part) for part in zip(*cells, strict=True)) if cells else (np.empty(0),) * 3
    return sparse.csr_array((value.astype(np.float64), (row, column)), shape=(len(rows), len(columns)))
