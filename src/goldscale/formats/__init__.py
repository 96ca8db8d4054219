"""Reading and writing: one module per file format behind a few functions that know them all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from goldscale.data import Concepts, Judgements, Run
from goldscale.errors import ParameterError, expect
from goldscale.files import STDIN, Source
from goldscale.formats.class_folders import read_class_folders
from goldscale.formats.groups import read_groups, write_groups
from goldscale.formats.lists import given_labels
from goldscale.formats.ontology.files import read_ontology, write_ontology
from goldscale.formats.registry import BLANK, Format, Hints, format_to_write, formats, sniff, write
from goldscale.formats.votes.crowdflower import gold_answers
from goldscale.formats.votes.files import read_votes, vote_losses, write_votes
from goldscale.progress import Progress

__all__ = [
    "Format",
    "Hints",
    "formats",
    "gold_answers",
    "judgement_losses",
    "naming_file",
    "read_groups",
    "read_judgements",
    "read_ontology",
    "read_run",
    "read_votes",
    "run_losses",
    "sniff",
    "vote_losses",
    "write_groups",
    "write_judgements",
    "write_ontology",
    "write_run",
    "write_votes",
]

PathLike = str | os.PathLike[str]


def read_run(
    path: PathLike,
    format: str | None = None,
    *,
    labels: Concepts | Iterable[str] | None = None,
    name: str | None = None,
    blank: float | str = BLANK.default,
    names: PathLike | None = None,
    progress: Progress | None = None,
) -> Run:
    """Read a run from a file (``-`` is standard input); the format is recognised from the content.

    ``labels`` names the columns of formats that carry no names. The run is called like its file unless
    ``name`` says otherwise. ``blank`` is what an empty cell of a table stands for: "unretrieved", "refuse" or a score.
    ``names`` is a file that tells what the ids of formats without names stand for: the ground truth of COCO results.
    """
    rule = BLANK.read(blank) if isinstance(blank, str) else BLANK.check(blank)
    hints = Hints(given_labels(labels), name, progress, blank=rule, names=naming_file(names))
    found: Run = _read(path, format, "read_run", hints)
    return found


def read_judgements(
    path: PathLike,
    format: str | None = None,
    *,
    labels: Concepts | Iterable[str] | None = None,
    progress: Progress | None = None,
) -> Judgements:
    """Read judgements (a ground truth) from a file; the format is recognised from the content.

    A folder that holds a folder of pictures for each class is read by the names in it.
    """
    if format is None and isinstance(path, (str, os.PathLike)) and str(path) != STDIN and Path(path).is_dir():
        return read_class_folders(path, given_labels(labels))
    found: Judgements = _read(path, format, "read_judgements", Hints(given_labels(labels), None, progress))
    return found


def write_run(run: Run, path: PathLike, format: str | None = None) -> list[str]:
    """Write a run, whole or not at all; returns what the format could not hold, in words."""
    return write(expect(run, Run), path, format, "write_run").run_losses(run)


def write_judgements(truth: Judgements, path: PathLike, format: str | None = None) -> list[str]:
    """Write judgements, whole or not at all; returns what the format could not hold, in words."""
    return write(expect(truth, Judgements), path, format, "write_judgements").judgement_losses(truth)


def run_losses(run: Run, path: PathLike, format: str | None = None) -> list[str]:
    """What writing the run there would lose, without writing it."""
    return format_to_write(path, format, "write_run").run_losses(run)


def judgement_losses(truth: Judgements, path: PathLike, format: str | None = None) -> list[str]:
    """What writing the judgements there would lose, without writing them."""
    return format_to_write(path, format, "write_judgements").judgement_losses(truth)


def naming_file(path: PathLike | None) -> Source | None:
    """A file that may tell names; not a folder, nor standard input or a pipe, which come only once."""
    if path is None or str(path) == STDIN or (Path(path).exists() and not Path(path).is_file()):
        return None
    return Source(path)


def _read(path: PathLike, format: str | None, action: str, hints: Hints) -> Any:
    source = Source(path)
    form = formats()[format] if format else sniff(source, truth=hints.names)
    read = getattr(form, action)
    if read is None:
        what = action.removeprefix("read_").replace("run", "a run")
        if format:
            raise ParameterError(f"the format {form.name} cannot hold {what}")
        raise source.error(what, instead=f"the format {form.name}")
    return read(source, hints)
