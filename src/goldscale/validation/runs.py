"""Checking a run before it is scored: what it holds, what is wrong, what its author may want to know."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldscale.data import Concepts, Judgements, Run
from goldscale.data import matrix as mx
from goldscale.data.result import Result
from goldscale.data.table import Table, names, texts
from goldscale.errors import FormatError, GoldscaleError, GoldscaleWarning, first_few
from goldscale.files import Source
from goldscale.formats import Hints, formats, naming_file, sniff
from goldscale.measures.alignment import Target, by_position
from goldscale.measures.decisions import unsuited
from goldscale.measures.fitting import fit
from goldscale.measures.settings import Settings
from goldscale.measures.uncertain import drawn_truth


@dataclass(frozen=True)
class RunCheck:
    """What a check of one run found; ``error`` is None for a run that can be scored."""

    file: str
    error: GoldscaleError | None
    facts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "file": self.file,
            "valid": self.error is None,
            "error": None if self.error is None else str(self.error),
            "facts": list(self.facts),
            "notes": list(self.remarks),
        }


@dataclass(frozen=True, repr=False)
class RunChecks(Result):
    """What the checks of several runs found."""

    checks: tuple[RunCheck, ...]

    @property
    def errors(self) -> list[GoldscaleError]:
        """What is wrong with the bad ones."""
        return [check.error for check in self.checks if check.error is not None]

    def tables(self) -> tuple[Table, ...]:
        """A row per run."""
        checks = self.checks
        columns = [
            names("file", (check.file for check in checks)),
            names("verdict", ("fine" if check.error is None else "bad" for check in checks)),
            texts("error", (str(check.error or "") for check in checks)),
            texts("facts", ("; ".join(check.facts) for check in checks)),
            texts("notes", ("; ".join(check.remarks) for check in checks)),
        ]
        return (Table(columns),)

    def to_dict(self) -> list[dict[str, Any]]:
        """An entry per run, ready for JSON."""
        return [check.to_dict() for check in self.checks]

    def __repr__(self) -> str:
        return f"RunChecks({len(self.checks) - len(self.errors)} fine, {len(self.errors)} bad)"


def check_run(
    path: str,
    truth: Judgements | None = None,
    format: str | None = None,
    labels: Concepts | None = None,
    settings: Settings | None = None,
    *,
    named_by: str | None = None,
    finish: Callable[[Run], Run] | None = None,
) -> RunCheck:
    """Read a run and, where a truth is given, hold its items and labels against it, as far as the settings ask.

    ``named_by`` is a file that tells what ids stand for. ``finish`` adds what the file itself does not say, as a
    threshold.
    """
    rules = settings or Settings()
    # Of a truth of probabilities any draw will do: only its items and labels matter here.
    target = None if truth is None else Target(drawn_truth(truth, np.random.default_rng(0)), "negative")
    hints = Hints(labels, blank=rules.blank, names=naming_file(named_by))
    try:
        # One Source for recognising and for reading: standard input comes only once.
        source = Source(path)
        form = sniff(source, truth=hints.names) if format is None else formats()[format]
        if form.read_run is None:
            raise FormatError(path, "a run", instead=f"the format {form.name}")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", GoldscaleWarning)
            run = form.read_run(source, hints)
            if finish is not None:
                run = finish(run)
            if target is not None:
                target.align(fit(run, target.truth, rules))
    except GoldscaleError as error:
        return RunCheck(path, error)
    facts = (f"format {form.name}", run.described, *_facts(run))
    return RunCheck(path, None, facts, (*(str(w.message) for w in caught), *_remarks(run, truth, rules)))


def _facts(run: Run) -> list[str]:
    facts = []
    if run.scores is not None:
        scores = _ranked(run.scores)
        if scores.size:
            facts.append(f"scores from {scores.min():g} to {scores.max():g}")
    if run.decisions is not None:
        yes = int(np.count_nonzero(mx.cells(run.decisions)))
        facts.append(f"{yes / max(run.shape[0], 1):.2f} labels per {run.items.noun} decided")
    return facts


def _remarks(run: Run, truth: Judgements | None, rules: Settings) -> list[str]:
    remarks = [said] if truth is not None and (said := by_position(run, truth)) else []
    if run.scores is None:
        return [*remarks, "only decisions, no scores: measures on rankings see nothing but ties"]
    remarks += [said] if (said := unsuited(run, rules.threshold)) else []
    if isinstance(run.scores, np.ndarray) and run.shape[0] > 1:
        constant = np.flatnonzero((run.scores == run.scores[:1]).all(axis=0))
        if constant.size:
            same = [run.labels[i] for i in constant]
            remarks.append(
                f"the same score for every {run.items.noun} in {len(same)} {run.labels.plural} ({first_few(same)})"
            )
    return remarks


def _ranked(scores: mx.Matrix) -> np.ndarray:
    """The scores of the cells that the run ranks at all."""
    cells = mx.cells(scores)
    return cells[np.isfinite(cells)]
