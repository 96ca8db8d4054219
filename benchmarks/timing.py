"""Taking times and memory, and printing them side by side."""

from __future__ import annotations

import gc
import statistics
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass

from goldscale.data.table import Table, names, numbers, texts


@dataclass(frozen=True)
class Row:
    """One comparison: our seconds beside a peer's."""

    what: str
    ours: float
    peer: str
    theirs: float | None
    note: str = ""


def best_of(function: Callable[[], object], times: int = 3) -> float:
    """The shortest of several runs: what the code costs, without what the machine did beside."""
    taken = []
    for _ in range(times):
        gc.collect()
        begin = time.perf_counter()
        function()
        taken.append(time.perf_counter() - begin)
    return min(taken)


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object], times: int = 5) -> tuple[float, float]:
    """The shortest of several runs of each, taken in turn: what slows the machine down for a while slows both."""
    taken = [(best_of(ours, 1), best_of(theirs, 1)) for _ in range(times)]
    return min(a for a, _ in taken), min(b for _, b in taken)


def median_of(function: Callable[[], object], times: int = 9) -> float:
    """The middle of several runs."""
    return statistics.median(best_of(function, 1) for _ in range(times))


def peak_memory(function: Callable[[], object]) -> int:
    """The most bytes held at once beyond the start.

    Every array is counted, so memory that an earlier run left to the process does not hide anything.
    """
    gc.collect()
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def show(title: str, rows: list[Row]) -> None:
    """Print the comparisons as a Markdown table."""
    columns = [
        names("what", (row.what for row in rows)),
        numbers("goldscale", (1000 * row.ours for row in rows), 1, "ms"),
        names("peer", (row.peer for row in rows)),
        numbers("peer", (None if row.theirs is None else 1000 * row.theirs for row in rows), 1, "ms"),
        numbers("times faster", (None if row.theirs is None else row.theirs / row.ours for row in rows), 1),
        texts("note", (row.note for row in rows)),
    ]
    table = Table(columns)
    print(f"## {title}\n\n{table.to_markdown()}")
