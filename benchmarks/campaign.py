"""A campaign as its organisers run it: one command on a folder of runs, beside a script with pandas and sklearn."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas
from sklearn import metrics

import goldscale as gs
from benchmarks.annotation import made_up
from benchmarks.timing import Row, best_of, show

RUNS = 20
MEASURES = '["AP", "AUC", "F1", "F1:item"]'


def with_pandas_and_sklearn(folder: Path) -> None:
    """What the script computes of each run: the same four numbers."""
    truth = pandas.read_csv(folder / "truth.txt", sep=" ", header=None, index_col=0).to_numpy()
    for path in sorted((folder / "runs").iterdir()):
        scores = pandas.read_csv(path, sep=" ", header=None, index_col=0).to_numpy()
        decided = (scores >= 0.5).astype(np.int8)
        metrics.average_precision_score(truth, scores, average="macro")
        metrics.roc_auc_score(truth, scores, average="macro")
        metrics.f1_score(truth, decided, average="macro", zero_division=0)
        metrics.f1_score(truth, decided, average="samples", zero_division=0)


def main() -> None:
    """Time a campaign of 13 000 x 53, the size of the 2009 task, on one core and on all."""
    program = Path(sys.executable).parent / "goldscale"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scores, truth = made_up(13_000, 53)
        rng = np.random.default_rng(1)
        items = [f"image{i:05}.jpg" for i in range(len(truth))]
        (folder / "runs").mkdir()
        (folder / "campaign.toml").write_text(f'name = "made up"\ntruth = "truth.txt"\nmeasures = {MEASURES}\n')
        gs.write_judgements(gs.Judgements(truth, items), folder / "truth.txt")
        for number in range(RUNS):
            noisy = np.round(scores + 0.1 * rng.random(scores.shape), 4)
            gs.write_run(gs.Run(noisy, items=items), folder / "runs" / f"run{number:02}.txt")

        def evaluate(*options: str) -> None:
            shutil.rmtree(folder / "results", ignore_errors=True)
            command = [str(program), "evaluate", str(folder), *options]
            subprocess.run(command, check=True, capture_output=True)

        peer = best_of(lambda: with_pandas_and_sklearn(folder), 1)
        rows = [
            Row("goldscale evaluate, all cores", best_of(evaluate, 2), "pandas and scikit-learn", peer),
            Row(
                "the same, --workers 1", best_of(lambda: evaluate("--workers", "1"), 1), "pandas and scikit-learn", peer
            ),
        ]
    show(f"Campaign: {RUNS} text runs of 13 000 x 53, four measures", rows)
