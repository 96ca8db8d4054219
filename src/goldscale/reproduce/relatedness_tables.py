"""Tables 8.4 and 8.5 of the Nowak thesis: how relatedness measures follow people's judgement of word pairs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from goldscale.errors import MissingResourceError
from goldscale.formats import read_ontology
from goldscale.relatedness import benchmark
from goldscale.relatedness.wordnet.location import find_counts, find_wordnet
from goldscale.reproduce.data import VARIABLE, find_data

CONTENTS = "ic-semcor.dat"
"""The information content file that WordNet::Similarity takes by default."""


def _wordnet(pairs: str, name: str) -> float:
    find_wordnet()  # first, so that a row without it says so, and not that something else is missing too
    options: dict[str, Any] = {"mapping": "pto"} if pairs == "visual" else {}
    if name in ("RES", "JCN", "LIN"):
        options["ic"] = _contents()
    return benchmark(name.lower(), pairs, **options).spearman


def _contents() -> Path:
    folder = find_data("wordnet_ic", CONTENTS)
    found = find_counts(CONTENTS) if folder is None else folder / CONTENTS
    if found is None:
        raise MissingResourceError(
            f"the information content file {CONTENTS}",
            f"Set the environment variable {VARIABLE} to a folder in which wordnet_ic holds it, or let nltk fetch it: "
            "nltk.download('wordnet_ic').",
        )
    return found


def _hierarchy(pairs: str) -> float:
    return benchmark("hierarchy", pairs, ontology=read_ontology("pto-2009")).spearman


FUNCTIONS: dict[str, Callable[..., float]] = {"wordnet": _wordnet, "hierarchy": _hierarchy}
