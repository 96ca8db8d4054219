"""The door itself: help, version, unknown commands, and failures that no command foresees."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from command_line import fails, goldscale, usage
from processes import PATIENCE, awaited_pipe, finished, interrupt, running, with_sigint

import goldscale as gs
from goldscale.cli import COMMANDS, group
from goldscale.measures import Evaluation

SCORE = ("score", "good.csv", "--truth", "truth.csv")


def loaded(name: str) -> click.Command:
    command = group.get_command(click.Context(group), name)
    assert command is not None
    return command


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_command(flag: str) -> None:
    done = goldscale(flag)
    assert (done.code, done.err) == (0, "")
    for name in COMMANDS:
        assert f"\n  {name} " in done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_explains_every_option(name: str) -> None:
    done = goldscale(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: goldscale {name}")
    for parameter in loaded(name).params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            assert parameter.help, f"{name} {parameter.name} is not explained"
            assert max(parameter.opts, key=len) in done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_speaks_json(name: str) -> None:
    command = loaded(name)
    if not isinstance(command, click.Group) and name != "completion":  # a script for a shell has one form
        assert "--json" in {option for p in command.params for option in p.opts}


@pytest.mark.parametrize("command", [(), ("agree",), ("ontology",), ("relatedness",)])
def test_a_bare_group_shows_its_help_as_it_is(command: tuple[str, ...]) -> None:
    done = goldscale(*command)
    assert (done.code, done.out) == (2, "")
    assert done.err == goldscale(*command, "--help").out


def test_version() -> None:
    assert goldscale("--version").out == f"goldscale, version {gs.__version__}\n"


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "goldscale", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"goldscale, version {gs.__version__}\n"


def test_an_unknown_command_suggests_near_ones() -> None:
    assert "Did you mean 'score'?" in usage("scor")
    assert "No such command 'fly'" in usage("fly")


def test_nothing_at_all_shows_the_help() -> None:
    done = goldscale()
    assert done.code in (0, 2)  # releases of click differ
    assert "Commands:" in done.out + done.err


@pytest.mark.usefixtures("folder")
class TestWriting:
    """What the operating system refuses is one line and exit code 3."""

    def test_a_folder_that_cannot_be_made(self) -> None:
        assert fails(3, *SCORE, "-o", "truth.csv/x.csv") == "truth.csv/x.csv: Not a directory"

    def test_a_target_that_is_a_folder(self, folder: Path) -> None:
        (folder / "out.csv").mkdir()
        assert fails(3, *SCORE, "-o", "out.csv") == "out.csv: Is a directory"
        assert not list((folder / "out.csv").iterdir())

    def test_a_full_disk(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(Path, "replace", full)
        before = sorted(folder.iterdir())
        assert fails(3, *SCORE, "-o", "out.csv") == "out.csv: No space left on device"
        assert sorted(folder.iterdir()) == before

    def test_no_permission(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        import tempfile

        def denied(*_: object, **__: object) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/some/.temporary")

        monkeypatch.setattr(tempfile, "mkstemp", denied)
        assert fails(3, *SCORE, "-o", "out.csv") == "out.csv: Permission denied"

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may do everything")
    def test_a_folder_without_permission(self, folder: Path) -> None:
        (folder / "closed").mkdir(mode=0o500)
        assert fails(3, *SCORE, "-o", "closed/x.csv") == "closed/x.csv: Permission denied"
        (folder / "closed").chmod(0o000)
        assert "Permission denied" in fails(3, "score", "closed/x.csv", "--truth", "truth.csv")
        (folder / "closed").chmod(0o700)

    def test_an_unreadable_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        opened = Path.open

        def denied(self: Path, *args: object, **kwargs: object) -> object:
            if self.name == "good.csv":
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))
            return opened(self, *args, **kwargs)

        monkeypatch.setattr(Path, "open", denied)
        assert fails(3, *SCORE) == "good.csv: expected a readable file, found Permission denied"

    def test_a_name_that_is_too_long(self) -> None:
        assert "File name too long" in fails(3, "score", "x" * 5000, "--truth", "truth.csv")
        assert "File name too long" in fails(3, *SCORE, "-o", "x" * 5000 + ".csv")

    def test_too_little_memory(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def hungry(*_: object, **__: object) -> None:
            raise MemoryError

        monkeypatch.setattr(Evaluation, "score", hungry)
        assert fails(3, *SCORE) == "there is not enough memory for this"

    @pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
    def test_a_file_name_that_is_no_text(self, folder: Path) -> None:
        odd = os.fsdecode(b"\xff.csv")
        (folder / odd).write_bytes((folder / "good.csv").read_bytes())
        done = goldscale("score", odd, "--truth", "truth.csv", "-m", "AP")
        assert (done.code, done.rows[1]) == (0, ["\\udcff", "1.0000"])
        assert "cannot be written as utf-8" in fails(3, "score", odd, "--truth", "truth.csv", "-o", "x.json")


def test_ctrl_c_is_quiet(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Evaluation, "score", interrupted)
    done = goldscale(*SCORE)
    assert (done.code, done.out, done.err.strip()) == (130, "", "")


def test_a_remark_is_made_once(folder: Path) -> None:
    (folder / "few.csv").write_text("image,concept,score\na,Sky,0.9\nb,Sea,0.5\nc,Sun,0.5\n")
    done = goldscale("score", "few.csv", "--truth", "truth.csv", "-m", "AP", "-m", "bpref", "--unjudged", "bounds")
    assert done.err.count("goldscale: note: ") == 1


@pytest.mark.usefixtures("folder")
class TestScript:
    """The installed program, as a process of its own."""

    def test_a_score(self) -> None:
        code, out, err = finished("goldscale score - --truth truth.csv -m AP -m F1:item --json < good.csv")
        assert (code, err) == (0, "")
        assert '"F1:item": {' in out

    def test_an_error(self) -> None:
        said = "goldscale: file 'nothing.csv' is missing. Check the path.\n"
        assert finished("goldscale score truth.csv --truth nothing.csv") == (4, "", said)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    def test_an_output_that_cannot_be_written(self) -> None:
        assert finished("goldscale measures > /dev/full") == (3, "", "goldscale: No space left on device\n")
        assert finished("goldscale convert good.csv /dev/full --to csv")[0] == 3
        assert Path("/dev/full").is_char_device()

    @pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
    def test_a_reader_that_goes_away(self) -> None:
        assert finished("(goldscale measures --json; echo $? >&2) | head -c 10")[2] == "0\n"

    @pytest.mark.skipif(os.name == "nt", reason="needs named pipes")
    def test_a_pipe_instead_of_a_file(self, folder: Path) -> None:
        os.mkfifo(folder / "pipe.csv")
        _, *said = finished("cat good.csv > pipe.csv & goldscale score pipe.csv --truth truth.csv -m AP --csv")
        assert said == ["run,AP\npipe,1.0\n", ""]

    @pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
    def test_ctrl_c(self, folder: Path) -> None:
        os.mkfifo(folder / "slow")
        command = with_sigint("SIG_DFL", "score", "slow", "--truth", "truth.csv")
        with running(command) as process, awaited_pipe(folder / "slow", process):
            interrupt(process)
            out, said = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, said.strip()) == (130, "", "")

    @pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
    def test_sigterm(self, folder: Path) -> None:
        """It is heard and answered, so that workers are sent home and locks and temporary files go."""
        os.mkfifo(folder / "slow")
        command = with_sigint("SIG_DFL", "score", "slow", "--truth", "truth.csv")
        with running(command) as process, awaited_pipe(folder / "slow", process):
            process.terminate()
            out, said = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, said) == (143, "", "")

    @pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
    def test_ctrl_c_is_not_for_a_program_that_was_told_to_ignore_it(self, folder: Path) -> None:
        """As nohup and a shell's background jobs have it."""
        os.mkfifo(folder / "slow")
        command = with_sigint("SIG_IGN", "score", "slow", "--truth", "truth.csv", "-m", "AP", "--csv")
        with running(command) as process:
            with awaited_pipe(folder / "slow", process) as pipe:
                interrupt(process)
                os.write(pipe, (folder / "good.csv").read_bytes())
            out, said = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, said) == (0, "run,AP\nslow,1.0\n", "")
