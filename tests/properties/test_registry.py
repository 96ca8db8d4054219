"""Properties over the whole catalogue: a new measure is held to all of them the day it is registered."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import goldscale as gs
from goldscale.measures.definition import PROPERTIES
from trees import CHAIN, tree

DEFINITIONS = gs.list_measures()


def spelling(definition: gs.measures.Definition, k: int = 3) -> str:
    return definition.keys[0].replace("@k", f"@{k}")


EVERY = [f"{spelling(d)}:{direction}" for d in DEFINITIONS for direction in d.directions]


def claiming(promise: str) -> list[str]:
    """The measures that promise a property."""
    return [name for name in EVERY if promise in gs.measure(name).definition.properties]


SHAPES = st.tuples(st.integers(1, 7), st.integers(1, 6))


@st.composite
def cases(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    shape = draw(SHAPES)
    scores = draw(arrays.arrays(np.float32, shape, elements=st.sampled_from([-3.5, 0.0, 0.25, 0.5, 0.75, 1.0, 40.0])))
    truth = draw(arrays.arrays(np.int8, shape, elements=st.integers(0, 1)))
    return scores, truth


def known(name: str, labels: list[str]) -> dict[str, object]:
    """What a semantic measure needs beside runs and truth."""
    return {"ontology": tree(labels)} if gs.measure(name).definition.score == "semantic" else {}


def values(scores: np.ndarray, truth: np.ndarray, name: str, **rules: object) -> np.ndarray:
    labels = [str(i) for i in range(scores.shape[1])]
    return gs.evaluate(gs.Run(scores), truth, name, **rules, **known(name, labels)).values(name)[0]


def test_every_measure_says_which_properties_it_has() -> None:
    silent = [d.name for d in DEFINITIONS if not d.properties]
    assert not silent
    unknown = {p for d in DEFINITIONS for p in d.properties} - PROPERTIES.keys()
    assert not unknown


@pytest.mark.parametrize("definition", DEFINITIONS, ids=repr)
def test_every_declaration_is_complete(definition: gs.measures.Definition) -> None:
    for field in ("title", "summary", "equation", "undefined", "reference", "example"):
        assert getattr(definition, field), field
    assert definition.low < definition.high
    if definition.prediction == "ranking":
        assert definition.ties, "a ranked measure says what it does with ties"


@pytest.mark.parametrize("definition", DEFINITIONS, ids=repr)
def test_every_example_is_true(definition: gs.measures.Definition) -> None:
    code, _, promised = definition.example.partition("#")
    result = eval(code, {"evaluate": gs.evaluate, "CHAIN": CHAIN})
    (found,) = result.summary()["run"].values()
    assert found == pytest.approx(float(promised), abs=0.5 * 10 ** -len(promised.strip().partition(".")[2]))


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("ties", ["expected", "best", "worst", "group"])
@given(case=cases())
@settings(max_examples=25)
def test_values_stay_in_range(name: str, ties: str, case: tuple[np.ndarray, np.ndarray]) -> None:
    definition = gs.measure(name).definition
    found = values(*case, name, ties=ties)
    found = found[~np.isnan(found)]
    assert (found >= definition.low - 1e-12).all()
    assert (found <= definition.high + 1e-12).all()


@pytest.mark.parametrize("name", EVERY)
@given(case=cases(), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_order_of_rows_columns_and_ids_changes_nothing(
    name: str, case: tuple[np.ndarray, np.ndarray], seed: int
) -> None:
    scores, truth = case
    rng = np.random.default_rng(seed)
    rows, columns = rng.permutation(scores.shape[0]), rng.permutation(scores.shape[1])
    items, labels = [f"i{i}" for i in range(len(rows))], [f"l{i}" for i in range(len(columns))]
    extra = known(name, labels)
    plain = gs.evaluate(gs.Run(scores, items=items, labels=labels), gs.Judgements(truth, items, labels), name, **extra)
    mixed = gs.evaluate(
        gs.Run(scores[rows][:, columns], items=[items[i] for i in rows], labels=[labels[i] for i in columns]),
        gs.Judgements(truth[:, columns], items, [labels[i] for i in columns]),
        name,
        **extra,
    )
    order = plain.unit_names(name)
    where = [mixed.unit_names(name).index(unit) for unit in order]
    np.testing.assert_allclose(mixed.values(name)[0, where], plain.values(name)[0], atol=1e-12)
    items, labels = items[::-1], labels[::-1]
    renamed = gs.evaluate(
        gs.Run(scores, items=items, labels=labels), gs.Judgements(truth, items, labels), name, **known(name, labels)
    )
    np.testing.assert_allclose(renamed.values(name), plain.values(name), atol=1e-14)


@pytest.mark.parametrize("name", claiming("perfect-best"))
@given(case=cases())
@settings(max_examples=25)
def test_a_perfect_prediction_gets_the_best_value(name: str, case: tuple[np.ndarray, np.ndarray]) -> None:
    definition = gs.measure(name).definition
    found = values(case[1].astype(np.float32), case[1], name)
    np.testing.assert_allclose(found[~np.isnan(found)], definition.best, atol=1e-12)


@pytest.mark.parametrize("name", claiming("perfect-only"))
@given(case=cases())
@settings(max_examples=50)
def test_only_a_perfect_prediction_gets_the_best_value(name: str, case: tuple[np.ndarray, np.ndarray]) -> None:
    measure = gs.measure(name)
    scores, truth = case if measure.direction == "item" else (case[0].T, case[1].T)
    found = values(*case, name)
    for row in np.flatnonzero(np.isclose(found, measure.definition.best, atol=1e-12)):
        if measure.definition.prediction == "set":
            assert ((scores[row] >= 0.5) == truth[row]).all()
        else:
            relevant, others = scores[row][truth[row] == 1], scores[row][truth[row] == 0]
            assert relevant.min() > others.max(initial=-np.inf)


@pytest.mark.parametrize("name", claiming("monotone"))
@given(case=cases(), data=st.data())
@settings(max_examples=50)
def test_improving_one_relevant_cell_never_hurts(
    name: str, case: tuple[np.ndarray, np.ndarray], data: st.DataObject
) -> None:
    definition = gs.measure(name).definition
    scores, truth = case
    relevant = np.argwhere(truth == 1)
    if not len(relevant):
        return
    row, column = data.draw(st.sampled_from(relevant.tolist()))
    better = scores.copy()
    better[row, column] = data.draw(st.sampled_from([s for s in (0.6, 0.9, 50.0) if s > scores[row, column]] or [99.0]))
    before, after = values(scores, truth, name), values(better, truth, name)
    gain = (after - before) * (1 if definition.higher_is_better else -1)
    assert (gain[~np.isnan(gain)] >= -1e-12).all()


@pytest.mark.parametrize("name", claiming("scale-free"))
@given(case=cases())
@settings(max_examples=25)
def test_rankings_do_not_depend_on_the_scale_of_scores(name: str, case: tuple[np.ndarray, np.ndarray]) -> None:
    scores, truth = case
    stretched = (scores * 128 + 7).astype(np.float32)
    np.testing.assert_array_equal(values(stretched, truth, name), values(scores, truth, name))
    np.testing.assert_array_equal(values(np.cbrt(scores.astype(np.float64)), truth, name), values(scores, truth, name))
