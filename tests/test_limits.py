"""Limits: each has a name and a usual value, can be set and lifted for a block, and reaches other processes."""

from __future__ import annotations

import gzip
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from command_line import fails, goldscale, usage

import goldscale as gs
from goldscale.campaign.processes import in_processes
from goldscale.limits import CELLS, LIMITS, LINE, given_limits, parse_limit


def test_limits_hold_inside_a_block_only() -> None:
    with gs.limits_set(line=10, cells=None):
        assert (LINE.now, CELLS.now) == (10, math.inf)
        with gs.limits_set(line=20):
            assert (LINE.now, CELLS.now) == (20, math.inf)
        assert LINE.now == 10
        with gs.no_limits():
            assert all(limit.now == math.inf for limit in LIMITS.values())
    assert all(limit.now == limit.usual for limit in LIMITS.values())


@pytest.mark.parametrize("value", [0, -1, 1.5, True, "10"])
def test_a_limit_is_a_whole_number(value: object) -> None:
    with pytest.raises(gs.ParameterError, match="from 1 up"), gs.limits_set(line=value):  # type: ignore[arg-type]
        pass


def test_an_unknown_limit() -> None:
    with pytest.raises(gs.UnknownNameError, match="did you mean 'line'"), gs.limits_set(lines=1):
        pass


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("line=5", ("line", 5)),
        ("line=2KiB", ("line", 2048)),
        ("cells=none", ("cells", None)),
        ("line=1 gib", ("line", 1 << 30)),
    ],
)
def test_limits_as_text(text: str, limit: tuple[str, int | None]) -> None:
    assert parse_limit(text) == limit


@pytest.mark.parametrize("text", ["line", "line=", "line=-1", "line=0", "line=1GB", "line=1e9", "line=" + "9" * 5000])
def test_broken_limits_as_text(text: str) -> None:
    with pytest.raises(gs.ParameterError, match="line=none"):
        parse_limit(text)


def _line_limit(_: int) -> float:
    return LINE.now


def test_limits_reach_worker_processes() -> None:
    with gs.limits_set(line=77):
        assert set(in_processes(_line_limit, [1, 2, 3], 2)) == {77}
    assert given_limits() == {}


@pytest.fixture
def long_lines(tmp_path: Path) -> Path:
    path = tmp_path / "run.txt"
    path.write_text("a 0.5 0.25\nb " + "0.5 " * 500_000 + "\n")
    return path


def test_the_command_line_sets_and_lifts_limits(long_lines: Path, tmp_path: Path) -> None:
    there = ("convert", long_lines, tmp_path / "out.csv")
    said = fails(3, "--limit", "line=1MiB", *there)
    assert "line 2: expected a line of text of at most 1 MiB" in said
    assert "--limit line=none" in said
    assert "expected 2 values" in fails(3, "--limit", "line=1MiB", "--limit", "line=none", *there)
    assert "expected 2 values" in fails(3, "--no-limits", *there)
    assert "unknown limit 'lin'" in fails(2, "--limit", "lin=5", *there)
    assert LINE.now == LINE.usual


def test_limits_behind_the_command(long_lines: Path, tmp_path: Path) -> None:
    there = ("convert", long_lines, tmp_path / "out.csv")
    for command in ((*there, "--limit", "line=1MiB"), ("convert", "--limit=line=1MiB", *there[1:])):
        assert "a line of text of at most 1 MiB" in fails(3, *command)
    lifted = ("--no-limits", "--limit", "line=1MiB")
    for given in (lifted, (*lifted[1:], lifted[0])):  # whatever their order, one is set and all others lifted
        assert "a line of text of at most 1 MiB" in fails(3, *there, *given)
    assert "expected 2 values" in fails(3, "--limit", "line=1MiB", *there, "--limit", "line=none")
    assert "expected 2 values" in fails(3, "--limit", "line=1MiB", *there, "--no-limits")
    assert "unknown limit 'lin'" in fails(2, *there, "--limit", "lin=5")
    assert "No such option" in usage(*there, "--limit", "line=5", "--lines")
    assert LINE.now == LINE.usual


@pytest.mark.parametrize("command", [("agree",), ("agree", "coefficients"), ("ontology", "show"), ("score",)])
def test_commands_in_commands_take_limits(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a")
    more = ("--truth", tmp_path / "x.csv") if command == ("score",) else ()
    assert "unknown limit 'lin'" in fails(2, *command, tmp_path / "x.csv", *more, "--limit", "lin=5")
    assert "--limit" not in goldscale(*command, "--help").out


def test_a_file_that_can_be_trusted_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "run.txt.gz"
    rows = "".join(f"i{i} {'0 ' * 500}1\n" for i in range(2000))
    path.write_bytes(gzip.compress(rows.encode()))
    with gs.limits_set(unpacked=1000, ratio=10):
        with pytest.raises(gs.FormatError, match="at most 10 times the file"):
            gs.read_run(path)
        with gs.no_limits():
            assert gs.read_run(path).shape == (2000, 501)


def test_a_long_quoted_field_can_be_allowed(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    name = "x" * 300_000
    path.write_text(f'item,"{name}"\na,0.5\n')
    with gs.limits_set(field=1000), pytest.raises(gs.FormatError, match="quoted field of at most 1 000 characters"):
        gs.read_run(path, "csv")
    assert gs.read_run(path).labels.names == (name,)


def test_numbered_sides_may_be_as_long_as_there_are_cells(tmp_path: Path) -> None:
    np.savez(tmp_path / "run.npz", scores=np.ones((50, 2)))
    with gs.limits_set(numbered=10):
        assert gs.read_run(tmp_path / "run.npz").shape == (50, 2)


def test_standard_input_without_end() -> None:
    program = f'"{sys.executable}" -c "from goldscale.cli import main; main()"'
    command = f"yes 'a 0.5' | {program} --limit stream=200KiB convert - out.csv"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 3
    assert "<stdin>: expected standard input or a pipe of at most 200 KiB" in done.stderr
    assert "Traceback" not in done.stderr


def test_every_limit_is_documented_with_its_value() -> None:
    page = (Path(__file__).parents[1] / "docs" / "limits.md").read_text("utf-8")
    rows = [f"| `{limit.name}` | {limit.shown} | {limit.about} |" for limit in LIMITS.values()]
    assert "\n".join(rows) in page
    for option in ("--limit", "--no-limits"):
        assert option in goldscale("--help").out
