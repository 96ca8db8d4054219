"""The catalogue of coefficients of agreement, and the grammar ``NAME[(key=value, ...)]``."""

from __future__ import annotations

import re
from functools import cache

from goldscale.agreement.coefficients.definition import Coefficient, CoefficientDefinition
from goldscale.data.parameter import read_parameters
from goldscale.data.registry import Registry
from goldscale.errors import ParameterError

_GRAMMAR = re.compile(r"\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s*(?:\((?P<parameters>[^()]*)\))?\s*")

_COEFFICIENTS: Registry[CoefficientDefinition] = Registry(
    "coefficient",
    "goldscale.agreement.coefficients.pairs:DEFINITIONS",
    "goldscale.agreement.coefficients.majority:DEFINITIONS",
    "goldscale.agreement.coefficients.krippendorff:DEFINITIONS",
    "goldscale.agreement.coefficients.chance:DEFINITIONS",
    "goldscale.agreement.coefficients.reliability:DEFINITIONS",
    fold=True,
)


def list_coefficients() -> list[CoefficientDefinition]:
    """Every coefficient's definition.

    >>> [definition.name for definition in list_coefficients()][:4]
    ['accuracy', 'cohen', 'accuracy_ex', 'majority']
    """
    return _COEFFICIENTS.values()


def coefficient(text: str | Coefficient) -> Coefficient:
    """Parse one coefficient.

    >>> coefficient("alpha(metric=interval)")
    Coefficient('alpha(metric=interval)')
    """
    return text if isinstance(text, Coefficient) else _parsed(text)


@cache
def _parsed(text: str) -> Coefficient:
    match = _GRAMMAR.fullmatch(text)
    if match is None:
        raise ParameterError(f"cannot read the coefficient {text!r}; the form is NAME[(key=value, ...)]")
    definition = _COEFFICIENTS[match["name"]]
    values = read_parameters(match["parameters"] or "", definition.parameters, definition.name, text)
    return Coefficient(definition, {key: str(value) for key, value in values.items()})
