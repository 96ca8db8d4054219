"""Pictures of the plant task as its XML describes them: one small file per picture, a folder of them as columns.

A field is known by its path below the root, as ``Author`` or ``Taxon/Genus``; fields that no task has named so far are
kept in the same way. The columns are those of 2011 (FileName, Date, Type, Organization, Author, IndividualPlantId,
Taxon, VernacularNames, Locality, Content, GPSLocality) and whatever else is there, as Taxon/Class of 2012.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goldscale.data import Items
from goldscale.errors import FormatError, MissingResourceError, look_up
from goldscale.files import Source
from goldscale.progress import Progress
from goldscale.text.strict_xml import StrictXml

ROOT = "Image"
NAME = "FileName"
AUTHOR, PLANT, TYPE, DATE = "Author", "IndividualPlantId", "Type", "Date"
GENUS, EPITHET, FAMILY = "Taxon/Genus", "Taxon/Species", "Taxon/Family"
LONGITUDE, LATITUDE = "GPSLocality/Longitude", "GPSLocality/Latitude"
SUFFIX = ".xml"
TOLD_EVERY = 256
"""Files between two reports of progress."""
ABSENT = -1
LONGEST_PATH = 1000
"""Every field of a picture has its path; a long one for each of many fields would be far more than the file."""
AGAIN = "; "
"""Between the texts of a field that a picture has more than once."""


@dataclass(frozen=True)
class CodedField:
    """One field of all pictures: the number of each picture's text among the distinct ones, -1 where it has none."""

    codes: np.ndarray
    texts: tuple[str, ...]


class Metadata:
    """What XML files say about pictures, field by field.

    >>> about = Metadata.from_fields(["1.xml", "2.xml"], [{"FileName": "1.jpg", "Type": "Scan"}, {"FileName": "2.jpg"}])
    >>> about
    Metadata(2 pictures: FileName, Type)
    >>> about["Type"]
    ['Scan', '']
    """

    def __init__(self, folder: str | os.PathLike[str], files: Iterable[str], columns: Mapping[str, CodedField]) -> None:
        self.folder = Path(folder)
        self.files = tuple(files)
        """The XML file of each picture."""
        self.columns = dict(columns)
        names = self[NAME]
        if len(set(names)) != len(names):
            raise self._doubled(names)
        self.pictures = Items(names, "picture")

    @classmethod
    def from_fields(
        cls, files: Iterable[str], fields: Iterable[Mapping[str, str]], folder: str | os.PathLike[str] = ""
    ) -> Metadata:
        """Metadata from the fields of each picture, one after the other."""
        held: dict[str, tuple[array[int], dict[str, int]]] = {}
        for count, texts in enumerate(fields):
            for path in texts:
                if path not in held:
                    held[path] = array("i", [ABSENT]) * count, {}
            for path, (codes, known) in held.items():
                codes.append(known.setdefault(texts[path], len(known)) if path in texts else ABSENT)
        held.setdefault(NAME, (array("i"), {}))
        columns = {
            path: CodedField(np.frombuffer(c, dtype=np.int32), tuple(known)) for path, (c, known) in held.items()
        }
        return cls(folder, files, columns)

    def __getitem__(self, path: str) -> list[str]:
        """The text of this field for every picture, empty where it has none."""
        column = self.column(path)
        texts = (*column.texts, "")  # -1 is the last
        return [texts[code] for code in column.codes.tolist()]

    def __contains__(self, path: str) -> bool:
        return path in self.columns

    def column(self, path: str) -> CodedField:
        """A field as codes and distinct texts."""
        return look_up(path, self.columns, "field of the XML")

    def require(self, path: str, hint: str | None = None) -> list[str]:
        """The text of a field that every picture must have."""
        codes = self.columns[path].codes if path in self.columns else np.full(len(self.pictures), ABSENT)
        missing = np.flatnonzero(codes == ABSENT)
        if missing.size:
            file = self.folder / self.files[missing[0]]
            raise FormatError(file, f"the field <{path.replace('/', '><')}>", instead="none", hint=hint)
        return self[path]

    def __len__(self) -> int:
        return len(self.files)

    def __repr__(self) -> str:
        return f"Metadata({self.pictures.counted}: {', '.join(self.columns)})"

    def _doubled(self, names: list[str]) -> FormatError:
        first: dict[str, int] = {}
        later = next(i for i, name in enumerate(names) if first.setdefault(name, i) != i)
        earlier = self.files[first[names[later]]]
        expected = f"a picture of its own ({earlier} has this one already)"
        return FormatError(self.folder / self.files[later], expected, field=NAME, found=names[later])


