"""Agreement: Krippendorff's alpha of 100 raters x 20 000 units beside the krippendorff package, and its memory."""

from __future__ import annotations

import krippendorff
import numpy as np

import goldscale as gs
from benchmarks.timing import Row, best_of, peak_memory, show
from goldscale.agreement import agree, alpha

RATERS, UNITS = 100, 20_000


def ratings(values: int, gap: float) -> np.ndarray:
    """Raters x units whose raters give the true value in six of ten cases; NaN where they gave nothing."""
    rng = np.random.default_rng(0)
    shape = (RATERS, UNITS)
    truth = rng.integers(0, values, UNITS)
    table = np.where(rng.random(shape) < 0.6, truth, rng.integers(0, values, shape)).astype(np.float64)
    table[rng.random(shape) < gap] = np.nan
    return table


def study(annotators: int = 11, items: int = 99, labels: int = 53) -> gs.Votes:
    """Yes/no votes of the size of the thesis' expert study."""
    rng = np.random.default_rng(0)
    truth = rng.random((items, labels)) < 0.2
    said = np.where(rng.random((annotators, items, labels)) < 0.08, ~truth, truth)
    annotator, item, label = (axis.ravel() for axis in np.indices(said.shape))
    return gs.Votes(
        annotator, item, label, said.ravel(), *([str(i) for i in range(side)] for side in (annotators, items, labels))
    )


def main() -> None:
    """Time alpha in several sizes, and the bootstrap of a study."""
    rows = []
    sizes = ((5, 0.0, "nominal"), (5, 0.3, "nominal"), (5, 0.3, "ordinal"), (5, 0.3, "interval"), (50, 0.3, "nominal"))
    for values, gap, metric in sizes:
        table = ratings(values, gap)
        ours = best_of(lambda t=table, m=metric: alpha(t, m), 5)
        theirs = best_of(lambda t=table, m=metric: krippendorff.alpha(t, level_of_measurement=m), 3)
        peaks = (
            peak_memory(lambda t=table, m=metric: alpha(t, m)),
            peak_memory(lambda t=table, m=metric: krippendorff.alpha(t, level_of_measurement=m)),
        )
        what = f"{metric} alpha, {RATERS} x {UNITS}, {values} values, {gap:.0%} missing"
        note = f"peak memory {peaks[0] / 1e6:.0f} MB beside {peaks[1] / 1e6:.0f} MB"
        rows.append(Row(what, ours, "krippendorff", theirs, note))
    values = 2400
    table = ratings(values, 0.3)
    for metric in ("nominal", "interval", "ordinal", "ratio"):
        taken = best_of(lambda m=metric: alpha(table, m), 2)
        peak = peak_memory(lambda m=metric: alpha(table, m))
        size = UNITS * values**2 * 8 / 1e9
        note = f"peak memory {peak / 1e6:.0f} MB; one array of units x values x values would take {size:.1f} GB"
        rows.append(Row(f"{metric} alpha, {RATERS} x {UNITS}, {values} values", taken, "", None, note))
    votes = study()
    for name in ("alpha", "fleiss", "gwet", "majority", "cohen"):
        single = best_of(lambda n=name: agree(votes, n, by="label", ci=None))
        drawn = best_of(lambda n=name: agree(votes, n, by="label", replicates=1000), 1)
        rows.append(
            Row(
                f"{name} per label and over all with 1000 replicates, 11 x 99 x 53",
                drawn,
                "1000 single evaluations",
                1000 * single,
            )
        )
    show("Agreement", rows)
