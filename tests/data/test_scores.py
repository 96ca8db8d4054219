from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

import goldscale as gs
from goldscale.formats.scores import read_scores, write_scores, write_scores_parquet

TRUTH = gs.Judgements([[1, 0, 0], [0, 1, 0]], ["a", "b"], ["Sky", "Sea", "Sun"])


@pytest.fixture
def scores() -> gs.Scores:
    runs = [
        gs.Run([[0.9, 0.1, 0.2], [0.2, 0.8, 0.3]], items=["a", "b"], labels=TRUTH.labels, name="good"),
        gs.Run([[0.1, 0.9, 0.2], [0.7, 0.3, 0.3]], items=["a", "b"], labels=TRUTH.labels, name="bad_1"),
    ]
    return gs.evaluate(runs, TRUTH, ["AP", "P:item"])


def test_summary_values_and_units(scores: gs.Scores) -> None:
    assert scores.summary()["good"] == {"AP": 1.0, "P:item": 1.0}
    assert scores.values("MAP").shape == (2, 3)
    assert np.isnan(scores.values("AP")[:, 2]).all()
    assert scores.unit_names("AP") == ("Sky", "Sea", "Sun")
    assert scores.unit_names("P:image") == ("a", "b")
    assert scores.ranking("AP") == ["good", "bad_1"]


def test_json_has_the_promised_shape(scores: gs.Scores) -> None:
    entry = json.loads(scores.to_json())["runs"]["good"]["AP"]
    assert entry.keys() == {"value", "units", "undefined", "low", "high", "signature"}
    assert (entry["value"], entry["units"], entry["undefined"]) == (1.0, 3, 1)
    assert entry["signature"].startswith("AP|ties=expected|undefined=skip|")


def test_an_undefined_value_is_null_in_json_and_empty_in_csv() -> None:
    scores = gs.evaluate([[0.5, 0.2]], [[0, 0]], ["AP"])
    assert json.loads(scores.to_json())["runs"]["run"]["AP"]["value"] is None
    assert scores.to_csv() == "run,AP\nrun,\n"
    assert "| run |" in scores.to_markdown()


def test_written_forms(scores: gs.Scores, tmp_path: Path) -> None:
    text = scores.to_csv(tmp_path / "s.csv")
    assert (tmp_path / "s.csv").read_text() == text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert float(rows[0]["AP"]) == 1.0
    units = list(csv.DictReader(io.StringIO(scores.to_csv(units=True))))
    assert len(units) == 2 * 3 + 2 * 2
    assert r"bad\_1 & 0.5000" in scores.to_latex()
    frame = scores.to_pandas()
    assert frame.loc["good", "AP"] == 1.0
    assert len(scores.to_pandas(units=True)) == 10


def test_stack_and_select_are_inverse(scores: gs.Scores) -> None:
    again = gs.Scores.stack([scores.select(["good"]), scores.select(["bad_1"])])
    assert again.summary() == scores.summary()
    with pytest.raises(gs.UnknownNameError, match="did you mean 'good'"):
        scores.select(["god"])
    with pytest.raises(gs.UnknownNameError, match="measure in these scores"):
        scores.values("AUC")


def test_scores_on_disk(scores: gs.Scores, tmp_path: Path) -> None:
    write_scores(scores, tmp_path / "s.npz", key="k", run_notes=["odd"])
    again, key, notes = read_scores(tmp_path / "s.npz")
    assert (key, notes) == ("k", ("odd",))
    assert again.to_json() == scores.to_json()
    np.testing.assert_array_equal(again.values("AP"), scores.values("AP"))
    (tmp_path / "s.npz").write_bytes((tmp_path / "s.npz").read_bytes()[:100])
    with pytest.raises(gs.FormatError, match=r"s\.npz"):
        read_scores(tmp_path / "s.npz")


def test_resamples_on_disk(tmp_path: Path) -> None:
    scores = gs.evaluate(
        [[0.9, 0.2], [0.6, 0.7], [0.5, 0.1]], [[1, 0], [0, 1], [1, 0]], ["AP", "AP:item"], ci=0.9, replicates=7, seed=3
    )
    write_scores(scores, tmp_path / "s.npz")
    again, _, _ = read_scores(tmp_path / "s.npz")
    for before, after in zip(scores, again, strict=True):
        assert (after.resamples.drawn, after.resamples.over, after.resamples.seed) == (
            before.resamples.drawn,
            "item",
            3,
        )
        np.testing.assert_array_equal(after.resamples.numbers, before.resamples.numbers)
        assert after.resamples.left_out.shape == (1, 0)


def test_scores_of_the_third_version() -> None:
    scores, key, notes = read_scores(Path(__file__).parents[1] / "archives" / "made-up-scores-v3.npz")
    assert (scores.runs, key, notes) == (("made_up",), "key of the third version", ("a note",))
    assert scores.values("AP").tolist() == [[1, 1]]
    assert scores["AP"].resamples is None


def test_scores_of_the_second_version() -> None:
    scores, key, notes = read_scores(Path(__file__).parents[1] / "archives" / "made-up-scores-v2.npz")
    assert (scores.runs, key, notes) == (("made_up",), "key of the second version", ())
    assert scores.unit_names("AP") == ("Sky", "Sea")
    assert scores.values("AP").tolist() == [[1, 1]]
    assert scores.values("F1:item").tolist() == [[1, 1, 1]]


def test_scores_as_parquet(scores: gs.Scores, tmp_path: Path) -> None:
    write_scores_parquet(scores, tmp_path / "s.parquet")
    table = parquet.read_table(tmp_path / "s.parquet")
    assert table.num_rows == 10
    assert table.schema.metadata[b"goldscale"] == b"goldscale-scores"


def test_intervals_stand_beside_their_values() -> None:
    scores = gs.evaluate([[0.9, 0.8, 0.1], [0.6, 0.2, 0.4]], [[1, 0, 1], [0, 0, 1]], "P:item", ci=0.9, replicates=20)
    low, high = scores.interval("P:item")["run"]
    assert scores.table(2)["P:item"].cells() == [f"0.25 [{low:.2f}, {high:.2f}]"]
    assert scores.to_csv() == f"run,P:item,P:item low,P:item high\nrun,0.25,{low!r},{high!r}\n"


def test_equal_runs_share_a_rank() -> None:
    truth = [[1, 0], [0, 1]]
    runs = {"z": truth, "m": [[0, 1], [1, 0]], "a": truth, "none": [[0, 0], [0, 0]], "empty": [[0, 0], [0, 0]]}
    table = gs.evaluate(runs, truth, "P:item").table(rank_by="P:item")
    assert table["run"].values == ("a", "z", "m", "empty", "none")
    assert table["rank"].values == (1, 1, 3, 4, 4)
