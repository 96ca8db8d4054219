"""Names in files: reading them into codes, and refusing those that a format could not hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from goldscale.data import Axis
from goldscale.errors import ParameterError

BLANKS = re.compile(r"[\s\x1c-\x1f]", re.ASCII)
"""What separates fields in the whitespace formats; a no-break space is part of a name."""


class Codes(dict[str, int]):
    """Code of each name in order of appearance; asking for a new one gives it the next code.

    ``map(codes.__getitem__, column)`` codes a column at the speed of a dictionary look-up.
    """

    def __init__(self, names: Iterable[str] = (), *, strip: bool = True) -> None:
        super().__init__()
        self.names: list[str] = []
        self._strip = strip
        for name in names:
            self[name]

    def __missing__(self, spelling: str) -> int:
        name = self._name(spelling)
        if name != spelling:
            self[spelling] = code = self[name]
            return code
        if self._strip and not name:
            raise ValueError("a name")
        if not is_text(name):
            raise ValueError("a name that is text")
        self[name] = code = len(self.names)
        self.names.append(name)
        return code

    def of_all(self, spellings: Sequence[str]) -> list[int]:
        """The codes of different spellings; quicker than one by one where many are new."""
        known = list(map(self.get, spellings))
        new = [spelling for spelling, code in zip(spellings, known, strict=True) if code is None]
        if not is_text("".join(new)) or list(map(self._name, new)) != new or (self._strip and "" in new):
            return list(map(self.__getitem__, spellings))
        codes = count(len(self.names))
        found = [next(codes) if code is None else code for code in known]
        self.update(zip(new, count(len(self.names)), strict=False))
        self.names.extend(new)
        return found

    def _name(self, spelling: str) -> str:
        """What a spelling stands for."""
        return spelling.strip() if self._strip else spelling


def is_text(name: str) -> bool:
    """Whether UTF-8 and NumPy can hold the name: no NUL, no half of a surrogate pair."""
    return "\0" not in name and (name.isascii() or not any("\ud800" <= c <= "\udfff" for c in name))


def split_blanks(line: str) -> list[str]:
    """The fields between ASCII blanks."""
    return line.split() if line.isascii() else [field for field in BLANKS.split(line) if field]


def first_word(line: str) -> str:
    """The first field between ASCII blanks, without cutting the others; empty in a blank line."""
    words = line.split(None, 1)
    # Blanks beyond ASCII may stand in it, and may have been taken off before it.
    return words[0] if words and line.isascii() else next(iter(split_blanks(line)), "")


def word_needs(name: str) -> str:
    """What is wrong with a name that a whitespace format would tear apart or take for a comment; else nothing."""
    if not name or BLANKS.search(name):
        return "names without blanks"
    return f"names that do not begin with {name[0]!r}" if name.startswith(("#", "\ufeff")) else text_needs(name)


def cell_needs(name: str) -> str:
    """What is wrong with a name that a delimited format, which trims its cells, would not give back."""
    if not name or name != name.strip() or "\r" in name:
        return "names that are not empty and have no blanks around them"
    return text_needs(name)


def text_needs(name: str) -> str:
    """What is wrong with a name that no text can hold."""
    return "" if is_text(name) else "names that are text"


def require_names(format: str, needs_of: Callable[[str], str], *axes: Axis) -> None:
    """Refuse names that a format cannot hold: ``needs_of`` says what is wrong with one."""
    for axis in axes:
        for name in axis.names:
            if needs := needs_of(name):
                noun = axis.noun
                raise ParameterError(f"{format} needs {needs}; the {noun} {name!r} cannot be written. Try csv or npz")
