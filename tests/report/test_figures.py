"""The figures of a report: what is drawn, that it comes out the same twice, and that no name breaks it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from command_line import goldscale
from report_scores import EVIL, NEXT_TO_NOTHING, TRUTH, TYPESET, made_up_scores
from small_campaign import small_campaign

import goldscale as gs
from goldscale.report.content import content_of
from goldscale.report.figures import concepts, figures


def drawn(scores: gs.Scores, baselines: frozenset[str] = frozenset()) -> dict[str, str]:
    content = replace(content_of(scores), baselines=baselines, chance={"AP": 0.4})
    return {figure.name: figure.render(["svg"])["svg"].decode() for figure in figures(content)}


def test_every_figure_names_what_it_shows() -> None:
    scores = made_up_scores(labels=["Sky", "Sea", "Snow", "Sun", "Sand"])
    made = drawn(scores, frozenset(["made_up_0"]))
    assert list(made) == ["leaderboard", "concepts", "distributions", "measures", "disagreement"]
    for name in ("leaderboard", "concepts", "distributions"):
        assert all(f"<!-- {run} -->" in made[name] for run in scores.runs)
    assert all(f"<!-- {label} -->" in made["concepts"] for label in ("Sky", "Sand"))
    assert all(f"<!-- {measure} -->" in made["measures"] for measure in scores.measures)
    assert "baselines" in made["disagreement"]
    assert "is best by AP" in made["leaderboard"], "told in words, for whoever cannot see it"
    assert made == drawn(scores, frozenset(["made_up_0"]))


def test_no_interval_begins_on_the_axis() -> None:
    from matplotlib.figure import Figure

    content = content_of(made_up_scores())
    board = Figure()
    next(iter(figures(content))).draw(board)
    (axes,) = board.axes
    official = content.official
    assert official.low is not None
    assert official.high is not None
    left, right = axes.get_xlim()
    assert left < official.low.min()
    assert official.high.max() < right


def test_the_two_measures_that_disagree_most_are_drawn() -> None:
    """Found again by hand: the lowest of all correlations."""
    from itertools import combinations

    from scipy.stats import kendalltau

    scores = made_up_scores()
    taus = {
        pair: kendalltau(*(scores[m].aggregate for m in pair)).statistic for pair in combinations(scores.measures, 2)
    }
    lowest = min(taus, key=lambda pair: taus[pair])
    told = next(figure.told for figure in figures(content_of(scores)) if figure.name == "disagreement")
    assert told.startswith(f"{lowest[0]} and {lowest[1]} rank the runs least alike (tau {taus[lowest]:.3f})")


@pytest.mark.parametrize("names", [EVIL, TYPESET], ids=["evil", "typeset"])
def test_names_do_no_harm(names: list[str]) -> None:
    for text in drawn(made_up_scores(labels=names, names=[f"{name}{i}" for i, name in enumerate(names)])).values():
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()}
        assert "script" not in tags
        assert not {"\x1b", "\x07", "\u202e"} & set(text)


def test_one_run_and_undefined_values_are_drawn() -> None:
    assert list(drawn(gs.evaluate(TRUTH.astype(float), TRUTH, "F1:item"))) == ["leaderboard", "distributions"]
    nothing = gs.evaluate({"a": np.ones((4, 3)), "b": np.zeros((4, 3))}, np.zeros((4, 3), int), ["AP", "AUC"])
    assert "leaderboard" in drawn(nothing)


@pytest.mark.parametrize("case", NEXT_TO_NOTHING)
@pytest.mark.filterwarnings("error::UserWarning")
def test_next_to_nothing_is_drawn(case: str) -> None:
    """Also without matplotlib's complaint that there is no room left for the drawing."""
    assert "leaderboard" in drawn(NEXT_TO_NOTHING[case]())


def test_of_many_labels_the_ends_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concepts, "MOST_UNITS", 4)
    rng = np.random.default_rng(0)
    truth = (rng.random((30, 9)) < 0.5).astype(int)
    scores = gs.evaluate({"made_up": rng.random(truth.shape), "other": rng.random(truth.shape)}, truth, "AP")
    figure = concepts.concepts_figure(content_of(scores))
    assert figure is not None
    assert "5 between the easiest and the hardest are not drawn" in figure.render(["svg"])["svg"].decode()


def test_every_form_shows_the_same() -> None:
    """Figures are placed once, and not anew for every form; SVG counts in points, PNG has 150 dots an inch."""
    figure = next(iter(figures(content_of(made_up_scores()))))
    both = figure.render(["svg", "png"])
    assert both == {form: figure.render([form])[form] for form in ("svg", "png")}
    root = ElementTree.fromstring(both["svg"])
    sizes = [float(root.attrib[side].removesuffix("pt")) for side in ("width", "height")]
    dots = [int.from_bytes(both["png"][at : at + 4], "big") for at in (16, 20)]
    assert dots == pytest.approx([150 / 72 * size for size in sizes], abs=1.5)


@pytest.mark.parametrize(("package", "part"), [("matplotlib", "figures"), ("typst", "PDF")])
def test_without_a_package_its_part_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, part: str
) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    folder = small_campaign(tmp_path / "small")
    done = goldscale("report", folder)
    assert done.code == 0
    assert f"The {part}" in done.err
    assert f"the package {package} is missing. Install it: pip install 'goldscale[report]'." in done.err
    assert (folder / "results" / "report" / "report.html").exists()
    assert (folder / "results" / "report" / "report.pdf").exists() == (package != "typst")
    assert (folder / "results" / "report" / "figures").exists() == (package != "matplotlib")
