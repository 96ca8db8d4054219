"""Completion at the tab key: what is offered, that it is quick, and that a real shell gets it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import CompletionItem
from command_line import goldscale, usage

from goldscale.cli import ASKED, COMMANDS, completion, group
from goldscale.formats import formats
from goldscale.measures.registry import MEASURES, measure


def offered(line: str) -> list[str]:
    """The words that a line may go on with; its last word is incomplete."""
    *words, incomplete = line.split(" ")
    return [_word(item) for item in completion.candidates(words, incomplete)]


def _word(item: CompletionItem[str]) -> str:
    return item.value if item.type == "plain" else f"<{item.type}>"


def test_commands() -> None:
    assert offered("") == list(COMMANDS)
    assert offered("re") == ["report", "relatedness", "reproduce"]
    assert offered("agree ") == ["coefficients", "check", "merge", "thresholds", "rankings"]
    assert offered("completion ") == ["bash", "zsh", "fish"]


def test_options() -> None:
    assert {"--truth", "--measure", "--ties", "--json", "--help"} <= set(offered("score --"))
    assert offered("score x.csv --tr") == ["--truth", "--truth-format"]
    assert offered("--v") == ["--version"]


FORMS = ("--csv", "--json", "--latex", "--markdown")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("score -m AU", ["AUC"]),
        ("score -m auc", ["AUC"]),
        ("score -m AUC:", ["AUC:item", "AUC:label"]),
        ("score x.csv --measure AUC:i", ["AUC:item"]),
        ("compare a b -m P@", ["P@1", "P@5", "P@10", "P@20", "P@100"]),
        ("score -m P@10:l", ["P@10:label"]),
        ("score -m P@1", ["P@1", "P@10", "P@100"]),
        ("score -m AUC@", []),
        ("score -m X:", []),
        ("score -m F(beta=", []),
        ("score -m AP,AU", ["AP,AUC"]),
        ("score -m AP,P@1", ["AP,P@1", "AP,P@10", "AP,P@100"]),
        ("score -m F(beta=2,", []),
        ("score --measure=AUC:i", ["--measure=AUC:item"]),
        ("score --ties b", ["best"]),
        ("score --threshold den", ["density", "density-per-label"]),
        ("score --ci ", []),
        ("score --ontology ", ["<file>", "pto-2009", "pto-2010", "pto-2011"]),
        ("score --relatedness hier", ["<file>", "hierarchy"]),
        ("relatedness build wu", ["wup"]),
        ("convert a b --to trec", ["trec-run", "trec-qrels"]),
        ("compare a b --correction h", ["holm"]),
        (
            "ontology show pto-2009 --",
            ["--rules", "--out", "--json", "--csv", "--markdown", "--latex", "--table", "--help"],
        ),
        ("evaluate ", ["<dir>"]),
        ("score ", ["<file>"]),
        ("score x.csv --json ", ["<file>"]),
        ("score x.csv --truth ", ["<file>"]),
        ("reproduce ", []),
    ],
)
def test_values(line: str, words: list[str]) -> None:
    assert sorted(offered(line)) == sorted(words)


def test_every_measure_that_is_offered_is_one() -> None:
    found = offered("score -m ")
    assert len(found) == sum(len(definition.keys) for definition in MEASURES.own())
    for name in found:
        for spelled in (name, *offered(f"score -m {name}:")):
            assert measure(spelled)


def test_every_format_is_offered() -> None:
    assert offered("score --format ") == list(formats())


def test_the_table_has_every_option_of_every_command() -> None:
    """That it is current in every word is tested with the other generated pages."""
    for name in COMMANDS:
        assert offered(f"{name} -") or name == "completion"


def answer(shell: str, line: str, cursor: int, home: Path) -> subprocess.CompletedProcess[str]:
    surroundings = os.environ | {ASKED: f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(cursor)}
    command = [sys.executable, "-X", "importtime", "-m", "goldscale"]
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, cwd=home, check=True)


def test_nothing_heavy_is_loaded(tmp_path: Path) -> None:
    done = answer("zsh", "goldscale score -m AUC:", 3, tmp_path)
    assert done.stdout.split() == ["plain", "AUC:item", "_", "plain", "AUC:label", "_"]
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "click" in loaded
    assert not loaded & {"numpy", "scipy", "rich", "rdflib", "pyarrow"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(shell: str) -> None:
    done = goldscale("completion", shell)
    assert (done.code, f"{ASKED}={shell}_complete" in done.out) == (0, True)


def test_other_shells() -> None:
    assert "'bash', 'zsh', 'fish'" in usage("completion", "cmd")
    assert group.get_command(None, "completion") is completion.command  # type: ignore[arg-type]


TYPED = """
eval "$(goldscale completion bash)"
complete_line() {  # what readline does: words broken at COMP_WORDBREAKS, the last one incomplete
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _goldscale_completion goldscale
    echo "${COMPREPLY[*]}"
}
complete_line goldscale eva
complete_line goldscale score -m AUC : i
complete_line goldscale score -m P @ 10 :
complete_line goldscale score --measure = AUC : l
complete_line goldscale score -m P @ 5  # of which readline replaces @5 (and not 5, as behind a colon)
complete_line goldscale score -m AP,P @
complete_line goldscale score -m P@5  # where somebody has taken the @ out of COMP_WORDBREAKS
complete_line goldscale score x.csv --ties ""
"""


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("bash") is None, reason="needs Bash 4.4 or newer")
def test_in_a_real_bash(tmp_path: Path) -> None:
    program = tmp_path / "goldscale"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m goldscale "$@"\n')
    program.chmod(0o755)
    surroundings = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "--norc", "-c", TYPED], env=surroundings, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["evaluate"],
        ["item"],
        ["item", "label"],
        ["label"],
        ["@5"],
        ["@1", "@5", "@10", "@20", "@100"],
        ["P@5"],
        ["expected", "best", "worst", "order", "id", "group"],
    ]
