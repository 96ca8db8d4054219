"""A made-up WordNet of a dozen synsets, written as WNdb files."""

from __future__ import annotations

from pathlib import Path

# name: (words, pointers, gloss). Depths: entity 0; object, abstraction 1; animal, plant, leaf, day, night, dusk 2; ...
SYNSETS: dict[str, tuple[tuple[str, ...], tuple[tuple[str, str], ...], str]] = {
    "entity": (("entity",), (), "that which is"),
    "object": (("object", "thing"), (("@", "entity"),), "a solid entity"),
    "abstraction": (("abstraction",), (("@", "entity"),), "an idea"),
    "animal": (("animal", "beast"), (("@", "object"),), "a living creature that moves"),
    "plant": (("plant",), (("@", "object"),), "a living creature that stays"),
    "leaf": (("leaf",), (("@", "object"), ("#p", "tree")), "a flat green part"),
    "dog": (("dog",), (("@", "animal"),), 'a friendly barking pet; "the dog barked"'),
    "dog2": (("dog",), (("@", "abstraction"),), "a dull person"),
    "cat": (("cat",), (("@", "animal"),), "a proud purring pet"),
    "guide_dog": (("guide_dog",), (("@", "dog"),), "a helpful barking pet"),
    "tree": (("tree",), (("@", "plant"), ("%p", "leaf")), "a tall green plant"),
    "day": (("day",), (("@", "abstraction"), ("!", "night")), "time with light"),
    "night": (("night",), (("@", "abstraction"), ("!", "day")), "time without light"),
    "noon": (("noon",), (("@", "day"), ("!", "dusk")), "the middle"),
    "dusk": (("dusk",), (("@", "object"), ("!", "noon")), "little is seen"),
}
COUNTS = {"entity": 16, "object": 8, "animal": 4, "dog": 1, "cat": 2, "plant": 2, "tree": 2}
INVERSE = {"@": "~"}
HEAD = "  1 This is a made-up WordNet for tests.\n"


def write_wordnet(folder: Path) -> dict[str, int]:
    """Write data.noun, index.noun and ic.dat; gives back the offset of each synset."""
    folder.mkdir(parents=True, exist_ok=True)
    pointers = {name: list(entry[1]) for name, entry in SYNSETS.items()}
    for name, entry in SYNSETS.items():
        for symbol, target in entry[1]:
            if symbol in INVERSE:
                pointers[target].append((INVERSE[symbol], name))
    blank = dict.fromkeys(SYNSETS, 0)
    offsets: dict[str, int] = {}
    place = len(HEAD)
    for name in SYNSETS:
        offsets[name] = place
        place += len(_line(name, pointers[name], blank))
    body = "".join(_line(name, pointers[name], offsets) for name in SYNSETS)
    (folder / "data.noun").write_text(HEAD + body)
    senses: dict[str, list[str]] = {}
    for name, (words, _, _) in SYNSETS.items():
        for word in words:
            senses.setdefault(word, []).append(f"{offsets[name]:08d}")
    index = [f"{w} n {len(s)} 1 @ {len(s)} 0 {' '.join(s)}  \n" for w, s in sorted(senses.items())]
    (folder / "index.noun").write_text(HEAD + "".join(index))
    counts = [f"{offsets[n]}n {c}{' ROOT' if n == 'entity' else ''}\n" for n, c in COUNTS.items()]
    (folder / "ic.dat").write_text("wnver::made-up\n" + "".join(counts))
    return offsets


def _line(name: str, pointers: list[tuple[str, str]], offsets: dict[str, int]) -> str:
    words, _, gloss = SYNSETS[name]
    links = "".join(f"{symbol} {offsets[target]:08d} n 0000 " for symbol, target in pointers)
    spoken = " ".join(f"{word} 0" for word in words)
    return f"{offsets[name]:08d} 03 n {len(words):02x} {spoken} {len(pointers):03d} {links}| {gloss}  \n"
