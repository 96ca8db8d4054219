"""The written forms of a table: CSV, Markdown, LaTeX, HTML. Headings and columns of text in, one text out."""

from __future__ import annotations

import csv
import html as markup
import io
from collections.abc import Iterable, Sequence

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
LEFT, RIGHT = "text-align:left", "text-align:right;font-variant-numeric:tabular-nums"
MARKDOWN_SPECIAL = {"|": r"\|", "<": r"\<"}


def csv_text(header: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    """Comma-separated, quoted where needed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def markdown(header: Sequence[str], columns: Sequence[Sequence[str]], left: Sequence[bool]) -> str:
    """A GitHub-style table, padded so that it reads well as text too."""
    padded, rules = [], []
    for heading, cells, flush_left in zip(header, columns, left, strict=True):
        lines = [_escaped(cell, MARKDOWN_SPECIAL) for cell in (heading, *cells)]
        width = max(3, *map(len, lines))
        padded.append([line.ljust(width) if flush_left else line.rjust(width) for line in lines])
        rules.append(":" + "-" * (width + 1) if flush_left else "-" * (width + 1) + ":")
    first, *rest = ("| " + " | ".join(cells) + " |\n" for cells in zip(*padded, strict=True))
    return first + f"|{'|'.join(rules)}|\n" + "".join(rest)


def latex(header: Sequence[str], columns: Sequence[Sequence[str]], left: Sequence[bool]) -> str:
    """A tabular with booktabs rules, special characters escaped."""
    first, *rest = (
        " & ".join(_escaped(cell, LATEX_SPECIAL) for cell in row) + r" \\"
        for row in (header, *zip(*columns, strict=True))
    )
    # After the \\ of the row before, a bracket would be taken for a distance.
    body = ["{}" + row if row.startswith(("[", "*")) else row for row in rest]
    kinds = "".join("l" if flush_left else "r" for flush_left in left)
    lines = [rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", first, r"\midrule", *body, r"\bottomrule"]
    return "\n".join([*lines, r"\end{tabular}"]) + "\n"


def html(
    header: Sequence[str],
    columns: Sequence[Sequence[str]],
    left: Sequence[bool],
    title: str = "",
    notes: Sequence[str] = (),
) -> str:
    """A table with its title and its notes; numbers flush right, with digits of one width."""
    style = [LEFT if flush_left else RIGHT for flush_left in left]

    def row(cells: Iterable[str], tag: str) -> str:
        made = (f'<{tag} style="{s}">{markup.escape(c)}</{tag}>' for c, s in zip(cells, style, strict=True))
        return f"<tr>{''.join(made)}</tr>\n"

    caption = f"<caption>{markup.escape(title)}</caption>\n" if title else ""
    body = "".join(row(cells, "td") for cells in zip(*columns, strict=True))
    below = "".join(f"<p>{markup.escape(note)}</p>\n" for note in notes)
    return f"<table>\n{caption}<thead>{row(header, 'th')}</thead>\n<tbody>\n{body}</tbody>\n</table>\n{below}"


def _escaped(cell: str, special: dict[str, str]) -> str:
    """The cell on one line, with what has a meaning of its own made harmless."""
    return "".join(special.get(character, character) for character in " ".join(cell.split("\n")))
