"""Signatures: beside every result, what somebody else needs to get the same one."""

from __future__ import annotations

from dataclasses import dataclass

from goldscale.errors import look_up
from goldscale.version import __version__

SEPARATOR = "|"


@dataclass(frozen=True)
class Signature:
    """What a result comes from, part by part; prints as ``AP|ties=expected|...|goldscale=0.1.0``.

    >>> signature = Signature.parse("AP|ties=expected|goldscale=0.1.0")
    >>> signature["ties"], str(signature.adding("drawing error=0.01"))
    ('expected', 'AP|ties=expected|goldscale=0.1.0|drawing error=0.01')
    """

    parts: tuple[str, ...]

    @classmethod
    def signed(cls, *parts: str) -> Signature:
        """These parts, and with which version they were made."""
        return cls((*parts, f"goldscale={__version__}"))

    @classmethod
    def parse(cls, text: str) -> Signature:
        """The signature that prints so."""
        return cls(tuple(text.split(SEPARATOR)))

    def adding(self, *parts: str) -> Signature:
        """The same with more behind it."""
        return Signature(self.parts + parts)

    def __getitem__(self, key: str) -> str:
        values = dict(part.split("=", 1) for part in self.parts if "=" in part)
        return look_up(key, values, "part of the signature")

    def __str__(self) -> str:
        return SEPARATOR.join(self.parts)
