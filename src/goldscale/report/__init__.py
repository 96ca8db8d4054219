"""What people look at: figures now; HTML, PDF and LaTeX reports build on them."""

from goldscale.report.agreement import plot_agreement, plot_overview
from goldscale.report.plots import FORMS, form_of

__all__ = ["FORMS", "form_of", "plot_agreement", "plot_overview"]
