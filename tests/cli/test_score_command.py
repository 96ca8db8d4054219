"""goldscale score: what it prints, writes and refuses."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import click
import pytest
from command_line import fails, goldscale, usage

import goldscale as gs
from goldscale.measures.settings import Settings

SCORE = ("score", "good.csv", "--truth", "truth.csv")
pytestmark = pytest.mark.usefixtures("folder")


def value(*options: object, run: str = "good", measure: str = "AP") -> float:
    done = goldscale(*SCORE, *options, "--json")
    assert done.code == 0, done.err
    return done.json["runs"][run][measure]["value"]


class TestForms:
    def test_json_has_exactly_the_promised_shape(self) -> None:
        done = goldscale(*SCORE, "-m", "AP", "-m", "F1:item", "--json")
        assert (done.code, done.err) == (0, "")
        assert done.json == {"runs": {"good": done.json["runs"]["good"]}}
        assert list(done.json["runs"]["good"]) == ["AP", "F1:item"]
        for entry in done.json["runs"]["good"].values():
            assert list(entry) == ["value", "units", "undefined", "low", "high", "signature"]
        by_label = done.json["runs"]["good"]["AP"]
        assert (by_label["value"], by_label["units"], by_label["undefined"]) == (1.0, 3, 1)
        assert by_label["low"] is by_label["high"] is None
        assert by_label["signature"].startswith("AP|ties=expected|undefined=skip|unjudged=none|truth=")
        assert "images=4|concepts=3|goldscale=" in by_label["signature"]

    def test_a_measure_prints_as_it_parses_and_may_be_repeated(self) -> None:
        done = goldscale(*SCORE, "-m", "map", "-m", "P@2:image", "--measure", "AP", "-m", "F(beta=2)", "--json")
        assert list(done.json["runs"]["good"]) == ["AP", "P@2:item", "F(beta=2)"]

    def test_the_default_measures_are_chosen_by_the_data(self, folder: Path) -> None:
        done = goldscale(*SCORE)
        assert done.rows[0] == ["run", "AP", "AUC", "F1", "F1:item"]
        assert done.err.startswith("measures chosen for several labels per item; -m names others\n")
        assert "chosen" not in goldscale(*SCORE, "-m", "AP").err
        yes = gs.Run(decisions=gs.read_judgements("truth.csv").values, items=[*"abcd"], labels=["Sky", "Sea", "Sun"])
        gs.write_run(yes, folder / "yes.npz")
        decided = ("score", "yes.npz", "--truth", "truth.csv")
        assert goldscale(*decided).rows[0] == ["run", "F1", "F1:item", "P:item", "R:item"]
        assert goldscale(*decided, "good.csv").rows[0] == ["rank", "run", "AP", "AUC", "F1", "F1:item"]
        compared = goldscale("compare", "weak.csv", "good.csv", "--truth", "truth.csv")
        assert "AP chosen for several labels per item; -m names another\n" in compared.err

    def test_a_threshold_that_does_not_suit_a_run_is_told_once(self, folder: Path) -> None:
        (folder / "logits.csv").write_text("image,Sky,Sea,Sun\na,3,-2,-1\nb,-1,2,-2\nc,1,1,-3\nd,-2,-3,-4\n")
        (folder / "faint.csv").write_text("image,Sky,Sea,Sun\na,.3,.2,.1\nb,.1,.2,.2\nc,.1,.1,.3\nd,.2,.3,.4\n")
        runs = ("score", "logits.csv", "good.csv", "faint.csv", "--truth", "truth.csv")
        done = goldscale(*runs, "-m", "F1", "-m", "F1:item")
        assert done.err.count("logits: scores outside [0, 1], cut at 0.5; try the threshold 0, as for logits, or") == 1
        assert done.err.count("faint: no score reaches 0.5, so nothing is predicted") == 1
        assert "good: " not in done.err
        assert list(goldscale(*runs, "-m", "F1", "--json").json["notes"]) == ["logits", "faint"]
        for quiet in (["-m", "AP"], ["-m", "F1", "--threshold", "density"], ["-m", "F1", "--threshold", "0"]):
            assert "try the threshold" not in goldscale(*runs, *quiet).err

    def test_several_measures_stand_between_commas(self) -> None:
        done = goldscale(*SCORE, "-m", "AP,Alpha(alpha=1, beta=0.5)", "-m", "f1_macro,P.1,2", "--json")
        assert list(done.json["runs"]["good"]) == ["AP", "Alpha(beta=0.5)", "F1", "P@1", "P@2"]

    def test_another_programs_name_is_understood_or_answered(self) -> None:
        assert goldscale(*SCORE, "-m", "roc_auc_score").rows[0] == ["run", "AUC"]
        answer = "label_ranking_loss (scikit-learn) is RankingLoss with --ties group --undefined zero"
        assert goldscale(*SCORE, "-m", "label_ranking_loss").err == f"goldscale: {answer}\n"

    def test_several_runs_are_ranked_by_the_first_measure(self) -> None:
        done = goldscale("score", "weak.csv", "good.csv", "--truth", "truth.csv", "-m", "AP", "-m", "Hamming")
        assert [row[:2] for row in done.rows] == [["rank", "run"], ["1", "good"], ["2", "weak"]]
        loss_first = goldscale("score", "weak.csv", "good.csv", "--truth", "truth.csv", "-m", "Hamming")
        assert [row[1] for row in loss_first.rows] == ["run", "good", "weak"]  # a lower loss is better

    def test_a_table_says_how_many_units_have_no_value(self) -> None:
        done = goldscale(*SCORE, "-m", "AP")
        assert done.rows == [["run", "AP"], ["good", "1.0000"]]
        assert done.err == "AP: 1 of 3 concepts has no value (nothing is relevant)\n"

    def test_digits(self) -> None:
        assert goldscale(*SCORE, "-m", "AP", "--digits", "1").rows[1] == ["good", "1.0"]
        assert "--digits" in usage(*SCORE, "--digits", "-1")

    def test_csv_has_full_precision(self) -> None:
        done = goldscale("score", "weak.csv", "--truth", "truth.csv", "-m", "AP", "-m", "R:item", "--csv")
        header, row = csv.reader(io.StringIO(done.out))
        assert header == ["run", "AP", "R:item"]
        assert float(row[1]) == value("weak.csv", run="weak")

    def test_units_as_csv(self) -> None:
        done = goldscale(*SCORE, "-m", "AP", "-m", "P:item", "--csv", "--units")
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert list(rows[0]) == ["run", "measure", "unit", "value"]
        assert [row["unit"] for row in rows] == ["Sky", "Sea", "Sun", "a", "b", "c", "d"]
        assert [row["value"] for row in rows[:3]] == ["1.0", "1.0", ""]

    def test_markdown_and_latex_are_ranked_as_the_table_is(self) -> None:
        both = ("score", "weak.csv", "good.csv", "--truth", "truth.csv", "-m", "AP")
        markdown = goldscale(*both, "--markdown").out.splitlines()
        assert markdown[0].startswith("| rank | run")
        assert "good" in markdown[2]
        latex = goldscale(*both, "--latex").out
        assert latex.startswith(r"\begin{tabular}{rlr}")
        assert latex.index("good") < latex.index("weak")
        assert goldscale(*SCORE, "-m", "AP", "--markdown").out.startswith("| run ")

    @pytest.mark.parametrize("ending", ["csv", "json", "md", "tex", "json.gz"])
    def test_out_writes_what_would_be_printed(self, folder: Path, ending: str) -> None:
        flags = {"csv": "--csv", "json": "--json", "md": "--markdown", "tex": "--latex", "json.gz": "--json"}
        printed = goldscale(*SCORE, flags[ending]).out
        done = goldscale(*SCORE, "--out", f"made/scores.{ending}")
        assert (done.code, done.out, done.err) == (0, "", f"wrote made/scores.{ending}\n")
        raw = (folder / "made" / f"scores.{ending}").read_bytes()
        assert (gzip.decompress(raw) if ending.endswith("gz") else raw).decode() == printed

    def test_units_to_a_file(self, folder: Path) -> None:
        assert goldscale(*SCORE, "-m", "AP", "--units", "-o", "units.csv").code == 0
        assert (folder / "units.csv").read_text().startswith("run,measure,unit,value\ngood,AP,Sky,1.0\n")

    def test_units_as_tables(self) -> None:
        both = ("score", "weak.csv", "good.csv", "--truth", "truth.csv", "-m", "AP", "-m", "Hamming")
        done = goldscale(*both, "--units")
        assert done.rows[0] == ["AP", "by", "concept"]
        assert done.rows[1] == ["concept", "relevant", "share", "mean", "spread", "good", "weak"]
        assert [row[0] for row in done.rows[2:5]] == ["Sky", "Sea", "Sun"]
        assert done.rows[4] == ["Sun", "0", "0.000", "-", "-", "-", "-"]
        assert done.rows[5:7] == [
            ["Hamming", "by", "image"],
            ["image", "relevant", "share", "mean", "spread", "good", "weak"],
        ]
        cut = goldscale(*both, "--units", "--worst", "1", "--markdown").out
        assert "The 1 worst of 4 images; CSV and JSON have all." in cut
        assert cut.count("**AP by concept**") == 1

        assert "did you mean 'name'" in fails(2, *SCORE, "--units", "--sort", "nam")

    def test_units_as_json_keep_the_promised_shape(self) -> None:
        plain, found = (goldscale(*SCORE, "-m", "AP", "--json", *flags).json for flags in ([], ["--units"]))
        assert found["runs"]["good"]["AP"].pop("by_unit") == {"Sky": 1.0, "Sea": 1.0, "Sun": None}
        assert found.pop("prevalence") == {
            "AP": {
                "unit": "concept",
                "relevant": {"Sky": 2, "Sea": 2, "Sun": 0},
                "judged": {"Sky": 4, "Sea": 4, "Sun": 4},
            }
        }
        assert found == plain

    def test_the_best_values_are_bold(self) -> None:
        both = ("score", "weak.csv", "good.csv", "--truth", "truth.csv", "-m", "AP", "-m", "Hamming")
        bold = {"--markdown": "**{}**", "--latex": r"\textbf{{{}}}"}
        for flag, form in bold.items():
            text = goldscale(*both, flag).out
            assert form.format("1.0000") in text
            assert form.format("0.0000") in text  # of a loss, the lowest
            assert text.count(form.partition("{")[0]) == (4 if flag == "--markdown" else 2)
            assert form.partition("{")[0] not in goldscale(*both, flag, "--no-bold").out

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (["--sort", "name"], "--sort needs --units"),
            (["--units", "--worst", "1", "--json"], "leave --worst out"),
            (["--units", "--best", "1", "-o", "x.csv"], "leave --best out"),
            (["--csv", "--json"], "choose one of --csv and --json"),
            (["--latex", "-o", "x.csv"], "choose one of --latex and --out"),
            (["-o", "x.xlsx"], ".csv, .json, .md, .tex"),
            (["--replicates", "0"], "--replicates"),
            (["--seed", "-1"], "--seed"),
            (["--threshold", "nan"], "not nan"),
            (["--ci", "high"], "--ci"),
            (["--ties", "bests"], "did you mean 'best'"),
            (["--undefined", "zeros"], "did you mean 'zero'"),
            (["--unjudged", "negativ"], "did you mean 'negative'"),
            (["--threshold", "best-f"], "did you mean 'best-f1'"),
            (["--ci-over", "items"], "did you mean 'item'"),
            (["--ci", "95"], "ci must be a number between 0 and 1"),
            (["--ci", "nan"], "ci must be a number between 0 and 1"),
        ],
    )
    def test_options_that_do_not_go_together(self, options: list[str], words: str, folder: Path) -> None:
        assert words in usage(*SCORE, *options)
        assert not list(folder.glob("x.*"))


class TestUsage:
    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (["-m", "AUCC"], "unknown measure 'AUCC'; did you mean 'AUC'"),
            (["-m", "F1:imag"], "unknown direction 'imag'; did you mean 'image'"),
            (["-m", "F(bet=2)"], "unknown parameter of F 'bet'; did you mean 'beta'"),
            (["-m", "P@ten"], "the cutoff must be a whole number"),
            (["-m", "AP@"], "cannot read the measure 'AP@'"),
            (["-m", "F(beta=-1)"], "beta must be a number from 0 up"),
            (["--ci", "0.9", "--unjudged", "bounds"], "not for both"),
            (["--format", "cvs"], "unknown format 'cvs'; did you mean 'csv'"),
            (["--truth-format", "cvs"], "unknown format 'cvs'; did you mean 'csv'"),
        ],
    )
    def test_wrong_names_and_numbers_exit_2(self, options: list[str], words: str) -> None:
        assert words in fails(2, *SCORE, *options)

    def test_wrong_options_are_said_before_files_are_read(self) -> None:
        assert "unknown measure" in fails(2, "score", "no.csv", "--truth", "no.csv", "-m", "nothing")
        assert "unknown value of ties" in usage("score", "no.csv", "--truth", "no.csv", "--ties", "nothing")

    def test_unknown_option(self) -> None:
        assert usage(*SCORE, "--measur", "AP").startswith("No such option")

    def test_truth_and_runs_are_needed(self) -> None:
        assert "--truth" in usage("score", "good.csv")
        assert "RUN" in usage("score", "--truth", "truth.csv")

    def test_missing_files_exit_4(self) -> None:
        assert fails(4, "score", "no.csv", "--truth", "truth.csv") == "file 'no.csv' is missing. Check the path."
        assert "'no.csv'" in fails(4, "score", "good.csv", "--truth", "no.csv")
        assert "'no.txt'" in fails(4, *SCORE, "--labels", "no.txt")

    def test_runs_of_the_same_name(self, folder: Path) -> None:
        (folder / "other").mkdir()
        (folder / "other" / "good.csv").write_text((folder / "good.csv").read_text())
        words = fails(3, "score", "good.csv", "other/good.csv", "--truth", "truth.csv")
        assert "1 double ('good')" in words
        assert "other/good.csv" in words


class TestRules:
    """Every option reaches the evaluation: the number is that of the library, and differs from the default's."""

    @pytest.fixture(autouse=True)
    def tied(self, folder: Path) -> None:
        (folder / "good.csv").write_text(
            "image,Sky,Sea,Sun\na,0.5,0.2,0.1\nb,0.5,0.8,0.2\nc,0.7,0.6,0.3\nd,0.5,0.7,0.4\n"
        )

    def check(self, measure: str, **rules: object) -> None:
        options = [part for key, rule in rules.items() for part in (f"--{key.replace('_', '-')}", rule)]
        expected = gs.evaluate(gs.read_run("good.csv"), gs.read_judgements("truth.csv"), measure, **rules)
        got = value("-m", measure, *options, measure=measure)
        assert got == expected.summary()["good"][measure]
        assert got != value("-m", measure, measure=measure)

    @pytest.mark.parametrize("rule", ["best", "worst", "order", "id", "group"])
    def test_ties(self, rule: str) -> None:
        self.check("AP", ties=rule)

    @pytest.mark.parametrize("rule", ["zero", "one"])
    def test_undefined(self, rule: str) -> None:
        self.check("AP", undefined=rule)

    @pytest.mark.parametrize("rule", [0.75, "best-f1", "density", "density-per-label", "retrieved"])
    def test_threshold(self, rule: float | str) -> None:
        self.check("P", threshold=rule)

    def test_unjudged(self, folder: Path) -> None:
        (folder / "truth.csv").write_text("image,Sky,Sea,Sun\na,1,0,0\nb,-1,1,0\nc,1,1,0\nd,0,-1,0\n")
        self.check("AP", unjudged="ignore")

    def test_every_setting_is_an_option(self) -> None:
        from goldscale.cli.score import command

        assert {*Settings.__dataclass_fields__} <= {p.name for p in command.get_params(click.Context(command))}


