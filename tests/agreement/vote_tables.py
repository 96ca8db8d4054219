"""Made-up votes for the tests of agreement: raters x units tables with gaps, and votes from them."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from goldscale import Votes

NAN = float("nan")


def tables(
    values: tuple[float, ...] = (1.0, 2.0, 3.0, 5.0), raters: tuple[int, int] = (2, 5), gaps: bool = True
) -> st.SearchStrategy[np.ndarray]:
    """Raters x units, NaN where a rater gave nothing."""
    given = st.sampled_from((*values, NAN) if gaps else values)
    return arrays.arrays(np.float64, st.tuples(st.integers(*raters), st.integers(1, 9)), elements=given)


def votes_of(table: np.ndarray, label: str = "Sky") -> Votes:
    """One label's votes: raters r0, r1..., items i0, i1..."""
    rater, item = np.nonzero(~np.isnan(table))
    zeros = np.zeros(len(rater), dtype=int)
    names = [f"r{i}" for i in range(table.shape[0])], [f"i{i}" for i in range(table.shape[1])]
    return Votes(rater, item, zeros, table[rater, item], *names, [label])


def votes_of_cube(cube: np.ndarray) -> Votes:
    """Annotators x items x labels, NaN where nobody voted."""
    annotator, item, label = np.nonzero(~np.isnan(cube))
    sides = [[f"{letter}{i}" for i in range(n)] for letter, n in zip("ril", cube.shape, strict=True)]
    return Votes(annotator, item, label, cube[annotator, item, label], *sides)


def made_up_cube(seed: int = 0, shape: tuple[int, int, int] = (4, 12, 3), gap: float = 0.2) -> np.ndarray:
    """Yes/no votes of annotators who mostly agree."""
    rng = np.random.default_rng(seed)
    truth = rng.random(shape[1:]) < 0.4
    said = np.where(rng.random(shape) < 0.2, ~truth, truth).astype(float)
    said[rng.random(shape) < gap] = np.nan
    return said
