"""Random runs and judgements for the tests of formats, and what it means that two of them say the same."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from scipy import sparse

from goldscale.data import Concepts, Items, Judgements, Run
from goldscale.data.matrix import is_sparse

WORDS = st.text("ab01_-.é日", min_size=1, max_size=6)
TEXTS = st.text("ab 0,;\"'{}%#é日\t\\", min_size=1, max_size=8).map(str.strip).filter(bool)
SCORES = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(0, 1, width=32),
    st.integers(0, 1000).map(lambda n: n / 1000),
    st.sampled_from([0.0, 1.0, -0.0, 1e-300, 5e-324, 1e300, 123456789.0, 1e22, 0.1 + 0.2]),
)


@st.composite
def axes(draw, names=TEXTS):
    items = draw(st.lists(names, min_size=1, max_size=5, unique=True))
    labels = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    nouns = draw(st.sampled_from([("item", "label"), ("image", "concept"), ("document", "topic"), ("thing", "kind")]))
    items = Items(len(items) if draw(st.integers(0, 5)) == 0 else items, nouns[0])
    labels = Concepts(len(labels) if draw(st.integers(0, 5)) == 0 else labels, nouns[1])
    return items, labels


def array_of(draw, shape, elements, dtype):
    return np.array([draw(elements) for _ in range(shape[0] * shape[1])], dtype=dtype).reshape(shape)


def thinned(draw, dense):
    """The matrix as a sparse one with some of its cells."""
    keep = array_of(draw, dense.shape, st.booleans(), bool)
    return sparse.csr_array(sparse.coo_array((dense[keep], np.nonzero(keep)), shape=dense.shape))


@st.composite
def runs(draw, names=TEXTS):
    items, labels = draw(axes(names))
    shape = len(items), len(labels)
    has = draw(st.sampled_from(["scores", "decisions", "both"]))
    thin = draw(st.booleans())
    scores = decisions = None
    if has != "decisions":
        dtype = draw(st.sampled_from([np.float32, np.float64]))
        elements = SCORES if dtype == np.float64 else st.floats(width=32, allow_nan=False, allow_infinity=False)
        if draw(st.integers(0, 3)) == 0:
            elements = st.sampled_from([0.0, 1.0])
        elif draw(st.integers(0, 3)) == 0:
            elements = st.one_of(elements, st.just(-np.inf))
        scores = array_of(draw, shape, elements, dtype)
        scores = thinned(draw, scores) if thin else scores
    if has != "scores":
        decisions = array_of(draw, shape, st.booleans(), bool)
        decisions = thinned(draw, decisions) if thin else decisions
    about = draw(st.sampled_from([{}, {"team": "A & B", "notes": "née"}, {"threshold": 0.25}]))
    if draw(st.integers(0, 5)) == 0:
        about = {**about, "threshold": [0.5] * shape[1]}
    return Run(scores, decisions, items, labels, name=draw(st.sampled_from(["mine", "my run"])), **about)


@st.composite
def judgements(draw, names=TEXTS):
    items, labels = draw(axes(names))
    shape = len(items), len(labels)
    kind = draw(st.sampled_from(["binary", "unjudged", "graded", "large", "probability"]))
    if kind == "probability":
        values = array_of(draw, shape, st.one_of(st.floats(0, 1, width=32), st.just(np.nan)), np.float32)
    else:
        tops = {"binary": (0, 1), "unjudged": (-1, 1), "graded": (-2, 4), "large": (-300, 3000)}
        values = array_of(draw, shape, st.integers(*tops[kind]), np.int16)
    return Judgements(thinned(draw, values) if draw(st.booleans()) else values, items, labels)


def cells_of(matrix, absent):
    """{(row, column): value} of the cells that say something."""
    if not is_sparse(matrix):
        matrix = sparse.coo_array((matrix.ravel(), tuple(np.indices(matrix.shape).reshape(2, -1))), shape=matrix.shape)
    part = matrix.tocoo()
    found = zip(part.row.tolist(), part.col.tolist(), part.data.tolist(), strict=True)
    return {(i, j): value for i, j, value in found if not absent(value)}


def by_name(data, matrix, absent):
    items, labels = data.items.names, data.labels.names
    return {(items[i], labels[j]): value for (i, j), value in cells_of(matrix, absent).items()}


def unretrieved(value):
    return value == -np.inf


def unjudged(value):
    return value != value or value < 0


def same_scores(first, second):
    """The same cells with the same numbers.

    float32 may come back as the float64 that is written the same, and float64 of few digits as float32.
    """
    one, two = (by_name(run, run.scores, unretrieved) for run in (first, second))
    if first.scores.dtype == np.float32:
        one, two = ({k: np.float32(v) for k, v in cells.items()} for cells in (one, two))
    elif second.scores.dtype == np.float32:
        two = {k: float(str(np.float32(v))) for k, v in two.items()}
    return one == two


def same_decisions(first, second):
    one, two = (by_name(run, run.decisions, lambda v: not v) for run in (first, second))
    return one == two


def same_relevance(first, second):
    one, two = (by_name(truth, truth.values, lambda v: v != v or v == -1) for truth in (first, second))
    if first.relevance == "probability":
        one, two = ({k: np.float32(v) for k, v in cells.items() if v >= 0} for cells in (one, two))
    return one == two
