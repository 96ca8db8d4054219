"""Reading and writing votes: one file of many people, or one file per annotator."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from goldscale.data import Concepts, Judgements, Votes
from goldscale.data.axis import in_a_row
from goldscale.data.frames import is_frame
from goldscale.data.matrix import coordinates
from goldscale.data.occasions import occasions
from goldscale.data.vote_views import join, on_scale
from goldscale.data.votes import Scale
from goldscale.errors import FormatError, MismatchError, MissingResourceError, ParameterError, expect
from goldscale.files import Source
from goldscale.formats.lists import given_labels
from goldscale.formats.registry import Format, Hints, format_to_write, formats, sniff, write
from goldscale.formats.votes import wide
from goldscale.formats.votes.frames import read_frame
from goldscale.progress import Progress

PathLike = str | os.PathLike[str]
DataFrame: TypeAlias = Any
"""A pandas data frame; pandas itself is never imported."""


def read_votes(
    path: PathLike | Iterable[PathLike] | DataFrame,
    format: str | None = None,
    *,
    labels: Concepts | Iterable[str] | None = None,
    name: str | None = None,
    columns: Mapping[str, str] | None = None,
    scale: Scale | None = None,
    progress: Progress | None = None,
) -> Votes:
    """Read votes from a file (``-`` is standard input), several files or all files of a folder; or from a data frame.

    Several files hold votes each (then a file is a batch, and who votes on the same cell in a later one does so on
    another occasion), or judgements of any format: one file per annotator, who is called like the file. The format
    is recognised from the content. ``labels`` names the columns of formats that carry no names; elsewhere it gives
    the labels and their order. ``columns`` names the columns of a table whose header is unusual. Votes that are
    numbers are grades with an order and equal steps, unless ``scale`` says that they are names ("nominal") or only
    ordered ("ordinal").

    >>> import goldscale as gs, tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".csv") as file:
    ...     _ = file.write(b"worker,image,concept,vote\\nann,a.jpg,Sky,yes\\nbob,a.jpg,Sky,no\\n")
    ...     file.flush()
    ...     gs.read_votes(file.name)
    Votes(2 votes of 2 workers on 1 image x 1 concept)
    """
    concepts = given_labels(labels)
    if is_frame(path):
        votes = _with_labels(read_frame(path, Hints(concepts, name, progress, dict(columns or {})), format), concepts)
    else:
        votes = _read_files(path, format, concepts, name, columns, progress)
    return votes if scale is None else on_scale(votes, scale)


def _read_files(
    path: PathLike | Iterable[PathLike],
    format: str | None,
    concepts: Concepts | None,
    name: str | None,
    columns: Mapping[str, str] | None,
    progress: Progress | None,
) -> Votes:
    sources, several = _sources(path)
    forms = [_form(source, format, bool(columns), several) for source in sources]
    kinds = {form.read_votes is None for form in forms}
    if len(kinds) > 1:
        odd = next(i for i, form in enumerate(forms) if (form.read_votes is None) != (forms[0].read_votes is None))
        like = f"a file like {sources[0].name} ({forms[0].name})"
        raise FormatError(sources[odd].name, like, instead=f"the format {forms[odd].name}")
    parts = []
    for source, form, told in zip(sources, forms, _shared(progress, sources), strict=True):
        hints = Hints(concepts, None if several else name, told, dict(columns or {}))
        if form.read_votes is not None:
            parts.append(_with_labels(form.read_votes(source, hints), concepts))
        elif form.read_judgements is not None:
            parts.append(_one_sheet(form.read_judgements(source, hints), source.stem))
    if not several:
        return parts[0].replace(name=name) if name else parts[0]
    if kinds == {True}:
        return _of_annotators(parts, sources, name or "votes")
    return _of_batches(parts, sources, name or "votes")


def write_votes(votes: Votes, path: PathLike, format: str | None = None) -> list[str]:
    """Write votes, whole or not at all; returns what the format could not hold, in words.

    >>> import goldscale as gs, tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".csv") as file:
    ...     gs.write_votes(gs.Votes.from_records([("ann", "a.jpg", "Sky", 1)]), file.name)
    ...     print(Path(file.name).read_text())
    []
    annotator,item,label,value
    ann,a.jpg,Sky,1
    """
    return write(expect(votes, Votes), path, format, "write_votes").vote_losses(votes)


def vote_losses(votes: Votes, path: PathLike, format: str | None = None) -> list[str]:
    """What writing the votes there would lose, without writing them."""
    return format_to_write(path, format, "write_votes").vote_losses(votes)


def _sources(path: PathLike | Iterable[PathLike]) -> tuple[list[Source], bool]:
    """The files meant, and whether there may be several."""
    if isinstance(path, str | os.PathLike):
        if not Path(path).is_dir():
            return [Source(path)], False
        found = sorted(file for file in Path(path).iterdir() if file.is_file() and not file.name.startswith("."))
        if not found:
            raise MissingResourceError(f"a file in the folder {str(path)!r}", "Check the path.")
        return [Source(file) for file in found], True
    sources = [Source(file) for file in in_a_row(path, "path")]
    if not sources:
        raise ParameterError("no file was given")
    return sources, True


def _form(source: Source, format: str | None, columns: bool, several: bool) -> Format:
    if format is not None:
        form = formats()[format]
        if form.read_votes is None and form.read_judgements is None:
            raise ParameterError(f"the format {form.name} cannot hold votes")
        return form
    try:
        return sniff(source, actions=("read_votes",))
    except FormatError as unknown:
        if columns:
            return formats()["votes-csv"]
        try:
            form = sniff(source)
        except FormatError:
            if not (unknown.hint or "").startswith("Name the format"):
                raise unknown from None  # not text, or empty: no column would help
            hint = "Name the format with --format, or columns with --column item=NAME (format=, columns= in Python)."
            raise FormatError(
                unknown.file, unknown.expected, line=unknown.line, found=unknown.found, hint=hint
            ) from None
    if form.read_judgements is None or not several:
        hint = (
            "Files with one annotator each are read together: give them all, or their folder. "
            f"A table of items x people is read with --format {wide.NAME} (format= in Python)."
        )
        raise source.error("votes", instead=f"the format {form.name}", hint=hint)
    return form


def _shared(progress: Progress | None, sources: Sequence[Source]) -> list[Progress | None]:
    """One progress for all files."""
    if progress is None:
        return [None] * len(sources)
    ends = np.cumsum([source.size for source in sources]).tolist()

    def told(start: int) -> Progress:
        return lambda done, total, now="": progress(start + done, ends[-1])

    return [told(start) for start in (0, *ends[:-1])]


def _with_labels(votes: Votes, labels: Concepts | None) -> Votes:
    """The votes over the labels given, in their order."""
    if labels is None or labels.names == votes.labels.names:
        return votes
    where = votes.labels.locate(labels)
    if (where < 0).any():
        extra = [votes.labels[i] for i in np.flatnonzero(where < 0)]
        raise MismatchError("the votes are on labels that are not among those given", extra=extra)
    return votes.replace(label=where[votes.label], labels=labels)


def _one_sheet(truth: Judgements, annotator: str) -> Votes:
    """Judgements as the votes of one annotator; what is unjudged is no vote."""
    item, label, values = coordinates(truth.values)
    known = ~np.isnan(values) & (values >= 0)
    voters = np.zeros(int(known.sum()), dtype=np.int32)
    return Votes(voters, item[known], label[known], values[known], [annotator], truth.items, truth.labels, annotator)


def _of_annotators(parts: Sequence[Votes], sources: Sequence[Source], name: str) -> Votes:
    by_name: dict[str, Source] = {}
    for source in sources:
        earlier = by_name.setdefault(source.stem, source)
        if earlier is not source:
            both = f"{earlier.name} and {source.name}"
            raise ParameterError(f"{both} both name the annotator {source.stem!r}; rename one")
    first = parts[0].labels
    for part, source in zip(parts, sources, strict=True):
        if (part.labels.named, first.named) != (True, True) and len(part.labels) != len(first):
            raise MismatchError(
                f"{source.name} has {part.labels.counted}, {sources[0].name} has {len(first)}; "
                "without names they can only be matched by position"
            )
    joined = join(parts, name)
    return joined if first.named else joined.replace(labels=Concepts(len(first), first.noun))


def _of_batches(parts: Sequence[Votes], sources: Sequence[Source], name: str) -> Votes:
    """Votes of several files; the later file is the later occasion."""
    step = max(int(part.occasion.max(initial=0)) for part in parts) + 1
    placed = []
    for number, (part, source) in enumerate(zip(parts, sources, strict=True)):
        batch = part.details.get("batch", np.full(len(part), source.stem, dtype=object))
        placed.append(part.replace(occasion=part.occasion + number * step, details={**part.details, "batch": batch}))
    joined = join(placed, name)
    return joined.replace(occasion=occasions(joined.annotator, joined.cell, order=joined.occasion))
