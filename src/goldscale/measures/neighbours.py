"""Names that other programs give their measures: understood where ours is the same, else answered with what ours is.

They are declared in resources/measure-names.csv. The same means: the same number wherever scores have no ties and every
unit has a value. What ties and undefined units do is a rule of the evaluation; remarks tell which rule is theirs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

from goldscale.errors import ParameterError
from goldscale.resources import resource
from goldscale.text.small_tables import read_records

_FIELDS = ("library", "name", "kind", "ours", "options", "note")
_HOLES = {"k": r"[0-9]+", "x": r"[01]?\.[0-9]+", "d": r"[0-9]+"}
_HOLE = re.compile(r"\{([kxd])\}")
_DOTTED = re.compile(r"([A-Za-z]\w*)\.([0-9]+)")
"""trec_eval -m takes P.5 for what it prints as P_5."""


@dataclass(frozen=True)
class ForeignName:
    """A measure's name in another program; ``{k}`` and the like stand for a number."""

    library: str
    name: str
    kind: str
    """same, answered, differs (our own measure of this name is another) or none."""
    ours: str
    options: str
    """The rules under which ours gives the same number, as options of the command line."""
    note: str

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        pieces = re.split(_HOLE, self.name)
        return re.compile(
            "".join(f"(?P<{p}>{_HOLES[p]})" if i % 2 else re.escape(p) for i, p in enumerate(pieces)), re.IGNORECASE
        )

    def found_in(self, text: str) -> ForeignName | None:
        """This name with the numbers that the text has; None where it is another name."""
        match = self._pattern.fullmatch(text)
        if match is None:
            return None
        numbers = match.groupdict()
        ours, note = (_HOLE.sub(lambda hole: numbers[hole[1]], part) for part in (self.ours, self.note))
        return ForeignName(self.library, text, self.kind, ours, self.options, note)

    @property
    def answer(self) -> str:
        """What it is here, in a sentence."""
        beginning = f"{self.name} ({self.library})"
        if not self.ours:
            return f"{beginning} has no counterpart here; {self.note}"
        what = self.ours + (f" with {self.options}" if self.options else "")
        return f"{beginning} is {what}" + (f": {self.note}" if self.note else "")


@cache
def foreign_names() -> tuple[ForeignName, ...]:
    """All names, by library, as the table has them."""
    rows = read_records(str(resource("measure-names.csv")), _FIELDS)
    return tuple(ForeignName(*(row[field] for field in _FIELDS)) for row in rows)


def translated(text: str) -> str | None:
    """What another program's name is here, in our spelling; None where none has such a name.

    >>> translated("ndcg_cut_10"), translated("P.5"), translated("nonsense")
    ('nDCG@10', 'P@5', None)
    """
    tried = (text.strip(), _DOTTED.sub(r"\1_\2", text.strip()))
    found = next((f for name in tried for known in foreign_names() if (f := known.found_in(name))), None)
    if found is None:
        return None
    if found.kind == "same":
        return found.ours
    raise ParameterError(found.answer)
