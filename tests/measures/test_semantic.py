"""Hand-worked cases of the Ontology Score, the Hierarchical Score and Semantic R-Precision."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from trees import tree

import goldscale as gs
from goldscale.data.ontology import ExclusiveGroup, Ontology, Requirement
from goldscale.relatedness import Relatedness

# A root with two branches, each with two leaves: L = 2, links cost 2/6 and 1/6, leaf to leaf over the root costs 1.
LABELS = ["Sea", "Lake", "Indoor", "Outdoor"]
PARENTS = {
    "Water": (),
    "Place": (),
    "Sea": ("Water",),
    "Lake": ("Water",),
    "Indoor": ("Place",),
    "Outdoor": ("Place",),
}
PLAIN = Ontology("plain", PARENTS, {label: label for label in LABELS})
RULED = Ontology(
    "ruled",
    PARENTS,
    {label: label for label in LABELS},
    exclusive=(ExclusiveGroup("Place", ("Indoor", "Outdoor"), True),),
    requirements=(Requirement("Sea", ("Outdoor",), "rule"),),
)


def one(said: list[str], relevant: list[str], measure: str, **known: object) -> float:
    truth = gs.Judgements([[label in relevant for label in LABELS]], labels=LABELS)
    run = gs.Run(decisions=[[label in said for label in LABELS]], labels=LABELS)
    return next(iter(gs.evaluate(run, truth, measure, **known).summary()["run"].values()))


class TestOntologyScore:
    def test_costs_of_near_and_far_labels(self) -> None:
        # Sea for Lake: both cost 2/6 (a sibling), union 2: 1 - (2/6 + 2/6) / 2.
        assert one(["Sea"], ["Lake"], "HS", ontology=PLAIN) == pytest.approx(1 - 2 / 6)
        # Sea for Indoor: over the root, cost 1 each.
        assert one(["Sea"], ["Indoor"], "HS", ontology=PLAIN) == pytest.approx(0)
        # A missed label is matched to the nearest said one, also to a right one.
        assert one(["Sea"], ["Sea", "Lake"], "HS", ontology=PLAIN) == pytest.approx(1 - (2 / 6) / 2)

    def test_an_empty_prediction_has_maximal_cost_whatever_the_agreement(self) -> None:
        agreement = dict.fromkeys(LABELS, 0.5)
        assert one([], ["Sea", "Indoor"], "OS", ontology=PLAIN, agreement=agreement) == 0.0

    def test_two_empty_sets_have_no_score(self) -> None:
        assert np.isnan(one([], [], "OS", ontology=PLAIN))

    def test_a_violated_group_penalises_both_labels(self) -> None:
        # Indoor and Outdoor cost 1 each and leave the relevant set; union {Indoor, Outdoor}.
        assert one(["Indoor", "Outdoor"], ["Outdoor"], "OS", ontology=RULED) == pytest.approx(0.0)
        # Without the cross-check only the false Indoor costs, 2/6 to its sibling: 1 - (2/6) / 2.
        assert one(["Indoor", "Outdoor"], ["Outdoor"], "HS", ontology=RULED) == pytest.approx(1 - (2 / 6) / 2)

    def test_a_missing_requirement_penalises_the_label_itself(self) -> None:
        # Sea without Outdoor: 1; Lake is missed and matched to the penalised Sea, which stays said: 2/6. Union 2.
        assert one(["Sea"], ["Lake"], "OS", ontology=RULED) == pytest.approx(1 - (1 + 2 / 6) / 2)

    def test_penalised_labels_leave_the_relevant_set(self) -> None:
        # Sea is right but breaks its rule: 1. Lake then has nothing relevant left to match: 1. Union 2.
        assert one(["Sea", "Lake"], ["Sea"], "OS", ontology=RULED) == pytest.approx(0.0)

    def test_agreement_scales_costs_but_not_penalties(self) -> None:
        agreement = {"Sea": 1.0, "Lake": 0.5, "Indoor": 1.0, "Outdoor": 1.0}
        # Sea matched to Lake (factor 0.5): 1/6; Lake missed (factor 0.5): 1/6.
        assert one(["Sea"], ["Lake"], "HS", ontology=PLAIN, agreement=agreement) == pytest.approx(1 - (2 / 6) / 2)
        assert one(["Sea"], ["Lake"], "OS", ontology=RULED, agreement=agreement) == pytest.approx(1 - (1 + 1 / 6) / 2)

    def test_costmap_uses_neither_ontology_nor_agreement(self) -> None:
        agreement = dict.fromkeys(LABELS, 0.5)
        value = one(["Indoor", "Outdoor"], ["Outdoor"], "OS(config=costmap)", ontology=RULED, agreement=agreement)
        assert value == pytest.approx(1 - (2 / 6) / 2)

    def test_alpha_forgives(self) -> None:
        assert one(["Sea"], ["Lake"], "HS(alpha=2)", ontology=PLAIN) == pytest.approx((4 / 6) ** 2)
        assert one(["Sea"], ["Lake"], "OS(alpha=0.5)", ontology=PLAIN) == pytest.approx((4 / 6) ** 0.5)

    def test_several_parents_take_the_shortest_way(self) -> None:
        # Sea also hangs under Place: Sea to Indoor is now a sibling.
        twice = Ontology("dag", PARENTS | {"Sea": ("Water", "Place")}, {label: label for label in LABELS})
        assert one(["Sea"], ["Indoor"], "HS", ontology=twice) == pytest.approx(1 - 2 / 6)

    def test_any_relatedness_can_be_the_costmap(self) -> None:
        assert one(["Sea"], ["Lake"], "HS", relatedness="identity") == 0.0
        assert one(["Sea", "Lake"], ["Lake"], "HS", relatedness="identity") == 0.5

    def test_it_equals_a_slow_and_obvious_second_implementation(self) -> None:
        rng = np.random.default_rng(0)
        for _ in range(200):
            said, relevant = rng.random((2, 4)) < 0.5
            factor = np.round(rng.random(4), 1)
            expected = slowly(said, relevant, factor)
            truth, run = gs.Judgements(relevant[None], labels=LABELS), gs.Run(decisions=said[None], labels=LABELS)
            ours = gs.evaluate(run, truth, "OS", ontology=RULED, agreement=factor).values("OS")[0, 0]
            np.testing.assert_allclose(ours, expected, atol=1e-12)


def slowly(said: np.ndarray, relevant: np.ndarray, factor: np.ndarray) -> float:
    """Eqs. 7.1-7.3 word for word on the four labels, for RULED."""
    cost = np.array([[0, 2, 6, 6], [2, 0, 6, 6], [6, 6, 0, 2], [6, 6, 2, 0]]) / 6
    z, y = set(np.flatnonzero(said)), set(np.flatnonzero(relevant))
    if not z | y:
        return float("nan")
    bad = ({2, 3} if {2, 3} <= z else set()) | ({0} if 0 in z and 3 not in z else set())
    total = float(len(bad))
    targets = y - bad
    for i in z - y - bad:
        if targets:
            low = min(cost[i, j] for j in targets)
            total += low * max(factor[j] for j in targets if cost[i, j] == low)
        else:
            total += 1
    for j in y - z - bad:
        total += min(cost[i, j] for i in z) * factor[j] if z else 1
    return max(0.0, 1 - total / len(z | y))


class TestSemanticRPrecision:
    def test_assignment_beats_greedy(self) -> None:
        # The first two labels are a and b; a relates to x with 0.9 and to y with 0.8, b to x with 0.8 and y with 0.
        # Greedy takes a-x first (0.9 + 0); the assignment takes a-y and b-x (1.6).
        related = np.eye(4)
        related[0, 2] = related[2, 0] = 0.9
        related[0, 3] = related[3, 0] = 0.8
        related[1, 2] = related[2, 1] = 0.8
        matrix = Relatedness(related, gs.Concepts(["a", "b", "x", "y"]), "by hand", {}, "2009-01-01")
        truth = gs.Judgements([[0, 0, 1, 1]], labels=matrix.labels)
        run = gs.Run([[0.9, 0.8, 0.1, 0.2]], labels=matrix.labels)
        assert gs.evaluate(run, truth, "SRPrec", relatedness=matrix).summary()["run"]["SRPrec"] == pytest.approx(0.8)

    @given(
        arrays.arrays(np.float32, (4, 7), elements=st.sampled_from([0.1, 0.2, 0.3, 0.4])),
        arrays.arrays(np.int8, (4, 7), elements=st.integers(0, 1)),
    )
    def test_identity_makes_it_r_precision_and_relatedness_never_hurts(
        self, scores: np.ndarray, truth: np.ndarray
    ) -> None:
        labels = [str(i) for i in range(7)]
        names = ["RPrec:item", "SRPrec(source=identity)", "SRPrec"]
        found = gs.evaluate(gs.Run(scores), truth, names, ontology=tree(labels))
        np.testing.assert_allclose(found.values(names[1]), found.values(names[0]), atol=1e-12)
        some = ~np.isnan(found.values(names[0]))
        assert (found.values(names[2])[some] >= found.values(names[0])[some] - 1e-12).all()

    @pytest.mark.parametrize("ties", ["expected", "best", "worst"])
    @pytest.mark.parametrize("name", ["SRPrec", "TopError@1", "TopError@2", "TopError@2(cost=flat)", "ParentAccuracy"])
    def test_ties_equal_brute_force(self, name: str, ties: str) -> None:
        rng = np.random.default_rng(2)
        ontology = tree([str(i) for i in range(5)])
        higher = gs.measure(name).definition.higher_is_better

        def value(scores: np.ndarray, truth: np.ndarray, ties: str = "expected") -> float:
            return gs.evaluate(scores[None], truth[None], name, ties=ties, ontology=ontology).values(name)[0, 0]

        for _ in range(8):
            scores, truth = rng.integers(0, 3, 5).astype(float), rng.integers(0, 2, 5)
            if not truth.any():
                continue
            tried = []
            for order in permutations(range(5)):
                if all(scores[a] >= scores[b] for a, b in pairwise(order)):
                    strict = np.empty(5)
                    strict[list(order)] = np.arange(5)[::-1]
                    tried.append(value(strict, truth))
            expected = {
                "expected": np.mean(tried),
                "best": max(tried) if higher else min(tried),
                "worst": min(tried) if higher else max(tried),
            }[ties]
            np.testing.assert_allclose(value(scores, truth, ties), expected, atol=1e-12)

    def test_many_ways_of_cutting_come_near_the_expectation(self) -> None:
        labels = [str(i) for i in range(30)]
        rng = np.random.default_rng(0)
        truth = (rng.random((40, 30)) < 0.2).astype(int)
        truth[:, 0] = 1
        flat = np.zeros((40, 30))
        found = {
            ties: gs.evaluate(flat, truth, "SRPrec", ontology=tree(labels), ties=ties).values("SRPrec")[0]
            for ties in ("expected", "best", "worst")
        }
        drawn = [
            gs.evaluate(rng.permuted(np.tile(np.arange(30.0), (40, 1)), axis=1), truth, "SRPrec", ontology=tree(labels))
            for _ in range(200)
        ]
        tried = np.stack([d.values("SRPrec")[0] for d in drawn])
        assert found["expected"].mean() == pytest.approx(tried.mean(), abs=0.01)
        assert (found["worst"] <= found["expected"] + 1e-12).all()
        assert (found["expected"] <= found["best"] + 1e-12).all()
        assert (tried.max(axis=0) <= found["best"] + 1e-12).all()

    def test_unjudged_labels_may_be_left_out(self) -> None:
        truth = gs.Judgements([[1, -1, -1, 0]], labels=LABELS)
        run = gs.Run([[0.9, 0.8, 0.1, 0.2]], labels=LABELS)
        names = ["OS", "HS", "hF", "SRPrec", "DIMC"]
        ignored = gs.evaluate(run, truth, names, ontology=PLAIN, unjudged="ignore").summary()["run"]
        assert ignored == {"OS": 1.0, "HS": 1.0, "hF": 1.0, "SRPrec": 1.0, "DIMC": 0.0}
        assert gs.evaluate(run, truth, "OS", ontology=PLAIN).summary()["run"]["OS"] < 1


def test_what_is_missing_is_asked_for() -> None:
    for name in ("OS", "HS", "SRPrec", "hF"):
        with pytest.raises(gs.ParameterError, match="needs"):
            one(["Sea"], ["Lake"], name)
    with pytest.raises(gs.ParameterError, match="read by item only"):
        gs.measure("OS:label")
    with pytest.raises(gs.UnknownNameError, match="pto-2009"):
        one(["Sea"], ["Lake"], "OS", ontology="pto-2008")
    with pytest.raises(gs.ParameterError, match="no agreement factor for 3 labels"):
        one(["Sea"], ["Lake"], "OS", ontology=PLAIN, agreement={"Sea": 1.0})


def test_signatures_say_what_was_known() -> None:
    truth = gs.Judgements([[1, 0, 0, 1]], labels=LABELS)
    scores = gs.evaluate(gs.Run(decisions=[[1, 0, 0, 1]], labels=LABELS), truth, "OS", ontology=RULED)
    assert "ontology=ruled:" in scores.signature("OS")
    other = Ontology("ruled", PARENTS, {label: label for label in LABELS})
    again = gs.evaluate(gs.Run(decisions=[[1, 0, 0, 1]], labels=LABELS), truth, "OS", ontology=other)
    assert again.signature("OS") != scores.signature("OS")  # the same name, other rules
    assert "relatedness=hierarchy" in scores.signature("OS")


def test_intervals_and_sparse_runs() -> None:
    from scipy import sparse

    rng = np.random.default_rng(3)
    said, truth = rng.integers(0, 2, (40, 4)), rng.integers(0, 2, (40, 4))
    judged = gs.Judgements(truth, labels=LABELS)
    names = ["OS", "hF", "hF(variant=verspoor)", "SRPrec"]
    dense = gs.evaluate(gs.Run(decisions=said, labels=LABELS), judged, names, ontology=RULED, ci=0.9, replicates=50)
    for name in dense.measures:
        low, high = dense.interval(name)["run"]
        assert low <= dense.summary()["run"][name] <= high
    row, column = np.nonzero(said)
    cells = sparse.csr_array((np.ones(len(row), dtype=bool), (row, column)), shape=said.shape)
    lists = gs.evaluate(gs.Run(decisions=cells, labels=LABELS), judged, names[:3], ontology=RULED)
    for name in lists.measures:
        np.testing.assert_allclose(lists.values(name), dense.values(name))
    with pytest.raises(gs.ParameterError, match="ci_over='item'"):
        gs.evaluate(gs.Run(decisions=said, labels=LABELS), judged, "OS", ontology=RULED, ci=0.9, ci_over="label")
    with pytest.raises(gs.ParameterError, match="no bounds"):
        gs.evaluate(gs.Run(decisions=said, labels=LABELS), judged, "OS", ontology=RULED, unjudged="bounds")
