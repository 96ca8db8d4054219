"""A file to read: gzip, standard input, encoding."""

from __future__ import annotations

import contextlib
import errno
import gzip
import hashlib
import math
import os
import re
import stat
import sys
import tempfile
import weakref
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from goldscale.errors import FormatError, MissingResourceError, ParameterError
from goldscale.limits import LINE, RATIO, SMALL, STREAM, UNPACKED, unpacked_limit
from goldscale.progress import Progress

GZIP_MAGIC = b"\x1f\x8b"
STDIN = "-"
BLOCK = 1 << 18
"""Text is taken in pieces of this size: large enough to be quick, small beside any result."""

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How text in UTF-16 begins, as spreadsheets save it."""

LINE_END = re.compile(rb"\r\n|\r|\n")

FILE, PIPE, FOLDER = "a file", "a pipe", "a folder"
_KINDS = {stat.S_IFREG: FILE, stat.S_IFIFO: PIPE, stat.S_IFDIR: FOLDER, stat.S_IFSOCK: "a socket"}


def kind_of(path: str | os.PathLike[str]) -> str | None:
    """What a path leads to, in words: a file, a pipe, a folder, a socket or a device; None where nothing is there."""
    try:
        return _KINDS.get(stat.S_IFMT(os.stat(path).st_mode), "a device")
    except ValueError as error:  # a NUL byte in the name
        raise OSError(errno.EINVAL, str(error), str(path)) from error
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):  # the last: links that lead to each other
            return None
        raise


def stem_of(path: Path) -> str:
    """A file's name without folder, ``.gz`` and suffix."""
    name = path.name.removesuffix(".gz")
    return Path(name).stem or name


