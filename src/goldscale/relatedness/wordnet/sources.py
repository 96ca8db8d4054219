"""The nine WordNet measures of the thesis as sources: how each is computed, and how it comes to lie in [0, 1]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError
from goldscale.relatedness.source import Built, RelatednessSource, Request
from goldscale.relatedness.wordnet.chains import STRONG, compounds, hirst_st_onge
from goldscale.relatedness.wordnet.content import Content, count_corpus, read_content
from goldscale.relatedness.wordnet.glosses import BUILT_IN, gloss_vectors, lesk, read_stop_words
from goldscale.relatedness.wordnet.location import find_wordnet
from goldscale.relatedness.wordnet.overlaps import gloss_overlaps
from goldscale.relatedness.wordnet.reader import Key, WordNet
from goldscale.relatedness.wordnet.senses import Senses
from goldscale.relatedness.wordnet.taxonomy import (
    HypernymTaxonomy,
    jiang_conrath,
    leacock_chodorow,
    lin,
    path,
    resnik,
    wu_palmer,
    wu_palmer_nltk,
)
from goldscale.relatedness.words import Words

Scores = tuple[np.ndarray, dict[str, Any]]
"""Values of pairs of senses in [0, 1], and what was found out on the way."""

LabelPairs = Callable[[WordNet, Senses], Iterable[tuple[int, int]]]
"""Pairs of labels with the value 1, whatever their senses."""


@lru_cache(maxsize=4)
def _opened(path: Path) -> WordNet:
    return WordNet(find_wordnet(path))


def open_wordnet(given: Any = None) -> WordNet:
    """The database at a place, opened once."""
    return _opened(find_wordnet(given).path.absolute())


@dataclass(frozen=True)
class _Task:
    """What is asked of a measure: the senses in a database, and the options."""

    wordnet: WordNet
    senses: list[Key]
    options: Mapping[str, Any]

    @property
    def taxonomy(self) -> HypernymTaxonomy:
        return HypernymTaxonomy(self.wordnet, self.senses)

    @property
    def content(self) -> Content:
        if self.options["corpus"] is None:
            return read_content(self.options["ic"])
        if self.options["ic"] is not None:
            raise ParameterError("information content comes from a file (ic) or from a corpus, not from both")
        return count_corpus(self.options["corpus"], self.wordnet, self.options["smoothing"])


def _build(request: Request, relate: Callable[[_Task], Scores], strong: LabelPairs | None) -> Built:
    wordnet = open_wordnet(request.options["wordnet"])
    senses = Senses(wordnet, request.labels, Words.read(request.options["mapping"]))
    task = _Task(wordnet, senses.keys, request.options)
    values, found = relate(task) if senses.keys else (np.empty((0, 0)), {})
    best = senses.best(values)
    for pair in strong(wordnet, senses) if strong else ():
        best[pair] = 1.0
    return Built(best, {"senses": len(senses.keys)} | found)


def _wup(task: _Task) -> Scores:
    if task.options["reading"] == NLTK:
        return wu_palmer_nltk(task.taxonomy), {}
    return wu_palmer(task.taxonomy, task.options["virtual_root"]), {}


def _lch(task: _Task) -> Scores:
    scores, highest = leacock_chodorow(task.taxonomy, task.options["virtual_root"])
    return np.maximum(scores / highest, 0.0), {"highest": highest}


def _informed(relate: Callable[[HypernymTaxonomy, Content], np.ndarray]) -> Callable[[_Task], Scores]:
    """A measure by information content, which says where that comes from."""

    def scores(task: _Task) -> Scores:
        content = task.content
        return relate(task.taxonomy, content), {"content": content.name, "counted": content.total}

    return scores


def _lesk(task: _Task) -> Scores:
    stop = task.options["stop"]
    if task.options["reading"] == SIMILARITY:
        scores = gloss_overlaps(task.wordnet, task.senses, read_stop_words(stop))
    elif stop is None:
        scores = lesk(task.wordnet, task.senses)
    else:
        raise ParameterError(f"a stop list (stop) goes with reading={SIMILARITY}: {CONTENT_WORDS} has its own")
    highest = float(scores.max(initial=1.0))
    if task.options["scale"] == "linear":
        return scores / highest, {"highest": highest}
    return np.log1p(scores) / np.log1p(highest), {"highest": highest}


PLACES = (
    Parameter("wordnet", "Folder of WNdb files, or nltk's zip; without it the usual places.", "place"),
    Parameter(
        "mapping", "Rows label,word for labels that WordNet lacks (also word#2 or an offset); 'pto' is built in."
    ),
)
ROOT = Parameter("virtual_root", "Count a virtual root above the real one, as WordNet::Similarity.", "flag", True)
SIMILARITY, NLTK, CONTENT_WORDS = "wordnet-similarity", "nltk", "content-words"
WUP_READING = Parameter(
    "reading",
    "Whose definition of the lowest common hypernym and its depth; nltk has no virtual root.",
    "choice",
    SIMILARITY,
    (SIMILARITY, NLTK),
)
LESK_READING = Parameter(
    "reading",
    "All words, examples and synonyms, as in WordNet::Similarity, or definitions without examples, where phrases begin "
    "and end with content words.",
    "choice",
    SIMILARITY,
    (SIMILARITY, CONTENT_WORDS),
)
STOP = Parameter(
    "stop",
    f"A stop list: a file with one word per line, or '{BUILT_IN}', which is built in; without it no word is left out, "
    "as in WordNet::Similarity.",
)
CONTENT = (
    Parameter("ic", "Information content file of WordNet::Similarity; without it nltk's ic-brown.dat."),
    Parameter("corpus", "A text to count words in, instead of an information content file."),
    Parameter("smoothing", "What is added to the count of each synset in that text.", "number", 1.0),
)
LOG = Parameter("scale", "How overlaps are brought to [0, 1].", "choice", "log", ("log", "linear"))
BEST = "The best pair of noun senses counts."


def _source(
    name: str,
    title: str,
    summary: str,
    scale: str,
    reference: str,
    relate: Callable[[_Task], Scores],
    *more: Parameter,
    strong: LabelPairs | None = None,
) -> RelatednessSource:
    build = partial(_build, relate=relate, strong=strong)
    return RelatednessSource(
        name, title, f"{summary} {BEST}", scale, f"{reference}; Nowak thesis 4.5.1", build, PLACES + more
    )


SOURCES = (
    _source(
        "path",
        "WordNet: path length",
        "One over the number of synsets on the shortest way between two.",
        "As it is: 1 for the same synset.",
        "Pedersen et al. 2004",
        lambda task: (path(task.taxonomy), {}),
    ),
    _source(
        "wup",
        "WordNet: Wu and Palmer",
        "Depth of the lowest common hypernym beside the depths of the two.",
        "As it is: 1 for the same synset. Root convention: a virtual root above 'entity' counts, so that entity has "
        "depth 2 (virtual_root=no: depth 1).",
        "Wu and Palmer 1994",
        _wup,
        ROOT,
        WUP_READING,
    ),
    _source(
        "lch",
        "WordNet: Leacock and Chodorow",
        "Minus the logarithm of the path length beside twice the depth D of the hierarchy.",
        "Divided by log 2D, its value for the same synset. Root convention: a virtual root counts, D = 20 in "
        "WordNet 3.0 (virtual_root=no: D = 19, as in nltk).",
        "Leacock and Chodorow 1998",
        _lch,
        ROOT,
    ),
    _source(
        "res",
        "WordNet: Resnik",
        "Information content of the most informative common hypernym.",
        "Divided by log N, the content of a synset counted once in N; a label's value with itself is set to 1.",
        "Resnik 1995",
        # A synset counted once, and nothing but, is as informative as can be.
        _informed(lambda taxonomy, content: np.minimum(resnik(taxonomy, content) / log(content.total), 1.0)),
        *CONTENT,
    ),
    _source(
        "jcn",
        "WordNet: Jiang and Conrath",
        "Content of both beside that of their most informative common hypernym, as a distance.",
        "1 / (1 + distance), where WordNet::Similarity has 1 / distance: the same order, and 1 for the same synset.",
        "Jiang and Conrath 1997",
        _informed(lambda taxonomy, content: 1.0 / (1.0 + jiang_conrath(taxonomy, content))),
        *CONTENT,
    ),
    _source(
        "lin",
        "WordNet: Lin",
        "Content of the most informative common hypernym as a share of the contents of both.",
        "As it is: 1 for the same synset.",
        "Lin 1998",
        _informed(lin),
        *CONTENT,
    ),
    _source(
        "hso",
        "WordNet: Hirst and St-Onge",
        "Length and turns of the chain of links (hypernyms, parts, antonyms...) between two.",
        "Divided by 16, the weight of a strong relation; a chain of two to five links has 8 - length - turns. The "
        "better of both directions counts.",
        "Hirst and St-Onge 1998",
        lambda task: (hirst_st_onge(task.wordnet, task.senses) / STRONG, {}),
        strong=compounds,
    ),
    _source(
        "lesk",
        "WordNet: extended gloss overlaps",
        "Squared lengths of the phrases that the glosses of two, and of those around them, share.",
        "log(1 + s) / log(1 + m), m the highest overlap of any two senses of the labels (a sense with itself); "
        "scale=linear is s / m, which leaves nearly nothing for different labels.",
        "Lesk 1986, Banerjee and Pedersen 2003",
        _lesk,
        LESK_READING,
        STOP,
        LOG,
    ),
    _source(
        "vec",
        "WordNet: gloss vectors",
        "Cosine of the words around the words of both glosses, counted in all glosses.",
        "As it is: no count is negative.",
        "Patwardhan and Pedersen 2006",
        lambda task: (gloss_vectors(task.wordnet, task.senses), {}),
    ),
)
