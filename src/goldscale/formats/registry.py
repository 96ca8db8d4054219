"""The table of file formats: what each is called, how it is recognised, read and written."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeVar, cast

from goldscale.data import Concepts, Judgements, Run, Votes
from goldscale.data.parameter import Parameter
from goldscale.data.registry import Registry
from goldscale.errors import ParameterError
from goldscale.files import UTF_16, Source, writing
from goldscale.limits import LINE
from goldscale.progress import Progress
from goldscale.text.blanks import RULES, UNRETRIEVED
from goldscale.text.headers import delimiter_of, split_header, told_delimiter
from goldscale.text.names import split_blanks

GROUP = "goldscale.formats"
"""Entry-point group of outside packages: each entry is a sequence of Format."""

NO, MAYBE, LIKELY, SURE = range(4)
"""What a sniffer may answer."""

ROWS = 200
"""So many rows show what a file is meant to be, even if some are broken."""

T = TypeVar("T")


TABLE_HINT = "A table of names has the headings image,label or image,labels; one of numbers a column for each label."

BLANK = Parameter(
    "blank",
    "An empty cell of a run counts as not retrieved (unretrieved), is an error (refuse), or has this score.",
    "number",
    UNRETRIEVED,
    choices=RULES,
    low=-math.inf,
)


@dataclass(frozen=True)
class Hints:
    """What the caller knows beside the file: label names where the format has none, the run's name.

    ``columns`` says which column of a table of votes holds what, where its header does not; ``blank`` what a cell of
    a run without a score stands for.
    """

    labels: Concepts | None = None
    name: str | None = None
    progress: Progress | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    blank: float | str = BLANK.default
    names: Source | None = None
    """A file that says what the ids in a run stand for, as the truth does."""


@dataclass(frozen=True)
class Sample:
    """The beginning of a file, for sniffing; what several sniffers look at is made once."""

    source: Source
    head: bytes
    whole: bool
    """Whether ``head`` is all there is."""
    truth: Source | None = None
    """The truth beside a run: how that is written may tell what the run means."""
    _known: dict[Callable[[Sample], object], object] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def text(self) -> str | None:
        """The head as text without a broken last line, lines ending in ``\\n``; None where it is not UTF-8 text."""
        complete = self.head
        if not self.whole:
            complete = complete[: max(complete.rfind(b"\n"), complete.rfind(b"\r")) + 1]
        if b"\0" in complete:
            return None
        try:
            text = complete.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def _lines(self) -> list[str]:
        return [line for line in (self.text or "").split("\n") if line.strip()]

    @property
    def lines(self) -> list[str]:
        """The head's lines that are not blank, without one that only tells the delimiter."""
        return self._lines if told_delimiter(self._lines) is None else self._lines[1:]

    @cached_property
    def rows(self) -> list[list[str]]:
        """The fields between blanks of the first lines that are no comments."""
        return list(islice((row for row in map(split_blanks, self.lines) if not row[0].startswith("#")), ROWS))

    def share(self, fits: Callable[[list[str]], bool]) -> float:
        """The part of the first lines, as fields between blanks, that fit."""
        return sum(map(fits, self.rows)) / max(len(self.rows), 1)

    @cached_property
    def delimiter(self) -> str | None:
        """What separates the fields, if this is a delimited table."""
        return told_delimiter(self._lines) or (delimiter_of(self.lines) if self.lines else None)

    @cached_property
    def header(self) -> list[str]:
        """The cells of a delimited table's first line; none where it is no such table."""
        return [] if self.delimiter is None else split_header(self.lines[0], self.delimiter)

    def once(self, recognise: Callable[[Sample], T]) -> T:
        """What a function says of this sample; formats of one family ask it the same."""
        if recognise not in self._known:
            self._known[recognise] = recognise(self)
        return cast(T, self._known[recognise])


@dataclass(frozen=True)
class Format:
    """One file format. A reader or writer that is None is not offered; losses say what writing would drop."""

    name: str
    title: str
    sniff: Callable[[Sample], int]
    suffixes: tuple[str, ...] = ()
    read_run: Callable[[Source, Hints], Run] | None = None
    read_judgements: Callable[[Source, Hints], Judgements] | None = None
    write_run: Callable[[Run, IO[bytes]], None] | None = None
    write_judgements: Callable[[Judgements, IO[bytes]], None] | None = None
    run_losses: Callable[[Run], list[str]] = lambda run: []
    judgement_losses: Callable[[Judgements], list[str]] = lambda truth: []
    read_votes: Callable[[Source, Hints], Votes] | None = None
    write_votes: Callable[[Votes, IO[bytes]], None] | None = None
    vote_losses: Callable[[Votes], list[str]] = lambda votes: []
    companions: Callable[[Source], list[Path]] = lambda source: []
    """The other files that reading a file may take in."""


