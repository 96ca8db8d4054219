"""WordNet's own files (WNdb): which synsets a word has, and what stands in each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from goldscale.errors import FormatError
from goldscale.relatedness.wordnet.location import PROOF, Place

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
"""Part of speech -> ending of its files; the satellites (s) of adjectives are among these."""

NOUN_ENDINGS = (
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
)
"""Plural endings of nouns and what they become, as morphy has them (WordNet manual, morphy(7WN))."""

HYPERNYM = ("@", "@i")
_EXAMPLE = re.compile(r'"([^"]*)"')
_HYPERNYMS = re.compile(rb" @i? (\d{8}) n ")


class Key(NamedTuple):
    """A synset's name in the files: part of speech and offset."""

    pos: str
    offset: int


class Pointer(NamedTuple):
    """A relation to another synset, by WordNet's symbol (@ hypernym, ~ hyponym, %p part...)."""

    symbol: str
    target: Key
    word: int
    """Which word of the synset it starts from, counted from 1; 0 for the synset as a whole."""


class Synset(NamedTuple):
    """A synset: its words as they are spelt, its relations, its gloss without the examples, and the examples."""

    key: Key
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    gloss: str
    examples: tuple[str, ...]

    def related(self, symbols: Iterable[str]) -> list[Key]:
        """Synsets that these symbols lead to from the synset as a whole, or from its first word."""
        wanted = frozenset(symbols)
        return [pointer.target for pointer in self.pointers if pointer.symbol in wanted and pointer.word <= 1]


class WordNet:
    """The database, read as far as it is asked for."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._data: dict[str, bytes] = {}
        self._index: dict[str, dict[bytes, bytes]] = {}
        self._synsets: dict[Key, Synset] = {}

    def senses(self, word: str, pos: str = "n") -> tuple[Key, ...]:
        """Synsets of a word, the most frequent sense first; a plural is looked up under its singular too."""
        found: dict[Key, None] = {}
        for form in self._forms(word.casefold().replace(" ", "_"), pos):
            line = self._index_of(pos).get(form.encode())
            if line is not None:
                fields = line.split()
                found |= dict.fromkeys(Key(pos, int(offset)) for offset in fields[-int(fields[2]) :])
        return tuple(found)

    def synset(self, key: Key) -> Synset:
        """The synset at an offset."""
        if key not in self._synsets:
            self._synsets[key] = self._parse(key)
        return self._synsets[key]

    def hypernyms(self, key: Key) -> list[Key]:
        """The synsets right above, of classes and of instances."""
        return self.synset(key).related(HYPERNYM)

    @cached_property
    def noun_hypernyms(self) -> dict[int, tuple[int, ...]]:
        """Every noun synset's offset, and the offsets right above it."""
        found = {}
        for line in self._lines("n"):
            found[int(line[:8])] = tuple(map(int, _HYPERNYMS.findall(line[: line.find(b"|")])))
        return found

    def glosses(self) -> Iterable[str]:
        """The glosses of all synsets there are, of every part of speech."""
        for pos in FILES:
            if self.place.read(f"data.{FILES[pos]}") is not None:
                yield from (_gloss(line.decode()) for line in self._lines(pos))

    def _lines(self, pos: str) -> Iterable[bytes]:
        return (line for line in self._data_of(pos).split(b"\n") if line[:1].isdigit())

    def _forms(self, word: str, pos: str) -> list[str]:
        """The word, its exceptional forms, and what regular endings make of it, where the index has them."""
        forms = [word, *self._exceptions.get(word, ())] if pos == "n" else [word]
        if pos == "n" and len(word) > 2 and not word.endswith("ss"):
            forms += [word.removesuffix(end) + new for end, new in NOUN_ENDINGS if word.endswith(end)]
        return forms

    @cached_property
    def _exceptions(self) -> dict[str, list[str]]:
        """Irregular plurals, where the file is there."""
        lines = (self.place.read("noun.exc") or b"").decode().splitlines()
        return {fields[0]: fields[1:] for fields in map(str.split, lines) if len(fields) > 1}

    def _file(self, name: str) -> bytes:
        content = self.place.read(name)
        if content is None:
            raise FormatError(self.place.path, f"the file {name} beside {PROOF}")
        return content

    def _data_of(self, pos: str) -> bytes:
        if pos not in self._data:
            self._data[pos] = self._file(f"data.{FILES[pos]}")
        return self._data[pos]

    def _index_of(self, pos: str) -> dict[bytes, bytes]:
        if pos not in self._index:
            lines = self._file(f"index.{FILES[pos]}").split(b"\n")
            self._index[pos] = {line[: line.find(b" ")]: line for line in lines if line[:1].strip()}
        return self._index[pos]

    def _parse(self, key: Key) -> Synset:
        raw = self._data_of(key.pos)
        line = raw[key.offset : raw.find(b"\n", key.offset) + 1 or None]
        if line[:9] != b"%08d " % key.offset:
            raise FormatError(
                self.place.path / f"data.{FILES[key.pos]}",
                f"a synset at offset {key.offset:08d}",
                found=line[:20].decode(errors="replace"),
                hint="The file is damaged, or the offset is of another version of WordNet.",
            )
        try:
            return _synset(key, line.decode())
        except (ValueError, IndexError) as error:
            name = self.place.path / f"data.{FILES[key.pos]}"
            raise FormatError(name, f"a synset at offset {key.offset:08d}", instead=str(error)) from error


def _synset(key: Key, line: str) -> Synset:
    """Parse a line: offset, file, type, words with ids (count in hex), pointers (count in decimal), gloss."""
    fields = line[: line.find("|")].split()
    words = int(fields[3], 16)
    start = 4 + 2 * words
    stop = start + 1 + 4 * int(fields[start])
    pointers = [
        Pointer(symbol, Key("a" if pos == "s" else pos, int(offset)), int(ends[:2], 16))
        for symbol, offset, pos, ends in zip(*(fields[start + part : stop : 4] for part in range(1, 5)), strict=True)
    ]
    # Adjectives carry their position in the sentence: "big(p)".
    names = (word.partition("(")[0] for word in fields[4:start:2])
    return Synset(key, tuple(names), tuple(pointers), _gloss(line), tuple(_EXAMPLE.findall(line[line.find("|") :])))


def _gloss(line: str) -> str:
    """The definition: what stands before the first example."""
    return line[line.find("|") + 1 :].partition('"')[0].strip(" ;\r\n")
