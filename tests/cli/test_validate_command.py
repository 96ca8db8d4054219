"""goldscale validate: what a participant hears before handing in."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import fails, goldscale, usage

pytestmark = pytest.mark.usefixtures("folder")


def test_a_good_run() -> None:
    done = goldscale("validate", "good.csv", "--truth", "truth.csv")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "good.csv: fine",
        "  format csv",
        "  4 images x 3 concepts, scores",
        "  scores from 0.1 to 0.9",
    ]


def test_good_and_bad_ones_at_once(folder: Path) -> None:
    (folder / "word.csv").write_text("image,Sky\na,x\n")
    (folder / "few.csv").write_text("image,Sky,Sea,Sun\na,1,0,0\n")
    done = goldscale("validate", "word.csv", "good.csv", "few.csv", "no.csv", "--truth", "truth.csv")
    assert done.code == 3
    assert [line for line in done.out.splitlines() if not line.startswith(" ")] == [
        "word.csv: bad",
        "good.csv: fine",
        "few.csv: bad",
        "no.csv: bad",
    ]
    assert "  word.csv, line 2, field Sky: expected a number, found 'x'" in done.out
    assert "3 missing ('b', 'c', 'd')" in done.out
    # Without a truth the second is a run like any other.
    assert goldscale("validate", "few.csv", "good.csv").code == 0


def test_only_missing_files_exit_4() -> None:
    assert goldscale("validate", "no.csv").code == 4


def test_json(folder: Path) -> None:
    (folder / "word.csv").write_text("image,Sky\na,x\n")
    done = goldscale("validate", "good.csv", "word.csv", "--json")
    assert done.code == 3
    good, bad = done.json
    assert list(good) == list(bad) == ["file", "valid", "error", "facts", "notes"]
    assert (good["file"], good["valid"], good["error"], good["notes"]) == ("good.csv", True, None, [])
    assert (bad["valid"], bad["facts"]) == (False, [])
    assert bad["error"].startswith("word.csv, line 2")


def test_the_thresholds_of_a_campaign(folder: Path) -> None:
    (folder / "runs").mkdir()
    settings = 'truth = "truth.csv"\nthreshold = 0.95\n'
    (folder / "campaign.toml").write_text(settings)
    # The same words as those of an evaluation.
    said = "no score reaches 0.95, so nothing is predicted; try the threshold 'density'"
    (folder / "runs" / "good.csv").write_bytes((folder / "good.csv").read_bytes())
    assert f"good: {said}" in goldscale("evaluate", ".").err
    assert f"note: {said}" in goldscale("validate", "good.csv", "--campaign", ".").out
    assert "no score reaches" not in goldscale("validate", "good.csv", "--truth", "truth.csv").out
    (folder / "campaign.toml").write_text(settings + "[thresholds]\ngood = 0.5\n")
    assert "no score reaches" not in goldscale("validate", "good.csv", "--campaign", ".").out
    (folder / "campaign.toml").write_text(settings + "[thresholds.good]\nSky = 0.5\n")
    (bad,) = goldscale("validate", "good.csv", "--campaign", ".", "--json").json
    assert "field thresholds.good: not a threshold for every one of the run's labels" in bad["error"]


def test_a_threshold_goes_by_the_files_name(folder: Path) -> None:
    (folder / "runs").mkdir()
    (folder / "campaign.toml").write_text('truth = "truth.csv"\nthreshold = 2\n[thresholds]\nmine = 0.5\n')
    (folder / "mine.run").write_text("".join(f"{t} Q0 {i} 1 0.9 tag\n" for t in ("Sky", "Sea", "Sun") for i in "abcd"))
    assert "no score reaches" not in goldscale("validate", "mine.run", "--campaign", ".").out
    (folder / "mine.run").rename(folder / "tag.run")
    assert "no score reaches 2" in goldscale("validate", "tag.run", "--campaign", ".").out


def test_against_a_campaign(folder: Path) -> None:
    (folder / "runs").mkdir()
    (folder / "names.txt").write_text("Sky\nSea\nSun\n")
    (folder / "campaign.toml").write_text('truth = "truth.csv"\nlabels = "names.txt"\n')
    (folder / "bare.txt").write_text("a 1 0 0\nb 0 1 0\nc 1 1 0\nd 0 0 0\n")
    assert goldscale("validate", "good.csv", "bare.txt", "--campaign", ".").code == 0
    (folder / "short.txt").write_text("a 1 0\nb 0 1\nc 1 1\nd 0 0\n")
    assert "one value for each of the 3 concepts given" in goldscale("validate", "short.txt", "--campaign", ".").out
    assert "campaign.toml is missing" in fails(4, "validate", "good.csv", "--campaign", "runs")
    assert "leave --truth" in usage("validate", "good.csv", "--campaign", ".", "--truth", "truth.csv")


def test_standard_input(folder: Path) -> None:
    done = goldscale("validate", "-", "--truth", "truth.csv", stdin=(folder / "good.csv").read_bytes())
    assert (done.code, done.out.splitlines()[:2]) == (0, ["-: fine", "  format csv"])
    assert "only one file" in usage("validate", "-", "--truth", "-")


@pytest.mark.parametrize(
    ("content", "remark"),
    [
        ("image,Sky\na,5\nb,-3\n", "scores outside [0, 1]"),
        ("image,Sky\na,0.1\nb,0.2\n", "no score reaches 0.5"),
        ("image,Sky\na,1\nb,0\n", "only decisions, no scores"),
        ("image,Sky,Sea\na,0.7,0.1\nb,0.7,0.2\n", "the same score for every image in 1 concepts ('Sky')"),
    ],
)
def test_remarks(folder: Path, content: str, remark: str) -> None:
    (folder / "run.csv").write_text(content)
    done = goldscale("validate", "run.csv")
    assert done.code == 0
    assert f"  note: {remark}" in done.out


def test_what_a_list_leaves_out_is_a_remark(folder: Path) -> None:
    (folder / "few.csv").write_text("image,concept,score\na,Sky,0.9\nb,Sea,0.8\n")
    done = goldscale("validate", "few.csv", "--truth", "truth.csv")
    assert "  note: run 'few' retrieves nothing for 2 of the truth's images" in done.out
    assert done.err == ""


def test_judgements_are_no_run(folder: Path) -> None:
    (folder / "q.qrels").write_text("1 0 a 1\n1 0 b 0\n")
    done = goldscale("validate", "q.qrels")
    assert done.code == 3
    assert "q.qrels: expected a run, found the format trec-qrels" in done.out


def test_usage() -> None:
    assert "did you mean 'csv'" in fails(2, "validate", "good.csv", "--format", "cvs")
    assert "'no.csv' is missing" in fails(4, "validate", "good.csv", "--truth", "no.csv")
    assert "RUN" in usage("validate")


def test_the_rules_for_ids(folder: Path) -> None:
    (folder / "paths.csv").write_text("image,sky,sea,sun,snow\nx/A.png,1,0,0,0\nx/B.png,0,1,0,0\nx/C.png,0,0,1,0\n")
    arguments = ("validate", "paths.csv", "--truth", "truth.csv", "--match", "loose", "--extra", "drop")
    refused = goldscale(*arguments)
    assert refused.code == 3
    assert "1 missing ('d'). Count them as not retrieved with missing='unretrieved'" in refused.out
    done = goldscale(*arguments, "--missing", "unretrieved")
    assert done.code == 0
    assert "  note: run 'paths': 1 concept that the truth lacks left out ('snow')" in done.out
    assert "  note: run 'paths' lacks 1 of the truth's images, which count as not retrieved ('d')" in done.out


def test_a_campaign_has_its_own_rules(folder: Path) -> None:
    (folder / "runs").mkdir()
    (folder / "campaign.toml").write_text('truth = "truth.csv"\nmatch = "stem"\n')
    (folder / "paths.csv").write_text((folder / "good.csv").read_text().replace("\n", "\nx/").removesuffix("x/"))
    assert goldscale("validate", "paths.csv", "--truth", "truth.csv").code == 3
    assert goldscale("validate", "paths.csv", "--campaign", ".").code == 0
    message = "a --campaign has its own rules; leave match=loose out"
    assert message in usage("validate", "good.csv", "--campaign", ".", "--match", "loose")
