"""Every command on terminals of 80, 100 and 120 columns: what it shows fits, and is whole."""

from __future__ import annotations

import csv
import io
import itertools
import re
from pathlib import Path

import pytest
from command_line import commands, goldscale, on_a_terminal
from made_up_plants import SPECIES, guesses, pictures, write_package, write_ranked

from goldscale.cli import layout
from goldscale.cli.layout import LaidOut, TablePart
from goldscale.data.table import Column, Table

WIDTHS = (80, 100, 120)
RUNS = [f"runs/simulated_{name}.txt" for name in ("excellent", "good_binary", "mediocre_over", "nature_specialist")]
TRUTH = ("--truth", "truth.txt")
VOTES = ("simulated_votes.csv", "--labels", "concepts.txt")
GRADES = ("--at", "1,0.66,0.33", "--against", "4,3.5,2")

CASES: dict[str, list[list[str]]] = {
    "demo": [["again", "--items", "20"]],
    "init": [["NEW", *TRUTH, "--labels", "concepts.txt"], ["NEW"]],
    "evaluate": [["."], [".", "--units", "table", "--best", "2", "--worst", "2"]],
    "report": [[".", "--no-pdf"]],
    "meta correlation": [["."]],
    "meta items": [["."]],
    "meta scatter": [["."], [".", "--run", "simulated_good"]],
    "meta truths": [[".", "-m", "AP"]],
    "meta stability": [[".", "--repeats", "1"]],
    "meta density": [["."]],
    "meta power": [[".", "--splits", "5"]],
    "meta requirements": [[".", "--cases", "20"]],
    "score": [
        [*RUNS, *TRUTH],
        [*RUNS, *TRUTH, "--units", "--labels", "concepts.txt", "-m", "AP", "-m", "OneError", "--sort", "spread"],
        [*RUNS, *TRUTH, "--ci", "0.95", "--replicates", "5", "-m", "AP", "-m", "AUC", "-m", "F1", "-m", "F1:item"],
    ],
    "compare": [
        [*RUNS, *TRUTH, "--replicates", "20"],
        [*RUNS, *TRUTH, "--replicates", "20", "--matrix"],
        [*RUNS, *TRUTH, "--test", "t", "-m", "F1:item", "--margin", "0.1", "--power", "0.8"],
        [*RUNS, *TRUTH, "--test", "t", "-m", "AP", "-m", "F1:item", "--stars", "--baseline", "simulated_excellent"],
        [*RUNS, *TRUTH, "--test", "t", "-m", "F1:item", "--stars"],
        [*RUNS, *TRUTH, "--test", "friedman"],
        [*RUNS, *TRUTH, "-m", "P(avg=micro)"],
        [*RUNS, *TRUTH, "-m", "AP", "-m", "F1:item", "--over", "item", "--replicates", "20"],
        [".", "--replicates", "20"],
    ],
    "agree coefficients": [[*VOTES, "--replicates", "5"], [*VOTES, "--by", "label", "--replicates", "5"]],
    "agree check": [[*VOTES]],
    "agree merge": [[*VOTES, "--out", "merged.csv"], [*VOTES, "--method", "dawid-skene"]],
    "agree thresholds": [["crowd.csv", "expert.csv", *GRADES, "--missing", "negative"]],
    "agree rankings": [[*RUNS, "--votes", *VOTES, "-m", "AP", "-m", "F1:item"]],
    "split": [
        ["groups.csv", "--by", "plant", "--folds", "3"],
        ["groups.csv", "--by", "plant", "--check", "train.txt", "test.txt"],
    ],
    "validate": [[*RUNS, *TRUTH], ["truth.txt", "groups.csv", "no_such_file.txt", *TRUTH]],
    "convert": [["--list"], [RUNS[0], "converted.txt", "--to", "mulan"], [RUNS[0], "converted.csv"]],
    "measures": [[], ["AP"], ["OS"]],
    "ontology show": [["pto-2009"], ["pto-2010"]],
    "ontology check": [["pto-2009", "runs/Random50.txt", "--items", "3"]],
    "relatedness build": [["hierarchy", "--ontology", "pto-2009", "-o", "built.json"]],
    "relatedness show": [["costs.json"], ["costs.json", "--label", "Lake"]],
    "relatedness benchmark": [["hierarchy", "identity", "costs.json", "--ontology", "pto-2009"]],
    "relatedness sources": [[], ["wup"]],
    "plant": [
        ["package/data/TestXmlWithGroundTruth", "perfect.txt", "half.txt", "gaps.txt", "--compare", "--ci", "0.9"],
        ["package/data/TestXmlWithGroundTruth", "half.txt", "gaps.txt", "--by", "author", "--by", "plant"],
    ],
    "reproduce": [["thesis 7.1"], ["section 6.4"]],
}
FRESH = (f"new-{number}" for number in itertools.count())
"""For NEW in a case: a folder that is not there yet."""
BAD = {"--check", "no_such_file.txt"}
"""Arguments of cases that end with exit code 3."""


def anew(arguments: list[str]) -> list[str]:
    return [next(FRESH) if argument == "NEW" else argument for argument in arguments]


