"""A small table of text cells and its written forms: CSV, Markdown, LaTeX."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

_FIGURE = r"(?:[-+]?[0-9.]*(?:e[-+]?[0-9]+)?|[-+]?inf)"
_NUMBER = re.compile(rf"{_FIGURE}(?:[ \n]\[{_FIGURE}, {_FIGURE}\])?")
"""A number, a gap, or a number with its interval: ``0.51 [0.48, 0.55]``."""

LATEX_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


@dataclass(frozen=True)
class Table:
    """A header and rows of text; columns that hold only numbers are set flush right."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def to_csv(self) -> str:
        """Comma-separated, with header, quoted where needed."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows(self.rows)
        return out.getvalue()

    def to_markdown(self) -> str:
        """A GitHub-style table, padded so that it reads well as text too.

        >>> print(Table(["run", "AP"], [["isis", "0.51"]]).to_markdown(), end="")
        | run  |   AP |
        |:-----|-----:|
        | isis | 0.51 |
        """
        lines = [[cell.replace("|", r"\|") for cell in row] for row in (self.header, *self.rows)]
        widths = [max(3, *(len(line[i]) for line in lines)) for i in range(len(self.header))]
        text = [self.is_text(i) for i in range(len(widths))]

        def row(cells: Sequence[str]) -> str:
            padded = (c.ljust(w) if is_text else c.rjust(w) for c, w, is_text in zip(cells, widths, text, strict=True))
            return "| " + " | ".join(padded) + " |\n"

        rule = "|".join(
            ":" + "-" * (w + 1) if is_text else "-" * (w + 1) + ":" for w, is_text in zip(widths, text, strict=True)
        )
        return row(lines[0]) + f"|{rule}|\n" + "".join(row(line) for line in lines[1:])

    def to_latex(self) -> str:
        """A tabular with booktabs rules, special characters escaped."""
        columns = "".join("l" if self.is_text(i) else "r" for i in range(len(self.header)))
        body = [" & ".join(map(_latex, row)) + r" \\" for row in self.rows]
        # After the \\ of the row before, a bracket would be taken for a distance.
        body = ["{}" + row if row.startswith(("[", "*")) else row for row in body]
        lines = [
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            " & ".join(map(_latex, self.header)) + r" \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
        return "\n".join(lines) + "\n"

    def is_text(self, column: int) -> bool:
        """Whether any cell of the column is something other than a number or a gap."""
        return not all(_NUMBER.fullmatch(row[column]) for row in self.rows)


def _latex(cell: str) -> str:
    return "".join(LATEX_SPECIAL.get(character, character) for character in cell)
