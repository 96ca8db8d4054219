"""Checks of annotators: control questions, repetitions, agreement with the rest, spam."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from scipy.special import bdtr

from goldscale.agreement.aggregation.decision import leaders
from goldscale.agreement.aggregation.questions import ALL, Questions
from goldscale.agreement.quality.case import Case, Check, Finding
from goldscale.agreement.truth_lookup import known_answers, label_columns
from goldscale.data import Concepts, Judgements, Votes
from goldscale.data.parameter import Parameter
from goldscale.errors import MismatchError, look_up
from goldscale.kernels.crowd.dawid_skene import spammer_score
from goldscale.kernels.ratio import ratio

BY_CHANCE = 0.05
"""Fewer equal answers than the limit asks for must be less likely than this: one repetition more or less is luck."""


def _gold(case: Case) -> Finding | str:
    gold = case.gold
    if gold is None:
        return "no control questions were given"
    held = [_against_gold(questions, gold) for questions in case.sides]
    who, right = (np.concatenate(found) for found in zip(*held, strict=True))
    if not len(who):
        raise MismatchError(
            "nobody answered a control question",
            hint="Items and labels of the gold answers must be named as in the votes",
        )
    return _share(case, who, right, "pass_rate", "least_gold")


def _against_gold(questions: Questions, gold: Judgements) -> tuple[np.ndarray, np.ndarray]:
    """Who answered a control question, and whether it was right; one entry per such vote."""
    votes = questions.votes
    row = votes.items.locate(gold.items)
    if votes.categories is None:
        answer = known_answers(gold, votes, row[votes.item], label_columns(votes.labels, gold)[votes.label])
        asked, right = answer >= 0, answer == votes.values
    else:
        names, columns = questions.taken_apart()
        place = np.append(Concepts(names).locate(gold.labels), -1)  # a class that a label lacks has column -1
        columns = place[columns[questions.label]]
        grades = known_answers(gold, votes, np.broadcast_to(row[questions.item][:, None], columns.shape), columns)
        chosen = grades[questions.task, questions.answer]
        # Where one label is known to hold, any other is wrong, whether or not the gold answers name it.
        asked, right = (chosen >= 0) | (grades.max(axis=1)[questions.task] > 0), chosen > 0
    return votes.annotator[asked], right[asked]


def _repeats(case: Case) -> Finding | str:
    votes = case.votes
    first = votes.first()
    cells = len(votes.items) * len(votes.labels)
    key = first.annotator.astype(np.int64) * cells + first.cell
    order = np.argsort(key)
    again = votes.select(votes.occasion > 0)
    source, partner = _paired(first, case.pairs)
    who = np.concatenate([again.annotator, first.annotator[source]])
    said = np.concatenate([again.values, first.values[source]])
    label = np.concatenate([again.label, first.label[source]])
    item = np.concatenate([again.item, partner])
    if not len(who):
        return "nobody was asked the same thing twice"
    wanted = who.astype(np.int64) * cells + item.astype(np.int64) * len(votes.labels) + label
    place = order[np.searchsorted(key, wanted, sorter=order).clip(0, len(key) - 1)]
    there = key[place] == wanted
    if not there.any():
        return "nobody was asked the same thing twice"
    found = _share(case, who[there], (first.values[place] == said)[there], "consistency", "least_repeats")
    equal = np.round(np.nan_to_num(found.value) * found.basis)
    return replace(found, out=found.out & (bdtr(equal, found.basis, case.limits["consistency"]) < BY_CHANCE))


def _paired(votes: Votes, pairs: Sequence[tuple[str, str]]) -> tuple[np.ndarray, np.ndarray]:
    """The votes on the first item of each pair, and the second item of it."""
    found = [look_up(name, votes.items.index, votes.items.noun) for pair in pairs for name in pair]
    index = np.array(found, dtype=np.int64).reshape(-1, 2)
    order = np.argsort(votes.item, kind="stable")
    start, stop = (np.searchsorted(votes.item[order], index[:, 0], side) for side in ("left", "right"))
    length = stop - start
    offset = np.arange(length.sum()) - np.repeat(np.cumsum(length) - length, length)
    return order[np.repeat(start, length) + offset], np.repeat(index[:, 1], length)


def _share(case: Case, who: np.ndarray, right: np.ndarray, limit: str, least: str) -> Finding:
    """The fraction of right answers per annotator; too few decide nothing."""
    count = len(case.votes.annotators)
    basis = np.bincount(who, minlength=count)
    share = ratio(np.bincount(who, right, minlength=count), basis)
    # Seven of ten is 70 % however the division rounds.
    out = (basis >= max(case.limits[least], 1)) & (np.nan_to_num(share, nan=1.0) < case.limits[limit] - 1e-12)
    return Finding(share, basis, out)


def _agreement(case: Case) -> Finding | str:
    questions = case.questions
    vote = np.arange(len(questions.task))
    rest = questions.answers.counts[questions.task]
    rest[vote, questions.answer] -= 1
    compared = rest.sum(axis=1) > 0
    if not compared.any():
        return "no cell has votes of two annotators"
    leading = leaders(rest)
    majority = leading / leading.sum(axis=1, keepdims=True) * compared[:, None]
    own = case.tally(questions.answer, compared.astype(float))
    others = np.stack(
        [case.tally(np.full(len(vote), k), majority[:, k])[:, :, k] for k in range(questions.values.shape[1])],
        axis=2,
    )
    per_stratum = own.sum(axis=2)
    basis = per_stratum.sum(axis=1)
    same = np.bincount(questions.votes.annotator, majority[vote, questions.answer], minlength=len(basis))
    by_chance = np.nan_to_num(ratio((own * others).sum(axis=2), per_stratum)).sum(axis=1)
    possible = basis - by_chance
    kappa = np.divide(same - by_chance, possible, out=np.full(len(basis), np.nan), where=possible > 1e-9)
    out = (basis >= case.limits["least_votes"]) & (np.nan_to_num(kappa, nan=1.0) < case.limits["least_agreement"])
    return Finding(kappa, basis.astype(int), out)


def _constant(case: Case) -> Finding | str:
    questions = case.questions
    votes, classes = questions.votes, questions.values.shape[1]
    single = (case.tally(questions.answer) > 0).sum(axis=2).max(axis=1, initial=0) == 1
    labels = len(votes.labels)
    everybody = np.bincount(votes.label * classes + questions.answer, minlength=labels * classes)
    pair = (votes.annotator.astype(np.int64) * labels + votes.label) * classes + questions.answer
    _, which, own = np.unique(pair, return_inverse=True, return_counts=True)
    _, person_label, on_label = np.unique(pair // classes, return_inverse=True, return_counts=True)
    same = everybody[votes.label * classes + questions.answer] - own[which]
    total = np.bincount(votes.label, minlength=labels)[votes.label] - on_label[person_label]
    allowed = questions.allowed.sum(axis=1)[votes.label]
    # One answer of each class added, so that an answer that nobody else gave is rare, not impossible.
    rarity = np.where(total > 0, np.log((same + 1) / (total + allowed)), 0.0)
    chance = np.exp(np.bincount(votes.annotator, rarity, minlength=len(single)))
    basis = np.bincount(votes.annotator, minlength=len(single))
    return Finding(np.where(single, chance, np.nan), basis, single & (chance < case.limits["constant_chance"]))


def _spammer(case: Case) -> Finding | str:
    count = len(case.votes.annotators)
    total, weight, met = np.zeros(count), np.zeros(count), np.zeros(count)
    for questions, outcome in case.models:
        votes, posterior = questions.votes, outcome.posterior
        for name, matrices in outcome.confusion.items():
            here = np.ones(len(votes), dtype=bool) if name == ALL else votes.label == votes.labels.index[name]
            given = np.bincount(votes.annotator[here], minlength=count)
            score = spammer_score(matrices)
            known = ~np.isnan(score)
            total[known] += (score * given)[known]
            weight[known] += given[known]
            classes = [
                np.bincount(votes.annotator[here], posterior[questions.task[here], k], minlength=count)
                for k in range(posterior.shape[1])
            ]
            met += np.sort(classes, axis=0)[-2] if len(classes) > 1 else 0
    score = ratio(total, weight)
    out = (met >= case.limits["least_met"]) & (np.nan_to_num(score, nan=1.0) < case.limits["spammer_score"])
    return Finding(score, np.round(met).astype(int), out)


annotator_check = partial(Check, level="annotator")

CHECKS = (
    annotator_check(
        name="gold",
        title="Control questions",
        about="Fraction of the votes on cells with a known answer that are right; an exclusive group is one question.",
        says="answered {value:.0%} of {basis} control questions correctly",
        run=_gold,
        limits=(
            Parameter("pass_rate", "fraction of control questions to answer correctly", "number", 0.7),
            Parameter("least_gold", "fewer answers to control questions decide nothing", "count", 5),
        ),
        reference="Hodosh et al. 2013, 4.3.2: 70 % of the control items",
    ),
    annotator_check(
        name="repeats",
        title="Asked the same twice",
        about="Fraction of equal answers of one annotator to the same cell again, or to items known to be identical; "
        "out where it is significantly below the limit (binomial test, 5 %).",
        says="gave the same answer again in {value:.0%} of {basis} cases",
        run=_repeats,
        limits=(
            Parameter("consistency", "fraction of repeated answers that must be equal", "number", 0.6),
            Parameter("least_repeats", "fewer repeated answers decide nothing", "count", 5),
        ),
        reference="thesis 8.5.2: the identical word pair 'night-night'",
    ),
    annotator_check(
        name="agreement",
        title="Agreement with the rest",
        about="Cohen's kappa between the annotator and the majority of the others on each cell (ties split evenly).",
        says="agrees with the rest no better than kappa {value:.2f} on {basis} votes",
        run=_agreement,
        limits=(
            Parameter("least_agreement", "the lowest kappa that is kept; random answers have 0", "number", 0.1),
            Parameter("least_votes", "fewer votes on cells that others judged decide nothing", "count", 20),
        ),
        reference="thesis 4.2.2 and 6.3.3; Cohen 1960, doi:10.1177/001316446002000104",
    ),
    annotator_check(
        name="constant",
        title="Always the same answer",
        about="Always one answer, where the others' votes on these labels make that unlikely.",
        says="gave the same answer in all {basis} votes (probability {value:.1g})",
        run=_constant,
        limits=(
            Parameter(
                "constant_chance", "the probability below which equal answers are not taken for chance", "number", 0.001
            ),
        ),
    ),
    annotator_check(
        name="spammer",
        title="Answers that do not depend on the truth",
        about="Spammer score from the Dawid-Skene confusion matrix: 0 where answers do not depend on the truth, 1 "
        "for a perfect annotator. Somebody who always answers the contrary scores high: 'agreement' finds them.",
        says="spammer score {value:.3f}, with {basis} votes on the second commonest class",
        run=_spammer,
        limits=(
            Parameter("spammer_score", "the lowest score that is kept", "number", 0.03),
            Parameter("least_met", "fewer votes on the second commonest true class decide nothing", "count", 5),
        ),
        reference="Raykar and Yu 2012, JMLR 13, 491-518",
    ),
)
