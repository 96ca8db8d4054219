"""Where matplotlib comes in: a figure to draw on, and a file that is written whole or not at all."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from goldscale.errors import MissingResourceError, ParameterError
from goldscale.files import writing
from goldscale.report.look import STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMS = ("png", "svg", "pdf")
"""The kinds of picture that can be written."""
_STYLE: Any = {**STYLE, "svg.hashsalt": "goldscale"}
"""The look, and no random ids."""


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
    with _canvas(width, height) as drawn:
        yield drawn
        with writing(path) as out:
            out.write(_saved(drawn, [form])[form])


def rendered(
    draw: Callable[[Figure], None], width: float, height: float, forms: Sequence[str], told: str = ""
) -> dict[str, bytes]:
    """What ``draw`` draws, in each of these forms; ``told`` says in words what it shows, for whoever cannot see it."""
    with _canvas(width, height) as drawn:
        draw(drawn)
        return _saved(drawn, forms, told)


def check_drawing() -> None:
    """Refuse to go on where the package that draws is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingResourceError("the package matplotlib", "Install it: pip install 'goldscale[report]'.") from None


@contextmanager
def _canvas(width: float, height: float) -> Iterator[Figure]:
    check_drawing()
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        # A letter that the font does not have is drawn as a box, which says enough.
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        yield Figure(figsize=(width, height), layout="constrained")


def _saved(drawn: Figure, forms: Sequence[str], told: str = "") -> dict[str, bytes]:
    """The files of a figure; without a date, so that the same drawing gives the same file."""
    # Placed and measured once: matplotlib would do it anew for every form, which takes longer than to draw.
    drawn.draw_without_rendering()
    drawn.set_layout_engine(None)
    # Tight, so that names and trees beside the axes are never cut off.
    inside = drawn.get_tightbbox().padded(0.06)
    dated: dict[str, dict[str, str | None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    made = {}
    for form in forms:
        out, field = io.BytesIO(), "Subject" if form == "pdf" else "Description"
        about = dated[form] | ({field: told} if told else {})
        drawn.savefig(out, format=form, dpi=150, metadata=about, bbox_inches=inside)
        made[form] = out.getvalue()
    return made
