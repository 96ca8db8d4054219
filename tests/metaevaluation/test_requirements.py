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
