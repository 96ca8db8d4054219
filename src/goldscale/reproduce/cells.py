"""What a text says of the cells of a printed table: their mean, extremes, counts and repetitions elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goldscale.reproduce.printed_tables import printed_table

_STATISTICS: dict[str, Callable[[np.ndarray], float]] = {
    "mean": np.nanmean,
    "lowest": np.nanmin,
    "highest": np.nanmax,
    "total": np.nansum,
}
ROUNDING = 1e-9
"""Two printed numbers closer than this are the same."""


def _column(statistic: str, table: str, column: str, first: str = "0", last: str = "") -> float:
    """A statistic of a column, of the rows from the first to before the last where given."""
    values = printed_table(table).numbers(column)[int(first) : int(last) if last else None]
    return float(_STATISTICS[statistic](values))


def _columns(statistic: str, table: str, beginning: str) -> float:
    """A statistic of all columns whose names begin so."""
    held = printed_table(table)
    chosen = [name for name in held.columns if name.replace(" ", "_").startswith(beginning)]
    return float(_STATISTICS[statistic](held.numbers(*chosen)))


def _row(statistic: str, table: str, row: str, *columns: str) -> float:
    """A statistic of some cells of a row."""
    return float(_STATISTICS[statistic](np.array([printed_table(table).number(row, name) for name in columns])))


def _cell(table: str, row: str, column: str) -> float:
    return printed_table(table).number(row, column)


def _row_difference(table: str, row: str, one: str, other: str) -> float:
    """The first of two columns less the second."""
    held = printed_table(table)
    return held.number(row, one) - held.number(row, other)


def _lead(table: str, column: str, one: str, other: str) -> float:
    """By how much one row is ahead of another."""
    held = printed_table(table)
    return held.number(one, column) - held.number(other, column)


def _rank(table: str, row: str, column: str) -> float:
    """The place of a row from the highest down."""
    held = printed_table(table)
    return float(1 + np.count_nonzero(held.numbers(column) > held.number(row, column)))


def _filled(table: str, column: str) -> float:
    """In how many rows something is printed."""
    return float(np.count_nonzero(printed_table(table).column(column) != ""))


def _holds(table: str, column: str, text: str) -> float:
    """In how many rows this is printed."""
    return float(np.count_nonzero(printed_table(table).column(column) == text))


def _group_share(table: str, groups: str, column: str, *wanted: str) -> float:
    """What rows of these groups hold of a column's total, in per cent."""
    held = printed_table(table)
    values = held.numbers(column)[:, 0]
    inside = np.isin(held.column(groups), [name.replace("_", " ") for name in wanted])
    return float(100 * values[inside].sum() / values.sum())


def _below(table: str, one: str, other: str) -> float:
    """In how many rows the first column is lower than the second."""
    first, second = printed_table(table).numbers(one, other).T
    return float(np.count_nonzero(first < second))


def _same_side(table: str, *columns: str) -> float:
    """The share of rows in which two pairs of columns differ in the same direction."""
    one, other, third, fourth = printed_table(table).numbers(*columns).T
    return float(np.mean(np.sign(one - other) == np.sign(third - fourth)))


def _never_rising(table: str, *columns: str) -> float:
    """In how many rows no cell is higher than the one before it."""
    values = printed_table(table).numbers(*columns)
    return float(np.count_nonzero((np.diff(values, axis=1) <= 0).all(axis=1)))


def _repeated(table: str, *elsewhere: str) -> float:
    """How many cells stand in other tables too, under the same names; the best of them where several have the row."""
    held, others = printed_table(table), [printed_table(name) for name in elsewhere]
    found = 0
    for name in held.names:
        for column in held.columns:
            there = [other.number(name, column) for other in others if name in other.names and column in other.columns]
            found += bool(there) and abs(held.number(name, column) - max(there)) < ROUNDING
    return float(found)


FUNCTIONS: dict[str, Callable[..., float]] = {
    "column": _column,
    "columns": _columns,
    "row": _row,
    "cell": _cell,
    "row_difference": _row_difference,
    "lead": _lead,
    "rank": _rank,
    "filled": _filled,
    "holds": _holds,
    "group_share": _group_share,
    "below": _below,
    "same_side": _same_side,
    "never_rising": _never_rising,
    "repeated": _repeated,
}
