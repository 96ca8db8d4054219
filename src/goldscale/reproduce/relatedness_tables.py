"""Tables 8.4 and 8.5 of the Nowak thesis: how relatedness measures follow people's judgement of word pairs."""

from __future__ import annotations

from functools import partial

from goldscale.formats import read_ontology
from goldscale.relatedness import benchmark
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
CONVENTIONS = {
    "WUP": "Ours counts a virtual root and takes the lowest common hypernym by its shortest way to the root.",
    "RES": "Contents from ic-brown.dat.",
    "JCN": "Contents from ic-brown.dat; 1 / (1 + distance), which orders as 1 / distance does.",
    "LIN": "Contents from ic-brown.dat.",
    "HSO": "Ours counts chains of one link too; other implementations (WS4J) want at least two.",
    "LESK": "Ours compares definitions without their examples; no phrase runs from one gloss into another.",
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
    options = {"mapping": "pto"} if pairs == "visual" else {}
    return benchmark(name.lower(), pairs, **options).spearman


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
