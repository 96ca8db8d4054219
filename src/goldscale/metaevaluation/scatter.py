"""Measures set against each other: a point per run (figures 7.8, 9.3), or per item of a run (figures 9.4, 9.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from goldscale.data import Judgements, Run, Scores
from goldscale.data.number_format import json_number
from goldscale.data.result import Result
from goldscale.data.table import Table, counts, names, numbers
from goldscale.errors import known_name
from goldscale.kernels.orderings import DIGITS
from goldscale.kernels.rank_correlation import COEFFICIENTS
from goldscale.measures import Evaluation, Measure
from goldscale.measures.knowledge import Knowledge
from goldscale.measures.settings import Settings
from goldscale.metaevaluation.correlation import item_merit
from goldscale.metaevaluation.density import SHARES, Density, Kind, density
from goldscale.progress import Progress, silent

TOLD = ("tau-b", "spearman", "pearson")
"""The coefficients that stand beside a cloud of points."""
UNMARKED = "The runs stand alone, without random runs and the truth: these take a whole truth of yes and no."
QUANTILES = {"lowest": 0.0, "25 %": 0.25, "median": 0.5, "75 %": 0.75, "highest": 1.0}


@dataclass(frozen=True)
class Cloud:
    """Two measures and the correlations of their points; lower-is-better ones are turned round."""

    first: str
    second: str
    points: int
    correlation: Mapping[str, float]

    @classmethod
    def of(cls, first: str, second: str, one: np.ndarray, other: np.ndarray) -> Cloud:
        """Of two rows of points, higher is better; a point without one of the values is left out."""
        both = ~(np.isnan(one) | np.isnan(other))
        return cls(first, second, int(both.sum()), {name: COEFFICIENTS[name](one[both], other[both]) for name in TOLD})

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        known = {name: json_number(value) for name, value in self.correlation.items()}
        return {"first": self.first, "second": self.second, "points": self.points, **known}


@dataclass(frozen=True, eq=False, repr=False)
class RunScatter(Result):
    """Runs, random runs and the truth by several measures."""

    scores: Scores
    kinds: tuple[Kind, ...]
    seed: int

    @property
    def clouds(self) -> list[Cloud]:
        """Every two measures, correlated over the runs that are no guesses."""
        systems = np.array([kind == "run" for kind in self.kinds], dtype=bool)
        merit = {r.measure: (1.0 if r.higher_is_better else -1.0) * r.aggregate[systems] for r in self.scores}
        return [Cloud.of(one, other, merit[one], merit[other]) for one, other in combinations(merit, 2)]

    def tables(self) -> tuple[Table, ...]:
        """The correlation of every two measures, and a row per run."""
        clouds = self.clouds
        pairs = Table(
            [names("measure", (c.first for c in clouds)), names("other measure", (c.second for c in clouds))]
            + [numbers(name, (c.correlation[name] for c in clouds), 3) for name in TOLD],
            f"Measures over {self.kinds.count('run')} runs",
            ["Random runs and the truth are not correlated." if "truth" in self.kinds else UNMARKED],
        )
        values = [numbers(r.measure, r.aggregate, 3) for r in self.scores]
        return pairs, Table([names("run", self.scores.runs), names("kind", self.kinds), *values], "Scores")

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; what is undefined is null."""
        summary = self.scores.summary()
        return {
            "seed": self.seed,
            "runs": {
                run: {"kind": kind, "values": {m: json_number(v) for m, v in summary[run].items()}}
                for run, kind in zip(self.scores.runs, self.kinds, strict=True)
            },
            "pairs": [cloud.to_dict() for cloud in self.clouds],
        }

    def __repr__(self) -> str:
        return f"RunScatter({len(self.kinds)} runs, {', '.join(self.scores.measures)})"


