"""Cells of a run that have no score: what they count as is said, and the caller may choose it."""

from __future__ import annotations

import warnings

import numpy as np

from goldscale.errors import GoldscaleWarning
from goldscale.files import Source
from goldscale.text.numbers import Where

UNRETRIEVED, REFUSE = RULES = ("unretrieved", "refuse")
"""What an empty cell may be, other than a score."""


def is_table(present: int, cells: int) -> bool:
    """Whether a table with holes is still one, of which every item and label is wanted: half of it is there.

    With fewer it lists what a system retrieved, and may lack items as any such list.
    """
    return 2 * present >= cells


def settle_blanks(values: np.ndarray, blank: np.ndarray, rule: float | str, source: Source, where: Where) -> None:
    """Give the blank ones among these values the score that ``rule`` is, or say what they count as.

    Unretrieved they may be on purpose, and often are not: a system that failed on a picture leaves the same hole.
    """
    count = int(np.count_nonzero(blank))
    if not count:
        return
    if not isinstance(rule, str):
        values[blank] = rule
        return
    line, field = where(int(np.flatnonzero(blank)[0]))
    if rule == REFUSE:
        hint = f"{count} of {values.size} cells are empty." if count > 1 else None
        raise source.error("a score in every cell", line=line, field=field, instead="an empty one", hint=hint)
    place = ", ".join([*([] if line is None else [f"line {line}"]), f"field {field}"])
    cells = "1 cell is empty" if count == 1 else f"{count} of {values.size} cells are empty, the first"
    warnings.warn(
        f"{source.name}: {cells} ({place}). An empty cell counts as not retrieved, so that what is relevant there is "
        "never found; --blank 0 gives it a score, --blank refuse makes it an error (blank in campaign.toml and in "
        "Python)",
        GoldscaleWarning,
        stacklevel=2,
    )
