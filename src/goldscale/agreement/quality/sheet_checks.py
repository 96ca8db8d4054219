"""Checks of single sheets: groups left empty, the platform's status, times."""

from __future__ import annotations

from functools import partial

import numpy as np

from goldscale.agreement.quality.case import Case, Check, Finding
from goldscale.data.parameter import Parameter

TIMED = 10
"""Fewer sheets with a time have no usual time to compare with."""
TO_SIGMA = 1.4826
"""The median absolute deviation of a normal distribution, times this, is its standard deviation."""


def _empty_group(case: Case) -> Finding | str:
    if not case.exclusive and not case.at_most_one:
        return "no exclusive groups were given"
    votes, sheets = case.votes, case.sheets
    wrong, asked = np.zeros(len(sheets)), 0
    for name, labels in {**case.exclusive, **case.at_most_one}.items():
        # Votes for one of a group answer the label that is the group; yes/no votes select its members.
        answers = [name] if votes.categories is not None else labels
        columns = [votes.labels.index[label] for label in answers if label in votes.labels]
        if not columns:
            continue
        asked += 1
        selects = np.isin(votes.label, columns) & ((votes.values > 0) | (votes.categories is not None))
        chosen = np.bincount(sheets.of_vote[selects], minlength=len(sheets))
        wrong += chosen > 1 if name in case.at_most_one else chosen != 1
    return Finding(wrong, np.full(len(sheets), asked), wrong > 0)


def _status(case: Case) -> Finding | str:
    if "status" not in case.votes.details:
        return "the votes tell no status"
    rejected = np.array([str(status).casefold() in ("rejected", "reject") for status in case.sheets.detail("status")])
    return Finding(rejected.astype(float), np.ones(len(rejected), dtype=int), rejected)


def _timed(case: Case, bound: str, limit: str, side: float) -> Finding | str:
    """Sheets beyond a bound in seconds or, without one, far from the median of log seconds."""
    seconds = case.sheets.seconds
    known = ~np.isnan(seconds)
    if not known.any():
        return "the votes tell no times"
    out = np.zeros(len(seconds), dtype=bool)
    if case.limits[bound] is not None:
        out[known] = side * seconds[known] > side * case.limits[bound]
    elif known.sum() >= TIMED:
        logs = np.log(np.maximum(seconds[known], np.finfo(float).tiny))
        away = logs - np.median(logs)
        spread = TO_SIGMA * np.median(np.abs(away))
        out[known] = side * away > case.limits[limit] * spread if spread > 0 else False
    return Finding(seconds, known.astype(int), out)


sheet_check = partial(Check, level="sheet")

CHECKS = (
    sheet_check(
        name="empty-group",
        title="Group left empty or answered twice",
        about="A sheet must select exactly one label of every exclusive group (or at most one, where none is allowed).",
        says="{value:.0f} of {basis} exclusive groups are empty or have several answers",
        run=_empty_group,
        reference="thesis 6.2.2: syntactic rejection",
    ),
    sheet_check(
        name="status",
        title="Rejected by the platform",
        about="The sheet came with the status 'rejected'.",
        says="the platform's status is rejected",
        run=_status,
    ),
    sheet_check(
        name="fast",
        title="Too fast",
        about="A sheet took less than ``fastest`` seconds or, where that is not given, its time lies far below the "
        f"median: by more than ``fast_z`` robust standard deviations of log seconds (of {TIMED} sheets or more).",
        says="took {value:.0f} seconds, too fast",
        run=partial(_timed, bound="fastest", limit="fast_z", side=-1.0),
        limits=(
            Parameter("fastest", "seconds that a sheet takes at least", "number"),
            Parameter("fast_z", "robust z of log seconds beyond which a sheet is too fast", "number", 3.5),
        ),
        reference="thesis 4.2.1 and 6.2.2; Iglewicz and Hoaglin 1993 for the robust z of 3.5",
    ),
    sheet_check(
        name="slow",
        title="Very slow",
        about="The same on the other side; by default noted only, since a sheet may lie open while somebody rests.",
        says="took {value:.0f} seconds, very slow",
        run=partial(_timed, bound="slowest", limit="slow_z", side=1.0),
        limits=(
            Parameter("slowest", "seconds that a sheet takes at most", "number"),
            Parameter("slow_z", "robust z of log seconds beyond which a sheet is very slow", "number", 3.5),
        ),
    ),
)
