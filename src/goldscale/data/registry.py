"""Things that are looked up by name: ours are registered in code, those of outside packages by entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from goldscale.errors import ParameterError, UnknownNameError

T = TypeVar("T")
OWN = __name__.partition(".")[0]
"""Our own package."""
Source = str | Mapping[str, T] | Iterable[T]
"""Things by name, things that know their names, or where such are: ``module:ATTRIBUTE``, as an entry point has it."""


class Registry(Generic[T]):
    """Things of one kind by name, loaded when one is first asked for.

    Those of ``own`` come first, then those that outside packages declare under the entry-point group ``group``.
    With ``fold``, names are found whatever their case; with ``in_order``, things stand in the order of their names.
    ``how`` all of them are listed is said of an unknown name, where they are too many for a message.

    >>> sides = Registry("side", {"left": -1, "right": 1})
    >>> sides["left"], list(sides)
    (-1, ['left', 'right'])
    """

    def __init__(
        self,
        kind: str,
        *own: Source[T],
        group: str | None = None,
        names: Callable[[Any], Iterable[str]] = lambda thing: (thing.name,),
        aliases: Callable[[Any], Iterable[str]] = lambda thing: (),
        fold: bool = False,
        in_order: bool = False,
        how: str = "",
    ) -> None:
        self.kind = kind
        self.group = group
        self._own = own
        self._names_of = names
        self._aliases_of = aliases
        self._spelled: Callable[[str], str] = str.casefold if fold else str
        self._in_order = in_order
        self._how = how

    def __getitem__(self, name: str) -> T:
        found = self.find(name)
        if found is None:
            raise UnknownNameError(self.kind, str(name), self, self._aliases, self._how)
        return found

    def find(self, name: str) -> T | None:
        """What has this name or alias; None where nothing has."""
        return self._spellings.get(self._spelled(str(name)))

    def values(self) -> list[T]:
        """All things, each once."""
        return _each_once(self._things)

    def own(self) -> list[T]:
        """Those that are ours."""
        return _each_once(self._gathered((OWN, source) for source in self._own))

    def __contains__(self, name: object) -> bool:
        return self.find(str(name)) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    @cached_property
    def _things(self) -> dict[str, T]:
        found = () if self.group is None else entry_points(group=self.group)
        # Ours are here already, whatever the metadata of an older installation says.
        outside = [entry for entry in found if entry.module.partition(".")[0] != OWN]
        theirs = ((_package(entry), entry.value) for entry in sorted(outside, key=lambda e: e.name))
        return self._gathered([*((OWN, source) for source in self._own), *theirs])

    def _gathered(self, sources: Iterable[tuple[str, Source[T]]]) -> dict[str, T]:
        """The things of all sources, each with the package that has it."""
        found: dict[str, T] = {}
        owners: dict[str, str] = {}
        for package, source in sources:
            for name, thing in self._loaded(package, source):
                if name in found:
                    both = f"{owners[name]} and {package}"
                    raise ParameterError(f"two packages register the {self.kind} {name!r}: {both}; uninstall one")
                found[name], owners[name] = thing, package
        return dict(sorted(found.items(), key=lambda item: item[0].casefold())) if self._in_order else found

    def _loaded(self, package: str, source: Source[T]) -> list[tuple[str, T]]:
        """What a source holds, by name."""
        try:
            things = EntryPoint(self.kind, source, "").load() if isinstance(source, str) else source
            if isinstance(things, Mapping):
                return list(things.items())
            return [(name, thing) for thing in things for name in self._names_of(thing)]
        except Exception as error:  # of another's code, which may raise anything
            if package == OWN:
                raise
            raise ParameterError(
                f"the package {package} registers a {self.kind} at {source}, which cannot be loaded: {error}; "
                f"repair the package or uninstall it (pip uninstall {package})"
            ) from error

    @cached_property
    def _spellings(self) -> dict[str, T]:
        return {self._spelled(name): thing for name, thing in (self._aliases | self._things).items()}

    @cached_property
    def _aliases(self) -> dict[str, T]:
        return {alias: thing for thing in reversed(self.values()) for alias in self._aliases_of(thing)}


def _package(entry: EntryPoint) -> str:
    """The package that declares an entry point, as pip calls it."""
    return entry.dist.name if entry.dist is not None else entry.module.partition(".")[0]


def _each_once(things: Mapping[str, T]) -> list[T]:
    """A thing may have several names."""
    return list({id(thing): thing for thing in things.values()}.values())
