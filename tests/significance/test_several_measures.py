from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

import goldscale as gs
from goldscale.significance import Comparisons
from goldscale.significance.ranking import ranking_tables


@pytest.fixture(scope="module")
def scores() -> gs.Scores:
    rng = np.random.default_rng(5)
    truth = np.eye(5, dtype=int)[rng.integers(0, 5, 40)]
    runs = {name: truth * quality + rng.random((40, 5)) for name, quality in zip("abc", (0.9, 0.6, 0.5), strict=True)}
    return gs.evaluate(runs, truth, ["RR:item", "AP", "P(avg=micro)"])


def test_one_measure_is_one_comparison_and_several_are_each_what_it_is(scores: gs.Scores) -> None:
    found = gs.compare(scores, ["MRR:item", "AP"], replicates=200)
    assert isinstance(found, Comparisons)
    assert found.measures == ("RR:item", "AP")
    assert [one.measure for one in found] == ["RR:item", "AP"]
    for name in ("RR:item", "AP"):
        assert found[name].to_dict() == gs.compare(scores, name, replicates=200).to_dict()
    assert found["MRR:item"] is found["RR:item"]
    with pytest.raises(gs.UnknownNameError, match="AUC"):
        found["AUC"]


def test_none_is_all_and_twice_is_once(scores: gs.Scores) -> None:
    assert gs.compare(scores, test="t").measures == ("RR:item", "AP", "P(avg=micro)")
    assert gs.compare(scores, ["AP", "AP:label", gs.measure("AP")], test="t").measures == ("AP",)
    assert gs.compare(scores, gs.measure("AP"), test="t").measure == "AP"
    with pytest.raises(gs.ParameterError, match="no measure was asked for"):
        gs.compare(scores, [])
    with pytest.raises(gs.ParameterError, match="a measure is a text, as 'AP', not 5"):
        gs.compare(scores, 5)


def test_a_text_may_name_several(scores: gs.Scores) -> None:
    for asked in ("MRR:item,AP", ["RR:item, AP"], "RR:item,AP,AP"):
        assert gs.compare(scores, asked, test="t").to_dict() == gs.compare(scores, ["RR:item", "AP"], "t").to_dict()
    with pytest.raises(gs.UnknownNameError, match="AUC"):
        gs.compare(scores, "AP,AUC")


@pytest.mark.parametrize(("correction", "theirs"), [("holm", "holm"), ("benjamini-hochberg", "fdr_bh")])
def test_the_pairs_of_all_measures_can_be_one_family(scores: gs.Scores, correction: str, theirs: str) -> None:
    # The pooled measure has one unit and no tests: it does not count.
    found = gs.compare(scores, test="t", correction=correction, family="all")
    plain = [pair.p for name in ("RR:item", "AP") for pair in found[name].pairs]
    corrected = [pair.corrected for name in ("RR:item", "AP") for pair in found[name].pairs]
    np.testing.assert_allclose(corrected, multipletests(plain, method=theirs)[1])
    assert f"correction={correction} of 6 over 3 measures" in found["AP"].signature
    own = gs.compare(scores, test="t", correction=correction)
    assert own["AP"].to_dict() == gs.compare(scores, "AP", "t", correction=correction).to_dict()
    with pytest.raises(gs.UnknownNameError, match="did you mean 'measure'"):
        gs.compare(scores, family="measures")


def test_every_form_has_all_measures(scores: gs.Scores) -> None:
    found = gs.compare(scores, replicates=50)
    stored = json.loads(found.to_json())
    assert list(stored) == ["measures"]
    assert {name: entry["measure"] for name, entry in stored["measures"].items()} == {n: n for n in found.measures}
    assert stored["measures"]["AP"] == json.loads(found["AP"].to_json())
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [row["measure"] for row in rows] == [name for name in found.measures for _ in range(3)]
    assert float(rows[3]["difference low"]) == found["AP"].pairs[0].low
    assert "a test needs 2" in rows[-1]["note"]
    assert found.to_markdown().count("**") == 2 * 3
    assert [table.title for table in found.tables()] == list(found.measures)
    assert [table.title for table in found.matrix_tables()] == list(found.measures)
    assert len(found.to_pandas()) == 9
    assert repr(found).startswith("Comparisons(Comparison(RR:item, randomisation: ")


def test_the_ranking_says_for_how_many_pairs_p_is_corrected(scores: gs.Scores) -> None:
    together = gs.compare(scores, ["RR:item", "AP"], test="t", family="all")
    for table in ranking_tables(together):
        assert "p is corrected for 6 pairs over 2 measures." in table.notes[0]
    (alone,) = ranking_tables(gs.compare(scores, "AP", test="t"))
    assert alone.notes[0].endswith("p is corrected for 3 pairs.")
    (two,) = ranking_tables(gs.compare(scores.select(["a", "b"]), "AP", test="t"))
    assert two.notes[0].endswith("p is corrected for 1 pair.")
