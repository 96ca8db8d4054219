"""Labelled, frozen data: axes, ontologies, judgements, votes, runs and scores."""

from goldscale.data.axis import Axis, Concepts, Items
from goldscale.data.groups import Groups
from goldscale.data.judgements import Judgements
from goldscale.data.measure_scores import GroupScores, MeasureScores, Resamples
from goldscale.data.ontology import Ontology
from goldscale.data.run import Run
from goldscale.data.scores import Scores
from goldscale.data.splits import Leak, Split, find_leaks, folds_by_group, split_by_group
from goldscale.data.votes import Annotators, Votes

__all__ = [
    "Annotators",
    "Axis",
    "Concepts",
    "GroupScores",
    "Groups",
    "Items",
    "Judgements",
    "Leak",
    "MeasureScores",
    "Ontology",
    "Resamples",
    "Run",
    "Scores",
    "Split",
    "Votes",
    "find_leaks",
    "folds_by_group",
    "split_by_group",
]
