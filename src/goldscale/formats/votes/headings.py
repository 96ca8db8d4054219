"""What the columns of a table of votes may be called, in any case and with blanks for underscores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goldscale.data import Annotators, headings

SEAT = "seat"
"""The heading of annotators who are places for unknown people."""
CATEGORY = "category"
"""The heading of values that are categories even if they look like numbers."""
ANSWER = "answer"
"""The one label of a table that names none."""

PEOPLE = ("annotator", "worker", "rater", "judge", "coder", "user", "assessor", "expert", "performer")
THINGS = (*(word for word in headings.ITEM_WORDS if word != "id"), "task", "unit", "photo")
QUESTIONS = (*headings.LABEL_WORDS, "question", "attribute")

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "annotator": (*PEOPLE, SEAT, *(f"{word}_id" for word in PEOPLE), *(f"{word}id" for word in PEOPLE), "_worker_id"),
    "item": (*THINGS, *(f"{word}_id" for word in THINGS), *(f"{word}id" for word in THINGS), "_unit_id"),
    "label": QUESTIONS,
    "value": (
        *("value", "vote", "response", "answer", "choice", "score", "rating", "judgement", "judgment", "grade"),
        CATEGORY,
    ),
    "seconds": ("seconds", "lead_time"),
    "batch": ("batch",),
    "comment": ("comment", "comments", "feedback"),
    "status": ("status",),
    "occasion": ("occasion",),
}
"""The kinds of columns, and the words for each."""


def columns_by_kind(header: Iterable[str], given: Mapping[str, str]) -> dict[str, list[str]]:
    """The columns that may hold each kind of thing; what the caller says goes first."""
    taken = set(given.values())
    free = [(name, headings.word_of(name)) for name in header if name not in taken]
    found = {kind: [name for name, word in free if word in words] for kind, words in HEADINGS.items()}
    return {**found, **{kind: [name] for kind, name in given.items()}}


def noun_of(heading: str, words: tuple[str, ...]) -> str | None:
    """What the things under a heading are called; None where it is no such word."""
    word = headings.word_of(heading).removeprefix("_").removesuffix("id").removesuffix("_")
    return word if word in words else None


def seats(count: int) -> Annotators:
    """Places for people of whom only their number is known."""
    return Annotators([f"seat {number}" for number in range(1, count + 1)], SEAT)


def say_which(kind: str) -> str:
    """How to name the column of this kind."""
    return f"Say which with --column {kind}=NAME (columns= in Python)."
