"""How long work tells how far it is: one shape for readers, evaluations and everything that shows a bar."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Is told how much is done, of how much (bytes, runs, replicates), and what is being done now."""

    def __call__(self, done: int, total: int, now: str = "", /) -> None: ...


def silent(done: int, total: int, now: str = "", /) -> None:
    """For those who do not ask."""
