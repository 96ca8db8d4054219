"""goldscale agree: coefficients, checks, merging, thresholds and rankings, as somebody types them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from command_line import goldscale

import goldscale as gs
from goldscale.agreement import alpha
from goldscale.samples import simulate_votes

LABELS = ["Indoor", "Outdoor", "Sky", "Sea"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def truth() -> gs.Judgements:
    rng = np.random.default_rng(7)
    place = rng.integers(0, 2, 40)
    values = np.column_stack([place, 1 - place, rng.integers(0, 2, (40, 2))])
    return gs.Judgements(values, [f"{i}.jpg" for i in range(40)], LABELS)


@pytest.fixture
def votes(folder: Path, truth: gs.Judgements) -> gs.Votes:
    made, _ = simulate_votes(truth, workers=4, quality=[0.99, 0.97, 0.95, 0.9], spammers={"random": 1}, seed=3)
    gs.write_votes(made, folder / "votes.csv")
    return made


@pytest.mark.usefixtures("votes")
class TestCoefficients:
    def test_the_command_may_be_left_out(self) -> None:
        short = goldscale("agree", "votes.csv", "--json")
        assert short.code == 0
        for name in ("coefficients", "figures"):  # its name before
            assert goldscale("agree", name, "votes.csv", "--json").json == short.json

    def test_json_has_the_values_of_the_library(self, votes: gs.Votes) -> None:
        found = goldscale("agree", "votes.csv", "-c", "alpha", "--json").json
        part = found["agreement"]["labels"]["coefficients"]["alpha"]
        cube = votes.cube()
        assert part["all"]["value"] == pytest.approx(alpha(cube.reshape(len(cube), -1)))
        assert part["all"]["low"] < part["all"]["value"] < part["all"]["high"]
        assert list(part["groups"]) == LABELS
        assert set(found["matrix"]["annotators"]) == set(votes.annotators)
        assert found["votes"] == len(votes)

    def test_the_terminal_shows_a_chart_and_the_matrix(self) -> None:
        done = goldscale("agree", "votes.csv", "-c", "alpha")
        assert done.code == 0
        assert "●" in done.out
        assert "Accuracy between annotators" in done.out
        assert "Merged" in done.out
        assert "lowest" in done.out

    def test_a_narrow_terminal_gets_one_line_per_value(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("goldscale.cli.output.terminal_width", lambda: 72)
        monkeypatch.setattr("goldscale.cli.agree.coefficients.MOST_ANNOTATORS", 4)
        done = goldscale("agree", "votes.csv", "--replicates", "20")
        assert max(map(len, done.out.splitlines())) <= 72
        # Every row that has an interval has its value beside it.
        assert all("[" not in line or "0." in line.split("[")[0] for line in done.out.splitlines())
        assert "There is no room for the other coefficients by label" in done.err
        assert "●" in done.out
        assert "with others  with Merged  lowest  with" in done.out

    def test_an_ontology_makes_one_question_of_a_group(self, folder: Path) -> None:
        (folder / "places.csv").write_text("child,parent\nIndoor,Place\nOutdoor,Place\nSky,Things\nSea,Things\n")
        (folder / "places.rules.toml").write_text(
            '[[exclusive]]\nname = "Place"\nlabels = ["Indoor", "Outdoor"]\nexactly_one = true\n'
        )
        words = ("agree", "votes.csv", "-c", "majority", "--ontology", "places.csv")
        found = goldscale(*words, "--json")
        assert found.code == 0, found.err
        rows = csv.DictReader(goldscale(*words, "--csv").out.splitlines())
        assert [row["on"] for row in rows if row["of"] == "all"] == ["groups", "labels"]
        assert list(found.json["agreement"]) == ["groups", "labels"]
        assert list(found.json["agreement"]["labels"]["coefficients"]["majority"]["groups"]) == ["Sky", "Sea"]

    def test_everything_that_can_be_written_is(self, folder: Path, votes: gs.Votes) -> None:
        done = goldscale(
            *("agree", "votes.csv", "-c", "alpha", "--out", "agreement.csv", "--plot", "figure.svg"),
            *("--merged", "truth.csv", "--factors", "factors.csv"),
        )
        assert done.code == 0
        rows = list(csv.DictReader((folder / "agreement.csv").read_text().splitlines()))
        assert [row["of"] for row in rows[-4:]] == LABELS
        merged = gs.read_judgements(folder / "truth.csv")
        assert np.array_equal(merged.values, (np.nanmean(votes.cube(), axis=0) > 0.5).astype(int))
        assert "<!-- Sky -->" in (folder / "figure.svg").read_text()
        words = ("--truth", "truth.csv", "-m", "OS", "--ontology", "pto-2009", "--agreement", "factors.csv")
        assert goldscale("score", "truth.csv", *words).code == 0

    def test_a_gap_in_the_breakdown_says_why(self, folder: Path) -> None:
        said = {"Snow": "0 0 0 0", "Sky": "0 1 1 1"}
        rows = (
            f"{who},{image},{label},{value}"
            for label, values in said.items()
            for (who, image), value in zip(
                [("ann", 1), ("bob", 1), ("ann", 2), ("bob", 2)], values.split(), strict=True
            )
        )
        (folder / "snow.csv").write_text("\n".join(["annotator,image,concept,vote", *rows, ""]))
        done = goldscale("agree", "snow.csv", "-c", "observed", "-c", "alpha", "--ci", "0")
        assert "lowest alpha first" in done.out
        assert "- for 'Snow': all votes are 0" in done.err

    @pytest.mark.parametrize("width", [80, 100, 120])
    def test_it_fits_on_a_terminal(self, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("goldscale.cli.output.terminal_width", lambda: width)
        done = goldscale("agree", "votes.csv")
        lines = [*done.out.splitlines(), *done.err.splitlines()]
        assert max(map(len, lines)) <= width
        assert sum(line.startswith("label ") for line in lines) == 1  # one part, with its chart
        assert sum(line.startswith("Sky ") and "●" in line for line in lines) == 1
        assert not any("too narrow" in line for line in lines)

    @pytest.mark.parametrize(("form", "ending"), [("--markdown", "md"), ("--latex", "tex")])
    def test_all_tables_in_other_forms(self, folder: Path, form: str, ending: str) -> None:
        words = ("agree", "votes.csv", "-c", "alpha", "--ci", "0")
        printed = goldscale(*words, form).out
        assert all(who in printed for who in ("Merged", *LABELS))
        assert goldscale(*words, "--out", f"agreement.{ending}").code == 0
        assert (folder / f"agreement.{ending}").read_text() == printed

    def test_few_rows_are_the_lowest(self) -> None:
        done = goldscale("agree", "votes.csv", "-c", "alpha", "--rows", "1")
        assert "the 1 lowest of 4 labels by alpha" in done.err

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (["-c", "alfa"], 2, "alpha"),
            (["-c", "alpha(metric=nearly)"], 2, "nominal"),
            (["--ci", "2"], 2, "between 0 and 1"),
            (["-c", "cohen", "--interval", "analytic"], 2, "no analytic interval"),
            (["--column", "annotator"], 2, "FIELD=NAME"),
            (["--plot", "figure.gif"], 2, ".png"),
            (["--by", "everything"], 2, "everything"),
        ],
    )
    def test_wrong_usage_is_said(self, words: list[str], code: int, said: str) -> None:
        done = goldscale("agree", "votes.csv", *words)
        assert done.code == code
        assert said in done.err
        assert not done.out


def test_readings_of_ticks(folder: Path) -> None:
    (folder / "ticks.csv").write_text("who,image,concept,vote\nann,a,Sky,1\nbob,a,Sea,1\nann,b,Sky,1\nbob,b,Sky,1\n")
    by_default = goldscale("agree", "ticks.csv", "-c", "accuracy", "--column", "annotator=who", "--json")
    assert "only selections" in by_default.err
    assert by_default.json["votes"] == 8
    for reading, count in (("given", 4), ("all", 8), ("selected", 6)):
        words = ("--column", "annotator=who", "--reading", reading)
        assert goldscale("agree", "ticks.csv", "-c", "accuracy", *words, "--json").json["votes"] == count


def test_votes_without_people_are_shown_without_a_matrix(folder: Path) -> None:
    lines = [f"{i}.jpg\t{i}.jpg#0\t{1 + i % 2}\t{2 + i % 2}\t{3 + i % 2}\n" for i in range(6)]
    (folder / "expert.txt").write_text("".join(lines))
    done = goldscale("agree", "expert.txt", "--by", "all", "--json")
    assert done.json["anonymous"] is True
    assert done.json["matrix"] is None
    assert goldscale("agree", "expert.txt", "-c", "cohen").code == 2


@pytest.mark.usefixtures("votes")
class TestCheck:
    def test_the_spammer_is_out_and_the_rest_is_written(self, folder: Path, votes: gs.Votes) -> None:
        done = goldscale("agree", "check", "votes.csv", "--out", "kept.csv", "--json")
        assert done.code == 0
        assert [name for name, found in done.json["annotators"].items() if not found["kept"]] == ["spammer 01"]
        kept = gs.read_votes(folder / "kept.csv")
        assert len(kept) == int(np.count_nonzero(votes.annotator != votes.annotators.index["spammer 01"]))
        assert "spammer 01" in goldscale("agree", "check", "votes.csv").out

    def test_gold_answers_and_their_line(self, folder: Path, truth: gs.Judgements) -> None:
        gs.write_judgements(truth.select(np.arange(20)), folder / "gold.csv")
        words = ("agree", "check", "votes.csv", "--check", "gold", "--gold", "gold.csv", "--json")
        rates = {name: found["figures"]["gold"] for name, found in goldscale(*words).json["annotators"].items()}
        assert rates["worker 01"] > 0.9 > 0.7 > rates["spammer 01"]
        strict = goldscale(*words, "-p", "pass_rate=0.999").json["annotators"]
        assert sum(found["kept"] for found in strict.values()) < 4

    def test_gold_answers_without_names_take_those_of_the_labels_file(self, folder: Path, truth: gs.Judgements) -> None:
        rows = [" ".join(map(str, row)) for row in np.column_stack([truth.items.names, truth.values])]
        (folder / "gold.txt").write_text("\n".join(rows))
        (folder / "labels.txt").write_text("\n".join(LABELS))
        words = ("agree", "check", "votes.csv", "--check", "gold", "--gold", "gold.txt", "--labels", "labels.txt")
        assert goldscale(*words, "--json").json["annotators"]["worker 01"]["figures"]["gold"] > 0.9

    def test_a_crowdflower_report_holds_gold_answers_itself(self, folder: Path) -> None:
        rows = ["1,x,no,yes", "1,y,yes,yes", "2,x,yes,", "2,y,yes,"]
        (folder / "report.csv").write_text("\n".join(["_unit_id,_worker_id,sky,sky_gold", *rows]))
        done = goldscale("agree", "check", "report.csv", "--check", "gold", "--gold", "report.csv", "--json")
        assert {who: found["figures"]["gold"] for who, found in done.json["annotators"].items()} == {"x": 0, "y": 1}

    def test_pairs_of_the_same_picture(self, folder: Path) -> None:
        (folder / "pairs.csv").write_text("0.jpg,1.jpg\n2.jpg, 3.jpg\n")
        done = goldscale("agree", "check", "votes.csv", "--check", "repeats", "--pairs", "pairs.csv", "--json")
        assert done.json["checks"]["repeats"]["skipped"] is None
        (folder / "pairs.csv").write_text("0.jpg,1.jpg\n2.jpg\n")
        bad = goldscale("agree", "check", "votes.csv", "--pairs", "pairs.csv")
        assert bad.code == 3
        assert "pairs.csv, line 2" in bad.err

    def test_where_no_vote_is_kept_the_report_is_shown_and_nothing_is_written(self, folder: Path) -> None:
        done = goldscale("agree", "check", "votes.csv", "-p", "least_agreement=1", "--out", "kept.csv")
        assert "0 of 5 annotators" in done.out
        assert done.code == 2
        assert "no vote is kept, so kept.csv is not written" in done.err
        assert not (folder / "kept.csv").exists()

    @pytest.mark.parametrize("width", [80, 100, 120])
    def test_it_fits_on_a_terminal(self, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("goldscale.cli.output.terminal_width", lambda: width)
        done = goldscale("agree", "check", "votes.csv", "-p", "least_agreement=0.9")
        lines = [*done.out.splitlines(), *done.err.splitlines()]
        assert max(map(len, lines)) <= width
        assert sum(line.startswith("worker 0") for line in done.out.splitlines()) == 4
        assert "agrees with the rest no better than kappa" in " ".join(lines)

    def test_who_is_kept_as_csv(self) -> None:
        rows = list(csv.DictReader(goldscale("agree", "check", "votes.csv", "--csv").out.splitlines()))
        assert [row["annotator"] for row in rows if row["verdict"] == "out"] == ["spammer 01"]

    def test_a_check_may_only_note(self) -> None:
        words = ("agree", "check", "votes.csv", "--json")
        noted = [word for name in ("agreement", "spammer", "constant") for word in ("--note", name)]
        assert all(found["kept"] for found in goldscale(*words, *noted).json["annotators"].values())

    def test_unknown_names_get_near_ones(self) -> None:
        assert "spammer" in goldscale("agree", "check", "votes.csv", "--check", "spamer").err
        assert "pass_rate" in goldscale("agree", "check", "votes.csv", "-p", "passrate=1").err


@pytest.mark.usefixtures("votes")
class TestMerge:
    @pytest.mark.parametrize("method", ["majority", "threshold", "weighted", "dawid-skene", "glad", "mace"])
    def test_every_method_finds_the_truth(self, folder: Path, truth: gs.Judgements, method: str) -> None:
        gs.write_judgements(truth, folder / "known.csv")
        done = goldscale(
            *("agree", "merge", "votes.csv", "--method", method, "--truth", "known.csv", "--json"),
            *("--out", "truth.csv", "--probabilities", "chances.csv"),
        )
        assert done.code == 0
        assert done.json["error"] < 0.1
        chances = gs.read_judgements(folder / "chances.csv")
        assert chances.relevance == "probability"
        merged = gs.read_judgements(folder / "truth.csv")
        wrong = float(np.mean(np.asarray(merged.values) != np.asarray(truth.values)))
        assert wrong == pytest.approx(done.json["error"], abs=0.02)

    def test_options_are_read_as_declared(self) -> None:
        words = ("agree", "merge", "votes.csv", "--method", "threshold", "--json")
        few, many = (goldscale(*words, "-p", f"at_least={n}").json["relevant"] for n in (1, 5))
        assert few > many
        assert goldscale(*words, "-p", "at_least=some").code == 2
        assert "write -p at_least=VALUE" in goldscale(*words, "-p", "at_least").err
        assert goldscale("agree", "merge", "votes.csv", "--method", "majorty").code == 2

    @pytest.mark.parametrize(("name", "printed"), [("bluebird", "24.07"), ("rte", "10.31"), ("dog", "17.78")])
    def test_the_files_of_a_crowd_are_taken_as_they_are(self, data_folder: Path, name: str, printed: str) -> None:
        files = (data_folder / "crowd" / name / f"{kind}.csv" for kind in ("label", "truth"))
        assert (
            f"{printed} % of the answers are wrong"
            in goldscale("agree", "merge", next(files), "--truth", next(files)).out
        )

    def test_a_method_that_is_stopped_says_so(self) -> None:
        words = ("agree", "merge", "votes.csv", "--method", "dawid-skene")
        assert "did not converge in 2 rounds" in goldscale(*words, "-p", "iterations=2").err
        assert "converge" not in goldscale(*words).err

    def test_known_quality_outweighs_numbers(self, folder: Path, votes: gs.Votes) -> None:
        others = [name for name in votes.annotators if name != "worker 04"]
        lines = ["worker 04,0.999", *(f"{name},0.51" for name in others)]
        (folder / "quality.csv").write_text("annotator,quality\n" + "\n".join(lines) + "\n")
        words = (
            "agree",
            "merge",
            "votes.csv",
            "--method",
            "weighted",
            "--quality",
            "quality.csv",
            "--out",
            "truth.csv",
        )
        assert goldscale(*words).code == 0
        found, own = gs.read_judgements(folder / "truth.csv"), votes.of("worker 04")
        assert np.array_equal(np.asarray(found.values)[own.item, own.label], own.values)
        (folder / "quality.csv").write_text("worker 04,1.5\n")
        bad = goldscale(*words)
        assert bad.code == 3
        assert "quality.csv, line 1, field quality" in bad.err

    def test_the_table_says_who_is_good(self) -> None:
        out = goldscale("agree", "merge", "votes.csv").out
        assert out.index("worker 01") < out.index("spammer 01")


def test_thresholds_between_two_sources(folder: Path) -> None:
    (folder / "crowd.csv").write_text(
        "worker,image,caption,value\na,1,x,1\nb,1,x,1\nc,1,x,0\na,2,x,0\nb,2,x,0\nc,2,x,1\n"
    )
    (folder / "expert.csv").write_text("judge,image,caption,score\ne,1,x,4\ne,2,x,1\ne,3,x,2\n")
    words = ("agree", "thresholds", "crowd.csv", "expert.csv", "--at", "0.66,0.33", "--against", "3, 1")
    cells = {(row["first"], row["second"]): row for row in goldscale(*words, "--json").json["grid"]}
    assert cells["0.66", "3"]["kappa"] == 1
    assert cells["0.33", "3"]["kappa"] == 0
    assert goldscale(*words, "--missing", "negative", "--json").json["cells"] == 3
    shown = goldscale(*words)
    assert "Cohen's kappa" in shown.out
    assert "1 of them are lacking" in shown.err
    assert goldscale(*words[:5], "high", *words[6:]).code == 2
    assert goldscale(*words[:5], "2/3", *words[6:], "--json").json["grid"][0] == {**cells["0.66", "3"], "first": "2/3"}


def test_thresholds_of_a_run(folder: Path) -> None:
    run = gs.Run(scores=[[0.9], [0.2]], items=["1", "2"], labels=["x"], name="bleu")
    gs.write_run(run, folder / "bleu.npz")
    (folder / "expert.csv").write_text("judge,image,caption,score\ne,1,x,4\ne,2,x,1\n")
    done = goldscale("agree", "thresholds", "bleu.npz", "expert.csv", "--at", "0.5", "--against", "3", "--json")
    assert done.json["grid"][0]["kappa"] == 1
    (folder / "plain.txt").write_text("1 0.9\n2 0.2\n")
    (folder / "labels.txt").write_text("x\n")
    words = ("agree", "thresholds", "plain.txt", "expert.csv", "--at", "0.5", "--against", "3")
    assert goldscale(*words).code == 3
    assert goldscale(*words, "--labels", "labels.txt", "--json").json["grid"] == done.json["grid"]


@pytest.mark.usefixtures("votes")
def test_rankings_under_each_annotator(folder: Path, truth: gs.Judgements) -> None:
    rng = np.random.default_rng(1)
    for number, noise in enumerate((0.1, 0.6, 1.5)):
        scores = np.asarray(truth.values) + noise * rng.standard_normal(truth.shape)
        run = gs.Run(scores=scores, items=truth.items, labels=truth.labels, name=f"run{number}")
        gs.write_run(run, folder / f"run{number}.npz")
    gs.write_judgements(truth, folder / "known.csv")
    runs = [f"run{number}.npz" for number in range(3)]
    words = ("agree", "rankings", *runs, "--votes", "votes.csv", "--truth", "known.csv", "-m", "AP")
    found = goldscale(*words, "--json").json["measures"]["AP"]
    assert found["rankings"]["known"] == ["run0", "run1", "run2"]
    assert found["averages"]["Merged"] == pytest.approx(found["averages"]["known"])
    assert len(found["pairs"]) == 7 * 6 / 2
    some = goldscale(*words, "--annotator", "worker 01", "--swaps", "known", "Merged")
    assert some.code == 0, some.err
    assert "Kendall's tau between rankings by AP" in some.out
    assert "spammer 01" not in some.out
    assert goldscale(*words, "--annotator", "worker 09").code == 2
    unknown = goldscale(*words, "--swaps", "known", "nobody")
    assert (unknown.code, unknown.out) == (2, "")
    gs.write_judgements(gs.Judgements(0.1 + 0.8 * truth.values, truth.items, truth.labels), folder / "chances.csv")
    drawn = [goldscale(*words, "--truth", "chances.csv", "--draws", 3, "--seed", s, "--json").json for s in (1, 1, 2)]
    under = [one["measures"]["AP"]["scores"]["chances"] for one in drawn]
    assert under[0] == under[1] != under[2]
    one = goldscale(*words[:3], *words[5:])
    assert one.code == 2
    assert "at least two runs" in one.err


def test_json_is_all_that_is_printed(votes: gs.Votes) -> None:
    for words in (("coefficients",), ("check",), ("merge",)):
        assert json.loads(goldscale("agree", *words, "votes.csv", "--json").out)
    assert len(votes)


def test_a_misspelt_command_is_no_missing_file(folder: Path) -> None:
    done = goldscale("agree", "mrge", "votes.csv")
    assert done.code == 2
    assert "Did you mean 'merge'?" in done.err
    (folder / "mrge").write_text("annotator,image,concept,vote\nann,a,Sky,0\n")
    assert goldscale("agree", "mrge").code == 0


class TestNumbers:
    @pytest.fixture(autouse=True)
    def breeds(self, folder: Path) -> None:
        said = {"ann": (0, 3, 2, 2), "bob": (0, 3, 2, 1), "cid": (3, 3, 2, 2)}
        rows = [f"{i}.jpg,{who},{breed}" for who, row in said.items() for i, breed in enumerate(row)]
        (folder / "dogs.csv").write_text("\n".join(["item,worker,label", *rows, "0.jpg,ann,3", ""]))

    @pytest.mark.parametrize("words", [("agree",), ("agree", "merge"), ("agree", "check")])
    def test_what_was_assumed_is_told(self, words: tuple[str, ...]) -> None:
        done = goldscale(*words, "dogs.csv")
        assert done.code == 0
        assert "dogs: 0 to 3 are read as grades (--scale nominal: as names)" in done.err
        assert "dogs.csv: 1 vote is given again by the same person (ann, 0.jpg in line 14)" in done.err
        for scale in ("nominal", "ordinal", "interval"):
            assert "read as grades" not in goldscale(*words, "dogs.csv", "--scale", scale).err

    def test_a_scale_chooses_coefficients_and_what_is_merged(self) -> None:
        def shown(*words: str) -> list[str]:
            return list(goldscale("agree", "dogs.csv", "--json", *words).json["agreement"]["labels"]["coefficients"])

        assert "alpha(metric=interval)" in shown()
        assert shown("--scale", "ordinal")[0] == "alpha(metric=ordinal)"
        assert shown("--scale", "nominal")[0] == "accuracy"
        assert goldscale("agree", "merge", "dogs.csv", "--scale", "nominal", "--json").json["labels"] == 4
        assert goldscale("agree", "merge", "dogs.csv", "--json").json["labels"] == 1

    def test_the_smoothing_that_the_votes_choose_is_printed(self) -> None:
        done = goldscale("agree", "merge", "dogs.csv", "--scale", "nominal", "--method", "dawid-skene")
        assert "chosen by the votes" in done.out
        words = ("--scale", "nominal", "--method", "dawid-skene", "-p", "smoothing=0.03")
        assert "chosen by the votes" not in goldscale("agree", "merge", "dogs.csv", *words).out


@pytest.mark.usefixtures("folder")
class TestManyAnnotators:
    @pytest.fixture(autouse=True)
    def _crowd(self, folder: Path) -> None:
        said = [f"w{i:02},{image}.jpg,{'cat' if i % 7 else 'dog'}" for i in range(30) for image in "abc"]
        (folder / "crowd.csv").write_text("\n".join(["worker,image,label", *said, ""]))

    def test_merge_shows_the_worst_and_json_all(self) -> None:
        done = goldscale("agree", "merge", "crowd.csv", "--rows", "5")
        assert sum(line.startswith("w") for line in done.out.splitlines()) == 5
        assert "Shown are the 5 lowest of 30 annotators." in done.err
        assert len(goldscale("agree", "merge", "crowd.csv", "--json").json["annotators"]) == 30

    def test_check_shows_some_and_csv_all(self) -> None:
        done = goldscale("agree", "check", "crowd.csv", "--rows", "5")
        assert sum(line.startswith("w") for line in done.out.splitlines()) == 5
        assert "Shown are 5 of 30 annotators, those who are out first." in done.err
        assert len(goldscale("agree", "check", "crowd.csv", "--csv").out.splitlines()) == 31

    def test_what_a_format_does_not_hold_is_said_to_be_so(self) -> None:
        done = goldscale("agree", "merge", "crowd.csv", "--out", "merged.csv")
        assert "wrote merged.csv; not held by this format: " in done.err

    def test_a_crowd_is_not_compared_pair_by_pair(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("goldscale.agreement.annotators.MOST_COMPARED", 20)
        done = goldscale("agree", "crowd.csv", "--replicates", "10")
        assert done.code == 0
        assert "30 workers are not compared pair by pair (at most 20 are)" in done.err
        assert "Accuracy between annotators" not in done.out

    def test_the_words_of_the_matrix_are_explained(self) -> None:
        done = goldscale("agree", "crowd.csv", "--replicates", "10")
        assert "accuracy: share of equal votes (observed agreement)." in done.err
        assert "Merged: the majority of all votes." in done.err
