"""Standard streams that are closed, full or no longer read, and Ctrl-C at an early moment: never a traceback."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from processes import PATIENCE, interrupt, running

import goldscale

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")

PROGRAM = f"{shlex.quote(sys.executable)} -m goldscale"
SCORE = f"{PROGRAM} score good.csv --truth truth.csv -m AP"


def shell(command: str) -> tuple[int, str, str]:
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_installed_program_is_the_one_tested_here() -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    assert tomllib.loads(project.read_text("utf-8"))["project"]["scripts"] == {"goldscale": "goldscale.__main__:main"}


@pytest.mark.usefixtures("folder")
class TestClosed:
    def test_output(self, folder: Path) -> None:
        assert shell(f"{SCORE} --json >&-") == (0, "", "")
        assert shell(f"{SCORE} -o out.csv >&-")[0] == 0
        assert (folder / "out.csv").read_text() == "run,AP\ngood,1.0\n"

    def test_errors(self) -> None:
        assert shell(f"{SCORE} --csv 2>&-") == (0, "run,AP\ngood,1.0\n", "")
        assert shell(f"{PROGRAM} score nothing.csv --truth truth.csv 2>&-") == (4, "", "")

    def test_input(self) -> None:
        assert shell(f"{SCORE} --csv <&-")[:2] == (0, "run,AP\ngood,1.0\n")
        code, out, said = shell(f"{PROGRAM} score - --truth truth.csv <&-")
        assert (code, out) == (3, "")
        assert said == "goldscale: <stdin>: expected data, found an empty file\n"

    def test_all(self, folder: Path) -> None:
        assert shell(f"{SCORE} -o out.json <&- >&- 2>&-") == (0, "", "")
        assert (folder / "out.json").read_text().startswith("{")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.usefixtures("folder")
class TestFull:
    @pytest.mark.parametrize("arguments", ["--help", "measures --json"])
    def test_output(self, arguments: str) -> None:
        assert shell(f"{PROGRAM} {arguments} >/dev/full") == (3, "", "goldscale: No space left on device\n")

    def test_errors_that_nobody_hears(self) -> None:
        code, out, _ = shell(f"{SCORE} -m F1 2>/dev/full")
        assert (code, out.split()[-1]) == (0, "1.0000")  # and a note
        assert shell(f"{PROGRAM} score nothing.csv --truth truth.csv 2>/dev/full")[0] == 4
        assert shell(f"{PROGRAM} fly 2>/dev/full")[0] == 2

    def test_both(self) -> None:
        assert shell(f"{SCORE} >/dev/full 2>&1")[0] == 3


@pytest.mark.parametrize("arguments", ["--help", "measures --csv"])
def test_a_reader_that_has_gone_before_anything_is_said(arguments: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "goldscale", *arguments.split()]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("module", ["click", "goldscale.cli", "goldscale.errors"])
def test_ctrl_c_while_modules_are_loaded(tmp_path: Path, module: str) -> None:
    """A module that takes its time stands in the way of the real one."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, time\n"
        "class Slow:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            print('loading', flush=True)\n"
        "            time.sleep(60)\n"
        "sys.meta_path.insert(0, Slow())\n"
    )
    source = str(Path(goldscale.__file__).parents[1])
    setting = f"PYTHONPATH={shlex.quote(os.pathsep.join((str(tmp_path), source)))}"
    start = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
    program = ["env", setting, sys.executable, "-c", start, sys.executable, "-m", "goldscale", "--help"]
    with running(program) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "loading\n"
        interrupt(process)
        out, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, said) == (128 + signal.SIGINT, "", "")
