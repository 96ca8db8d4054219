from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from goldscale.data import Axis, Concepts, Ontology
from goldscale.data.ontology import ROOT, ExclusiveGroup, Requirement
from goldscale.errors import MismatchError, ParameterError, UnknownNameError

PARENTS = {
    "Place": (),
    "Place.In": ("Place",),
    "Place.Out": ("Place",),
    "Nature": (),
    "Nature.Water": ("Nature",),
    "Nature.Water.Lake": ("Nature.Water",),
    "People": (),
    "People.One": ("People",),
    "Animal": (),
    "Portrait": (),
}
LABELS = {
    "Indoor": "Place.In",
    "Outdoor": "Place.Out",
    "Water": "Nature.Water",
    "Lake": "Nature.Water.Lake",
    "Person": "People.One",
    "Animal": "Animal",
    "Portrait": "Portrait",
}
SMALL = Ontology(
    "small",
    PARENTS,
    LABELS,
    [ExclusiveGroup("Place", ("Outdoor", "Indoor"), exactly_one=True)],
    [Requirement("Portrait", ("Animal", "Person"))],
).require_parents()

# A houseboat is a boat and a house; a boat is something on water.
BOATS = Ontology(
    "boats",
    {"Houseboat": ("Boat", "House"), "Boat": ("Vehicle",), "Vehicle": ("Thing",), "House": (), "Thing": ()},
    {"House": "House", "Houseboat": "Houseboat", "Vehicle": "Vehicle"},
)


def decisions(*sets: str, labels: Concepts = SMALL.concepts) -> np.ndarray:
    """Rows with these labels, named between blanks."""
    said = np.zeros((len(sets), len(labels)), dtype=bool)
    for row, names in enumerate(sets):
        said[row, [labels.index[name] for name in names.split()]] = True
    return said


def found(names: str) -> tuple[set[str], set[str]]:
    """What one label set breaks, and which labels are penalised."""
    answer = SMALL.violations(decisions(names), SMALL.concepts)
    broken = {answer.rules[i].name for i in np.flatnonzero(answer.broken[0])}
    return broken, {SMALL.concepts[int(i)] for i in np.flatnonzero(answer.penalised[0])}


def test_hierarchy() -> None:
    assert SMALL.concepts.names == tuple(LABELS)
    assert SMALL.concepts.noun == "concept"
    assert SMALL.ancestors("Nature.Water.Lake") == {"Nature", "Nature.Water"}
    assert [SMALL.depth(n) for n in (ROOT, "Place", "Place.In", "Nature.Water.Lake")] == [0, 1, 2, 3]
    assert SMALL.height == 3
    assert SMALL.children[ROOT] == ("Place", "Nature", "People", "Animal", "Portrait")
    with pytest.raises(UnknownNameError, match=r"did you mean 'Place'"):
        SMALL.depth("place")
    with pytest.raises(UnknownNameError):
        SMALL.ancestors("Moon")


def test_several_parents() -> None:
    assert BOATS.ancestors("Houseboat") == {"Boat", "House", "Vehicle", "Thing"}
    assert BOATS.depth("Houseboat") == 2  # by way of House
    assert BOATS.depth("Vehicle") == 2
    assert BOATS.depth("Boat") == 3
    assert BOATS.height == 3
    # Boat has no label: the next label on that way up is Vehicle.
    assert BOATS.parent_labels("Houseboat") == ("House", "Vehicle")
    needing = BOATS.require_parents()
    assert [(r.label, r.any_of) for r in needing.requirements] == [
        ("Houseboat", ("House",)),
        ("Houseboat", ("Vehicle",)),
    ]
    answer = needing.violations(decisions("Houseboat House", labels=needing.concepts), needing.concepts)
    assert [rule.name for rule, bad in zip(answer.rules, answer.broken[0], strict=True) if bad] == [
        "Houseboat needs Vehicle"
    ]


def test_parents_that_are_not_listed_become_nodes() -> None:
    assert Ontology("o", {"a": ("b",)}, {"a": "a"}).nodes == ("b", "a")


@pytest.mark.parametrize(
    ("parents", "cycle"),
    [
        ({"a": ("a",)}, "a > a"),
        ({"a": ("b",), "b": ("c",), "c": ("a",)}, "a > b > c > a"),
        ({"x": ("a",), "a": ("top", "b"), "b": ("a",), "top": ()}, "a > b > a"),
    ],
)
def test_cycles_are_named(parents: dict[str, tuple[str, ...]], cycle: str) -> None:
    with pytest.raises(ParameterError, match=cycle):
        Ontology("o", parents, {"a": "a"})


def test_ancestor_matrix() -> None:
    labels = Concepts(["Lake", "Portrait", "Water"])
    assert SMALL.ancestor_matrix(labels).tolist() == [[False, False, True], [False] * 3, [False] * 3]
    assert SMALL.ancestor_matrix(SMALL.concepts).sum() == 1


