r"""Formulas: declared once as LaTeX, set as mathematics in the documentation, plain text on a terminal.

>>> plain_formula(r"\frac{1}{R} \sum_{k=1}^{N} P(k)\,\mathrm{rel}(k)")
'1 / R · sum over k = 1..N of P(k) rel(k)'
>>> plain_text(r"the mean of $\beta^2$ over $u \in Y$")
'the mean of β² over u ∈ Y'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import takewhile

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_SIGNS = {
    r"\cap": " ∩ ",
    r"\cdot": " · ",
    r"\cup": " ∪ ",
    r"\dots": "...",
    r"\emptyset": "∅",
    r"\ge": " ≥ ",
    r"\in": " ∈ ",
    r"\lceil": "⌈",
    r"\le": " ≤ ",
    r"\ne": " ≠ ",
    r"\notin": " ∉ ",
    r"\quad": " ",
    r"\rceil": "⌉",
    r"\setminus": " ∖ ",
    r"\smallsetminus": " ∖ ",
    r"\prod": "product",
    r"\sum": "sum",
    r"\times": " × ",
    r"\triangle": " △ ",
    r"\left": "",
    r"\right": "",
    r"\\": ", ",
    r"\,": " ",
    "&": " ",
}
_LIMITS = (r"\sum", r"\prod", r"\max", r"\min")
"""What a subscript gives a range to, and is then read out."""
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def plain_formula(latex: str) -> str:
    """A formula in one line: a fraction is a / b, a sum is read out, signs and Greek letters are Unicode."""
    return _tidy(_read(iter(_TOKEN.findall(latex))))


def plain_text(text: str) -> str:
    """Prose whose formulas, between dollar signs, are made plain."""
    return re.sub(r"\$([^$]+)\$", lambda match: plain_formula(match[1]), text)


def _read(tokens: Iterator[str]) -> str:
    """What stands up to the end of the group."""
    found, fraction = "", False
    for token in tokens:
        if token == "}":
            break
        if fraction and (token in _LIMITS or token in (r"\left", r"\frac", "(", "[")):
            found += " · "
        fraction = fraction and token.isspace()
        if token in ("^", "_"):
            found = _script(found, token, _argument(tokens))
        elif token == r"\frac":
            top, bottom = _argument(tokens), _argument(tokens)
            found += f"{_held(top, r' [-+/] | of ')} / {_held(bottom, ' ')}"
            fraction = True
        elif token == r"\sqrt":
            found += f"√({_argument(tokens)})"
        elif token in (r"\text", r"\mathrm"):
            found += _words(tokens)
        elif token in (r"\begin", r"\end"):
            _argument(tokens)
        else:
            found += _read(tokens) if token == "{" else _sign(token)
    return found


def _argument(tokens: Iterator[str]) -> str:
    token = next(tokens, "")
    return _tidy(_read(tokens)) if token == "{" else _sign(token)


def _words(tokens: Iterator[str]) -> str:
    next(tokens, "")
    return "".join(takewhile(lambda token: token != "}", tokens))


def _sign(token: str) -> str:
    if token in _SIGNS:
        return _SIGNS[token]
    if len(token) > 2 and token.startswith("\\"):
        try:
            return unicodedata.lookup(f"GREEK SMALL LETTER {token[1:]}")
        except KeyError:
            return token[1:]
    return token.removeprefix("\\")


def _script(before: str, token: str, text: str) -> str:
    """A superscript or subscript; below a sum, a maximum or a minimum it is what these run over."""
    if token == "_" and before.endswith(("sum", "product", "max", "min")):
        return f"{before} over {text.replace('=', ' = ')} of "
    if token == "^" and before.endswith(" of "):
        return f"{before.removesuffix(' of ')}..{text} of "
    if text.isdigit():
        return before + text.translate(_RAISED if token == "^" else _LOWERED)
    if text == "*":
        return before + text
    return before + token + (text if re.fullmatch(r"\w+'?(\([^()]*\))?", text) else f"({text})")


def _held(text: str, breaking: str) -> str:
    """In brackets where something outside all brackets would otherwise belong to what stands beside it."""
    outer, inner = text, re.compile(r"\([^()]*\)|\|[^|]*\||\{[^{}]*\}")
    while inner.search(outer):
        outer = inner.sub("", outer)
    return f"({text})" if re.search(breaking, outer) else text


def _tidy(text: str) -> str:
    return re.sub(r" ([,)⌉])", r"\1", re.sub(r"([(⌈]) ", r"\1", " ".join(text.split())))
