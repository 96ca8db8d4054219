"""Tables 8.4 and 8.5 of the Nowak thesis: how relatedness measures follow people's judgement of word pairs."""

from __future__ import annotations

from collections.abc import Callable

from goldscale.formats import read_ontology
from goldscale.relatedness import benchmark


def _wordnet(pairs: str, name: str) -> float:
    options = {"mapping": "pto"} if pairs == "visual" else {}
    return benchmark(name.lower(), pairs, **options).spearman


def _hierarchy(pairs: str) -> float:
    return benchmark("hierarchy", pairs, ontology=read_ontology("pto-2009")).spearman


FUNCTIONS: dict[str, Callable[..., float]] = {"wordnet": _wordnet, "hierarchy": _hierarchy}
