"""What people look at: figures, and reports as a page and on paper."""

from typing import TYPE_CHECKING, Any

from goldscale.report.agreement import plot_agreement, plot_overview
from goldscale.report.plots import FORMS, check_drawing, form_of

if TYPE_CHECKING:
    from goldscale.report.reports import write_report

__all__ = ["FORMS", "check_drawing", "form_of", "plot_agreement", "plot_overview", "write_report"]


def __getattr__(name: str) -> Any:
    """A report takes half of the house, which whoever only plots need not wait for."""
    if name == "write_report":
        from goldscale.report.reports import write_report

        return write_report
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
