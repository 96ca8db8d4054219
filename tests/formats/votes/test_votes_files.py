"""One file per annotator, one file per batch, and how votes stay apart from runs and judgements."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest
from vote_samples import FULL_REPORT, SAMPLES, records

from goldscale import (
    FormatError,
    Judgements,
    MismatchError,
    MissingResourceError,
    ParameterError,
    Run,
    UnknownNameError,
    read_judgements,
    read_run,
    read_votes,
)
from goldscale.files import Source
from goldscale.formats import formats, sniff, write_judgements, write_run
from goldscale.formats.registry import offering

SHEETS = {"ann.txt": "a.jpg 1 0 1\nb.jpg 0 1 0\n", "bob.txt": "b.jpg 1 1 0\na.jpg 1 0 -1\n"}


def folder_of(path: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (path / name).write_text(text)
    return path


class TestOneFilePerAnnotator:
    def test_a_folder_of_judgements_is_a_set_of_votes(self, tmp_path: Path) -> None:
        votes = read_votes(folder_of(tmp_path, SHEETS), labels=["Sky", "Sea", "Sun"])
        assert votes.annotators.names == ("ann", "bob")
        assert votes.items.names == ("a.jpg", "b.jpg")
        nan = np.nan
        np.testing.assert_array_equal(votes.cube(), [[[1, 0, 1], [0, 1, 0]], [[1, 0, nan], [1, 1, 0]]])

    def test_several_files_keep_their_order(self, tmp_path: Path) -> None:
        folder = folder_of(tmp_path, SHEETS)
        votes = read_votes([folder / "bob.txt", folder / "ann.txt"], name="both")
        assert votes.annotators.names == ("bob", "ann")
        assert votes.name == "both"
        assert not votes.labels.named
        assert len(votes.labels) == 3

    @pytest.mark.parametrize("form", [f.name for f in offering("write_judgements") if f.read_judgements])
    def test_each_file_may_be_any_truth(self, tmp_path: Path, form: str) -> None:
        rng = np.random.default_rng(5)
        sheets = rng.integers(0, 2, (2, 3, 2))
        for number, sheet in enumerate(sheets):
            truth = Judgements(sheet, ["a", "b", "c"], ["Sky", "Sea"])
            write_judgements(truth, tmp_path / f"{number}", form)
        for named in (form, None):
            votes = read_votes(tmp_path, named, labels=["Sky", "Sea"])
            np.testing.assert_array_equal(votes.cube(), sheets)

    def test_hidden_files_are_left_alone(self, tmp_path: Path) -> None:
        folder_of(tmp_path, {**SHEETS, ".notes": "to do"})
        assert len(read_votes(tmp_path).annotators) == 2

    def test_one_file_alone_must_be_meant(self, tmp_path: Path) -> None:
        path = folder_of(tmp_path, SHEETS) / "ann.txt"
        with pytest.raises(FormatError, match=r"expected votes, found the format imageclef-2009.*or their folder"):
            read_votes(path)
        assert read_votes(path, "imageclef-2009").annotators.names == ("ann",)

    def test_files_that_do_not_fit_are_refused(self, tmp_path: Path) -> None:
        folder = folder_of(tmp_path, {**SHEETS, "cid.txt": "a.jpg 1 0\n"})
        with pytest.raises(MismatchError, match=r"cid.txt has 2 concepts"):
            read_votes(folder)
        (folder / "cid.txt").write_text(SAMPLES["votes-csv"])
        with pytest.raises(FormatError, match=r"cid.txt: expected a file like .*ann.txt \(imageclef-2009\)"):
            read_votes(folder)
        (folder / "cid.txt").write_text("It was a dark and stormy night.\n")
        with pytest.raises(FormatError, match="one of the formats"):
            read_votes(folder)

    def test_two_files_of_one_name_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "more").mkdir()
        files = [folder_of(tmp_path, SHEETS) / "ann.txt", folder_of(tmp_path / "more", SHEETS) / "ann.txt"]
        with pytest.raises(ParameterError, match="both name the annotator 'ann'"):
            read_votes(files)


class TestOneFilePerBatch:
    def test_a_later_file_is_a_later_occasion(self, tmp_path: Path) -> None:
        first = "annotator,item,label,value\nann,a,Sky,1\nbob,a,Sky,0\n"
        second = "annotator,item,label,value\nann,a,Sky,0\nann,b,Sea,1\n"
        votes = read_votes(folder_of(tmp_path, {"monday.csv": first, "tuesday.csv": second}))
        assert records(votes) == [
            ("ann", "a", "Sky", 1, 0),
            ("bob", "a", "Sky", 0, 0),
            ("ann", "a", "Sky", 0, 1),
            ("ann", "b", "Sea", 1, 0),
        ]
        assert votes.details["batch"].tolist() == ["monday", "monday", "tuesday", "tuesday"]

    def test_a_batch_that_the_file_names_stays(self, tmp_path: Path) -> None:
        again = SAMPLES["mturk"].replace(",t,", ",u,")
        votes = read_votes(folder_of(tmp_path, {"1.csv": SAMPLES["mturk"], "2.csv": again}))
        assert sorted(set(votes.details["batch"])) == ["t", "u"]
        assert votes.occasion.tolist() == [0] * 6 + [1] * 6

    def test_progress_runs_over_all_files(self, tmp_path: Path) -> None:
        seen: list[tuple[int, int]] = []
        folder_of(tmp_path, {"1.csv": SAMPLES["votes-csv"], "2.csv": SAMPLES["votes-csv"].replace("a.jpg", "c.jpg")})
        read_votes(tmp_path, progress=lambda done, total: seen.append((done, total)))
        size = sum(file.stat().st_size for file in tmp_path.iterdir())
        assert seen[-1] == (size, size)
        assert [done for done, _ in seen] == sorted(done for done, _ in seen)


class TestRecognition:
    @pytest.mark.parametrize("form", SAMPLES)
    @pytest.mark.parametrize("name", ["file", "file.csv", "file.txt"])
    def test_each_kind_of_votes_is_recognised(self, tmp_path: Path, form: str, name: str) -> None:
        path = tmp_path / name
        path.write_text(SAMPLES[form])
        assert sniff(Source(path), actions=("read_votes",)).name == form

    def test_a_full_report_is_recognised(self, tmp_path: Path) -> None:
        (tmp_path / "full.csv").write_text(FULL_REPORT)
        assert sniff(Source(tmp_path / "full.csv"), actions=("read_votes",)).name == "crowdflower"

    def test_every_format_of_votes_has_a_sample(self) -> None:
        assert set(SAMPLES) == {form.name for form in offering("read_votes")}

    @pytest.mark.parametrize("form", SAMPLES)
    def test_votes_are_no_candidates_for_runs_and_judgements(self, tmp_path: Path, form: str) -> None:
        path = tmp_path / "file"
        path.write_text(SAMPLES[form])
        for read in (read_run, read_judgements):
            with pytest.raises(ParameterError, match="cannot hold"):
                read(path, form)
        others = {f.name for f in formats().values()} - set(SAMPLES)
        with contextlib.suppress(FormatError):
            assert sniff(Source(path)).name in others

    @pytest.mark.parametrize("form", [f.name for f in offering("write_run")])
    def test_runs_are_no_votes(self, tmp_path: Path, form: str) -> None:
        scores = np.random.default_rng(1).random((30, 3))
        decisions = None if form == "trec-run" else scores > 0.5
        run = Run(scores, decisions, items=[f"im{i}.jpg" for i in range(30)], labels=["x", "y", "z"])
        write_run(run, tmp_path / "run", form)
        with pytest.raises(FormatError):
            read_votes(tmp_path / "run")


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(MissingResourceError, match="a file in the folder"):
        read_votes(tmp_path)
    with pytest.raises(ParameterError, match="no file"):
        read_votes([])
    with pytest.raises(MissingResourceError):
        read_votes(tmp_path / "nothing.csv")
    (tmp_path / "a").write_text("x")
    with pytest.raises(ParameterError, match="trec-run cannot hold votes"):
        read_votes(tmp_path / "a", "trec-run")
    with pytest.raises(UnknownNameError, match="votes-csv"):
        read_votes(tmp_path / "a", "vote-csv")
    assert "votes-csv" in formats()
