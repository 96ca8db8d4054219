"""A report as PDF."""

from goldscale.report.document.pdf import pdf

__all__ = ["pdf"]
