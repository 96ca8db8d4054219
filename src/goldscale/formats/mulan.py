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
from pathlib import Path
from typing import IO

import numpy as np

from goldscale.data import Concepts, Items, Judgements, Run
from goldscale.data.matrix import Matrix, cells
from goldscale.errors import FormatError, ParameterError
from goldscale.files import Source
from goldscale.formats.arff import MARK, MISSING, Head, label_rows, open_arff, quote
from goldscale.formats.registry import NO, SURE, Format, Hints, Sample
from goldscale.text.names import require_names, text_needs
from goldscale.text.output import (
    about_losses,
    numbering_losses,
    one_matrix,
    require_shape,
    text_rows,
    world_losses,
    write_lines,
)
from goldscale.text.strict_xml import StrictXml
from goldscale.text.wide import Rows

STEM_ENDINGS = re.compile(r"-(?:train|test|sparse)$", re.IGNORECASE)


def _labels(source: Source, hints: Hints, head: Head) -> Concepts:
    """Which attributes are labels."""
    noun = (head.about or {}).get("labels") or "label"
    if hints.labels is not None:
        labels, origin = hints.labels, "the labels given"
    elif head.about is not None:
        labels, origin = Concepts(head.attributes, noun), source.name
    else:
        names, origin = _from_xml(source)
        labels = Concepts(names, noun)
    for name in labels:
        if name not in head.attributes:
            raise source.error(f"an attribute for each label of {origin}", field=name, instead=f"no attribute {name}")
    if not len(labels):
        raise source.error("at least one label", instead="none")
    return labels


def _candidates(source: Source) -> list[Path]:
    """Where the labels may be listed, the nearest name first."""
    if source.path is None:
        return []
    stems = [source.stem]
    while (shorter := STEM_ENDINGS.sub("", stems[-1])) != stems[-1]:
        stems.append(shorter)
    return [source.path.with_name(f"{stem}.xml") for stem in stems]


def _companions(source: Source) -> list[Path]:
    """The XML file that lists the labels, if there is one."""
    return [path for path in _candidates(source) if path.exists()][:1]


def _from_xml(source: Source) -> tuple[list[str], str]:
    """Label names of the XML file beside an ARFF file, nested ones after their parents."""
    for path in _companions(source):
        return _parse_xml(Source(path)), path.name
    tried = [path.name for path in _candidates(source)]
    raise source.error(
        "an XML file beside it that lists the labels",
        instead=f"no {' or '.join(tried)}" if tried else "standard input",
        hint="Or name the labels yourself (labels=).",
    )


def _parse_xml(source: Source) -> list[str]:
    reader = _LabelList(source.name)
    reader.read(source.small_bytes())
    return list(reader.names)


class _LabelList(StrictXml):
    """Gathers the names of labels, in their order."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.names: dict[str, None] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name.rpartition(":")[2] != "label":
            return
        label = attributes.get("name")
        if not label or label in self.names:
            expected = "a name for each label, each once"
            raise FormatError(self.file, expected, line=self.line, field="name", found=str(label))
        self.names[label] = None


def _read(source: Source, hints: Hints) -> tuple[Head, Concepts, Rows]:
    head, lines = open_arff(source, hints.progress)
    labels = _labels(source, hints, head)
    rows = Rows(source, len(labels), labels.names.__getitem__, blank=MISSING)
    for line, texts in label_rows(source, head, lines, labels):
        rows.add_unnamed(line, texts)
    if not len(rows):
        raise source.error("at least one row of data", instead="none")
    return head, labels, rows


def _read_run(source: Source, hints: Hints) -> Run:
    head, labels, rows = _read(source, hints)
    rows.settle_blanks(hints.blank)
    if all(head.attributes[name][0].startswith("{") for name in labels):
        made = rows.predictions()
        if "decisions" not in made and not np.isnan(rows.values).all():
            rows.decisions()  # says which value is neither 0 nor 1
        made = {"decisions": made.get("decisions", made.get("scores"))}
    else:
        made = rows.predictions(scored=True)
    return Run(**made, items=_items(head, len(rows)), labels=labels, name=hints.name or source.stem)


def _read_truth(source: Source, hints: Hints) -> Judgements:
    head, labels, rows = _read(source, hints)
    return Judgements(rows.relevance(), _items(head, len(rows)), labels)


def _items(head: Head, count: int) -> Items:
    return Items(count, (head.about or {}).get("items") or None)


def _require(data: Run | Judgements) -> None:
    require_shape(data, "mulan")
    require_names("mulan", text_needs, data.labels)
    for name in data.labels:
        if "\n" in name or "\r" in name:
            raise ParameterError(f"mulan needs names in one line; the {data.labels.noun} {name!r} cannot be written")


def _write(data: Run | Judgements, matrix: Matrix, kind: str, stream: IO[bytes]) -> None:
    _require(data)
    about = {"items": data.items.noun, "labels": data.labels.noun}
    write_lines(stream, [f"% {MARK} {json.dumps(about)}", "@relation goldscale", ""])
    write_lines(stream, [f"@attribute {quote(name)} {kind}" for name in data.labels])
    write_lines(stream, ["", "@data"])
    write_lines(stream, (",".join(row) for row in text_rows(matrix, blank=MISSING)))


def _write_run(run: Run, stream: IO[bytes]) -> None:
    _write(run, one_matrix(run, "mulan"), "{0,1}" if run.scores is None else "numeric", stream)


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
        companions=_companions,
    ),
)
