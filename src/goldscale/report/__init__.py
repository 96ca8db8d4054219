"""What people look at: figures now; HTML, PDF and LaTeX reports build on them."""

from goldscale.report.agreement import plot_agreement
from goldscale.report.figures import FORMS

__all__ = ["FORMS", "plot_agreement"]
