"""Every command on made-up data whose names are full of what terminals, spreadsheets and typesetters obey."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from command_line import Screen, commands, goldscale
from made_up_plants import SPECIES, guesses, pictures, write_package, write_ranked

import goldscale as gs

CURSE = "\x1b]0;owned\x07\x1b[35m\x9b2J\u202egnp\x7f|\\input{x}\\write18%$&#_^~<b>`*["
"""Titles and colours of a terminal, a turned direction, the marks of Markdown, LaTeX and HTML."""
FILE = CURSE.replace("/", "")
STYLE = re.compile(r"\x1b\[(?!35m)[0-9;]*m")
"""Our own colours; magenta is none of them."""
FORMS = ("--csv", "--json", "--markdown", "--latex")
COUNT = 12
LABELS = [f"=Sky{CURSE}", f"+Sea\n{CURSE}", f"@Sun{CURSE}", f"-1+1{CURSE}"]
ITEMS = [f"=i{i}{CURSE}\nx.jpg" for i in range(COUNT)]
RUNS = [f"=good{FILE}.csv", f"@bad{FILE}.csv"]
VOTES = ("votes.csv",)
TRUTH = ("--truth", "truth.csv")

CASES: dict[str, list[str]] = {
    "demo": [f"made{FILE}", "--items", "20"],
    "init": [f"new{FILE}", "--truth", f"missing{FILE}"],
    "evaluate": ["campaign"],
    "report": ["campaign", "--out", f"report{FILE}"],
    "meta correlation": ["campaign"],
    "meta items": ["campaign"],
    "meta scatter": ["campaign"],
    "meta truths": ["campaign", "--votes", *VOTES, "-m", "AP:item"],
    "meta stability": ["campaign", "--repeats", "1", "-m", "AP:item"],
    "meta density": ["campaign"],
    "meta power": ["campaign", "--splits", "5"],
    "meta requirements": ["campaign", "--cases", "20", "-m", "AP"],
    "score": [*RUNS, *TRUTH, "-m", "AP", "-m", "F1:item"],
    "compare": [*RUNS, *TRUTH, "-m", "AP:item", "--replicates", "5"],
    "agree coefficients": [*VOTES, "--by", "label", "--replicates", "5"],
    "agree check": [*VOTES],
    "agree merge": [*VOTES],
    "agree thresholds": [*VOTES, "experts.csv", "--at", "1", "--against", "1"],
    "agree rankings": [*RUNS, "--votes", *VOTES, "-m", "AP:item"],
    "split": ["groups.csv", "--by", "plant", "--folds", "2"],
    "validate": [*RUNS, f"missing{FILE}", *TRUTH],
    "convert": [RUNS[0], f"converted{FILE}.csv"],
    "measures": [],
    "ontology show": ["tree.csv"],
    "ontology check": ["tree.csv", "truth.csv", "--items", "3"],
    "relatedness build": ["hierarchy", "--ontology", "tree.csv", "-o", f"built{FILE}.json"],
    "relatedness show": ["costs.json"],
    "relatedness benchmark": ["hierarchy", "--ontology", "tree.csv"],
    "relatedness sources": [],
    "plant": ["package/data/TestXmlWithGroundTruth", f"plants{FILE}.txt", f"gaps{FILE}.txt", "--compare"],
    "reproduce": ["thesis 7.1"],
}
WHOLE = {"compare campaign": []}
"""Commands that take runs, once more on a whole folder of them."""
REFUSED = {"init": 4, "validate": 4}
"""Commands that have something to complain about, and the exit code."""


def table(*rows: list[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


@pytest.fixture(scope="module")
def cursed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files with names that no honest person gives, and which name such things."""
    folder = tmp_path_factory.mktemp("cursed")
    head = ["image", *LABELS]
    relevant = [[str(int((i + j) % 3 == 0)) for j in range(4)] for i in range(COUNT)]
    scores = [[str((i * 7 + j * 3) % 11 / 10) for j in range(4)] for i in range(COUNT)]
    files = {
        "truth.csv": table(head, *([item, *row] for item, row in zip(ITEMS, relevant, strict=True))),
        RUNS[0]: table(head, *([item, *row] for item, row in zip(ITEMS, scores, strict=True))),
        RUNS[1]: table(head, *([item, *row[::-1]] for item, row in zip(ITEMS, scores, strict=True))),
        "groups.csv": table(["image", "plant"], *([item, f"=p{i // 2}{CURSE}"] for i, item in enumerate(ITEMS))),
        "tree.csv": table(["child", "parent"], *([label, f"=root{CURSE}"] for label in LABELS)),
    }
    for name, people in (("votes.csv", 3), ("experts.csv", 2)):
        cells = [
            [f"={who}{CURSE}", item, label, str(int((i + j + who) % 3 == 0))]
            for who in range(people)
            for i, item in enumerate(ITEMS)
            for j, label in enumerate(LABELS)
        ]
        files[name] = table(["annotator", "item", "label", "value"], *cells)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "campaign" / "runs").mkdir(parents=True)
    for name in (*RUNS, "truth.csv"):
        (folder / "campaign" / ("" if name == "truth.csv" else "runs") / name).write_text(files[name], "utf-8")
    (folder / "campaign" / "runs" / f"broken{FILE}.csv").write_text("image,a\nb,c\n", "utf-8")
    about = {
        "name": f"=Cup{CURSE}\n# second heading",
        "truth": "truth.csv",
        "runs": "runs",
        "baselines": [RUNS[1][: -len(".csv")]],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in about.items()]
    (folder / "campaign" / "campaign.toml").write_text("\n".join(lines) + '\nmeasures = ["AP", "F1:item"]\n', "utf-8")
    matrix = [[1.0 if i == j else 0.25 for j in range(4)] for i in range(4)]
    gs.write_relatedness(gs.Relatedness(matrix, LABELS, f"given{CURSE}"), folder / "costs.json")
    write_package(folder / "package")
    truth = {picture.name: picture.species for picture in pictures()}
    for name, missing in (("plants", 0.0), ("gaps", 0.2)):
        write_ranked(folder / f"{name}{FILE}.txt", guesses(truth, SPECIES, 0.5, missing))
    return folder


