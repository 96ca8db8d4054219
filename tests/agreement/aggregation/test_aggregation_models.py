"""Dawid-Skene, GLAD and MACE: against slow second implementations, crowd-kit, and real crowds with a known truth."""

from __future__ import annotations

import json
import math
import warnings
from pathlib import Path

import numpy as np
import pandas
import pytest

from goldscale import Judgements, Votes, read_judgements, read_votes
from goldscale.agreement import merge_votes
from goldscale.data.vote_views import on_scale
from goldscale.errors import MismatchError, ParameterError, UnknownNameError

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "crowdkit.json").read_text("utf-8"))
CROWDS = ("bluebird", "rte", "dog")


def crowd(folder: Path, name: str) -> tuple[Votes, Judgements]:
    """Votes for one of a group, and the truth as one label of it."""
    said, truth = (
        np.loadtxt(folder / "crowd" / name / f"{kind}.csv", delimiter=",", skiprows=1, dtype=int)
        for kind in ("label", "truth")
    )
    items = [str(i) for i in range(said[:, 0].max() + 1)]
    workers = [str(i) for i in range(said[:, 1].max() + 1)]
    classes = [f"class {k}" for k in range(said[:, 2].max() + 1)]
    votes = Votes(
        said[:, 1], said[:, 0], np.zeros(len(said)), said[:, 2], workers, items, ["answer"], name, categories=classes
    )
    return votes, Judgements(np.eye(len(classes), dtype=int)[truth[:, 1]], [str(i) for i in truth[:, 0]], classes)


