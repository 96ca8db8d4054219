"""Work on many files at once, in processes of their own; results come in the order of the files."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_work: Callable[[Any], Any] | None = None
"""In a worker: what to do with each thing. It is sent once, not with every thing."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_processes(work: Callable[[T], R], things: Sequence[T], workers: int) -> Iterator[R]:
    """What ``work`` makes of each thing, in order; here where one worker is enough.

    ``work`` and its results must be picklable. Should a worker die (out of memory, killed), what it was doing is done
    here: that costs time, not the result.
    """
    if workers < 2 or len(things) < 2:
        yield from map(work, things)
        return
    # Not a plain fork: a progress bar's thread may hold a lock at that moment, which the child would wait for.
    kind = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    pool = ProcessPoolExecutor(
        min(workers, len(things)), multiprocessing.get_context(kind), initializer=_begin, initargs=(work,)
    )
    try:
        pending: list[tuple[T, Future[R]]] = [(thing, pool.submit(_do, thing)) for thing in things]
        for thing, future in pending:
            try:
                result = future.result()
            except BrokenProcessPool:
                result = work(thing)
            yield result
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(work: Callable[[Any], Any]) -> None:
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one


def _do(thing: Any) -> Any:
    return _work(thing) if _work is not None else None
