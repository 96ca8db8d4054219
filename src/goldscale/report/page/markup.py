"""HTML that cannot be broken by a name: everything is escaped unless it was made here."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from typing import Any

from goldscale.data.table_forms import printable

EMPTY = frozenset({"input", "meta", "img", "br"})
"""Elements that HTML does not end."""


COPIED = "data-copy"
"""The attribute that holds a whole table, with its lines."""


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Child = str | Html | None | Iterable["Child"]


def text(value: str) -> Html:
    """A name or a sentence as it is; control characters are made visible."""
    return value if isinstance(value, Html) else Html(html.escape(printable(value)))


def join(*children: Child) -> Html:
    """Children one after the other; None is nothing."""
    parts: list[str] = []
    for child in children:
        if child is None:
            continue
        if isinstance(child, str):
            parts.append(text(child))
        else:
            parts.append(join(*child))
    return Html("".join(parts))


def tag(name: str, /, *children: Child, **attributes: Any) -> Html:
    """An element. ``class_`` is class, ``data_x`` is data-x; None and False leave an attribute out.

    >>> tag("td", "<b>", class_="n", data_value=0.5)
    '<td class="n" data-value="0.5">&lt;b&gt;</td>'
    """
    given = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    if name in EMPTY:
        return Html(f"<{name}{given}>")
    return Html(f"<{name}{given}>{join(*children)}</{name}>")


def _attribute(name: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    written = str(value) if name == COPIED else printable(str(value))
    return f" {name}" if value is True else f' {name}="{html.escape(written)}"'


def data_block(name: str, value: Any) -> Html:
    """Data for the page's script, as JSON that no text in it can end."""
    written = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    safe = written.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return Html(f'<script type="application/json" id="{name}">{safe}</script>')
