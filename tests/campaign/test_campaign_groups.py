"""[groups] in campaign.toml."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from command_line import goldscale
from small_campaign import SETTINGS, small_campaign

import goldscale as gs
from goldscale.campaign import evaluate_campaign

GROUPS = "image,author,plant\na,ann,p1\nb,ann,p2\nc,ann,p2\nd,bob,p1\n"
DECLARED = SETTINGS.replace("F1:item", 'RR:item", "F1:item') + '\n[groups]\nfile = "groups.csv"\n'


def campaign(folder: Path, more: str = "", groups: str = GROUPS) -> Path:
    small_campaign(folder, DECLARED + more)
    (folder / "groups.csv").write_text(groups)
    return folder


def test_means_over_items_are_nested(tmp_path: Path) -> None:
    outcome = evaluate_campaign(campaign(tmp_path / "c"))
    value = outcome.scores.values("RR:item")
    expected = ((value[:, 0] + (value[:, 1] + value[:, 2]) / 2) / 2 + value[:, 3]) / 2
    np.testing.assert_allclose(outcome.scores["RR:item"].aggregate, expected)
    assert "|groups=author > plant:" in outcome.scores.signature("RR:item")
    assert "groups=" not in outcome.scores.signature("AP")
    board = (outcome.folder / "leaderboard.md").read_text()
    assert board.endswith("\nRR:item, F1:item: averaged author > plant > image\n")
    done = goldscale("evaluate", tmp_path / "c")
    assert "RR:item, F1:item: averaged author > plant > image" in done.err


def test_what_was_stored_has_its_groups(tmp_path: Path) -> None:
    first = evaluate_campaign(campaign(tmp_path / "c"))
    again = evaluate_campaign(tmp_path / "c")
    assert again.reused == 2
    one, other = (o.scores.by_group("RR:item", "plant") for o in (first, again))
    assert one.groups == other.groups
    np.testing.assert_array_equal(one.values, other.values)


@pytest.mark.parametrize("levels", ['["author"]', '"author"', '["plant", "author"]', '"plant > author"'])
def test_levels_are_chosen_and_ordered(tmp_path: Path, levels: str) -> None:
    loaded = gs.Campaign.load(campaign(tmp_path / "c", f"levels = {levels}\n"))
    assert loaded.groups is not None
    assert loaded.groups.levels == (("author",) if "plant" not in levels else ("plant", "author"))


def test_other_groups_are_computed_again(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "c")
    evaluate_campaign(folder)
    (folder / "groups.csv").write_text(GROUPS.replace("d,bob,p1", "d,ann,p1"))
    changed = evaluate_campaign(folder)
    assert changed.reused == 0
    (folder / "campaign.toml").write_text(DECLARED + 'levels = "plant"\n')
    assert evaluate_campaign(folder).reused == 0
    (folder / "campaign.toml").write_text(SETTINGS)
    plain = evaluate_campaign(folder)
    assert plain.reused == 0
    assert "averaged" not in (plain.folder / "leaderboard.md").read_text()


def test_intervals_say_what_was_drawn(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "c")
    (folder / "campaign.toml").write_text("ci = 0.9\nreplicates = 20\n" + DECLARED)
    board = (evaluate_campaign(folder).folder / "leaderboard.md").read_text()
    assert "20 resamples over images, of RR:item, F1:item over authors > plants > images, seed 0" in board
    low = json.loads((folder / "results" / "leaderboard.json").read_text())["runs"]["good"]["RR:item"]["low"]
    assert low is not None


@pytest.mark.parametrize(
    ("declared", "match"),
    [
        ('groups = "groups.csv"', "field groups: expected a table"),
        (
            '[groups]\nfiel = "groups.csv"',
            "field groups.fiel: expected one of the keys file, levels.*Did you mean 'file'",
        ),
        ("[groups]\nlevels = ['plant']", "field groups.file: expected the name of a CSV file"),
        ('[groups]\nfile = "groups.csv"\nlevels = 3', "field groups.levels: expected a list of columns"),
        ('[groups]\nfile = "groups.csv"\nlevels = []', "field groups.levels: expected a list of columns"),
        (
            '[groups]\nfile = "groups.csv"\nlevels = ["plants"]',
            r"campaign.toml, field groups.levels: expected columns of groups.csv.*did you mean 'plant'",
        ),
        ('[groups]\nfile = "groups.csv"\nlevels = "plant > plant"', "groups.levels: .*each level once"),
    ],
)
def test_bad_declarations(tmp_path: Path, declared: str, match: str) -> None:
    folder = campaign(tmp_path / "c")
    (folder / "campaign.toml").write_text(SETTINGS + declared)
    with pytest.raises(gs.FormatError, match=match):
        gs.Campaign.load(folder)


def test_groups_that_do_not_fit(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "c", groups=GROUPS.replace("d,bob,p1\n", ""))
    with pytest.raises(gs.MismatchError, match=r"images without author and plant: 1 missing \('d'\)"):
        evaluate_campaign(folder)
    (folder / "groups.csv").unlink()
    with pytest.raises(
        gs.MissingResourceError, match=r"groups.csv is missing. campaign.toml names it under 'groups.file'"
    ):
        evaluate_campaign(folder)
