"""What a campaign's report tells beyond the leaderboard: each number against somebody else's."""

from __future__ import annotations

import html
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from report_campaign import LABELS, report_campaign
from scipy import sparse
from sklearn import metrics

import goldscale as gs
from goldscale.agreement import agree
from goldscale.campaign.study import StudiedCampaign, study_campaign
from goldscale.measures.alignment import Target
from goldscale.measures.settings import Settings
from goldscale.metaevaluation.stability import stability
from goldscale.report.content import ReportContent
from goldscale.report.items import stories
from goldscale.report.mistakes import predicted
from goldscale.report.page import page
from goldscale.report.reports import campaign_content


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> StudiedCampaign:
    return report_campaign(tmp_path_factory.mktemp("made_up") / "small")


@pytest.fixture(scope="module")
def content(studied: StudiedCampaign) -> ReportContent:
    return campaign_content(studied)


def scores_of(studied: StudiedCampaign, name: str) -> np.ndarray:
    return np.asarray(next(run for run in studied.runs if run.name == name).scores)


def test_curves_are_those_of_scikit_learn(studied: StudiedCampaign, content: ReportContent) -> None:
    truth = np.asarray(studied.truth.values)
    for story in content.concepts:
        for run in story.runs:
            given = scores_of(studied, run.name)[:, story.unit], truth[:, story.unit]
            precision, recall, _ = metrics.precision_recall_curve(given[1], given[0])
            false, true, _ = metrics.roc_curve(given[1], given[0], drop_intermediate=False)
            for line, theirs in (
                (run.precision_recall, np.stack([recall, precision], axis=1)),
                (run.roc, np.stack([false, true], axis=1)),
            ):
                away = np.abs(np.array(line)[:, None] - theirs[None]).max(axis=2).min(axis=1)
                assert away.max() < 1e-6
                assert len(line) <= 40


def test_values_and_prevalence_are_those_of_scikit_learn(studied: StudiedCampaign, content: ReportContent) -> None:
    truth = np.asarray(studied.truth.values)
    assert [story.name for story in content.concepts] == list(LABELS)
    for story in content.concepts:
        assert story.relevant == truth[:, story.unit].sum()
        assert story.prevalence == pytest.approx(truth[:, story.unit].mean())
        assert "guess" in [run.name for run in story.runs]
        for run in story.runs:
            theirs = metrics.average_precision_score(truth[:, story.unit], scores_of(studied, run.name)[:, story.unit])
            assert run.value == pytest.approx(theirs)


def test_the_interval_of_a_concept_is_that_of_an_evaluation_of_it_alone(
    studied: StudiedCampaign, content: ReportContent
) -> None:
    for story in content.concepts[:2]:
        alone = studied.truth.select(labels=np.array([story.unit]))
        for run in story.runs:
            part = gs.Run(scores_of(studied, run.name)[:, [story.unit]], items=alone.items, labels=alone.labels)
            found = gs.evaluate(part, alone, "AP", ci=0.95, replicates=200)["AP"]
            assert found.low is not None
            assert found.high is not None
            assert (run.low, run.high) == pytest.approx((found.low[0], found.high[0]))


def test_hard_items_are_counted_by_hand(studied: StudiedCampaign, content: ReportContent) -> None:
    truth = np.asarray(studied.truth.values) > 0
    systems = [name for name in content.scores.runs if name != "guess"]
    wrong = sum((scores_of(studied, name) >= 0.5) != truth for name in systems)
    for story in content.concepts:
        assert story.counted == len(systems)
        counts = np.asarray(wrong)[:, story.unit]
        expected = sorted((int(c) for c in counts if c > len(systems) / 2), reverse=True)[:6]
        assert [item.wrong for item in story.hard] == expected
        for item in story.hard:
            place = studied.truth.items.index[item.name]
            assert counts[place] == item.wrong
            assert truth[place, story.unit] == item.relevant


def test_decisions_of_a_run_that_lists_what_it_retrieved() -> None:
    truth = gs.Judgements([[1, 0], [0, 1], [1, 1]], items=["a", "b", "c"], labels=["x", "y"])
    listed = gs.Run(sparse.csr_array([[0.9, 0.2], [0.0, 0.8]]), items=["c", "a"], labels=["x", "y"])
    with pytest.warns(gs.GoldscaleWarning, match="retrieves nothing for 1"):
        found = predicted(listed, Target(truth, "negative"), Settings())
    assert found.tolist() == [[False, True], [False, False], [True, False]]


