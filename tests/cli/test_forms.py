"""One table of several, and what is said where a form holds only the first."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import fails, goldscale, usage

pytestmark = pytest.mark.usefixtures("folder")
SHOWN = ("relatedness", "show", "pairs.csv")
UNITS = ("score", "good.csv", "weak.csv", "--truth", "truth.csv", "-m", "AP", "-m", "P:item", "--units")


@pytest.fixture(autouse=True)
def pairs(folder: Path) -> None:
    (folder / "pairs.csv").write_text("a,b,value\nSky,Sea,0.5\nSea,Sun,0.1\nSky,Sun,0.2\n")


def test_csv_says_that_there_are_other_tables() -> None:
    done = goldscale(*SHOWN, "--csv")
    assert done.err == "CSV holds the first of 2 tables; --table gives another: 2 (Weakest pairs).\n"
    assert done.out.splitlines()[1].startswith("Sky,Sea,0.5")
    assert goldscale(*SHOWN, "--csv", "--table", "2").err == ""


@pytest.mark.parametrize("name", ["2", "Weakest pairs"])
@pytest.mark.parametrize("form", ["--csv", "--markdown", "--latex", None])
def test_a_table_by_number_or_title(name: str, form: str | None) -> None:
    done = goldscale(*SHOWN, "--table", name, *([] if form is None else [form]))
    assert done.code == 0, done.err
    assert done.out.index("0.1") < done.out.index("0.2") < done.out.index("0.5")
    assert "Strongest" not in done.out


def test_a_table_that_is_not_there() -> None:
    assert "did you mean 'Weakest pairs'" in fails(2, *SHOWN, "--table", "Weakest pair")
    assert "known: Strongest pairs, Weakest pairs" in fails(2, *SHOWN, "--table", "3")
    assert "JSON has everything" in usage(*SHOWN, "--table", "1", "--json")


def test_units_as_a_wide_csv() -> None:
    done = goldscale(*UNITS, "--table", "P:item by image", "--csv", "--sort", "name")
    assert done.out.splitlines()[0] == "image,relevant,share,mean,spread,good,weak"
    assert [line.split(",")[0] for line in done.out.splitlines()[1:]] == ["a", "b", "c", "d"]
    assert goldscale(*UNITS, "--csv").err == ""  # a long table of everything
