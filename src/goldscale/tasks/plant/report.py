"""What the plant scorer tells: tables for people, everything for JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from goldscale.data import Scores
from goldscale.data.number_format import json_number, shown
from goldscale.data.result import Result
from goldscale.data.table import Table, counts, names, numbers
from goldscale.tasks.plant.package import TAXA
from goldscale.tasks.plant.scoring import ALL, Interval, PlantScores, S

if TYPE_CHECKING:
    from goldscale.significance import Comparison

FORMAT = "goldscale-plant"
VERSION = 1
TITLES = {S: "top 1", "S@3:item": "top 3", "S@5:item": "top 5", "S@10:item": "top 10", "RR:item": "MRR"}
OFFICIAL, STRICT = "official", "strict"
"""Pictures that a run does not answer are left out, or count as wrong."""


@dataclass(frozen=True, eq=False, repr=False)
class PlantReport(Result):
    """Scores of all runs by type, officially and, where that differs or is asked for, strictly."""

    scores: PlantScores
    strict: bool = False
    """Whether the strict scores rank the runs."""
    interval: Interval | None = None
    levels: tuple[str, ...] = ()
    """By what else S is told: author, plant, species..."""
    tested: bool = False
    """Whether it is told which runs differ."""
    seed: int = 0
    """That of the tests."""
    files: tuple[str, ...] = ()
    """What was written."""

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
        scores = Scores(self.scores.runs, found)
        table = scores.table(digits, ALL) if rule == self.rule else scores.select(self.ranking).table(digits)
        return replace(table, title=f"S, {rule}" if len(self.results) > 1 else "S by type")

    def by_depth(self, digits: int = 4) -> Table:
        """Runs x measures over all pictures: right among the first 1, 3, 5, 10; mean reciprocal rank."""
        found = self.results[self.rule][ALL]
        titled = Scores(found.runs, [replace(found[m], measure=title) for m, title in TITLES.items()])
        return replace(titled.select(self.ranking).table(digits), title="All pictures")

    def by_group(self, level: str, digits: int = 4) -> Table:
        """Authors (or plants, species, genera, families) x runs: the score S on their pictures alone."""
        found = self.scores.by(level, strict=self.strict)
        of_runs = [(run, found.values[self.scores.runs.index(run)]) for run in self.ranking]
        columns = [
            names(level, found.groups),
            counts("pictures", self.scores.pictures_by(level), optional=1),
            *(numbers(run, values, digits) for run, values in of_runs),
        ]
        order = sorted(range(len(found.groups)), key=lambda i: _numbers_in_order(found.groups[i]))
        return Table(columns, f"S by {level}").take(order)

    def tables(self) -> tuple[Table, ...]:
        """S by type, under the rule that ranks and under the other where they differ; then what else was asked for."""
        found = [self.by_type(rule) for rule in sorted(self.results, key=lambda rule: rule != self.rule)]
        found += [self.by_depth(), *map(self.by_group, self.levels)]
        found[-1] = replace(found[-1], notes=self._legend)
        if self.compared is not None:
            table = self.compared.table()
            legend = "difference: the mean over plants, each counting alike; in S each author does."
            found.append(replace(table, title="Differences, paired over plants", notes=[*table.notes, legend]))
        return tuple(found)

    @property
    def _legend(self) -> list[str]:
        found = []
        if (interval := self.interval) is not None:
            drawn = f"{interval.replicates} resamples over author > plant > picture, seed {interval.seed}"
            found.append(f"[low, high]: bootstrap interval at {100 * interval.level:g} % confidence ({drawn}).")
        if len(self.results) > 1:
            found.append("official: pictures without an answer are left out; strict: they count as wrong.")
        found += [f"by {level}: a picture is right when its {level} is." for level in TAXA[1:] if level in self.levels]
        described = self.scores.package.described
        return [*found, f"{described}; averaged author > plant > picture; ranked by {self.ranked_by}."]

    @cached_property
    def compared(self) -> Comparison | None:
        """The comparison, where it is to be told with the rest."""
        return self.comparison(seed=self.seed) if self.tested else None

    def comparison(self, replicates: int = 10_000, seed: int = 0) -> Comparison:
        """Paired tests between all runs on S, over plants, corrected after Holm."""
        from goldscale.significance import compare  # heavy, and rarely asked for

        found = self.results[self.rule][ALL]
        return compare(found, S, level="plant", correction="holm", replicates=replicates, seed=seed)

    def to_dict(self) -> dict[str, Any]:
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
            "by": {level: self._groups(level) for level in self.levels},
            **({} if self.compared is None else {"comparison": self.compared.to_dict()}),
            "files": list(self.files),
        }

    def __repr__(self) -> str:
        best = self.ranking[0]
        value = self.results[self.rule][ALL].summary()[best][S]
        return f"PlantReport({len(self.scores.runs)} runs, the best: {best}, S {shown(value, 4)} ({self.rule}))"

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


def _numbers_in_order(name: str) -> tuple[int, str]:
    """Plant 9 before plant 10."""
    return (len(name) if name.isdecimal() else 0, name)
