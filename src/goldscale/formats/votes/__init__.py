"""Votes on disk: tables of votes, results of crowd platforms, published judgements, one file per annotator."""

from goldscale.formats.votes.crowdflower import gold_answers
from goldscale.formats.votes.files import read_votes, vote_losses, write_votes

__all__ = ["gold_answers", "read_votes", "vote_losses", "write_votes"]
