"""Runs that differ from their truth, and the rules that let them: match, extra and missing."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

import goldscale as gs

ITEMS, LABELS = ["a.jpg", "b.jpg", "c.jpg"], ["No_Sea", "Sky"]
TRUTH = gs.Judgements([[1, 0], [0, 1], [1, 1]], ITEMS, LABELS)
SCORES = np.array([[0.9, 0.2], [0.1, 0.7], [0.5, 0.6]])
EXACT = gs.Run(SCORES, items=ITEMS, labels=LABELS)
MEASURES = ["AP", "AP:item", "F1:item", "AUC"]


def test_matched_ids_score_as_exact_ones() -> None:
    expected = gs.evaluate(EXACT, TRUTH, MEASURES)
    order = [2, 0, 1]
    paths = gs.Run(SCORES[order], items=[f"images/{ITEMS[i][0]}.png" for i in order], labels=LABELS)
    found = gs.evaluate(paths, TRUTH, MEASURES, match="stem")
    loose = gs.Run(SCORES[order], items=[ITEMS[i].upper() for i in order], labels=["no sea", "SKY"])
    for scores in (found, gs.evaluate(loose, TRUTH, MEASURES, match="loose")):
        for name in MEASURES:
            np.testing.assert_array_equal(scores.values(name), expected.values(name))
    assert "|match=stem|truth=" in found.signature("AP")
    assert "match" not in expected.signature("AP")
    with pytest.raises(gs.MismatchError, match="1 matches with underscores and hyphens as blanks"):
        gs.evaluate(EXACT.replace(labels=["No Sea", "Sky"]), TRUTH, "AP")


def test_a_threshold_per_label_follows_its_label() -> None:
    own = gs.Run(SCORES, items=ITEMS, labels=["no sea", "sky"], threshold={"no sea": 0.8, "sky": 0.1})
    exact = gs.Run(SCORES, items=ITEMS, labels=LABELS, threshold={"No_Sea": 0.8, "Sky": 0.1})
    found = gs.evaluate(own, TRUTH, "F1:item", match="loose").values("F1:item")
    np.testing.assert_array_equal(found, gs.evaluate(exact, TRUTH, "F1:item").values("F1:item"))


@pytest.mark.parametrize("listed", [False, True])
def test_what_the_truth_lacks_is_refused_or_dropped(listed: bool) -> None:
    cells = np.column_stack([np.vstack([SCORES, [[0.8, 0.8]]]), np.full(4, 0.3)])
    held = sparse.csr_array(cells) if listed else cells
    more = gs.Run(held, items=[*ITEMS, "z.jpg"], labels=[*LABELS, "Sun"])
    with pytest.raises(gs.MismatchError, match=r"1 extra \('\w+.*'\)\. Leave them out with extra='drop' .*--extra"):
        gs.evaluate(more, TRUTH, "AP")
    with pytest.warns(gs.GoldscaleWarning) as told:
        found = gs.evaluate(more, TRUTH, MEASURES, extra="drop")
    assert [str(w.message) for w in told] == [
        "run 'run': 1 item that the truth lacks left out ('z.jpg')",
        "run 'run': 1 label that the truth lacks left out ('Sun')",
    ]
    for name in MEASURES:
        np.testing.assert_array_equal(found.values(name), gs.evaluate(EXACT, TRUTH, MEASURES).values(name))
    assert "|extra=drop|" in found.signature("AP")
    with pytest.raises(gs.MismatchError, match="share no item"):
        gs.evaluate(EXACT.replace(items=["x", "y", "z"]), TRUTH, "AP", extra="drop")


def test_an_open_world_has_no_extra_items() -> None:
    qrels = gs.Judgements.from_dict({"t1": {"d1": 1, "d2": 0}})
    run = gs.Run.from_dict({"t1": {"d9": 0.9, "d1": 0.8}})
    assert gs.evaluate(run, qrels, "AP", extra="drop").summary()["run"]["AP"] == 0.5


def test_what_a_table_lacks_is_refused_or_counts_as_unretrieved() -> None:
    decided = SCORES > 0.4
    less = gs.Run(SCORES[:2, :1], decided[:2, :1], items=ITEMS[:2], labels=LABELS[:1], threshold=[0.4])
    with pytest.raises(gs.MismatchError, match=r"1 missing \('Sky'\)\. Count them as not retrieved with missing="):
        gs.evaluate(less, TRUTH, "AP")
    with pytest.warns(gs.GoldscaleWarning, match="which count as not retrieved") as told:
        found = gs.evaluate(less, TRUTH, MEASURES, missing="unretrieved")
    assert len(told) == 2
    filled, yes = np.full(SCORES.shape, -np.inf), np.zeros(SCORES.shape, dtype=bool)
    filled[:2, 0], yes[:2, 0] = SCORES[:2, 0], decided[:2, 0]
    by_hand = gs.evaluate(gs.Run(filled, yes, ITEMS, LABELS), TRUTH, MEASURES)
    for name in MEASURES:
        np.testing.assert_array_equal(found.values(name), by_hand.values(name))
    assert "|missing=unretrieved|" in found.signature("AP")
    with pytest.raises(gs.MismatchError, match="share no item"):
        gs.evaluate(EXACT.replace(items=["x", "y", "z"]), TRUTH, "AP", missing="unretrieved")


def test_the_three_rules_together() -> None:
    run = gs.Run([[0.2, 0.9], [0.7, 0.3]], items=["x/B.jpg", "x/Q.jpg"], labels=["sky", "sun"])
    with pytest.warns(gs.GoldscaleWarning):
        found = gs.evaluate(run, TRUTH, "AP", match="loose", extra="drop", missing="unretrieved")
    by_hand = gs.Run([[-np.inf] * 2, [-np.inf, 0.2], [-np.inf] * 2], items=ITEMS, labels=LABELS)
    np.testing.assert_array_equal(found.values("AP"), gs.evaluate(by_hand, TRUTH, "AP").values("AP"))


def test_curves_know_the_same_rules() -> None:
    run = gs.Run(SCORES, items=["A", "B", "C"], labels=LABELS)
    found = gs.curves(run, TRUTH, "pr", match="loose")["Sky"]
    np.testing.assert_array_equal(found.y, gs.curves(EXACT, TRUTH, "pr")["Sky"].y)


def test_influence_matches_runs_and_truths_alike() -> None:
    stems = [name.removesuffix(".jpg") for name in ITEMS]
    truths = {"one": TRUTH, "two": gs.Judgements([[1, 1], [0, 1], [1, 0]], stems, LABELS)}
    runs = [EXACT.replace(name="mine", items=stems), gs.Run(1 - SCORES, items=ITEMS, labels=LABELS, name="other")]
    found = gs.influence(runs, truths, "AP", match="stem")
    assert (found.items, found.labels) == (3, 2)


def test_a_list_that_retrieves_no_judged_document_is_told() -> None:
    qrels = gs.Judgements.from_dict({"t1": {"d1": 1, "d2": 0}})
    run = gs.Run.from_dict({"t1": {"d1.txt": 0.9, "d2.txt": 0.8}})
    told = r"none of the judged documents \('d1.txt', 'd2.txt'\)\. 2 match without directory and extension"
    with pytest.warns(gs.GoldscaleWarning, match=told):
        assert gs.evaluate(run, qrels, "AP").summary()["run"]["AP"] == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gs.evaluate(run, qrels, "AP", match="stem").summary()["run"]["AP"] == 1


def test_a_campaign_has_the_same_rules(tmp_path: Path) -> None:
    from goldscale.campaign import evaluate_campaign

    (tmp_path / "runs").mkdir()
    (tmp_path / "truth.csv").write_text("image,Sky,Sea\na.jpg,1,0\nb.jpg,0,1\n")
    (tmp_path / "runs" / "mine.csv").write_text("image,sky,sea,sun\nx/A,0.9,0.1,0\nx/B,0.2,0.8,0\n")
    (tmp_path / "campaign.toml").write_text('truth = "truth.csv"\nmeasures = "AP"\nmatch = "loose"\nextra = "drop"\n')
    with pytest.warns(gs.GoldscaleWarning, match=r"left out \('sun'\)"):
        assert evaluate_campaign(tmp_path).scores.summary()["mine"]["AP"] == 1
