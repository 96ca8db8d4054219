"""Tables 8.4 and 8.5 of the Nowak thesis: how relatedness measures follow people's judgement of word pairs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from goldscale.errors import MissingResourceError
from goldscale.formats import read_ontology
from goldscale.relatedness import benchmark
from goldscale.relatedness.wordnet.location import find_counts, find_wordnet
from goldscale.reproduce.data import VARIABLE, find_data
from goldscale.reproduce.table import Printed

SEED = "Nowak thesis"

GRACIA_MENA = {
    "VEC": "0.62",
    "RES": "0.56",
    "LESK": "0.56",
    "WUP": "0.47",
    "HSO": "0.46",
    "LIN": "0.46",
    "LCH": "0.41",
    "PATH": "0.41",
    "JCN": "0.40",
}
VISUAL = {
    "WUP": "0.507",
    "JCN": "0.451",
    "PATH": "0.449",
    "LIN": "0.424",
    "HSO": "0.405",
    "RES": "0.357",
    "LCH": "0.310",
    "VEC": "0.232",
    "LESK": "0.060",
}

VERSION = "Spearman. The printed value comes from a version of WordNet and of WordNet::Similarity that is not named."
CONTENTS = "ic-semcor.dat"
"""The information content file that WordNet::Similarity takes by default."""

CONTENTS_NOTE = f"Contents from {CONTENTS}, the default of WordNet::Similarity."
CONVENTIONS = {
    "RES": CONTENTS_NOTE,
    "JCN": f"{CONTENTS_NOTE} 1 / (1 + distance) orders as 1 / distance does.",
    "LIN": CONTENTS_NOTE,
    "LESK": "As WordNet::Similarity by default, which has no stop list; with the sample one of its distribution the "
    "Spearman is 0.572 in table 8.4 and 0.329 in table 8.5.",
    "VEC": "Ours takes word vectors from WordNet's glosses, words of 5 to 1000 glosses as dimensions.",
}
MAPPED = (
    "Words that WordNet lacks (sunny, no person...) go through our mapping 'pto'; the thesis does not list its own."
)
ORDER = (
    "PATH and LCH are both falling functions of the same path length, so that their rank correlations must be equal "
    "(as in table 8.4); the two printed here are not."
)


def _wordnet(name: str, pairs: str) -> float:
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


def _hierarchy() -> float:
    return benchmark("hierarchy", "visual", ontology=read_ontology("pto-2009")).spearman


def _note(name: str, pairs: str) -> str:
    parts = [VERSION, CONVENTIONS.get(name, "")]
    if pairs == "visual":
        parts += [MAPPED, ORDER if name in ("PATH", "LCH") else ""]
    return " ".join(filter(None, parts))


TABLES = (
    *(
        Printed(SEED, table, name, value, partial(_wordnet, name, pairs), _note(name, pairs))
        for table, pairs, printed in (("8.4", "gracia-mena", GRACIA_MENA), ("8.5", "visual", VISUAL))
        for name, value in printed.items()
    ),
    Printed(
        SEED,
        "8.5",
        "OS",
        "0.713",
        _hierarchy,
        "Spearman of 1 - cost (eq. 7.2) on pto-2009, each word taken for the concept of that name (city for Citylife, "
        "several persons for Small_Group...). The thesis does not say which concepts stood for the words, and the tree "
        "of its costs is known only as far as its two printed examples.",
    ),
)
