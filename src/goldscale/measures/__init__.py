"""The measures: definitions, the grammar that names them, and evaluate."""

from goldscale.data.parameter import Parameter
from goldscale.measures.cardinality import label_cardinality, label_density
from goldscale.measures.curves import Curve, curves
from goldscale.measures.definition import Definition, Measure
from goldscale.measures.evaluate import evaluate
from goldscale.measures.evaluation import Evaluation
from goldscale.measures.registry import list_measures, measure

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
    "list_measures",
    "measure",
]
