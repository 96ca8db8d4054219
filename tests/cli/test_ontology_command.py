from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import goldscale as gs
from goldscale.cli import group
from goldscale.samples.campaign import sample_truth


def call(*arguments: object) -> Result:
    return CliRunner().invoke(group, ["ontology", *map(str, arguments)], prog_name="goldscale")


@pytest.fixture
def truth() -> gs.Judgements:
    return sample_truth(40)


@pytest.fixture
def files(tmp_path: Path, truth: gs.Judgements) -> Path:
    """A truth that keeps the rules, a run with two broken sets, the same with scores."""
    gs.write_judgements(truth, tmp_path / "truth.txt", "imageclef-2009")
    said = np.asarray(truth.values).astype(bool)
    index = truth.labels.index
    said[0, [index["Spring"], index["Summer"]]] = True
    said[1, [index["Trees"], index["Plants"]]] = True, False
    said[1, index["Flowers"]] = False
    run = gs.Run(decisions=said, items=truth.items, labels=truth.labels)
    gs.write_run(run, tmp_path / "run.csv")
    scored = gs.Run(scores=np.where(said, 0.7, 0.2), items=truth.items, labels=truth.labels)
    gs.write_run(scored, tmp_path / "scores.csv")
    gs.write_judgements(truth, tmp_path / "truth.npz")
    return tmp_path


def test_show() -> None:
    done = call("show", "pto-2009")
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0] == "pto-2009: Photo Tagging Ontology 1.0 (ImageCLEF 2009)"
    assert any(line.endswith("── (SceneDescription.Seasons)") for line in lines)
    assert any(line.endswith("── Spring  one of Seasons") for line in lines)
    assert any(line.endswith("── Trees  needs Plants") for line in lines)
    assert any("Portrait  needs Single_Person or Small_Group or Big_Group or Animals" in line for line in lines)
    assert "Place: exactly one of Indoor, Outdoor, No_Visual_Place" in lines
    for concept in gs.read_ontology("pto-2009").concepts:
        assert any(f"── {concept}" in line for line in lines)


def test_show_at_most_one() -> None:
    assert "Place: at most one of Indoor, Outdoor" in call("show", "pto-2011").output.splitlines()


def test_show_json() -> None:
    shown = json.loads(call("show", "pto-2009", "--json").stdout)
    assert len(shown["labels"]) == 53
    assert shown["height"] == 3
    assert {
        "node": "LandscapeElements.Plants",
        "parents": ["LandscapeElements"],
        "label": "Plants",
        "depth": 2,
    } in shown["nodes"]
    assert {"label": "Trees", "any_of": ["Plants"], "kind": "parent"} in shown["requirements"]
    assert shown["groups"][1] == {
        "name": "Place",
        "labels": ["Indoor", "Outdoor", "No_Visual_Place"],
        "exactly_one": True,
    }


def test_show_a_node_under_several(tmp_path: Path) -> None:
    (tmp_path / "boats.csv").write_text(
        "child,parent\nBoat,\nHouse,\nHouseboat,Boat\nHouseboat,House\nCabin,Houseboat\n"
    )
    lines = call("show", tmp_path / "boats.csv").output.splitlines()
    assert lines[0] == "boats"
    assert [line.split("── ")[1] for line in lines if "── " in line] == [
        "Boat",
        "Houseboat",
        "Cabin",
        "House",
        "Houseboat  (as above)",
    ]


def test_show_with_rules(tmp_path: Path) -> None:
    (tmp_path / "o.csv").write_text("child,parent\nWater,\nLake,Water\n")
    (tmp_path / "mine.toml").write_text("child_needs_parent = true\n")
    assert "Lake  needs Water" in call("show", tmp_path / "o.csv", "--rules", tmp_path / "mine.toml").output


def test_a_truth_without_violations(files: Path) -> None:
    done = call("check", "pto-2009", files / "truth.txt", "--truth", "--strict")
    assert done.exit_code == 0
    assert "0 of 40 images break a rule of pto-2009, 0 times in all." in done.output
    assert "grades above 0" in done.output


@pytest.mark.parametrize("name", ["run.csv", "scores.csv"])
def test_check_a_run(files: Path, name: str) -> None:
    done = call("check", "pto-2009", files / name, "--items", 5)
    assert done.exit_code == 0
    rows = {
        line.strip().rpartition("  ")[0].strip(): line.split()[-1] for line in done.output.splitlines() if line.strip()
    }
    assert rows["Seasons: only one of Spring, Summer, Autumn, Winter or No_Visual_Season"] == "1"
    assert rows["Trees needs Plants"] == "1"
    assert rows["Clouds needs Sky"] == "0"
    assert "2 of 40" in done.output
    assert "madeup_00001.jpg" in done.output
    assert "Spring, Summer" in done.output


