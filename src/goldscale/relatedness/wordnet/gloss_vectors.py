"""Gloss vectors: the words of a synset's gloss, each as the words that it stands with in all glosses."""

from __future__ import annotations

from collections import Counter

import numpy as np
from scipy import sparse

from goldscale.relatedness.wordnet.reader import Key, WordNet
from goldscale.relatedness.wordnet.tokens import FUNCTION_WORDS, tokens

RELATIONS = ("@", "@i", "~", "~i", "%m", "%s", "%p", "#m", "#s", "#p", "=", "^")
"""Whose glosses are added to a synset's own: hypernyms, hyponyms, meronyms, holonyms, attributes, see also."""

FEWEST, MOST = 5, 1000
"""In how many glosses a word must at least, and may at most, occur to be a dimension."""


def gloss_vectors(wordnet: WordNet, senses: list[Key]) -> np.ndarray:
    """Cosine between the gloss vectors of every pair of synsets (second-order co-occurrence)."""
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
    texts = [synset.gloss, *(wordnet.synset(key).gloss for key in synset.related(RELATIONS))]
    return Counter(word for text in texts for word in tokens(text) if word not in FUNCTION_WORDS)


def _matrix(rows: list[Counter[str]] | list[dict[str, int]], columns: dict[str, int]) -> sparse.csr_array:
    """Texts x words."""
    cells = [(i, columns[w], n) for i, row in enumerate(rows) for w, n in row.items() if w in columns]
    row, column, value = (np.array(part) for part in zip(*cells, strict=True)) if cells else (np.empty(0),) * 3
    return sparse.csr_array((value.astype(np.float64), (row, column)), shape=(len(rows), len(columns)))
