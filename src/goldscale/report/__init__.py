"""What people look at: figures, and reports as a page and on paper."""

from goldscale.report.agreement import plot_agreement, plot_overview
from goldscale.report.plots import FORMS, form_of

__all__ = ["FORMS", "form_of", "plot_agreement", "plot_overview"]
