"""The nine WordNet measures of the thesis as sources: how each is computed, and how it comes to lie in [0, 1]."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError
from goldscale.relatedness.source import Built, RelatednessSource, Request
from goldscale.relatedness.wordnet.chains import STRONG, compounds, hirst_st_onge
from goldscale.relatedness.wordnet.content import Content, count_corpus, read_content
from goldscale.relatedness.wordnet.gloss_vectors import gloss_vectors
from goldscale.relatedness.wordnet.glosses import lesk
from goldscale.relatedness.wordnet.information import jiang_conrath, lin, resnik
from goldscale.relatedness.wordnet.location import find_wordnet
from goldscale.relatedness.wordnet.overlaps import gloss_overlaps
from goldscale.relatedness.wordnet.paths import leacock_chodorow, path, wu_palmer, wu_palmer_nltk
from goldscale.relatedness.wordnet.reader import WordNet
from goldscale.relatedness.wordnet.senses import Senses
from goldscale.relatedness.wordnet.taxonomy import HypernymTaxonomy
from goldscale.relatedness.wordnet.tokens import read_stop_words
from goldscale.relatedness.words import Words

Scores = tuple[np.ndarray, dict[str, Any]]
"""Values of pairs of labels in [0, 1], and what was found out on the way."""


@lru_cache(maxsize=4)
def _opened(path: Path) -> WordNet:
    return WordNet(find_wordnet(path))


def open_wordnet(given: Any = None) -> WordNet:
    """The database at a place, opened once."""
    return _opened(find_wordnet(given).path.absolute())


def _build(request: Request, relate: Callable[[WordNet, Senses, Request], Scores]) -> Built:
    wordnet = open_wordnet(request.options["wordnet"])
    senses = Senses(wordnet, request.labels, Words.read(request.options["mapping"]))
    values, found = relate(wordnet, senses, request) if senses.keys else (senses.best(np.empty((0, 0))), {})
    return Built(values, {"senses": len(senses.keys)} | found)


def _path(wordnet: WordNet, senses: Senses, request: Request) -> Scores:
    return senses.best(path(HypernymTaxonomy(wordnet, senses.keys))), {}


def _wup(wordnet: WordNet, senses: Senses, request: Request) -> Scores:
    taxonomy = HypernymTaxonomy(wordnet, senses.keys)
    if request.options["reading"] == NLTK:
        return senses.best(wu_palmer_nltk(taxonomy)), {}
    return senses.best(wu_palmer(taxonomy, request.options["virtual_root"])), {}


def _lch(wordnet: WordNet, senses: Senses, request: Request) -> Scores:
    scores, highest = leacock_chodorow(HypernymTaxonomy(wordnet, senses.keys), request.options["virtual_root"])
    return senses.best(np.maximum(scores / highest, 0.0)), {"highest": highest}


def _res(wordnet: WordNet, senses: Senses, request: Request) -> Scores:
    content = _content(wordnet, request)
    shared = resnik(HypernymTaxonomy(wordnet, senses.keys), content)
    # A synset counted once, and nothing but, is as informative as can be.
    return senses.best(np.minimum(shared / log(content.total), 1.0)), _about(content)


def _jcn(wordnet: WordNet, senses: Senses, request: Request) -> Scores:
    content = _content(wordnet, request)
    return senses.best(1.0 / (1.0 + jiang_conrath(HypernymTaxonomy(wordnet, senses.keys), content))), _about(content)


def _lin(wordnet: WordNet, senses: Senses, request: Request) -> Scores:
    content = _content(wordnet, request)
    return senses.best(lin(HypernymTaxonomy(wordnet, senses.keys), content)), _about(content)


def _content(wordnet: WordNet, request: Request) -> Content:
    if request.options["corpus"] is None:
        return read_content(request.options["ic"])
    if request.options["ic"] is not None:
        raise ParameterError("information content comes from a file (ic) or from a corpus, not from both")
    return count_corpus(request.options["corpus"], wordnet, request.options["smoothing"])


def _about(content: Content) -> dict[str, Any]:
    return {"content": content.name, "counted": content.total}


def _hso(wordnet: WordNet, senses: Senses, request: Request) -> Scores:
    values = senses.best(hirst_st_onge(wordnet, senses.keys))
    for a, b in compounds(wordnet, senses):
        values[a, b] = STRONG
    return values / STRONG, {}


def _lesk(wordnet: WordNet, senses: Senses, request: Request) -> Scores:
    stop = request.options["stop"]
    if request.options["reading"] == SIMILARITY:
        scores = gloss_overlaps(wordnet, senses.keys, read_stop_words(stop))
    elif stop is None:
        scores = lesk(wordnet, senses.keys)
    else:
        raise ParameterError(f"a stop list (stop) goes with reading={SIMILARITY}: {CONTENT_WORDS} has its own")
    highest = float(scores.max(initial=1.0))
    if request.options["scale"] == "linear":
        return senses.best(scores / highest), {"highest": highest}
    return senses.best(np.log1p(scores) / np.log1p(highest)), {"highest": highest}


def _vec(wordnet: WordNet, senses: Senses, request: Request) -> Scores:
    return senses.best(gloss_vectors(wordnet, senses.keys)), {}


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
    "Whose lowest common hypernym and depth; nltk has no virtual root.",
    "choice",
    SIMILARITY,
    (SIMILARITY, NLTK),
)
LESK_READING = Parameter(
    "reading",
    "All words, examples and synonyms, as WordNet::Similarity, or definitions without examples, where phrases begin "
    "and end with content words.",
    "choice",
    SIMILARITY,
    (SIMILARITY, CONTENT_WORDS),
)
STOP = Parameter(
    "stop",
    "Words to leave out, a file with one in each line, or 'function-words', which is built in; WordNet::Similarity "
    "leaves out none unless told.",
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
    relate: Callable[[WordNet, Senses, Request], Scores],
    *more: Parameter,
) -> RelatednessSource:
    def build(request: Request) -> Built:
        return _build(request, relate)

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
        _path,
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
        _res,
        *CONTENT,
    ),
    _source(
        "jcn",
        "WordNet: Jiang and Conrath",
        "Content of both beside that of their most informative common hypernym, as a distance.",
        "1 / (1 + distance), where WordNet::Similarity has 1 / distance: the same order, and 1 for the same synset.",
        "Jiang and Conrath 1997",
        _jcn,
        *CONTENT,
    ),
    _source(
        "lin",
        "WordNet: Lin",
        "Content of the most informative common hypernym as a share of the contents of both.",
        "As it is: 1 for the same synset.",
        "Lin 1998",
        _lin,
        *CONTENT,
    ),
    _source(
        "hso",
        "WordNet: Hirst and St-Onge",
        "Length and turns of the chain of links (hypernyms, parts, antonyms...) between two.",
        "Divided by 16, the weight of a strong relation; a chain of two to five links has 8 - length - turns. The "
        "better of both directions counts.",
        "Hirst and St-Onge 1998",
        _hso,
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
        _vec,
    ),
)
