"""goldscale meta: each study on a small campaign, and the same numbers as the library gives."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command_line import fails, goldscale
from small_campaign import SETTINGS, TRUTH, small_campaign

from goldscale.campaign.study import study_campaign
from goldscale.metaevaluation.correlation import correlate_measures


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = small_campaign(tmp_path / "small", SETTINGS + 'votes = "votes.csv"\n')
    rows = [row.split(",") for row in TRUTH.splitlines()]
    labels = rows[0][1:]
    votes = [
        f"{who},{item},{label},{1 - int(cell) if (who, item) == ('made-up two', 'a') else cell}"
        for who in ("made-up one", "made-up two")
        for item, *cells in rows[1:]
        for label, cell in zip(labels, cells, strict=True)
    ]
    (made / "votes.csv").write_text("\n".join(["annotator,item,label,vote", *votes]) + "\n")
    return made


def test_the_command_gives_what_the_library_gives(folder: Path) -> None:
    known = study_campaign(folder)
    expected = correlate_measures(known.score(["AP", "AUC", "F1"])).to_dict()
    assert goldscale("meta", "correlation", folder, "-m", "AP,AUC,F1", "--json").json == expected


@pytest.mark.parametrize(
    ("study", "options", "key"),
    [
        ("items", ["-m", "AP:item,F1:item"], "correlation"),
        ("stability", ["-m", "AP", "--repeats", "1", "--stage", "0.1"], "to_original"),
        ("density", ["-m", "F1"], "random_above_systems"),
        ("power", ["-m", "AP", "--splits", "3"], "measures"),
        ("requirements", ["-m", "AP", "--cases", "10"], "measures"),
        ("scatter", ["-m", "F1,F1:item"], "pairs"),
        ("scatter", ["--run", "weak"], "runs"),
        ("truths", [], "measures"),
        ("correlation", [], "clusters"),
    ],
)
def test_every_study_and_its_picture(folder: Path, study: str, options: list[str], key: str) -> None:
    picture = folder.parent / "study.svg"
    done = goldscale("meta", study, folder, *options, "--plot", picture, "--json")
    assert key in done.json
    assert "wrote" in done.err
    assert "</svg>" in picture.read_text("utf-8")


def test_a_picture_that_cannot_be_written_is_refused_at_once(folder: Path) -> None:
    assert "must end in .png" in fails(2, "meta", "power", folder, "--plot", "power.gif")


def test_intervals_are_shown_where_asked_for(folder: Path) -> None:
    asked = ("meta", "correlation", folder, "-m", "AP,F1:item")
    assert "Intervals of tau-b over 2 runs (95 %)" in goldscale(*asked, "--interval").out
    assert "Intervals" not in goldscale(*asked).out


def test_votes_that_only_select_are_told(folder: Path) -> None:
    rows = (folder / "votes.csv").read_text().splitlines()
    (folder / "votes.csv").write_text("\n".join(row for row in rows if not row.endswith(",0")) + "\n")
    assert "only selections" in goldscale("meta", "truths", folder).err


def test_truths_need_votes(folder: Path) -> None:
    (folder / "campaign.toml").write_text(SETTINGS)
    assert "under 'votes', or with --votes" in fails(4, "meta", "truths", folder)
    everybody = goldscale("meta", "truths", folder, "--votes", folder / "votes.csv", "--json").json["measures"]["AP"]
    assert list(everybody["scores"]) == ["made-up one", "made-up two", "majority", "Dawid-Skene", "campaign"]
    one = goldscale(
        "meta", "truths", folder, "--votes", folder / "votes.csv", "--annotator", "made-up two", "--json"
    ).json
    assert list(one["measures"]["AP"]["scores"]) == ["made-up two", "majority", "Dawid-Skene", "campaign"]


def test_a_bad_run_is_left_out_and_told(folder: Path) -> None:
    (folder / "runs" / "broken.csv").write_text("image,Sky\na,x\n")
    assert "left out broken.csv" in goldscale("meta", "power", folder, "-m", "AP").err


@pytest.mark.parametrize(
    ("name", "text"), [("short.csv", "image,Sky,Sea,Sun\na,0.9,0.2,0.1\n"), ("good.json", '{"a": {"Sky": 1}}')]
)
def test_a_run_that_does_not_fit_is_left_out_and_told(folder: Path, name: str, text: str) -> None:
    """Images that it lacks, or the name of another run."""
    (folder / "runs" / name).write_text(text)
    done = goldscale("meta", "power", folder, "-m", "AP", "--json")
    assert f"left out {name}" in done.err
    assert done.json["runs"] == ["good", "weak"]
    assert f"left out {name}" in goldscale("report", folder, "--no-pdf").err


def test_an_unknown_coefficient(folder: Path) -> None:
    assert "tau" in fails(2, "meta", "correlation", folder, "--coefficient", "taub")


@pytest.mark.parametrize("text", [None, "nothing that a vote could be\n"])
def test_scores_and_a_report_do_not_need_the_votes(folder: Path, text: str | None) -> None:
    (folder / "votes.csv").unlink() if text is None else (folder / "votes.csv").write_text(text)
    goldscale("evaluate", folder)
    assert "Not shown: votes" in goldscale("report", folder, "--no-pdf", "--no-figures").err
    assert "Not shown: votes" in (folder / "results" / "report" / "report.html").read_text("utf-8")
    said = fails(4 if text is None else 3, "meta", "truths", folder)
    assert "votes.csv" in said


def test_a_picture_without_matplotlib_is_refused_before_the_work(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr("goldscale.campaign.study.study_campaign", lambda *_, **__: pytest.fail("read the campaign"))
    assert "goldscale[report]" in fails(4, "meta", "power", folder, "--plot", "power.svg")


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """Two made-up systems on graded judgements of three topics."""
    made = tmp_path / "listed"
    (made / "runs").mkdir(parents=True)
    (made / "campaign.toml").write_text('truth = "truth.qrels"\n')
    grades = [(topic, document, (topic * document) % 3) for topic in (1, 2, 4) for document in range(1, 9)]
    (made / "truth.qrels").write_text("".join(f"{t} 0 d{d} {grade}\n" for t, d, grade in grades))
    for name, step in (("first", 1), ("second", 3), ("third", 5)):
        rows = [f"{t} Q0 d{d} 1 {(d * step + t) % 9} {name}\n" for t, d, _ in grades]
        (made / "runs" / f"{name}.run").write_text("".join(rows))
    return made


def test_listed_judgements_are_studied_by_topic(listed: Path) -> None:
    for study in ("correlation", "items"):
        measures = goldscale("meta", study, listed, "--json").json["measures"]
        assert len(measures) > 2
        assert not [name for name in measures if ":item" in name or name in ("OneError", "Coverage")]
    assert "between rankings of topics" in goldscale("meta", "items", listed).out


def test_runs_are_set_against_each_other_on_grades_too(listed: Path) -> None:
    done = goldscale("meta", "scatter", listed, "-m", "AP,nDCG@10", "--plot", listed / "a.svg")
    assert "Measures over 3 runs" in done.out
    assert "without random runs" in done.out + done.err
    assert "nDCG@10" in (listed / "a.svg").read_text("utf-8")
