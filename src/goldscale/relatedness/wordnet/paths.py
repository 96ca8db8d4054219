"""WordNet measures that count links: path, Wu and Palmer, Leacock and Chodorow."""

from __future__ import annotations

import numpy as np

from goldscale.relatedness.wordnet.taxonomy import HypernymTaxonomy, height


def path(taxonomy: HypernymTaxonomy) -> np.ndarray:
    """1 / number of synsets on the shortest way, both ends included."""
    return 1.0 / (taxonomy.distances + 1.0)


def wu_palmer(taxonomy: HypernymTaxonomy, virtual_root: bool) -> np.ndarray:
    """2 depth(c) / (links(a, c) + links(b, c) + 2 depth(c)), c the lowest synset above both.

    Depth counts synsets from the root down to c on the longest way, the root being 1; with a virtual root above
    the real one it is one more. The lowest is the one whose shortest way to the root is the longest (as in nltk);
    of several, the one that gives the higher value.
    """
    size = len(taxonomy.senses)
    level = np.full((size, size), -1)
    value = np.zeros((size, size))
    for shared, block in taxonomy.blocks():
        shortest, longest = taxonomy.depth(shared.above)
        twice = 2.0 * (longest + 1 + virtual_root)
        new = twice / (np.add.outer(shared.links, shared.links) + twice)
        take = (shortest > level[block]) | ((shortest == level[block]) & (new > value[block]))
        level[block] = np.where(take, shortest, level[block])
        value[block] = np.where(take, new, value[block])
    return value


def leacock_chodorow(taxonomy: HypernymTaxonomy, virtual_root: bool) -> tuple[np.ndarray, float]:
    """-log(synsets on the shortest way / 2D), and the highest value it takes, log 2D (of a synset with itself).

    D is the depth of the noun hierarchy; with a virtual root above the real one it is one more.
    """
    highest = float(np.log(2.0 * max(height(taxonomy.wordnet) + virtual_root, 1)))
    return highest - np.log(taxonomy.distances + 1.0), highest
