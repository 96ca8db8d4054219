"""Which picture belongs to which study."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from goldscale.data.result import Result
from goldscale.errors import ParameterError
from goldscale.metaevaluation.correlation import ItemCorrelation, MeasureCorrelation
from goldscale.metaevaluation.density import Density
from goldscale.metaevaluation.power import Power
from goldscale.metaevaluation.rankings import Influence
from goldscale.metaevaluation.requirements import Requirements
from goldscale.metaevaluation.scatter import ItemScatter, RunScatter
from goldscale.metaevaluation.stability import Stability
from goldscale.report.studies.clouds import plot_density, plot_items, plot_runs
from goldscale.report.studies.curves import plot_power, plot_stability
from goldscale.report.studies.squares import plot_concordance, plot_influence, plot_item_correlation
from goldscale.report.studies.verdicts import plot_requirements

PLOTS: dict[type[Result], Callable[[str | os.PathLike[str], Any], None]] = {
    MeasureCorrelation: plot_concordance,
    ItemCorrelation: plot_item_correlation,
    Stability: plot_stability,
    Density: plot_density,
    Power: plot_power,
    Requirements: plot_requirements,
    Influence: plot_influence,
    RunScatter: plot_runs,
    ItemScatter: plot_items,
}


def plot_study(path: str | os.PathLike[str], found: Result) -> None:
    """Draw what a study found; the file's ending says in which form: png, svg or pdf."""
    draw = PLOTS.get(type(found))
    if draw is None:
        raise ParameterError(f"there is no picture of {type(found).__name__}; studies of metaevaluation have one")
    draw(path, found)
