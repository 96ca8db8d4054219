"""Coefficients of agreement over all votes, per label, per item or per annotator, each with an interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

import numpy as np

from goldscale.agreement.coefficients.definition import By, Coefficient
from goldscale.agreement.coefficients.ratings import scales
from goldscale.agreement.coefficients.registry import coefficient
from goldscale.agreement.estimate import Interval, Plan, estimate
from goldscale.agreement.result import Agreement, CoefficientAgreement, Estimate
from goldscale.data import Votes
from goldscale.data.parameter import REPLICATES
from goldscale.data.signature import Signature
from goldscale.errors import ParameterError, expect, known_name
from goldscale.progress import Progress, silent

Reading: TypeAlias = Literal["all", "selected"]

FEW_PEOPLE = 50
"""Beyond this many annotators most pairs share little, and there are thousands of them."""


def agree(
    votes: Votes,
    coefficients: str | Coefficient | Sequence[str | Coefficient] | None = None,
    *,
    by: By = "all",
    ci: float | None = 0.95,
    interval: Interval = "bootstrap",
    replicates: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Agreement:
    """How far people agree: each coefficient over all votes and, with ``by``, per label, item or annotator.

    Without ``coefficients``, those that suit the votes. A unit is a cell, one item under one label; over all votes
    the cells of all labels are pooled. A unit with one vote enters no pair, and only first votes count.
    Intervals: ``bootstrap`` draws items with all their cells (for single items: labels) and takes
    percentiles; ``analytic`` takes the linearised variance of Gwet 2014 with units taken as independent, where the
    coefficient has one.
    What is undefined is NaN, with the reason in the estimate's note.

    >>> from goldscale import Votes
    >>> votes = Votes.from_records([(who, f"{i}.jpg", "Sky", i % 2) for i in range(9) for who in ("first", "second")])
    >>> agree(votes, "fleiss", replicates=100)["fleiss"].overall.shown(2)
    '1.00 [1.00, 1.00]'
    """
    expect(votes, Votes)
    known_name(by, get_args(By), "grouping of votes")
    known_name(interval, get_args(Interval), "interval")
    if ci is not None and not 0 < ci < 1:
        raise ParameterError(f"ci must lie between 0 and 1, not {ci:g}")
    REPLICATES.check(replicates)
    held = votes.first()
    given = [coefficients] if isinstance(coefficients, str | Coefficient) else coefficients
    asked = usual_coefficients(held, by, interval) if given is None else [coefficient(text) for text in given]
    for one in asked:
        _check(one, held, by, None if ci is None else interval)
    plan = Plan(ci, interval, replicates, seed)
    levels: list[By] = ["all"] if by == "all" else ["all", by]
    steps = len(asked) * len(levels) * replicates
    tell = progress or silent
    results = []
    for number, one in enumerate(asked):
        made: list[tuple[tuple[Estimate, ...], Estimate | None]] = []
        for part, level in enumerate(levels):
            before = (number * len(levels) + part) * replicates

            def report(done: int, before: int = before) -> None:
                tell(before + done, steps)

            made.append(estimate(one.definition.build(held, level, one), one, plan, report))
        (overall,), _ = made[0]
        groups, mean = made[1] if by != "all" else ((), None)
        signature = _signature(one, votes, by, plan)
        results.append(CoefficientAgreement(str(one), one.title, overall, mean, groups, signature))
    tell(steps, steps)
    axis = {"label": votes.labels, "item": votes.items, "annotator": votes.annotators}.get(by)
    spoken = ("all", "all") if axis is None else (axis.noun, axis.plural)
    legend = "" if ci is None else f"[low, high]: interval at {100 * ci:g} % confidence ({_interval(votes, by, plan)})"
    return Agreement(by, *spoken, tuple(results), legend)


def usual_coefficients(votes: Votes, by: By = "all", interval: Interval = "bootstrap") -> list[Coefficient]:
    """The coefficients that suit these votes: by names for yes/no and categories, by order or difference for grades.

    Pairs of people are compared where there are few enough of them to share what they voted on; two people have
    Cohen's kappa, weighted where their votes are grades.

    >>> from goldscale import Votes
    >>> usual_coefficients(Votes.from_records([("first", "a.jpg", "Sky", 4), ("second", "a.jpg", "Sky", 2)]))[0]
    Coefficient('alpha(metric=interval)')
    """
    weights = {"ordinal": "(weights=ordinal)", "interval": "(weights=quadratic)"}.get(votes.scale, "")
    # Near misses are weighed by the length of one scale.
    one_scale = len(scales(votes)) == 1
    kappa = [f"cohen{weights if one_scale else ''}"] if len(votes.annotators) == 2 else []
    if votes.scale == "nominal":
        few = not votes.anonymous and len(votes.annotators) <= FEW_PEOPLE
        accuracy = "accuracy" if few else "accuracy(over=pooled)"
        names = [accuracy, "majority", "alpha", *kappa, "fleiss", "randolph", "gwet"]
    else:
        weighted = [f"gwet{weights}"] if one_scale else []
        metrics = ["alpha(metric=interval)"] if votes.scale == "interval" else []
        names = [*metrics, "alpha(metric=ordinal)", "alpha", *kappa, *weighted, "majority"]
    if by == "annotator":
        names = ["accuracy", "cohen", "majority"]
    found = []
    for one in map(coefficient, names):
        definition = one.definition
        fits = by in definition.by(one) and not (votes.anonymous and definition.people(one))
        if fits and (interval == "bootstrap" or definition.analytic(one)):
            found.append(one)
    return found


def agreement_factors(votes: Votes, reading: Reading = "all", *, unknown: float = 1.0) -> dict[str, float]:
    """Per label the share of annotators that voted with the majority, averaged over items (thesis 7.3 and 10.3.1).

    This is the coefficient ``majority`` by label: ``reading="all"`` takes every cell that was voted on, ``"selected"``
    only those that at least one annotator selected (thesis 6.4.1). Where people recorded only what they selected,
    ``goldscale.data.vote_views.with_deselections`` adds what they left out. Cells with a single vote are left out, and
    so is what somebody said a second time. A label without any such cell gets the factor ``unknown``: 1 leaves its
    costs as they are. (Figure 6.4 draws 0 for Snow, which nobody selected; as a factor, 0 would make mistakes about
    it free.)

    >>> votes = Votes.from_records([(who, "a.jpg", "Sky", said) for who, said in zip("abc", (1, 1, 0))])
    >>> agreement_factors(votes)
    {'Sky': 0.6666666666666666}
    """
    if not 0 <= unknown <= 1:
        raise ParameterError(f"a factor lies between 0 and 1, not {unknown:g}")
    (majority,) = agree(votes, f"majority(reading={reading})", by="label", ci=None)
    factors = majority.values
    return dict(zip(votes.labels, np.where(np.isnan(factors), unknown, factors).tolist(), strict=True))


def _check(one: Coefficient, votes: Votes, by: By, interval: Interval | None) -> None:
    definition = one.definition
    if by not in definition.by(one):
        raise ParameterError(f"{one} has no value per {by}; it can be read by {', '.join(definition.by(one))}")
    if votes.anonymous and (definition.people(one) or by == "annotator"):
        raise ParameterError(
            f"{one} compares annotators, but these votes do not tell who gave them; "
            "use accuracy(over=pooled), alpha, fleiss, randolph or gwet"
        )
    if interval == "analytic" and not definition.analytic(one):
        raise ParameterError(f"{one} has no analytic interval; use interval='bootstrap'")


def _interval(votes: Votes, by: By, plan: Plan) -> str:
    """How intervals are made, in words."""
    if not plan.resampled:
        return "analytic"
    within = f", of each {votes.items.noun} over {votes.labels.plural}" if by == "item" else ""
    return f"bootstrap over {votes.items.plural}{within}, {plan.replicates} resamples, seed {plan.seed}"


def _signature(one: Coefficient, votes: Votes, by: By, plan: Plan) -> str:
    """``alpha(metric=interval)|by=label|ci=...|votes=1a2b3c4d|...|goldscale=0.1.0``."""
    parts = [str(one), f"by={by}"]
    if plan.ci is not None:
        parts.append(f"ci={plan.ci:g} {_interval(votes, by, plan)}")
    parts += [
        f"votes={votes.hash}",
        f"{votes.annotators.plural}={len(votes.annotators)}",
        f"{votes.items.plural}={len(votes.items)}",
        f"{votes.labels.plural}={len(votes.labels)}",
    ]
    return str(Signature.signed(*parts))
