"""What the plant scorer tells: tables for people, everything for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from goldscale.data import Scores
from goldscale.data.number_format import json_number, shown
from goldscale.data.table import Table
from goldscale.tasks.plant.scoring import ALL, Interval, PlantScores, S

if TYPE_CHECKING:
    from goldscale.significance import Comparison

FORMAT = "goldscale-plant"
VERSION = 1
TITLES = {S: "top 1", "S@3:item": "top 3", "S@5:item": "top 5", "S@10:item": "top 10", "RR:item": "MRR"}
OFFICIAL, STRICT = "official", "strict"
"""Pictures that a run does not answer are left out, or count as wrong."""


@dataclass(frozen=True, eq=False)
class PlantReport:
    """Scores of all runs by type, officially and, where that differs or is asked for, strictly."""

    scores: PlantScores
    strict: bool = False
    """Whether the strict scores rank the runs."""
    interval: Interval | None = None

    @cached_property
    def results(self) -> dict[str, dict[str, Scores]]:
        """By rule, and where the rules differ under both, the scores of each type and of all pictures."""
        types = (*self.scores.package.types, ALL)
        return {
            rule: {t: self.scores.scores(t, strict=rule == STRICT, interval=self.interval) for t in types}
            for rule in ((OFFICIAL, STRICT) if self.scores.differ else (OFFICIAL,))
        }

    @property
    def rule(self) -> str:
        """The rule that ranks the runs."""
        return STRICT if self.strict and self.scores.differ else OFFICIAL

    @property
    def ranked_by(self) -> str:
        """In words, what ranks the runs."""
        return f"S over all pictures ({self.rule})"

    @property
    def ranking(self) -> list[str]:
        """Runs from best to worst."""
        return self.results[self.rule][ALL].ranking(S)

    def by_type(self, rule: str, digits: int = 4) -> Table:
        """Runs x types: the score S; ranked where the rule is the one that ranks, else in the same order."""
        found = [replace(scores[S], measure=name) for name, scores in self.results[rule].items()]
        table = Scores(self.scores.runs, found)
        return table.table(digits, ALL) if rule == self.rule else table.select(self.ranking).table(digits)

    def by_depth(self, digits: int = 4) -> Table:
        """Runs x measures over all pictures: right among the first 1, 3, 5, 10; mean reciprocal rank."""
        found = self.results[self.rule][ALL]
        titled = Scores(found.runs, [replace(found[m], measure=title) for m, title in TITLES.items()])
        return titled.select(self.ranking).table(digits)

    def by_group(self, level: str, digits: int = 4) -> Table:
        """Authors (or plants, species, genera, families) x runs: the score S on their pictures alone."""
        found = self.scores.by(level, strict=self.strict)
        counts = self.scores.pictures_by(level)
        columns = [self.scores.runs.index(run) for run in self.ranking]
        rows = [
            [name, str(counts[i]), *(shown(float(found.values[c, i]), digits) for c in columns)]
            for i, name in enumerate(found.groups)
        ]
        return Table([level, "pictures", *self.ranking], sorted(rows, key=_numbers_in_order))

    def comparison(self, replicates: int = 10_000, seed: int = 0) -> Comparison:
        """Paired tests between all runs on S, over plants, corrected after Holm."""
        from goldscale.significance import compare  # heavy, and rarely asked for

        found = self.results[self.rule][ALL]
        return compare(found, S, level="plant", correction="holm", replicates=replicates, seed=seed)

    def to_dict(self, by: Sequence[str] = ()) -> dict[str, Any]:
        """Everything, ready for JSON; an undefined value is null."""
        package = self.scores.package
        kinds = package.level("type")
        parts = {
            rule: {t: found.to_dict()["runs"] for t, found in results.items()} for rule, results in self.results.items()
        }
        return {
            "format": FORMAT,
            "version": VERSION,
            "folder": str(package.metadata.folder),
            "pictures": len(package.pictures),
            "authors": len(package.distinct("author")),
            "plants": len(package.distinct("plant")),
            "species": len(package.species),
            "types": {t: kinds.count(t) for t in package.types},
            "ranked_by": self.ranked_by,
            "ranking": self.ranking,
            "runs": {
                a.run: {
                    "file": a.file,
                    "answered": int(a.answered.sum()),
                    "remarks": [{"check": r.check.name, "message": r.message} for r in a.remarks],
                    **{rule: {t: some[a.run] for t, some in part.items()} for rule, part in parts.items()},
                }
                for a in self.scores.answers
            },
            "by": {level: self._groups(level) for level in by},
        }

    def _groups(self, level: str) -> dict[str, dict[str, dict[str, float | None]]]:
        """``{type: {run: {group: S}}}``."""
        found = {}
        for t in (*self.scores.package.types, ALL):
            table = self.scores.by(level, t, strict=self.strict)
            found[t] = {
                run: {name: json_number(value) for name, value in zip(table.groups, row.tolist(), strict=True)}
                for run, row in zip(self.scores.runs, table.values, strict=True)
            }
        return found


def _numbers_in_order(row: Sequence[str]) -> tuple[int, str]:
    """Plant 9 before plant 10."""
    return (len(row[0]) if row[0].isdecimal() else 0, row[0])
