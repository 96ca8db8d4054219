"""Relatedness that people stated: the mean of their scores for each pair."""

from __future__ import annotations

import os

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError
from goldscale.relatedness.source import Built, RelatednessSource, Request
from goldscale.relatedness.words import Words, spelling
from goldscale.text.small_tables import read_records

FIELDS = ("a", "b", "score", "rater")


def read_people(path: str | os.PathLike[str]) -> dict[tuple[str, str], list[float]]:
    """Scores of each pair, whose order does not matter: rows ``a,b,score`` or ``a,b,score,rater``."""
    scores: dict[tuple[str, str], list[float]] = {}
    raters: set[tuple[str, str, str]] = set()
    for row in read_records(path, FIELDS[:3], FIELDS, number="score"):
        first, second = sorted((spelling(row.name("a")), spelling(row.name("b"))))
        for rater in row.cells[3:]:
            if (first, second, rater) in raters:
                raise row.error(f"one score of {rater} per pair", instead=f"another one for {first} - {second}")
            raters.add((first, second, rater))
        scores.setdefault((first, second), []).append(row.number("score"))
    return scores


def _build(request: Request) -> Built:
    scores = read_people(request.options["scores"])
    words = Words.read(request.options["mapping"])
    low = request.options["low"]
    given = [score for several in scores.values() for score in several]
    high = max(given) if request.options["high"] is None else request.options["high"]
    if not low < high:
        raise ParameterError(f"the scale of the ratings goes from {low:g} to {high:g}; high must be above low")
    if min(given) < low or max(given) > high:
        raise ParameterError(f"the ratings run from {min(given):g} to {max(given):g}, outside {low:g} to {high:g}")
    terms = [words.of(label) for label in request.labels]
    values = np.full((len(terms), len(terms)), np.nan)
    for i, a in enumerate(terms):
        for j, b in enumerate(terms[:i]):
            pairs = [tuple(sorted((x, y))) for x in a for y in b]
            found = [score for x, y in pairs for score in scores.get((x, y), [])]
            if found:
                values[i, j] = values[j, i] = (np.mean(found) - low) / (high - low)
            elif set(a) & set(b):
                values[i, j] = values[j, i] = 1.0
    return Built(values, {"high": high, "scores_read": len(given)})


SOURCES = (
    RelatednessSource(
        name="people",
        title="Human scores",
        summary="Mean human rating of each pair of labels.",
        scale="(mean - low) / (high - low).",
        reference="Miller and Charles 1991; Nowak thesis 8.5",
        build=_build,
        parameters=(
            Parameter("scores", "Rows a,b,score or a,b,score,rater."),
            Parameter("low", "The score that means unrelated.", "number", 0.0),
            Parameter("high", "The score that means the same; without it, the highest in the file.", "number"),
            Parameter("mapping", "Rows label,word for labels that the file spells otherwise; 'pto' is built in."),
        ),
        one_of=("scores",),
    ),
)
