"""Work on many files at once, in processes of their own; results come in the order of the files."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, TypeVar

from goldscale.limits import adopt_limits, given_limits

T = TypeVar("T")
R = TypeVar("R")

_work: Callable[[Any], Any]
"""In a worker: what to do with each thing. It is sent once, not with every thing."""


def in_processes(work: Callable[[T], R], things: Sequence[T], workers: int) -> Iterator[R]:
    """What ``work`` makes of each thing, in order; here where one worker is enough.

    ``work`` and its results must be picklable. Should a worker die (out of memory, killed) or not even start, its part
    is done here: that costs time, not the result.
    """
    if workers < 2 or len(things) < 2:
        yield from map(work, things)
        return
    # Not a plain fork: a progress bar's thread may hold a lock at that moment, which the child would wait for.
    kind = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    pool = ProcessPoolExecutor(
        min(workers, len(things)),
        multiprocessing.get_context(kind),
        initializer=_begin,
        initargs=(work, given_limits()),
    )
    try:
        pending = [_submitted(pool, thing) for thing in things]
        for thing, future in zip(things, pending, strict=True):
            try:
                result = work(thing) if future is None else future.result()
            except BrokenProcessPool:
                result = work(thing)
            yield result
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, thing: Any) -> Future[Any] | None:
    """None where a worker died before: one that dies while it is started breaks the pipe that it is fed through."""
    try:
        return pool.submit(_do, thing)
    except (BrokenProcessPool, OSError):
        return None


def _begin(work: Callable[[Any], Any], limits: Mapping[str, float]) -> None:
    global _work
    _work = work
    adopt_limits(limits)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process that was killed cannot tell its workers to go; they notice."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(thing: Any) -> Any:
    return _work(thing)