@pytest.mark.parametrize(
    ("labels", "broken", "penalised"),
    [
        ("Indoor", set(), set()),
        ("Indoor Outdoor", {"Place: only one of Indoor or Outdoor"}, {"Indoor", "Outdoor"}),
        ("", {"Place: at least one of Indoor or Outdoor"}, set()),
        ("Outdoor Lake", {"Lake needs Water"}, {"Lake"}),
        ("Outdoor Lake Water", set(), set()),
        ("Indoor Portrait", {"Portrait needs Person or Animal"}, {"Portrait"}),
        ("Indoor Portrait Animal", set(), set()),
        (
            "Indoor Outdoor Portrait Water",
            {"Place: only one of Indoor or Outdoor", "Portrait needs Person or Animal"},
            {"Indoor", "Outdoor", "Portrait"},
        ),
    ],
)
def test_each_kind_of_rule(labels: str, broken: set[str], penalised: set[str]) -> None:
    assert found(labels) == (broken, penalised)


def test_counts() -> None:
    answer = SMALL.violations(decisions("Indoor", "Indoor Outdoor Lake", "", "Lake"), SMALL.concepts)
    assert answer.per_rule().tolist() == [1, 2, 2, 0]
    assert [rule.kind for rule in answer.rules] == ["exclusive", "one", "parent", "rule"]
    assert answer.count == 5
    assert answer.items.tolist() == [1, 2, 3]


def test_three_of_a_group_are_all_penalised() -> None:
    names = ["a", "b", "c", "d"]
    group = Ontology("o", dict.fromkeys(names, ()), {n: n for n in names}, [ExclusiveGroup("g", ("a", "b", "c"))])
    answer = group.violations([[1, 1, 1, 1], [1, 1, 0, 1], [0, 0, 0, 1]], group.concepts)
    assert answer.penalised.tolist() == [[True] * 3 + [False], [True, True, False, False], [False] * 4]
    assert answer.broken.tolist() == [[True], [True], [False]]  # at most one: an empty group is fine


def test_fewer_labels() -> None:
    labels = Concepts(["Portrait", "Animal", "Outdoor", "Lake"])
    answer = SMALL.violations(np.array([[1, 0, 0, 1], [1, 1, 0, 0]]), labels)
    # Place has one label left, Water is not there: neither the group nor Lake's parent can be checked.
    assert [rule.name for rule in answer.rules] == ["Portrait needs Animal"]
    assert answer.penalised.tolist() == [[True, False, False, False], [False] * 4]


def test_an_incomplete_group_may_be_empty() -> None:
    ontology = Ontology(
        "o", dict.fromkeys("abc", ()), {n: n for n in "abc"}, [ExclusiveGroup("g", ("a", "b", "c"), True)]
    )
    answer = ontology.violations([[False, False]], Concepts(["b", "a"]))
    assert [rule.kind for rule in answer.rules] == ["exclusive"]
    assert not answer.broken.any()


def test_labels_must_be_known() -> None:
    with pytest.raises(MismatchError, match=r"does not know: 1 extra \('Moon'\)"):
        SMALL.violations(np.zeros((1, 2), bool), Concepts(["Water", "Moon"]))
    with pytest.raises(ParameterError, match="3 columns for 1 labels"):
        SMALL.violations(np.zeros((1, 3), bool), Concepts(["Water"]))


def test_columns_without_names_are_taken_in_order() -> None:
    said = decisions("Indoor Outdoor", "Lake")
    named, unnamed = (SMALL.violations(said, axis) for axis in (SMALL.concepts, Concepts(7)))
    assert (named.broken == unnamed.broken).all()
    with pytest.raises(MismatchError, match="6 labels without names for 7"):
        SMALL.violations(said[:, :6], Concepts(6))
    assert SMALL.locate(Axis(["Lake"])).tolist() == [3]


def test_decisions_are_yes_or_no() -> None:
    with pytest.raises(ParameterError, match="yes or no"):
        SMALL.violations(np.full((1, 7), 0.5), SMALL.concepts)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ""}, "needs a name"),
        ({"labels": {}}, "has no labels"),
        ({"labels": {"x": "nowhere"}}, "'nowhere', which is no node"),
        ({"labels": {"x": "a", "y": "a"}}, "'a' has more than one label"),
        ({"parents": {"a": ("",), "b": ()}}, "a node needs a name"),
        ({"exclusive": [ExclusiveGroup("g", ("x", "z"))]}, "'z', which is no label"),
        ({"exclusive": [ExclusiveGroup("g", ("x",))]}, "at least two labels"),
        ({"exclusive": [ExclusiveGroup("g", ("x", "x"))]}, "at least two labels"),
        ({"requirements": [Requirement("x", ())]}, "at least one other"),
        ({"requirements": [Requirement("x", ("x",))]}, "at least one other"),
        ({"requirements": [Requirement("x", ("z",))]}, "'z', which is no label"),
        ({"requirements": [Requirement("x", ("y",), "cousin")]}, "'parent' or 'rule'"),  # type: ignore[arg-type]
        ({"requirements": [Requirement("x", ("y",), "parent")]}, "must be those it has"),
        ({"requirements": [Requirement("x", ("y", "w"), "parent")]}, "names one label"),
    ],
)
def test_what_does_not_hold_together(change: dict[str, object], message: str) -> None:
    sound = {"name": "o", "parents": {"a": (), "b": (), "c": ()}, "labels": {"x": "a", "y": "b", "w": "c"}}
    with pytest.raises(ParameterError, match=message):
        Ontology(**(sound | change))  # type: ignore[arg-type]


