"""Hierarchical measures: the worked example of thesis table 7.1, hand-worked cases, and HiClass as an oracle."""

from __future__ import annotations

import math

import numpy as np
import pytest
from trees import tree

import goldscale as gs
from goldscale.data.ontology import Ontology
from goldscale.measures.taxonomy import LabelTaxonomy

LABELS = ["Animal", "Dog", "Cat", "Plant", "Tree"]
ONTOLOGY = Ontology(
    "farm",
    {"Animal": (), "Dog": ("Animal",), "Cat": ("Animal",), "Plant": (), "Tree": ("Plant",)},
    {label: label for label in LABELS},
)


def one(said: list[str], relevant: list[str], measure: str, **more: object) -> float:
    truth = gs.Judgements([[label in relevant for label in LABELS]], labels=LABELS)
    run = gs.Run(decisions=[[label in said for label in LABELS]], labels=LABELS)
    scores = gs.evaluate(run, truth, measure, **({"ontology": ONTOLOGY} | more))
    return next(iter(scores.summary()["run"].values()))


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        # Said {Dog, Tree}, true {Animal, Cat}: four are wrong; Dog and Cat stand under the wrong Animal.
        ("HLoss", 2 / 5),
        ("HLoss(norm=none)", 2),
        # With ancestors {Animal, Dog, Plant, Tree} and {Animal, Cat}: Dog, Plant, Tree and Cat differ.
        ("MaximalLoss", 4 / 5),
        ("hP(variant=verspoor)", 1 / 4),
        ("hR(variant=verspoor)", 1 / 2),
        ("hF(variant=verspoor)", 1 / 3),
        ("hF", 1 / 3),
        # With descendants {Dog, Tree} and {Animal, Dog, Cat}.
        ("hP(variant=ipeirotis)", 1 / 2),
        ("hR(variant=ipeirotis)", 1 / 3),
        # Animal has depth 1, the other three depth 2.
        ("WeightedEuclidean", math.sqrt(0.75 + 3 * 0.75**2)),
        # Dog to Animal 1 link, Tree to Animal 3, missed Animal to Dog 1, missed Cat to Dog 2; 2L = 4, union 4.
        ("DIMC", (1 + 3 + 1 + 2) / 4 / 4),
        # Links cost 2/6 and 1/6: Dog-Animal 1/6, Tree-Animal 5/6, Animal-Dog 1/6, Cat-Dog 2/6.
        ("DDMC", (1 + 5 + 1 + 2) / 6 / 4),
        # Nearest of the relevant: Dog-Animal one link, Tree-Animal three.
        ("Cordi", (0.5 + 0.5**3) / 2),
    ],
)
def test_by_hand(measure: str, expected: float) -> None:
    assert one(["Dog", "Tree"], ["Animal", "Cat"], measure) == pytest.approx(expected)


def test_kiritchenko_pools_items_and_verspoor_averages_them() -> None:
    truth = gs.Judgements([[1, 1, 0, 0, 0], [0, 0, 0, 1, 1]], labels=LABELS)
    run = gs.Run(decisions=[[1, 1, 0, 0, 0], [0, 0, 1, 0, 0]], labels=LABELS)
    scores = gs.evaluate(run, truth, ["hP", "hP(variant=verspoor)"], ontology=ONTOLOGY).summary()["run"]
    assert scores["hP"] == pytest.approx(2 / 4)  # (2 + 0) / (2 + 2)
    assert scores["hP(variant=verspoor)"] == pytest.approx((1 + 0) / 2)


def test_hierarchical_f_equals_hiclass() -> None:
    from hiclass import metrics  # costs two seconds

    rng = np.random.default_rng(0)
    # HiClass takes one path per item: choose a leaf for truth and prediction.
    paths = {"Dog": ["Animal", "Dog"], "Cat": ["Animal", "Cat"], "Tree": ["Plant", "Tree"]}
    true, said = (rng.choice(list(paths), 50) for _ in range(2))
    expected = {
        "hP": metrics.precision(np.array([paths[t] for t in true]), np.array([paths[s] for s in said])),
        "hR": metrics.recall(np.array([paths[t] for t in true]), np.array([paths[s] for s in said])),
        "hF": metrics.f1(np.array([paths[t] for t in true]), np.array([paths[s] for s in said])),
    }
    truth = gs.Judgements([[label == t for label in LABELS] for t in true], labels=LABELS)
    run = gs.Run(decisions=[[label == s for label in LABELS] for s in said], labels=LABELS)
    found = gs.evaluate(run, truth, list(expected), ontology=ONTOLOGY).summary()["run"]
    assert found == pytest.approx(expected)


