"""A report as one HTML file that opens from disk: no network, readable without scripts, light and dark."""

from goldscale.report.page.page import page

__all__ = ["page"]
