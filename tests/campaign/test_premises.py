"""A campaign folder from a stranger: what it may read, and that nothing outside is written or removed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from command_line import fails, goldscale
from small_campaign import GOOD, SETTINGS, small_campaign

from goldscale.campaign import Campaign, CampaignResult, evaluate_campaign, evaluation
from goldscale.errors import FormatError, GoldscaleWarning, MissingResourceError
from goldscale.files import alone_in, locks

SECRET = "root:x:0:0:the secret:/root\n"
PERMISSION = "allow it: --allow-outside (allow_outside=True in Python)"
KEYS = {
    "truth": 'truth = "{}"',
    "runs": 'truth = "truth.csv"\nruns = "{}"',
    "labels": 'truth = "truth.csv"\nlabels = "{}"',
    "votes": 'truth = "truth.csv"\nvotes = "{}"',
    "ontology": 'truth = "truth.csv"\nontology = "{}"',
    "relatedness": 'truth = "truth.csv"\nrelatedness = "{}"',
    "agreement": 'truth = "truth.csv"\nagreement = "{}"',
    "groups.file": 'truth = "truth.csv"\n[groups]\nfile = "{}"',
}
"""Every key that takes a path."""


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_text(SECRET)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_campaign(tmp_path / "small")


def refused(folder: Path) -> FormatError:
    with pytest.raises(FormatError) as caught:
        evaluate_campaign(folder)
    said = str(caught.value)
    assert PERMISSION in said
    assert "the secret" not in said
    return caught.value


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("way", ["dots", "absolute", "link", "linked folder"])
def test_every_path_out_needs_the_users_word(folder: Path, outside: Path, key: str, way: str) -> None:
    target = outside if key == "runs" else outside / "secret.txt"
    (folder / "link").symlink_to(target)
    (folder / "door").symlink_to(outside.parent)
    name = {
        "dots": f"../{target.relative_to(outside.parent)}",
        "absolute": str(target),
        "link": "link",
        "linked folder": f"door/{target.relative_to(outside.parent)}",
    }[way]
    (folder / "campaign.toml").write_text(KEYS[key].format(name))
    error = refused(folder)
    assert error.field == key
    assert error.found == name
    assert ("a link that leads out of it" in error.expected) == ("link" in way)
    assert not (folder / "results").exists()
    # An error is then about the content.
    assert PERMISSION not in goldscale("evaluate", folder, "--allow-outside").err


@pytest.mark.parametrize("key", KEYS)
def test_whether_something_is_there_is_not_told(folder: Path, key: str) -> None:
    (folder / "campaign.toml").write_text(KEYS[key].format("../nothing"))
    refused(folder)


def test_what_is_allowed_is_read(folder: Path, outside: Path) -> None:
    (folder / "truth.csv").rename(outside / "truth.csv")
    (folder / "runs").rename(outside / "runs")
    (folder / "campaign.toml").write_text('truth = "../outside/truth.csv"\nruns = "../outside/runs"\n')
    assert "field truth" in fails(3, "evaluate", folder)
    assert goldscale("evaluate", folder, "--allow-outside").code == 0
    assert goldscale("evaluate", folder, "--allow-outside", "--json").json["runs"].keys() == {"good", "weak"}
    good = outside / "runs" / "good.csv"
    assert "field truth" in fails(3, "validate", good, "--campaign", folder)
    assert goldscale("validate", good, "--campaign", folder, "--allow-outside").code == 0


def test_a_campaign_file_that_is_a_link(folder: Path, outside: Path) -> None:
    (folder / "campaign.toml").unlink()
    (folder / "campaign.toml").symlink_to(outside / "secret.txt")
    assert refused(folder).field is None


def test_links_inside_the_folder_are_fine(folder: Path) -> None:
    (folder / "truth.csv").rename(folder / "truth-2.csv")
    (folder / "truth.csv").symlink_to("truth-2.csv")
    (folder / "runs" / "again.csv").symlink_to("good.csv")
    assert evaluate_campaign(folder).scores.runs == ("again", "good", "weak")


def test_a_run_that_is_a_link_to_elsewhere_is_left_out(folder: Path, outside: Path) -> None:
    (outside / "other.csv").write_text(GOOD)
    for name in ("secret.txt", "other.csv"):
        (folder / "runs" / name).symlink_to(outside / name)
    (folder / "runs" / "gone.csv").symlink_to(folder / "nothing")
    outcome = evaluate_campaign(folder)
    assert outcome.scores.runs == ("good", "weak")
    said = {bad.file.name: str(bad) for bad in outcome.rejected}
    assert said.keys() == {"secret.txt", "other.csv", "gone.csv"}
    assert "found 'runs/secret.txt'" in said["secret.txt"]
    assert PERMISSION in said["other.csv"]
    assert "the secret" not in str(said)
    assert "other" in evaluate_campaign(folder, allow_outside=True).scores.runs


def test_a_companion_of_a_run_that_is_a_link_to_elsewhere(folder: Path, outside: Path) -> None:
    head = "@relation x\n" + "".join(f"@attribute {name} numeric\n" for name in ("Sky", "Sea", "Sun"))
    (folder / "runs" / "more.arff").write_text(head + "@data\n" + "0.9,0.2,0.1\n" * 4)
    (folder / "runs" / "more.xml").symlink_to(outside / "secret.txt")
    (bad,) = evaluate_campaign(folder).rejected
    assert PERMISSION in str(bad)


def test_a_companion_of_the_truth_that_is_a_link_to_elsewhere(folder: Path, outside: Path) -> None:
    (folder / "truth.arff").write_text("@relation x\n@attribute Sky numeric\n@data\n1\n")
    (folder / "truth.xml").symlink_to(outside / "secret.txt")
    (folder / "campaign.toml").write_text('truth = "truth.arff"\n')
    assert refused(folder).field == "truth"


def test_rules_beside_an_ontology_that_are_a_link_to_elsewhere(folder: Path, outside: Path) -> None:
    (folder / "tree.csv").write_text("child,parent\nSky,\nSea,\nSun,Sky\n")
    (folder / "campaign.toml").write_text(SETTINGS + 'ontology = "tree.csv"\n')
    evaluate_campaign(folder)
    (folder / "tree.rules.toml").symlink_to(outside / "secret.txt")
    assert refused(folder).field == "ontology"


def test_other_rules_beside_an_ontology_are_computed_again(folder: Path) -> None:
    (folder / "tree.csv").write_text("child,parent\nSky,\nSea,\nSun,Sky\n")
    (folder / "campaign.toml").write_text(SETTINGS.replace("F1:item", "OS") + 'ontology = "tree.csv"\n')
    before = evaluate_campaign(folder).scores
    (folder / "tree.rules.toml").write_text("child_needs_parent = true\n")
    after = evaluate_campaign(folder)
    assert after.reused == 0
    assert after.scores.signature("OS", "good") != before.signature("OS", "good")


def test_a_name_is_not_looked_up_where_somebody_happens_to_stand(
    folder: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(outside)
    for key, known in (("ontology", "pto-2009"), ("relatedness", "hierarchy")):
        (folder / "campaign.toml").write_text(KEYS[key].format("secret.txt"))
        with pytest.raises(FormatError, match=f"field {key}: expected a file of the folder, or one of .*{known}"):
            Campaign.load(folder)
    (folder / "campaign.toml").write_text(KEYS["agreement"].format("secret.txt"))
    with pytest.raises(MissingResourceError, match="under 'agreement'"):
        Campaign.load(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("key", [key for key in KEYS if key != "runs"])
def test_pipes_and_devices_are_no_data(folder: Path, key: str) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "campaign.toml").write_text(KEYS[key].format("pipe"))
    with pytest.raises(FormatError, match="found 'pipe', a pipe") as caught:
        evaluate_campaign(folder)
    assert caught.value.field == key
    (folder / "campaign.toml").write_text(KEYS[key].format("/dev/zero"))
    with pytest.raises(FormatError, match="a device"):
        evaluate_campaign(folder, allow_outside=True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_and_devices_among_the_runs(folder: Path) -> None:
    os.mkfifo(folder / "runs" / "pipe.csv")
    (folder / "runs" / "zero.csv").symlink_to("/dev/zero")
    outcome = evaluate_campaign(folder)
    assert outcome.scores.runs == ("good", "weak")
    assert [bad.file.name for bad in outcome.rejected] == ["pipe.csv", "zero.csv"]
    assert "a pipe" in str(outcome.rejected[0])
    (_, zero) = evaluate_campaign(folder, allow_outside=True).rejected
    assert "a device" in str(zero)


def test_names_that_no_file_can_have(folder: Path) -> None:
    (folder / "campaign.toml").write_text('truth = "a\\u0000b"')
    with pytest.raises(FormatError, match="a readable path"):
        evaluate_campaign(folder)


class TestResults:
    """Whatever results/ holds: what it leads to stays as it is."""

    @pytest.fixture
    def precious(self, outside: Path) -> dict[str, str]:
        for name in ("leaderboard.csv", "units.parquet", "good.npz", "stale.npz", "old.npz"):
            (outside / name).write_text(f"precious {name}")
        return self.held(outside)

    @staticmethod
    def held(outside: Path) -> dict[str, str]:
        return {str(path.relative_to(outside)): path.read_text() for path in outside.rglob("*") if path.is_file()}

    @pytest.mark.parametrize("linked", ["results", "results/units"])
    def test_a_folder_that_is_a_link(self, folder: Path, outside: Path, precious: dict[str, str], linked: str) -> None:
        (folder / linked).parent.mkdir(exist_ok=True)
        (folder / linked).symlink_to(outside)
        for allow in (False, True):
            with pytest.raises(FormatError, match=f"{linked}: expected a folder, found a link. Nothing is written"):
                evaluate_campaign(folder, allow_outside=allow)
        assert self.held(outside) == precious

    def test_links_in_it(self, folder: Path, outside: Path, precious: dict[str, str]) -> None:
        units = folder / "results" / "units"
        units.mkdir(parents=True)
        for name in ("leaderboard.csv", "units.parquet"):
            (folder / "results" / name).symlink_to(outside / name)
        for name in ("good.npz", "stale.npz"):
            (units / name).symlink_to(outside / name)
        os.link(outside / "old.npz", units / "weak.npz")
        (units / "folder.npz").mkdir()
        outcome = evaluate_campaign(folder)
        assert outcome.reused == 0
        assert self.held(outside) == precious
        assert {path.name for path in units.iterdir()} == {"good.npz", "weak.npz", "folder.npz"}
        assert not any(path.is_symlink() for path in (folder / "results").rglob("*"))
        assert evaluate_campaign(folder, units="parquet").reused == 2
        assert self.held(outside) == precious

    def test_a_folder_that_becomes_a_link_meanwhile(
        self, folder: Path, outside: Path, precious: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        honest = evaluation._evaluated

        def meanwhile(*arguments: Any) -> CampaignResult:
            result = honest(*arguments)
            (folder / "results").rename(folder / "away")
            (folder / "results").symlink_to(outside)
            return result

        monkeypatch.setattr(evaluation, "_evaluated", meanwhile)
        with pytest.raises(FormatError, match="found a link"):
            evaluate_campaign(folder)
        assert self.held(outside) == precious

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
    def test_pipes_in_it(self, folder: Path) -> None:
        (folder / "results" / "units").mkdir(parents=True)
        for name in ("leaderboard.json", "units/good.npz"):
            os.mkfifo(folder / "results" / name)
        assert evaluate_campaign(folder).reused == 0
        assert evaluate_campaign(folder).reused == 2


def test_two_evaluations_at_once(folder: Path) -> None:
    command = [sys.executable, "-c", "from goldscale.cli import main; main()", "evaluate", str(folder), "--csv"]
    pipe = subprocess.PIPE
    both = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) for _ in range(2)]
    said = [process.communicate(timeout=60) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert said[0][0] == said[1][0] == (folder / "results" / "leaderboard.csv").read_text()
    assert not list((folder / "results").rglob(".*"))


def test_who_waits_for_another_evaluation_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.0)
    (folder / "results").mkdir()
    inside, done = threading.Event(), threading.Event()

    def hold() -> None:
        with alone_in(folder / "results", lambda: None):
            inside.set()
            done.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    inside.wait(30)
    threading.Timer(0.3, done.set).start()
    with pytest.warns(GoldscaleWarning, match="waiting for another evaluation of .*small to end"):
        evaluate_campaign(folder)
    holder.join()
