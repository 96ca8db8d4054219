"""The arrays of .npz and .npy files: unpacked once, within the limits, and never unpickled."""

from __future__ import annotations

import io
import math
import zipfile
from typing import IO

import numpy as np
from numpy.lib import format as npy

from goldscale.errors import GoldscaleError
from goldscale.files import Source
from goldscale.limits import unpacked_limit

ENDING = ".npy"
OFFICE = "[Content_Types].xml"
"""Every spreadsheet of Excel has this member; those of OpenDocument are ``.ods``."""
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def read_arrays(source: Source) -> dict[str, np.ndarray]:
    """All arrays by name; whatever is wrong with a damaged or a lying file is a FormatError."""
    if not source.size:
        raise source.error("an .npz file", instead="an empty file")
    try:
        with source.open() as stream, zipfile.ZipFile(_seekable(stream)) as packed:
            if source.suffix == ".ods" or OFFICE in packed.namelist():
                raise source.error("a table or arrays", instead="a spreadsheet", hint="Save it as CSV.")
            members = [member for member in packed.infolist() if member.filename.endswith(ENDING)]
            if sum(member.file_size for member in members) > unpacked_limit(source.size):
                raise source.unpacked_error(source.size)
            found = {}
            for member in members:
                with packed.open(member) as stream:
                    found[member.filename.removesuffix(ENDING)] = _array(source, stream, member.filename)
            return found
    except GoldscaleError:
        raise
    except Exception as error:  # damaged zip and npy files raise nearly anything
        raise source.error("a whole .npz file of plain arrays", found=str(error)) from error


def _seekable(stream: IO[bytes]) -> IO[bytes]:
    """A zip is read from its end, which a gzip only pretends to allow."""
    return io.BytesIO(stream.read()) if hasattr(stream, "fileobj") else stream


def read_array(source: Source) -> np.ndarray:
    """The array of an .npy file."""
    try:
        with source.open() as stream:
            return _array(source, stream)
    except GoldscaleError:
        raise
    except Exception as error:  # a damaged file raises nearly anything
        raise source.error("a whole .npy file of a plain array", instead=str(error)) from error


def _array(source: Source, stream: IO[bytes], field: str | None = None) -> np.ndarray:
    """One array. What its header says is compared with what is there before anything is made of that size."""
    version = npy.read_magic(stream)
    if version not in _HEADERS:
        raise source.error("a plain array", field=field, instead=f"version {version} of .npy")
    shape, by_columns, dtype = _HEADERS[version](stream)
    if dtype.hasobject or not dtype.itemsize:
        found = "Python objects" if dtype.hasobject else f"values of no size ({dtype.str})"
        hint = "Save numbers, not objects: array.astype(float)." if dtype.hasobject else None
        raise source.error("a plain array", field=field, found=found, hint=hint)
    content = stream.read()  # the end is reached, so that the checksum of a zip is compared
    if min(shape, default=0) < 0 or math.prod(shape) * dtype.itemsize != len(content):
        found = f"{len(content)} bytes for {' x '.join(map(str, shape))} of {dtype.str}"
        raise source.error("as many values as the header says", field=field, found=found)
    return np.frombuffer(content, dtype).reshape(shape, order="F" if by_columns else "C")
