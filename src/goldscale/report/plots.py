"""Where matplotlib comes in: a figure to draw on, and a file that is written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from goldscale.errors import MissingResourceError, ParameterError
from goldscale.files import writing
from goldscale.report.look import STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMS = ("png", "svg", "pdf")
"""The kinds of picture that can be written."""


def form_of(path: str | os.PathLike[str]) -> str:
    """The kind of picture that a file's ending asks for."""
    form = os.fspath(path).rpartition(".")[2].lower()
    if form not in FORMS:
        raise ParameterError(f"a figure's name must end in .{', .'.join(FORMS)}, unlike {os.fspath(path)!r}")
    return form


@contextmanager
def figure(path: str | os.PathLike[str], width: float, height: float) -> Iterator[Figure]:
    """A figure of this size in inches, written to the path when it is drawn; the ending says in which form."""
    form = form_of(path)
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingResourceError("the package matplotlib", "Install it: pip install 'goldscale[report]'.") from None
    # The same drawing gives the same file: no random ids, no date.
    style: dict[Any, Any] = {"svg.hashsalt": "goldscale", **STYLE}
    with matplotlib.rc_context(style):
        drawn = Figure(figsize=(width, height), layout="constrained")
        yield drawn
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": None}[form]
        with writing(path) as out:
            # Tight, so that names and trees beside the axes are never cut off.
            drawn.savefig(out, format=form, dpi=150, metadata=metadata, bbox_inches="tight", pad_inches=0.06)
