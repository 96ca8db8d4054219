from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from goldscale import Run
from goldscale.data.matrix import compact
from goldscale.errors import ParameterError


def test_scores_keep_their_precision() -> None:
    assert Run(np.zeros((1, 1), np.float32)).scores.dtype == np.float32
    assert Run(np.zeros((1, 1), np.float64)).scores.dtype == np.float64


def test_nan_is_refused_with_its_place() -> None:
    with pytest.raises(ParameterError, match=r"1 NaN score, the first at \(0, 1\)"):
        Run([[0.5, np.nan]])


def test_something_must_be_there_and_shapes_must_fit() -> None:
    with pytest.raises(ParameterError, match="needs scores, decisions or both"):
        Run()
    with pytest.raises(ParameterError, match="shape"):
        Run([[0.5]], [[1, 0]])
    with pytest.raises(ParameterError, match="0 or 1"):
        Run(decisions=[[2]])
    with pytest.raises(ParameterError, match="2 item names given for 1 items"):
        Run([[0.5]], items=["a", "b"])


def test_sparse_stays_sparse_and_keeps_explicit_zeros() -> None:
    cells = sparse.csr_array(([0.0, 0.5], ([0, 1], [1, 0])), shape=(2, 3))
    run = Run(cells)
    assert run.is_sparse
    assert run.scores.nnz == 2
    assert run.select(labels=np.array([1, 0])).scores.toarray().tolist() == [[0, 0], [0, 0.5]]
    with pytest.raises(ValueError, match="read-only"):
        run.scores.data[0] = 1


def test_a_large_label_space_is_never_dense() -> None:
    rng = np.random.default_rng(0)
    items, top = 2000, 100
    columns = np.concatenate([rng.choice(20_000, top, replace=False) for _ in range(items)])
    cells = sparse.csr_array((rng.random(items * top, dtype=np.float32), (np.repeat(np.arange(items), top), columns)))
    run = Run(cells)
    assert run.scores.data.nbytes < 1_000_000


def test_thresholds_of_its_own() -> None:
    run = Run([[0.5, 0.5]], labels=["a", "b"], threshold={"b": 0.2, "a": 0.1})
    assert run.threshold.tolist() == [0.1, 0.2]
    assert run.select(labels=np.array([1])).threshold.tolist() == [0.2]
    with pytest.raises(ParameterError, match="no threshold for 1 labels, the first 'b'"):
        Run([[0.5, 0.5]], labels=["a", "b"], threshold={"a": 0.1})


def test_replace() -> None:
    run = Run([[0.5]], name="a").replace(name="b", team="t")
    assert (run.name, run.team, run.scores.tolist()) == ("b", "t", [[0.5]])


@given(st.lists(st.decimals(-10, 10, places=4).map(float), min_size=1))
def test_short_decimals_are_held_as_float32_and_print_the_same(values: list[float]) -> None:
    held = compact(np.array(values))
    assert [float(str(v)) for v in held] == values
    if max(map(abs, values)) < 1:
        assert held.dtype == np.float32


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1))
def test_millionths_are_short_and_their_neighbours_are_not(millionths: list[int]) -> None:
    values = np.array(millionths) / 1e6
    assert compact(values).dtype == np.float32
    beside = np.nextafter(values, 2)
    beside[np.array(millionths) == 0] = 1e-6 / 3  # beside 0 is a number of sixteen digits, too, but a subnormal one
    assert compact(beside).dtype == np.float64


def test_long_decimals_stay_float64() -> None:
    assert compact(np.array([0.6898301657029192, 0.5])).dtype == np.float64