_FORMATS: Registry[Format] = Registry(
    "format",
    "goldscale.formats.coco:FORMATS",
    "goldscale.formats.delimited:FORMATS",
    "goldscale.formats.imageclef:FORMATS",
    "goldscale.formats.json_tables:FORMATS",
    "goldscale.formats.jsonlines:FORMATS",
    "goldscale.formats.mulan:FORMATS",
    "goldscale.formats.npy:FORMATS",
    "goldscale.formats.npz:FORMATS",
    "goldscale.formats.parquet:FORMATS",
    "goldscale.tasks.plant.formats:FORMATS",
    "goldscale.formats.tags:FORMATS",
    "goldscale.formats.trec:FORMATS",
    "goldscale.formats.votes.coco:FORMATS",
    "goldscale.formats.votes.crowdflower:FORMATS",
    "goldscale.formats.votes.flickr8k:FORMATS",
    "goldscale.formats.votes.long:FORMATS",
    "goldscale.formats.votes.mturk:FORMATS",
    "goldscale.formats.votes.wide:FORMATS",
    group=GROUP,
)


def formats() -> Registry[Format]:
    """All known formats by name, built-in ones and those that installed packages register."""
    return _FORMATS


def take_sample(source: Source, size: int = 1 << 16, truth: Source | None = None) -> Sample:
    """The beginning of a file, at least a line of it as far as the limit allows."""
    head = source.head(size)
    while len(head) == size and size <= LINE.now and b"\n" not in head and b"\r" not in head:
        size *= 4
        head = source.head(size)
    return Sample(source, head, whole=len(head) < size, truth=truth)


def sniff(
    source: Source,
    size: int = 1 << 16,
    actions: tuple[str, ...] = ("read_run", "read_judgements"),
    truth: Source | None = None,
) -> Format:
    """The format that a file's content looks like, of those that can do one of ``actions``.

    The file's suffix only decides between equals. ``truth`` is the file of the truth beside a run, where it is known.
    """
    able = offering(*actions)
    sample = take_sample(source, size, truth)
    head = sample.head
    if not head.strip():
        raise source.error("data", instead="an empty file")
    rated = [(form.sniff(sample), source.suffix in form.suffixes, form) for form in able]
    best = max(rated, key=lambda r: r[:2])
    if best[0] == NO:
        if sample.text is None and (head.startswith(UTF_16) or not _is_binary(head)):
            next(iter(source.blocks()), None)  # says in which line the text is broken, or that it has no end
        first = next(iter(sample.lines), None)
        endless = not sample.whole and not _is_binary(head) if first is None else len(first.encode()) > LINE.now
        if endless:
            raise LINE.error(source.name, line=1)
        raise source.error(
            "one of the formats that 'goldscale convert --list' shows",
            line=None if first is None else 1,
            found=head[:20].hex(" ") if first is None else first,
            hint="Name the format if you know it: --format, for a truth --truth-format, in Python format=."
            + (f" {TABLE_HINT}" if sample.delimiter else ""),
        )
    return best[2]


def _is_binary(head: bytes) -> bool:
    """Whether this is no text at all, rather than text with a broken byte."""
    odd = sum(byte < 9 or 13 < byte < 32 for byte in head[:4096])
    return 10 * odd > min(len(head), 4096)


def companion_files(source: Source) -> list[Path]:
    """The files that reading this one may take in too, whatever its format; what they say is part of what is read."""
    return [path for form in formats().values() for path in form.companions(source) if path != source.path]


def offering(*actions: str) -> list[Format]:
    """The formats that can do one of these: read_run, write_run, read_judgements, write_judgements, read_votes..."""
    return [form for form in formats().values() if any(getattr(form, action) is not None for action in actions)]


def format_to_write(path: str | os.PathLike[str], format: str | None, action: str) -> Format:
    """The format of this name, else the one that the file's ending asks for; it can do ``action``."""
    able = offering(action)
    name = str(path).lower().removesuffix(".gz")
    form = formats()[format] if format else next((form for form in able if name.endswith(form.suffixes)), None)
    if form is None:
        expected = "say which with --to (format= in Python)"
        raise ParameterError(f"cannot tell a format from the name {str(path)!r}; {expected}")
    if form not in able:
        what = action.removeprefix("write_").replace("run", "a run")
        raise ParameterError(f"format {form.name} cannot hold {what}; try one of {', '.join(f.name for f in able)}")
    return form


def write(data: Any, path: str | os.PathLike[str], format: str | None, action: str) -> Format:
    """Write data by this ``action`` of a format, which is returned; whole or not at all."""
    form = format_to_write(path, format, action)
    with writing(path) as stream:
        getattr(form, action)(data, stream)
    return form
