"""WordNet measures by information content: Resnik, Jiang and Conrath, Lin."""

from __future__ import annotations

import numpy as np

from goldscale.relatedness.wordnet.content import Content
from goldscale.relatedness.wordnet.taxonomy import HypernymTaxonomy


def contents(taxonomy: HypernymTaxonomy, content: Content) -> np.ndarray:
    """Information content of each sense; NaN where it was never counted."""
    return np.array([content.of(sense) for sense in taxonomy.senses], dtype=np.float64)


def resnik(taxonomy: HypernymTaxonomy, content: Content) -> np.ndarray:
    """Information content of the most informative synset at which two ways up meet for the first time.

    It is 0 where none of these was counted, even if one further up was (as in WordNet::Similarity).
    """
    shared_content = np.zeros((len(taxonomy.senses), len(taxonomy.senses)))
    for shared, block in taxonomy.blocks():
        if not taxonomy.wordnet.hypernyms(shared.above):
            content.check(shared.above)
        value = content.of(shared.above)
        if value > 0:
            shared_content[block] = np.maximum(shared_content[block], np.where(taxonomy.lowest(shared), value, 0.0))
    return shared_content


def jiang_conrath(taxonomy: HypernymTaxonomy, content: Content) -> np.ndarray:
    """The distance IC(a) + IC(b) - 2 IC(c); infinite for the root and for what was never counted (as in nltk)."""
    own = contents(taxonomy, content)
    own[own == 0] = np.nan
    distance = np.add.outer(own, own) - 2.0 * resnik(taxonomy, content)
    np.fill_diagonal(distance, 0.0)
    return np.where(np.isnan(distance), np.inf, np.maximum(distance, 0.0))


def lin(taxonomy: HypernymTaxonomy, content: Content) -> np.ndarray:
    """2 IC(c) / (IC(a) + IC(b)); 0 for what was never counted, 1 for a synset with itself."""
    own = contents(taxonomy, content)
    both = np.add.outer(own, own)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = 2.0 * resnik(taxonomy, content) / both
    np.fill_diagonal(value, 1.0)
    return np.where(np.isfinite(value), np.minimum(value, 1.0), 0.0)
