"""Teams, dates and notes on the leaderboard."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from command_line import goldscale, usage
from small_campaign import SETTINGS, WEAK, small_campaign

from goldscale.campaign import Campaign, evaluate_campaign
from goldscale.errors import FormatError, GoldscaleWarning

TEAMS = """
[submissions.good]
team = "Alpha | made up"
date = 2010-06-15
notes = "a first try"

[submissions.weak]
team = "Beta (made up)"
date = "2010-06-14"

[submissions.again]
team = "Alpha | made up"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_campaign(tmp_path / "small", SETTINGS + TEAMS, again_csv=WEAK, alone_csv=WEAK)


def test_they_stand_in_every_form(folder: Path) -> None:
    outcome = evaluate_campaign(folder)
    (table,) = outcome.tables()
    assert [column.heading for column in table.columns] == ["rank", "run", "team", "date", "AP", "F1:item", "notes"]
    with (outcome.folder / "leaderboard.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["rank"], row["run"], row["team"], row["date"]) for row in rows] == [
        ("1", "good", "Alpha | made up", "2010-06-15"),
        ("2", "again", "Alpha | made up", ""),
        ("2", "alone", "", ""),
        ("2", "weak", "Beta (made up)", "2010-06-14"),
    ]
    board = json.loads((outcome.folder / "leaderboard.json").read_text())
    assert board["ranks"] == {"good": 1, "again": 2, "alone": 2, "weak": 2}
    assert list(board["submissions"]) == ["good", "again", "weak"]
    assert board["submissions"]["weak"] == {"team": "Beta (made up)", "date": "2010-06-14"}
    assert r"Alpha \| made up" in (outcome.folder / "leaderboard.md").read_text()
    assert "a first try" in (outcome.folder / "leaderboard.tex").read_text()


def test_without_them_the_board_is_as_it_was(tmp_path: Path) -> None:
    (table,) = evaluate_campaign(small_campaign(tmp_path / "small")).tables()
    assert [column.heading for column in table.columns] == ["rank", "run", "AP", "F1:item"]


def test_the_best_run_of_each_team(folder: Path) -> None:
    outcome = evaluate_campaign(folder).best_of_teams()
    (table,) = outcome.tables()
    assert table["run"].values == ("good", "alone", "weak")  # who has no team is no other's second run
    assert table["rank"].values == (1, 2, 2)
    done = goldscale("evaluate", folder, "--best-of-teams", "--json")
    assert list(done.json["runs"]) == ["good", "alone", "weak"]
    assert len((outcome.folder / "leaderboard.csv").read_text().splitlines()) == 5  # the files keep every run


def test_units_of_a_campaign(folder: Path) -> None:
    done = goldscale("evaluate", folder, "--units", "table", "--worst", "1")
    assert ["AP", "by", "concept"] in done.rows
    assert ["F1:item", "by", "image"] in done.rows
    found = goldscale("evaluate", folder, "--units", "table", "--json").json
    assert list(found["runs"]["good"]["AP"]["by_unit"]) == ["Sky", "Sea", "Sun"]  # of runs that were not read again
    assert found["prevalence"]["AP"]["relevant"] == {"Sky": 2, "Sea": 2, "Sun": 1}
    assert "--worst needs --units table" in usage("evaluate", folder, "--worst", "1")


@pytest.mark.parametrize(
    ("said", "field", "words"),
    [
        ("submissions = 1", "submissions", "a table per run"),
        ('submissions = { good = "x" }', "submissions.good", "team, date, notes"),
        ('[submissions.good]\ntaem = "x"', "submissions.good.taem", "Did you mean 'team'?"),
        ("[submissions.good]\nteam = 3", "submissions.good.team", "text"),
        ('[submissions.good]\ndate = "June"', "submissions.good.date", "a date, as 2010-06-15"),
        ("[submissions.good]\ndate = 2010-06-15T10:00:00", "submissions.good.date", "a date, as 2010-06-15"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, said: str, field: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        Campaign.load(small_campaign(tmp_path / "small", SETTINGS + said))
    assert caught.value.field == field
    assert words in str(caught.value)


def test_a_run_that_is_not_there_is_told(tmp_path: Path) -> None:
    folder = small_campaign(tmp_path / "small", SETTINGS + '[submissions.god]\nteam = "x"\n')
    with pytest.warns(GoldscaleWarning, match=r"has a submission for 'god'.*did you mean 'good'"):
        evaluate_campaign(folder)


def test_no_score_is_computed_again_for_them(folder: Path) -> None:
    evaluate_campaign(folder)
    file = folder / "campaign.toml"
    file.write_text(file.read_text().replace("Beta", "Gamma"))
    outcome = evaluate_campaign(folder)
    assert outcome.reused == 4
    assert "Gamma" in (outcome.folder / "leaderboard.csv").read_text()


def test_measures_are_chosen_by_the_truth_and_notes_outlive_the_cache(tmp_path: Path) -> None:
    faint = WEAK.replace("0.", "0.0")
    folder = small_campaign(tmp_path / "small", 'truth = "truth.csv"\n', faint_csv=faint)
    for _ in range(2):
        outcome = evaluate_campaign(folder)
        assert outcome.scores.measures == ("AP", "AUC", "F1", "F1:item")
        (table,) = outcome.tables()
        assert table.notes[0].endswith("several labels per item; 'measures' in campaign.toml names others")
        assert [note for note in table.notes if note.startswith("faint: no score reaches 0.5")]
    assert outcome.reused == 3
    (folder / "campaign.toml").write_text('truth = "truth.csv"\nmeasures = ["F1", "EER"]\n')
    assert list(evaluate_campaign(folder).scores.notes) == ["faint"]  # known from before; EER alone was computed
