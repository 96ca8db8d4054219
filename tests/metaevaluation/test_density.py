"""Guesses and over-annotation: what is added, how dense it is, and the finding of the thesis on made-up systems."""

from __future__ import annotations

import pytest

import goldscale as gs
from goldscale.campaign import Campaign
from goldscale.errors import ParameterError
from goldscale.metaevaluation.density import density
from goldscale.samples.campaign import make_sample


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return Campaign.load(make_sample(tmp_path_factory.mktemp("density") / "demo", items=300))


def test_by_concept_guesses_stand_among_systems_and_by_image_they_do_not(campaign: Campaign) -> None:
    """Thesis 7.5.4: random configurations reach high places by concept-based F1, none by example-based F1 or OS."""
    runs = [campaign.read_run(path) for path in campaign.run_files() if not path.name.startswith("Random")]
    found = density(runs, campaign.read_truth(), ["F1", "F1:item", "OS"], knowledge={"ontology": "pto-2009"})
    assert len(found.among_systems("F1")) >= 3
    assert found.among_systems("F1:item") == ()
    assert found.among_systems("OS") == ()
    assert "no random run ranks above a system" in found.findings()[1]


def test_the_truth_is_best_and_more_labels_make_it_worse() -> None:
    truth = gs.Judgements([[1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0]] * 10)
    found = density([], truth, "F1:item", added=[0.25, 0.5, 1.0])
    rows = dict(
        zip(found.scores.runs, zip(found.densities, found.scores["F1:item"].aggregate, strict=True), strict=True)
    )
    assert rows["truth"] == (pytest.approx(1 / 3), 1.0)
    over = [rows[name] for name in rows if "more" in name]
    assert over[-1][0] == 1.0
    assert sorted(over, key=lambda row: -row[1]) == over
    assert found.kinds.count("random") == 8


def test_names_of_the_campaign_are_kept() -> None:
    truth = gs.Judgements([[1, 0], [0, 1]])
    found = density([gs.Run([[0.9, 0.1], [0.2, 0.8]], name="truth")], truth, "F1")
    assert found.scores.runs[0] == "truth"
    assert "truth (added)" in found.scores.runs


def test_grades_have_no_density() -> None:
    with pytest.raises(ParameterError, match="yes and no"):
        density([], gs.Judgements([[2, 0], [0, 1]]), "nDCG")
