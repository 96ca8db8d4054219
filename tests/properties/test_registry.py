"""Properties over the whole catalogue: a new measure is held to all of them the day it is registered."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from trees import CHAIN, tree

import goldscale as gs
from goldscale.measures.definition import PROPERTIES

DEFINITIONS = gs.list_measures()


def spelling(definition: gs.measures.Definition, k: int = 3) -> str:
    return definition.keys[0].replace("@k", f"@{k}")


EVERY = [f"{spelling(d)}:{direction}" for d in DEFINITIONS for direction in d.directions]


@cache
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


def evaluated(scores: np.ndarray, truth: np.ndarray, names: list[str], **rules: object) -> gs.Scores:
    """All measures at once, as users ask for them: what is sorted once serves every one."""
    labels = [str(i) for i in range(scores.shape[1])]
    return both(gs.Run(scores), truth, names, ontology=tree(labels), **rules)


def both(run: gs.Run, truth: object, names: list[str], **rules: object) -> gs.Scores:
    """Probabilities are the scores between 0 and 1: measures on them refuse others."""
    sure = [name for name in names if gs.measure(name).definition.prediction == "probability"]
    rest = [name for name in names if name not in sure]
    found = [gs.evaluate(run, truth, rest, **rules)]
    if sure:
        found.append(gs.evaluate(run.replace(scores=np.clip(run.scores, 0, 1)), truth, sure, **rules))
    return gs.Scores(
        found[0].runs, [result for scores in found for result in scores], lambda name: str(gs.measure(name))
    )


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


@pytest.mark.parametrize("ties", ["expected", "best", "worst", "group"])
@given(case=cases())
def test_values_stay_in_range(ties: str, case: tuple[np.ndarray, np.ndarray]) -> None:
    scores = evaluated(*case, EVERY, ties=ties)
    for name in EVERY:
        definition = gs.measure(name).definition
        found = scores.values(name)[~np.isnan(scores.values(name))]
        assert (found >= definition.low - 1e-12).all(), name
        assert (found <= definition.high + 1e-12).all(), name


@given(case=cases(), seed=st.integers(0, 2**32 - 1))
def test_order_of_rows_columns_and_ids_changes_nothing(case: tuple[np.ndarray, np.ndarray], seed: int) -> None:
    scores, truth = case
    rng = np.random.default_rng(seed)
    rows, columns = rng.permutation(scores.shape[0]), rng.permutation(scores.shape[1])
    items, labels = [f"i{i}" for i in range(len(rows))], [f"l{i}" for i in range(len(columns))]
    run = gs.Run(scores, items=items, labels=labels)
    plain = both(run, gs.Judgements(truth, items, labels), EVERY, ontology=tree(labels))
    mixed = both(
        gs.Run(scores[rows][:, columns], items=[items[i] for i in rows], labels=[labels[i] for i in columns]),
        gs.Judgements(truth[:, columns], items, [labels[i] for i in columns]),
        EVERY,
        ontology=tree(labels),
    )
    items, labels = items[::-1], labels[::-1]
    run = gs.Run(scores, items=items, labels=labels)
    renamed = both(run, gs.Judgements(truth, items, labels), EVERY, ontology=tree(labels))
    for name in EVERY:
        where = [mixed.unit_names(name).index(unit) for unit in plain.unit_names(name)]
        np.testing.assert_allclose(mixed.values(name)[0, where], plain.values(name)[0], atol=1e-12, err_msg=name)
        np.testing.assert_allclose(renamed.values(name), plain.values(name), atol=1e-14, err_msg=name)


@given(case=cases())
def test_a_perfect_prediction_gets_the_best_value(case: tuple[np.ndarray, np.ndarray]) -> None:
    scores = evaluated(case[1].astype(np.float32), case[1], claiming("perfect-best"))
    for name in claiming("perfect-best"):
        found = scores.values(name)[~np.isnan(scores.values(name))]
        np.testing.assert_allclose(found, gs.measure(name).definition.best, atol=1e-12, err_msg=name)


@given(case=cases())
def test_only_a_perfect_prediction_gets_the_best_value(case: tuple[np.ndarray, np.ndarray]) -> None:
    scored = evaluated(*case, claiming("perfect-only"))
    for name in claiming("perfect-only"):
        measure = gs.measure(name)
        scores, truth = case if measure.direction == "item" else (case[0].T, case[1].T)
        for row in np.flatnonzero(np.isclose(scored.values(name)[0], measure.definition.best, atol=1e-12)):
            if measure.definition.prediction == "set":
                assert ((scores[row] >= 0.5) == truth[row]).all(), name
            else:
                relevant, others = scores[row][truth[row] == 1], scores[row][truth[row] == 0]
                assert relevant.min() > others.max(initial=-np.inf), name


@given(case=cases(), data=st.data())
def test_improving_one_relevant_cell_never_hurts(case: tuple[np.ndarray, np.ndarray], data: st.DataObject) -> None:
    scores, truth = case
    relevant = np.argwhere(truth == 1)
    assume(len(relevant))
    row, column = data.draw(st.sampled_from(relevant.tolist()))
    better = scores.copy()
    better[row, column] = data.draw(st.sampled_from([s for s in (0.6, 0.9, 50.0) if s > scores[row, column]] or [99.0]))
    before, after = (evaluated(s, truth, claiming("monotone")) for s in (scores, better))
    for name in claiming("monotone"):
        gain = after.values(name) - before.values(name)
        gain = gain if gs.measure(name).definition.higher_is_better else -gain
        assert (gain[~np.isnan(gain)] >= -1e-12).all(), name


@given(case=cases())
def test_rankings_do_not_depend_on_the_scale_of_scores(case: tuple[np.ndarray, np.ndarray]) -> None:
    scores, truth = case
    plain = evaluated(scores, truth, claiming("scale-free"))
    for other in ((scores * 128 + 7).astype(np.float32), np.cbrt(scores.astype(np.float64))):
        found = evaluated(other, truth, claiming("scale-free"))
        for name in claiming("scale-free"):
            np.testing.assert_array_equal(found.values(name), plain.values(name), err_msg=name)
