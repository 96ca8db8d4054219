"""What a campaign.toml tells about runs beside their files: who submitted them, when, and what they are.

No score depends on it; the leaderboard shows it.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from goldscale.data.table import Column, names, texts
from goldscale.errors import FormatError, did_you_mean


@dataclass(frozen=True)
class Submission:
    """Who submitted a run, when (as 2010-06-15) and what it is; empty where nobody said."""

    team: str = ""
    date: str = ""
    notes: str = ""

    def to_dict(self) -> dict[str, str]:
        """What is known, ready for JSON."""
        return {key: value for key, value in asdict(self).items() if value}


KEYS = tuple(field.name for field in fields(Submission))
"""Keys of a table ``submissions.RUN``."""


def read_submissions(table: object, file: Path) -> dict[str, Submission]:
    """The table ``submissions`` of a campaign.toml, by run."""
    if not isinstance(table, dict):
        raise FormatError(file, "a table per run, as [submissions.RUN]", field="submissions", found=str(table))
    return {run: _submission(entry, f"submissions.{run}", file) for run, entry in table.items()}


def _submission(entry: object, field: str, file: Path) -> Submission:
    if not isinstance(entry, dict):
        raise FormatError(file, f"a table with {', '.join(KEYS)}", field=field, found=str(entry))
    for key, value in entry.items():
        if key not in KEYS:
            expected, hint = f"one of the keys {', '.join(KEYS)}", did_you_mean(key, KEYS)
            raise FormatError(file, expected, field=f"{field}.{key}", found=key, hint=hint)
        if key != "date" and not isinstance(value, str):
            raise FormatError(file, "text", field=f"{field}.{key}", found=str(value))
    given = {key: value for key, value in entry.items() if key != "date"}
    return Submission(**given, date=_date(entry["date"], f"{field}.date", file) if "date" in entry else "")


def _date(value: object, field: str, file: Path) -> str:
    """A date of TOML, or one in text."""
    try:
        # A moment is a date too in Python, but more than a leaderboard has room for; its text is no date either.
        return datetime.datetime.strptime(str(value), "%Y-%m-%d").date().isoformat()
    except ValueError as error:
        raise FormatError(file, "a date, as 2010-06-15", field=field, found=str(value)) from error


def columns(runs: Sequence[str], known: Mapping[str, Submission]) -> tuple[list[Column], list[Column]]:
    """Columns behind the names of these runs and behind their numbers; only those in which something stands."""
    found = [known.get(run, Submission()) for run in runs]
    date = replace(names("date", (one.date for one in found)), optional=2)  # on a narrow terminal the first to go
    who = [names("team", (one.team for one in found)), date]
    return _filled(who), _filled([texts("notes", (one.notes for one in found))])


def _filled(columns: Sequence[Column]) -> list[Column]:
    return [column for column in columns if any(column.values)]


def best_of_teams(ranked: Sequence[str], known: Mapping[str, Submission]) -> list[str]:
    """Of runs from best to worst, the first of each team; those without a team all stay."""
    seen: set[str] = set()
    kept = []
    for run in ranked:
        team = known.get(run, Submission()).team
        if team not in seen:
            kept.append(run)
        seen |= {team} if team else set()
    return kept
