"""WordNet measures that count links: path, Wu and Palmer, Leacock and Chodorow."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldscale.relatedness.wordnet.taxonomy import HypernymTaxonomy, SharedHypernyms, height


def path(taxonomy: HypernymTaxonomy) -> np.ndarray:
    """1 / number of synsets on the shortest way, both ends included."""
    return 1.0 / (taxonomy.distances + 1.0)


def wu_palmer(taxonomy: HypernymTaxonomy, virtual_root: bool) -> np.ndarray:
    """2 depth(c) / (links(a, c) + links(b, c) + 2 depth(c)), c the lowest synset above both, as WordNet::Similarity.

    Depth counts synsets from the root down to c on the shortest way, the root being 1; with a virtual root above
    the real one it is one more. The lowest is the deepest of those at which two ways up meet for the first time;
    of several, the one that gives the higher value.
    """

    def depths(shared: SharedHypernyms) -> tuple[int, int]:
        shortest, _ = taxonomy.depth(shared.above)
        return shortest, shortest + 1 + virtual_root

    return _wu_palmer(taxonomy, depths, taxonomy.lowest)


def wu_palmer_nltk(taxonomy: HypernymTaxonomy) -> np.ndarray:
    """Wu and Palmer's similarity as nltk reads it.

    The lowest synset above both is the one whose shortest way to the root is the longest, be it above another of
    them; its depth counts synsets on its longest way from the root, which is 1.
    """

    def depths(shared: SharedHypernyms) -> tuple[int, int]:
        shortest, longest = taxonomy.depth(shared.above)
        return shortest, longest + 1

    return _wu_palmer(taxonomy, depths, lambda shared: np.True_)


def _wu_palmer(
    taxonomy: HypernymTaxonomy,
    depths: Callable[[SharedHypernyms], tuple[int, int]],
    eligible: Callable[[SharedHypernyms], np.ndarray | np.bool_],
) -> np.ndarray:
    """Values at the eligible synset of the greatest level; ``depths`` gives a synset's level and the depth that counts.

    Links between a synset and the one above both are those of the shortest way, which may lead over a third.
    """
    size = len(taxonomy.senses)
    best_level = np.full((size, size), -1)
    value = np.zeros((size, size))
    for shared, block in taxonomy.blocks():
        level, depth = depths(shared)
        links = taxonomy.distances_to(shared)
        new = 2.0 * depth / (np.add.outer(links, links) + 2.0 * depth)
        lower = (level > best_level[block]) | ((level == best_level[block]) & (new > value[block]))
        take = lower & eligible(shared)
        best_level[block] = np.where(take, level, best_level[block])
        value[block] = np.where(take, new, value[block])
    return value


def leacock_chodorow(taxonomy: HypernymTaxonomy, virtual_root: bool) -> tuple[np.ndarray, float]:
    """-log(synsets on the shortest way / 2D), and the highest value it takes, log 2D (of a synset with itself).

    D is the depth of the noun hierarchy; with a virtual root above the real one it is one more.
    """
    highest = float(np.log(2.0 * max(height(taxonomy.wordnet) + virtual_root, 1)))
    return highest - np.log(taxonomy.distances + 1.0), highest
