"""Random configurations on the sample campaign's shape (thesis 7.5): prints the table of study-random-runs.md.

All data is made up. Run it with ``python docs/studies/random_runs.py``.
"""

from __future__ import annotations

import numpy as np

import goldscale as gs
from goldscale.samples.campaign import sample_truth
from goldscale.systems import RandomSystem

ITEMS = 13_000
"""As many as the task of 2009 had."""
SHARES = (None, 0.05, 0.10, 0.20, 0.30, 0.50, 0.70, 0.90)
"""Random0 (uniform scores), then the share of ones."""
MEASURES = ("P", "R", "F1", "P:item", "F1:item", "Alpha(alpha=0.2)", "iAP", "EER", "AUC")
SEED = 7


def table() -> str:
    """Measures of each random configuration, as Markdown."""
    truth = sample_truth(ITEMS)
    streams = np.random.default_rng(SEED).spawn(len(SHARES))
    runs = [RandomSystem(share).run(truth, rng) for share, rng in zip(SHARES, streams, strict=True)]
    return gs.evaluate(runs, truth, MEASURES).to_markdown(digits=3, bold=False)


if __name__ == "__main__":
    print(table(), end="")
