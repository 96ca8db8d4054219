"""What a run of the plant task has to be (section 3 of the package's README), each rule declared once.

What makes a score meaningless is an error; what can be scored all the same is a warning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LINE = "A line is: image.jpg Genus species rank score."


@dataclass(frozen=True)
class RunRule:
    """One rule: what is wanted, how bad it is if not, and what happens then."""

    name: str
    severity: Literal["error", "warning"]
    wanted: str
    otherwise: str


COLUMNS = RunRule("columns", "error", "at least four words: picture, species, rank and score", "refused")
RANK = RunRule("rank", "error", "a rank that is a whole number from 1 up", "refused")
SCORE = RunRule("score", "error", "a score that is a finite number", "refused")
RANK_TWICE = RunRule("rank-twice", "error", "each rank once per picture", "refused: nobody knows which line counts")
SPECIES_TWICE = RunRule("species-twice", "error", "each species once per picture", "refused")
SPECIES = RunRule("species", "error", "a species of the list", "refused, with the near names")
NO_PICTURE = RunRule("no-picture", "error", "at least one picture of the test set with a line of rank 1", "refused")
UNLISTED = RunRule(
    "unlisted-species", "warning", "a species of the test set, where there is no list of species", "taken as wrong"
)
UNKNOWN_PICTURE = RunRule("unknown-picture", "warning", "only pictures of the test set", "those lines are ignored")
UNMENTIONED = RunRule(
    "unmentioned", "warning", "a prediction for every picture", "left out of the official score, 0 in the strict one"
)
NO_FIRST = RunRule(
    "no-first", "warning", "a line of rank 1 for every picture", "left out of the official score, 0 in the strict one"
)
GAP = RunRule("gap", "warning", "ranks 1, 2, 3, ... of a picture without a gap", "ranks count as they are written")
RISING = RunRule("rising", "warning", "scores that do not rise with the rank", "the rank counts, not the score")

CHECKS = (
    COLUMNS,
    RANK,
    SCORE,
    RANK_TWICE,
    SPECIES_TWICE,
    SPECIES,
    NO_PICTURE,
    UNLISTED,
    UNKNOWN_PICTURE,
    UNMENTIONED,
    NO_FIRST,
    GAP,
    RISING,
)
