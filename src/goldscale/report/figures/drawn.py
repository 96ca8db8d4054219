"""What a figure of a report is: its name, what it shows in words, its size, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from goldscale.data.table_forms import printable
from goldscale.report.plots import rendered

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class ReportFigure:
    """A figure that is not drawn yet."""

    name: str
    """Of its files."""
    told: str
    """What is to be seen, in a sentence."""
    width: float
    height: float
    """In inches."""
    draw: Callable[[Figure], None]

    def render(self, forms: Sequence[str]) -> dict[str, bytes]:
        """The figure in each of these forms."""
        return rendered(self.draw, self.width, self.height, forms, printable(self.told))
