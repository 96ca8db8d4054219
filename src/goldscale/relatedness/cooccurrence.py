"""Relatedness from what occurs together: the normalised web distance and positive pointwise mutual information."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError
from goldscale.relatedness.counts import from_corpus, from_hits, from_truth
from goldscale.relatedness.source import Built, RelatednessSource, Request
from goldscale.relatedness.words import Words


def web_distance(together: np.ndarray, documents: float) -> np.ndarray:
    """NWD (thesis eq. 4.1): (max log h - log h(x, y)) / (log N - min log h); infinite where two never meet.

    Search engines guess: where they claim more documents with both than with one, the distance is 0.

    >>> web_distance(np.array([[8.0, 2.0], [2.0, 4.0]]), 16).round(3)[0, 1]
    np.float64(1.0)
    """
    alone = np.diagonal(together)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(alone)
        upper = np.maximum.outer(logs, logs) - np.log(together)
        lower = np.log(documents) - np.minimum.outer(logs, logs)
        # Two labels that every document carries are as near as can be, though the equation is 0 / 0 there.
        distance = np.where(upper <= 0, 0.0, upper / lower)
    return _unknown_where_never_seen(distance, alone)


def positive_information(together: np.ndarray, documents: float) -> np.ndarray:
    """Positive pointwise mutual information log p(x, y) / p(x) p(y), divided by its largest value -log p(x, y).

    >>> positive_information(np.array([[4.0, 4.0], [4.0, 4.0]]), 16)[0, 1]
    np.float64(1.0)
    """
    alone = np.diagonal(together)
    with np.errstate(divide="ignore", invalid="ignore"):
        joint = np.log(together / documents)
        information = joint - np.add.outer(np.log(alone / documents), np.log(alone / documents))
        value = np.where(together == 0, 0.0, np.where(joint >= 0, 1.0, information / -joint))
    return _unknown_where_never_seen(np.clip(value, 0.0, 1.0), alone)


def _unknown_where_never_seen(values: np.ndarray, alone: np.ndarray) -> np.ndarray:
    unseen = ~(alone > 0)
    values[unseen] = values[:, unseen] = np.nan
    return values


def _build(request: Request, relate: Callable[[np.ndarray, float], np.ndarray]) -> Built:
    options = request.options
    words = Words.read(options["mapping"])
    if options["truth"] is not None:
        counts = from_truth(options["truth"], request.labels)
    elif options["corpus"] is not None:
        counts = from_corpus(options["corpus"], request.labels, words, options["unit"])
    else:
        counts = from_hits(options["hits"], request.labels, words, options["documents"])
    largest = np.nanmax(counts.alone, initial=0.0)
    if not counts.documents >= largest:
        raise ParameterError(f"there are {counts.documents:g} documents in all, but {largest:g} with one of the labels")
    return Built(relate(counts.together, counts.documents), {"documents": counts.documents})


PARAMETERS = (
    Parameter("corpus", "A text with one list of tags or one caption per line."),
    Parameter("truth", "Judgements, of which each item is a document and its labels are the tags.", "truth"),
    Parameter("hits", "Hit counts: rows x,count and x,y,count, and *,N for the number of documents in all."),
    Parameter("documents", "N, where the table of hits does not say it.", "number"),
    Parameter("unit", "What a line of the corpus is.", "choice", "tags", ("tags", "captions")),
    Parameter("mapping", "Rows label,word for labels that the corpus spells otherwise; 'pto' is built in."),
)
WAYS = ("corpus", "truth", "hits")

SOURCES = (
    RelatednessSource(
        name="nwd",
        title="Normalised web distance",
        summary="How much rarer two labels are together than alone; with hit counts of Flickr or a search engine it "
        "is FTS, FCS, www_Y or www_G.",
        scale="exp(-2 NWD); 0 where two labels never occur together.",
        reference="Cilibrasi and Vitanyi 2007; Gracia and Mena 2008; Nowak thesis, eqs. 4.1 and 4.2",
        build=partial(_build, relate=lambda together, documents: np.exp(-2.0 * web_distance(together, documents))),
        parameters=PARAMETERS,
        one_of=WAYS,
    ),
    RelatednessSource(
        name="ppmi",
        title="Positive pointwise mutual information",
        summary="How much more often two labels occur together than they would by chance.",
        scale="Divided by -log p(x, y), its largest possible value; 0 where they meet less often than by chance.",
        reference="Church and Hanks 1990; normalisation of Bouma 2009",
        build=partial(_build, relate=positive_information),
        parameters=PARAMETERS,
        one_of=WAYS,
    ),
)
