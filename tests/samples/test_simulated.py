"""Simulated systems: the quality that was asked for is the quality that scikit-learn measures."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from goldscale.data import Concepts, Judgements
from goldscale.errors import ParameterError
from goldscale.samples import LabelRules, SimulatedSystem

LABELS = ("Spring", "Summer", "Winter", "Plants", "Trees", "Fancy")
RULES = LabelRules(exclusive=(("Spring", "Summer", "Winter"),), requires={"Trees": ("Plants",)})


@pytest.fixture(scope="module")
def truth() -> Judgements:
    rng = np.random.default_rng(8)
    seasons = rng.permuted(np.tile([True, False, False], (3000, 1)), axis=1)
    plants = rng.random(3000) < 0.4
    trees = plants & (rng.random(3000) < 0.5)
    fancy = rng.random(3000) < 0.1
    return Judgements(np.column_stack([seasons, plants, trees, fancy]), labels=LABELS)


def simulate(truth, quality=0.85, seed=4, **more):
    return SimulatedSystem("simulated", quality, **more).run(truth, np.random.default_rng(seed))


def auc(run, truth):
    return roc_auc_score(truth.values, run.scores, average=None)


def test_auc_is_the_quality_asked_for_and_grows_with_it(truth):
    qualities = [0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 0.95]
    measured = [auc(simulate(truth, q), truth).mean() for q in qualities]
    assert np.all(np.diff(measured) > 0)
    assert measured == pytest.approx(qualities, abs=0.02)


def test_quality_varies_between_concepts_as_announced(truth):
    system = SimulatedSystem("simulated", 0.8, spread=0.5)
    expected = system.expected_auc(truth.labels, np.random.default_rng(4))
    measured = auc(system.run(truth, np.random.default_rng(4)), truth)
    assert np.ptp(expected) > 0.1
    assert measured == pytest.approx(expected, abs=0.04)


def test_no_spread_no_difference():
    expected = SimulatedSystem("simulated", 0.8, spread=0).expected_auc(Concepts(9), np.random.default_rng(1))
    assert expected == pytest.approx(0.8)


def test_hard_labels_are_harder_and_the_mean_stays(truth):
    system = SimulatedSystem("simulated", 0.75, spread=0.1, hard=("Fancy",))
    expected = system.expected_auc(truth.labels, np.random.default_rng(1))
    assert expected.argmin() == LABELS.index("Fancy")
    assert expected[-1] < 0.65
    assert expected.mean() == pytest.approx(0.75)


def test_specialist_sees_little_else(truth):
    measured = auc(simulate(truth, 0.93, specialities=("Plants", "Trees")), truth)
    assert measured[3:5].min() > 0.85
    assert np.delete(measured, [3, 4]).max() < 0.65


def test_a_calibrated_system_gives_as_many_labels_as_the_truth(truth):
    yes = simulate(truth).scores >= 0.5
    assert np.abs(yes.mean(axis=0) - truth.values.mean(axis=0)).max() < 0.002


def test_squeezed_scores_rank_alike_and_decide_badly(truth):
    plain, low, high = (simulate(truth, generosity=g, steepness=s) for g, s in [(0, 1.7), (-6, 0.3), (6, 0.3)])
    assert auc(low, truth) == pytest.approx(auc(plain, truth), abs=1e-3)
    assert auc(high, truth) == pytest.approx(auc(plain, truth), abs=1e-3)
    assert (low.scores >= 0.5).mean() < 0.01
    assert (high.scores >= 0.5).mean() > 0.99


def test_generosity_makes_more_labels(truth):
    densities = [(simulate(truth, generosity=g).scores >= 0.5).mean() for g in (-2, -1, 0, 1, 2, 4)]
    assert np.all(np.diff(densities) > 0)
    assert densities[0] < 0.05
    assert densities[-1] > 0.95


@pytest.mark.parametrize(
    ("output", "scores", "decisions"),
    [("scores", True, False), ("decisions", False, True), ("both", True, True)],
)
def test_hands_in_what_it_is_told_to(truth, output, scores, decisions):
    run = simulate(truth, output=output)
    assert (run.scores is not None, run.decisions is not None) == (scores, decisions)


def test_own_decisions_agree_with_the_scores(truth):
    run = simulate(truth, output="both")
    clear = np.abs(run.scores - 0.5) > 1e-6
    assert np.array_equal(run.decisions[clear], (run.scores > 0.5)[clear])


def test_scores_are_short_numbers(truth):
    scores = simulate(truth).scores
    assert scores.dtype == np.float32
    assert np.array_equal(np.round(scores.astype(float), 6).astype(np.float32), scores)


def test_rules_are_kept_by_those_who_know_them(truth):
    careful, blind = (simulate(truth, output="both", rules=r).decisions for r in (RULES, None))
    assert np.all(careful[:, :3].sum(axis=1) == 1)
    assert not np.any(careful[:, 4] & ~careful[:, 3])
    assert np.any(blind[:, :3].sum(axis=1) > 1)
    assert np.any(blind[:, 4] & ~blind[:, 3])


def test_rules_choose_the_preferred_label():
    labels = Concepts(LABELS)
    leaning = np.array([[-3.0, -1.0, -2.0, -0.5, 2.0, 0.1]])
    decided = RULES.enforce(leaning > 0, leaning, labels)
    assert decided.tolist() == [[False, True, False, False, False, True]]


def test_own_threshold_repairs_the_decisions(truth):
    run = simulate(truth, generosity=-4, steepness=0.3, own_threshold="run")
    assert isinstance(run.threshold, float)
    assert (run.scores >= run.threshold).mean() == pytest.approx(truth.density, abs=0.002)
    assert (run.scores >= 0.5).mean() < 0.05


def test_own_thresholds_repair_every_label(truth):
    run = simulate(truth, unevenness=2, own_threshold="label")
    assert run.threshold.shape == (6,)
    assert np.abs((run.scores >= run.threshold).mean(axis=0) - truth.values.mean(axis=0)).max() < 0.002
    assert np.abs((run.scores >= 0.5).mean(axis=0) - truth.values.mean(axis=0)).max() > 0.1


def test_reproducible_and_different(truth):
    assert np.array_equal(simulate(truth).scores, simulate(truth).scores)
    assert not np.array_equal(simulate(truth).scores, simulate(truth, seed=5).scores)


@pytest.mark.parametrize("column", [0, 1])
def test_labels_that_are_never_or_always_true(column):
    truth = Judgements(np.full((20, 2), column))
    run = simulate(truth, output="both")
    assert np.all(run.decisions == bool(column))
    assert np.isfinite(run.scores).all()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"quality": 0.4}, "expected AUC"),
        ({"quality": 1.0}, "expected AUC"),
        ({"quality": float("nan")}, "expected AUC"),
        ({"spread": 2}, "spread"),
        ({"steepness": 0}, "steepness"),
        ({"rules": RULES}, "rules need decisions"),
        ({"output": "both", "own_threshold": "run"}, "needs no threshold"),
    ],
)
def test_wrong_parameters_are_refused(changes, message):
    with pytest.raises(ParameterError, match=message):
        SimulatedSystem(**({"name": "simulated", "quality": 0.8} | changes))


def test_sparse_truth_is_refused():
    from scipy import sparse

    truth = Judgements(sparse.csr_array(np.eye(3)))
    with pytest.raises(ParameterError, match="dense"):
        simulate(truth)
