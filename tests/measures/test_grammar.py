from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldscale as gs
from goldscale.measures.registry import DIRECTIONS, MEASURES, parse_measures


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("AP", "AP"),
        ("map", "AP"),
        ("AP:label", "AP"),
        ("AP:concept", "AP"),
        ("AP:example", "AP:item"),
        ("P(avg=micro)", "P(avg=micro)"),
        ("P(avg=macro)", "P"),
        (" F1 : item ".replace(" : ", ":"), "F1:item"),
        ("F(beta=2.0)", "F(beta=2)"),
        ("F:item( beta = 0.5 , rel=2 )", "F:item(beta=0.5, rel=2)"),
        ("F(beta=2):item", "F:item(beta=2)"),
        ("P(rel=2)@10", "P@10(rel=2)"),
        ("p@10:image", "P@10:item"),
        ("ndcg", "nDCG"),
    ],
)
def test_a_measure_prints_as_it_parses(text: str, printed: str) -> None:
    measure = gs.measure(text)
    assert str(measure) == printed
    assert gs.measure(str(measure)) == measure
    assert hash(gs.measure(str(measure))) == hash(measure)


@given(st.data())
def test_every_measure_prints_as_it_parses(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(MEASURES)))
    definition = MEASURES[key]
    text = key.replace("@k", f"@{data.draw(st.integers(1, 1000))}")
    if data.draw(st.booleans()):
        words = sorted(word for word, direction in DIRECTIONS.items() if direction in definition.directions)
        text += ":" + data.draw(st.sampled_from(words))
    chosen = []
    for p in definition.parameters:
        if data.draw(st.booleans()):
            if p.choices:
                value = data.draw(st.sampled_from(p.choices))
            elif p.between:
                value = data.draw(st.floats(p.low, p.high, exclude_min=True, exclude_max=True))
            else:
                value = data.draw(st.integers(1, 1 if p.high == 1 else 4))
            chosen.append(f"{p.name}={value}")
    measure = gs.measure(text + (f"({', '.join(chosen)})" if chosen else ""))
    again = gs.measure(str(measure))
    assert again == measure
    assert dict(again.parameters) == dict(measure.parameters)
    assert (again.cutoff, again.direction) == (measure.cutoff, measure.direction)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("APP", gs.UnknownNameError, "did you mean 'AP'"),
        ("iAP@10", gs.ParameterError, "takes no cutoff"),
        ("S", gs.ParameterError, "needs a cutoff, as in S@10"),
        ("AP:items", gs.UnknownNameError, "did you mean 'item'"),
        ("AP(relevance=1)", gs.UnknownNameError, "unknown parameter of AP 'relevance'"),
        ("AP(rel)", gs.ParameterError, "write rel=value"),
        ("AP(rel=x)", gs.ParameterError, "rel must be a whole number"),
        ("AP(rel=0)", gs.ParameterError, "rel must be a whole number from 1 up, not 0"),
        ("F(beta=nan)", gs.ParameterError, "beta must be a number from 0 up, not nan"),
        ("P(avg=mean)", gs.UnknownNameError, "unknown value of avg 'mean'; known: macro, micro, weighted"),
        ("AP:item:label", gs.ParameterError, "the form is"),
        ("", gs.ParameterError, "cannot read"),
        ("P@0", gs.ParameterError, "a whole number from 1 up"),
        ("P@99999999999999999999", gs.ParameterError, "a whole number from 1 up to 2147483647"),
        ("P_" + "9" * 5000, gs.ParameterError, "a whole number from 1 up to 2147483647"),
        ("AP,AUC", gs.ParameterError, "'AP,AUC' names several measures where one is wanted"),
        ("f1@5", gs.ParameterError, r"f1@5 \(ranx\) has no counterpart here; P@5 and R@5 tell both halves"),
    ],
)
def test_what_cannot_be_read_is_explained(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        gs.measure(text)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("AP,AUC", ["AP", "AUC"]),
        (" AP , F1:item ", ["AP", "F1:item"]),
        ("Alpha(alpha=2, beta=0.5),AP,map", ["Alpha(alpha=2, beta=0.5)", "AP"]),
        ("P(rel=2)@5,P@5(rel=2)", ["P@5(rel=2)"]),
        ("P.5,10,ndcg_cut.5,10,AUC", ["P@5", "P@10", "nDCG@5", "nDCG@10", "AUC"]),
    ],
)
def test_a_text_may_name_several_measures(text: str, printed: list[str]) -> None:
    assert [str(m) for m in parse_measures(text)] == printed
    scores = gs.evaluate([[0.9, 0.8, 0.1], [0.2, 0.7, 0.4]], [[1, 0, 2], [0, 1, 1]], text)
    assert list(scores.measures) == printed


@pytest.mark.parametrize("text", ["AP,,AUC", "AP,", ",AP", "AP,10"])
def test_nothing_between_commas_is_no_measure(text: str) -> None:
    with pytest.raises(gs.ParameterError, match="cannot read the measure"):
        parse_measures(text)


def test_a_measure_is_a_text() -> None:
    with pytest.raises(gs.ParameterError, match="a measure is a text, as 'AP', not 1"):
        gs.evaluate([[0.9, 0.1]], [[1, 0]], ["AP", 1])


def test_a_measure_travels_with_all_its_digits() -> None:
    measure = gs.measure("F(beta=1.23456789)")
    assert pickle.loads(pickle.dumps(measure))["beta"] == 1.23456789
    assert measure != gs.measure("F(beta=1.23456788)")


def test_a_measure_of_another_definition_stays_what_it_is() -> None:
    usual = gs.measure("AP")
    other = replace(usual, definition=replace(usual.definition, title="Of somebody else"))
    assert gs.measure(usual) is usual
    assert gs.measure(other) is other


def test_what_prints_alike_is_the_same_unless_it_is_defined_otherwise() -> None:
    ours = gs.measure("AP")
    assert ours == gs.measure("map") == pickle.loads(pickle.dumps(ours))
    definition = replace(ours.definition, kernel=gs.measure("AUC").definition.kernel)
    other = gs.Measure(definition, None, "label", ours.parameters)
    assert str(other) == "AP"
    assert other != ours
    with pytest.raises(gs.ParameterError, match="two definitions of AP"):
        gs.evaluate([[0.1, 0.2]], [[1, 0]], [ours, other])


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("F2", "F(beta=2)"),
        ("F0.5", "F(beta=0.5)"),
        ("Top5", "S@5:item"),
        ("top-3", "S@3:item"),
        ("AUROC", "AUC"),
        ("ROC-AUC", "AUC"),
        ("hit@5", "S@5"),
        ("F1", "F1"),
        ("Top1", "Top1"),
    ],
)
def test_names_that_the_field_uses(theirs: str, ours: str) -> None:
    assert str(gs.measure(theirs)) == ours


def test_a_name_with_two_meanings_is_answered() -> None:
    with pytest.raises(gs.ParameterError, match=r"IoU .* is Jaccard:label: Jaccard alone is by item"):
        gs.measure("IoU")


@pytest.mark.parametrize("mistyped", ["Presicion", "Precison"])
def test_aliases_are_suggested_too(mistyped: str) -> None:
    with pytest.raises(gs.UnknownNameError, match="did you mean 'Precision'"):
        gs.measure(mistyped)


def test_an_unknown_name_is_not_answered_with_the_whole_catalogue() -> None:
    with pytest.raises(gs.UnknownNameError, match=r"and \d+ more; 'goldscale measures' lists all$") as caught:
        gs.measure("zzzzzz")
    assert len(str(caught.value)) < 120
