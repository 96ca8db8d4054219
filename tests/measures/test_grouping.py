"""Means over items that come in groups: the published number, its interval, its bounds, and what is left alone."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

import goldscale as gs
from goldscale.kernels.groups import nested_draws

AUTHORS = ["ann", "ann", "ann", "ann", "bob", "bob", "cyd", "ann", "bob", "bob"]
PLANTS = ["p1", "p1", "p2", "p2", "p1", "p3", "p4", "p2", "p3", "p3"]
LEVELS = {"author": AUTHORS, "plant": PLANTS}
ITEMS = [f"{i}.jpg" for i in range(len(AUTHORS))]
NESTED = ["Top1", "RR:item", "S@2:item", "F1:item", "AP:item", "Hamming", "MeanR"]
ALONE = ["AP", "F1", "MedR", "P:item(avg=micro)", "Acc(avg=micro)"]


def case(seed: int = 3) -> tuple[dict[str, gs.Run], gs.Judgements]:
    rng = np.random.default_rng(seed)
    truth = gs.Judgements((rng.random((len(ITEMS), 5)) < 0.3).astype(int), gs.Items(ITEMS, "picture"))
    runs = {name: gs.Run(np.round(rng.random((len(ITEMS), 5)), 1), items=ITEMS, name=name) for name in ("x", "y")}
    return runs, truth


def mean_of_means(values: np.ndarray, authors: list[str] = AUTHORS, plants: list[str] = PLANTS) -> float:
    """The score S of the plant task, in words."""
    found: dict[str, dict[str, list[float]]] = {}
    for value, author, plant in zip(values, authors, plants, strict=True):
        if not np.isnan(value):
            found.setdefault(author, {}).setdefault(plant, []).append(value)
    means = [np.mean([np.mean(pictures) for pictures in of_author.values()]) for of_author in found.values()]
    return float(np.mean(means)) if means else float("nan")


@pytest.mark.parametrize("undefined", ["skip", "zero", "one"])
@pytest.mark.parametrize("name", NESTED)
def test_a_mean_over_items_is_the_mean_of_means(name: str, undefined: str) -> None:
    runs, truth = case()
    scores = gs.evaluate(runs, truth, name, undefined=undefined, groups=LEVELS)
    fill = {"skip": np.nan, "zero": 0.0, "one": 1.0}[undefined]
    assert np.isnan(scores.values(name)).any() or name in ("F1:item", "Hamming")
    for values, published in zip(scores.values(name), scores[name].aggregate, strict=True):
        assert published == pytest.approx(mean_of_means(np.where(np.isnan(values), fill, values)))


@pytest.mark.parametrize("ci", [None, 0.9])
def test_other_measures_are_left_alone(ci: float | None) -> None:
    runs, truth = case()
    grouped = gs.evaluate(runs, truth, [*ALONE, "Top1"], groups=LEVELS, ci=ci, replicates=20)
    plain = gs.evaluate(runs, truth, ALONE, ci=ci, replicates=20)
    for name in ALONE:
        assert grouped[name].aggregate.tolist() == plain[name].aggregate.tolist()
        assert grouped.interval(name) == plain.interval(name)
        assert grouped.signature(name) == plain.signature(name)
        with pytest.raises(gs.ParameterError, match="was not averaged in groups"):
            grouped.by_group(name, "plant")


def test_groups_come_in_many_forms(tmp_path: Path) -> None:
    runs, truth = case()
    groups = gs.Groups(ITEMS, LEVELS)
    gs.write_groups(groups, tmp_path / "groups.csv")
    by_item = {level: dict(zip(ITEMS, names, strict=True)) for level, names in LEVELS.items()}
    turned = gs.Groups(ITEMS[::-1], {level: names[::-1] for level, names in LEVELS.items()})
    expected = gs.evaluate(runs, truth, "Top1", groups=LEVELS).to_dict()
    for given in (groups, turned, by_item, tmp_path / "groups.csv", str(tmp_path / "groups.csv")):
        assert gs.evaluate(runs, truth, "Top1", groups=given).to_dict() == expected


def test_items_without_names_are_matched_by_position() -> None:
    found = gs.evaluate(
        [[0.9, 0.1]] * 3, [[1, 0], [1, 0], [0, 1]], "Top1", groups=gs.Groups("abc", {"g": ["u", "u", "v"]})
    )
    assert found.summary()["run"]["Top1"] == 0.5


def test_an_item_without_a_group_is_an_error() -> None:
    runs, truth = case()
    with pytest.raises(gs.MismatchError, match=r"pictures without author: 9 missing \('1.jpg'"):
        gs.evaluate(runs, truth, "Top1", groups={"author": {"0.jpg": "ann"}})
    with pytest.raises(gs.MismatchError, match="1 missing"):
        gs.evaluate(runs, truth, "Top1", groups=gs.Groups(ITEMS[1:], {"author": AUTHORS[1:]}))


def test_means_by_group() -> None:
    runs, truth = case()
    scores = gs.evaluate(runs, truth, "RR:item", undefined="zero", groups=LEVELS)
    values = np.nan_to_num(scores.values("RR:item"))
    plants = scores.by_group("RR:item", "plant")
    assert plants.groups.names == ("ann / p1", "ann / p2", "bob / p1", "bob / p3", "cyd / p4")
    inside = [[0, 1], [2, 3, 7], [4], [5, 8, 9], [6]]
    np.testing.assert_allclose(plants.values, np.stack([values[:, i].mean(axis=1) for i in inside], axis=1))
    authors = scores.by_group("RR:item", "author")
    assert authors.groups.names == ("ann", "bob", "cyd")
    np.testing.assert_allclose(authors.values[:, 1], plants.values[:, 2:4].mean(axis=1))
    np.testing.assert_allclose(authors.values.mean(axis=1), scores["RR:item"].aggregate)
    with pytest.raises(gs.UnknownNameError, match="did you mean 'plant'"):
        scores.by_group("RR:item", "plants")
    again = gs.Scores.stack([scores.select(["y"]), scores.select(["x"])])
    np.testing.assert_array_equal(again.by_group("RR:item", "author").values, authors.values[::-1])


def test_groups_of_other_names_cannot_be_stacked() -> None:
    runs, truth = case()
    one = gs.evaluate(runs["x"], truth, "Top1", groups=LEVELS)
    other = gs.evaluate(runs["y"], truth, "Top1")
    with pytest.raises(gs.MismatchError, match="different groups"):
        gs.Scores.stack([one, other])


def test_the_signature_names_levels_and_groups() -> None:
    runs, truth = case()
    groups = gs.Groups(ITEMS, LEVELS)
    scores = gs.evaluate(runs, truth, "Top1", groups=groups, ci=0.9, replicates=10)
    assert f"|groups=author > plant:{groups.hash}|" in scores.signature("Top1")
    assert "ci=0.9 over authors > plants > pictures, 10 resamples" in scores.signature("Top1")
    assert scores["Top1"].averaging == "author > plant > picture"
    more = gs.Groups([*ITEMS, "unused.jpg"], {level: [*names, "z"] for level, names in LEVELS.items()})
    assert gs.evaluate(runs, truth, "Top1", groups=more, ci=0.9, replicates=10).to_dict() == scores.to_dict()


def test_a_draw_takes_as_many_as_there_are_at_every_level() -> None:
    groups = gs.Groups(ITEMS, LEVELS)
    plant_of, author_of = groups.parents
    plants_in, pictures_in = np.bincount(author_of), np.bincount(plant_of)
    for drawn in nested_draws(np.random.default_rng(0), groups.parents, 30):
        plant_copy, author_copy, replicate = drawn.parents
        assert np.bincount(replicate).tolist() == [3] * 30
        for copy in range(len(replicate)):
            inside = np.flatnonzero(author_copy == copy)
            plants = {plant_of[item] for item in drawn.items[np.isin(plant_copy, inside)]}
            (author,) = {int(author_of[plant]) for plant in plants}
            assert len(inside) == plants_in[author]
        for copy in range(len(author_copy)):
            pictures = drawn.items[plant_copy == copy]
            (plant,) = set(plant_of[pictures].tolist())
            assert len(pictures) == pictures_in[plant]


@pytest.mark.parametrize("name", NESTED)
@pytest.mark.parametrize("undefined", ["skip", "one"])
def test_intervals_draw_groups_then_what_is_in_them(name: str, undefined: str) -> None:
    runs, truth = case(8)
    scores = gs.evaluate(runs, truth, name, groups=LEVELS, ci=0.9, replicates=100, undefined=undefined, seed=4)
    groups = gs.Groups(ITEMS, LEVELS)
    for run, values in zip(scores.runs, scores[name].counted, strict=True):
        numbers = []
        for drawn in nested_draws(np.random.default_rng(4), groups.parents, 100):
            plant_copy, author_copy, replicate = drawn.parents
            for r in range(int(replicate.max()) + 1):
                mine = replicate[author_copy[plant_copy]] == r
                copies = [str(c) for c in plant_copy[mine]]
                authors = [str(c) for c in author_copy[plant_copy][mine]]
                numbers.append(mean_of_means(values[drawn.items[mine]], authors, copies))
        expected = np.nanquantile(numbers, [0.05, 0.95])
        assert scores.interval(name)[run] == pytest.approx(tuple(expected), abs=1e-12)


def test_draws_vary_as_a_hierarchical_bootstrap_must() -> None:
    # Balanced: the variance is the sum over levels of the variance inside, over how many are drawn in all.
    values = np.random.default_rng(1).random((6, 4, 3))
    parents = [np.repeat(np.arange(24), 3), np.repeat(np.arange(6), 4)]
    means = np.concatenate([d.means(values.ravel()) for d in nested_draws(np.random.default_rng(2), parents, 20_000)])
    expected = (
        values.mean(axis=(1, 2)).var() / 6
        + values.mean(axis=2).var(axis=1).mean() / 24
        + values.var(axis=2).mean() / 72
    )
    assert means.mean() == pytest.approx(values.mean(), abs=0.002)
    assert means.var() == pytest.approx(expected, rel=0.05)


def test_intervals_over_labels_average_in_groups_too() -> None:
    runs, truth = case()
    every = gs.evaluate(runs, truth, ["RR:item", "P:item"], groups=LEVELS, ci=0.9, ci_over="label", replicates=50)
    one_level = {"all": ["same"] * len(ITEMS)}
    flat = gs.evaluate(runs, truth, ["RR:item", "P:item"], groups=one_level, ci=0.9, ci_over="label", replicates=50)
    plain = gs.evaluate(runs, truth, ["RR:item", "P:item"], ci=0.9, ci_over="label", replicates=50)
    for name in ("RR:item", "P:item"):
        assert flat.interval(name)["x"] == pytest.approx(plain.interval(name)["x"])
        assert every.interval(name)["x"] != pytest.approx(plain.interval(name)["x"])


@pytest.mark.parametrize("undefined", ["skip", "zero"])
@pytest.mark.parametrize("name", ["P:item", "RR:item", "OneError"])
def test_bounds_are_those_of_every_way_to_judge(name: str, undefined: str) -> None:
    rng = np.random.default_rng(6)
    truth = (rng.random((5, 3)) < 0.4).astype(int)
    unknown = [(0, 0), (0, 1), (1, 2), (2, 0), (3, 1), (4, 2), (4, 0)]
    for row, column in unknown:
        truth[row, column] = -1
    scores = np.round(rng.random((5, 3)), 2)
    groups = {"author": ["u", "u", "u", "v", "v"], "plant": ["p", "p", "q", "r", "r"]}
    rules = {"groups": groups, "undefined": undefined}
    found = gs.evaluate(scores, truth, name, unjudged="bounds", **rules)[name]
    numbers = []
    for judged in product((0, 1), repeat=len(unknown)):
        complete = truth.copy()
        complete[tuple(np.array(unknown).T)] = judged
        numbers.append(gs.evaluate(scores, complete, name, **rules)[name].aggregate[0])
    assert (found.low[0], found.high[0]) == pytest.approx((np.nanmin(numbers), np.nanmax(numbers)))


def test_top1_is_success_at_the_first_rank() -> None:
    runs, truth = case()
    scores = gs.evaluate(runs, truth, ["Top1", "S@1:item", "OneError"])
    np.testing.assert_array_equal(scores.values("Top1"), scores.values("S@1:item"))
    np.testing.assert_allclose(scores.values("Top1"), 1 - scores.values("OneError"))
    assert gs.evaluate([[0.5, 0.5, 0.1]], [[1, 0, 0]], "Top1").summary()["run"]["Top1"] == 0.5


def test_a_run_that_ranks_a_few_species_is_scored_on_them() -> None:
    # Gold species at rank 1, at rank 3, and not listed at all.
    runs = gs.Run.from_dict(
        {"oak": {"1": 3.0, "2": 1.0, "3": 3.0}, "elm": {"1": 2.0, "2": 2.0, "3": 2.0}, "ash": {"2": 3.0}}
    )
    truth = gs.Judgements([[1, 0, 0], [1, 0, 0], [0, 0, 1]], ["1", "2", "3"], ["oak", "elm", "ash"])
    scores = gs.evaluate(runs, truth, ["Top1", "S@2:item", "S@3:item", "RR:item"])
    assert scores.values("Top1").tolist() == [[1, 0, 0]]
    assert scores.values("S@2:item").tolist() == [[1, 0, 0]]
    assert scores.values("S@3:item").tolist() == [[1, 1, 0]]
    np.testing.assert_allclose(scores.values("RR:item"), [[1, 1 / 3, 0]])
