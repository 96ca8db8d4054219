"""The catalogue of coefficients of agreement, and the grammar ``NAME[(key=value, ...)]``."""

from __future__ import annotations

import re
from functools import cache

from goldscale.agreement.coefficients import chance, krippendorff, majority, pairs, reliability
from goldscale.agreement.coefficients.definition import Coefficient, CoefficientDefinition
from goldscale.errors import ParameterError, UnknownNameError
from goldscale.measures.parameters import read_parameters

_GRAMMAR = re.compile(r"\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s*(?:\((?P<parameters>[^()]*)\))?\s*")

_CATALOGUE: dict[str, CoefficientDefinition] = {
    definition.name: definition
    for module in (pairs, majority, krippendorff, chance, reliability)
    for definition in module.DEFINITIONS
}


def coefficients() -> list[CoefficientDefinition]:
    """Every coefficient's definition.

    >>> [definition.name for definition in coefficients()][:4]
    ['accuracy', 'cohen', 'accuracy_ex', 'majority']
    """
    return list(_CATALOGUE.values())


@cache
def coefficient(text: str | Coefficient) -> Coefficient:
    """Parse one coefficient.

    >>> coefficient("alpha(metric=interval)")
    Coefficient('alpha(metric=interval)')
    """
    if isinstance(text, Coefficient):
        return text
    match = _GRAMMAR.fullmatch(text)
    if match is None:
        raise ParameterError(f"cannot read the coefficient {text!r}; the form is NAME[(key=value, ...)]")
    name = match["name"].casefold()
    if name not in _CATALOGUE:
        raise UnknownNameError("coefficient", match["name"], _CATALOGUE)
    definition = _CATALOGUE[name]
    values = read_parameters(match["parameters"] or "", definition.parameters, definition.name, text)
    return Coefficient(definition, {key: str(value) for key, value in values.items()})
