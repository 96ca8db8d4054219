"""The written forms of a table: CSV, Markdown, LaTeX, HTML. Headings and columns of text in, one text out."""

from __future__ import annotations

import html as markup
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence

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
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
LATEX_PAGE = 45
"""Rows that a page holds."""
DASHES = re.compile("-(?=-)")
LEFT, RIGHT = "text-align:left", "text-align:right;font-variant-numeric:tabular-nums"
MARKDOWN_SPECIAL = re.compile(r"[\\|<*`~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|(?<=\])\(")
"""What has a meaning of its own: an underscore only at the edge of a word, & before an entity, ( behind a bracket."""
BLOCK = re.compile(r"^(\d*)([-+#.)](?=[\s#])|>)")
"""What would make a list, a heading or a quotation of a paragraph."""
FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""What begins a formula; the last four are the wide forms of the first."""
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.ASCII | re.IGNORECASE)
SEPARATING = re.compile(r"""[,;"\t\r\n]""")
UNSEEN = re.compile("[\x7f-\x9f\xad\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Control characters, and marks that turn the direction of writing; those below the blank JSON escapes itself."""
JOINERS = "\u200c\u200d"
"""Without width, but letters of many scripts are written with them."""

Emphasis = tuple[Collection[int], Collection[int]]
"""Which cells of a column are bold, and which are in italics."""


def printable(text: str) -> str:
    """The text on one line; what would end it, move a cursor or colour a terminal is made visible."""
    if text.isprintable():
        return text
    kept = (c.isprintable() or c in JOINERS or unicodedata.category(c) == "Zs" for c in text)
    return "".join(c if keep else c.encode("unicode_escape").decode() for c, keep in zip(text, kept, strict=True))


def csv_text(header: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    """Comma-separated; what any spreadsheet could take for the end of a cell is quoted."""
    return "".join(",".join(map(_csv_cell, row)) + "\n" for row in (header, *rows))


def spreadsheet_text(text: str) -> str:
    """A name on one line that a spreadsheet does not run as a formula: it gets an apostrophe, a number does not.

    Nor does a dash on its own, which stands for nothing and runs nothing.

    >>> spreadsheet_text("=1+1"), spreadsheet_text("-0.5"), spreadsheet_text("Sky"), spreadsheet_text("-")
    ("'=1+1", '-0.5', 'Sky', '-')
    """
    shown = printable(text)
    return f"'{shown}" if shown.startswith(FORMULA) and shown != "-" and not NUMBER.fullmatch(shown) else shown


def plain_json(text: str) -> str:
    """JSON in which what would move a cursor or turn the direction of writing is escaped; it says the same."""
    return UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def markdown(
    header: Sequence[str],
    columns: Sequence[Sequence[str]],
    left: Sequence[bool],
    emphasis: Sequence[Emphasis],
    *,
    marked: bool = False,
) -> str:
    """A GitHub-style table, padded so that it reads well as text too; ``marked``: the cells are Markdown already."""
    escaped = _marked_cell if marked else markdown_text
    padded, rules = [], []
    for heading, cells, flush_left in zip(
        header, _written(columns, emphasis, escaped, "**{}**", "*{}*"), left, strict=True
    ):
        lines = [escaped(heading), *cells]
        width = max(3, *map(len, lines))
        padded.append([line.ljust(width) if flush_left else line.rjust(width) for line in lines])
        rules.append(":" + "-" * (width + 1) if flush_left else "-" * (width + 1) + ":")
    first, *rest = ("| " + " | ".join(cells) + " |\n" for cells in zip(*padded, strict=True))
    return first + f"|{'|'.join(rules)}|\n" + "".join(rest)


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is, in a cell or as a paragraph."""
    return BLOCK.sub(r"\1\\\2", MARKDOWN_SPECIAL.sub(r"\\\g<0>", printable(text)))


def latex(
    header: Sequence[str],
    columns: Sequence[Sequence[str]],
    left: Sequence[bool],
    emphasis: Sequence[Emphasis],
    *,
    caption: str = "",
    label: str = "",
    breaks: Collection[int] = (),
) -> str:
    """A tabular with booktabs rules, special characters escaped; with a label a table that floats and has a caption.

    What is longer than a page becomes a longtable. A little space comes before the rows in ``breaks``.
    """
    cells = _written(columns, emphasis, _latex_text, r"\textbf{{{}}}", r"\textit{{{}}}")
    first, *rest = (" & ".join(row) + r" \\" for row in (map(_latex_text, header), *zip(*cells, strict=True)))
    # After the \\ of the row before, a bracket would be taken for a distance.
    body = ["{}" + row if row.startswith(("[", "*")) else row for row in rest]
    body = [f"\\addlinespace\n{row}" if at in breaks else row for at, row in enumerate(body)]
    kinds = "".join("l" if flush_left else "r" for flush_left in left)
    head = [r"\toprule", first, r"\midrule"]
    named = [rf"\caption{{{_latex_text(caption)}}}", rf"\label{{{label}}}"]
    tabular = [rf"\begin{{tabular}}{{{kinds}}}", *head, *body, r"\bottomrule", r"\end{tabular}"]
    if not label:
        lines = tabular
    elif len(body) <= LATEX_PAGE:
        packages = r"% \usepackage{booktabs}"
        lines = [packages, r"\begin{table}", r"\centering", *named, *tabular, r"\end{table}"]
    else:
        packages, begin = r"% \usepackage{booktabs,longtable}", rf"\begin{{longtable}}{{{kinds}}}"
        heads = [*named, r"\\", *head, r"\endfirsthead", *head, r"\endhead", r"\bottomrule", r"\endfoot"]
        lines = [packages, begin, *heads, *body, r"\end{longtable}"]
    return "\n".join(lines) + "\n"


def html(
    header: Sequence[str],
    columns: Sequence[Sequence[str]],
    left: Sequence[bool],
    emphasis: Sequence[Emphasis],
    *,
    title: str = "",
    notes: Sequence[str] = (),
) -> str:
    """A table with its title and its notes; numbers flush right, with digits of one width."""
    style = [LEFT if flush_left else RIGHT for flush_left in left]

    def row(cells: Iterable[str], tag: str) -> str:
        made = (f'<{tag} style="{s}">{c}</{tag}>' for c, s in zip(cells, style, strict=True))
        return f"<tr>{''.join(made)}</tr>\n"

    written = _written(columns, emphasis, _html_text, "<b>{}</b>", "<i>{}</i>")
    caption = f"<caption>{_html_text(title)}</caption>\n" if title else ""
    body = "".join(row(cells, "td") for cells in zip(*written, strict=True))
    below = "".join(f"<p>{_html_text(note)}</p>\n" for note in notes)
    head = row(map(_html_text, header), "th")
    return f"<table>\n{caption}<thead>{head}</thead>\n<tbody>\n{body}</tbody>\n</table>\n{below}"


def _written(
    columns: Sequence[Sequence[str]],
    emphasis: Sequence[Emphasis],
    escaped: Callable[[str], str],
    bold: str,
    italic: str,
) -> list[list[str]]:
    """Columns of escaped cells, those that stand out in the forms for it."""

    def cell(text: str, row: int, marked: Emphasis) -> str:
        shown = escaped(text)
        for form, rows in zip((bold, italic), marked, strict=True):
            shown = form.format(shown) if row in rows and shown else shown
        return shown

    return [
        [cell(text, row, marked) for row, text in enumerate(cells)]
        for cells, marked in zip(columns, emphasis, strict=True)
    ]


def _csv_cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if SEPARATING.search(text) else text


def _marked_cell(text: str) -> str:
    return text.replace("|", r"\|").replace("<", r"\<")


def _latex_text(text: str) -> str:
    escaped = "".join(LATEX_SPECIAL.get(character, character) for character in printable(text))
    return DASHES.sub("-{}", escaped)  # which would else become one long dash


def _html_text(text: str) -> str:
    return markup.escape(printable(text))
