"""Holding a truth or a run against an ontology: which rules its label sets break, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np

from goldscale.data import Concepts, Items, Judgements, Ontology, Run
from goldscale.data import matrix as mx
from goldscale.data.result import Result
from goldscale.data.table import Table, counts, names
from goldscale.data.violations import Violations
from goldscale.errors import FormatError, ParameterError
from goldscale.files import Source
from goldscale.formats import Hints, formats, sniff

Kind = Literal["truth", "run"]


@dataclass(frozen=True, repr=False)
class Consistency(Result):
    """What a check found."""

    file: str
    kind: Kind
    decided: str
    """Where yes and no come from, in words."""
    ontology: Ontology
    items: Items
    labels: Concepts
    violations: Violations
    limit: int | None = None
    """How many of the items that break rules are listed; None for all."""

    @property
    def consistent(self) -> bool:
        """Whether no rule is broken anywhere."""
        return not self.violations.count

    def per_rule(self) -> list[dict[str, Any]]:
        """Each rule and in how many items it is broken."""
        found = zip(self.violations.rules, self.violations.per_rule().tolist(), strict=True)
        return [{"rule": rule.name, "kind": rule.kind, "items": count} for rule, count in found]

    def per_item(self) -> list[dict[str, Any]]:
        """The first items that break rules: which rules, and which of their labels are penalised."""
        found = self.violations
        return [
            {
                "item": self.items[row],
                "broken": [found.rules[i].name for i in np.flatnonzero(found.broken[row])],
                "penalised": [self.labels[int(i)] for i in np.flatnonzero(found.penalised[row])],
            }
            for row in found.items[: self.limit].tolist()
        ]

    def tables(self) -> tuple[Table, ...]:
        """The rules; then the items that break one, where any are to be listed."""
        rules, broken = self.per_rule(), self.per_item()
        summary = (
            f"{self.file} ({self.decided}): {len(self.violations.items)} of {len(self.items)} {self.items.plural} "
            f"break a rule of {self.ontology.name}, {self.violations.count} times in all."
        )
        of_rules = Table(
            [
                names("rule", (entry["rule"] for entry in rules)),
                counts(f"{self.items.plural} that break it", (entry["items"] for entry in rules)),
            ],
            notes=[summary],
        )
        of_items = Table(
            [
                names(self.items.noun, (entry["item"] for entry in broken)),
                names("breaks", ("; ".join(entry["broken"]) for entry in broken)),
                names("penalised labels", (", ".join(entry["penalised"]) for entry in broken)),
            ]
        )
        return (of_rules, of_items) if broken else (of_rules,)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "file": self.file,
            "kind": self.kind,
            "decisions": self.decided,
            "ontology": self.ontology.name,
            "items": len(self.items),
            "labels": len(self.labels),
            "inconsistent_items": len(self.violations.items),
            "violations": self.violations.count,
            "penalised": int(np.count_nonzero(self.violations.penalised)),
            "rules": self.per_rule(),
            "broken_items": self.per_item(),
        }

    def __repr__(self) -> str:
        wrong = f"{len(self.violations.items)} of {self.items.counted}"
        return f"Consistency({self.file}: {wrong} break a rule of {self.ontology.name})"


def check_consistency(
    ontology: Ontology,
    path: str,
    kind: Kind | None = None,
    *,
    format: str | None = None,
    labels: Concepts | None = None,
    threshold: float = 0.5,
) -> Consistency:
    """Read a truth or a run and hold it against an ontology.

    A run's own decisions count first, then its own threshold, then ``threshold``. Of a truth, every grade above 0 is
    yes and an unjudged cell is no. Without ``kind``, what can be read as a run is taken for one: for files of 0 and 1,
    which may be either, that makes no difference.
    """
    data = _read(path, kind, format, labels)
    if isinstance(data, Run):
        chosen, decided = _decisions(data, threshold)
    else:
        chosen, decided = mx.dense(data.values, -1) > 0, "grades above 0"
    axis = data.labels if data.labels.named else ontology.concepts
    found = ontology.violations(chosen, data.labels)
    return Consistency(path, "run" if isinstance(data, Run) else "truth", decided, ontology, data.items, axis, found)


def _read(path: str, kind: Kind | None, format: str | None, labels: Concepts | None) -> Run | Judgements:
    # One Source for recognising and for reading, perhaps twice: standard input comes only once.
    source = Source(path)
    form = sniff(source) if format is None else formats()[format]
    readers = {"run": form.read_run, "truth": form.read_judgements}
    held = [read for what, read in readers.items() if read is not None and kind in (None, what)]
    if not held:
        raise ParameterError(f"{path} is in the format {form.name}, which cannot hold a {kind}")
    errors = []
    for read in held:
        try:
            return read(source, Hints(labels))
        except FormatError as error:
            errors.append(error)
    raise errors[0]


def _decisions(run: Run, threshold: float) -> tuple[np.ndarray, str]:
    if run.decisions is not None:
        return mx.dense(run.decisions), "decisions as given"
    limit = threshold if run.threshold is None else run.threshold
    scores = mx.dense(cast(mx.Matrix, run.scores), -np.inf)  # a run without decisions has scores
    words = "per label" if isinstance(limit, np.ndarray) else f"{limit:g}"
    # In the scores' own precision: 0.7 read as float32 must reach a threshold of 0.7.
    return scores >= np.asarray(limit).astype(scores.dtype), f"scores from {words} up"
