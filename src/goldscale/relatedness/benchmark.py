"""How well a relatedness correlates with human ratings of word pairs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.data import Concepts
from goldscale.data.number_format import json_number, shown
from goldscale.data.result import Result
from goldscale.data.table import Table, counts, names, numbers
from goldscale.errors import UnknownNameError
from goldscale.relatedness.matrix import Relatedness
from goldscale.relatedness.registry import relatedness_source, run_source
from goldscale.relatedness.source import Request
from goldscale.relatedness.words import spelling
from goldscale.resources import resource
from goldscale.text.small_tables import read_records

BUNDLED = {"gracia-mena": "word-pairs-gracia-mena.csv", "visual": "word-pairs-visual.csv"}
"""The two sets of thesis table 8.3, by name."""

FIELDS = ("word1", "word2", "score", "label1", "label2")

FEWEST = 3
"""Correlations over fewer pairs are meaningless."""

DIGITS = 12
"""Values that differ only behind this digit are tied: it is rounding that parts them."""


@dataclass(frozen=True)
class WordPairs:
    """Pairs of words with human scores; ``labels`` gives the concept that a word stands for, where that is known."""

    name: str
    first: Sequence[str]
    second: Sequence[str]
    scores: np.ndarray
    labels: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.first)


@dataclass(frozen=True)
class HumanAgreement:
    """Correlation of a relatedness with human ratings, and how many pairs it covers."""

    source: str
    pairs: str
    spearman: float
    pearson: float
    covered: int
    total: int

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; a correlation that is undefined is None."""
        correlations = {"spearman": json_number(self.spearman), "pearson": json_number(self.pearson)}
        return asdict(self) | correlations


@dataclass(frozen=True, repr=False)
class HumanAgreements(Result):
    """Several of them: a row per source and set of word pairs."""

    rows: tuple[HumanAgreement, ...]

    def tables(self) -> tuple[Table, ...]:
        """A row per source and set."""
        rows = self.rows
        columns = [
            names("source", (row.source for row in rows)),
            names("set", (row.pairs for row in rows)),
            numbers("Spearman", (row.spearman for row in rows), 3),
            numbers("Pearson", (row.pearson for row in rows), 3),
            counts("covered", (row.covered for row in rows), optional=1),
            counts("pairs", (row.total for row in rows), optional=1),
        ]
        undefined = np.isnan([(row.spearman, row.pearson) for row in rows]).any()
        why = f"-: fewer than {FEWEST} pairs are covered, or all values of them are the same."
        return (Table(columns, notes=[why] if undefined else []),)

    def to_dict(self) -> list[dict[str, Any]]:
        """An entry per row, ready for JSON."""
        return [row.to_dict() for row in self.rows]

    def __repr__(self) -> str:
        found = (f"{row.source} on {row.pairs}: Spearman {shown(row.spearman, 3)}" for row in self.rows)
        return f"HumanAgreements({'; '.join(found)})"


def read_pairs(name_or_path: str | os.PathLike[str]) -> WordPairs:
    """Word pairs by bundled name (``gracia-mena``, ``visual``) or from a file of rows ``word, word, score``.

    A fourth and fifth cell name the concepts that the words stand for.

    >>> pairs = read_pairs("visual")
    >>> len(pairs), pairs.first[1], pairs.second[1], float(pairs.scores[1])
    (30, 'water', 'river', 3.73)
    """
    asked = str(name_or_path)
    if asked in BUNDLED and not Path(asked).exists():
        return _read(str(resource(BUNDLED[asked])), asked)
    if Path(asked).name == asked and not Path(asked).suffix and not Path(asked).exists():
        raise UnknownNameError("set of word pairs", asked, BUNDLED)
    return _read(asked, Path(asked).stem)


def _read(path: str, name: str) -> WordPairs:
    rows = read_records(path, FIELDS[:3], FIELDS, number="score")
    first, second = ([row.name(word) for row in rows] for word in FIELDS[:2])
    scores = np.array([row.number("score") for row in rows])
    labels = {word: label for row in rows for word, label in zip(row.cells[:2], row.cells[3:], strict=False) if label}
    return WordPairs(name, first, second, scores, labels)


def benchmark(
    relatedness: Relatedness | str,
    pairs: WordPairs | str | os.PathLike[str],
    *,
    ontology: Any = None,
    **options: Any,
) -> HumanAgreement:
    """Spearman and Pearson correlation of a matrix, or of a source with its options, with people's scores.

    Pairs that it does not know are left out and counted; the correlations are NaN over fewer than three, or where
    all values are the same.
    """
    words = pairs if isinstance(pairs, WordPairs) else read_pairs(pairs)
    if isinstance(relatedness, Relatedness):
        name, values = relatedness.source, _looked_up(relatedness, words)
    else:
        name, values = relatedness, _asked(relatedness, words, ontology, options)
    known = ~np.isnan(values)
    values = np.round(values, DIGITS)
    return HumanAgreement(
        name,
        words.name,
        _correlation("spearmanr", values[known], words.scores[known]),
        _correlation("pearsonr", values[known], words.scores[known]),
        int(np.count_nonzero(known)),
        len(words),
    )


def _correlation(name: str, a: np.ndarray, b: np.ndarray) -> float:
    from scipy import stats  # half a second, which only a benchmark should take

    if len(a) < FEWEST or np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return float(getattr(stats, name)(a, b).statistic)


def _looked_up(relatedness: Relatedness, pairs: WordPairs) -> np.ndarray:
    """Values of the pairs in a matrix, whose labels may be the words or the concepts they stand for."""
    terms, index = _terms(pairs, relatedness.labels), relatedness.labels.index
    places = [[index.get(terms.get(word, ""), -1) for word in side] for side in (pairs.first, pairs.second)]
    return _picked(relatedness.values, *places)


def _terms(pairs: WordPairs, labels: Iterable[str]) -> dict[str, str]:
    """The label that each word stands for, in whatever spelling: its concept or, where there is none, its own name."""
    known = {spelling(label): label for label in labels}
    named = {word: (spelling(pairs.labels.get(word, word)), spelling(word)) for word in (*pairs.first, *pairs.second)}
    return {word: known[name] for word, both in named.items() for name in reversed(both) if name in known}


def _asked(name: str, pairs: WordPairs, ontology: Any, options: Mapping[str, Any]) -> np.ndarray:
    """Values of the pairs as a source gives them; one that walks an ontology is asked for the concepts."""
    source = relatedness_source(name)
    words = (*pairs.first, *pairs.second)
    known = getattr(ontology, "labels", ()) if source.needs_ontology else getattr(options.get("truth"), "labels", ())
    terms = dict(zip(words, words, strict=True)) | _terms(pairs, known)
    axis = Concepts(dict.fromkeys(terms.values()))
    built = run_source(source, Request(axis, source.complete(options), ontology))
    places = [[axis.index[terms[word]] for word in side] for side in (pairs.first, pairs.second)]
    # A word that the source does not know is not known to be itself either.
    values = built.values.copy()
    if len(axis) > 1:
        alone = np.isnan(values).sum(axis=1) == len(axis) - 1
        values[alone, alone] = np.nan
    return _picked(values, *places)


def _picked(values: np.ndarray, first: list[int], second: list[int]) -> np.ndarray:
    a, b = np.array(first), np.array(second)
    return np.where((a < 0) | (b < 0), np.nan, values[a, b])