def small_votes(seed: int = 0, classes: int = 3) -> Votes:
    """Thirty items, six workers of whom the last guesses."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, 30)
    item, worker = np.nonzero(rng.random((30, 6)) < 0.7)
    right = rng.random(len(item)) < np.array([0.95, 0.9, 0.8, 0.7, 0.6, 1 / classes])[worker]
    answer = np.where(right, truth[item], rng.integers(0, classes, len(item)))
    names = [f"class {k}" for k in range(classes)]
    return Votes(
        *(
            worker,
            item,
            np.zeros(len(item)),
            answer,
            [f"w{i}" for i in range(6)],
            [str(i) for i in range(30)],
            ["answer"],
        ),
        categories=names,
    )


@pytest.mark.parametrize(("name", "printed"), [("bluebird", "24.07"), ("rte", "10.31"), ("dog", "17.78")])
def test_majority_errors_are_those_printed_when_ties_are_drawn_by_lot(
    data_folder: Path, name: str, printed: str
) -> None:
    votes, truth = crowd(data_folder, name)
    assert f"{100 * merge_votes(votes).expected_error(truth):.2f}" == printed


def test_a_rule_for_ties_gives_other_errors_than_the_printed_ones(data_folder: Path) -> None:
    votes, truth = crowd(data_folder, "rte")
    yes_no = votes.replace(categories=None)
    right = truth.values[:, 1]
    errors = {
        ties: float((merge_votes(yes_no, ties=ties).judgements.values[:, 0] != right).mean())
        for ties in ("negative", "positive")
    }
    assert errors == {"negative": 0.08125, "positive": 0.125}


@pytest.mark.parametrize("name", CROWDS)
def test_dawid_skene_is_no_worse_than_crowd_kit(data_folder: Path, name: str) -> None:
    votes, truth = crowd(data_folder, name)
    theirs = _error(name, "dawid-skene", truth)
    assert merge_votes(votes, "dawid-skene", smoothing=0.01).expected_error(truth) <= theirs
    # The rule for smoothing was made on other crowds; on dog it costs one question of 807.
    by_rule = merge_votes(votes, "dawid-skene")
    assert by_rule.expected_error(truth) <= theirs + 1 / len(truth.items) + 1e-9
    assert 0.01 <= by_rule.chosen["smoothing"][0] <= 0.1


@pytest.mark.parametrize("name", CROWDS)
@pytest.mark.parametrize(("method", "alike", "worse"), [("glad", 0.995, 0.0), ("mace", 0.8, 0.005)])
def test_glad_and_mace_beside_crowd_kit(data_folder: Path, name: str, method: str, alike: float, worse: float) -> None:
    votes, truth = crowd(data_folder, name)
    merged = merge_votes(votes, method, **({"prior": "equal"} if method == "mace" else {}))  # as crowd-kit takes it
    ours = merged.judgements.values.argmax(axis=1)
    assert np.mean(ours == [int(digit) for digit in GOLDEN[name][method]]) >= alike
    assert merged.expected_error(truth) <= _error(name, method, truth) + worse


def _error(name: str, method: str, truth: Judgements) -> float:
    theirs = np.array([int(digit) for digit in GOLDEN[name][method]])
    return float(np.mean(theirs[[int(item) for item in truth.items]] != truth.values.argmax(axis=1)))


@pytest.mark.parametrize("classes", [2, 3])
def test_posteriors_are_those_of_a_slow_dawid_skene(classes: int) -> None:
    votes = small_votes(1, classes)
    smoothing = 0.01
    by_item: dict[int, list[tuple[int, int]]] = {}
    for who, item, said in zip(votes.annotator, votes.item, votes.values.astype(int), strict=True):
        by_item.setdefault(int(item), []).append((int(who), int(said)))
    posterior = {
        item: [sum(said == k for _, said in said_of) / len(said_of) for k in range(classes)]
        for item, said_of in by_item.items()
    }
    for _ in range(25):
        prior = [sum(p[k] for p in posterior.values()) + smoothing for k in range(classes)]
        prior = [x / sum(prior) for x in prior]
        confusion = [[[smoothing] * classes for _ in range(classes)] for _ in votes.annotators]
        for item, said_of in by_item.items():
            for who, said in said_of:
                for k in range(classes):
                    confusion[who][k][said] += posterior[item][k]
        confusion = [[[x / sum(row) for x in row] for row in matrix] for matrix in confusion]
        for item, said_of in by_item.items():
            joint = [prior[k] * math.prod(confusion[who][k][said] for who, said in said_of) for k in range(classes)]
            posterior[item] = [x / sum(joint) for x in joint]
    merged = merge_votes(votes, "dawid-skene", smoothing=smoothing, iterations=25, tolerance=0.0)
    items = sorted(by_item)
    np.testing.assert_allclose(
        np.asarray(merged.probability.values)[items], [posterior[item] for item in items], atol=1e-6
    )
    np.testing.assert_allclose(merged.workers.confusion["all"], confusion, atol=1e-9)


def test_posteriors_are_near_those_of_crowd_kit() -> None:
    from crowdkit import aggregation  # costs two seconds

    votes = small_votes(2)
    frame = pandas.DataFrame({"task": votes.item, "worker": votes.annotator, "label": votes.values.astype(int)})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what pandas thinks of crowd-kit
        theirs = aggregation.DawidSkene(200, tol=1e-10).fit_predict_proba(frame).sort_index().sort_index(axis=1)
        glads = (
            aggregation.GLAD(200, tol=1e-8, m_step_tol=1e-6, m_step_max_iter=100)
            .fit_predict_proba(frame)
            .sort_index()
            .sort_index(axis=1)
        )
    ours = merge_votes(votes, "dawid-skene", smoothing=1e-10).probability
    np.testing.assert_allclose(np.asarray(ours.values)[theirs.index], theirs.to_numpy(), atol=1e-4)
    ours = merge_votes(votes, "glad", tolerance=1e-9).probability
    np.testing.assert_allclose(np.asarray(ours.values)[glads.index], glads.to_numpy(), atol=5e-3)


def test_a_rare_label_is_no_spam_to_mace() -> None:
    rows = [(who, str(i), "Snow", int(i < 2 or (who, i) == ("a", 5))) for who in "abc" for i in range(60)]
    votes = Votes.from_records(rows)
    by_majority = (np.arange(60) < 2).astype(float)
    np.testing.assert_allclose(merge_votes(votes, "mace").probability.values[:, 0], by_majority, atol=0.01)
    assert merge_votes(votes, "mace", prior="equal").probability.values[5, 0] > 0.9


def test_a_model_that_is_stopped_says_so() -> None:
    merged = merge_votes(small_votes(), "dawid-skene", iterations=2)
    assert not merged.converged
    assert merged.to_dict()["iterations"] == [2]
    assert merge_votes(small_votes(), "dawid-skene").converged


def test_label_by_label_is_as_if_each_label_were_alone() -> None:
    parts = [small_votes(seed, 2).replace(categories=None, labels=[name]) for seed, name in enumerate(("Sky", "Sea"))]
    rows = [
        (part.annotators[a], part.items[i], part.labels[0], float(v))
        for part in parts
        for a, i, v in zip(part.annotator, part.item, part.values, strict=True)
    ]
    both = Votes.from_records(rows)
    together = merge_votes(both, "dawid-skene", pooled=False, tolerance=1e-13, smoothing=0.01)
    for j, part in enumerate(parts):
        alone = merge_votes(part, "dawid-skene", tolerance=1e-13, smoothing=0.01)
        place = part.items.locate(both.items)
        found, wanted = np.asarray(together.probability.values)[:, j], np.asarray(alone.probability.values)[:, 0]
        np.testing.assert_allclose(found[place[place >= 0]], wanted[place >= 0], atol=1e-5)
        np.testing.assert_allclose(
            together.workers.confusion[part.labels[0]][part.annotators.locate(both.annotators)],
            alone.workers.confusion["all"],
            atol=1e-5,
        )
    pooled = merge_votes(both, "dawid-skene")
    assert pooled.workers.confusion.keys() == {"all"}
    assert pooled.workers.classes["all"] == ("0", "1")
    assert pooled.workers.confusion["all"].sum(axis=2) == pytest.approx(1)


def test_groups_of_different_size_are_never_pooled() -> None:
    choices = {"Place": [0, 1], "Season": [2, 3, 4]}
    rng = np.random.default_rng(5)
    worker, item, label = (axis.ravel() for axis in np.indices((4, 20, 2)))
    values = np.where(label == 0, rng.integers(0, 2, len(label)), rng.integers(2, 5, len(label)))
    names = ["In", "Out", "Summer", "Winter", "Spring"]
    votes = Votes(worker, item, label, values, "wxyz", map(str, range(20)), choices, categories=names, choices=choices)
    for method in ("dawid-skene", "glad", "mace"):
        merged = merge_votes(votes, method)
        probability = np.asarray(merged.probability.values)
        assert merged.judgements.labels.names == tuple(names)
        np.testing.assert_allclose(probability[:, :2].sum(axis=1), 1, atol=1e-6)
        np.testing.assert_allclose(probability[:, 2:].sum(axis=1), 1, atol=1e-6)
        with pytest.raises(ParameterError, match="mean the same"):
            merge_votes(votes, method, pooled=True)
    confusion = merge_votes(votes, "dawid-skene").workers.confusion
    assert {name: matrix.shape for name, matrix in confusion.items()} == {"Place": (4, 2, 2), "Season": (4, 3, 3)}


@pytest.mark.parametrize("options", [{"smoothing": 0.0}, {"iterations": 0}])
def test_limits_of_the_models(options: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match=next(iter(options))):
        merge_votes(small_votes(), "dawid-skene", **options)


def test_labels_with_few_questions_share_one_prior() -> None:
    rng = np.random.default_rng(6)
    worker, item = (axis.ravel() for axis in np.indices((3, 60)))
    said = (rng.random(180) < 0.3).astype(float)
    captions = Votes(worker, item, item // 2, said, "abc", map(str, range(60)), [f"caption {j}" for j in range(30)])
    one_label = captions.replace(label=np.zeros(180), labels=["caption"])
    together, alone = merge_votes(captions, "dawid-skene"), merge_votes(one_label, "dawid-skene")
    assert together.probability.is_sparse
    np.testing.assert_allclose(together.probability.values.data, alone.probability.values[:, 0], atol=1e-6)
    apart = merge_votes(captions, "dawid-skene", prior="label")
    assert not np.allclose(apart.probability.values.data, alone.probability.values[:, 0], atol=1e-3)
    assert merge_votes(one_label, "dawid-skene", prior="label").judgements.hash == alone.judgements.hash


def test_the_smoothing_that_was_chosen_is_told_and_can_be_given() -> None:
    votes = small_votes(3)
    chosen = merge_votes(votes, "dawid-skene")
    (smoothing,) = chosen.chosen["smoothing"]
    given = merge_votes(votes, "dawid-skene", smoothing=smoothing)
    assert f"smoothing={smoothing}|" in chosen.signature
    assert chosen.signature == given.signature
    assert chosen.to_dict()["chosen"] == {"smoothing": [smoothing]}
    assert given.to_dict()["chosen"] == {}
    np.testing.assert_array_equal(given.probability.values, chosen.probability.values)
    with pytest.raises(UnknownNameError, match="auto"):
        merge_votes(votes, "dawid-skene", smoothing="automatic")


@pytest.mark.parametrize(("method", "most"), [("majority", 0.178), ("weighted", 0.165), ("dawid-skene", 0.159)])
def test_classes_that_are_numbers_are_held_to_a_truth_of_numbers(data_folder: Path, method: str, most: float) -> None:
    votes = read_votes(data_folder / "crowd" / "dog" / "label.csv", scale="nominal")
    truth = read_judgements(data_folder / "crowd" / "dog" / "truth.csv")
    merged = merge_votes(votes, method)
    named, one_label_each = crowd(data_folder, "dog")
    error = merged.expected_error(truth)
    assert error == pytest.approx(merge_votes(named, method).expected_error(one_label_each))
    assert error < most


def test_a_known_answer_that_nobody_gave_is_told() -> None:
    votes = on_scale(Votes.from_records([("a", "x", "Breed", 0), ("b", "x", "Breed", 3)]), "nominal")
    truth = Judgements([[7]], ["x"], ["breed"])
    with pytest.raises(MismatchError, match=r"answers that nobody gave.*7"):
        merge_votes(votes).expected_error(truth)
