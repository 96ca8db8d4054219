"""Many numbers in little room: each becomes one or two characters that JSON and HTML leave as they are.

Thirteen thousand items of 73 runs are a million numbers, seven megabytes as JSON. One character each makes it one, in
steps of a ninetieth of their range; two characters make steps of an eight-thousandth.
"""

from __future__ import annotations

from typing import Any

import numpy as np

ALPHABET = "".join(chr(code) for code in range(35, 127) if chr(code) not in "&<>\\")
"""Digits of the packed numbers; the script of the page is told them."""
BASE = len(ALPHABET)
FINE = 300_000
"""Up to so many numbers get two characters each, more get one."""

_CODES = np.frombuffer(ALPHABET.encode("ascii"), dtype=np.uint8)


def pack(values: np.ndarray) -> dict[str, Any]:
    """Rows of numbers as text: digit 0 is undefined, the others are even steps from low to high.

    >>> pack(np.array([[0.0, 1.0, float("nan")]]))
    {'low': 0.0, 'high': 1.0, 'width': 2, 'rows': ['#$~~##']}
    """
    known = np.isfinite(values)
    low, high = (float(end(values, where=known, initial=start)) for end, start in ((np.min, np.inf), (np.max, -np.inf)))
    if not known.any():
        low = high = 0.0
    width = 2 if values.size <= FINE else 1
    steps = BASE**width - 2
    share = np.where(known, values - low, 0.0) / (high - low or 1.0)
    codes = np.where(known, 1 + np.rint(share * steps), 0).astype(np.int64)
    digits = codes[..., None] // BASE ** np.arange(width - 1, -1, -1) % BASE
    rows = [row.tobytes().decode("ascii") for row in _CODES[digits]]
    return {"low": low, "high": high, "width": width, "rows": rows}