def species_of(metadata: Metadata) -> list[str]:
    """The species of each picture, ``Genus species``: the name that runs use."""
    return [f"{genus} {epithet}" for genus, epithet in zip(metadata[GENUS], metadata[EPITHET], strict=True)]


def xml_files(folder: str | os.PathLike[str]) -> list[os.DirEntry[str]]:
    """The XML files of a folder, 9.xml before 10.xml."""
    return sorted(_xml_entries(folder), key=lambda entry: (len(entry.name), entry.name))


def has_xml(folder: str | os.PathLike[str]) -> bool:
    """Whether there is an XML file in a folder; quick, however many there are."""
    return any(_xml_entries(folder))


def _xml_entries(folder: str | os.PathLike[str]) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                # A link that leads nowhere is an error when it is read, not a picture less.
                if entry.name.lower().endswith(SUFFIX) and (entry.is_file() or _is_dangling(entry)):
                    yield entry
    except FileNotFoundError:
        raise MissingResourceError(f"folder {str(folder)!r}", "Check the path.") from None
    except OSError as error:
        raise FormatError(str(folder), "a folder of XML files", instead=error.strerror or str(error)) from error


def _is_dangling(entry: os.DirEntry[str]) -> bool:
    return entry.is_symlink() and not os.path.exists(entry.path)


def parse_folder(folder: str | os.PathLike[str], files: Iterable[str], progress: Progress | None = None) -> Metadata:
    """The metadata of these XML files of a folder."""
    names = list(files)
    return Metadata.from_fields(names, _parsed(Path(folder), names, progress), folder)


def _parsed(folder: Path, names: list[str], progress: Progress | None) -> Iterator[dict[str, str]]:
    for done, name in enumerate(names):
        if progress is not None and done % TOLD_EVERY == 0:
            progress(done, len(names))
        path = folder / name
        fields = parse_fields(_content(path), path)
        if NAME not in fields:
            raise FormatError(path, f"the field <{NAME}>", instead="none")
        yield fields
    if progress is not None:
        progress(len(names), len(names))


def _content(path: Path) -> bytes:
    try:
        return Source(path).small_bytes()
    except MissingResourceError as error:  # a link that leads nowhere
        raise FormatError(path, "a readable file", instead="nothing") from error


def parse_fields(raw: bytes, file: str | os.PathLike[str]) -> dict[str, str]:
    """The fields of one XML file by their path below the root, blanks around and runs of blanks inside left out.

    >>> parse_fields(b"<Image><Taxon><Genus>Acer</Genus></Taxon></Image>", "1.xml")
    {'Taxon/Genus': 'Acer'}
    """
    reader = _Reader(str(file))
    reader.read(raw)
    return reader.fields


class _Reader(StrictXml):
    """Gathers text by the path of the element around it."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self._found: dict[str, list[str]] = {}
        self._paths: list[str] = []
        """The path of each open element, with a slash behind it."""
        self._text = ""

    @property
    def fields(self) -> dict[str, str]:
        """What was found: one text for each path."""
        return {path: AGAIN.join(texts) for path, texts in self._found.items()}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._paths and name != ROOT:
            raise FormatError(self.file, f"the root element <{ROOT}>", found=f"<{name}>")
        path = f"{self._paths[-1]}{name}/" if self._paths else ""
        if len(path) > LONGEST_PATH:
            expected = f"fields whose path has at most {LONGEST_PATH} characters"
            raise FormatError(self.file, expected, line=self.line, found=name)
        self._paths.append(path)
        self._text = ""
        for key, value in attributes.items():
            self._keep(f"{path}@{key}", value)

    def end(self, name: str) -> None:
        path = self._paths.pop()
        if self._text:
            self._keep(path[:-1], self._text)
            self._text = ""

    def text(self, text: str) -> None:
        self._text += text

    def _keep(self, path: str, text: str) -> None:
        words = " ".join(text.split())
        if words and path:
            self._found.setdefault(path, []).append(words)
