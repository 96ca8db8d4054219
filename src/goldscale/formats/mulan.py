"""MULAN: ARFF (dense or sparse rows) in which some attributes are labels, which an XML file beside it lists.

Only the label columns are read: as a truth, or as the scores (numeric attributes) or decisions ({0,1}) of a run. The
labels are those the caller gives, else those of ``STEM.xml`` (for ``STEM-train.arff``, ``STEM-test.arff`` and the
``-sparse`` forms too). Rows have no names; they are numbered. A value of ? is unjudged or unretrieved.

We write dense ARFF of label columns only, with a line ``% goldscale-labels {...}`` that says that all attributes are
labels and what items and labels are called, so that no XML is needed to read it back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO
from xml.etree import ElementTree

import numpy as np

from goldscale.data import Concepts, Items, Judgements, Run
from goldscale.data.matrix import Matrix, cells, compact
from goldscale.errors import FormatError, ParameterError
from goldscale.files import Source
from goldscale.formats.names import require_text
from goldscale.formats.output import (
    about_losses,
    numbering_losses,
    require_finite,
    require_shape,
    text_rows,
    world_losses,
    write_lines,
)
from goldscale.formats.registry import NO, SURE, Format, Hints, Sample
from goldscale.formats.rows import Rows

MARK = "goldscale-labels"
MISSING = "?"
TOKEN = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s'"]\S*))""")
"""A quoted or a bare word at the beginning of a text."""
ESCAPE = re.compile(r"\\(.)")
VALUE = r"""(?P<value>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,'"]*)\s*(?P<end>,|$)"""
DENSE_VALUE = re.compile(rf"\s*{VALUE}")
SPARSE_VALUE = re.compile(rf"\s*(?P<index>[0-9]{{1,9}})\s+{VALUE}")
STEM_ENDINGS = re.compile(r"-(?:train|test|sparse)$", re.IGNORECASE)


@dataclass
class Head:
    """What stands above the data: attributes with their types, our mark where there is one."""

    names: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    position: dict[str, int] = field(default_factory=dict)
    about: dict[str, str] | None = None


def _open(source: Source, hints: Hints) -> tuple[Head, Iterator[tuple[int, str]]]:
    """The head, and the data lines below it."""
    head = Head()
    lines = source.lines(hints.progress)
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
            raise FormatError(source.name, "@relation, @attribute or @data", line=line, field=1, found=stripped)
    raise FormatError(source.name, "a line @data", found="none" if head.names else "no ARFF header")


def _read_mark(source: Source, line: int, comment: str, head: Head) -> None:
    words = comment.lstrip("% ").split(None, 1)
    if not words or words[0] != MARK:
        return
    try:
        head.about = json.loads(words[1]) if len(words) > 1 else {}
    except (ValueError, RecursionError) as error:
        raise FormatError(source.name, "JSON", line=line, field=MARK, found=str(error)) from None
    if not isinstance(head.about, dict) or not all(isinstance(v, str) for v in head.about.values()):
        raise FormatError(source.name, "a JSON object of texts", line=line, field=MARK, found=words[1])


def _read_attribute(source: Source, line: int, text: str, head: Head) -> None:
    rest = text[len("@attribute") :]
    match = TOKEN.match(rest)
    kind = rest[match.end() :].strip() if match else ""
    if match is None or not kind:
        raise FormatError(source.name, "@attribute NAME TYPE", line=line, field=2 if match is None else 3, found=text)
    name = next(part for part in match.groups() if part is not None)
    name = name if match.group(3) is not None else ESCAPE.sub(r"\1", name)
    if name in head.position:
        first = head.lines[head.position[name]]
        raise FormatError(
            source.name, f"each attribute once (it is in line {first} already)", line=line, field=2, found=name
        )
    head.position[name] = len(head.names)
    head.names.append(name)
    head.types.append(kind)
    head.lines.append(line)


def _labels(source: Source, hints: Hints, head: Head) -> Concepts:
    """Which attributes are labels."""
    noun = (head.about or {}).get("labels") or "label"
    if hints.labels is not None:
        labels, origin = hints.labels, "the labels given"
    elif head.about is not None:
        labels, origin = Concepts(head.names, noun), source.name
    else:
        names, origin = _from_xml(source)
        labels = Concepts(names, noun)
    for name in labels:
        if name not in head.position:
            raise FormatError(
                source.name, f"an attribute for each label of {origin}", field=name, found=f"no attribute {name}"
            )
    if not len(labels):
        raise FormatError(source.name, "at least one label", found="none")
    return labels


def _from_xml(source: Source) -> tuple[list[str], str]:
    """Label names of the XML file beside an ARFF file, nested ones after their parents."""
    stem = source.stem
    tried = []
    while source.path is not None:
        path = source.path.with_name(f"{stem}.xml")
        tried.append(path.name)
        if path.exists():
            return _parse_xml(Source(path)), path.name
        shorter = STEM_ENDINGS.sub("", stem)
        if shorter == stem:
            break
        stem = shorter
    raise FormatError(
        source.name,
        "an XML file beside it that lists the labels",
        found=f"no {' or '.join(tried)}" if tried else "standard input",
        hint="Or name the labels yourself (labels=).",
    )


def _parse_xml(source: Source) -> list[str]:
    try:
        root = ElementTree.fromstring(source.read_bytes())
    except ElementTree.ParseError as error:
        raise FormatError(source.name, "XML", line=error.position[0], found=str(error)) from None
    except (ValueError, LookupError) as error:  # an encoding that Python does not know
        raise FormatError(source.name, "XML", found=str(error)) from None
    names: list[str] = []
    for element in root.iter():
        if element.tag.rpartition("}")[2] == "label":
            name = element.get("name")
            if not name or name in names:
                raise FormatError(source.name, "a name for each label, each once", field="name", found=str(name))
            names.append(name)
    return names