def test_order_of_input_does_not_matter() -> None:
    turned = Ontology(
        "small",
        dict(reversed(PARENTS.items())),
        LABELS,
        [ExclusiveGroup("Place", ("Indoor", "Outdoor"), exactly_one=True)],
        [Requirement("Lake", ("Water",), "parent"), Requirement("Portrait", ("Person", "Animal", "Person"))],
    )
    assert turned == SMALL
    assert hash(turned) == hash(SMALL)
    assert turned.nodes == SMALL.nodes
    assert turned != BOATS
    other_order = dict(reversed(LABELS.items()))
    assert Ontology("small", PARENTS, other_order, SMALL.exclusive, SMALL.requirements) != SMALL


def test_it_is_frozen() -> None:
    with pytest.raises(AttributeError):
        SMALL.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        SMALL.parents["x"] = ()  # type: ignore[index]
    assert repr(SMALL) == "Ontology('small', 7 concepts, 1 group, 2 requirements)"


def slowly(ontology: Ontology, said: set[str], axis: list[str]) -> tuple[set[str], set[str]]:
    """One item's broken rules and penalised labels, spelled out."""
    broken, penalised = set(), set()
    for group in ontology.exclusive:
        there = [label for label in group.labels if label in axis]
        chosen = {label for label in there if label in said}
        if len(chosen) > 1:
            broken.add(("exclusive", group.name))
            penalised |= chosen
        if group.exactly_one and not chosen and len(there) == len(group.labels):
            broken.add(("one", group.name))
    for wanted in ontology.requirements:
        known = [label for label in wanted.any_of if label in axis]
        if wanted.label in said and known and not any(label in said for label in known):
            broken.add((wanted.kind, wanted.label + "<" + known[0]))
            penalised.add(wanted.label)
    return broken, penalised


@st.composite
def cases(draw: st.DrawFn) -> tuple[Ontology, list[str], np.ndarray]:
    names = [f"n{i}" for i in range(draw(st.integers(2, 9)))]
    parents = {n: draw(st.lists(st.sampled_from(names[:i]), max_size=2)) if i else [] for i, n in enumerate(names)}
    some = st.lists(st.sampled_from(names), min_size=2, max_size=5, unique=True)
    groups = [ExclusiveGroup(f"g{i}", tuple(draw(some)), draw(st.booleans())) for i in range(draw(st.integers(0, 3)))]
    wanted = [Requirement(first, tuple(rest)) for first, *rest in draw(st.lists(some, max_size=3))]
    ontology = Ontology("o", parents, {n: n for n in names}, groups, wanted).require_parents()
    axis = draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    cells = draw(st.lists(st.lists(st.booleans(), min_size=len(axis), max_size=len(axis)), max_size=6))
    return ontology, axis, np.array(cells, dtype=bool).reshape(len(cells), len(axis))


@given(cases())
def test_vectorised_equals_a_slow_loop(case: tuple[Ontology, list[str], np.ndarray]) -> None:
    ontology, axis, said = case
    for matrix in (said, sparse.csr_array(said), said.astype(int)):
        answer = ontology.violations(matrix, Concepts(axis))
        assert answer.broken.shape == (len(said), len(answer.rules))
        for row, cells in enumerate(said):
            chosen = {name for name, yes in zip(axis, cells, strict=True) if yes}
            broken, penalised = slowly(ontology, chosen, axis)
            rules = [answer.rules[i] for i in np.flatnonzero(answer.broken[row])]
            assert {(r.kind, f"{r.labels[0]}<{r.needs[0]}" if r.needs else r.group) for r in rules} == broken
            assert {axis[i] for i in np.flatnonzero(answer.penalised[row])} == penalised


@given(cases())
def test_ancestors_by_following_every_way(case: tuple[Ontology, list[str], np.ndarray]) -> None:
    ontology, axis, _ = case

    def ways(node: str) -> list[list[str]]:
        """All ways from a node to the root."""
        return [[node, *rest] for parent in ontology.parents[node] for rest in ways(parent)] or [[node]]

    matrix = ontology.ancestor_matrix(Concepts(axis))
    for row, node in enumerate(axis):
        above = {name for way in ways(node) for name in way[1:]}
        assert ontology.ancestors(node) == above
        assert ontology.depth(node) == min(map(len, ways(node)))
        assert {axis[i] for i in np.flatnonzero(matrix[row])} == above & set(axis)
    assert ontology.height == max(ontology.depth(node) for node in ontology.nodes)