@dataclass(frozen=True, eq=False, repr=False)
class ItemScatter(Result):
    """The values that measures give the items of some runs."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    values: np.ndarray
    """Measures x runs x items; NaN where undefined."""
    higher_is_better: tuple[bool, ...]

    def clouds(self, run: str) -> list[Cloud]:
        """Every two measures, correlated over the items of a run."""
        place = self.runs.index(known_name(run, self.runs, "run"))
        merit = [v if up else -v for v, up in zip(self.values[:, place], self.higher_is_better, strict=True)]
        paired = combinations(zip(self.measures, merit, strict=True), 2)
        return [Cloud.of(one, other, first, second) for (one, first), (other, second) in paired]

    def tables(self) -> tuple[Table, ...]:
        """How values are spread over the items of each run, and the correlation of every two measures."""
        rows = [(run, m, known) for i, run in enumerate(self.runs) for m, known in self._known(i)]
        spread = Table(
            [
                names("run", (run for run, _, _ in rows)),
                names("measure", (measure for _, measure, _ in rows)),
                counts("items", (len(known) for _, _, known in rows)),
                counts("values", (len(np.unique(known.round(DIGITS))) for _, _, known in rows)),
                *(numbers(name, (_quantile(k, at) for _, _, k in rows), 3) for name, at in QUANTILES.items()),
            ],
            "Distribution over items",
            ["values: how many different ones there are; the more, the finer a measure grades the items."],
        )
        clouds = [(run, cloud) for run in self.runs for cloud in self.clouds(run)]
        pairs = Table(
            [
                names("run", (run for run, _ in clouds)),
                names("measure", (c.first for _, c in clouds)),
                names("other measure", (c.second for _, c in clouds)),
                *(numbers(name, (c.correlation[name] for _, c in clouds), 3) for name in TOLD),
            ],
            "Correlation over items",
        )
        return (spread, pairs) if clouds else (spread,)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; what is undefined is null."""
        return {
            "runs": {
                run: {
                    "measures": {
                        m: {
                            "items": len(known),
                            "values": len(np.unique(known.round(DIGITS))),
                            **{name: json_number(_quantile(known, at)) for name, at in QUANTILES.items()},
                        }
                        for m, known in self._known(i)
                    },
                    "pairs": [cloud.to_dict() for cloud in self.clouds(run)],
                }
                for i, run in enumerate(self.runs)
            }
        }

    def __repr__(self) -> str:
        return f"ItemScatter({', '.join(self.measures)} over {self.values.shape[2]} items of {len(self.runs)} runs)"

    def _known(self, run: int) -> list[tuple[str, np.ndarray]]:
        return [(m, row[~np.isnan(row)]) for m, row in zip(self.measures, self.values[:, run], strict=True)]


def scatter_runs(
    runs: Sequence[Run],
    truth: Judgements,
    measures: str | Measure | Iterable[str | Measure],
    *,
    shares: Sequence[float | None] = SHARES,
    baselines: Collection[str] = (),
    seed: int = 0,
    knowledge: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> RunScatter:
    """Score the runs beside random ones and the truth itself, to set the measures against each other.

    A truth of grades or probabilities, or one that lists judgements, has neither a random run nor one of its own.

    >>> runs = [Run(decisions=[[1, 0], [0, 1]], name="right"), Run(decisions=[[0, 1], [1, 0]], name="wrong")]
    >>> scatter_runs(runs, Judgements([[1, 0], [0, 1]]), ["F1", "F1:item"]).clouds[0].correlation["tau-b"]
    1.0
    """
    told: dict[str, Any] = {"baselines": baselines, "seed": seed, "knowledge": knowledge, "progress": progress}
    if truth.relevance != "binary" or truth.is_sparse:
        evaluation = Evaluation(truth, measures, Settings(**settings), Knowledge(truth.labels, **dict(knowledge or {})))
        kinds: list[Kind] = ["random" if run.name in baselines else "run" for run in runs]
        return RunScatter(evaluation.score(runs, progress or silent), tuple(kinds), seed)
    found: Density = density(runs, truth, measures, shares=shares, added=(), **told, **settings)
    return RunScatter(found.scores, found.kinds, seed)


def scatter_items(scores: Scores, runs: Sequence[str] | None = None) -> ItemScatter:
    """The items of these runs by measures that have a value per item; of all runs where none is named.

    >>> import goldscale as gs
    >>> found = scatter_items(gs.evaluate({"a": [[0.9, 0.1], [0.2, 0.1]]}, [[1, 0], [0, 1]], ["AP:item", "OneError"]))
    >>> found.values[:, 0].tolist()
    [[1.0, 0.5], [0.0, 1.0]]
    """
    chosen = scores.runs if runs is None else tuple(known_name(run, scores.runs, "run") for run in runs)
    higher = tuple(result.higher_is_better for result in scores)
    signs = np.where(higher, 1.0, -1.0)[:, None, None]
    places = [scores.runs.index(run) for run in chosen]
    return ItemScatter(scores.measures, chosen, (item_merit(scores) * signs)[:, places], higher)


def _quantile(known: np.ndarray, at: float) -> float:
    return float(np.quantile(known, at)) if len(known) else float("nan")
