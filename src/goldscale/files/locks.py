"""Who may work on something: locks that end with their holder, even with one that is killed."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from goldscale.errors import FormatError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK = ".goldscale-lock"
"""The file that is there while somebody works in a folder."""
PAUSE = 0.05
PATIENCE = 1.0
"""Seconds of waiting after which a person wants to know why."""
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
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
    begin, told = time.monotonic(), False
    while (handle := lock_folder(folder)) is None:
        if not told and time.monotonic() - begin > PATIENCE:
            told = True
            waiting()
        time.sleep(PAUSE)
    try:
        yield
    finally:
        unlock_folder(folder, handle)


def lock_folder(folder: Path) -> int | None:
    """The open lock file of a folder, if it is ours now."""
    path = folder / LOCK
    handle = _opened(path)
    if handle is None:
        return None
    if try_lock(handle) and is_still(handle, path):
        return handle
    os.close(handle)
    return None


def unlock_folder(folder: Path, handle: int) -> None:
    """Let others in."""
    with contextlib.suppress(OSError):  # Windows keeps a file that is open: it is locked again the next time
        (folder / LOCK).unlink()
    os.close(handle)


def _opened(path: Path) -> int | None:
    """The lock file, made where it is missing: whoever may write in the folder may lock it."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINKS, 0o666)
    except PermissionError as error:
        return _opened_for_reading(path, error)
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # it is somebody else's, or the file system knows no permissions
            os.fchmod(handle, 0o666 & os.stat(path.parent).st_mode)
    return handle


def _opened_for_reading(path: Path, error: PermissionError) -> int | None:
    """A lock file of another user, which may be locked without being written; None where it has just gone."""
    try:
        return os.open(path, os.O_RDONLY | _NO_LINKS)
    except FileNotFoundError:
        if os.access(path.parent, os.W_OK):
            return None
        raise error from None
    except PermissionError:
        hint = "If nobody is at work there any more, it can be removed."
        instead = f"the lock of {_owner(path)}"
        raise FormatError(path, "a lock that may be read", instead=instead, hint=hint) from error


def _owner(path: Path) -> str:
    try:
        return f"the user {path.owner()}"
    except (KeyError, OSError, NotImplementedError):  # without a name, out of sight, on Windows
        return "another user"