def test_threshold(files: Path) -> None:
    shown = json.loads(call("check", "pto-2009", files / "scores.csv", "--run", "--threshold", 0.7, "--json").stdout)
    assert shown["violations"] == 2
    assert shown["decisions"] == "scores from 0.7 up"
    shown = json.loads(call("check", "pto-2009", files / "scores.csv", "--threshold", 0.8, "--json").stdout)
    assert shown["violations"] == 6 * 40  # nothing is said: every group is empty
    assert shown["penalised"] == 0


def test_check_json(files: Path, truth: gs.Judgements) -> None:
    shown = json.loads(call("check", "pto-2009", files / "run.csv", "--json").stdout)
    assert shown["kind"] == "run"
    assert (shown["items"], shown["labels"], shown["inconsistent_items"], shown["violations"]) == (40, 53, 2, 2)
    assert {"rule": "Trees needs Plants", "kind": "parent", "items": 1} in shown["rules"]
    assert [entry["item"] for entry in shown["broken_items"]] == list(truth.items.names[:2])
    assert shown["broken_items"][1] == {
        "item": truth.items[1],
        "broken": ["Trees needs Plants"],
        "penalised": ["Trees"],
    }
    assert (
        json.loads(call("check", "pto-2009", files / "run.csv", "--json", "--items", 1).stdout)["broken_items"][1:]
        == []
    )


def test_strict(files: Path) -> None:
    assert call("check", "pto-2009", files / "run.csv", "--strict").exit_code == 3
    assert call("check", "pto-2009", files / "run.csv").exit_code == 0


def test_a_truth_is_recognised(files: Path) -> None:
    assert json.loads(call("check", "pto-2009", files / "truth.npz", "--json").stdout)["kind"] == "truth"


def test_labels(files: Path, truth: gs.Judgements) -> None:
    (files / "names.txt").write_text("".join(f"{name}\n" for name in truth.labels))
    assert call("check", "pto-2009", files / "truth.txt", "--labels", files / "names.txt", "--strict").exit_code == 0
    other = [*truth.labels.names[:-1], "Moon"]
    (files / "names.txt").write_text("".join(f"{name}\n" for name in other))
    done = call("check", "pto-2009", files / "truth.txt", "--labels", files / "names.txt")
    assert isinstance(done.exception, gs.MismatchError)
    assert "'Moon'" in str(done.exception)


def test_numbered_labels_must_be_as_many(files: Path) -> None:
    done = call("check", "pto-2010", files / "truth.txt")
    assert isinstance(done.exception, gs.MismatchError)
    assert "53 concepts without names for 93" in str(done.exception)


def test_sparse_runs(tmp_path: Path) -> None:
    (tmp_path / "o.csv").write_text("child,parent\nWater,\nLake,Water\n")
    (tmp_path / "o.rules.toml").write_text("child_needs_parent = true\n")
    (tmp_path / "run.txt").write_text("Lake Q0 a 1 0.9 r\nLake Q0 b 2 0.8 r\nWater Q0 b 1 0.9 r\n")
    shown = json.loads(call("check", tmp_path / "o.csv", tmp_path / "run.txt", "--json").stdout)
    assert [(e["item"], e["penalised"]) for e in shown["broken_items"]] == [("a", ["Lake"])]
    (tmp_path / "qrels.txt").write_text("Lake 0 a 1\nLake 0 b 0\nWater 0 b 1\n")
    shown = json.loads(call("check", tmp_path / "o.csv", tmp_path / "qrels.txt", "--json").stdout)
    assert shown["kind"] == "truth"
    assert [e["item"] for e in shown["broken_items"]] == ["a"]
    done = call("check", tmp_path / "o.csv", tmp_path / "qrels.txt", "--run")
    assert "cannot hold a run" in str(done.exception)


def test_wrong_use(files: Path) -> None:
    assert isinstance(call("show", "pto-209").exception, gs.UnknownNameError)
    assert isinstance(call("check", "pto-2009", files / "none.txt").exception, gs.MissingResourceError)
    assert call("check", "-", "-").exit_code == 2
    assert call("check", "pto-2009").exit_code == 2
