"""NumPy .npz, version 1: holds everything that a run or a truth has.

Arrays ``scores``, ``decisions`` or ``relevance`` (a sparse matrix as ``NAME_data``, ``NAME_indices``,
``NAME_indptr``), ``items``, ``labels`` and ``about``, a JSON text with the format's name and version and the rest.
Files of others are read where they use these array names, or hold a single matrix. Nothing is ever unpickled.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from typing import IO, Any, cast

import numpy as np
from scipy import sparse

from goldscale.data import Axis, Concepts, Items, Judgements, Run
from goldscale.data.matrix import Matrix, cells
from goldscale.data.run import are_decisions, unusable
from goldscale.errors import FormatError, GoldscaleError
from goldscale.files import Source
from goldscale.formats.registry import NO, SURE, Format, Hints, Sample
from goldscale.limits import NUMBERED
from goldscale.text.archives import read_arrays
from goldscale.text.names import require_names, text_needs
from goldscale.text.strict_json import parse
from goldscale.text.wide import require_width

NAME, VERSION = "goldscale", 1
MAGIC = b"PK\x03\x04"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""One date for all files: the same content gives the same bytes."""

Arrays = Mapping[str, np.ndarray]


def _about(source: Source, arrays: Arrays, kind: str) -> dict[str, Any] | None:
    """The header of a file of ours; None for somebody else's."""
    if "about" not in arrays:
        return None
    about = parse(source, str(arrays["about"][()]), field="about")
    if not isinstance(about, dict) or about.get("format") != NAME:
        raise source.error(f"the format {NAME!r}", field="about", found=str(arrays["about"]))
    if about.get("version") != VERSION:
        raise source.error(
            f"version {VERSION}",
            field="about",
            instead=f"version {about.get('version')}",
            hint="A newer Goldscale may have written it.",
        )
    if about.get("kind") != kind:
        raise source.error(f"a file with {kind}", field="about", found=str(about.get("kind")))
    return about


def _matrix(source: Source, arrays: Arrays, name: str) -> Matrix | None:
    if name in arrays:
        return arrays[name]
    if f"{name}_data" not in arrays:
        return None
    try:
        parts = tuple(arrays[f"{name}_{part}"] for part in ("data", "indices", "indptr"))
        shape = tuple(int(n) for n in arrays[f"{name}_shape"])
        matrix = sparse.csr_array(parts, shape=shape)
        matrix.check_format(full_check=True)
    except (KeyError, ValueError, TypeError, OverflowError, IndexError) as error:
        raise source.error("a sparse matrix in CSR form", field=name, instead=str(error)) from None
    return matrix


def _single(source: Source, arrays: Arrays, names: tuple[str, ...]) -> str:
    """The one matrix of a foreign file that does not use our names."""
    flat = [name for name, array in arrays.items() if array.ndim == 2]
    if len(flat) != 1:
        expected = f"an array called {' or '.join(names)}"
        raise source.error(expected, found=", ".join(arrays) or None, instead=None if arrays else "no arrays")
    return flat[0]


def scores_or_decisions(array: np.ndarray) -> tuple[np.ndarray | None, np.ndarray | None]:
    """A matrix without a name, as what it is."""
    return (None, array) if are_decisions(array) else (array, None)


def given_or_numbered(source: Source, labels: Concepts | None, matrix: Matrix | None) -> Concepts | None:
    """Labels that the caller gave for columns without names, where they fit."""
    if matrix is not None and matrix.ndim == 2:
        require_width(source, matrix.shape[1], labels)
    return labels


def _axis(source: Source, arrays: Arrays, name: str, about: Mapping[str, Any]) -> Axis | None:
    if name not in arrays:
        return None
    array = arrays[name]
    if array.ndim != 1 or array.dtype.kind not in "USiu":
        raise source.error("a list of names", field=name, instead=f"{array.dtype} of shape {array.shape}")
    make = Items if name == "items" else Concepts
    noun = about.get(f"{name}_noun")
    names = array.astype(str).tolist()
    numbered = bool(about.get(f"{name}_numbered")) and names == [str(i) for i in range(len(names))]
    return make(len(names) if numbered else names, noun if isinstance(noun, str) else None)


def _check_sides(source: Source, arrays: Arrays, matrix: Matrix | None) -> None:
    """A side without names gets numbers for names: not more of them than there are cells, or than a limit."""
    if matrix is None or matrix.ndim != 2:
        return
    for name, side in zip(("items", "labels"), matrix.shape, strict=True):
        if name not in arrays and side > max(NUMBERED.now, matrix.size):
            raise NUMBERED.error(source.name, field=name, found=str(side))