def test_every_command_has_a_case() -> None:
    assert set(commands()) == {*CASES, "completion"}  # which writes for a shell, not for people


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample campaign, and what the other commands read."""
    folder = tmp_path_factory.mktemp("columns") / "demo"
    assert goldscale("demo", folder, "--items", "40").code == 0
    teams = [
        f'[submissions.{Path(run).stem}]\nteam = "Team {run[15:19]} (made up)"\ndate = 2010-06-15\n' for run in RUNS
    ]
    with (folder / "campaign.toml").open("a") as settings:
        settings.write("\n" + "".join(teams) + 'notes = "nothing but nature, learnt from other collections"\n')
    made = goldscale("relatedness", "build", "hierarchy", "--ontology", "pto-2009", "-o", folder / "costs.json")
    assert made.code == 0
    write_package(folder / "package")
    truth = {picture.name: picture.species for picture in pictures()}
    for name, right, missing in (("perfect", 1.0, 0.0), ("half", 0.5, 0.0), ("gaps", 0.5, 0.2)):
        write_ranked(folder / f"{name}.txt", guesses(truth, SPECIES, right, missing))
    cells = [(f"{i}.jpg", f"a caption {i}", i % 3, i % 4 + 1) for i in range(12)]
    head = "annotator,item,label,value\n"
    crowd = [f"w{k},{item},{caption},{int(k < yes)}\n" for item, caption, yes, _ in cells for k in range(3)]
    expert = [f"e{k},{item},{caption},{grade}\n" for item, caption, _, grade in cells for k in range(2)]
    rows = [f"{i}.jpg,{'ann' if i < 6 else 'bob'},p{i // 2}\n" for i in range(16)]
    texts = {
        "crowd.csv": head + "".join(crowd),
        "expert.csv": head + "".join(expert),
        "groups.csv": "image,author,plant\n" + "".join(rows),
        "train.txt": "0.jpg\n2.jpg\n3.jpg\n",
        "test.txt": "1.jpg\n3.jpg\n4.jpg\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def laid_out(sample: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Table, LaidOut]]:
    """The tables that a command shows, and how they were laid out."""
    seen: list[tuple[Table, LaidOut]] = []
    plain = layout.lay_out

    def watched(table: Table, width: int) -> LaidOut:
        found = plain(table, width)
        seen.append((table, found))
        return found

    monkeypatch.setattr(layout, "lay_out", watched)
    monkeypatch.chdir(sample)
    return seen


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    ("command", "arguments"),
    [pytest.param(c, case, id=f"{c}-{n}") for c, cases in CASES.items() for n, case in enumerate(cases)],
)
def test_what_a_command_shows_fits_and_is_whole(
    command: str, arguments: list[str], width: int, laid_out: list[tuple[Table, LaidOut]]
) -> None:
    done = on_a_terminal(width, *command.split(), *anew(arguments))
    assert done.code == (3 if BAD & set(arguments) else 0), done.err
    lines = [*done.out.splitlines(), *done.err.splitlines()]
    assert lines
    for line in lines:
        assert layout.display_width(line) <= width, line
    told = " ".join(done.err.split())
    for table, found in laid_out:
        for line in (line for part in found.parts for row in range(len(part.rows)) for line in part.row_lines(row)):
            assert line in lines
        for said in found.notes:
            assert " ".join(said.split()) in told
        for place, column in enumerate(table.columns):
            assert stands(column, found, key=place < table.key), f"{column.title} is neither whole nor named"


def stands(column: Column, found: LaidOut, key: bool) -> bool:
    """Whether a column is shown whole in some part (its key in all of them); else whether its absence is told."""
    parts = [any(shows(part, place, column) for place in range(len(part.widths))) for part in found.parts]
    if key and not column.optional:
        return all(parts)
    told = " ".join(found.notes)
    if column.kind == "text":
        return any(parts) or all(said in told for said in column.values)
    named = "The chart" if column.kind == "chart" else column.title
    if column.kind != "chart" and len(set(column.cells())) == 1:
        named += f" is {column.cells()[0]}"
    return any(parts) or (column.optional > 0 and (named in told or re.search(r" and \d+ more; --markdown", told)))


def shows(part: TablePart, place: int, column: Column) -> bool:
    """Whether the column stands there with every letter and digit; blanks do not count, for lines end at them."""
    return [squeezed(part.header[place]), *(squeezed(row[place]) for row in part.rows)] == [
        squeezed([text]) for text in (column.title, *column.cells())
    ]


def squeezed(lines: object) -> str:
    assert isinstance(lines, list | tuple)
    return "".join("".join(line.split()) for line in lines)


@pytest.mark.parametrize("command", CASES)
def test_every_command_prints_every_form(command: str, sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sample)
    for flag in ("--csv", "--json", "--markdown", "--latex"):
        done = goldscale(*command.split(), *anew(CASES[command][0]), flag)
        assert done.code == 0, done.err
        if flag == "--json":
            assert isinstance(done.json, dict | list)
        elif flag == "--csv":
            rows = list(csv.reader(io.StringIO(done.out)))
            assert len({len(row) for row in rows}) == 1
        else:
            assert ("|:--" if flag == "--markdown" else r"\begin{tabular}") in done.out


def test_errors_fit_too(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sample)
    done = on_a_terminal(80, "reproduce", "nothing")
    assert done.code == 2
    assert len(done.err.splitlines()) > 1
    assert all(len(line) <= 80 for line in done.err.splitlines())
    assert len(goldscale("reproduce", "nothing").err.splitlines()) == 1  # programs read one line
