"""Information content: how rare a synset and everything below it are in a corpus."""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from goldscale.errors import FormatError, MismatchError, MissingResourceError
from goldscale.files import Source
from goldscale.relatedness.wordnet.location import find_counts
from goldscale.relatedness.wordnet.reader import Key, WordNet

DEFAULT = "ic-brown.dat"
_ENTRY = re.compile(r"(\d+)([nv]) (\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)( ROOT)?")
_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")


@dataclass(frozen=True)
class Content:
    """Counts of noun synsets, each with those of all synsets below it, and of the roots together."""

    counts: dict[int, float]
    roots: frozenset[int]
    total: float
    name: str

    def of(self, key: Key) -> float:
        """-log of a synset's share; NaN where it was never counted."""
        count = self.counts.get(key.offset, 0.0)
        return -math.log(count / self.total) if count > 0 else math.nan

    def check(self, top: Key) -> None:
        """Refuse counts that were made with another version of WordNet: its roots are elsewhere."""
        if top.offset not in self.roots:
            raise MismatchError(
                f"the information content {self.name} is not of this version of WordNet",
                missing=[f"root {top.offset:08d}"],
                hint="Take the file made for it, or count a corpus of yours (corpus=).",
            )


def read_content(path: str | os.PathLike[str] | None) -> Content:
    """An information content file of WordNet::Similarity: offset and part of speech, count, ROOT at the tops."""
    if path is None:
        path = find_counts(DEFAULT)
        if path is None:
            raise MissingResourceError(
                "an information content file",
                f"Name one (ic=), such as {DEFAULT} of WordNet::Similarity, which nltk fetches with "
                "nltk.download('wordnet_ic'), or a text to count words in (corpus=).",
            )
    source = Source(path)
    counts: dict[int, float] = {}
    roots = set()
    for line, text in source.lines():
        if line == 1 and text.startswith("wnver::"):
            continue
        if not text.strip():
            continue
        match = _ENTRY.fullmatch(text.strip())
        if match is None:
            raise source.error("offset and part of speech, count, ROOT or nothing", line=line, found=text)
        if match[2] == "n":
            counts[int(match[1])] = float(match[3])
            if match[4]:
                roots.add(int(match[1]))
    total = sum(counts[root] for root in roots)
    if not total > 0:
        raise source.error("a noun marked as ROOT with a count above 0")
    return Content(counts, frozenset(roots), total, Path(path).name)


def count_corpus(path: str | os.PathLike[str], wordnet: WordNet, smoothing: float) -> Content:
    """Count the nouns of a text: each word counts fully for each of its senses and for all above them.

    ``smoothing`` is added to every synset's own count, so that none is without content.
    """
    words = Counter(word for _, line in Source(path).lines() for word in _WORD.findall(line.casefold()))
    own = dict.fromkeys(wordnet.noun_hypernyms, smoothing)
    for word, times in words.items():
        for sense in wordnet.senses(word):
            own[sense.offset] += times
    counts = dict.fromkeys(wordnet.noun_hypernyms, 0.0)
    for offset, count in own.items():
        if count:
            for above in _above(offset, wordnet.noun_hypernyms):
                counts[above] += count
    roots = frozenset(offset for offset, above in wordnet.noun_hypernyms.items() if not above)
    total = sum(counts[root] for root in roots)
    if not total > 0:
        raise FormatError(str(path), "a text with nouns that WordNet has", instead="none")
    return Content(counts, roots, total, Path(path).name)


def _above(offset: int, hypernyms: dict[int, tuple[int, ...]]) -> set[int]:
    found = {offset}
    level = [offset]
    while level:
        level = [up for key in level for up in hypernyms[key] if up not in found]
        found.update(level)
    return found