def test_medical_error_of_paths() -> None:
    # Paths below the root: two choices at position 1, and below Animal two, below Plant one.
    # True Dog (weights 1/2 and 1/(2*2)): Cat is wrong from position 2, Animal stops early there, Tree is wrong from 1.
    total = 1 / 2 + 1 / 4
    assert one(["Dog"], ["Dog"], "MedError") == 0
    table = LabelTaxonomy(ONTOLOGY, gs.Concepts(LABELS)).code_error
    assert table[LABELS.index("Cat"), LABELS.index("Dog")] == pytest.approx((1 / 4) / total)
    assert table[LABELS.index("Animal"), LABELS.index("Dog")] == pytest.approx((0.5 / 4) / total)
    assert table[LABELS.index("Tree"), LABELS.index("Dog")] == pytest.approx(1)


def test_balanced_distance() -> None:
    # Chains: root-Animal-Dog, root-Animal-Cat, root-Plant-Tree, all of 2 links. Branching: root 2, Animal 2, Plant 1.
    table = LabelTaxonomy(ONTOLOGY, gs.Concepts(LABELS)).balanced
    shared = (2 / (5 / 3)) * (1 / 2)  # Animal, at depth 1
    assert table[1, 2] == pytest.approx(shared / (shared + 1 / 2 + 1 / 2))
    assert table[1, 4] == 0  # only the root in common
    assert one(["Dog"], ["Cat"], "bP") == pytest.approx(table[1, 2])
    assert one(["Dog", "Cat"], ["Cat"], "bF") == pytest.approx(2 * (p := (table[1, 2] + 1) / 2) / (p + 1))


def test_sets_under_any_relatedness() -> None:
    assert one(["Dog"], ["Dog", "Cat"], "AvgSimilarity") == pytest.approx(1 - 2 / 6)
    assert one([], ["Dog"], "AvgSimilarity") == 0
    # Dog-Dog 0, and Cat with the dummy label 1, over 2.
    assert one(["Dog"], ["Dog", "Cat"], "SetDistance") == pytest.approx(0.5)
    # Dog-Cat 2/6 and Tree-Animal 5/6, or Dog-Animal 1/6 and Tree-Cat 1: the first is no cheaper; both give 7/6.
    assert one(["Dog", "Tree"], ["Animal", "Cat"], "SetDistance") == pytest.approx((7 / 6) / 2)


def test_category_similarity_with_identity_and_distance() -> None:
    truth = np.array([[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]])
    said = np.array([[1, 0, 0, 0, 0], [0, 0, 1, 0, 0]])
    run, judged = gs.Run(decisions=said, labels=LABELS), gs.Judgements(truth, labels=LABELS)
    # Cat is said of a Dog: two links away. Within 4 links that contributes 1 - 2/4 to the false Cat and the missed Dog.
    names = ["cP(by=distance, within=4)", "cR(by=distance, within=4)", "cF(by=distance, within=4)"]
    found = gs.evaluate(run, judged, names, ontology=ONTOLOGY)
    # Cat: TP 0, FpCon 0.5, FnCon 0; precision 0.5 / 1. Dog: FnCon 0.5; recall 0.5 / 1.
    assert found.values(names[0])[0, 2] == pytest.approx(0.5)
    assert found.values(names[1])[0, 1] == pytest.approx(0.5)
    assert found.values(names[0])[0, 0] == 1.0
    # Without any similarity they are plain precision and recall.
    plain = gs.evaluate(run, judged, ["cP", "cR", "P", "R"], relatedness="identity")
    np.testing.assert_allclose(plain.values("cP"), plain.values("P"))
    np.testing.assert_allclose(plain.values("cR"), plain.values("R"))


def test_imagenet_errors_and_parent_accuracy() -> None:
    truth = gs.Judgements([[0, 1, 0, 0, 0]], labels=LABELS)  # Dog
    run = gs.Run([[0.1, 0.2, 0.9, 0.3, 0.8]], labels=LABELS)  # Cat, Tree, Plant, Dog, Animal
    names = ["TopError@1(cost=flat)", "TopError@1", "TopError@4", "ParentAccuracy", "TopError@4(cost=flat)"]
    found = gs.evaluate(run, truth, names, ontology=ONTOLOGY).summary()["run"]
    assert found["TopError@1(cost=flat)"] == 1
    assert found["TopError@1"] == pytest.approx(1 / 2)  # Animal has height 1, the root 2
    assert found["TopError@4"] == found["TopError@4(cost=flat)"] == 0
    assert found["ParentAccuracy"] == 1  # Cat and Dog are both animals
    top_tree = gs.evaluate(gs.Run([[0, 0, 0, 0, 1.0]], labels=LABELS), truth, "ParentAccuracy", ontology=ONTOLOGY)
    assert top_tree.summary()["run"]["ParentAccuracy"] == 0


def test_flat_error_is_one_minus_success_for_one_relevant_label() -> None:
    rng = np.random.default_rng(0)
    labels = [str(i) for i in range(8)]
    scores = rng.random((30, 8))
    truth = np.eye(8, dtype=int)[rng.integers(0, 8, 30)]
    found = gs.evaluate(scores, truth, ["TopError@3(cost=flat)", "S@3:item"], ontology=tree(labels)).summary()["run"]
    assert found["TopError@3(cost=flat)"] == pytest.approx(1 - found["S@3:item"])
