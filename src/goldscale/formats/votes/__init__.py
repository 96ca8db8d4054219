"""Votes on disk: tables of votes, results of crowd platforms, published judgements, one file per annotator."""
