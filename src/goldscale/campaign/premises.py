"""Where a campaign may read and write: in its own folder. Campaigns are handed on, so their paths are not trusted."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from goldscale.errors import FormatError, MissingResourceError
from goldscale.files import Source, kind_of
from goldscale.files.campaign_layout import CAMPAIGN_FILE
from goldscale.files.source import FILE, FOLDER
from goldscale.formats.registry import companion_files

_PERMISSION = "If you trust whoever made this campaign, allow it: --allow-outside (allow_outside=True in Python)."


@dataclass(frozen=True)
class Premises:
    """A campaign's folder; ``allow_outside`` is the user's word that files elsewhere may be read as well.

    Nothing is opened before it is known to be inside, so that an error tells nothing of what is outside.
    """

    folder: Path
    allow_outside: bool = False

    def file(self, name: str, key: str | None, folder_hint: str | None = None) -> Path:
        """The file that campaign.toml names under a key, which may be read, and so may those that belong to it.

        ``folder_hint`` is said where it is a folder.
        """
        path = self._named(name, key, FILE, folder_hint)
        for other in companion_files(Source(path)):
            self._named(self._name(other), key, FILE)
        return path

    def place(self, name: str, key: str) -> Path:
        """The file that campaign.toml names under a key, which may be missing until it is needed."""
        return self.file(name, key) if self.holds(name, key) else self.folder / name

    def subfolder(self, name: str, key: str | None) -> Path:
        """The folder that campaign.toml names under a key."""
        return self._named(name, key, FOLDER)

    def holds(self, name: str, key: str | None) -> bool:
        """Whether there is something of this name, inside; outside is an error whether there is or not."""
        return self._kind(name, key) is not None

    def may_read(self, path: Path, key: str) -> bool:
        """Whether a path that was made of a name in the campaign leads to a file inside."""
        try:
            return self._kind(self._name(path), key) == FILE
        except FormatError:
            return False

    def check(self, path: Path, key: str) -> None:
        """A file that was found under a key may be read like one that is named."""
        self.file(self._name(path), key)

    def own(self, *names: str) -> Path:
        """A folder to which results go. It may be missing; it may not be a link, for what that leads to is not ours."""
        path = self.folder
        for name in names:
            path /= name
            if path.is_symlink() or _is_junction(path):
                raise FormatError(path, "a folder", instead="a link", hint="Nothing is written through it; remove it.")
        return path

    def _name(self, path: Path) -> str:
        return str(path.relative_to(self.folder) if path.is_relative_to(self.folder) else path.absolute())

    def _named(self, name: str, key: str | None, wanted: str, folder_hint: str | None = None) -> Path:
        path, kind = self.folder / name, self._kind(name, key)
        if kind is None:
            raise MissingResourceError(
                f"{path}", f"{CAMPAIGN_FILE} names it under {key!r}: put it there, or name another."
            )
        if kind != wanted:
            hint = folder_hint if kind == FOLDER else None
            raise FormatError(self.folder / CAMPAIGN_FILE, wanted, field=key, instead=f"{name!r}, {kind}", hint=hint)
        return path

    def _kind(self, name: str, key: str | None) -> str | None:
        """What there is of this name, in words; it is inside."""
        path, settings = self.folder / name, self.folder / CAMPAIGN_FILE
        try:
            inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(self.folder))
            if inside or self.allow_outside:
                return kind_of(path)
        except (OSError, ValueError) as error:  # a folder that may not be searched, a name that no file can have
            reason = getattr(error, "strerror", None) or str(error)
            raise FormatError(settings, "a readable path", field=key, instead=f"{name}: {reason}") from error
        within = Path(os.path.abspath(path)).is_relative_to(os.path.abspath(self.folder))
        expected = "a path inside the campaign's folder" + (", not a link that leads out of it" if within else "")
        raise FormatError(settings, expected, field=key, found=name, hint=_PERMISSION)


def _is_junction(path: Path) -> bool:
    """Windows' other kind of link (known to Python from 3.12 on)."""
    return bool(getattr(path, "is_junction", lambda: False)())
