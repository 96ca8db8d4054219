"""Does it matter who judged: rankings under several truths."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import sparse, stats

import goldscale as gs
from goldscale.data.ontology import Ontology
from goldscale.errors import MismatchError, ParameterError, UnknownNameError
from goldscale.formats.ontology import files
from goldscale.kernels.orderings import concordance_p
from goldscale.metaevaluation.influence import influence, truths_of
from goldscale.metaevaluation.rankings import SystemScores

TABLES = hnp.arrays(
    np.float64,
    st.tuples(st.integers(2, 4), st.integers(1, 8)),
    elements=st.integers(0, 6).map(lambda n: n / 10),  # few values: ties are common
)


def scored(table: np.ndarray, higher_is_better: bool = True) -> SystemScores:
    truths, runs = table.shape
    return SystemScores(
        "M", tuple(f"run {r}" for r in range(runs)), tuple(f"truth {t}" for t in range(truths)), table, higher_is_better
    )


@given(TABLES, st.booleans())
def test_tau_is_that_of_scipy(table: np.ndarray, higher_is_better: bool) -> None:
    tau = scored(table, higher_is_better).tau
    for i, j in combinations(range(len(table)), 2):
        varied = all(len(set(table[k].tolist())) > 1 for k in (i, j))
        expected = stats.kendalltau(table[i], table[j]).statistic if varied else np.nan
        assert tau[i, j] == pytest.approx(expected, nan_ok=True)


@given(TABLES, st.booleans())
def test_swaps_against_brute_force(table: np.ndarray, higher_is_better: bool) -> None:
    result = scored(table, higher_is_better)
    for i, j in combinations(range(len(table)), 2):
        expected = set()
        for a, b in combinations(range(table.shape[1]), 2):
            for better, worse in ((a, b), (b, a)):
                before = table[i, better] - table[i, worse]
                after = table[j, better] - table[j, worse]
                if not higher_is_better:
                    before, after = -before, -after
                if before > 0 > after:
                    expected.add((f"run {better}", f"run {worse}"))
        found = result.swaps(f"truth {i}", f"truth {j}")
        assert {(swap.better, swap.worse) for swap in found} == expected
        assert len(found) == result.swap_counts[i, j] == result.swap_counts[j, i]
        for swap in found:
            places = [result.runs.index(name) for name in (swap.better, swap.worse)]
            assert swap.first == tuple(table[i, places])
            assert swap.second == tuple(table[j, places])


@given(TABLES)
def test_displacement_is_the_furthest_move_of_a_run(table: np.ndarray) -> None:
    result = scored(table)
    count = table.shape[1]
    for i, j in combinations(range(len(table)), 2):
        moves = [
            abs(sum(table[i] >= table[i, run]) - sum(table[j] >= table[j, run])) / count  # who does not follow it
            for run in range(count)
        ]
        assert result.displacement[i, j] == pytest.approx(max(moves))


@pytest.mark.parametrize(("systems", "critical"), [(10, 0.410), (15, 0.338), (20, 0.294)])
def test_the_critical_values_of_the_one_sample_test(systems: int, critical: float) -> None:
    """D at the 5 % level, three digits, as the usual tables of the Kolmogorov-Smirnov test list it."""
    assert concordance_p(np.array([critical + 0.001, critical - 0.001]), systems) == pytest.approx(0.05, abs=0.002)
    assert (
        concordance_p(np.array(critical - 0.001), systems) > 0.05 > concordance_p(np.array(critical + 0.001), systems)
    )


@given(TABLES)
def test_averages_are_plain_means(table: np.ndarray) -> None:
    result = scored(table)
    pairs = [result.tau[i, j] for i, j in combinations(range(len(table)), 2) if not np.isnan(result.tau[i, j])]
    assert result.overall() == pytest.approx(np.mean(pairs) if pairs else np.nan, nan_ok=True)
    for i, average in enumerate(result.averages().values()):
        others = [t for j, t in enumerate(result.tau[i]) if j != i and not np.isnan(t)]
        assert average == pytest.approx(np.mean(others) if others else np.nan, nan_ok=True)


def test_averages_without_the_merged_truth() -> None:
    result = SystemScores("M", ("a", "b", "c"), ("A1", "A2", "Merged"), np.array([[3, 2, 1], [3, 1, 2], [1, 2, 3.0]]))
    assert result.averages(["Merged"]) == pytest.approx({"A1": 1 / 3, "A2": 1 / 3})
    assert result.overall(["Merged"]) == pytest.approx(1 / 3)
    assert result.averages()["Merged"] == pytest.approx((-1 - 1 / 3) / 2)


def test_a_large_move_is_discordant_and_a_small_one_is_not() -> None:
    places = np.arange(74.0)
    near, far = places.copy(), places.copy()
    near[[3, 4]] = near[[4, 3]]
    far[[0, 40]] = far[[40, 0]]
    result = scored(np.stack([places, near, far]))
    assert result.displacement[0, 1:] == pytest.approx([1 / 74, 40 / 74])
    assert result.discordant[0].tolist() == [False, False, True]
    assert result.tau[0, 2] > 0.9 > 1 - result.displacement[0, 2]  # tau forgives what D sees (Melucci 2007)


def test_rounding_makes_no_order() -> None:
    result = scored(np.array([[0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2]]))
    assert result.swap_counts.tolist() == [[0, 0], [0, 0]]
    assert result.ranking("truth 0") == result.ranking("truth 1")


def test_a_run_without_a_value_is_left_out() -> None:
    result = scored(np.array([[0.1, np.nan, 0.3], [0.3, 0.2, 0.1]]))
    assert result.left_out == ("run 1",)
    assert result.ranking("truth 1") == ["run 0", "run 2"]
    assert [(s.better, s.worse) for s in result.swaps("truth 0", "truth 1")] == [("run 2", "run 0")]
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["scores"]["truth 0"][1] is None


@pytest.mark.parametrize("runs", [0, 1])
def test_too_few_runs_have_no_correlation(runs: int) -> None:
    result = scored(np.full((2, runs), 0.5))
    assert np.isnan(result.tau).all()
    assert np.isnan(result.overall())
    assert np.isnan(result.swap_rates).all()
    assert result.displacement.tolist() == [[0, 0], [0, 0]]
    assert not result.discordant.any()
    assert [column.cells()[0] for column in result.table().columns] == ["truth 0", "", "-", "-"]


def study(seed: int = 0) -> tuple[list[gs.Run], gs.Votes]:
    """Four annotators who err more and more, on 30 images and 4 concepts; six runs that do as well."""
    rng = np.random.default_rng(seed)
    truth = rng.random((30, 4)) < 0.4
    cube = np.stack([truth ^ (rng.random(truth.shape) < error) for error in (0.02, 0.1, 0.2, 0.3)])
    who, item, label = np.nonzero(np.ones(cube.shape))
    names = (["A1", "A2", "A3", "A4"], [f"{i}.jpg" for i in range(30)], ["Sky", "Sea", "Sun", "Snow"])
    votes = gs.Votes(who, item, label, cube.ravel().astype(float), *names)
    runs = [
        gs.Run(scores=truth + spread * rng.normal(size=truth.shape), items=names[1], labels=names[2], name=f"run {n}")
        for n, spread in enumerate((0.1, 0.4, 0.45, 0.8, 0.85, 2))
    ]
    return runs, votes


def test_a_study_scores_each_run_under_each_truth() -> None:
    runs, votes = study()
    truths = truths_of(votes)
    found = influence(runs, truths, ["AP", "EER"])
    assert (found.items, found.labels, found.measures) == (30, 4, ("AP", "EER"))
    for t, truth in enumerate(truths.values()):
        alone = gs.evaluate(runs, truth, ["AP", "EER"])
        for measure in found.measures:
            assert found[measure].scores[t] == pytest.approx(alone[measure].aggregate)
            assert found[measure].ranking(truth.name) == alone.ranking(measure)
    assert not found["EER"].higher_is_better
    assert found["AP"].signatures[0] == gs.evaluate(runs, truths["A1"], "AP").signature("AP")


def test_only_what_all_have_is_compared() -> None:
    runs, votes = study()
    truths = truths_of(votes)
    shuffled = np.random.default_rng(1).permutation(30)[:20]
    truths["A1"] = truths["A1"].select(shuffled, np.array([2, 0, 1]))
    grades = np.array(truths["A2"].values)
    grades[:5] = -1  # this annotator did not see the first five images
    truths["A2"] = gs.Judgements(grades, truths["A2"].items, truths["A2"].labels, "A2")
    runs[0] = runs[0].select(np.arange(29))
    found = influence(runs, truths, "AP")
    common = [i for i in sorted(shuffled) if 5 <= i < 29]
    assert (found.items, found.labels) == (len(common), 3)
    by_hand = gs.evaluate(
        [r.select(np.array(common), np.arange(3)) for r in runs],
        truths["A3"].select(np.array(common), np.arange(3)),
        "AP",
    )
    assert found["AP"].scores[2] == pytest.approx(by_hand["AP"].aggregate)


def test_runs_without_names_go_by_position() -> None:
    runs, votes = study()
    truths = truths_of(votes)
    plain = {run.name: np.asarray(run.scores) for run in runs}
    truths["A2"] = truths["A2"].select(np.arange(3, 30))
    found, named = influence(plain, truths, "AP"), influence(runs, truths, "AP")
    assert found.items == 27
    assert found["AP"].scores == pytest.approx(named["AP"].scores)
    with pytest.raises(MismatchError, match="2 items have no names"):
        influence({**plain, "short": np.ones((2, 4))}, truths, "AP")


def test_a_run_that_lists_what_it_retrieved_may_lack_items() -> None:
    runs, votes = study()
    dense = np.where(np.asarray(runs[0].scores) > 0.5, np.asarray(runs[0].scores), 0.0)[:25]
    runs[0] = gs.Run(sparse.csr_array(dense), items=list(runs[0].items)[:25], labels=runs[0].labels, name="listed")
    with pytest.warns(gs.GoldscaleWarning, match="retrieves nothing for 5"):
        found = influence(runs, truths_of(votes), "AP")
    assert found.items == 30


def test_a_crowd_beside_experts_of_other_order() -> None:
    runs, votes = study()
    merged = gs.Judgements((votes.cube().mean(axis=0) > 0.5)[::-1], list(votes.items)[::-1], votes.labels, "any")
    truths = truths_of(votes, merged)
    assert list(truths) == ["A1", "A2", "A3", "A4", "Merged"]
    found = influence({run.name: run for run in runs}, truths, "AUC")
    straight = gs.Judgements(votes.cube().mean(axis=0) > 0.5, votes.items, votes.labels)
    assert found["AUC"].scores[4] == pytest.approx(gs.evaluate(runs, straight, "AUC")["AUC"].aggregate)


def test_tables_and_dictionary() -> None:
    runs, votes = study()
    found = influence(runs, truths_of(votes), ["AP", "OneError"], ties="worst")
    assert list(found["AP"].table().parts()) == ["truth", "A1", "A2", "A3", "A4", "mean"]
    assert found["AP"].pairs_table()["truth"].cells() == ["A1"] * 3 + ["A2"] * 2 + ["A3"]
    swapped = found["AP"].swaps_table("A1", "A4")
    assert len(swapped) == found["AP"].swap_counts[0, 3] > 0
    under = [(truth, who) for truth in ("A1", "A4") for who in ("better", "worse")]
    assert [column.heading for column in swapped.columns[2:]] == [f"{who} under {truth}" for truth, who in under]
    for row in swapped.records():
        assert row["better under A1"] >= row["worse under A1"]
        assert row["better under A4"] <= row["worse under A4"]
    assert found.table()["measure"].values == found.measures
    written = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert written["measures"]["AP"]["pairs"][2]["swaps"] == [
        [s.better, s.worse] for s in found["AP"].swaps("A1", "A4")
    ]


def test_refusals() -> None:
    runs, votes = study()
    truths = truths_of(votes)
    with pytest.raises(ParameterError, match="at least two truths"):
        influence(runs, {"A1": truths["A1"]}, "AP")
    with pytest.raises(ParameterError, match="at least two runs, not 1"):
        influence(runs[:1], truths, "AP")
    with pytest.raises(ParameterError, match="alpha"):
        influence(runs, truths, "AP", alpha=1)
    with pytest.raises(MismatchError, match="no item that all truths judge"):
        influence(runs, {**truths, "other": gs.Judgements([[1] * 4], ["z.jpg"], votes.labels)}, "AP")
    with pytest.raises(ParameterError, match="do not tell who gave them"):
        truths_of(votes.replace(anonymous=True))
    found = influence(runs, truths, "AP")
    with pytest.raises(UnknownNameError, match="A1"):
        found["AP"].swaps("A1", "A9")
    with pytest.raises(UnknownNameError):
        found["AUC"]


def test_what_is_known_is_read_once_for_all_truths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs, votes = study()
    nature = {"Sky": (), "Sea": (), "Sun": ("Sky",), "Snow": ()}
    ontology = Ontology("nature", nature, {name: name for name in nature})
    gs.write_ontology(ontology, tmp_path / "nature.ttl")
    reads = []
    read = files.read_ontology
    monkeypatch.setattr(files, "read_ontology", lambda path: reads.append(path) or read(path))
    found = influence(runs, truths_of(votes), ["OS", "hF"], ontology=tmp_path / "nature.ttl")
    assert len(reads) == 1
    alone = gs.evaluate(runs, truths_of(votes)["A2"], ["OS", "hF"], ontology=tmp_path / "nature.ttl")
    assert found["OS"].scores[1].tolist() == alone["OS"].aggregate.tolist()
    assert found["hF"].signatures[1] == alone.signature("hF")


def test_a_measure_is_found_in_any_spelling() -> None:
    runs, votes = study()
    found = influence(runs, truths_of(votes), "P@3:item")
    assert found["p@3:image"] is found["P@3:item"]
    with pytest.raises(UnknownNameError, match="measure in these results 'AP'"):
        found["AP"]
