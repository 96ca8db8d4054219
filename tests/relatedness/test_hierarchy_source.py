"""Costs of paths, worked out by hand and as the thesis prints them."""

from __future__ import annotations

import numpy as np
import pytest

import goldscale as gs

TREE = gs.Ontology(
    "made-up",
    {"A": (), "B": (), "A.1": ("A",), "A.2": ("A",), "A.1.x": ("A.1",), "A.1.y": ("A.1",), "B.1": ("B",)},
    {"a": "A", "a1": "A.1", "a2": "A.2", "x": "A.1.x", "y": "A.1.y", "b1": "B.1"},
)


def cost(source: str, a: str, b: str, ontology: gs.Ontology = TREE, **options: float) -> float:
    built = gs.build_relatedness(source, ontology.concepts, ontology=ontology, **options)
    return float(built.costs([a, b])[0, 1])


def test_the_printed_costs_of_the_thesis() -> None:
    pto = gs.read_ontology("pto-2009")
    # Section 8.1 prints 0.86, the same for Indoor, and 0.93.
    assert cost("hierarchy", "Landscape_Nature", "Outdoor", pto) == pytest.approx(12 / 14, abs=1e-12)
    assert cost("hierarchy", "Landscape_Nature", "Indoor", pto) == pytest.approx(12 / 14, abs=1e-12)
    assert cost("hierarchy", "Landscape_Nature", "Trees", pto) == pytest.approx(13 / 14, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "halving", "links"),
    [
        ("x", "y", 2 / 14, 2 / 6),
        ("x", "a1", 1 / 14, 1 / 6),
        ("x", "a", 3 / 14, 2 / 6),
        ("x", "a2", 5 / 14, 3 / 6),
        ("a1", "a2", 4 / 14, 2 / 6),
        ("x", "b1", 13 / 14, 5 / 6),
    ],
)
def test_costs_by_hand(a: str, b: str, halving: float, links: float) -> None:
    """Three levels: links of 4, 2 and 1 fourteenths."""
    assert cost("hierarchy", a, b) == pytest.approx(halving, abs=1e-12)
    assert cost("dimc", a, b) == pytest.approx(links, abs=1e-12)
    assert cost("ddmc", a, b, decay=0.5) == pytest.approx(halving, abs=1e-12)
    assert cost("ddmc", a, b, decay=1) == pytest.approx(links, abs=1e-12)


def test_weights_of_depth_dependent_costs() -> None:
    whole = 2 * (1 + 0.75 + 0.75**2)
    assert cost("ddmc", "x", "b1") == pytest.approx((2 + 2 * 0.75 + 0.75**2) / whole)


def test_two_deepest_leaves_over_the_root_cost_one() -> None:
    deep = gs.Ontology("d", {"A": (), "B": (), "A.1": ("A",), "B.1": ("B",)}, {"a": "A.1", "b": "B.1"})
    for source in ("hierarchy", "dimc", "ddmc"):
        assert cost(source, "a", "b", deep) == pytest.approx(1.0)


def test_of_several_parents_the_nearer_way_counts() -> None:
    graph = gs.Ontology(
        "dag",
        {"A": (), "B": (), "A.1": ("A",), "B.1": ("B",), "both": ("A.1", "B"), "A.1.z": ("A.1",)},
        {"both": "both", "b1": "B.1", "z": "A.1.z", "a": "A", "b": "B"},
    )
    # Two levels below the root on the longest of the shortest ways is three for z: links of 4, 2 and 1 fourteenths.
    assert cost("hierarchy", "both", "b1", graph) == pytest.approx(4 / 14)  # over B, not over A and the root
    assert cost("hierarchy", "both", "z", graph) == pytest.approx(2 / 14)  # over A.1


def test_labels_outside_the_ontology() -> None:
    with pytest.raises(gs.MismatchError, match=r"1 missing \('nowhere'\)"):
        gs.build_relatedness("hierarchy", ["x", "y", "nowhere"], ontology=TREE)
    filled = gs.build_relatedness("hierarchy", ["x", "y", "nowhere"], ontology=TREE, missing=0.0)
    assert filled.aligned(["x", "nowhere"])[0, 1] == 0
    assert filled.parameters["missing_pairs"] == 2


def test_labels_without_names_are_those_of_the_ontology() -> None:
    named = gs.build_relatedness("dimc", TREE.concepts, ontology=TREE)
    numbered = gs.build_relatedness("dimc", gs.Concepts(len(TREE.concepts)), ontology=TREE)
    np.testing.assert_array_equal(named.values, numbered.values)


def test_wrong_options() -> None:
    with pytest.raises(gs.ParameterError, match="needs an ontology"):
        gs.build_relatedness("hierarchy", ["x", "y"])
    with pytest.raises(gs.ParameterError, match="not 'pto-2009'"):
        gs.build_relatedness("hierarchy", ["x", "y"], ontology="pto-2009")
    with pytest.raises(gs.ParameterError, match="decay must lie above 0"):
        gs.build_relatedness("ddmc", ["x", "y"], ontology=TREE, decay=0)
    with pytest.raises(gs.UnknownNameError, match="parameter of dimc"):
        gs.build_relatedness("dimc", ["x", "y"], ontology=TREE, decay=0.5)
    with pytest.raises(gs.UnknownNameError, match="did you mean 'hierarchy'"):
        gs.build_relatedness("hierarchie", ["x", "y"])
