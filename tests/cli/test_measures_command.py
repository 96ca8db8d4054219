"""goldscale measures: the catalogue for people and for programs."""

from __future__ import annotations

import pytest
from command_line import fails, goldscale, usage

import goldscale as gs
from goldscale.data.formula import plain_formula

DEFINITIONS = gs.list_measures()


def test_the_list_is_grouped_by_prediction_and_direction() -> None:
    done = goldscale("measures")
    assert (done.code, done.err) == (0, "")
    sections = {section.splitlines()[0]: section for section in done.out.split("\n\n")[:-1]}
    assert [heading for heading in sections if "related" not in heading] == [
        "Decisions, read by label (concept-based)",
        "Decisions, read by item (example-based)",
        "Rankings, read by label (concept-based)",
        "Rankings, read by item (example-based)",
        "Probabilities, read by label (concept-based)",
    ]
    for definition in DEFINITIONS:
        said = {"set": "Decisions", "ranking": "Rankings", "probability": "Probabilities"}[definition.prediction]
        (section,) = [
            text
            for heading, text in sections.items()
            if heading.startswith(f"{said}, read by {definition.direction} ")
            and ("related" in heading) == (definition.score == "semantic")
        ]
        assert f"\n  {', '.join(definition.keys)} " in section
    assert ":item or :label" in done.out
    assert "NAME[@CUTOFF]" in done.out


def test_no_measure_is_listed_twice_or_left_out() -> None:
    lines = [line for line in goldscale("measures").out.splitlines() if line.startswith("  ")]
    assert len(lines) == len(DEFINITIONS)


@pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda d: d.keys[0])
def test_each_is_explained_under_all_its_names(definition: gs.measures.Definition) -> None:
    for name in (*definition.keys, definition.keys[0].lower()):
        done = goldscale("measures", name)
        assert done.code == 0
        assert done.out.startswith(f"{', '.join(definition.keys)}: {definition.title}\n")
    for text in (plain_formula(definition.equation), definition.reference, definition.undefined, definition.example):
        assert text in done.out
    for parameter in definition.parameters:
        assert f"\n  {parameter.name} " in done.out


def test_a_cutoff_may_be_left_out_or_given() -> None:
    for name in ("P@k", "P@5", "P@K"):
        assert goldscale("measures", name).out.startswith("P@k: Precision at a rank")
    assert goldscale("measures", "P").out.startswith("P: ")
    assert "see also    P@k" in goldscale("measures", "P").out
    assert goldscale("measures", "S:item").out.startswith("S@k: ")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("AUCC", "did you mean 'AUC'"),
        ("P@0", "the cutoff must be a whole number from 1 up to 2147483647, not '0'"),
        ("P@many", "the cutoff must be a whole number"),
        ("AUC@5", "takes no cutoff"),
        ("F(beta=x)", "beta must be a number"),
        ("", "cannot read the measure ''"),
    ],
)
def test_unknown_names_exit_2(name: str, words: str) -> None:
    message = fails(2, "measures", name)
    assert words in message


def test_json_is_complete_and_strict() -> None:
    entries = goldscale("measures", "--json").json
    assert [entry["keys"] for entry in entries] == [list(d.keys) for d in DEFINITIONS]
    for entry, definition in zip(entries, DEFINITIONS, strict=True):
        left_out = {*type(definition).__dataclass_fields__} - {*entry}
        assert left_out == {"kernel", "counts"}
        assert [p["name"] for p in entry["parameters"]] == [p.name for p in definition.parameters]
        assert goldscale("measures", entry["keys"][0], "--json").json == entry
    assert next(entry for entry in entries if entry["name"] == "Coverage")["high"] is None


def test_too_many_names() -> None:
    assert "unexpected extra argument" in usage("measures", "AP", "AUC")
