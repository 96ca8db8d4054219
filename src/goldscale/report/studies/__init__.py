"""A picture of every study: ``plot_study`` draws whatever a study found."""

from goldscale.report.studies.study import plot_study

__all__ = ["plot_study"]
