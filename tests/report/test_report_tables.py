"""The tables of a report: LaTeX that a paper can take in, and spreadsheets that run nothing."""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from report_scores import EVIL, TYPESET, made_up_scores

import goldscale as gs
from goldscale.data.table import Table, counts, names
from goldscale.report.content import ReportContent, content_of
from goldscale.report.tables import report_tables

COMMAND = re.compile(r"\\(?:[a-zA-Z]+|.|\\)")
OURS = {
    *(r"\begin", r"\end", r"\centering", r"\caption", r"\label", r"\toprule", r"\midrule", r"\bottomrule", r"\textbf"),
    *(r"\addlinespace", r"\endfirsthead", r"\endhead", r"\endfoot", "\\\\"),
    *(r"\&", r"\%", r"\$", r"\#", r"\_", r"\{", r"\}"),
    *(r"\textbackslash", r"\textasciitilde", r"\textasciicircum", r"\textless", r"\textgreater"),
}


def hostile() -> ReportContent:
    labels = [*TYPESET]
    scores = made_up_scores(labels=labels, names=[f"{name}{i}" for i, name in enumerate(EVIL)])
    return replace(content_of(scores), baselines=frozenset(scores.runs[:2]), prevalence=dict.fromkeys(labels, 0.5))


def texts(content: ReportContent, ending: str) -> dict[str, str]:
    return {table.name: dict(table.files())[ending] for table in report_tables(content)}


def test_latex_has_only_commands_of_ours_and_closes_what_it_opens() -> None:
    for name, text in texts(hostile(), ".tex").items():
        body = text.partition("\n")[2]
        assert set(COMMAND.findall(body)) <= OURS
        plain = COMMAND.sub("", body)
        assert not set("%$#~^_<>") & set(plain), "each is escaped"
        assert plain.count("{") == plain.count("}")
        depth = np.cumsum([(c == "{") - (c == "}") for c in plain])
        assert depth.min() >= 0
        assert rf"\label{{tab:{name}}}" in text
        assert "--" not in body
        columns = re.search(r"\\begin\{(?:tabular|longtable)\}\{([lr]+)\}", text)
        assert columns is not None
        for line in body.splitlines():
            if line.endswith(r" \\"):
                assert len(re.findall(r"(?<!\\)&", line)) == len(columns[1]) - 1


def test_latex_compiles(tmp_path: Path) -> None:
    engine = next(filter(None, map(shutil.which, ("tectonic", "lualatex", "xelatex", "pdflatex"))), None)
    if engine is None:
        pytest.skip("no TeX engine")
    body = "\n".join(texts(content_of(made_up_scores()), ".tex").values())
    packages = r"\documentclass{article}\usepackage{booktabs,longtable}"
    (tmp_path / "paper.tex").write_text(rf"{packages}\begin{{document}}{body}\end{{document}}")
    subprocess.run([engine, "paper.tex"], cwd=tmp_path, check=True, capture_output=True)


def test_the_best_are_bold_and_tiers_have_space_between() -> None:
    rng = np.random.default_rng(3)
    truth = (rng.random((40, 30)) < 0.4).astype(int)
    runs = {f"made_up_{i}": (truth * i / 4 + rng.random(truth.shape)) / 2 for i in range(4)}
    content = content_of(gs.evaluate(runs, truth, ["AP", "AUC"], ci=0.95, replicates=20))
    text = texts(content, ".tex")["leaderboard"]
    assert content.tiers is not None
    assert text.count(r"\addlinespace") == len(content.tiers) - 1 > 0
    assert re.search(r"^1 & made\\_up\\_3 & \\textbf\{0\.\d{3} \[", text, re.MULTILINE)


def test_what_is_longer_than_a_page_repeats_its_head() -> None:
    table = Table([names("run", map(str, range(60))), counts("n", range(60))], "Many", ["A note."])
    text = table.to_latex(label="tab:many")
    assert text.count("run & n") == 2
    assert r"\caption{Many. A note.}" in text
    assert "longtable" not in table.take(range(45)).to_latex(label="tab:many")


def test_no_cell_of_any_table_is_a_formula() -> None:
    found = texts(hostile(), ".csv")
    assert set(found) == {"leaderboard", "comparison", "concepts", "measures"}
    for text in found.values():
        for row in csv.reader(io.StringIO(text)):
            for cell in row:
                if cell.startswith(tuple("=+-@")) and cell != "-":
                    float(cell)


def test_the_spreadsheet_has_every_digit() -> None:
    content = content_of(made_up_scores())
    rows = list(csv.DictReader(io.StringIO(texts(content, ".csv")["leaderboard"])))
    assert [float(row["AP"]) for row in rows] == content.official.aggregate.tolist()
    assert [row["run"] for row in rows] == list(content.scores.runs)
