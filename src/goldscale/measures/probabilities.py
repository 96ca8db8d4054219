"""Measures on probabilities: whether a system is as sure as it should be. They take scores from 0 to 1 only."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError, first_few
from goldscale.kernels import forecasts
from goldscale.kernels.cells import DenseCells
from goldscale.kernels.forecasts import Forecasts
from goldscale.measures.alignment import Aligned
from goldscale.measures.definition import Definition, Measure
from goldscale.measures.sets import GRADE

probability_measure = partial(
    Definition,
    prediction="probability",
    reads="forecasts",
    direction="label",
    parameters=(GRADE,),
    higher_is_better=False,
    undefined="no cell is judged",
)
FORECAST = "$p_c$ is the probability that cell $c$ is relevant and $y_c$ is 1 where it is, else 0"


def forecast_values(aligned: Aligned, measure: Measure, drawn: np.ndarray | None = None) -> np.ndarray:
    """One value per unit, or where cells are drawn (replicates x cells of a unit) replicates x units."""
    cells = aligned.cells
    if not isinstance(cells, DenseCells):
        raise ParameterError(
            f"{measure}: run {aligned.run.name!r} lists only what it retrieved, and this measure needs a probability "
            "for every cell; give the run as a full table"
        )
    _check_range(aligned, cells, measure)
    # Products of floats are many times as fast, and cells stand in the blocks as they come.
    times = None if drawn is None else np.ascontiguousarray(drawn.T, dtype=np.float64)
    units = cells.truth.shape[0 if measure.direction == "item" else 1]
    values = np.full(units if drawn is None else (len(drawn), units), np.nan)
    for block in cells.blocks(measure.direction):
        counted = block.scores > -np.inf
        probability = np.where(counted, block.scores, 0).astype(np.float64)
        given = Forecasts(probability, block.grade >= measure.rel, counted, times)
        values[..., block.units] = measure.value(given)
    return values


def _check_range(aligned: Aligned, cells: DenseCells, measure: Measure) -> None:
    judged = cells.truth.judged
    scores = cells.scores if judged is None else cells.scores[judged]
    low, high = scores.min(initial=1.0), scores.max(initial=0.0)
    if np.isneginf(low):
        raise ParameterError(
            f"{measure} needs a probability for every cell, and run {aligned.run.name!r} {_lacking(aligned, cells)}, "
            "which counts as not retrieved. Complete the run, or ask for a measure on rankings, as AP or AUC"
        )
    if low < 0 or high > 1:
        raise ParameterError(
            f"{measure} needs probabilities from 0 to 1; the scores of run {aligned.run.name!r} go from {low:g} to "
            f"{high:g}. Give probabilities (of scores that are log odds: 1 / (1 + exp(-score))), or ask for "
            "a measure on rankings, as AP or AUC"
        )


def _lacking(aligned: Aligned, cells: DenseCells) -> str:
    """What of the truth's a run has no score for."""
    absent = np.isneginf(cells.scores)
    for axis, whole in ((aligned.items, absent.all(axis=1)), (aligned.labels, absent.all(axis=0))):
        names = [axis.names[i] for i in np.flatnonzero(whole)]
        if names:
            return f"lacks {len(names)} of {axis.counted} ({first_few(names)})"
    return f"has no score for {np.count_nonzero(absent)} of {absent.size} cells"


DEFINITIONS = (
    probability_measure(
        name="Brier",
        title="Brier score",
        summary="Mean squared difference between the probability given and what is the case.",
        equation=r"\frac{1}{N} \sum_{c} (p_c - y_c)^2",
        where=FORECAST,
        kernel=forecasts.brier_score,
        aliases=("BrierScore",),
        reference="Brier, Verification of forecasts expressed in terms of probability, Mon. Weather Review 78, 1950, "
        "doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2, for one of two classes half of his score",
        example="evaluate([[0.9, 0.2]], [[1, 0]], ['Brier:item'])  # 0.025",
        properties=frozenset({"monotone", "perfect-best"}),
    ),
    probability_measure(
        name="LogLoss",
        title="Logarithmic loss",
        summary="Mean of minus the natural logarithm of the probability of what is the case; being sure and wrong "
        "costs most.",
        equation=r"-\frac{1}{N} \sum_{c} \left(y_c \ln p_c + (1 - y_c) \ln(1 - p_c)\right)",
        where=FORECAST + "; probabilities are kept from 0 and 1 by clip",
        kernel=forecasts.log_loss,
        parameters=(
            Parameter(
                "clip",
                "distance that probabilities keep from 0 and 1 (the default is scikit-learn's for 64-bit numbers)",
                "number",
                2.0**-52,
                high=0.5,
                between=True,
            ),
            GRADE,
        ),
        high=math.inf,
        reference="Good, Rational decisions, Journal of the Royal Statistical Society B 14, 1952, "
        "doi:10.1111/j.2517-6161.1952.tb00104.x",
        example="evaluate([[0.9, 0.2]], [[1, 0]], ['LogLoss:item'])  # 0.1643",
        properties=frozenset({"monotone", "perfect-best"}),
    ),
    probability_measure(
        name="ECE",
        title="Expected calibration error",
        summary="How far the fraction of relevant cells is from the mean probability, in bins of equal width, each "
        "bin weighted by its cells.",
        equation=r"\sum_{b=1}^{B} \frac{|C_b|}{N} \left|\frac{1}{|C_b|} \sum_{c \in C_b} (p_c - y_c)\right|",
        where=FORECAST + r"; $C_b$ are the cells with $(b - 1)/B < p_c \le b/B$, in the first bin also $p_c = 0$",
        kernel=forecasts.calibration_error,
        parameters=(Parameter("bins", "number of bins, all of the same width", "count", 15, low=1), GRADE),
        reference="Naeini, Cooper & Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning, AAAI "
        "2015, doi:10.1609/aaai.v29i1.9602; Guo et al., On calibration of modern neural networks, ICML 2017 (15 bins)",
        example="evaluate([[0.9, 0.9]], [[1, 0]], ['ECE:item'])  # 0.4",
        properties=frozenset({"perfect-best"}),
    ),
)
