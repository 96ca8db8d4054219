"""Labelled, frozen data: axes, ontologies, judgements, votes, runs and scores."""

from goldscale.data.axis import Axis, Concepts, Items
from goldscale.data.groups import Groups
from goldscale.data.judgements import Judgements
from goldscale.data.ontology import Ontology
from goldscale.data.run import Run
from goldscale.data.scores import MeasureScores, Scores
from goldscale.data.votes import Annotators, Votes

__all__ = [
    "Annotators",
    "Axis",
    "Concepts",
    "Groups",
    "Items",
    "Judgements",
    "MeasureScores",
    "Ontology",
    "Run",
    "Scores",
    "Votes",
]
