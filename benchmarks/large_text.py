"""Reading 100 000 x 100 scores as a user does, the format recognised, beside pandas and NumPy.

Text of six digits should take at most three times as long as pandas takes for it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas

import goldscale as gs
from benchmarks.timing import Row, show, side_by_side

ITEMS, LABELS = 100_000, 100


def main() -> None:
    """Six digits, as most runs have, and all digits of float64."""
    rng = np.random.default_rng(0)
    full = rng.random((ITEMS, LABELS))
    axes = {"items": [f"image{i}.jpg" for i in range(ITEMS)], "labels": [f"concept{i}" for i in range(LABELS)]}
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for digits, scores in (("6 digits", np.round(full, 6)), ("all digits", full)):
            run = gs.Run(scores, **axes)
            for form, file in (("csv", "run.csv"), ("imageclef-2009", "run.txt"), ("imageclef-2009", "run.txt.gz")):
                path = folder / file
                gs.write_run(run, path, form)
                peer = _pandas(path, form)
                ours, theirs = side_by_side(lambda path=path: gs.read_run(path), peer)
                note = f"{path.stat().st_size / 1e6:.0f} MB in {ours / theirs:.2f} x the time of pandas"
                rows.append(Row(f"{file}, {digits}", ours, "pandas", theirs, note))
        gs.write_run(run, folder / "run.npz")
        ours, theirs = side_by_side(lambda: gs.read_run(folder / "run.npz"), lambda: _loaded(folder / "run.npz"))
        rows.append(Row("run.npz", ours, "numpy.load", theirs, "every array unpacked once"))
    show(f"Large files: {ITEMS} x {LABELS} scores", rows)


def _pandas(path: Path, form: str) -> Callable[[], object]:
    if form == "csv":
        return lambda: pandas.read_csv(path, index_col=0)
    return lambda: pandas.read_csv(path, sep=" ", header=None, index_col=0)


def _loaded(path: Path) -> list[np.ndarray]:
    with np.load(path) as stored:
        return [stored[name] for name in stored.files]
