"""A folder per class, as pictures are often kept: ``truth/cat/1.jpg`` says that 1.jpg is a cat and nothing else.

Only names are read. Links are not followed: one to a picture counts by its own name, one to a folder is an error.
Hidden files, and what file managers leave behind, are no pictures. An item is called like its file, or, where the same
name is in two folders, all are called like folder and file (``cat/1.jpg``).
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from goldscale.data import Concepts, Items, Judgements
from goldscale.errors import FormatError, did_you_mean
from goldscale.text.names import is_text

LEFT_BEHIND = ("thumbs.db", "desktop.ini")
FORM = "a folder for each class with its pictures, as truth/cat/1.jpg"

AS_FILE = "A folder per class becomes one with: goldscale convert --judgements FOLDER truth.csv."
"""What to say where a truth must be a file."""


def read_class_folders(folder: str | os.PathLike[str], labels: Concepts | None = None) -> Judgements:
    """The classes of the pictures in a folder of folders; ``labels`` are all that there are, in their order."""
    classes: dict[str, list[str]] = {label: [] for label in labels or ()}
    for entry in _listed(folder):
        if labels is not None and entry.name not in labels:
            hint = did_you_mean(entry.name, labels)
            raise FormatError(str(folder), f"folders of the {labels.counted} given", found=entry.name, hint=hint)
        classes[entry.name] = _pictures(entry)
    if not any(classes.values()):
        raise FormatError(str(folder), FORM, instead="no pictures" if classes else "an empty folder")
    names = [name for pictures in classes.values() for name in pictures]
    if len(set(names)) < len(names):
        names = [f"{label}/{name}" for label, pictures in classes.items() for name in pictures]
    label = np.repeat(np.arange(len(classes)), [len(pictures) for pictures in classes.values()])
    values = (label[:, np.newaxis] == np.arange(len(classes))).astype(np.int8)
    return Judgements(values, Items(names, "image"), Concepts(classes, "class"), Path(folder).name or "truth")


def _pictures(entry: os.DirEntry[str]) -> list[str]:
    """The names of a class's pictures."""
    if entry.is_symlink() or not entry.is_dir():
        raise FormatError(entry.path, FORM, instead="a link" if entry.is_symlink() else "a file")
    pictures = _listed(entry.path)
    for picture in pictures:
        if picture.is_dir(follow_symlinks=False):
            raise FormatError(picture.path, FORM, instead="a folder in the folder of a class")
    return [picture.name for picture in pictures]


def _listed(folder: str | os.PathLike[str]) -> list[os.DirEntry[str]]:
    """What is in a folder, by name, without what nobody put there."""
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise FormatError(str(folder), "a readable folder", instead=error.strerror or str(error)) from error
    for entry in found:
        if not is_text(entry.name):
            raise FormatError(str(folder), "names that are text", found=entry.name)
    return [entry for entry in found if not entry.name.startswith(".") and entry.name.casefold() not in LEFT_BEHIND]
