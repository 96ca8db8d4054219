"""The report on a campaign as large as the tasks of 2009: how long it takes, and how large its page is."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import goldscale as gs
from benchmarks.annotation import made_up
from benchmarks.timing import best_of

RUNS, ITEMS, CONCEPTS = 73, 13_000, 53
MEASURES = '["AP", "AUC", "EER", "F1", "F1:item"]'


def make_campaign(folder: Path) -> None:
    """Made-up runs of falling quality."""
    scores, truth = made_up(ITEMS, CONCEPTS)
    rng = np.random.default_rng(2)
    items = [f"made_up_image{i:05}.jpg" for i in range(ITEMS)]
    labels = [f"made_up_concept{i:02}" for i in range(CONCEPTS)]
    (folder / "runs").mkdir(parents=True)
    settings = f'name = "Made up"\ntruth = "truth.txt"\nlabels = "labels.txt"\nmeasures = {MEASURES}\n'
    (folder / "campaign.toml").write_text(settings)
    (folder / "labels.txt").write_text("".join(f"{label}\n" for label in labels))
    gs.write_judgements(gs.Judgements(truth, items, labels), folder / "truth.txt", "imageclef-2009")
    for number in range(RUNS):
        noisy = np.round((scores + number / 10 * rng.random(scores.shape)) / (1 + number / 10), 4)
        run = gs.Run(noisy, items=items, labels=labels, name=f"made_up_run{number:02}")
        gs.write_run(run, folder / "runs" / f"{run.name}.txt", "imageclef-2009")


def main() -> None:
    """Time the page alone, then everything."""
    program = Path(sys.executable).parent / "goldscale"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "campaign"
        make_campaign(folder)

        def report(*options: str) -> None:
            subprocess.run([str(program), "report", str(folder), *options], check=True, capture_output=True)

        page = best_of(lambda: report("--no-pdf", "--no-figures"), 1)
        everything = best_of(report, 1)
        size = (folder / "results" / "report" / "report.html").stat().st_size
    print(f"\nReport: {RUNS} runs of {ITEMS} x {CONCEPTS}, 200 resamples")
    print(f"page and tables {page:.0f} s, with PDF and figures {everything:.0f} s; report.html {size / 1e6:.2f} MB")
