"""Locks: one at a time, and none is left by the dead."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from goldscale.files import alone_in, locks

HOLDS = """
import sys, time
from pathlib import Path
from goldscale.files import alone_in
with alone_in(Path(sys.argv[1]), print):
    print("in", flush=True)
    time.sleep(60)
"""


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


@pytest.mark.skipif(os.name == "nt", reason="Windows locks otherwise")
def test_a_file_system_without_locks_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import errno
    import fcntl

    def unknown(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", unknown)
    with alone_in(tmp_path, silent):
        pass
    assert not list(tmp_path.iterdir())
