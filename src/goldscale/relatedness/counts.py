"""How often labels occur, alone and together: from a corpus, from a truth, or from a table of hit counts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from goldscale.data import Concepts, Judgements
from goldscale.data.matrix import coordinates
from goldscale.errors import FormatError, MismatchError, ParameterError
from goldscale.files import Source
from goldscale.relatedness.words import Words, spelling
from goldscale.text.small_tables import read_records

TOTAL = "*"
"""The row of a hit table that holds N, the number of documents in all."""

_SEPARATORS = re.compile(r"[,;\t]")
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


@dataclass(frozen=True)
class Occurrences:
    """h(x) on the diagonal, h(x, y) off it (NaN where unknown), and N documents in all."""

    together: np.ndarray
    documents: float

    @property
    def alone(self) -> np.ndarray:
        """h(x)."""
        return np.diagonal(self.together).copy()


def from_truth(truth: Judgements, labels: Concepts) -> Occurrences:
    """Items that carry a label, and both of two labels; unjudged cells and grades of 0 do not."""
    places = labels.locate(truth.labels) if truth.labels.named and labels.named else np.arange(len(labels))
    if len(labels) > len(truth.labels) and not (truth.labels.named and labels.named):
        raise MismatchError(f"the truth has {len(truth.labels)} labels, {len(labels)} are needed")
    item, label, value = coordinates(truth.values)
    positive = value > 0
    present = np.zeros(truth.shape, dtype=np.float32)
    present[item[positive], label[positive]] = 1.0
    chosen = present[:, np.maximum(places, 0)] * (places >= 0)
    return Occurrences((chosen.T @ chosen).astype(np.float64), len(truth.items))


def from_corpus(path: str | os.PathLike[str], labels: Concepts, words: Words, unit: str) -> Occurrences:
    """Lines of a text that name a label, and both of two labels.

    ``unit`` says what a line is: ``tags`` (separated by commas, semicolons or tabs where it has any, else by
    blanks) or ``captions`` (running text, of which a term may be any run of words).
    """
    wanted: dict[str, list[int]] = {}
    for position, label in enumerate(labels):
        for term in words.of(label):
            wanted.setdefault(term, []).append(position)
    longest = max((len(term.split()) for term in wanted), default=1)
    documents = 0
    rows: list[int] = []
    columns: list[int] = []
    for _, line in Source(path).lines():
        if not line.strip():
            continue
        terms = _tags(line) if unit == "tags" else _runs(line, longest)
        found = {position for term in wanted.keys() & terms for position in wanted[term]}
        rows += [documents] * len(found)
        columns += found
        documents += 1
    if not documents:
        raise FormatError(str(path), "lines of text", instead="an empty file")
    from scipy import sparse

    present = sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=(documents, len(labels)))
    return Occurrences((present.T @ present).toarray(), documents)


def _tags(line: str) -> set[str]:
    parts: Iterable[str] = _SEPARATORS.split(line) if _SEPARATORS.search(line) else line.split()
    return {spelling(part) for part in parts}


def _runs(line: str, longest: int) -> set[str]:
    tokens = _WORD.findall(line.casefold().replace("_", " "))
    return {" ".join(tokens[i : i + n]) for n in range(1, longest + 1) for i in range(len(tokens) - n + 1)}


def from_hits(path: str | os.PathLike[str], labels: Concepts, words: Words, documents: float | None) -> Occurrences:
    """Hit counts of a search engine: rows ``x,count`` for h(x), ``x,y,count`` for h(x, y), ``*,count`` for N.

    A blank ``y`` is none: ``x,,count`` is h(x) too.
    """
    hits: dict[frozenset[str], float] = {}
    total = documents
    for row in read_records(path, ("x", "count"), ("x", "y", "count"), number="count"):
        count = row.number("count", low=0)
        asked = frozenset(spelling(term) for term in (row.name("x"), *row.cells[1:-1]) if term)
        if row["x"] == TOTAL:
            total = count if documents is None else documents
        elif hits.setdefault(asked, count) != count:
            raise row.error("one count for each term and pair", "count")
    if total is None:
        raise ParameterError(f"{path} has no row '{TOTAL},N'; say how many documents there are (documents=)")
    terms = [words.of(label)[0] for label in labels]
    together = np.full((len(labels), len(labels)), np.nan)
    for a, x in enumerate(terms):
        for b, y in enumerate(terms):
            together[a, b] = hits.get(frozenset((x, y)), np.nan)
    return Occurrences(together, total)
