"""The tables that the seeds print, computed again and set beside what is printed.

What is printed stands in resources/printed.csv: each number with the function that computes it, that function's
arguments, and a note, which may quote the phrases of printed-phrases.csv by name.
"""

from collections.abc import Iterator
from functools import partial

from goldscale.reproduce import cells, correlations, descriptions, people, relatedness_tables, stated, thesis
from goldscale.reproduce.table import Checked, Printed, Reproduction
from goldscale.resources import resource
from goldscale.text.small_tables import read_records

__all__ = ["Checked", "Printed", "Reproduction", "printed", "reproduce"]

_FUNCTIONS = (
    thesis.FUNCTIONS
    | people.FUNCTIONS
    | relatedness_tables.FUNCTIONS
    | descriptions.FUNCTIONS
    | correlations.FUNCTIONS
    | cells.FUNCTIONS
    | stated.FUNCTIONS
)
_NUMBER = ("seed", "table", "cell", "printed", "function", "arguments", "note")
_PHRASE = ("name", "phrase")


def printed() -> list[Printed]:
    """Every printed number that can be computed again."""
    phrases = {row["name"]: row["phrase"] for row in read_records(str(resource("printed-phrases.csv")), _PHRASE)}
    return [
        Printed(
            row["seed"],
            row["table"],
            row["cell"],
            row["printed"],
            partial(_FUNCTIONS[row["function"]], *row["arguments"].split()),
            row["note"].format_map(phrases),
        )
        for row in read_records(str(resource("printed.csv")), _NUMBER)
    ]


def reproduce(filter: str = "") -> Iterator[Checked]:
    """Compute the printed numbers again whose seed, table or cell contains the text."""
    wanted = filter.casefold()
    for cell in printed():
        if wanted in f"{cell.seed} {cell.table} {cell.cell}".casefold():
            yield cell.check()
