"""Words of glosses, and which of them only hold a sentence together."""

from __future__ import annotations

import os
import re
from pathlib import Path

from goldscale.files import Source

_WORDS = """
    a about above across after again against all along also although always am among an and another any are around as
    at away back be because been before behind being below beneath beside besides between beyond both but by can cannot
    could did do does doing done down due during each either else enough especially etc even ever every few for from
    further had has have having he hence her here hers herself him himself his how however i if in including indeed
    instead into is it its itself just least less like made make makes making many may me might mine more most much must
    my myself near neither never nevertheless no non none nor not nothing now of off often on once one ones only onto or
    other others otherwise our ours ourselves out over own per perhaps quite rather s same several shall she should
    since so some somebody someone something sometimes somewhat still such t than that the their theirs them themselves
    then there thereby therefore these they this those though through throughout thus to together too toward towards
    under unless until up upon us used uses using usually various very via was we well were what whatever when where
    whereas whereby wherein whether which while who whoever whole whom whose why will with within without would yet you
    your yours yourself
"""
FUNCTION_WORDS = frozenset(_WORDS.split())
"""Articles, pronouns, prepositions, conjunctions, auxiliaries, and the filling words of definitions."""

BUILT_IN = "function-words"
"""The stop list that comes with Goldscale, by name."""

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")


def tokens(text: str) -> list[str]:
    """Lower-case words of a text."""
    return _WORD.findall(text.lower())


_PUNCTUATION = str.maketrans(dict.fromkeys('.;:,?!(){}"`$%@<>', " "))
_QUOTES_AND_DASHES = re.compile(r"(?<!\w)'|'(?!\w)|--")


def gloss_words(text: str) -> list[str]:
    """Words of a gloss as WordNet::Similarity parts them: at blanks, once punctuation is gone.

    Hyphens, slashes and apostrophes within a word stay.

    >>> gloss_words("a cat's (or dog's) well-known 'toy'; see also")
    ['a', "cat's", 'or', "dog's", 'well-known', 'toy', 'see', 'also']
    """
    return _QUOTES_AND_DASHES.sub(" ", text.translate(_PUNCTUATION)).lower().split()


def read_stop_words(path: str | os.PathLike[str] | None) -> frozenset[str]:
    """Words to leave out of glosses: those of a file, a word in each line, or our own by their name; none without.

    >>> len(read_stop_words(None)), "whereby" in read_stop_words("function-words")
    (0, True)
    """
    if path is None:
        return frozenset()
    if str(path) == BUILT_IN and not Path(path).exists():
        return FUNCTION_WORDS
    return frozenset(text.strip().lower() for _, text in Source(path).lines())
