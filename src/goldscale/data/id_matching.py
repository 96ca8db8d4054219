"""Ids that nearly match: in what two spellings of an id may differ, and which rule sets that aside.

``exact`` takes ids as they are. ``stem`` drops the directory and the extension of items' ids. ``loose`` sets aside
every difference named below; labels have no directory or extension, so for them ``stem`` is exact.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from goldscale.data.axis import Axis, Items
from goldscale.errors import MismatchError

Match = Literal["exact", "stem", "loose"]
MATCH: tuple[Match, ...] = ("exact", "stem", "loose")

A = TypeVar("A", bound=Axis)

_DIRECTORY = re.compile(r".*[/\\](?=[^/\\])", re.DOTALL)
_EXTENSION = re.compile(r"(?<=.)\.[A-Za-z][A-Za-z0-9]{0,4}\Z", re.DOTALL)
_SEPARATORS = re.compile(r"[\s_-]+")
_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")
_WHOLE = re.compile(r"(?<![\d.])(\d+)\.0\Z")


def stem(name: str) -> str:
    """An item's id without directory and extension (a dot, a letter and up to four more letters or digits).

    >>> stem("images/0001.jpg"), stem("0001"), stem("fig1.5")
    ('0001', '0001', 'fig1.5')
    """
    return _EXTENSION.sub("", _DIRECTORY.sub("", name))


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _separated(name: str) -> str:
    return _SEPARATORS.sub(" ", name)


def _numbered(name: str) -> str:
    return _ZEROS.sub("", _WHOLE.sub(r"\1", name))


@dataclass(frozen=True)
class _Difference:
    """One thing in which two spellings may differ."""

    without: str
    """How ids match once it is set aside, in words."""
    rule: Match
    fold: Callable[[str], str]


_DIFFERENCES = (
    _Difference("without the blanks around them", "loose", str.strip),
    _Difference("without directory and extension", "stem", stem),
    _Difference("in one Unicode form", "loose", _composed),
    _Difference("in one case", "loose", str.casefold),
    _Difference("with underscores and hyphens as blanks", "loose", _separated),
    _Difference("with numbers written alike (007, 7, 7.0)", "loose", _numbered),
)
"""In the order in which ``loose`` sets them aside."""


def _folded(names: Sequence[str], folds: Sequence[_Difference]) -> list[str]:
    found = list(names)
    for one in folds:
        found = list(map(one.fold, found))
    return found


def _folds(axis: Axis, match: Match) -> list[_Difference]:
    """What a rule sets aside on such an axis."""
    of_rule = [one for one in _DIFFERENCES if match in ("loose", one.rule)]
    return [one for one in of_rule if one.fold is not stem or isinstance(axis, Items)]


def renamed(axis: A, wanted: Axis, match: Match, owner: str, other: str = "the truth") -> A:
    """The axis, in which ids that differ from a wanted one only in what the rule sets aside are spelt as wanted.

    Two ids of one side that fall together are an error, for nobody can tell which is meant; ``owner`` and ``other``
    say whose the sides are.

    >>> renamed(Items(["a/1.jpg", "a/2.jpg"]), Items(["1", "3"]), "stem", "the run").names
    ('1', 'a/2.jpg')
    """
    unnamed = not (axis.named and wanted.named)
    if match == "exact" or unnamed or axis.index.keys() <= wanted.index.keys():
        return axis
    folds = _folds(axis, match)
    own, theirs = _folded(axis.names, folds), _folded(wanted.names, folds)
    for names, keys, whose in ((axis.names, own, owner), (wanted.names, theirs, other)):
        count = Counter(keys)
        together = sorted((key, name) for key, name in zip(keys, names, strict=True) if count[key] > 1)
        if together:
            what = f"{axis.plural} of {whose} cannot be told apart with match={match!r}"
            raise MismatchError(what, double=[name for _, name in together])
    spelt = dict(zip(theirs, wanted.names, strict=True))
    return type(axis)([spelt.get(key, name) for key, name in zip(own, axis.names, strict=True)], axis.noun)


def _fall_together(names: Sequence[str], folds: Sequence[_Difference]) -> bool:
    return len(set(_folded(names, folds))) < len(names)


def near_match(axis: Axis, missing: Collection[str], extra: Collection[str]) -> str | None:
    """How many missing ids of an axis would match an extra one by which rule, in words; None where none would.

    A rule by which ids of one side fall together would be refused, and is not named.
    """
    all_folds = _folds(axis, "loose")
    others = {*missing, *extra}
    shared = [name for name in axis if name not in others]
    sides = ([*shared, *missing], [*shared, *extra])
    refused = {rule for rule in MATCH if any(_fall_together(names, _folds(axis, rule)) for names in sides)}
    tried = [(one.without, one.rule, [one]) for one in all_folds]
    tried.append(("once several differences are set aside", "loose", all_folds))
    best: tuple[int, str, Match] = (0, "", "exact")
    for without, rule, fold in tried:
        if rule in refused:
            continue
        known = set(_folded(list(extra), fold))
        count = sum(key in known for key in _folded(list(missing), fold))
        if count > best[0]:
            best = count, without, rule
    count, without, rule = best
    if not count:
        return None
    verb = "matches" if count == 1 else "match"
    return f"{count} {verb} {without}: match={rule!r} (in campaign.toml too), or --match {rule} on the command line"
