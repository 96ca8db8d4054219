"""Hirst and St-Onge's measure: how long the chain of links between two synsets is, and how often it turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from goldscale.relatedness.wordnet.reader import Key, WordNet

UP = ("@", "@i", "%m", "%s", "%p")
DOWN = ("~", "~i", "#m", "#s", "#p", ">", "*")
HORIZONTAL = ("!", "=", "^", "&", "\\")
"""Directions as Hirst and St-Onge's table gives them: hypernyms and meronyms lead up, their inverses, causes and
entailments down; antonyms, attributes, see also, similarity and pertinence are horizontal."""

STRONG = 16.0
LENGTH, TURN, LONGEST = 8.0, 1.0, 5
"""C and k of the weight C - length - k * turns, and how many links a chain may have."""


def hirst_st_onge(wordnet: WordNet, senses: list[Key]) -> np.ndarray:
    """Weight of the best chain between every pair of synsets, 0 (none) to 7, or 16 for a strong relation.

    A chain goes up, then horizontally, then down, each part possibly empty, or down and then horizontally; it has at
    most five links. As every way down between nouns is a way up from its other end, both ends climb and meet.
    """
    size = len(senses)
    weight = np.zeros((size, size))
    up = [_walk(wordnet, {sense: 0}, UP) for sense in senses]
    meeting = _places(up)
    for members, links in meeting.values():
        moved = links > 0
        _raise(weight, members, members, np.add.outer(links, links), np.logical_and.outer(moved, moved))
    sideways = [_sideways(wordnet, steps) for steps in up]
    for turned in (False, True):
        crossing = _places([found[turned] for found in sideways])
        for node, (members, links) in crossing.items():
            if node in meeting:
                others, rest = meeting[node]
                turns = np.add.outer(np.full(len(members), turned), (rest > 0).astype(int))
                _raise(weight, members, others, np.add.outer(links, rest), turns)
    position = {sense: i for i, sense in enumerate(senses)}
    for i, (level, _) in enumerate(sideways):
        # Horizontally and then up, read from its other end, is down and then horizontally.
        for node, steps in _walk(wordnet, level, UP).items():
            if node in position and node not in level:
                weight[position[node], i] = max(weight[position[node], i], LENGTH - steps - TURN)
    weight = np.maximum(weight, weight.T)
    for i, j in _strong(wordnet, senses, position):
        weight[i, j] = weight[j, i] = STRONG
    return weight


def _walk(wordnet: WordNet, start: dict[Key, int], symbols: Iterable[str]) -> dict[Key, int]:
    """Synsets within reach of links of one direction, with the fewest links to each, those so far included."""
    found = dict(start)
    waiting = sorted(start, key=start.__getitem__)
    for key in waiting:  # grows while it is read, nearest first
        if found[key] < LONGEST:
            for target in wordnet.synset(key).related(symbols):
                if found.get(target, LONGEST + 1) > found[key] + 1:
                    found[target] = found[key] + 1
                    waiting.append(target)
    return found


def _sideways(wordnet: WordNet, up: dict[Key, int]) -> tuple[dict[Key, int], dict[Key, int]]:
    """Where horizontal links lead from a synset itself, and from those above it."""
    found: tuple[dict[Key, int], dict[Key, int]] = ({}, {})
    for key, links in up.items():
        if links < LONGEST and wordnet.synset(key).related(HORIZONTAL):
            reached = found[links > 0]
            for target, total in _walk(wordnet, {key: links}, HORIZONTAL).items():
                if target != key:
                    reached[target] = min(reached.get(target, total), total)
    return found


def _places(reached: list[dict[Key, int]]) -> dict[Key, tuple[np.ndarray, np.ndarray]]:
    """For each synset reached: from which senses, and over how many links."""
    members: dict[Key, list[tuple[int, int]]] = {}
    for i, steps in enumerate(reached):
        for key, links in steps.items():
            members.setdefault(key, []).append((i, links))
    return {key: (np.array([i for i, _ in m]), np.array([n for _, n in m])) for key, m in members.items()}


def _raise(weight: np.ndarray, a: np.ndarray, b: np.ndarray, links: np.ndarray, turns: np.ndarray) -> None:
    new = np.where(links <= LONGEST, LENGTH - links - TURN * turns, 0.0)
    block = np.ix_(a, b)
    weight[block] = np.maximum(weight[block], new)


def _strong(wordnet: WordNet, senses: list[Key], position: dict[Key, int]) -> Iterator[tuple[int, int]]:
    """Pairs with a strong relation: the same synset, a horizontal link, or any link where one's word is in a compound
    of the other's (school, private_school)."""
    for i, sense in enumerate(senses):
        yield i, i
        synset = wordnet.synset(sense)
        for pointer in synset.pointers:
            j = position.get(pointer.target)
            if j is None:
                continue
            compound = pointer.symbol in (*UP, *DOWN) and _compound(synset.words, wordnet.synset(pointer.target).words)
            if compound or pointer.symbol in HORIZONTAL:
                yield i, j


def _compound(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    spelt = ([word.replace("-", "_") for word in words] for words in (a, b))
    parts = [{part for word in words if "_" in word for part in word.split("_")} for words in spelt]
    return not (parts[0].isdisjoint(b) and parts[1].isdisjoint(a))