def _read(source: Source, hints: Hints) -> tuple[Head, Concepts, Rows, list[str]]:
    """Head, labels, their values, and the labels' types."""
    head, lines = _open(source, hints)
    labels = _labels(source, hints, head)
    columns = [head.position[name] for name in labels]
    rows = Rows(source, len(columns), labels.names.__getitem__, blank=MISSING)
    defaults = [_default(head.types[i]) for i in columns]
    for line, text in lines:
        stripped = text.strip()
        if stripped.startswith("{"):
            found = _sparse_row(source, line, stripped, len(head.names), dict(zip(columns, defaults, strict=True)))
        else:
            fields = _dense_row(source, line, stripped, len(head.names))
            found = [fields[i] for i in columns]
        rows.add_unnamed(line, [text.strip(" \t'\"") for text in found])
    if not len(rows):
        raise FormatError(source.name, "at least one row of data", found="none")
    return head, labels, rows, [head.types[i] for i in columns]


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
            raise FormatError(
                source.name, "values between commas", line=line, field=len(found) + 1, found=text[position:]
            )
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
        raise FormatError(
            source.name,
            f"{width} values, one per attribute",
            line=line,
            field=min(len(fields), width) + 1,
            found=f"{len(fields)} values",
        )
    return fields


def _sparse_row(source: Source, line: int, text: str, width: int, wanted: dict[int, str]) -> list[str]:
    """The wanted columns of a row {index value, ...}; what it leaves out has the default."""
    if not text.endswith("}"):
        raise FormatError(source.name, "a sparse row that ends in }", line=line, field=1, found=text[-20:])
    inner = text[1:-1].strip()
    seen: set[int] = set()
    for place, match in enumerate(_split(source, line, inner, SPARSE_VALUE) if inner else [], start=1):
        index = int(match["index"])
        if index >= width or index in seen:
            expected = f"an index below {width}, each once"
            raise FormatError(source.name, expected, line=line, field=place, found=match["index"])
        seen.add(index)
        if index in wanted:
            wanted[index] = match["value"]
    return list(wanted.values())


def _read_run(source: Source, hints: Hints) -> Run:
    head, labels, rows, types = _read(source, hints)
    if all(kind.startswith("{") for kind in types):
        made = rows.predictions()
        if "decisions" not in made and not np.isnan(rows.values).all():
            rows.decisions()  # says which value is neither 0 nor 1
        made = {"decisions": made.get("decisions", made.get("scores"))}
    else:
        made = {"scores": compact(np.where(np.isnan(rows.values), -np.inf, rows.values))}
    return Run(**made, items=_items(head, len(rows)), labels=labels, name=hints.name or source.stem)


def _read_truth(source: Source, hints: Hints) -> Judgements:
    head, labels, rows, _ = _read(source, hints)
    return Judgements(rows.relevance(), _items(head, len(rows)), labels)


def _items(head: Head, count: int) -> Items:
    return Items(count, (head.about or {}).get("items") or None)


def _require(data: Run | Judgements) -> None:
    require_shape(data, "mulan")
    require_text(data.labels, "mulan")
    for name in data.labels:
        if "\n" in name or "\r" in name:
            raise ParameterError(f"mulan needs names in one line; the {data.labels.noun} {name!r} cannot be written")


def _quote(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _write(data: Run | Judgements, matrix: Matrix, kind: str, stream: IO[bytes]) -> None:
    _require(data)
    about = {"items": data.items.noun, "labels": data.labels.noun}
    write_lines(stream, [f"% {MARK} {json.dumps(about)}", "@relation goldscale", ""])
    write_lines(stream, [f"@attribute {_quote(name)} {kind}" for name in data.labels])
    write_lines(stream, ["", "@data"])
    write_lines(stream, [",".join(row) for row in text_rows(matrix, blank=MISSING)])


def _write_run(run: Run, stream: IO[bytes]) -> None:
    if run.scores is not None:
        require_finite(run.scores, "mulan")
        _write(run, run.scores, "numeric", stream)
    elif run.decisions is not None:
        _write(run, run.decisions, "{0,1}", stream)


def _write_truth(truth: Judgements, stream: IO[bytes]) -> None:
    stored = cells(truth.values)
    plain = stored.dtype.kind != "f" and bool(((stored == 0) | (stored == 1)).all())
    _write(truth, truth.values, "{0,1}" if plain else "numeric", stream)


def _losses(data: Run | Judgements) -> list[str]:
    losses = [f"{data.items.noun} names"] if data.items.named else []
    return losses + ([] if data.labels.named else numbering_losses(data.labels))


def _run_losses(run: Run) -> list[str]:
    losses = about_losses(run) + _losses(run)
    return losses + (["decisions"] if run.scores is not None and run.decisions is not None else [])


def _truth_losses(truth: Judgements) -> list[str]:
    return _losses(truth) + world_losses(truth)


def _sniff(sample: Sample) -> int:
    for line in sample.lines:
        if not line.lstrip().startswith("%"):
            return SURE if line.lstrip().lower().startswith(("@relation", "@attribute", "@data")) else NO
    return NO


FORMATS = (
    Format(
        name="mulan",
        title="MULAN: ARFF with label columns, and an XML file that lists the labels",
        sniff=_sniff,
        suffixes=(".arff",),
        read_run=_read_run,
        read_judgements=_read_truth,
        write_run=_write_run,
        write_judgements=_write_truth,
        run_losses=_run_losses,
        judgement_losses=_truth_losses,
    ),
)