def test_stability_is_that_of_the_study(studied: StudiedCampaign, content: ReportContent) -> None:
    assert content.stability is not None
    again = stability(studied.runs, studied.truth, ["AP", "AUC", "F1:item"], repeats=len(content.stability.merit))
    np.testing.assert_allclose(content.stability.to_original, again.to_original)
    assert f"mean of {len(content.stability.merit)} repeats" in page(content)


def test_agreement_is_lowest_first_with_its_intervals(studied: StudiedCampaign, content: ReportContent) -> None:
    assert content.agreement is not None
    charted = content.agreement.charted
    assert studied.campaign.votes is not None
    alone = agree(gs.read_votes(studied.campaign.votes), charted.coefficient, by="label", replicates=200)
    np.testing.assert_allclose(charted.values, alone[charted.coefficient].values)
    text = page(content)
    table = text[text.index('class="sortable agreement"') :]
    places = [table.index(f"<td>{html.escape(charted.groups[i].name)}</td>") for i in charted.ascending()]
    assert places == sorted(places)
    assert charted.groups[charted.ascending()[0]].name == LABELS[-1]  # made to be the one they agree on least


def test_guesses_are_told(content: ReportContent) -> None:
    assert content.density is not None
    text = page(content)
    assert 'id="guessing"' in text
    for run in content.density.scores.runs:
        assert f"{html.escape(run)} (" in text


def test_a_concept_has_a_page_without_a_script(content: ReportContent) -> None:
    text = page(content)
    for story in content.concepts:
        assert f'<a href="#unit-{story.unit}">' in text
        assert f'<article id="unit-{story.unit}"' in text
    assert "<b>Boat" not in text
    assert "&lt;b&gt;Boat&lt;/b&gt;" in text


def test_a_study_that_cannot_be_made_is_noted(studied: StudiedCampaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise gs.GoldscaleError("made to fail")

    monkeypatch.setattr("goldscale.report.stories.stability", refuse)
    found = campaign_content(studied)
    assert found.stability is None
    assert found.density is not None
    assert found.notes == ("Not shown: stability (made to fail).",)


def test_a_graded_truth_has_concepts_but_no_flips(tmp_path: Path) -> None:
    folder = report_campaign(tmp_path / "small").campaign.folder
    binary = gs.read_judgements(folder / "truth.csv")
    gs.write_judgements(gs.Judgements(2 * np.asarray(binary.values), binary.items, LABELS), folder / "truth.csv")
    found = campaign_content(study_campaign(folder))
    assert len(found.concepts) == len(LABELS)
    assert found.stability is found.density is None


def test_what_nobody_judged_is_not_told_as_wrong(content: ReportContent) -> None:
    result = gs.evaluate([[0.9, 0.9, 0.9, 0.1]], [[2, 1, 0, 2]], "F1:item(rel=2)")["F1:item(rel=2)"]
    truth = gs.Judgements([[2, 1, -1, 2]], labels=["grade 2", "grade 1", "unjudged", "missed"])
    (story,) = stories(result, [0], truth, np.array([[1, 1, 1, 0]]))
    assert (story.found, story.missed, story.wrong) == (("grade 2",), ("missed",), ("grade 1",))


def test_the_last_stage_may_have_no_ranking(content: ReportContent) -> None:
    assert content.stability is not None
    merit = content.stability.merit.copy()
    merit[:, -1] = 0.5  # all runs are tied
    text = page(replace(content, stability=replace(content.stability, merit=merit)))
    assert f"With {100 * content.stability.stages[-2]:g} % of the judgements flipped" in text


def test_chance_is_the_mean_of_draws_near_what_is_to_be_expected(
    studied: StudiedCampaign, content: ReportContent
) -> None:
    relevant = np.asarray(studied.truth.values).sum(axis=0)[:, None]
    n, ranks = len(studied.truth.items), np.arange(1, len(studied.truth.items) + 1)
    # A relevant item at rank i has (R - 1) / (n - 1) of the i - 1 others above it, on average.
    expected = (((relevant - 1) / (n - 1) * (ranks - 1) + 1) / ranks).mean(axis=1).mean()
    assert content.chance["AP"] == pytest.approx(expected, abs=0.012)
    assert content.chance["AUC"] == pytest.approx(0.5, abs=0.02)
    rng, truth = np.random.default_rng(0), np.asarray(studied.truth.values)
    drawn = [metrics.average_precision_score(truth, rng.random(truth.shape)) for _ in range(20)]
    assert content.chance["AP"] == pytest.approx(np.mean(drawn), abs=1e-4)


def test_a_concepts_page_calls_items_as_the_campaign_does(content: ReportContent) -> None:
    text = page(replace(content, item_noun="photographs"))
    assert f"of {content.concepts[0].judged} photographs hold {LABELS[0]}" in text
    assert "Share of the photographs that hold the" in text
