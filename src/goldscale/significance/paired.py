"""Two-sided tests of paired differences, for many pairs of runs at once.

Differences come as units x pairs, NaN where one of the two runs has no value; such a unit is no part of that pair. A
pair's p-value does not depend on which other pairs are tested. Every test gives p = 1 where all differences are 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, erfc, stdtr

from goldscale.data.registry import Registry
from goldscale.kernels.flips import flipped_sums
from goldscale.kernels.intervals import SAME
from goldscale.kernels.resampling import draws

EXACT_FLIPS = 20
"""Up to so many differences other than 0, all ways of flipping their signs are tried."""
EXACT_RANKS = 50
"""Up to so many differences other than 0, the distribution of the rank sum is exact."""
NUMBERS_AT_ONCE = 1 << 22
"""Numbers that are in memory at a time, about."""


@dataclass(frozen=True)
class Found:
    """p-value of each pair, whether it is exact, and the lowest that the test could have given."""

    p: np.ndarray
    exact: np.ndarray
    lowest: np.ndarray
    """With every difference of the same sign, and no replicate as extreme."""


Test = Callable[[np.ndarray, int, int], Found]
"""Takes differences, replicates and a seed."""


def randomisation(differences: np.ndarray, replicates: int, seed: int) -> Found:
    """Fisher's randomisation test: how often the mean is as far from 0 when each difference may change its sign.

    All sign flips are tried where at most 20 differences are not 0; otherwise so many random ones as ``replicates``
    says, the same for all pairs, and p = (1 + as extreme) / (1 + replicates), which is never 0 (Smucker, Allan &
    Carterette, CIKM 2007, doi:10.1145/1321440.1321528; Phipson & Smyth 2010, doi:10.2202/1544-6115.1585).

    >>> randomisation(np.array([[0.1], [0.2], [0.3]]), 1000, 0).p.tolist()
    [0.25]
    """
    filled = np.nan_to_num(differences)
    changing = np.count_nonzero(filled, axis=0)
    exact = changing <= EXACT_FLIPS
    p = np.empty(filled.shape[1])
    for pair in np.flatnonzero(exact):
        p[pair] = _all_flips(filled[filled[:, pair] != 0, pair])
    for columns in column_blocks(np.flatnonzero(~exact), replicates):
        part = filled[:, columns]
        limit = np.abs(part.sum(axis=0)) - SAME * np.abs(part).sum(axis=0)
        sums = flipped_sums(np.random.default_rng(seed), part, replicates)
        p[columns] = (np.count_nonzero(np.abs(sums) >= limit, axis=0) + 1) / (replicates + 1)
    return Found(p, exact, np.where(exact, _one_sided(changing), 1 / (replicates + 1)))


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


def bootstrap(differences: np.ndarray, replicates: int, seed: int) -> Found:
    """How often units drawn with replacement have a t from the mean found as large as the t of all units from 0.

    p = (1 + as large) / (1 + replicates) (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, 16.4; Sakai,
    SIGIR 2006, doi:10.1145/1148170.1148261). Means that are not divided by their errors would raise three times as
    many false alarms with five units as alpha allows.

    >>> bootstrap(np.array([[0.1], [-0.1]]), 99, 0).p.tolist()
    [1.0]
    """
    p = np.empty(differences.shape[1])
    for columns in column_blocks(np.arange(len(p)), max(len(differences), replicates)):
        units, centre, deviation = moments(differences[:, columns])
        error = deviation / np.sqrt(units)
        far, counted = _drawn_as_large(differences[:, columns], centre, error, replicates, seed)
        # Differences that are all the same, and not 0, leave no doubt, as for Student.
        p[columns] = np.where((error == 0) & (centre != 0), 1, far + 1) / (counted + 1)
    return Found(p, np.zeros(len(p), dtype=bool), np.full(len(p), 1 / (replicates + 1)))


def _drawn_as_large(
    differences: np.ndarray, centre: np.ndarray, error: np.ndarray, replicates: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """In how many replicates t is as large, and how many have a unit at all."""
    known = ~np.isnan(differences)
    apart = np.where(known, differences - centre, 0.0)
    squares = apart**2
    far, counted = np.zeros(len(centre), dtype=np.int64), np.zeros(len(centre), dtype=np.int64)
    for times in _drawn(len(differences), replicates, seed):
        total = times @ known
        some = np.maximum(total, 1)
        mean = times @ apart / some
        variance = np.maximum(times @ squares / some - mean**2, 0.0) / np.maximum(some - 1, 1)
        # Both sides times both errors: a draw of one unit only has no error, and any distance is large.
        as_large = np.abs(mean) * error >= np.abs(centre) * (1 - SAME) * np.sqrt(variance)
        far += np.count_nonzero(as_large & (total > 0), axis=0)
        counted += np.count_nonzero(total, axis=0)
    return far, counted


def shifted(drawn: np.ndarray, found: np.ndarray, slack: np.ndarray) -> np.ndarray:
    """p of each pair: how often a drawn difference (replicates x pairs) is as far from ``found`` as that is from 0."""
    far = np.count_nonzero(np.abs(drawn - found) >= np.abs(found) - slack, axis=0)
    return (far + 1) / (np.count_nonzero(~np.isnan(drawn), axis=0) + 1)


def drawn_means(differences: np.ndarray, replicates: int, seed: int) -> np.ndarray:
    """Replicates x pairs: the mean difference of units drawn with replacement."""
    known = ~np.isnan(differences)
    filled = np.where(known, differences, 0.0)
    parts = []
    for times in _drawn(len(differences), replicates, seed):
        total = times @ known
        parts.append(np.divide(times @ filled, total, out=np.full(total.shape, np.nan), where=total > 0))
    return np.concatenate(parts)


def _drawn(units: int, replicates: int, seed: int) -> Iterator[np.ndarray]:
    """How often each unit is drawn, some replicates at a time."""
    batch = max(1, min(64, NUMBERS_AT_ONCE // units))
    for drawn in draws(np.random.default_rng(seed), units, replicates, batch):
        yield drawn.astype(np.float64)


def column_blocks(columns: np.ndarray, rows: int) -> Iterator[np.ndarray]:
    """The columns in parts of which so many rows are about as much as may be in memory."""
    step = max(1, NUMBERS_AT_ONCE // rows)
    for begin in range(0, len(columns), step):
        yield columns[begin : begin + step]


def student(differences: np.ndarray, replicates: int, seed: int) -> Found:
    """Student's paired t-test (Biometrika 6, 1908). Where all differences are the same and not 0, p = 0.

    >>> student(np.array([[0.1], [0.2], [0.3]]), 0, 0).p.round(4).tolist()
    [0.0742]
    """
    units, mean, deviation = moments(differences)
    error = deviation / np.sqrt(units)
    t = np.divide(np.abs(mean), error, out=np.where(mean == 0, 0.0, np.inf), where=error > 0)
    return Found(2 * stdtr(units - 1, -t), np.ones(len(mean), dtype=bool), np.zeros(len(mean)))


def moments(differences: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each pair: units, mean and standard deviation of the differences."""
    known = ~np.isnan(differences)
    units = known.sum(axis=0)
    mean = np.where(known, differences, 0.0).sum(axis=0) / units
    squares = np.where(known, (differences - mean) ** 2, 0.0).sum(axis=0)
    # Equal differences have no deviation, whatever rounding left of it.
    lowest, highest = np.nanmin(differences, axis=0), np.nanmax(differences, axis=0)
    same = highest - lowest <= SAME * np.maximum(np.abs(lowest), np.abs(highest))
    return units, np.where(same, lowest, mean), np.where(same, 0.0, np.sqrt(squares / (units - 1)))


