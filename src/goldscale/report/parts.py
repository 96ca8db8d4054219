"""The files of a report, each with its name inside the report's folder; one is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from goldscale.report.content import ReportContent

PAGE, DOCUMENT, TABLES, FIGURES = "report.html", "report.pdf", "tables", "figures"


def page_file(content: ReportContent) -> Iterator[tuple[str, bytes]]:
    """One HTML file that opens from disk."""
    from goldscale.report.page import page

    yield PAGE, page(content).encode()


def document_file(content: ReportContent) -> Iterator[tuple[str, bytes]]:
    """The report on paper."""
    from goldscale.report.document import pdf

    yield DOCUMENT, pdf(content)


def table_files(content: ReportContent) -> Iterator[tuple[str, bytes]]:
    """Every table as CSV, Markdown and LaTeX."""
    from goldscale.report.tables import report_tables

    for table in report_tables(content):
        for ending, text in table.files():
            yield f"{TABLES}/{table.name}{ending}", text.encode()


def figure_files(content: ReportContent) -> Iterator[tuple[str, bytes]]:
    """Every figure as SVG and PNG."""
    from goldscale.report.figures import FORMS, figures

    for figure in figures(content):
        for form, made in figure.render(FORMS).items():
            yield f"{FIGURES}/{figure.name}.{form}", made


BY_ENDING: dict[str, Callable[[ReportContent], Iterator[tuple[str, bytes]]]] = {
    ".html": page_file,
    ".pdf": document_file,
}
"""What a report can be as a single file."""
