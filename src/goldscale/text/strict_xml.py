"""XML without what makes a small file huge or reads other files: elements and their texts, handed out as they come."""

from __future__ import annotations

from typing import NoReturn
from xml.parsers import expat

from goldscale.errors import FormatError
from goldscale.limits import DEPTH

LONGEST_ENTITY = 200
"""Characters of an entity where entities are allowed: enough for the address of a namespace."""


class StrictXml:
    """Reads one document; a subclass says what it does with elements.

    A DOCTYPE is refused, for entities are declared there. With ``abbreviations`` it may declare entities that stand
    for a short text (editors of ontologies abbreviate the addresses of namespaces so), which can neither hold other
    entities nor other files.
    """

    abbreviations = False
    kind = "XML"

    def __init__(self, file: str) -> None:
        self.file = file
        self._depth = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._finish
        self._parser.CharacterDataHandler = self.text
        if self.abbreviations:
            self._parser.EntityDeclHandler = self._declare
            self._parser.AttlistDeclHandler = self._refuse_attributes
        else:
            self._parser.StartDoctypeDeclHandler = self._refuse_doctype

    @property
    def line(self) -> int:
        """Where reading has come to."""
        return self._parser.CurrentLineNumber

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """Some text of the innermost element."""

    def read(self, raw: bytes) -> None:
        """Go through a document; whatever is wrong with it is a FormatError with its line."""
        try:
            self._parser.Parse(raw, True)
        except expat.ExpatError as error:
            said = expat.ErrorString(error.code)
            raise FormatError(self.file, f"well-formed {self.kind}", line=error.lineno, instead=said) from None
        except FormatError:
            raise
        except (LookupError, ValueError) as error:  # an encoding that the parser does not know
            hint = "Save the file as UTF-8."
            raise FormatError(self.file, "UTF-8", line=1, instead=str(error), hint=hint) from None

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEPTH.now:
            raise DEPTH.error(self.file, line=self.line)
        self.start(name, attributes)

    def _finish(self, name: str) -> None:
        self._depth -= 1
        self.end(name)

    def _refuse_doctype(self, *_: object) -> NoReturn:
        raise FormatError(self.file, "XML without a DOCTYPE", line=self.line, instead="one", hint="Take it out.")

    def _refuse_attributes(self, element: str, *_: object) -> NoReturn:
        expected = "no attributes declared in the DOCTYPE"  # every such element would have them
        raise FormatError(self.file, expected, line=self.line, field=element, instead="one")

    def _declare(self, name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        if value is None or is_parameter or "&" in value or len(value) > LONGEST_ENTITY:
            raise FormatError(
                self.file,
                f"entities that stand for a text of at most {LONGEST_ENTITY} characters",
                line=self.line,
                field=name,
                instead=_unwanted(value),
            )


def _unwanted(value: str | None) -> str:
    """What is wrong with an entity: None stands for one of another file."""
    if value is None:
        return "another file"
    return "entities in an entity" if "&" in value else "a longer one"