def wilcoxon(differences: np.ndarray, replicates: int, seed: int) -> Found:
    """Wilcoxon's signed-rank test (Biometrics Bulletin 1, 1945, doi:10.2307/3001968).

    Differences of 0 are left out, tied ones share their ranks. Up to 50 differences the distribution is exact, ties
    and all; beyond, it is the normal one with the variance corrected for ties.

    >>> wilcoxon(np.array([[0.1], [0.2], [0.3]]), 0, 0).p.tolist()
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


def sign(differences: np.ndarray, replicates: int, seed: int) -> Found:
    """The sign test: how likely a fair coin is as one-sided. Differences of 0 are left out.

    Of measures that are 0 or 1 it is the exact test of McNemar.

    >>> sign(np.array([[0.1], [0.2], [0.3]]), 0, 0).p.tolist()
    [0.25]
    """
    with np.errstate(invalid="ignore"):
        more, less = (differences > 0).sum(axis=0), (differences < 0).sum(axis=0)
    p = np.minimum(1.0, 2 * bdtr(np.minimum(more, less).astype(float), more + less, 0.5))
    return Found(np.where(more == less, 1.0, p), np.ones(len(more), dtype=bool), _one_sided(more + less))


TESTS: Registry[Test] = Registry(
    "test",
    {"randomisation": randomisation, "bootstrap": bootstrap, "t": student, "wilcoxon": wilcoxon, "sign": sign},
)