class TestIntervals:
    def test_ci_fills_low_and_high(self) -> None:
        both = ("score", "weak.csv", "--truth", "truth.csv", "-m", "AP", "--ci", "0.9", "--replicates", "50")
        entry = goldscale(*both, "--json").json["runs"]["weak"]["AP"]
        runs, truth = gs.read_run("weak.csv"), gs.read_judgements("truth.csv")
        low, high = gs.evaluate(runs, truth, "AP", ci=0.9, replicates=50).interval("AP")["weak"]
        assert (entry["low"], entry["high"]) == (low, high)
        assert "ci=0.9 over images, 50 resamples, seed 0" in entry["signature"]
        assert low <= entry["value"] <= high
        for more in (["--seed", "5"], ["--ci-over", "label"], ["--replicates", "20"]):
            other = goldscale(*both, "--json", *more).json["runs"]["weak"]["AP"]
            assert (other["low"], other["high"], other["value"]) != (low, high, entry["value"])
            assert other["signature"] != entry["signature"]

    def test_a_table_shows_them_beside_the_value(self) -> None:
        done = goldscale("score", "weak.csv", "--truth", "truth.csv", "-m", "AP", "--ci", "0.95", "--replicates", "50")
        low, high = (cell.strip("[,]") for cell in done.rows[1][2:])
        assert float(low) <= float(done.rows[1][1]) <= float(high)
        assert done.out.splitlines()[-1].endswith(f"{done.rows[1][1]} [{low}, {high}]")
        assert "[low, high]: bootstrap interval at 95 % confidence (50 resamples over images, seed 0)" in done.err

    def test_csv_gives_them_columns(self) -> None:
        done = goldscale(*SCORE, "-m", "AP", "-m", "P:item", "--ci", "0.9", "--replicates", "20", "--csv")
        assert done.out.splitlines()[0] == "run,AP,AP low,AP high,P:item,P:item low,P:item high"
        assert len(done.out.splitlines()[1].split(",")) == 7

    def test_markdown_and_latex_align_them_as_numbers(self) -> None:
        options = ("-m", "AP", "--ci", "0.9", "--replicates", "20", "--digits", "2")
        assert "| good | 1.00 [1.00, 1.00] |" in goldscale(*SCORE, *options, "--markdown").out
        assert goldscale(*SCORE, *options, "--latex").out.startswith(r"\begin{tabular}{lr}")

    def test_nothing_relevant_leaves_no_interval(self, folder: Path) -> None:
        (folder / "truth.csv").write_text("image,Sky,Sea,Sun\na,0,0,0\nb,0,0,0\nc,0,0,0\nd,0,0,0\n")
        done = goldscale(*SCORE, "-m", "AP", "--ci", "0.9", "--replicates", "5", "--json")
        entry = done.json["runs"]["good"]["AP"]
        assert (entry["value"], entry["low"], entry["high"]) == (None, None, None)

    def test_a_median_beside_items_that_nobody_judged(self, folder: Path) -> None:
        (folder / "q.qrels").write_text("Sky 0 a 1\nSky 0 c 1\nSea 0 b 1\n")
        gs.write_run(gs.read_run("good.csv"), "good.run")
        done = goldscale("score", "good.run", "--truth", "q.qrels", "-m", "MedR", "--ci", "0.9", "--json")
        assert done.json["runs"]["good"]["MedR"]["high"] >= 1

    def test_bounds_are_shown_the_same_way(self, folder: Path) -> None:
        (folder / "truth.csv").write_text("image,Sky,Sea,Sun\na,1,0,0\nb,-1,1,0\nc,1,1,0\nd,0,-1,1\n")
        done = goldscale("score", "weak.csv", "--truth", "truth.csv", "-m", "AP", "--unjudged", "bounds")
        shown, low, high = (float(cell.strip("[,]")) for cell in done.rows[1][1:])
        assert low <= shown <= high
        assert low < high
        assert "[low, high]: lowest and highest value that the unjudged cells allow" in done.err


