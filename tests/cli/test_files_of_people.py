"""Files as people have them, on the command line: what is scored, what is said, what is refused."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval
from command_line import fails, goldscale

import goldscale as gs
from goldscale.cli.convert import blank_option
from goldscale.formats.registry import BLANK

pytestmark = pytest.mark.usefixtures("folder")

NOTE = (
    "blank.csv: 2 of 12 cells are empty, the first (line 3, field Sky). An empty cell counts as not retrieved, so that "
    "what is relevant there is never found; --blank 0 gives it a score, --blank refuse makes it an error "
    "(blank in campaign.toml and in Python)"
)


@pytest.fixture
def blank(folder: Path) -> Path:
    """A run with two empty cells."""
    text = (folder / "good.csv").read_text().replace("b,0.1,", "b,,").replace("c,0.7,", "c,,")
    (folder / "blank.csv").write_text(text)
    return folder


def map_of(run: str, *options: str) -> float:
    done = goldscale("score", run, "--truth", "truth.csv", "-m", "AP", "--json", *options)
    assert done.code == 0, done.err
    return float(done.json["runs"]["blank"]["AP"]["value"])


@pytest.mark.usefixtures("blank")
class TestBlankCells:
    def test_they_are_said_wherever_a_run_is_read(self, folder: Path) -> None:
        scored = goldscale("score", "blank.csv", "--truth", "truth.csv")
        assert scored.err.splitlines()[0] == f"goldscale: note: {NOTE}"
        assert f"  note: {NOTE}" in goldscale("validate", "blank.csv").out.splitlines()
        assert NOTE in goldscale("convert", "blank.csv", "out.npz").err
        (folder / "runs").mkdir()
        (folder / "blank.csv").rename(folder / "runs" / "blank.csv")
        (folder / "campaign.toml").write_text('truth = "truth.csv"\nmeasures = ["AP"]\n')
        assert "2 of 12 cells are empty" in goldscale("evaluate", str(folder)).err

    def test_they_are_not_retrieved_as_trec_eval_has_it_or_have_the_score_given(self) -> None:
        truth = {"Sky": {"a": 1, "b": 0, "c": 1, "d": 0}, "Sea": {"a": 0, "b": 1, "c": 1, "d": 0}}
        run = {"Sky": {"a": 0.9, "d": 0.2}, "Sea": {"a": 0.2, "b": 0.8, "c": 0.6, "d": 0.3}}
        for options, filled in (((), {}), (("--blank", "0.1"), {"b": 0.1, "c": 0.1})):
            given = {"Sky": run["Sky"] | filled, "Sea": run["Sea"]}
            found = pytrec_eval.RelevanceEvaluator(truth, {"map"}).evaluate(given)
            # trec_eval puts the later name first, which --ties id does, too.
            expected = np.mean([topic["map"] for topic in found.values()])
            assert map_of("blank.csv", "--ties", "id", *options) == pytest.approx(expected)

    def test_they_may_be_refused(self) -> None:
        refused = "blank.csv, line 3, field Sky: expected a score in every cell, found an empty one. "
        refused += "2 of 12 cells are empty."
        assert fails(3, "score", "blank.csv", "--truth", "truth.csv", "--blank", "refuse") == refused
        assert refused in goldscale("validate", "blank.csv", "--blank", "refuse").out
        assert fails(3, "convert", "blank.csv", "out.npz", "--blank", "refuse") == refused
        odd = goldscale("score", "blank.csv", "--truth", "truth.csv", "--blank", "some")
        assert odd.code == 2
        assert "unretrieved, refuse" in odd.err

    def test_the_rule_is_one_of_the_evaluation(self, folder: Path) -> None:
        (folder / "runs").mkdir()
        (folder / "runs" / "blank.csv").write_bytes((folder / "blank.csv").read_bytes())
        settings = folder / "campaign.toml"
        found = {}
        for blank in ("0.1", '"unretrieved"'):
            settings.write_text(f'truth = "truth.csv"\nmeasures = ["AP"]\nblank = {blank}\n')
            found[blank] = json.loads(goldscale("evaluate", str(folder), "--json").out)["runs"]["blank"]["AP"]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", gs.GoldscaleWarning)
                given = gs.evaluate("blank.csv", "truth.csv", "AP", blank=json.loads(blank))
            assert found[blank]["signature"] == given.signature("AP")
        assert found["0.1"]["value"] == pytest.approx(map_of("blank.csv", "--blank", "0.1"))
        assert "|blank=0.1|" in found["0.1"]["signature"]
        assert "blank" not in found['"unretrieved"']["signature"]
        odd = goldscale("validate", "blank.csv", "--campaign", str(folder), "--blank", "refuse")
        assert (odd.code, odd.err.splitlines()[-1]) == (
            2,
            "Error: a --campaign has its own rules; leave blank=refuse out",
        )
        settings.write_text('truth = "truth.csv"\nmeasures = ["AP"]\nblank = "refuse"\n')
        assert "found an empty one" in goldscale("validate", "blank.csv", "--campaign", str(folder)).out
        assert "found an empty one" in fails(3, "evaluate", str(folder))

    def test_the_help_says_what_is_declared(self) -> None:
        def command() -> None: ...

        (option,) = blank_option(command).__click_params__  # type: ignore[attr-defined]
        assert (option.help, option.default) == (BLANK.about, BLANK.default)


def test_detections_are_named_by_the_truth(folder: Path) -> None:
    truth = {
        "images": [{"id": 4, "file_name": "a.jpg"}, {"id": 9, "file_name": "b.jpg"}],
        "categories": [{"id": 1, "name": "Sky"}],
        "annotations": [{"image_id": 9, "category_id": 1}],
    }
    results = [{"image_id": 9, "category_id": 1, "score": 0.5}, {"image_id": 4, "category_id": 1, "score": 0.25}]
    (folder / "instances.json").write_text(json.dumps(truth))
    (folder / "found.json").write_text(json.dumps(results))
    done = goldscale("score", "found.json", "--truth", "instances.json", "-m", "AP", "--json")
    assert done.json["runs"]["found"]["AP"]["value"] == 1.0
    assert "2 images x 1 concept" in goldscale("validate", "found.json", "--truth", "instances.json").out
    (folder / "runs").mkdir()
    (folder / "found.json").rename(folder / "runs" / "found.json")
    (folder / "campaign.toml").write_text('truth = "instances.json"\nmeasures = ["AP"]\n')
    assert goldscale("evaluate", str(folder)).code == 0
    assert "fine" in goldscale("validate", "runs/found.json", "--campaign", ".").out


def test_a_folder_per_class_is_a_truth(folder: Path) -> None:
    for name in ("cat/1.jpg", "dog/2.jpg"):
        (folder / "truth" / name).parent.mkdir(parents=True)
        (folder / "truth" / name).touch()
    (folder / "top.csv").write_text("image,label\n1.jpg,cat\n2.jpg,cat\n")
    done = goldscale("score", "top.csv", "--truth", "truth", "-m", "F1:item", "--json")
    assert done.json["runs"]["top"]["F1:item"]["value"] == 0.5
    assert goldscale("convert", "--judgements", "truth", "truth.npz").code == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("photo_of,kind\na.jpg,cat\n", "A table of names has the headings image,label or image,labels; one of numbers"),
        ("image,predicted\na.jpg,cat\n", "Names of labels stand under the heading label, or labels if a cell holds"),
    ],
)
def test_a_table_with_other_headings_is_told_what_to_call_them(folder: Path, text: str, words: str) -> None:
    (folder / "odd.csv").write_text(text)
    assert words in fails(3, "score", "odd.csv", "--truth", "truth.csv")


def test_rows_without_names_are_said_to_go_by_position(folder: Path) -> None:
    (folder / "named.csv").write_text("image,Sky\nb,1\na,0\n")
    (folder / "runs").mkdir()
    np.save(folder / "runs" / "mine.npy", np.array([[0.1], [0.9]]))
    np.save(folder / "other.npy", np.array([[0.9], [0.1]]))
    note = "run 'mine' has no names of images: its rows are taken in the order of the truth's images"
    said = goldscale("score", "runs/mine.npy", "other.npy", "--truth", "named.csv", "-m", "AP").err
    assert " ".join(said.split()).count("in the order of") == 1
    assert note in " ".join(said.split())
    assert note in " ".join(goldscale("validate", "runs/mine.npy", "--truth", "named.csv").out.split())
    (folder / "campaign.toml").write_text('truth = "named.csv"\nmeasures = ["AP"]\n')
    assert note in " ".join(goldscale("evaluate", str(folder)).err.split())
    np.save(folder / "truth.npy", np.array([[0], [1]]))
    assert not goldscale("score", "runs/mine.npy", "--truth", "truth.npy", "-m", "AP").err
