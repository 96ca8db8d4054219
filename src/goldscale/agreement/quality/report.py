"""What quality control found: who and what is kept, and why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from goldscale.agreement.quality.case import Check, Finding, Sheets
from goldscale.data import Votes
from goldscale.data.number_format import json_number
from goldscale.data.occasions import occasions
from goldscale.data.result import Result
from goldscale.data.signature import Signature
from goldscale.data.table import Table, counts, names, numbers, texts
from goldscale.kernels.ratio import known_mean

KEPT, OUT = "kept", "out"


@dataclass(frozen=True, eq=False, repr=False)
class QualityReport(Result):
    """The findings of all checks; nothing is deleted, ``kept`` gives a copy of the votes that pass."""

    votes: Votes
    sheets: Sheets
    checks: Mapping[str, Check]
    findings: Mapping[str, Finding]
    skipped: Mapping[str, str]
    """Checks that could not be made, and why."""
    noted: frozenset[str]
    """Checks that only note and reject nothing."""
    limits: Mapping[str, Any]

    @cached_property
    def annotator_kept(self) -> np.ndarray:
        """Which annotators are kept."""
        return ~self._marked("annotator", len(self.votes.annotators), noted=False)

    @cached_property
    def sheet_kept(self) -> np.ndarray:
        """Which sheets are kept: nothing is wrong with them and their annotator is kept."""
        return ~self._marked("sheet", len(self.sheets), noted=False) & self.annotator_kept[self.sheets.annotator]

    @property
    def dropped(self) -> tuple[str, ...]:
        """The annotators who are out."""
        return tuple(self.votes.annotators[int(a)] for a in np.flatnonzero(~self.annotator_kept))

    def kept(self, votes: Votes | None = None) -> Votes:
        """Only the votes on kept sheets; of these votes, or of others of the same people (another reading of them).

        Where a first sheet is out and its repetition is kept, the repetition becomes the first. Sheets that were
        not checked are kept with their annotator.
        """
        asked = self.votes if votes is None else votes
        person = asked.annotators.locate(self.votes.annotators)[asked.annotator]
        item = asked.items.locate(self.votes.items)[asked.item]
        bad = np.flatnonzero(~self.sheet_kept)
        occasions = int(max(self.votes.occasion.max(initial=0), asked.occasion.max(initial=0))) + 1

        def key(annotator: np.ndarray, item: np.ndarray, occasion: np.ndarray) -> np.ndarray:
            return (annotator.astype(np.int64) * len(self.votes.items) + item) * occasions + occasion

        rejected = key(self.sheets.annotator[bad], self.sheets.item[bad], self.sheets.occasion[bad])
        on_bad_sheet = (person >= 0) & (item >= 0) & np.isin(key(person, item, asked.occasion), rejected)
        left_out = on_bad_sheet | ((person >= 0) & ~self.annotator_kept[person])
        return _first_again(asked.select(~left_out))

    def reasons(self, annotator: str) -> list[str]:
        """Why an annotator is out (or what was noted of them)."""
        return self._reasons("annotator", self.votes.annotators.index[annotator])

    def sheet_reasons(self, sheet: int) -> list[str]:
        """Why a sheet is out (or what was noted of it)."""
        own = self._reasons("sheet", sheet)
        name = self.votes.annotators[int(self.sheets.annotator[sheet])]
        return own if self.annotator_kept[self.sheets.annotator[sheet]] else [*own, f"annotator {name!r} is out"]

    def item_rejections(self) -> dict[str, int]:
        """How many sheets of each item are out (thesis figure 6.3), those without any left out."""
        out = np.bincount(self.sheets.item[~self.sheet_kept], minlength=len(self.votes.items))
        return {self.votes.items[int(i)]: int(out[i]) for i in np.flatnonzero(out)}

    def annotator_table(self, most: int | None = None) -> Table:
        """One row per annotator who voted: sheets, how many are out, the verdict, what was measured, the reasons.

        At most so many: those first who are out, then those with most sheets out.
        """
        total, out = self.sheets.per_annotator(), self.sheets.per_annotator(~self.sheet_kept)
        every = there = np.flatnonzero(total)
        if most is not None and most < len(there):
            there = there[np.lexsort((-out[there], self.annotator_kept[there]))][:most]
        fewer = [f"Shown are {len(there)} of {len(every)} annotators, those who are out first."]
        return Table(
            [
                names("annotator", (self.votes.annotators[int(a)] for a in there)),
                counts("sheets", total[there], optional=2),
                counts("rejected", out[there], optional=1),
                names("verdict", np.where(self.annotator_kept[there], KEPT, OUT)),
                *(numbers(name, found.value[there], None) for name, found in self._of_people.items()),
                texts("why", ("; ".join(self._reasons("annotator", int(a))) for a in there)),
            ],
            notes=fewer if len(there) < len(every) else [],
        )

    def sheet_table(self, most: int | None = None) -> Table:
        """One row per sheet with which something is wrong, at most so many; not those out with their annotator."""
        marked = np.flatnonzero(self._marked("sheet", len(self.sheets)))
        some = marked[:most]
        return Table(
            [
                names("annotator", (self.votes.annotators[int(a)] for a in self.sheets.annotator[some])),
                names("item", (self.votes.items[int(i)] for i in self.sheets.item[some])),
                counts("occasion", self.sheets.occasion[some], optional=1),
                names("verdict", np.where(self.sheet_kept[some], KEPT, OUT)),
                texts("why", ("; ".join(self.sheet_reasons(int(s))) for s in some)),
            ],
            notes=[f"{len(marked) - len(some)} more sheets; JSON lists them all."] if len(some) < len(marked) else [],
        )

    def batches(self) -> dict[str, dict[str, Any]]:
        """Per batch (thesis 6.2.2, 'Statistics of the first batch'): annotators, sheets, rejections, mean seconds."""
        batch = self.sheets.detail("batch")
        found: dict[str, dict[str, Any]] = {}
        for name in dict.fromkeys(batch):
            here = batch == name
            out = here & ~self.sheet_kept
            found[str(name)] = {
                "annotators": len(np.unique(self.sheets.annotator[here])),
                "sheets": int(here.sum()),
                "rejected": int(out.sum()),
                "rejected_share": float(out.sum() / here.sum()),
                "seconds": json_number(float(known_mean(self.sheets.seconds[here]))),
                "rejected_seconds": json_number(float(known_mean(self.sheets.seconds[out]))),
            }
        return found

    def batch_table(self) -> Table:
        """The numbers of ``batches`` as a table."""
        found = self.batches()

        def of(key: str, times: float = 1.0) -> list[float]:
            return [np.nan if row[key] is None else times * row[key] for row in found.values()]

        return Table(
            [
                names("batch", (name or "-" for name in found)),
                *(counts(key, (row[key] for row in found.values())) for key in ("annotators", "sheets", "rejected")),
                numbers("rejected", of("rejected_share", 100), 2, "%"),
                numbers("mean seconds", of("seconds"), 1),
                numbers("of the rejected", of("rejected_seconds"), 1),
            ]
        )

    def check_table(self) -> Table:
        """One row per check: how many exceed its limit, and what that is."""
        made = [self.findings.get(name) for name in self.checks]
        skipped = dict.fromkeys(self.skipped, "skipped") | dict.fromkeys(self.noted - set(self.skipped), "only notes")
        columns = [
            names("check", self.checks),
            counts("limit exceeded", (None if finding is None else finding.out.sum() for finding in made)),
            names("of", (check.level for check in self.checks.values())),
            names("limit", map(self._limit, self.checks.values())),
            names("", (skipped.get(name, "rejects") for name in self.checks)),
        ]
        if self.skipped:
            columns.append(texts("why", (self.skipped.get(name, "") for name in self.checks)))
        return Table(columns)

    def tables(self, most_sheets: int | None = None, most_annotators: int | None = None) -> tuple[Table, ...]:
        """Who is kept (where it is known who they are), what was checked, which sheets are out, and the batches."""
        found = [] if self.votes.anonymous else [self.annotator_table(most_annotators)]
        found += [self.check_table(), self.sheet_table(most_sheets)]
        found += [self.batch_table()] if any(self.batches()) else []
        return tuple(table for table in found if len(table))

    @cached_property
    def signature(self) -> str:
        """What somebody else needs to get the same verdicts."""
        made = "+".join(f"{name}?" if name in self.noted else name for name in self.findings)
        limits = [f"{key}={value}" for key, value in self.limits.items() if value is not None]
        return str(Signature.signed("quality", made, *limits, f"votes={self.votes.hash}"))

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        total, out = self.sheets.per_annotator(), self.sheets.per_annotator(~self.sheet_kept)
        return {
            "signature": self.signature,
            "checks": {
                name: {
                    "title": check.title,
                    "of": check.level,
                    "limits": {limit.name: self.limits[limit.name] for limit in check.limits},
                    "beyond": int(self.findings[name].out.sum()) if name in self.findings else None,
                    "skipped": self.skipped.get(name),
                    "rejects": name not in self.noted,
                }
                for name, check in self.checks.items()
            },
            "annotators": {
                name: {
                    "kept": bool(self.annotator_kept[a]),
                    "sheets": int(total[a]),
                    "rejected": int(out[a]),
                    "figures": {check: json_number(finding.value[a]) for check, finding in self._of_people.items()},
                    "reasons": self._reasons("annotator", a),
                }
                for a, name in enumerate(self.votes.annotators)
            },
            "sheets": [
                {
                    "annotator": self.votes.annotators[int(self.sheets.annotator[s])],
                    "item": self.votes.items[int(self.sheets.item[s])],
                    "occasion": str(self.sheets.occasion[s]),
                    "reasons": self.sheet_reasons(s),
                }
                for s in map(int, np.flatnonzero(~self.sheet_kept))
            ],
            "items": self.item_rejections(),
            "batches": self.batches(),
        }

    @property
    def verdict(self) -> str:
        """How much is kept, in a line."""
        people = f"{int(self.annotator_kept.sum())} of {self.votes.annotators.counted}"
        return f"{people} and {int(self.sheet_kept.sum())} of {len(self.sheets)} sheets kept"

    def __repr__(self) -> str:
        return f"QualityReport({self.verdict})"

    def _marked(self, level: str, count: int, *, noted: bool = True) -> np.ndarray:
        marked = np.zeros(count, dtype=bool)
        for name, finding in self.findings.items():
            if self.checks[name].level == level and (noted or name not in self.noted):
                marked |= finding.out
        return marked

    def _reasons(self, level: str, unit: int) -> list[str]:
        return [
            ("noted, " if name in self.noted else "")
            + f"{name}: {self.checks[name].says.format(value=finding.value[unit], basis=finding.basis[unit])}"
            for name, finding in self.findings.items()
            if self.checks[name].level == level and finding.out[unit]
        ]

    @property
    def _of_people(self) -> dict[str, Finding]:
        return {name: found for name, found in self.findings.items() if self.checks[name].level == "annotator"}

    def _limit(self, check: Check) -> str:
        own = ((limit.name, self.limits[limit.name]) for limit in check.limits)
        return ", ".join(f"{name}={value}" for name, value in own if value is not None)


def _first_again(votes: Votes) -> Votes:
    """Occasions counted anew from 0 for each annotator and cell."""
    if not votes.occasion.any():
        return votes
    key = votes.annotator.astype(np.int64) * (len(votes.items) * len(votes.labels)) + votes.cell
    return votes.replace(occasion=occasions(key, order=votes.occasion))
