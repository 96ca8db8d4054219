"""What guessing and over-annotation earn: scores against label density (thesis 7.5, figure 7.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from goldscale.data import Judgements, Run, Scores
from goldscale.data import matrix as mx
from goldscale.data.judgements import UNJUDGED
from goldscale.data.number_format import json_number
from goldscale.data.result import Result
from goldscale.data.table import Table, names, numbers
from goldscale.errors import ParameterError
from goldscale.measures import Evaluation, Measure, label_density
from goldscale.measures.knowledge import Knowledge
from goldscale.measures.settings import Settings
from goldscale.progress import Progress, silent
from goldscale.systems import RandomSystem

Kind = Literal["run", "random", "truth", "over-annotated"]
SHARES = (None, 0.05, 0.10, 0.20, 0.30, 0.50, 0.70, 0.90)
"""Random0 (uniform scores), then the share of cells that a random run predicts, as in thesis 7.5.1."""
SENSIBLE = 2.0
"""A system is taken for one where its label density is within this factor of the truth's: who predicts nothing, or
everything, may rightly stand below a guess."""
ADDED = (0.05, 0.10, 0.25, 0.50, 1.0)
"""Which share of the cells that the truth leaves empty is filled at random."""


@dataclass(frozen=True, eq=False, repr=False)
class Density(Result):
    """Runs, random runs and the truth itself, each with its label density and its scores."""

    scores: Scores
    kinds: tuple[Kind, ...]
    densities: tuple[float, ...]
    seed: int

    def among_systems(self, measure: str) -> tuple[str, ...]:
        """The random runs that a measure ranks above a system of sensible label density, best first."""
        order = self.scores.ranking(measure)
        known = dict(zip(self.scores.runs, zip(self.kinds, self.densities, strict=True), strict=True))
        truth = next(dense for kind, dense in known.values() if kind == "truth")
        systems = [
            place
            for place, (kind, dense) in enumerate(known[run] for run in order)
            if kind == "run" and truth / SENSIBLE <= dense <= truth * SENSIBLE
        ]
        last = max(systems, default=-1)
        return tuple(run for place, run in enumerate(order) if known[run][0] == "random" and place < last)

    def findings(self) -> list[str]:
        """Which measures take guesses for systems."""
        total = self.kinds.count("random")
        told = []
        for measure in self.scores.measures:
            guesses = len(self.among_systems(measure))
            found = f"{guesses} of {total} random runs rank" if guesses else "no random run ranks"
            told.append(f"{measure}: {found} above a system whose label density is near that of the truth.")
        return told

    def tables(self) -> tuple[Table, ...]:
        """A row per run, by density."""
        order = sorted(range(len(self.kinds)), key=lambda i: (self.densities[i], self.scores.runs[i]))
        columns = [
            names("run", (self.scores.runs[i] for i in order)),
            names("kind", (self.kinds[i] for i in order)),
            numbers("density", (self.densities[i] for i in order), 3),
            *(numbers(r.measure, r.aggregate[order], 3) for r in self.scores),
        ]
        return (Table(columns, "Scores by label density", self.findings()),)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        summary = self.scores.summary()
        rows = zip(self.scores.runs, self.kinds, self.densities, strict=True)
        return {
            "seed": self.seed,
            "runs": {
                run: {"kind": kind, "density": density, "values": {m: json_number(v) for m, v in summary[run].items()}}
                for run, kind, density in rows
            },
            "random_above_systems": {m: list(self.among_systems(m)) for m in self.scores.measures},
        }

    def __repr__(self) -> str:
        guesses = {m: len(self.among_systems(m)) for m in self.scores.measures}
        return f"Density({len(self.kinds)} runs; random above systems: {guesses})"


def density(
    runs: Sequence[Run],
    truth: Judgements,
    measures: str | Measure | Iterable[str | Measure],
    *,
    shares: Sequence[float | None] = SHARES,
    added: Sequence[float] = ADDED,
    baselines: Collection[str] = (),
    seed: int = 0,
    knowledge: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Density:
    """Score the runs beside random ones, the truth itself, and the truth with labels added at random.

    ``baselines`` are those of the runs that are random already.
    """
    if truth.relevance != "binary":
        raise ParameterError("label density is of yes and no; this truth has grades or probabilities")
    made: list[tuple[Run, Kind]] = [(run, "random" if run.name in baselines else "run") for run in runs]
    rng = np.random.default_rng(seed)
    taken = {run.name for run in runs}
    for share, stream in zip(shares, rng.spawn(len(shares)), strict=True):
        made.append((_renamed(RandomSystem(share).run(truth, stream), taken), "random"))
    relevant = mx.dense(truth.values, UNJUDGED) > 0
    made.append((_renamed(_as_run(relevant, truth, "truth"), taken), "truth"))
    order = rng.permutation(np.flatnonzero(~relevant.ravel()))
    for share in added:
        more = relevant.copy()
        more.flat[order[: round(share * len(order))]] = True
        made.append((_renamed(_as_run(more, truth, f"truth and {100 * share:g} % more"), taken), "over-annotated"))
    chosen = Settings(**settings)
    evaluation = Evaluation(truth, measures, chosen, Knowledge(truth.labels, **dict(knowledge or {})))
    scored = evaluation.score([run for run, _ in made], progress or silent)
    # A rule finds the threshold anew for each run; its density is then that of the scores at 0.5.
    limit = chosen.threshold if isinstance(chosen.threshold, float) else 0.5
    dense = tuple(label_density(run, limit) for run, _ in made)
    return Density(scored, tuple(kind for _, kind in made), dense, seed)


def _as_run(decisions: np.ndarray, truth: Judgements, name: str) -> Run:
    return Run(decisions=decisions, items=truth.items, labels=truth.labels, name=name)


def _renamed(run: Run, taken: set[str]) -> Run:
    """The run under a name that no run of the campaign has."""
    name = run.name
    while name in taken:
        name = f"{name} (added)"
    taken.add(name)
    return run.replace(name=name)
