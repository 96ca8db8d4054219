"""Two-sided tests of paired differences, for many pairs of runs at once.

Differences come as units x pairs, NaN where one of the two runs has no value; such a unit is no part of that pair. A
pair's p-value does not depend on which other pairs are tested. Every test gives p = 1 where all differences are 0.
"""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr, chdtrc, erfc

from goldscale.data.registry import Registry
from goldscale.errors import ParameterError
from goldscale.kernels.flips import flips
from goldscale.kernels.intervals import SAME
from goldscale.significance.bootstrap import bootstrap
from goldscale.significance.found import Found, Test, by_block
from goldscale.significance.pairing import PairedValues
from goldscale.significance.student import student
from goldscale.significance.sums import weighted

EXACT_FLIPS = 20
"""Up to so many differences other than 0, all ways of flipping their signs are tried."""
EXACT_RANKS = 50
"""Up to so many differences other than 0, the distribution of the rank sum is exact."""
EXACT_DISCORDANT = 25
"""Up to so many units that only one of two runs gets right, McNemar's test is exact."""


def randomisation(paired: PairedValues, replicates: int, seed: int) -> Found:
    """Fisher's randomisation test: how often the mean is as far from 0 when each difference may change its sign.

    All sign flips are tried where at most 20 differences are not 0; otherwise so many random ones as ``replicates``
    says, the same for all pairs, and p = (1 + as extreme) / (1 + replicates), which is never 0 (Smucker, Allan &
    Carterette, CIKM 2007, doi:10.1145/1321440.1321528; Phipson & Smyth 2010, doi:10.2202/1544-6115.1585).

    >>> randomisation(PairedValues(np.array([[0.5, 0.6, 0.7], [0.4, 0.4, 0.4]]), [(0, 1)]), 1000, 0).p.tolist()
    [0.25]
    """
    found = paired.moments
    exact = found.changing <= EXACT_FLIPS
    p = np.empty(len(paired))
    for pairs in paired.blocks(np.flatnonzero(exact)):
        for pair, column in zip(pairs, np.nan_to_num(paired.differences(pairs)).T, strict=True):
            p[pair] = _all_flips(column[column != 0])
    drawn = np.flatnonzero(~exact)
    if len(drawn):
        p[drawn] = (_as_extreme(paired, drawn, replicates, seed) + 1) / (replicates + 1)
    return Found(p, exact, np.where(exact, _one_sided(found.changing), 1 / (replicates + 1)))


def _as_extreme(paired: PairedValues, pairs: np.ndarray, replicates: int, seed: int) -> np.ndarray:
    """Of each of the pairs: how many random flips leave a sum that is as far from 0."""
    limit = np.abs(paired.moments.mean * paired.moments.units) - paired.slack
    count = np.zeros(len(paired), dtype=np.int64)
    for sums in weighted(paired, flips(np.random.default_rng(seed), paired.units, replicates)):
        for part in paired.blocks(pairs, rows=sums.weights.shape[1]):
            count[part] += np.count_nonzero(np.abs(sums.of_differences(part)) >= limit[part, None], axis=1)
    return count[pairs]


def _one_sided(changing: np.ndarray) -> np.ndarray:
    """How likely so many differences have the same sign, whichever, if either is as likely."""
    return 2.0 ** np.minimum(1 - changing, 0)


def _all_flips(differences: np.ndarray) -> float:
    # The first sign stays: flipping all of them leaves the size of the sum alone.
    sums = differences[:1]
    for difference in differences[1:]:
        sums = np.concatenate([sums + difference, sums - difference])
    limit = abs(differences.sum()) - SAME * np.abs(differences).sum()
    return float(np.mean(np.abs(sums) >= limit)) if len(sums) else 1.0


def wilcoxon(differences: np.ndarray) -> Found:
    """Wilcoxon's signed-rank test (Biometrics Bulletin 1, 1945, doi:10.2307/3001968).

    Differences of 0 are left out, tied ones share their ranks. Up to 50 differences the distribution is exact, ties
    and all; beyond, it is the normal one with the variance corrected for ties.

    >>> wilcoxon(np.array([[0.1], [0.2], [0.3]])).p.tolist()
    [0.25]
    """
    columns = [column[~np.isnan(column) & (column != 0)] for column in differences.T]
    p = np.array([_signed_ranks(column) for column in columns])
    changing = np.array([len(column) for column in columns])
    return Found(p, changing <= EXACT_RANKS, _one_sided(changing))


