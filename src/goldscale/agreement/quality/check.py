"""Quality control of votes: who is kept, what is rejected, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from goldscale.agreement.exclusive import Exclusive, exclusive_groups
from goldscale.agreement.quality import people, sheet_checks
from goldscale.agreement.quality.case import Case, Check, Finding
from goldscale.agreement.quality.report import QualityReport
from goldscale.data import Judgements, Votes
from goldscale.data.parameter import Parameter, completed
from goldscale.data.registry import Registry
from goldscale.errors import ParameterError, expect

CHECKS: Registry[Check] = Registry("check", sheet_checks.CHECKS, people.CHECKS)
"""Every check by name, those of sheets first."""


def quality_checks() -> list[Check]:
    """Every check that ``check_votes`` can make."""
    return CHECKS.values()


def quality_limits() -> list[Parameter]:
    """The limits of all checks."""
    return [limit for check in CHECKS.values() for limit in check.limits]


def check_votes(
    votes: Votes,
    *,
    exclusive: Exclusive = None,
    gold: Judgements | None = None,
    pairs: Iterable[tuple[str, str]] = (),
    checks: Iterable[str] | None = None,
    noted: Collection[str] = ("slow",),
    **limits: Any,
) -> QualityReport:
    """Check sheets and annotators, and report who is kept and why (thesis 4.2.2, 6.2.2; Hodosh et al. 4.3.2).

    ``exclusive``: groups of labels (or an Ontology) of which a sheet must answer each exactly once (an ontology may
    allow none). ``gold``: known answers to control questions. ``pairs``: items known to be identical. ``checks``:
    which to make (all that the votes allow); ``noted``: those that only note. ``limits`` are those of the
    checks (``pass_rate=0.7``, ``fastest=``, ...): see ``quality_checks()``. A check without what it needs is skipped,
    and the report says so.

    >>> votes = Votes.from_records([("first", "a.jpg", "Indoor", 1), ("second", "a.jpg", "Indoor", 0)])
    >>> report = check_votes(votes, exclusive={"Place": ["Indoor", "Outdoor"]})
    >>> report, report.sheet_reasons(1)
    (QualityReport(2 of 2 annotators and 1 of 2 sheets kept),
     ['empty-group: 1 of 1 exclusive groups are empty or have several answers'])
    """
    expect(votes, Votes)
    if gold is not None:
        expect(gold, Judgements)
    chosen = {name: CHECKS[name] for name in (CHECKS if checks is None else checks)}
    noting = {CHECKS[name].name for name in noted}
    complete = completed(limits, quality_limits(), "quality control")
    if not len(votes):
        raise ParameterError("there are no votes to check")
    case = Case(
        votes, exclusive_groups(exclusive), exclusive_groups(exclusive, exactly_one=False), gold, tuple(pairs), complete
    )
    unknown = "these votes do not tell who gave them"
    results = {
        name: unknown if check.level == "annotator" and votes.anonymous else check.run(case)
        for name, check in chosen.items()
    }
    own = {limit.name for check in chosen.values() for limit in check.limits}
    return QualityReport(
        votes,
        case.sheets,
        chosen,
        {name: found for name, found in results.items() if isinstance(found, Finding)},
        {name: why for name, why in results.items() if isinstance(why, str)},
        frozenset(noting & chosen.keys()),
        {name: value for name, value in complete.items() if name in own},
    )
