"""Lists of names written into one cell, as data frames write them: ``['sky', 'sea']`` or ``["sky", "sea"]``.

Such a text is only cut up, never evaluated.
"""

from __future__ import annotations

import re

BEGINS = "["

_ELEMENT = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)"|(\d+))\s*""", re.DOTALL)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4}|.)", re.DOTALL)
_SIGNS = {**dict(zip("nrtbf", "\n\r\t\b\f", strict=True)), **{sign: sign for sign in "\\/'\""}}


def is_list(cell: str) -> bool:
    """Whether a cell wants to be a list of names."""
    return cell.lstrip().startswith(BEGINS)


def read_list(cell: str) -> list[str] | None:
    """The names of a list as Python or JSON spell it, whole numbers among them; None where it is no such list.

    >>> read_list('["sky", "sea"]'), read_list("['sky', 3]"), read_list("[]"), read_list("[sky]")
    (['sky', 'sea'], ['sky', '3'], [], None)
    """
    text = cell.strip()
    if not text.startswith(BEGINS) or not text.endswith("]"):
        return None
    inner = text[1:-1]
    if not inner.strip():
        return []
    names: list[str] = []
    place = 0
    while True:
        element = _ELEMENT.match(inner, place)
        if element is None:
            return None
        single, double, number = element.groups()
        name = number if number is not None else _unescaped(double if single is None else single)
        if name is None:
            return None
        names.append(name)
        place = element.end()
        if place == len(inner):
            return names
        if inner[place] != ",":
            return None
        place += 1


def _unescaped(text: str) -> str | None:
    """What stands between quotation marks; None where a backslash is before something that it does not change."""
    if "\\" not in text:
        return text
    signs = [sign for sign in _ESCAPE.findall(text) if len(sign) == 1]
    if not _SIGNS.keys() >= set(signs):
        return None
    plain = _ESCAPE.sub(lambda found: _SIGNS.get(found[1]) or chr(int(found[1][1:], 16)), text)
    # JSON writes a sign beyond 16 bits as two halves.
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
