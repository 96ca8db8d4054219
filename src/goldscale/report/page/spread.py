"""How the values of units spread: a histogram of their means over runs, and with a script of any run."""

from __future__ import annotations

import numpy as np

from goldscale.data import MeasureScores
from goldscale.data.table import Table, counts, names
from goldscale.kernels.ratio import known_mean
from goldscale.report.content import ReportContent
from goldscale.report.findings import items_finding
from goldscale.report.page.drawing import BINS, SharedScale, histogram
from goldscale.report.page.markup import Html, tag
from goldscale.report.page.script_data import held_units
from goldscale.report.page.tables import as_table

MEAN = "mean over runs"


def spread(content: ReportContent, result: MeasureScores) -> Html | None:
    """The figure; the same scale for every run, so that they can be compared. None where nothing has a value."""
    means = known_mean(result.values, axis=0)
    known = means[np.isfinite(means)]
    if not known.size:
        return None
    plural = result.units.plural
    scale = SharedScale.around(result.values[np.isfinite(result.values)].tolist())
    held = [held.measure for held in held_units(content)]
    return tag(
        "figure",
        _choice(content) if result.measure in held else None,
        tag("figcaption", items_finding(result), aria_live="polite"),
        tag("div", histogram(known, scale, f"{result.measure} of {plural}, {MEAN}", plural), class_="drawn"),
        as_table(_bins(known, scale, plural)),
        class_="spread",
        data_measure=result.measure,
        data_low=f"{scale.low:.6g}",
        data_high=f"{scale.high:.6g}",
        data_bins=BINS,
    )


def _choice(content: ReportContent) -> Html:
    options = (tag("option", run, value=i) for i, run in enumerate(content.scores.runs))
    return tag("label", "Of", tag("select", tag("option", MEAN, value=""), *options), class_="choice needs-script")


def _bins(known: np.ndarray, scale: SharedScale, plural: str) -> Table:
    found, edges = np.histogram(known, bins=BINS, range=(scale.low, scale.high))
    filled = [at for at in range(BINS) if found[at]]
    return Table(
        [
            names("values", (f"{edges[at]:.3f} to {edges[at + 1]:.3f}" for at in filled)),
            counts(plural, (int(found[at]) for at in filled)),
        ]
    )
