"""Who may work on something: locks that end with their holder, even with one that is killed."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK = ".goldscale-lock"
"""The file that is there while somebody works in a folder."""
PAUSE = 0.05
PATIENCE = 1.0
"""Seconds of waiting after which a person wants to know why."""
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EBADF}
"""What file systems say that know no locks."""


def try_lock(handle: int, *, unknown: bool = True) -> bool:
    """Take the lock of an open file, unless somebody else has it; closing the file gives it back.

    ``unknown`` is the answer where the file system knows no locks, so that nobody can tell.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return unknown and error.errno in _NO_LOCKS
    return True


def is_still(handle: int, path: str | os.PathLike[str]) -> bool:
    """Whether the open file is the one that has this name: another process may have removed it meanwhile."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


@contextlib.contextmanager
def alone_in(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """One process at a time: others wait here until it has left, and ``waiting`` is called if that takes long.

    The file that is locked is never followed where it is a link.
    """
    path, begin, told = folder / LOCK, time.monotonic(), False
    while (handle := _locked(path)) is None:
        if not told and time.monotonic() - begin > PATIENCE:
            told = True
            waiting()
        time.sleep(PAUSE)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # Windows keeps a file that is open: it is locked again the next time
            path.unlink()
        os.close(handle)


def is_abandoned(folder: Path) -> bool:
    """Whether somebody worked alone in this folder and died: the lock is still there, and nobody has it."""
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return False
    try:
        return try_lock(handle, unknown=False)
    finally:
        os.close(handle)


def _locked(path: Path) -> int | None:
    """The open lock file, if it is ours now."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    if try_lock(handle) and is_still(handle, path):
        return handle
    os.close(handle)
    return None