def test_every_command_has_a_case() -> None:
    assert set(commands()) == {*CASES, "completion"}  # which has nothing to do with names


def harmless(text: str) -> bool:
    """Whether there is nothing that a terminal would obey, but for line ends."""
    return all(line.replace("\u200b", "").isprintable() for line in text.split("\n"))


@pytest.mark.parametrize(("command", "arguments"), [*CASES.items(), *WHOLE.items()])
def test_names_reach_no_terminal_raw(
    command: str, arguments: list[str], cursed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(cursed)
    done = goldscale(*command.split(), *arguments, stream=Screen)
    assert done.code == REFUSED.get(command, 0), done.err
    for text in (done.out, done.err):
        assert harmless(STYLE.sub("", text)), text
    for form in FORMS:
        done = goldscale(*command.split(), *arguments, form, stream=Screen)
        assert done.code == REFUSED.get(command, 0), done.err
        assert harmless(done.out), done.out
        assert harmless(STYLE.sub("", done.err)), done.err
        if done.out:
            check_form(form, done.out)


def check_form(form: str, text: str) -> None:
    """The names have broken no table."""
    if form == "--json":
        json.loads(text)
    elif form == "--csv":
        rows = list(csv.reader(io.StringIO(text)))
        assert len({len(row) for row in rows}) == 1
        cells = [cell for row in rows for cell in row if cell != "-"]  # a dash of ours starts no formula
        assert not [c for c in cells if c.startswith(("=", "+", "-", "@", "\t", "\r")) and not is_number(c)]
    elif form == "--markdown":
        rules = [line for line in text.splitlines() if line.startswith(("|:-", "|--"))]
        assert rules
        for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1
    else:
        assert not re.search(r"\\input|\\write|(?<!\\)[%$#]", text)


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def test_what_a_campaign_writes_is_harmless(cursed: Path) -> None:
    assert goldscale("evaluate", cursed / "campaign").code == 0
    results = cursed / "campaign" / "results"
    for name, form in (("csv", "--csv"), ("json", "--json"), ("md", "--markdown"), ("tex", "--latex")):
        text = (results / f"leaderboard.{name}").read_text("utf-8")
        assert harmless(text)
        check_form(form, text)
    assert r"\textit{" in (results / "leaderboard.tex").read_text("utf-8")
    assert "tier" in (results / "leaderboard.csv").read_text("utf-8").splitlines()[0]
    headings = [line for line in (results / "leaderboard.md").read_text("utf-8").splitlines() if line.startswith("#")]
    assert len(headings) == 1
    assert r"\|" in headings[0]
    assert harmless((results / "signatures.txt").read_text("utf-8").replace("\t", " "))


@pytest.mark.parametrize(
    "arguments",
    [
        (f"--{CURSE}",),
        (CURSE,),
        ("score", CURSE, "--truth", CURSE),
        ("score", CURSE, f"--{CURSE}"),
        ("score", CURSE, "--truth", CURSE, "-m", CURSE),
        ("measures", CURSE),
        ("ontology", "show", CURSE),
        ("--limit", CURSE, "measures"),
        ("convert", "truth.csv", "\ud800.csv"),
        ("convert", "\udcff.csv", "out.csv"),
    ],
)
def test_errors_show_names_harmlessly(
    arguments: tuple[str, ...], cursed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(cursed)
    done = goldscale(*arguments, stream=Screen)
    assert done.code in (2, 3, 4)
    assert done.err
    assert harmless(STYLE.sub("", done.err))


def test_a_path_with_a_NUL_is_an_error_of_ours() -> None:
    run = gs.Run([[0.5]])
    for action in (
        lambda: gs.read_run("a\0b.csv"),
        lambda: gs.write_run(run, "a\0b.csv"),
        lambda: gs.read_groups("\0"),
    ):
        with pytest.raises(gs.FormatError, match="a NUL character"):
            action()
    with pytest.raises(gs.GoldscaleError):
        gs.read_ontology("a\0b.ttl")


def test_data_are_written_as_they_are(tmp_path: Path) -> None:
    """Only reports are made safe for spreadsheets: data must come back the same."""
    run = gs.Run([[0.5, -0.5]], items=["=1+1"], labels=["@a", "-b"])
    gs.write_run(run, tmp_path / "run.csv")
    assert (tmp_path / "run.csv").read_text().startswith("item,@a,-b\n=1+1,0.5,-0.5")
    assert gs.read_run(tmp_path / "run.csv").labels.names == ("@a", "-b")
