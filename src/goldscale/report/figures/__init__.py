"""The figures of a report, for papers and slides."""

from goldscale.report.figures.figures import FORMS, figures

__all__ = ["FORMS", "figures"]
