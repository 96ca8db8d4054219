"""What is asked of measures: the trial agrees with what the catalogue declares, and finds what fails."""

from __future__ import annotations

import pytest
from trees import tree

import goldscale as gs
from goldscale.errors import ParameterError
from goldscale.metaevaluation.requirements import REQUIREMENTS, requirements

DECLARED = {"perfect-best": "perfect is best", "perfect-only": "best is perfect", "monotone": "monotone"}
EVERY = [definition.keys[0].replace("@k", "@3") for definition in gs.list_measures()]


def test_what_the_catalogue_declares_is_never_refuted() -> None:
    labels = [str(i) for i in range(5)]
    found = requirements(EVERY, labels=labels, ontology=tree(labels), cases=100)
    for name, row in found.verdicts.items():
        for promise, requirement in DECLARED.items():
            if promise in gs.measure(name).definition.properties:
                assert row[requirement].holds is not False, f"{name}: {row[requirement].counterexample}"


@pytest.mark.parametrize(
    ("measure", "requirement"),
    [
        ("OneError", "best is perfect"),
        ("OneError", "worst is worst"),
        ("P:item", "best is perfect"),
        ("R:item", "best is perfect"),
        ("ExactMatch", "worst is worst"),
    ],
)
def test_what_fails_comes_with_a_case(measure: str, requirement: str) -> None:
    verdict = requirements(measure).verdicts[gs.measure(measure).__str__()][requirement]
    assert verdict.holds is False
    assert verdict.counterexample is not None
    assert str(verdict.counterexample).startswith("truth [")


def test_a_closer_label_costs_less_by_the_hierarchy_but_not_where_it_breaks_a_rule() -> None:
    ontology = gs.read_ontology("pto-2009")
    found = requirements(["HS", "OS"], labels=ontology.labels, ontology=ontology).verdicts
    assert found["HS"]["finer for closer"].holds is True
    assert found["OS"]["finer for closer"].holds is False, "a Lake without Water is worse than Plants for a River"
    assert found["OS"]["perfect is best"].holds is True


def test_a_measure_over_all_units_at_once_cannot_be_asked() -> None:
    assert {v.holds for v in requirements("F1(avg=micro)").verdicts["F1(avg=micro)"].values()} == {None}


def test_every_requirement_is_explained_below_the_table() -> None:
    board = requirements("AP").tables()[0]
    assert len(board.notes) == len(REQUIREMENTS) + 1
    with pytest.raises(ParameterError, match="cases must be at least 1"):
        requirements("AP", cases=0)


@pytest.mark.parametrize(("measure", "share"), [("P:item", "a part of the truth"), ("R:item", "everything")])
def test_among_many_labels_too_a_subset_and_a_superset_are_tried(measure: str, share: str) -> None:
    """Chance alone never predicts a strict part of the truth among 53 labels."""
    found = requirements(measure, labels=[f"made-up {i}" for i in range(53)], cases=30).verdicts[measure]
    assert found["best is perfect"].holds is False, f"the best value for {share}"


def test_what_the_catalogue_does_not_promise_is_refuted_where_the_trial_can() -> None:
    """The trial and the catalogue agree on which measures are best only for perfect predictions."""
    labels = [str(i) for i in range(5)]
    found = requirements(EVERY, labels=labels, ontology=tree(labels), cases=100).verdicts
    unrefuted = {
        name
        for name, row in found.items()
        if row["best is perfect"].holds and "perfect-only" not in gs.measure(name).definition.properties
    }
    never_reached = {"AP@3", "ERR", "RBP"}  # or only by perfect predictions: they promise nothing, and break nothing
    proper = {"Brier", "LogLoss"}  # a probability that is not certain always costs something
    on_yes_and_no = {"nDCG", "SRPrec"}  # fail where there are grades, or labels that are wholly alike
    assert unrefuted == never_reached | proper | on_yes_and_no


@pytest.mark.parametrize("measure", ["OneError", "P:item", "ExactMatch"])
def test_a_case_of_many_labels_names_what_matters_and_no_more(measure: str) -> None:
    found = requirements(measure, labels=[f"made-up {i}" for i in range(53)]).verdicts[measure]
    cases = [str(verdict.counterexample) for verdict in found.values() if verdict.counterexample]
    assert cases
    assert max(map(len, cases)) < 240
    assert all("made-up" in case and "0.0" not in case.split(":")[0] for case in cases)
