"""ARFF, the file format of Weka and MULAN: a head of attributes, then rows, dense or sparse."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from goldscale.errors import counted
from goldscale.files import Source
from goldscale.limits import CELLS
from goldscale.progress import Progress
from goldscale.text.strict_json import parse

MARK = "goldscale-labels"
"""A comment that begins with this word says that all attributes are labels, and what they are called."""
MISSING = "?"

# Possessive quantifiers (*+): a broken line must not be tried in every possible way.
TOKEN = re.compile(r"""\s*+(?:'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)"|([^\s'"]\S*+))""")
"""A quoted or a bare word at the beginning of a text."""
ESCAPE = re.compile(r"\\(.)")
VALUE = r"""(?P<value>'(?:[^'\\]|\\.)*+'\s*+|"(?:[^"\\]|\\.)*+"\s*+|[^,'"]*+)(?P<end>,|$)"""
DENSE_VALUE = re.compile(rf"\s*+{VALUE}")
SPARSE_VALUE = re.compile(rf"\s*+(?P<index>[0-9]{{1,9}}+)\s++{VALUE}")


@dataclass
class Head:
    """What stands above the data: attributes with their types, our mark where there is one."""

    attributes: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The type of each attribute, and the line that says it."""
    about: dict[str, str] | None = None


def open_arff(source: Source, progress: Progress | None) -> tuple[Head, Iterator[tuple[int, str]]]:
    """The head, and the data lines below it."""
    head = Head()
    lines = source.lines(progress)
    for line, text in lines:
        stripped = text.strip()
        keyword = stripped.split(None, 1)[0].lower() if stripped else ""
        if stripped.startswith("%"):
            _read_mark(source, line, stripped, head)
        elif keyword == "@attribute":
            _read_attribute(source, line, stripped, head)
        elif keyword == "@data":
            return head, ((n, t) for n, t in lines if t.strip() and not t.lstrip().startswith("%"))
        elif stripped and keyword != "@relation":
            raise source.error("@relation, @attribute or @data", line=line, field=1, found=stripped)
    raise source.error("a line @data", instead="none" if head.attributes else "no ARFF header")


def label_rows(
    source: Source, head: Head, lines: Iterator[tuple[int, str]], names: Iterable[str]
) -> Iterator[tuple[int, list[str]]]:
    """Line and texts of these attributes of each row, quotation marks taken off."""
    width = len(head.attributes)
    place = dict(zip(head.attributes, range(width), strict=True))
    defaults = {place[name]: _default(head.attributes[name][0]) for name in names}
    cells = 0
    for line, text in lines:
        stripped = text.strip()
        cells += len(defaults)
        if stripped.startswith("{"):
            if cells > CELLS.now:  # of which the file names only some
                raise CELLS.error(source.name, line=line)
            found = _sparse_row(source, line, stripped, width, dict(defaults))
        else:
            fields = _dense_row(source, line, stripped, width)
            found = [fields[i] for i in defaults]
        yield line, [text.strip(" \t'\"") for text in found]


def _read_mark(source: Source, line: int, comment: str, head: Head) -> None:
    words = comment.lstrip("% ").split(None, 1)
    if not words or words[0] != MARK:
        return
    head.about = parse(source, words[1], line, MARK) if len(words) > 1 else {}
    if not isinstance(head.about, dict) or not all(isinstance(v, str) for v in head.about.values()):
        raise source.error("a JSON object of texts", line=line, field=MARK, found=words[1])


def _read_attribute(source: Source, line: int, text: str, head: Head) -> None:
    rest = text[len("@attribute") :]
    match = TOKEN.match(rest)
    kind = rest[match.end() :].strip() if match else ""
    if match is None or not kind:
        raise source.error("@attribute NAME TYPE", line=line, field=2 if match is None else 3, found=text)
    name = next(part for part in match.groups() if part is not None)
    name = name if match.group(3) is not None else ESCAPE.sub(r"\1", name)
    if name in head.attributes:
        first = head.attributes[name][1]
        raise source.error(f"each attribute once (it is in line {first} already)", line=line, field=2, found=name)
    head.attributes[name] = kind, line


def _default(kind: str) -> str:
    """What a sparse row leaves out: 0, or the first of the values of a nominal attribute."""
    return kind.strip("{}").split(",")[0].strip(" \t'\"") if kind.startswith("{") else "0"


def _split(source: Source, line: int, text: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    """The values between commas, quoted or not, as matches of the pattern."""
    found: list[re.Match[str]] = []
    position = 0
    while True:
        match = pattern.match(text, position)
        if match is None:
            raise source.error("values between commas", line=line, field=len(found) + 1, found=text[position:])
        found.append(match)
        position = match.end()
        if not match["end"]:
            return found


def _dense_row(source: Source, line: int, text: str, width: int) -> list[str]:
    if "'" not in text and '"' not in text:
        fields = text.split(",")
    else:
        fields = [match["value"] for match in _split(source, line, text, DENSE_VALUE)]
    if len(fields) != width:
        raise source.error(
            f"{counted(width, 'value')}, one per attribute",
            line=line,
            field=min(len(fields), width) + 1,
            instead=counted(len(fields), "value"),
        )
    return fields


def _sparse_row(source: Source, line: int, text: str, width: int, wanted: dict[int, str]) -> list[str]:
    """The wanted columns of a row {index value, ...}; what it leaves out has the default."""
    if not text.endswith("}"):
        raise source.error("a sparse row that ends in }", line=line, field=1, found=text[-20:])
    inner = text[1:-1].strip()
    seen: set[int] = set()
    for place, match in enumerate(_split(source, line, inner, SPARSE_VALUE) if inner else [], start=1):
        index = int(match["index"])
        if index >= width or index in seen:
            expected = f"an index below {width}, each once"
            raise source.error(expected, line=line, field=place, found=match["index"])
        seen.add(index)
        if index in wanted:
            wanted[index] = match["value"]
    return list(wanted.values())


def quote(name: str) -> str:
    """A name as ARFF quotes it."""
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
