"""Reading and writing 13 000 x 53 scores, the size of the 2009 photo annotation task, beside pandas."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pandas

import goldscale as gs
from benchmarks.timing import Row, best_of, show

FORMATS = {
    "imageclef-2009": "run.txt",
    "csv": "run.csv",
    "csv-long": "long.csv",
    "jsonl": "run.jsonl",
    "npz": "run.npz",
    "parquet": "run.parquet",
}


def main() -> None:
    """Time each format; pandas reads those that it can."""
    rng = np.random.default_rng(0)
    scores = np.round(rng.random((13_000, 53)), 6).astype(np.float32)
    run = gs.Run(scores, items=[f"image{i}.jpg" for i in range(13_000)], labels=[f"concept{i}" for i in range(53)])
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for form, file in FORMATS.items():
            path = folder / file
            written = best_of(lambda form=form, path=path: gs.write_run(run, path, form))
            read = best_of(lambda path=path: gs.read_run(path), 7)
            named = best_of(lambda form=form, path=path: gs.read_run(path, form), 7)
            peer = {
                "imageclef-2009": lambda path=path: pandas.read_csv(path, sep=" ", header=None, index_col=0),
                "csv": lambda path=path: pandas.read_csv(path, index_col=0),
                "csv-long": lambda path=path: pandas.read_csv(path).pivot(
                    index="item", columns="label", values="score"
                ),
                "parquet": lambda path=path: pandas.read_parquet(path).pivot(
                    index="item", columns="label", values="score"
                ),
            }.get(form)
            note = (
                f"{path.stat().st_size / 1e6:.1f} MB, written in {written * 1000:.0f} ms; "
                f"recognised and read in {read / named:.2f} x the time of a format that is named"
            )
            rows.append(Row(f"read {form}", read, "pandas" if peer else "", best_of(peer) if peer else None, note))
    show("Formats: 13 000 x 53 scores", rows)