class Source:
    """A file to read, gzipped or not, or standard input (``-``); remembers enough to be read more than once.

    Everything that goes wrong while reading (a truncated gzip, bytes that are no UTF-8) becomes a
    FormatError that names the file and, where there is one, the line.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        if not isinstance(path, str | os.PathLike):
            raise ParameterError(f"a path is text or a Path, not a {type(path).__name__}")
        self.name = "<stdin>" if str(path) == STDIN else str(path)
        self.path: Path | None = None
        self._spool: IO[bytes] | None = None
        if str(path) == STDIN:
            if sys.stdin is None:
                raise MissingResourceError("standard input", "It is closed.")
            self._keep(sys.stdin.buffer)
            return
        self.path = Path(path)
        try:
            if "\0" in self.name:
                raise self.error("the name of a file", instead="a NUL character in it")
            kind = kind_of(self.path)
            if kind == PIPE:  # as <(...) of a shell makes
                with self.path.open("rb") as stream:
                    self._keep(stream)
        except OSError as error:  # a folder on the way that may not be searched, a name that is too long
            raise self.error("a readable file", instead=error.strerror or str(error)) from error
        if kind is None:
            raise MissingResourceError(f"file {self.name!r}", "Check the path.")
        if kind not in (FILE, PIPE):  # a device may have no end
            raise self.error("a file", instead=kind)

    def _keep(self, stream: IO[bytes]) -> None:
        """Take in what can be read only once: sniffing and reading both need it."""
        # On disk rather than in memory: it may be large.
        self._spool = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as this object
        weakref.finalize(self, self._spool.close)
        taken = 0
        while chunk := stream.read(BLOCK):
            taken += len(chunk)
            if taken > STREAM.now:
                raise STREAM.error(self.name)
            self._spool.write(chunk)

    @property
    def stem(self) -> str:
        """The file's name without folder, ``.gz`` and suffix: a run's default name."""
        return "stdin" if self.path is None else stem_of(self.path)

    @property
    def suffix(self) -> str:
        """The lower-case suffix that tells the format, ``.gz`` set aside."""
        return "" if self.path is None else Path(self.path.name.lower().removesuffix(".gz")).suffix

    @contextlib.contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """Open for reading bytes, decompressed; foreseeable failures become FormatErrors."""
        try:
            with contextlib.ExitStack() as stack:
                raw = self._spool
                if raw is None:
                    raw = stack.enter_context(Path(self.name).open("rb"))
                allowed = unpacked_limit(self.size)  # asked before: to measure what was taken in moves about in it
                raw.seek(0)
                magic = raw.read(2)
                raw.seek(0)
                if magic == GZIP_MAGIC:
                    yield cast(IO[bytes], stack.enter_context(_Unpacked(raw, allowed)))
                else:
                    yield raw
        except _TooLarge as error:
            raise self.unpacked_error(self.size) from error
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise self.error(
                "a whole gzip file",
                instead=str(error),
                hint="The file was cut off or damaged; copy it again.",
            ) from error
        except OSError as error:
            raise self.error("a readable file", instead=error.strerror or str(error)) from error

    def read_bytes(self) -> bytes:
        """The whole content, decompressed."""
        with self.open() as stream:
            return stream.read()

    def small_bytes(self) -> bytes:
        """The whole content, decompressed, of a file that has no reason to be large."""
        with self.open() as stream:
            raw = stream.read(-1 if SMALL.now == math.inf else int(SMALL.now) + 1)
        if len(raw) > SMALL.now:
            raise SMALL.error(self.name)
        return raw

    @property
    def size(self) -> int:
        """Bytes on disk."""
        if self._spool is not None:
            return self._spool.seek(0, os.SEEK_END)
        return 0 if self.path is None else self.path.stat().st_size

    def head(self, size: int = 1 << 16) -> bytes:
        """The first bytes, decompressed: what sniffing looks at."""
        with self.open() as stream:
            return stream.read(size)

    def pieces(self, progress: Progress | None = None, size: int = BLOCK) -> Iterator[bytes]:
        """The content in pieces of whole lines; ``progress`` hears of bytes read and bytes in all."""
        total = self.size
        pending: list[bytes] = []
        given = waiting = 0
        with self.open() as stream:
            while chunk := stream.read(size):
                cut = max(chunk.rfind(b"\n"), chunk.rfind(b"\r", 0, -1))
                if cut < 0:
                    pending.append(chunk)
                    waiting += len(chunk)
                    if waiting > LINE.now:
                        raise LINE.error(self.name, line=self._line_at(given))
                    continue
                yield b"".join((*pending, chunk[: cut + 1]))
                pending = [chunk[cut + 1 :]]
                given += waiting + cut + 1
                waiting = len(pending[0])
                if progress is not None:
                    progress(_position(stream), total)
            if rest := b"".join(pending):
                yield rest
        if progress is not None:
            progress(total, total)

    def _line_at(self, place: int) -> int:
        """The number of the line that begins at this byte."""
        lines = 1
        with self.open() as stream:
            while chunk := stream.read(min(place, BLOCK)):
                lines += chunk.count(b"\n") or chunk.count(b"\r")
                place -= len(chunk)
        return lines

    def blocks(self, progress: Progress | None = None, size: int = BLOCK) -> Iterator[tuple[int, str]]:
        """The text in blocks of whole lines, each with the number (from 1) of its first line.

        Lines end in ``\\n`` here, whatever the file uses (LF, CRLF, the old CR), and the last one of a
        block has no end; a byte-order mark is dropped.
        """
        number = 1
        for piece in self.pieces(progress, size):
            text = self._decode(piece, number)
            yield number, text
            number += text.count("\n") + 1

    def lines(self, progress: Progress | None = None) -> Iterator[tuple[int, str]]:
        """Number (from 1) and text of each line, without its end; any of LF, CRLF, CR and a byte-order mark."""
        for first, text in self.blocks(progress):
            yield from enumerate(text.split("\n"), start=first)

    def _decode(self, raw: bytes, first_line: int) -> str:
        """A block's text with ``\\n`` between its lines; bytes that are no UTF-8 text are an error."""
        try:
            text = raw.decode("utf-8-sig" if first_line == 1 else "utf-8")
        except UnicodeDecodeError as error:
            line = first_line + len(LINE_END.findall(raw, 0, error.start))
            raise self.encoding_error(line, raw, error) from error
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        if "\0" in text:
            raise self.error(
                "text",
                line=first_line + text.count("\n", 0, text.index("\0")),
                instead="a NUL byte",
                hint="The file is damaged, binary or in UTF-16.",
            )
        return text.removesuffix("\n")

    def error(
        self,
        expected: str,
        *,
        line: int | None = None,
        field: str | int | None = None,
        found: str | None = None,
        instead: str | None = None,
        hint: str | None = None,
    ) -> FormatError:
        """What this file does not say as its format requires."""
        return FormatError(self.name, expected, line=line, field=field, found=found, instead=instead, hint=hint)

    def unpacked_error(self, size: int, field: str | None = None) -> FormatError:
        """The error for packed content out of all proportion to a file of this size."""
        limit = UNPACKED if UNPACKED.now >= RATIO.now * size else RATIO
        return limit.error(self.name, field=field, allowed=unpacked_limit(size) if limit is UNPACKED else None)

    def encoding_error(self, line: int | None, raw: bytes, error: UnicodeDecodeError) -> FormatError:
        """The error for bytes that are not UTF-8."""
        utf16 = raw.startswith(UTF_16)
        return self.error(
            "UTF-8 text",
            line=line,
            instead="UTF-16" if utf16 else f"the byte 0x{raw[error.start]:02x} (Latin-1?)",
            hint="Save the file as UTF-8" + (" (spreadsheets call it CSV UTF-8)." if utf16 else "."),
        )

    def text(self) -> str:
        """The whole content as text, line ends as they are."""
        return self._whole_text(self.read_bytes())

    def small_text(self) -> str:
        """The same of a file that has no reason to be large."""
        return self._whole_text(self.small_bytes())

    def _whole_text(self, raw: bytes) -> str:
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            raise self.encoding_error(line, raw, error) from error

    def digest(self) -> str:
        """SHA-256 of the decompressed content."""
        with self.open() as stream:
            return hashlib.file_digest(cast(Any, stream), "sha256").hexdigest()


class _TooLarge(Exception):
    """Content out of all proportion to its file."""


class _Unpacked(gzip.GzipFile):
    """The content of a gzip, which a file of a megabyte can have a gigabyte of; no more is read than is allowed."""

    def __init__(self, packed: IO[bytes], allowed: float) -> None:
        super().__init__(fileobj=packed)
        self._left = allowed

    def read(self, size: int | None = -1) -> bytes:
        """So many bytes, or all that are left."""
        if self._left < sys.maxsize and (size is None or size < 0 or size > self._left):
            size = int(self._left) + 1
        content = super().read(size)
        self._left -= len(content)
        if self._left < 0:
            raise _TooLarge
        return content


def _position(stream: IO[bytes]) -> int:
    """How far the file itself has been read, which for a gzip is not where its content is."""
    packed = getattr(stream, "fileobj", None)
    return int(stream.tell() if packed is None else packed.tell())
