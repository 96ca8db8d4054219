"""Files are written whole or not at all, and stay written when the power fails."""

from __future__ import annotations

import contextlib
import errno
import gzip
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import IO, cast

from goldscale.errors import FormatError
from goldscale.files.locks import LOCK, is_still, lock_folder, try_lock, unlock_folder
from goldscale.files.source import FILE, FOLDER, STDIN, kind_of

_ENDING = ".goldscale-tmp"
_TEMPORARY = re.compile(rf"\..+\.[a-z0-9_]{{8}}{re.escape(_ENDING)}")
"""How files are called that have not got their name yet."""


@contextlib.contextmanager
def writing(path: str | os.PathLike[str], *, through_links: bool = True, lasting: bool = True) -> Iterator[IO[bytes]]:
    """Write a file whole or not at all; ``-`` is standard output, a name in ``.gz`` is compressed.

    The bytes go to a temporary file beside the target, which takes its name only after the block ends
    without an error. Folders that are missing are made. A link stays one, and what it points to is written; without
    ``through_links`` the file takes the link's place. A device or a pipe is written directly. An OSError names the
    target, not the temporary file. ``lasting`` is False for what can be made again: it need not survive the power.
    """
    if str(path) == STDIN:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if "\0" in str(path):
        raise FormatError(str(path), "the name of a file", instead="a NUL character in it")
    try:
        given = Path(path)
        if through_links and kind_of(given) not in (None, FILE, FOLDER):
            with given.open("wb") as raw:
                yield raw
            return
        target = given.resolve() if through_links else given.parent.resolve() / given.name
        if target.parent.exists() and not target.parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        target.parent.mkdir(parents=True, exist_ok=True)
        with _replacing(target, lasting) as raw:
            if given.name.endswith(".gz"):
                # No name and no time in the header: the same content gives the same bytes.
                with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
                    yield cast(IO[bytes], packed)
            else:
                yield raw
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_text(path: str | os.PathLike[str], text: str, *, through_links: bool = True) -> None:
    """Write UTF-8 text, whole or not at all."""
    with writing(path, through_links=through_links) as stream:
        stream.write(text.encode("utf-8"))


@contextlib.contextmanager
def scratch_folder(beside: Path, prefix: str) -> Iterator[Path]:
    """A folder in which something is made before it moves to its place; what is left in it goes, also a dead one's."""
    with contextlib.suppress(OSError):
        for left in beside.glob(f"{prefix}????????"):
            with contextlib.suppress(OSError):
                _remove_abandoned(left / LOCK, lambda path: shutil.rmtree(path.parent, ignore_errors=True))
    while True:
        with tempfile.TemporaryDirectory(prefix=prefix, dir=beside) as name, _locked(Path(name)) as ours:
            if ours:
                yield Path(name)
                return


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Whether a new folder could be locked: another process may sweep it away before that."""
    try:
        handle = lock_folder(folder)
    except FileNotFoundError:
        handle = None
    try:
        yield handle is not None
    finally:
        if handle is not None:
            unlock_folder(folder, handle)


@contextlib.contextmanager
def _replacing(target: Path, lasting: bool) -> Iterator[IO[bytes]]:
    """A temporary file that takes the target's place if all goes well, and disappears otherwise."""
    _sweep(target.parent)
    handle, temporary = _temporary(target)
    # The lock lasts until the file has its name. Windows, where an open file cannot be renamed, does without.
    lock = None if sys.platform == "win32" else os.dup(handle)
    try:
        with os.fdopen(handle, "wb") as raw:
            yield raw
            raw.flush()
            if lasting:
                _sync(raw.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
        if lasting:
            _sync_folder(target.parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    finally:
        if lock is not None:
            os.close(lock)


def _temporary(target: Path) -> tuple[int, Path]:
    """A new file beside the target, open and locked: by that others know that somebody is at work on it."""
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=_ENDING, dir=target.parent)
        if sys.platform == "win32" or (try_lock(handle) and is_still(handle, name)):
            return handle, Path(name)
        os.close(handle)  # swept away by another process before it was locked


@cache
def _sweep(folder: Path) -> None:
    """Remove what killed processes of this user have left half-written in a folder; once in a process.

    A temporary file that nobody has locked belongs to nobody any more. (On Windows, which locks otherwise, it stays.)
    """
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for path in [Path(entry.path) for entry in entries if _TEMPORARY.fullmatch(entry.name)]:
            with contextlib.suppress(OSError):
                _remove_abandoned(path, os.unlink)


def _remove_abandoned(path: Path, remove: Callable[[Path], None]) -> None:
    """Remove what belongs to a file of this user that nobody has locked; the lock is ours until it is gone."""
    if sys.platform == "win32":
        return
    about = os.lstat(path)
    if not stat.S_ISREG(about.st_mode) or about.st_uid != os.geteuid():
        return
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    try:
        if try_lock(handle, unknown=False) and is_still(handle, path):
            remove(path)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder last; not all systems let one open a folder."""
    with contextlib.suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            _sync(handle)
        finally:
            os.close(handle)


def _sync(handle: int) -> None:
    """Flush to the disk, where the file system knows of such a thing."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EBADF):
            raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
