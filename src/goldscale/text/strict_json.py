"""JSON without what it tolerates and we do not: names that come twice, NaN and infinity."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass
from typing import Any, NoReturn

from goldscale.errors import FormatError
from goldscale.files import Source
from goldscale.progress import Progress


class _Refused(ValueError):
    """Something that JSON allows and we do not; the text says what was expected."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        times = Counter(name for name, _ in pairs)
        double = next(name for name in times if times[name] > 1)
        raise _Refused(f"each name once, found {double!r} again")
    return made


def _constant(token: str) -> NoReturn:
    raise _Refused(f"a finite number, found {token}")


_decode = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_constant).decode


def parse(source: Source, text: str | bytes, line: int | None = None, field: str | None = None) -> Any:
    """A JSON text; ``line`` or ``field`` say where it stands in the file if it is not the whole of it."""
    try:
        return _decode(text if isinstance(text, str) else text.decode())
    except json.JSONDecodeError as error:
        place = error.lineno if line is None and field is None else line
        where = field or f"character {error.colno}"
        raise source.error(f"JSON ({error.msg})", line=place, field=where, found=error.doc[error.pos :]) from None
    except _Refused as error:
        raise source.error(str(error), line=line, field=field) from None
    except RecursionError:
        raise source.error("JSON with fewer brackets in brackets", line=line, field=field, instead="too many") from None
    except UnicodeDecodeError:
        raise source.error("UTF-8 text", line=line, field=field, instead="other bytes") from None
    except ValueError:  # Python turns no number of thousands of digits into an int
        expected, found = "JSON with numbers that fit into 64 bits", "one of thousands of digits"
        raise source.error(expected, line=line, field=field, instead=found) from None


def parse_file(source: Source, progress: Progress | None = None) -> Any:
    """A file that is one JSON text."""
    return parse(source, "\n".join(text for _, text in source.blocks(progress)))


@dataclass(frozen=True)
class JsonPlace:
    """A part of a file, for errors: the line that it is in, or its path."""

    source: Source
    line: int | None = None
    path: str = ""

    @property
    def spoken(self) -> str:
        """The place in words."""
        return self.path if self.line is None else f"line {self.line}"

    def error(self, expected: str, key: str | None, found: object) -> FormatError:
        """The error for what is there under a key, or for all of it."""
        shown = found if isinstance(found, str) else json.dumps(found, default=str)
        field = ".".join(filter(None, (self.path, key))) or None
        return self.source.error(expected, line=self.line, field=field, found=shown)


def is_finite(value: Any) -> bool:
    """Whether this is a number that float64 can hold."""
    try:
        return type(value) in (int, float) and math.isfinite(value)
    except OverflowError:
        return False


def parse_object(source: Source, text: str, line: int | None = None) -> dict[str, Any]:
    """A text that is one JSON object."""
    found = parse(source, text, line)
    if not isinstance(found, dict):
        raise source.error("a JSON object", line=line, found=text)
    return found
