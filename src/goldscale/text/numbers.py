"""Numbers as text: strict reading (nothing but finite decimal numbers), exact and quick writing."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence

import numpy as np

from goldscale.files import Source
from goldscale.text.spans import Fields, packed

GRADES = np.iinfo(np.int16)

ANSWERS = {"yes": 1.0, "true": 1.0, "on": 1.0, "no": 0.0, "false": 0.0, "off": 0.0}
"""What people tick and say and programs write for 1 and 0, in any case."""
NOTHING = ("nan", "na", "n/a", "null", "none", "nil", "-", "?")
"""What programs write where there is no number, in any case; none of them is read."""

Where = Callable[[int], tuple[int | None, str | int]]
"""Line and field of a value, by its position among all values read."""


def floats(texts: Sequence[str]) -> array[float]:
    """All texts as numbers; a ValueError where one is not (``number`` tells which and why)."""
    if isinstance(texts, Fields):
        found, readable = texts.decimals()
        if not readable.all():
            rest = np.flatnonzero(~readable)
            found[rest] = floats(texts.take(rest))
        return packed("d", found)
    joined = "".join(texts)
    if "_" in joined or not joined.isascii():  # float() takes 1_000 and digits of any script
        raise ValueError
    values = array("d", map(float, texts))
    if not np.isfinite(np.frombuffer(values)).all():
        raise ValueError
    return values


def decisions(texts: Sequence[str]) -> array[int]:
    """All texts as 0 or 1."""
    if isinstance(texts, Fields):
        return _by_distinct(decisions, texts)
    return array("b", map(decision, texts))


def integers(texts: Sequence[str]) -> array[int]:
    """All texts as whole numbers that fit a grade."""
    if isinstance(texts, Fields):
        return _by_distinct(integers, texts)
    joined = "".join(texts)
    if "_" in joined or not joined.isascii():
        raise ValueError
    try:
        return array("h", map(int, texts))
    except OverflowError:
        raise ValueError from None


def _by_distinct(many: Callable[[Sequence[str]], array[int]], texts: Fields) -> array[int]:
    """What ``many`` makes of the texts, each read once."""
    values = many(texts.distinct)
    return packed(values.typecode, np.array(values)[texts.codes])


def number(text: str) -> float:
    """One text as a finite number; the ValueError says what was expected."""
    try:
        if "_" in text or not text.isascii():
            raise ValueError
        value = float(text)
    except ValueError:
        raise ValueError("a number (with a decimal point)" if "," in text else "a number") from None
    if not math.isfinite(value):
        raise ValueError("a finite number")
    return value


def answer(text: str) -> float:
    """One text as a finite number, or as a yes or no in words."""
    found = ANSWERS.get(text.strip().casefold())
    return number(text) if found is None else found


def blank_hint(text: str) -> str | None:
    """What to say to a word that stands for nothing; None where it is another."""
    return "Leave the cell empty where there is no value." if text.strip().casefold() in NOTHING else None


def is_float(text: str) -> bool:
    """Whether Python would take this for a number, finite or not; for recognising formats."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def decision(text: str) -> int:
    """One text as 0 or 1, or as a yes or no in words."""
    try:
        value = answer(text)
    except ValueError:
        raise ValueError("0 or 1") from None
    if value not in (0.0, 1.0):
        raise ValueError("0 or 1")
    return int(value)


def integer(text: str) -> int:
    """One text as a whole number that fits a grade."""
    if "_" in text or not text.isascii() or not text.lstrip("+-").isdigit():
        raise ValueError("a whole number")
    try:
        value = int(text)
    except ValueError:
        raise ValueError("a whole number") from None
    if not GRADES.min <= value <= GRADES.max:
        raise ValueError(f"a whole number between {GRADES.min} and {GRADES.max}")
    return value


def relevance(values: np.ndarray, source: Source, where: Where) -> np.ndarray:
    """Checked relevance: whole grades as int16 (unjudged is negative), or probabilities (unjudged is NaN)."""
    known = ~np.isnan(values)
    whole = ~known | (values == np.rint(values))
    if whole.all():
        bad = known & ((values < GRADES.min) | (values > GRADES.max))
        refuse(bad, values, source, where, f"a grade between {GRADES.min} and {GRADES.max}")
        return np.where(known, values, -1).astype(np.int16)
    negative = known & whole & (values < 0)
    bad = known & ~negative & ((values < 0) | (values > 1))
    refuse(bad, values, source, where, "whole grades, or probabilities between 0 and 1, not a mixture")
    return np.where(negative, np.nan, values)


def refuse(bad: np.ndarray, values: np.ndarray, source: Source, where: Where, expected: str) -> None:
    """An error for the first value that is bad, if there is one."""
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        line, field = where(first)
        raise source.error(expected, line=line, field=field, found=f"{values.flat[first]:g}")


def texts(values: np.ndarray, blank: str = "") -> list[str]:
    """Each number as the shortest text that reads back as the same; NaN and -inf as ``blank``."""
    flat = values.reshape(-1)
    if flat.dtype.kind == "b":
        return list(map("01".__getitem__, flat.tolist()))
    if flat.dtype.kind != "f":
        return list(map(str, flat.tolist()))
    written = list(map(repr, (_decimals(flat) if flat.dtype == np.float32 else flat).tolist()))
    for position in np.flatnonzero(~np.isfinite(flat)):
        written[position] = blank
    return written


def _decimals(values: np.ndarray) -> np.ndarray:
    """float32 numbers as those float64 numbers whose text is short and reads back as the same float32.

    Far quicker than asking NumPy for the text of each: six digits are enough for most, nine for all.
    """
    wide = values.astype(np.float64)
    size = np.abs(wide)
    open_ = np.flatnonzero((size >= 1e-13) & (size < 1e6) & (wide != np.rint(wide)))
    rounded = wide[open_]
    power = np.floor(np.log10(size[open_]))
    for digits in (6, 7, 8, 9):
        scale = 10.0 ** (digits - 1 - power)
        shorter = np.rint(rounded * scale) / scale
        done = shorter.astype(np.float32) == values[open_]
        wide[open_[done]] = shorter[done]
        open_, rounded, power = open_[~done], rounded[~done], power[~done]
    rest = np.flatnonzero(np.isfinite(wide) & ((size < 1e-13) | (size >= 1e6)) & (size != 0))
    wide[rest] = [float(str(value)) for value in values[rest]]
    return wide