def _read_run(source: Source, hints: Hints) -> Run:
    arrays = read_arrays(source)
    about = _about(source, arrays, "run") or {}
    scores, decisions = _matrix(source, arrays, "scores"), _matrix(source, arrays, "decisions")
    if scores is None and decisions is None:
        scores, decisions = scores_or_decisions(arrays[_single(source, arrays, ("scores", "decisions"))])
    for matrix in (scores, decisions):
        _check_sides(source, arrays, matrix)
    if scores is not None:
        check_scores(source, scores)
    threshold = arrays.get("threshold")
    try:
        return Run(
            scores,
            decisions,
            _axis(source, arrays, "items", about),
            _axis(source, arrays, "labels", about)
            or given_or_numbered(source, hints.labels, decisions if scores is None else scores),
            name=hints.name or str(about.get("name") or source.stem),
            team=str(about.get("team", "")),
            notes=str(about.get("notes", "")),
            threshold=None if threshold is None else threshold.tolist(),
        )
    except FormatError:
        raise
    except (GoldscaleError, TypeError, ValueError) as error:
        raise source.error("a run", instead=str(error)) from None


def check_scores(source: Source, scores: Matrix) -> None:
    """Say which score of a run cannot be used, if any."""
    numbers = cells(scores)
    if numbers.dtype.kind == "f" and len(bad := unusable(numbers)):
        where = tuple(bad[0].tolist())
        field = f"scores, cell {', '.join(map(str, where))}"
        raise source.error("a finite number (or -inf: not retrieved)", field=field, found=str(numbers[where]))


def _read_truth(source: Source, hints: Hints) -> Judgements:
    arrays = read_arrays(source)
    about = _about(source, arrays, "judgements") or {}
    values = _matrix(source, arrays, "relevance")
    if values is None:
        values = arrays[_single(source, arrays, ("relevance",))]
    _check_sides(source, arrays, values)
    try:
        return Judgements(
            values,
            _axis(source, arrays, "items", about),
            _axis(source, arrays, "labels", about) or given_or_numbered(source, hints.labels, values),
            name=str(about.get("name") or "truth"),
        )
    except FormatError:
        raise
    except (GoldscaleError, TypeError, ValueError) as error:
        raise source.error("judgements", instead=str(error)) from None


def _write(
    data: Run | Judgements, matrices: Mapping[str, Matrix | None], about: dict[str, Any], stream: IO[bytes]
) -> None:
    require_names("npz", text_needs, data.items, data.labels)
    arrays: dict[str, np.ndarray] = {}
    for name, matrix in matrices.items():
        if isinstance(matrix, np.ndarray):
            arrays[name] = matrix
        elif matrix is not None:
            arrays |= {f"{name}_{part}": getattr(matrix, part) for part in ("data", "indices", "indptr")}
            arrays[f"{name}_shape"] = np.array(matrix.shape)
    for name, axis in (("items", data.items), ("labels", data.labels)):
        arrays[name] = np.array(axis.names, dtype=str)
        about |= {f"{name}_noun": axis.noun, f"{name}_numbered": not axis.named}
    arrays["about"] = np.array(json.dumps({"format": NAME, "version": VERSION, "name": data.name, **about}))
    _pack(arrays, stream)


class _Forward:
    """A stream that can only be written on, as a gzip or standard output: zipfile then does not jump back."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.write = stream.write
        self.flush = stream.flush


def _pack(arrays: Arrays, stream: IO[bytes]) -> None:
    """What np.savez does, but with the same bytes for the same content, and in one go."""
    with zipfile.ZipFile(cast(IO[bytes], _Forward(stream)), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy", EPOCH)
            member.compress_type = zipfile.ZIP_DEFLATED
            with packed.open(member, "w", force_zip64=True) as out:
                np.lib.format.write_array(out, np.asanyarray(array), allow_pickle=False)


def _write_run(run: Run, stream: IO[bytes]) -> None:
    about = {"kind": "run", "team": run.team, "notes": run.notes}
    matrices: dict[str, Matrix | None] = {"scores": run.scores, "decisions": run.decisions}
    if run.threshold is not None:
        matrices["threshold"] = np.asarray(run.threshold, dtype=np.float64)
    _write(run, matrices, about, stream)


def _write_truth(truth: Judgements, stream: IO[bytes]) -> None:
    _write(truth, {"relevance": truth.values}, {"kind": "judgements"}, stream)


def _sniff(sample: Sample) -> int:
    return SURE if sample.head.startswith(MAGIC) else NO


FORMATS = (
    Format(
        name="npz",
        title="NumPy .npz: holds everything",
        sniff=_sniff,
        suffixes=(".npz",),
        read_run=_read_run,
        read_judgements=_read_truth,
        write_run=_write_run,
        write_judgements=_write_truth,
    ),
)
