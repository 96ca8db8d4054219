"""The measures: definitions, the grammar that names them, and evaluate."""

from __future__ import annotations

import sys
from types import ModuleType

from goldscale.measures.cardinality import label_cardinality, label_density
from goldscale.measures.curves import Curve, curves
from goldscale.measures.definition import Definition, Measure
from goldscale.measures.evaluate import evaluate
from goldscale.measures.evaluation import Evaluation
from goldscale.measures.parameters import Parameter
from goldscale.measures.registry import measure, measures

__all__ = [
    "Curve",
    "Definition",
    "Evaluation",
    "Measure",
    "Parameter",
    "curves",
    "evaluate",
    "label_cardinality",
    "label_density",
    "measure",
    "measures",
]


class _Catalogue(ModuleType):
    """``goldscale.measures`` is this package and, by contract, also the function that lists the catalogue."""

    def __call__(self) -> list[Definition]:
        return measures()


sys.modules[__name__].__class__ = _Catalogue
