"""Locks: one at a time, and none is left by the dead."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from goldscale.errors import FormatError
from goldscale.files import alone_in, locks

HOLDS = """
import sys, time
from pathlib import Path
from goldscale.files import alone_in
with alone_in(Path(sys.argv[1]), print):
    print("in", flush=True)
    time.sleep(60)
"""
posix = pytest.mark.skipif(os.name == "nt", reason="Windows locks otherwise")


def silent() -> None:
    """Nobody waits long here."""


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    with alone_in(tmp_path, silent):
        assert (tmp_path / locks.LOCK).exists()
    assert not list(tmp_path.iterdir())


def test_one_at_a_time(tmp_path: Path) -> None:
    inside, most = [0], [0]

    def work() -> None:
        for _ in range(5):
            with alone_in(tmp_path, silent):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                time.sleep(0.001)
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]
    assert not list(tmp_path.iterdir())


def test_who_waits_is_told_why_and_goes_on_when_the_holder_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.1)
    told = []
    with subprocess.Popen([sys.executable, "-c", HOLDS, tmp_path], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "in\n"

        def waiting() -> None:
            told.append("waiting")
            holder.kill()

        with alone_in(tmp_path, waiting):
            assert told == ["waiting"]


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / locks.LOCK).symlink_to(tmp_path / "precious")
    with pytest.raises(OSError, match=locks.LOCK), alone_in(tmp_path / "in", silent):
        pytest.fail("the link was followed")
    assert (tmp_path / "precious").read_text() == "precious"


@posix
def test_a_file_system_without_locks_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def unknown(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", unknown)
    with alone_in(tmp_path, silent):
        pass
    assert not list(tmp_path.iterdir())


@posix
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o755, 0o700])
def test_whoever_may_write_in_the_folder_may_lock_it(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(mode)
    mask = os.umask(0o077)
    try:
        with alone_in(folder, silent):
            assert stat.S_IMODE((folder / locks.LOCK).stat().st_mode) == 0o666 & mode
    finally:
        os.umask(mask)


def refuse(monkeypatch: pytest.MonkeyPatch, *refused: int) -> None:
    """Files that are opened in these ways are another user's."""
    honest = os.open

    def opened(path: Path, flags: int, *mode: int) -> int:
        if flags & os.O_ACCMODE in refused:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return honest(path, flags, *mode)

    monkeypatch.setattr(os, "open", opened)


@posix
def test_the_lock_of_another_user_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.1)
    with subprocess.Popen([sys.executable, "-c", HOLDS, tmp_path], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "in\n"
        refuse(monkeypatch, os.O_RDWR)
        with alone_in(tmp_path, holder.kill):
            assert holder.wait() < 0


@posix
def test_a_lock_that_cannot_even_be_read_has_an_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / locks.LOCK).touch()
    refuse(monkeypatch, os.O_RDWR, os.O_RDONLY)
    with pytest.raises(FormatError, match=f"found the lock of the user {tmp_path.owner()}"), alone_in(tmp_path, silent):
        pytest.fail("nobody can tell whether somebody is at work there")


@posix
def test_the_lock_of_another_user_that_goes_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, opened = os.open, []

    def gone_by_now(path: Path, flags: int, *mode: int) -> int:
        opened.append(flags)
        if len(opened) == 1:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return honest(path, flags, *mode)

    monkeypatch.setattr(os, "open", gone_by_now)
    with alone_in(tmp_path, silent):
        assert len(opened) == 3


@posix
def test_a_folder_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, os.O_RDWR)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError, match=locks.LOCK), alone_in(tmp_path, silent):
        pytest.fail("there is no lock")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be two users")
@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")  # where other tests have left threads
def test_two_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o1777)  # where, moreover, some systems let nobody open a stranger's file to create it
    monkeypatch.chdir(tmp_path)
    with alone_in(Path(), silent):
        child = os.fork()
        if not child:
            try:
                os.setuid(65534)
                with alone_in(Path(), lambda: os._exit(7)):
                    os._exit(8)
            finally:
                os._exit(9)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
