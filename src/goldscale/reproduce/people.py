"""Sections 6.4.1 and 6.4.2 of the Nowak thesis: averages and extremes of its matrices of annotators.

Tables 6.2 and 6.3 are in resources/ as printed, to three digits. The votes and runs behind them are not public.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from goldscale.agreement.annotators import MERGED, AnnotatorMatrix
from goldscale.kernels.orderings import mean_to_others
from goldscale.reproduce.table import Printed
from goldscale.resources import resource
from goldscale.text.small_tables import read_rows

SEED = "Nowak thesis"

ALL_PAIRS = "Over the 66 pairs of 11 annotators and the merged truth."
WITHOUT_MERGED = "Over the ten other annotators, the merged truth left out."


def matrix(table: str, triangle: Callable[[np.ndarray], np.ndarray] = np.triu) -> AnnotatorMatrix:
    """One triangle of a printed matrix, mirrored; table 6.3 prints OS above the diagonal and EER below."""
    header, *rows = (row.cells for row in read_rows(str(resource(f"thesis-table-{table}.csv"))))
    printed = np.array([[float(cell or "nan") for cell in row[1:]] for row in rows])
    held = triangle(np.ones(printed.shape, dtype=bool)) & ~np.eye(len(printed), dtype=bool)
    half = np.where(held, printed, 0.0)
    both = half + half.T
    np.fill_diagonal(both, np.nan)
    merged = header.index(MERGED) - 1
    people = np.delete(np.arange(len(both)), merged)
    names = tuple(name for name in header[1:] if name != MERGED)
    return AnnotatorMatrix(table, names, both[np.ix_(people, people)], both[people, merged])


def _extreme(pair: tuple[str, str, float] | None) -> float:
    return float("nan") if pair is None else pair[2]


def _average(of: Callable[[], AnnotatorMatrix], annotator: str, merged: bool = False) -> float:
    found = of()
    names, values = found.square() if merged else (found.names, found.values)
    return float(mean_to_others(values)[names.index(annotator)])


def _correlations(
    measure: str,
    of: Callable[[], AnnotatorMatrix],
    overall: str,
    merged: str,
    averages: dict[str, tuple[str, str, str]],
) -> tuple[Printed, ...]:
    table = "section 6.4.2"
    return (
        Printed(SEED, table, f"{measure}, mean tau of all", overall, lambda: of().mean(merged=True), ALL_PAIRS),
        Printed(SEED, table, f"{measure}, mean tau with merged", merged, lambda: _average(of, MERGED, merged=True)),
        *(
            Printed(
                SEED,
                table,
                f"{measure}, mean tau of {who} ({which})",
                printed,
                partial(_average, of, who),
                f"{WITHOUT_MERGED} {note}".strip(),
            )
            for who, (which, printed, note) in averages.items()
        ),
    )


TABLES = (
    Printed(
        SEED,
        "section 6.4.1",
        "accuracy, mean",
        "0.912",
        lambda: matrix("6-2").mean(merged=True),
        f"{ALL_PAIRS} It comes out as 0.9115; the 55 pairs of annotators alone give 0.906.",
    ),
    Printed(
        SEED,
        "section 6.4.1",
        "accuracy, lowest (A3 - A5)",
        "0.873",
        lambda: _extreme(matrix("6-2").lowest(merged=True)),
    ),
    Printed(
        SEED,
        "section 6.4.1",
        "accuracy, highest (A11 - merged)",
        "0.958",
        lambda: _extreme(matrix("6-2").highest(merged=True)),
    ),
    *_correlations(
        "OS",
        partial(matrix, "6-3"),
        "0.916",
        "0.927",
        {
            "A11": (
                "highest",
                "0.9342",
                "In the printed matrix A4 stands higher, at 0.9346; its three digits cannot tell the two apart.",
            ),
            "A10": ("lowest", "0.8541", ""),
        },
    ),
    *_correlations(
        "EER",
        partial(matrix, "6-3", np.tril),
        "0.883",
        "0.906",
        {"A1": ("lowest", "0.8485", ""), "A6": ("highest", "0.8964", "")},
    ),
)
