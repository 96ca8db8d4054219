"""The nine WordNet measures of the thesis as sources: how each is computed, and how it comes to lie in [0, 1]."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError
from goldscale.relatedness.source import Built, RelatednessSource, Request
from goldscale.relatedness.wordnet.chains import STRONG, hirst_st_onge
from goldscale.relatedness.wordnet.content import Content, count_corpus, read_content
from goldscale.relatedness.wordnet.glosses import gloss_vectors, lesk
from goldscale.relatedness.wordnet.location import find_wordnet
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
)
from goldscale.relatedness.words import Words

Scores = tuple[np.ndarray, dict[str, Any]]
"""Values of pairs of senses in [0, 1], and what was found out on the way."""


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


def _build(request: Request, relate: Callable[[_Task], Scores]) -> Built:
    wordnet = open_wordnet(request.options["wordnet"])
    senses = Senses(wordnet, request.labels, Words.read(request.options["mapping"]))
    task = _Task(wordnet, senses.keys, request.options)
    values, found = relate(task) if senses.keys else (np.empty((0, 0)), {})
    return Built(senses.best(values), {"senses": len(senses.keys)} | found)


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
    scores = lesk(task.wordnet, task.senses)
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
) -> RelatednessSource:
    build = partial(_build, relate=relate)
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
        "depth 2 (virtual_root=no: depth 1, as in nltk).",
        "Wu and Palmer 1994",
        lambda task: (wu_palmer(task.taxonomy, task.options["virtual_root"]), {}),
        ROOT,
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
        "Divided by 16, the weight of a strong relation; a chain has 8 - length - turns.",
        "Hirst and St-Onge 1998",
        lambda task: (hirst_st_onge(task.wordnet, task.senses) / STRONG, {}),
    ),
    _source(
        "lesk",
        "WordNet: extended gloss overlaps",
        "Squared lengths of the phrases that the glosses of two, and of those around them, share.",
        "log(1 + s) / log(1 + m), m the highest overlap of any two senses of the labels (a sense with itself); "
        "scale=linear is s / m, which leaves nearly nothing for different labels.",
        "Lesk 1986, Banerjee and Pedersen 2003",
        _lesk,
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