def _signed_ranks(differences: np.ndarray) -> float:
    count = len(differences)
    place = _places(np.abs(differences))
    tied = np.bincount(place)
    doubled = (2 * np.cumsum(tied) - tied + 1)[place]  # twice the rank is a whole number
    positive = int(doubled[differences > 0].sum())
    if count <= EXACT_RANKS:
        ways = np.zeros(count * (count + 1) + 1)
        ways[0] = 1.0
        for rank in doubled:
            ways[rank:] = ways[rank:] + ways[:-rank]
        return float(min(1.0, 2 * min(ways[: positive + 1].sum(), ways[positive:].sum()) / 2.0**count))
    variance = count * (count + 1) * (2 * count + 1) / 24 - (tied**3 - tied).sum() / 48
    z = (positive / 2 - count * (count + 1) / 4) / np.sqrt(variance)
    return float(erfc(abs(z) / np.sqrt(2)))


def _places(sizes: np.ndarray) -> np.ndarray:
    """The place of each size among those that differ: 0.3 - 0.2 and 0.2 - 0.1 share one, though rounding parts them."""
    order = np.argsort(sizes)
    steps = np.diff(sizes[order], prepend=sizes[order[:1]]) > SAME * sizes.max(initial=0.0)
    places = np.empty(len(sizes), dtype=np.int64)
    places[order] = np.cumsum(steps)
    return places


def sign(differences: np.ndarray) -> Found:
    """The sign test: how likely a fair coin is as one-sided. Differences of 0 are left out.

    >>> sign(np.array([[0.1], [0.2], [0.3]])).p.tolist()
    [0.25]
    """
    more, less = _wins(differences)
    return Found(_coin(more, less), np.ones(len(more), dtype=bool), _one_sided(more + less))


def _wins(differences: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each pair: on how many units the first run has more, and on how many the second."""
    with np.errstate(invalid="ignore"):
        return (differences > 0).sum(axis=0), (differences < 0).sum(axis=0)


def _coin(more: np.ndarray, less: np.ndarray) -> np.ndarray:
    """How likely a fair coin is as one-sided as this."""
    p = np.minimum(1.0, 2 * bdtr(np.minimum(more, less).astype(float), more + less, 0.5))
    return np.where(more == less, 1.0, p)


def mcnemar(paired: PairedValues, replicates: int, seed: int) -> Found:
    """McNemar's test of units that are right or wrong (Psychometrika 12, 1947, doi:10.1007/BF02295996; Hodosh 4.2.1).

    It looks at the units that only one of the two runs gets right. Up to 25 of those, p is the exact one of a fair
    coin; beyond, that of chi-square with the correction for continuity (Edwards, Psychometrika 13, 1948). A value
    other than 0 and 1 is refused.

    >>> mcnemar(PairedValues(np.array([[1.0, 1, 1, 0], [0, 0, 0, 0]]), [(0, 1)]), 0, 0).p.tolist()
    [0.25]
    """
    other = paired.values[~np.isnan(paired.values) & (paired.values != 0) & (paired.values != 1)]
    if other.size:
        raise ParameterError(
            f"McNemar's test is of units that are right or wrong, and {paired.measure} gives one {other[0]:.4g}; take "
            "another test (where ties share a rank between right and wrong, another rule for ties than 'expected')"
        )
    return by_block(_mcnemar)(paired, replicates, seed)


def _mcnemar(differences: np.ndarray) -> Found:
    more, less = _wins(differences)
    discordant = more + less
    few = discordant <= EXACT_DISCORDANT
    p = np.where(few, _coin(more, less), _chi_square(np.abs(more - less), discordant))
    return Found(p, few, np.where(few, _one_sided(discordant), _chi_square(discordant, discordant)))


def _chi_square(apart: np.ndarray, discordant: np.ndarray) -> np.ndarray:
    """p of so many units that one run has more of its own, less one for continuity."""
    return np.asarray(chdtrc(1, np.maximum(apart - 1, 0) ** 2 / np.maximum(discordant, 1)))


TESTS: Registry[Test] = Registry(
    "test",
    {
        "randomisation": randomisation,
        "bootstrap": bootstrap,
        "t": student,
        "wilcoxon": by_block(wilcoxon),
        "sign": by_block(sign),
        "mcnemar": mcnemar,
    },
)
