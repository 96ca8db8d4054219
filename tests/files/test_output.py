"""Writing: whole or not at all, also where a process is killed in the middle of it."""

from __future__ import annotations

import errno
import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from goldscale.files import locks, output, scratch_folder, write_text, writing

posix = pytest.mark.skipif(os.name == "nt", reason="Windows locks otherwise")


@pytest.fixture(autouse=True)
def as_a_new_process() -> None:
    output._sweep.cache_clear()


def test_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    write_text(path, "before")
    with pytest.raises(RuntimeError), writing(path) as stream:  # noqa: PT012 - the failure is in the middle
        stream.write(b"half")
        raise RuntimeError
    assert path.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_written_gzip_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        write_text(tmp_path / name, "text")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"text"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_text(tmp_path / "link.txt", "after")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "after"


def test_a_failure_names_the_target(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for target in (tmp_path / "file" / "x.txt", tmp_path):
        with pytest.raises(OSError, match="directory") as caught:
            write_text(target, "text")
        assert caught.value.filename == str(target)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_without_following_a_file_takes_the_place_of_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_text(tmp_path / "link.txt", "after", through_links=False)
    assert not (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "link.txt").read_text() == "after"
    assert (tmp_path / "real.txt").read_text() == "before"


def test_missing_folders_are_made(tmp_path: Path) -> None:
    write_text(tmp_path / "new" / "deep" / "x.txt", "text")
    assert (tmp_path / "new" / "deep" / "x.txt").read_text() == "text"


def test_what_lasts_is_flushed_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    sync, rename = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (steps.append("flushed"), sync(handle)))
    monkeypatch.setattr(Path, "replace", lambda self, target: (steps.append("named"), rename(self, target)))
    write_text(tmp_path / "a.txt", "text")
    assert steps == ["flushed", "named", "flushed"]  # the last: the folder's own list of names
    steps.clear()
    with writing(tmp_path / "b.txt", lasting=False) as stream:
        stream.write(b"text")
    assert steps == ["named"]


KILLED = """
import os, signal, sys
from goldscale.files import writing
with writing(sys.argv[1]) as stream:
    stream.write(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@posix
def test_what_a_killed_process_left_is_swept_away(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    subprocess.run([sys.executable, "-c", KILLED, target], check=False)
    (left,) = names(tmp_path)
    assert left.startswith(".out.txt.")
    write_text(tmp_path / "other.txt", "text")
    assert names(tmp_path) == {"other.txt"}


@posix
def test_nothing_else_is_swept_away(tmp_path: Path) -> None:
    kept = {".out.txt.swp", ".out.txt.abcdefgh", "out.txt.abcdefgh.goldscale-tmp", ".x.ABC.goldscale-tmp"}
    for name in kept:
        (tmp_path / name).write_text("a stranger's")
    (tmp_path / ".dir.abcdefgh.goldscale-tmp").mkdir()
    (tmp_path / ".link.abcdefgh.goldscale-tmp").symlink_to(".out.txt.swp")
    before = names(tmp_path)
    with writing(tmp_path / "one.txt") as first:
        first.write(b"still at it")
        output._sweep.cache_clear()
        write_text(tmp_path / "two.txt", "text")  # sweeps, but not what is being written
    assert names(tmp_path) == before | {"one.txt", "two.txt"}


@posix
def test_where_nobody_can_lock_nothing_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def unknown(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", unknown)
    (tmp_path / ".a.txt.abcdefgh.goldscale-tmp").touch()
    write_text(tmp_path / "b.txt", "text")
    assert names(tmp_path) == {".a.txt.abcdefgh.goldscale-tmp", "b.txt"}


@posix
def test_a_file_that_is_swept_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked, rest = output.try_lock, iter([True])

    def too_late(handle: int, **how: bool) -> bool:
        if next(rest, False):
            next(tmp_path.glob(".a.txt.*")).unlink()
        return locked(handle, **how)

    monkeypatch.setattr(output, "try_lock", too_late)
    write_text(tmp_path / "a.txt", "text")
    assert names(tmp_path) == {"a.txt"}


KILLED_IN = """
import os, signal, sys
from pathlib import Path
from goldscale.files import scratch_folder
with scratch_folder(Path(sys.argv[1]), ".made-") as folder:
    (folder / "half").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@posix
def test_a_folder_that_a_killed_process_left_goes_with_the_next(tmp_path: Path) -> None:
    (tmp_path / ".made-stranger").mkdir()
    (tmp_path / ".made-12345678").mkdir()  # of which nobody can tell whose it is
    subprocess.run([sys.executable, "-c", KILLED_IN, tmp_path], check=False)
    assert len(names(tmp_path)) == 3
    with scratch_folder(tmp_path, ".made-") as first, scratch_folder(tmp_path, ".made-") as second:
        (first / "x").touch()
        assert first.is_dir()
        assert names(tmp_path) == {".made-stranger", ".made-12345678", first.name, second.name}
    assert names(tmp_path) == {".made-stranger", ".made-12345678"}


SWEEPS = """
import sys, time
from pathlib import Path
from goldscale.files import scratch_folder
end = time.monotonic() + 1
while time.monotonic() < end:
    with scratch_folder(Path(sys.argv[1]), ".made-") as folder:
        (folder / "x").touch()
        assert (folder / "x").exists()
"""


@posix
def test_those_who_sweep_leave_newcomers_alone(tmp_path: Path) -> None:
    pair = [subprocess.Popen([sys.executable, "-c", SWEEPS, tmp_path], stderr=subprocess.PIPE) for _ in range(2)]
    assert [process.communicate()[1] for process in pair] == [b"", b""]
    assert names(tmp_path) == set()


@posix
def test_a_newcomer_that_is_swept_away_begins_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Path] = []

    def swept_first(folder: Path) -> int | None:
        tried.append(folder)
        if len(tried) == 1:
            folder.rmdir()
        return locks.lock_folder(folder)

    monkeypatch.setattr(output, "lock_folder", swept_first)
    with scratch_folder(tmp_path, ".made-") as folder:
        assert tried == [tried[0], folder]
    assert names(tmp_path) == set()


@posix
def test_who_sweeps_holds_the_lock_until_all_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run([sys.executable, "-c", KILLED_IN, tmp_path], check=False)
    honest, seen = shutil.rmtree, []

    def watched(folder: Path, **how: bool) -> None:
        if (Path(folder) / locks.LOCK).exists():
            seen.append(locks.lock_folder(Path(folder)))
        honest(folder, **how)

    monkeypatch.setattr(output.shutil, "rmtree", watched)
    with scratch_folder(tmp_path, ".made-"):
        assert seen == [None]


@posix
def test_a_folder_of_another_user_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run([sys.executable, "-c", KILLED_IN, tmp_path], check=False)
    left = names(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    with scratch_folder(tmp_path, ".made-") as folder:
        assert names(tmp_path) == {*left, folder.name}


def test_a_file_system_that_cannot_flush(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(number: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", lambda handle: refused(errno.EINVAL))
    write_text(tmp_path / "a.txt", "text")
    monkeypatch.setattr(os, "fsync", lambda handle: refused(errno.EIO))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        write_text(tmp_path / "b.txt", "text")
    assert names(tmp_path) == {"a.txt"}
