"""How far a ranking of systems survives errors in the ground truth (thesis 8.3.2, 8.4.2, 9.3.2, 9.4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from goldscale.data import Judgements, Run, Scores
from goldscale.data import matrix as mx
from goldscale.data.judgements import unjudged_mask
from goldscale.data.number_format import json_number, shown
from goldscale.data.result import Result
from goldscale.data.table import Table, names, numbers
from goldscale.errors import ParameterError, known_name
from goldscale.kernels.rank_correlation import COEFFICIENTS
from goldscale.kernels.ratio import known_mean
from goldscale.measures import Evaluation, Measure
from goldscale.measures.knowledge import Knowledge
from goldscale.measures.settings import Settings
from goldscale.metaevaluation.concordance import Concordance
from goldscale.progress import Progress, silent

STAGES = (0.01, 0.02, 0.05, 0.10)
"""Shares of flipped judgements, as in tables 8.2 and 9.3."""
ORIGINAL = "original"


@dataclass(frozen=True, eq=False, repr=False)
class Stability(Result):
    """The correlation of rankings under a truth with errors, to the original ranking and to the stage before."""

    measures: tuple[str, ...]
    stages: tuple[float, ...]
    runs: tuple[str, ...]
    merit: np.ndarray
    """Repeats x stages with the original first x measures x runs, higher is better."""
    seed: int
    coefficient: str = "tau-b"

    @cached_property
    def _correlations(self) -> np.ndarray:
        """Repeats x measures x rankings x rankings."""
        repeats, _, measures, _ = self.merit.shape
        labels = (ORIGINAL, *map(_percent, self.stages))
        found = [
            [
                Concordance("stage", labels, self.runs, self.merit[r, :, m], self.coefficient).correlation
                for m in range(measures)
            ]
            for r in range(repeats)
        ]
        return np.array(found)

    @property
    def by_repeat(self) -> np.ndarray:
        """Repeats x measures x stages: the correlation with the original ranking."""
        return self._correlations[:, :, 0, 1:]

    @property
    def to_original(self) -> np.ndarray:
        """Measures x stages: the mean over repeats."""
        return known_mean(self.by_repeat, axis=0)

    @property
    def to_previous(self) -> np.ndarray:
        """Measures x stages: of each stage with the one before, the mean over repeats."""
        steps = np.arange(len(self.stages))
        return known_mean(self._correlations[:, :, steps, steps + 1], axis=0)

    def tables(self) -> tuple[Table, ...]:
        """To the original, and to the stage before (tables 8.2, 9.3)."""
        told = f"{self.coefficient}, mean of {len(self.merit)} repeats with other errors; seed {self.seed}."
        return tuple(
            Table(
                [
                    names("measure", self.measures),
                    *(numbers(_percent(stage), values[:, i], 3) for i, stage in enumerate(self.stages)),
                ],
                title,
                [told],
            )
            for title, values in (
                ("Correlation with the original ranking, by share of flipped judgements", self.to_original),
                ("Correlation with the ranking of the stage before", self.to_previous),
            )
        )

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; what is undefined is null."""
        sides = {"to_original": self.to_original, "to_previous": self.to_previous}
        return {
            "coefficient": self.coefficient,
            "repeats": len(self.merit),
            "seed": self.seed,
            "stages": list(self.stages),
            "runs": list(self.runs),
            **{
                side: {m: [json_number(float(v)) for v in row] for m, row in zip(self.measures, values, strict=True)}
                for side, values in sides.items()
            },
        }

    def __repr__(self) -> str:
        last = known_mean(self.to_original[:, -1])
        return f"Stability({len(self.measures)} measures, {shown(float(last), 3)} at {_percent(self.stages[-1])})"


def stability(
    runs: Sequence[Run],
    truth: Judgements,
    measures: str | Measure | Iterable[str | Measure],
    *,
    stages: Sequence[float] = STAGES,
    repeats: int = 5,
    seed: int = 0,
    coefficient: str = "tau-b",
    knowledge: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Stability:
    """Flip a growing share of the judgements at random and rank the runs anew.

    Within a repeat the errors grow: what is flipped at 1 % stays flipped at 2 %. Judged cells are flipped between 0
    and 1; unjudged ones stay so.
    """
    if len(runs) < 2:
        raise ParameterError(f"a ranking needs at least two runs, not {len(runs)}")
    if truth.relevance != "binary":
        raise ParameterError("errors are flips of yes and no; a truth of grades or probabilities has none")
    if not stages or any(not 0 < stage <= 1 for stage in stages) or list(stages) != sorted(set(stages)):
        raise ParameterError("stages are shares between 0 and 1 that grow, as 0.01, 0.02, 0.05")
    if repeats < 1:
        raise ParameterError(f"repeats must be at least 1, not {repeats}")
    known_name(coefficient, COEFFICIENTS, "coefficient")
    known = Knowledge(truth.labels, **dict(knowledge or {}))
    chosen = Settings(**settings)
    tell, total = progress or silent, 1 + repeats * len(stages)
    tell(0, total)
    original = Evaluation(truth, measures, chosen, known).score(runs)
    found = []
    for repeat, rng in enumerate(np.random.default_rng(seed).spawn(repeats)):
        merits = [_merit(original)]
        for stage, altered in enumerate(flipped(truth, stages, rng)):
            merits.append(_merit(Evaluation(altered, measures, chosen, known).score(runs)))
            tell(1 + repeat * len(stages) + stage + 1, total)
        found.append(merits)
    return Stability(original.measures, tuple(stages), original.runs, np.array(found), seed, coefficient)


def flipped(truth: Judgements, stages: Sequence[float], rng: np.random.Generator) -> list[Judgements]:
    """The truth with a growing share of its judged cells turned round."""
    cells = mx.cells(truth.values)
    judged = np.flatnonzero(~unjudged_mask(cells))
    order = rng.permutation(judged)
    made = []
    for stage in stages:
        changed, chosen = cells.copy(), order[: round(stage * len(judged))]
        changed.flat[chosen] = 1 - changed.flat[chosen]
        made.append(Judgements(mx.with_cells(truth.values, changed), truth.items, truth.labels, truth.name))
    return made


def _merit(scores: Scores) -> np.ndarray:
    return np.stack([(1.0 if r.higher_is_better else -1.0) * r.aggregate for r in scores])


def _percent(share: float) -> str:
    return f"{100 * share:g} %"
