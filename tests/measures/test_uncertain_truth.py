"""A truth of probabilities: numbers are expectations over the truths that it may stand for."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse, stats
from trees import tree

import goldscale as gs
from goldscale.agreement import merge_votes
from goldscale.measures.uncertain import drawn_truth, drawn_truths

NAN = float("nan")
LABELS = ["x", "y", "z"]
PROBABILITY = np.array([[0.9, 0.3, 0.0], [0.5, 1.0, 0.2], [0.0, 0.7, 0.0]])
SOME_UNJUDGED = np.array([[0.9, NAN, 0.0], [0.5, 1.0, NAN], [NAN, 0.7, 0.4]])
SCORES = np.array([[0.8, 0.6, 0.1], [0.3, 0.9, 0.6], [0.6, 0.2, 0.6]])
EVERY = [
    f"{key.replace('@k', '@2')}:{direction}"
    for definition in gs.list_measures()
    for key in definition.keys[:1]
    for direction in definition.directions
]
POOLED = ["P(avg=micro)", "R:item(avg=micro)", "F1(avg=micro)", "Acc(avg=micro)"]
DRAWS = 150


def possible(probability: np.ndarray) -> Iterator[tuple[np.ndarray, float]]:
    """Every truth that may be, and how probable it is; unjudged cells (NaN) are -1."""
    flat = probability.ravel()
    open_cells = np.flatnonzero((flat > 0) & (flat < 1))
    for relevant in product((0, 1), repeat=len(open_cells)):
        truth = np.where(np.isnan(flat), -1, flat == 1).astype(int)
        truth[open_cells] = relevant
        chosen = flat[open_cells]
        yield truth.reshape(probability.shape), float(np.prod(np.where(relevant, chosen, 1 - chosen)))


class Exact:
    """The expectation of an array over all truths, of each cell over those in which it is not NaN."""

    def __init__(self, arrays: list[np.ndarray], weights: list[float]) -> None:
        values, weight = np.stack(arrays), np.array(weights)
        weight = np.where(np.isnan(values), 0.0, weight.reshape(-1, *[1] * (values.ndim - 1)))
        filled = np.nan_to_num(values)
        self.share = weight.sum(axis=0)
        with np.errstate(invalid="ignore"):
            self.mean = (weight * filled).sum(axis=0) / self.share
            self.deviation = np.sqrt((weight * (filled - self.mean) ** 2).sum(axis=0) / self.share)

    def check(self, found: np.ndarray, draws: int, what: str) -> None:
        np.testing.assert_array_equal(np.isnan(found), np.isnan(self.mean), err_msg=what)
        known = ~np.isnan(self.mean)
        error = self.deviation[known] / np.sqrt(draws * self.share[known])
        assert np.all(np.abs(found[known] - self.mean[known]) <= 4.5 * error + 1e-12), what


def full(values: np.ndarray) -> gs.Judgements:
    return gs.Judgements(values, labels=LABELS)


def listed(values: np.ndarray) -> gs.Judgements:
    """A sparse truth of the judged cells."""
    row, column = np.nonzero(values >= 0)
    return gs.Judgements(sparse.csr_array((values[row, column], (row, column)), shape=values.shape), labels=LABELS)


def check_against_all_truths(
    run: gs.Run,
    probability: np.ndarray,
    measures: list[str],
    form: Callable[[np.ndarray], gs.Judgements] = full,
    **rules: Any,
) -> gs.Scores:
    certain = [(gs.evaluate(run, form(truth), measures, **rules), weight) for truth, weight in possible(probability)]
    weights = [weight for _, weight in certain]
    found = gs.evaluate(run, form(probability), measures, draws=DRAWS, **rules)
    for name in found.measures:
        of_truths = [scores[name] for scores, _ in certain]
        Exact([one.aggregate for one in of_truths], weights).check(found[name].aggregate, DRAWS, name)
        defined = np.any([~np.isnan(one.values) for one in of_truths], axis=0)
        units = Exact([one.counted for one in of_truths], weights)
        units.mean = np.where(defined, units.mean, np.nan)
        units.check(found.values(name), DRAWS, f"units of {name}")
        assert found[name].undefined.tolist() == (~defined).sum(axis=1).tolist()
        for i, level in enumerate(found[name].levels):
            Exact([one.levels[i].values for one in of_truths], weights).check(level.values, DRAWS, f"groups of {name}")
    return found


def test_every_measure_comes_near_its_expectation_over_all_truths() -> None:
    check_against_all_truths(gs.Run(SCORES, labels=LABELS), PROBABILITY, [*EVERY, *POOLED], ontology=tree(LABELS))


@pytest.mark.parametrize(
    "rules",
    [
        {"ties": "id"},
        {"undefined": "zero"},
        {"undefined": "one"},
        {"threshold": "best-f1"},
        {"threshold": "density"},
        {"groups": {"author": ["ann", "ann", "bob"]}},
        {"groups": {"author": ["ann", "ann", "bob"]}, "undefined": "zero"},
    ],
    ids=str,
)
def test_rules_and_groups_hold_in_every_draw(rules: dict[str, Any]) -> None:
    probability = np.array([[0.9, 0.3, 0.0], [0.5, 0.0, 0.2], [0.0, 0.0, 0.0]])
    names = ["AP", "AP:item", "F1", "F1:item", "P:item", "MedR", "R:item", "F1(avg=micro)"]
    found = check_against_all_truths(gs.Run(SCORES, labels=LABELS), probability, names, **rules)
    assert found["AP:item"].undefined.tolist() == [1]  # the last item in every draw, the second in some


@pytest.mark.parametrize("unjudged", ["negative", "ignore"])
def test_unjudged_cells_stay_unjudged(unjudged: str) -> None:
    names = ["AP", "AP:item", "F1:item", "Acc", "bpref", "bpref:item", "nDCG:item"]
    found = check_against_all_truths(gs.Run(SCORES, labels=LABELS), SOME_UNJUDGED, names, unjudged=unjudged)
    assert f"unjudged={unjudged}" in found.signature("AP")


def test_a_fill_of_undefined_units_makes_the_number_the_mean_of_what_units_count() -> None:
    scores = gs.evaluate(SCORES, PROBABILITY, "AP:item", undefined="zero", draws=50)["AP:item"]
    assert scores.aggregate == pytest.approx(scores.counted.mean(axis=1))


def test_precision_is_that_of_lamiroy_and_sun() -> None:
    """Tables 1-3 of their paper: probabilities of seven documents, and precision by eq. 11."""
    probability = np.array([[0.8, 0.8, 0.4, 0.4, 0.4, 0.4, 0.2]]).T
    said = {
        "all": [1, 1, 1, 1, 1, 1, 1],
        "S1": [1, 1, 0, 1, 1, 0, 0],
        "S2": [1, 1, 1, 0, 0, 0, 0],
        "S3": [1, 1, 0, 0, 0, 1, 0],
    }
    runs = {name: np.array([decisions]).T for name, decisions in said.items()}
    found = gs.evaluate(runs, probability, "P", draws=1500)
    printed = {"all": 0.49, "S1": 0.6, "S2": 0.67, "S3": 0.67}
    assert {run: of_run["P"] for run, of_run in found.summary().items()} == pytest.approx(printed, abs=0.015)


def test_each_truth_is_drawn_as_often_as_it_is_probable() -> None:
    truth, rng = gs.Judgements(PROBABILITY), np.random.default_rng(5)
    counts: dict[bytes, int] = {}
    for _ in range(4000):
        drawn = drawn_truth(truth, rng)
        assert drawn.relevance == "binary"
        key = np.asarray(drawn.values).astype(np.int8).tobytes()
        counts[key] = counts.get(key, 0) + 1
    likely = {t.astype(np.int8).tobytes(): w for t, w in possible(PROBABILITY)}
    assert counts.keys() <= likely.keys()
    observed = [counts.get(key, 0) for key in likely]
    # Rare truths are taken together, as the chi-squared test wants it.
    often = [i for i, w in enumerate(likely.values()) if 4000 * w >= 5]
    expected = 4000 * np.array(list(likely.values()))
    groups = [*((observed[i], expected[i]) for i in often)]
    groups.append((4000 - sum(o for o, _ in groups), 4000 - sum(e for _, e in groups)))
    assert stats.chisquare(*zip(*groups, strict=True)).pvalue > 0.001


def test_a_truth_made_up_with_the_same_seed_is_drawn_like_any_other() -> None:
    probability = np.random.default_rng(7).random((200, 50)) ** 2
    shares = [np.mean(np.asarray(truth.values)) for truth in drawn_truths(gs.Judgements(probability), 3, 7)]
    assert shares == pytest.approx([probability.mean()] * 3, abs=5 * 0.5 / np.sqrt(probability.size))


def certain_and_nearly_certain(sparsely: bool = False) -> tuple[gs.Judgements, gs.Judgements]:
    """A binary truth, and the same as probabilities that float32 rounds to 0 and 1."""
    truth = np.random.default_rng(2).integers(0, 2, (6, 5))
    nearly = np.where(truth, 1 - 1e-12, 1e-60)
    if not sparsely:
        return gs.Judgements(truth), gs.Judgements(nearly)
    row, column = np.nonzero(np.random.default_rng(3).random((6, 5)) < 0.7)
    cells = [sparse.csr_array((matrix[row, column], (row, column)), shape=(6, 5)) for matrix in (truth, nearly)]
    return gs.Judgements(cells[0]), gs.Judgements(cells[1])


@pytest.mark.parametrize("sparsely", [False, True])
@pytest.mark.parametrize("unjudged", ["negative", "ignore"])
def test_probabilities_of_0_and_1_give_the_binary_result_to_the_last_digit(sparsely: bool, unjudged: str) -> None:
    certain, nearly = certain_and_nearly_certain(sparsely)
    assert (certain.relevance, nearly.relevance) == ("binary", "probability")
    names = [m for m in EVERY if not gs.measure(m).definition.needs] + POOLED
    run, groups = gs.Run(np.random.default_rng(4).random((6, 5)).round(1)), {"author": list("aabbbc")}
    binary = gs.evaluate(run, certain, names, unjudged=unjudged, groups=groups)
    found = gs.evaluate(run, nearly, names, unjudged=unjudged, groups=groups, draws=7, ci=0.9)
    for name in found.measures:
        np.testing.assert_array_equal(found.values(name), binary.values(name))
        np.testing.assert_array_equal(found[name].aggregate, binary[name].aggregate)
        np.testing.assert_array_equal(found[name].undefined, binary[name].undefined)
        np.testing.assert_array_equal(found[name].low, binary[name].aggregate)
        np.testing.assert_array_equal(found[name].high, binary[name].aggregate)
        for level, of_binary in zip(found[name].levels, binary[name].levels, strict=True):
            np.testing.assert_array_equal(level.values, of_binary.values)
        assert found.signature(name).endswith("|drawing error=0")


def test_a_sparse_truth_keeps_its_cells_and_its_zeros() -> None:
    row, column, chance = [0, 0, 1, 2, 2], [0, 2, 1, 0, 1], [0.5, 0.0, 1.0, 0.25, NAN]
    truth = gs.Judgements(sparse.csr_array((chance, (row, column)), shape=(4, 3)))
    for seed in range(10):
        drawn = drawn_truth(truth, np.random.default_rng(seed))
        assert drawn.values.indices.tolist() == truth.values.indices.tolist()
        assert drawn.values.data[1:3].tolist() == [0, 1]
        assert (drawn.unjudged, truth.unjudged) == (8, 8)
        assert drawn.values.data[4] == -1


@pytest.mark.parametrize("unjudged", ["negative", "ignore"])
def test_a_sparse_truth_leaves_its_absent_cells_unjudged(unjudged: str) -> None:
    run = gs.Run(sparse.csr_array(np.where(SCORES > 0.25, SCORES, 0)), labels=LABELS)
    names = ["AP", "AP:item", "F1:item", "bpref", "R@2"]
    check_against_all_truths(run, SOME_UNJUDGED, names, listed, unjudged=unjudged)


class TestTheInterval:
    def test_holds_the_stated_share_of_the_drawn_truths(self) -> None:
        found = gs.evaluate(SCORES, PROBABILITY, ["AP", "F1:item"], ci=0.8, draws=99, seed=3)
        truths = drawn_truths(gs.Judgements(PROBABILITY), 99, 3)
        numbers = [gs.evaluate(SCORES, truth, ["AP", "F1:item"]).summary()["run"] for truth in truths]
        for name in found.measures:
            of_name = np.array([number[name] for number in numbers])
            assert found.interval(name)["run"] == pytest.approx(tuple(np.quantile(of_name, [0.1, 0.9])))
            assert found.summary()["run"][name] == pytest.approx(of_name.mean())
            error = of_name.std(ddof=1) / np.sqrt(99)
            assert found.signature(name).endswith(f"|drawing error={error:.1g}")
            assert "ci=0.8 over drawn truths|" in found.signature(name)

    def test_is_not_one_over_items(self) -> None:
        """Hundreds of doubtful items average out in a mean, few do not; the level is that of doubt alone."""
        rng = np.random.default_rng(0)
        widths = []
        for items in (10, 1000):
            scores = rng.random((items, 4))
            low, high = gs.evaluate(scores, rng.random((items, 4)), "P:item", ci=0.95, draws=100).interval("P:item")[
                "run"
            ]
            widths.append(high - low)
        assert widths[0] > 5 * widths[1] > 0

    def test_of_a_number_that_no_draw_has(self) -> None:
        found = gs.evaluate([[0.1, 0.2]], [[0.5, 0.5]], "P:item", ci=0.9, draws=5)
        assert np.isnan(found.interval("P:item")["run"]).all()
        assert found["P:item"].undefined.tolist() == [1]
        assert found.signature("P:item").endswith("drawing error=nan")


def test_the_same_seed_gives_the_same_numbers_whatever_else_is_asked() -> None:
    runs = {"a": SCORES, "b": SCORES.T.copy()}
    alone = gs.evaluate({"b": runs["b"]}, PROBABILITY, "AP", draws=20, seed=4)
    together = gs.evaluate(runs, PROBABILITY, ["F1", "AP", "bpref"], draws=20, seed=4)
    assert alone.summary()["b"]["AP"] == together.summary()["b"]["AP"]
    other = gs.evaluate({"b": runs["b"]}, PROBABILITY, "AP", draws=20, seed=5)
    assert alone.summary() != other.summary()


@given(st.lists(st.floats(0, 1), min_size=2, max_size=6), st.floats(0, 1), st.integers(0, 100))
def test_a_likelier_first_rank_never_lowers_average_precision(chances: list[float], more: float, seed: int) -> None:
    chances[1] = 0.5  # so that both truths are probabilities
    scores = [np.arange(len(chances), 0, -1.0).tolist()]
    likelier = [chances[0] + more * (1 - chances[0]), *chances[1:]]
    before, after = (
        gs.evaluate(scores, [given], "AP:item", draws=10, seed=seed).values("AP:item")[0, 0]
        for given in (chances, likelier)
    )
    assert np.isnan(before) or after >= before - 1e-12


def test_signature() -> None:
    truth = gs.Judgements(PROBABILITY)
    found = gs.evaluate(SCORES, truth, "AP", draws=30, seed=9).signature("AP")
    start = "AP|ties=expected|relevance=probability, 30 drawn truths, seed 9|undefined=skip|unjudged=none|"
    assert found.startswith(f"{start}truth={truth.hash}|")


def test_what_an_alignment_has_to_say_is_said_once() -> None:
    run = gs.Run(sparse.csr_array(SCORES[:2]), items=["a", "b"])
    truth = gs.Judgements(PROBABILITY, items=["a", "b", "c"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        gs.evaluate(run, truth, "AP:item", draws=5)
    assert len(caught) == 1
    assert "retrieves nothing for 1" in str(caught[0].message)


def test_progress_runs_over_draws_and_runs() -> None:
    told: list[tuple[int, int]] = []
    gs.evaluate({"a": SCORES, "b": SCORES}, PROBABILITY, "AP", draws=3, progress=lambda *step: told.append(step))
    assert told == sorted(told)
    assert (told[0], told[-1]) == ((0, 6), (6, 6))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"unjudged": "bounds"}, "'bounds' needs one that is certain"),
        ({"ci": 0.9, "ci_over": "label"}, "an interval over drawn truths, and ci_over does not apply"),
        ({"ci": 0.9, "interval": "bca"}, "an interval over drawn truths, which bca cannot correct"),
        ({"draws": 0}, "draws must be a whole number from 1 to 1000000, not 0"),
    ],
)
def test_what_is_refused(rules: dict[str, Any], words: str) -> None:
    with pytest.raises(gs.ParameterError, match=words):
        gs.evaluate(SCORES, PROBABILITY, "AP", **rules)


def test_a_curve_has_no_expectation() -> None:
    with pytest.raises(gs.ParameterError, match="Turn them into decisions"):
        gs.curves(SCORES, PROBABILITY)


def test_merged_votes_are_a_truth_in_doubt() -> None:
    votes = [("1", "a", "x", 1), ("2", "a", "x", 1), ("3", "a", "x", 0), ("1", "b", "x", 0), ("2", "b", "x", 0)]
    merged = merge_votes(gs.Votes.from_records(votes))
    run = gs.Run(decisions=[[1], [1]], items=["a", "b"], labels=["x"])
    found = gs.evaluate(run, merged.probability, ["P", "P:item"], draws=600, ci=0.9)
    assert gs.evaluate(run, merged.judgements, "P").summary()["run"]["P"] == 0.5
    assert found.summary()["run"]["P"] == pytest.approx(1 / 3, abs=0.03)
    assert found.values("P:item")[0] == pytest.approx([2 / 3, 0], abs=0.06)
    assert found.interval("P")["run"] == (0.0, 0.5)
