"""The Photo Tagging Ontology of 2009, 2010 and 2011, as it is bundled."""

from __future__ import annotations

import csv
import re

import numpy as np
import pytest

import goldscale as gs
from goldscale.data.ontology import Ontology, Requirement
from goldscale.formats import read_ontology
from goldscale.formats.ontology.files import BUNDLED
from goldscale.resources import resource
from goldscale.samples.campaign import sample_truth
from goldscale.samples.scenes import concepts_2009, rules_2009


def test_pto_2009() -> None:
    pto = read_ontology("pto-2009")
    table = list(csv.DictReader(resource("concepts-2009.csv").read_text("utf-8").splitlines()))
    assert dict(pto.labels) == {row["concept"]: row["category"] for row in table}
    assert pto.concepts.names == tuple(concepts_2009())
    assert len(pto.concepts) == 53
    assert pto.height == 3
    assert [(g.name, g.exactly_one, len(g.labels)) for g in pto.exclusive] == [
        ("Seasons", True, 5),
        ("Place", True, 3),
        ("TimeOfDay", True, 3),
        ("Illumination", True, 3),
        ("Blurring", True, 4),
        ("Persons", True, 4),
    ]
    parents = {r.label: r.any_of for r in pto.requirements if r.kind == "parent"}
    assert parents == {
        **dict.fromkeys(("Flowers", "Trees"), ("Plants",)),
        "Clouds": ("Sky",),
        **dict.fromkeys(("Lake", "River", "Sea"), ("Water",)),
    }
    rules = [r for r in pto.requirements if r.kind == "rule"]
    assert rules == [Requirement("Portrait", ("Single_Person", "Small_Group", "Big_Group", "Animals"))]


def test_pto_2009_says_what_the_sample_campaign_keeps_to() -> None:
    pto, rules = read_ontology("pto-2009"), rules_2009()
    assert {frozenset(g.labels) for g in pto.exclusive} == set(map(frozenset, rules.exclusive))
    assert {r.label: r.any_of for r in pto.requirements} == dict(rules.requires)


def link_costs(ontology: Ontology, first: str, second: str) -> float:
    """Thesis eq. 7.2 over the way by the root, in fourteenths."""
    depths = [ontology.depth(ontology.labels[label]) for label in (first, second)]
    return sum(2.0 ** (ontology.height - level) for depth in depths for level in range(1, depth + 1))


def test_pto_2009_gives_the_printed_costs() -> None:
    pto = read_ontology("pto-2009")
    assert link_costs(pto, "Landscape_Nature", "Outdoor") == 12  # 12/14 = 0.86, thesis 8.1
    assert link_costs(pto, "Landscape_Nature", "Trees") == 13  # 13/14 = 0.93


def test_the_example_of_thesis_7_4() -> None:
    pto = read_ontology("pto-2009")
    labels = gs.Concepts(["Portrait", "Trees", "Mountains", "Clouds", "Plants", "Sky", "Single_Person"])
    answer = pto.violations(np.array([[1, 1, 1, 1, 0, 0, 0]], dtype=bool), labels)
    assert {labels[int(i)] for i in np.flatnonzero(answer.penalised[0])} == {"Portrait", "Trees", "Clouds"}


def test_the_sample_truth_breaks_no_rule_of_pto_2009() -> None:
    truth = sample_truth(3000)
    answer = read_ontology("pto-2009").violations(np.asarray(truth.values) > 0, truth.labels)
    assert answer.count == 0
    assert len(answer.rules) == 6 + 6 + 7


def test_pto_2010() -> None:
    pto, before = read_ontology("pto-2010"), read_ontology("pto-2009")
    assert len(pto.concepts) == 93
    assert set(before.labels) - set(pto.labels) == {"Canvas"}  # 52 of 53 were used again (thesis 10.3)
    assert len(set(pto.labels) - set(before.labels)) == 41
    assert pto.exclusive == before.exclusive
    assert pto.labels["Single_Person"] == "PicturedObjects.Persons.Number.Single"
    needs = {r.label: r.any_of for r in pto.requirements if r.kind == "parent"}
    assert needs["Graffiti"] == ("Visual Arts",)
    assert needs["car"] == ("Vehicle",)
    assert needs["Rain"] == ("Water",)
    assert not {"Shadow", "bodypart", "female", "Baby"} & set(needs)
    assert pto.height == 4


def test_pto_2011() -> None:
    pto, before = read_ontology("pto-2011"), read_ontology("pto-2010")
    assert len(pto.concepts) == 99
    gone = {"No_Visual_Season", "No_Visual_Place", "No_Visual_Time", "Visual Arts"}
    assert set(before.labels) - set(pto.labels) == gone
    new = {"happy", "funny", "euphoric", "active", "scary", "unpleasant", "melancholic", "inactive", "calm"}
    assert set(pto.labels) - set(before.labels) == {*new, "Visual_Arts"}
    assert {g.name: (len(g.labels), g.exactly_one) for g in pto.exclusive} == {
        "Seasons": (4, False),
        "Place": (2, False),
        "TimeOfDay": (2, False),
        "Illumination": (3, True),
        "Blurring": (4, True),
        "Persons": (4, True),
    }


@pytest.mark.parametrize("name", BUNDLED)
def test_the_bundled_files_say_where_they_come_from(name: str) -> None:
    text = resource(f"{name}.ttl").read_text("utf-8")
    assert text.startswith("# The Photo Tagging Ontology")
    assert "Nowak" in text
    pto = read_ontology(name)
    numbers = [int(n) for n in re.findall(r"gs:number (\d+)", text)]
    assert sorted(numbers) == list(range(len(pto.concepts)))
    for node, parents in pto.parents.items():  # classes are named like the tables' paths
        above = node.rpartition(".")[0]
        assert parents == (() if above in ("", "SceneDescription") else (above,))