class TestFiles:
    def test_gzip(self, folder: Path) -> None:
        for name in ("good", "truth"):
            (folder / f"{name}.csv.gz").write_bytes(gzip.compress((folder / f"{name}.csv").read_bytes()))
        done = goldscale("score", "good.csv.gz", "--truth", "truth.csv.gz", "-m", "AP", "--json")
        assert done.json["runs"]["good"]["AP"]["value"] == 1.0

    def test_standard_input(self, folder: Path) -> None:
        run = (folder / "good.csv").read_bytes()
        done = goldscale("score", "-", "--truth", "truth.csv", "-m", "AP", "--json", stdin=run)
        assert done.json["runs"]["stdin"]["AP"]["value"] == 1.0
        truth = gzip.compress((folder / "truth.csv").read_bytes())
        assert goldscale("score", "good.csv", "--truth", "-", stdin=truth).code == 0
        assert "only one file can be standard input" in usage("score", "-", "--truth", "-")
        assert "only one file can be standard input" in usage("score", "-", "-", "--truth", "truth.csv")

    def test_crlf_old_mac_doubled_blanks_and_a_byte_order_mark(self, folder: Path) -> None:
        text = (folder / "good.csv").read_text()
        plain = "".join(line.replace(",", " ") + "\n" for line in text.splitlines()[1:])
        for name, content in {
            "crlf.csv": text.replace("\n", "\r\n"),
            "mac.csv": text.replace("\n", "\r"),
            "mark.csv": "\ufeff" + text,
            "blanks.txt": "\n" + plain.replace(" ", " \t  ").replace("\n", " \n\n"),
        }.items():
            (folder / name).write_bytes(content.encode())
            done = goldscale("score", name, "--truth", "truth.csv", "-m", "AP", "--json")
            assert [r["AP"]["value"] for r in done.json["runs"].values()] == [1.0], name

    def test_labels_name_the_columns_of_files_without_names(self, folder: Path) -> None:
        lines = (folder / "good.csv").read_text().splitlines()[1:]
        (folder / "run.txt").write_text("".join(line.replace(",", " ") + "\n" for line in lines))
        # The truth has its columns in another order: only names can bring them together.
        (folder / "truth.csv").write_text("image,Sea,Sun,Sky\na,0,0,1\nb,1,0,0\nc,1,0,1\nd,0,0,0\n")
        (folder / "concepts.txt").write_text("Sky\r\nSea\r\n\r\nSun\r\n")
        done = goldscale(
            "score", "run.txt", "--truth", "truth.csv", "--labels", "concepts.txt", "-m", "AP", "--csv", "--units"
        )
        assert [line.split(",")[2:] for line in done.out.splitlines()[1:]] == [
            ["Sea", "1.0"],
            ["Sun", ""],
            ["Sky", "1.0"],
        ]

    def test_broken_label_files(self, folder: Path) -> None:
        (folder / "double.txt").write_text("Sky\nSea\nSky\n")
        assert fails(3, *SCORE, "--labels", "double.txt") == (
            "double.txt, line 3: expected each label once (first in line 1), found 'Sky'"
        )
        (folder / "empty.txt").write_text("\n\n")
        assert "empty.txt: expected one label per line" in fails(3, *SCORE, "--labels", "empty.txt")

    def test_a_format_may_be_named(self, folder: Path) -> None:
        (folder / "run").write_text("a 1 0 1\nb 0 1 0\n")
        (folder / "short.csv").write_text("image,x,y,z\na,1,0,1\nb,0,1,0\n")
        assert goldscale("score", "run", "--truth", "short.csv", "--format", "imageclef-2009").code == 0
        assert "line 1" in fails(3, "score", "run", "--truth", "short.csv", "--format", "csv")

    def test_a_remark_is_one_line_apart_from_the_output(self, folder: Path) -> None:
        (folder / "few.csv").write_text("image,concept,score\na,Sky,0.9\nb,Sea,0.8\nc,Sky,0.7\n")
        done = goldscale("score", "few.csv", "--truth", "truth.csv", "-m", "AP", "--json")
        assert done.json["runs"]["few"]["AP"]["units"] == 3
        assert done.err == "goldscale: note: run 'few' retrieves nothing for 1 of the truth's images\n"

    def test_an_undefined_number_is_null(self, folder: Path) -> None:
        (folder / "truth.csv").write_text("image,Sky,Sea,Sun\na,0,0,0\nb,0,0,0\nc,0,0,0\nd,0,0,0\n")
        entry = goldscale(*SCORE, "-m", "AP", "--json").json["runs"]["good"]["AP"]
        assert (entry["value"], entry["undefined"]) == (None, 3)
        assert goldscale(*SCORE, "-m", "AP").rows[1] == ["good", "-"]
        assert json.loads(gs.evaluate([[0.1]], [[0]], "AP").to_json())


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_rules_for_ids(command: str, folder: Path) -> None:
    (folder / "paths.csv").write_text((folder / "good.csv").read_text().replace("\n", "\nx/").removesuffix("x/"))
    runs = (command, "paths.csv", "good.csv", "--truth", "truth.csv", "-m", "AP")
    refused = fails(3, *runs)
    assert "4 match without directory and extension: match='stem' (in campaign.toml too), or --match stem" in refused
    done = goldscale(*runs, "--match", "stem", "--json")
    assert done.code == 0
    assert "|match=stem|" in done.out


def test_run_and_truth_in_each_others_place_are_told(folder: Path) -> None:
    told = "truth.csv is 0 or 1 throughout and good.csv is not: is the truth behind --truth?"
    swapped = ("score", "truth.csv", "--truth", "good.csv", "-m", "AP", "--draws", "2")
    assert told in " ".join(goldscale(*swapped).err.split())
    assert "is the truth behind --truth?" not in goldscale(*SCORE, "-m", "AP").err


def test_an_interval_without_a_confidence_is_refused(folder: Path) -> None:
    assert "--interval needs --ci" in usage(*SCORE, "--interval", "bca")
    assert goldscale(*SCORE, "--interval", "bca", "--ci", "0.9", "--replicates", "9").code == 0


@pytest.mark.parametrize("end", ["--best", "--worst"])
def test_a_table_of_no_units_is_refused(end: str, folder: Path) -> None:
    assert "0 is not in the range" in usage(*SCORE, "--units", end, "0")
