"""The metadata of a folder of XML files, kept in the user's cache so that the second reading takes no time.

One file per folder: reading a folder that has changed (a file more or less, another size, another time of change)
replaces it. A cache that cannot be read or written is no reason to fail.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from goldscale.files import writing
from goldscale.progress import Progress
from goldscale.tasks.plant.metadata import CodedField, Metadata, parse_folder, xml_files

VARIABLE = "XDG_CACHE_HOME"
FORMAT = "goldscale-plant-metadata"
VERSION = 1


def cache_folder() -> Path:
    """Where Goldscale keeps what it can make again: $XDG_CACHE_HOME/goldscale, else the system's usual place."""
    base = os.environ.get(VARIABLE)
    if not base and sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "goldscale"


def read_metadata(folder: str | os.PathLike[str], *, cache: bool = True, progress: Progress | None = None) -> Metadata:
    """What the XML files of a folder say about their pictures; from the cache where nothing has changed.

    ``progress`` hears of files read and files in all.
    """
    entries = xml_files(folder)
    names = [entry.name for entry in entries]
    address = _address(folder, entries) if cache else None
    kept = None if address is None else _kept(*address, folder, names)
    if kept is not None:
        return kept
    fresh = parse_folder(folder, names, progress)
    if address is not None:
        with contextlib.suppress(OSError):
            _keep(fresh, *address)
    return fresh


def _address(folder: str | os.PathLike[str], entries: Sequence[os.DirEntry[str]]) -> tuple[Path, str] | None:
    """The file that keeps this folder's metadata, and a hash of names, sizes and times of change.

    None for a user who has no home, or where a file has gone meanwhile.
    """
    try:
        place = cache_folder() / f"plant-{_digest(os.path.realpath(folder))[:16]}.npz"
        stats = [(entry.name, entry.stat()) for entry in entries]
    except (OSError, RuntimeError):
        return None
    return place, _digest("\n".join(f"{name}\0{about.st_size}\0{about.st_mtime_ns}" for name, about in stats))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()


def _keep(metadata: Metadata, place: Path, state: str) -> None:
    texts = {path: column.texts for path, column in metadata.columns.items()}
    about = json.dumps({"format": FORMAT, "version": VERSION, "state": state, "texts": texts})
    codes = np.array([column.codes for column in metadata.columns.values()], dtype=np.int32)
    with writing(place) as stream:
        np.savez(stream, about=np.frombuffer(about.encode(), dtype=np.uint8), codes=codes)


def _kept(place: Path, state: str, folder: str | os.PathLike[str], names: list[str]) -> Metadata | None:
    try:
        with place.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            about = json.loads(stored["about"].tobytes())
            codes = stored["codes"]
        texts = about["texts"]
        known = about["format"], about["version"], about["state"], codes.shape
        if known != (FORMAT, VERSION, state, (len(texts), len(names))):
            return None
        columns = {path: CodedField(row, tuple(texts[path])) for path, row in zip(texts, codes, strict=True)}
        return Metadata(folder, names, columns)
    except Exception:  # no file, or a damaged one, which raises nearly anything: only a reason to read again
        return None
