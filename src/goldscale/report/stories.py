"""What a campaign's report tells beyond the leaderboard: concepts, pictures, agreement, stability, guesses."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from goldscale.agreement import Agreement, agree, usual_coefficients
from goldscale.campaign import Campaign
from goldscale.campaign.sampling import LEVEL, RESAMPLES
from goldscale.campaign.study import StudiedCampaign
from goldscale.data import Scores
from goldscale.errors import GoldscaleError, GoldscaleWarning
from goldscale.measures import measure
from goldscale.measures.settings import Settings
from goldscale.metaevaluation.density import Density, density
from goldscale.metaevaluation.stability import Stability, stability
from goldscale.progress import Progress, silent
from goldscale.report.concepts import concept_stories
from goldscale.report.content import ReportContent
from goldscale.report.pictures import thumbnails

FLIPPED_CELLS, MOST_REPEATS = 6_000_000, 5
"""The truth is flipped as often as this many cells of runs allow, at least once."""
BESIDE = ("F1", "F1:item")
MOST_DENSITIES = 4
"""Scores by label density are drawn for the campaign's set measures and those beside them, not more than so many."""

Found = TypeVar("Found")


def with_stories(
    content: ReportContent, studied: StudiedCampaign, settings: Settings, progress: Progress | None = None
) -> ReportContent:
    """The content with everything that needs the runs and the truth themselves; what cannot be told is noted."""
    campaign, truth, notes = studied.campaign, studied.truth, list(content.notes)
    told = content

    def tried(what: str, work: Callable[[Progress], Found]) -> Found | None:
        try:
            return work(_named(progress, what))
        except GoldscaleError as error:
            notes.append(f"Not shown: {what} ({error}).")
            return None

    runs = {run.name: run for run in studied.runs}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GoldscaleWarning)  # the evaluation has told it already
        if told.by_label and truth.relevance != "probability" and not truth.is_sparse:
            result, names = told.by_label[0], told.scores.runs
            stories = tried(
                "concepts",
                lambda tell: concept_stories(result, runs, names, truth, settings, campaign.baselines, tell),
            )
            told = replace(told, concepts=stories or ())
        if truth.relevance == "binary" and not truth.is_sparse:
            if len(runs) > 1:
                told = replace(told, stability=tried("stability", lambda tell: _stability(studied, told.scores, tell)))
            told = replace(told, density=tried("label density", lambda tell: _density(studied, told.scores, tell)))
    if campaign.votes is not None:
        told = replace(told, agreement=tried("votes", lambda tell: truth_agreement(campaign, tell)))
    if campaign.pictures is not None:
        items = [story.name for story in (*told.hardest, *told.easiest)]
        pictures, said = thumbnails(campaign.premises, campaign.pictures, items)
        if not items:
            noun = truth.items.noun
            said = f"Pictures are not shown: no measure of this campaign has a value per {noun}, as F1:item has."
        told, notes = replace(told, pictures=pictures), [*notes, *([said] if said else [])]
    return replace(told, notes=tuple(notes))


def truth_agreement(campaign: Campaign, progress: Progress | None = None) -> Agreement | None:
    """How far people agreed on each label: one coefficient that is corrected for chance, and one that is not."""
    if campaign.votes is None:
        return None
    votes = campaign.read_votes()
    usual = usual_coefficients(votes, "label")
    chosen = [next((c for c in usual if c.definition.by_chance is wanted), None) for wanted in (True, False)]
    asked = [one for one in chosen if one is not None]
    return agree(votes, asked, by="label", ci=LEVEL, replicates=RESAMPLES, progress=progress)


def _stability(studied: StudiedCampaign, scores: Scores, progress: Progress) -> Stability:
    truth = studied.truth
    size = len(studied.runs) * len(truth.items) * len(truth.labels)
    repeats = max(1, min(MOST_REPEATS, FLIPPED_CELLS // max(size, 1)))
    return stability(
        studied.runs,
        truth,
        scores.measures,
        repeats=repeats,
        progress=progress,
        **studied.rules,
    )


def _density(studied: StudiedCampaign, scores: Scores, progress: Progress) -> Density:
    sets = [name for name in scores.measures if measure(name).definition.prediction == "set"]
    return density(
        studied.runs,
        studied.truth,
        list(dict.fromkeys([*sets, *BESIDE]))[:MOST_DENSITIES],
        baselines=studied.campaign.baselines,
        progress=progress,
        **studied.rules,
    )


def _named(progress: Progress | None, what: str) -> Progress:
    """Progress that says what is being done."""
    if progress is None:
        return silent
    return lambda done, total, now="", /: progress(done, total, what)
