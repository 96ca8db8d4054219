"""Goldscale weighs vision systems against human judgement.

>>> import goldscale as gs
>>> gs.evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ["AP:item"]).summary()
{'run': {'AP:item': 0.8333333333333333}}
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from goldscale.version import __version__ as __version__

if TYPE_CHECKING:
    from goldscale.agreement import agree as agree
    from goldscale.agreement import agreement_factors as agreement_factors
    from goldscale.agreement import annotator_matrix as annotator_matrix
    from goldscale.agreement import check_votes as check_votes
    from goldscale.agreement import compare_thresholds as compare_thresholds
    from goldscale.agreement import merge_votes as merge_votes
    from goldscale.agreement import relevance as relevance
    from goldscale.campaign import Campaign as Campaign
    from goldscale.data import Concepts as Concepts
    from goldscale.data import Groups as Groups
    from goldscale.data import Items as Items
    from goldscale.data import Judgements as Judgements
    from goldscale.data import Ontology as Ontology
    from goldscale.data import Run as Run
    from goldscale.data import Scores as Scores
    from goldscale.data import Votes as Votes
    from goldscale.data import find_leaks as find_leaks
    from goldscale.data import folds_by_group as folds_by_group
    from goldscale.data import split_by_group as split_by_group
    from goldscale.errors import FormatError as FormatError
    from goldscale.errors import GoldscaleError as GoldscaleError
    from goldscale.errors import GoldscaleWarning as GoldscaleWarning
    from goldscale.errors import MismatchError as MismatchError
    from goldscale.errors import MissingResourceError as MissingResourceError
    from goldscale.errors import ParameterError as ParameterError
    from goldscale.errors import UnknownNameError as UnknownNameError
    from goldscale.formats import read_groups as read_groups
    from goldscale.formats import read_judgements as read_judgements
    from goldscale.formats import read_ontology as read_ontology
    from goldscale.formats import read_run as read_run
    from goldscale.formats import read_votes as read_votes
    from goldscale.formats import write_groups as write_groups
    from goldscale.formats import write_judgements as write_judgements
    from goldscale.formats import write_ontology as write_ontology
    from goldscale.formats import write_run as write_run
    from goldscale.formats import write_votes as write_votes
    from goldscale.measures import Measure as Measure
    from goldscale.measures import curves as curves
    from goldscale.measures import evaluate as evaluate
    from goldscale.measures import label_cardinality as label_cardinality
    from goldscale.measures import label_density as label_density
    from goldscale.measures import list_measures as list_measures
    from goldscale.measures import measure as measure
    from goldscale.metaevaluation import influence as influence
    from goldscale.metaevaluation import truths_of as truths_of
    from goldscale.relatedness import Relatedness as Relatedness
    from goldscale.relatedness import build_relatedness as build_relatedness
    from goldscale.relatedness import read_relatedness as read_relatedness
    from goldscale.relatedness import write_relatedness as write_relatedness
    from goldscale.significance import compare as compare

_HOMES = {
    "agreement": (
        "agree",
        "agreement_factors",
        "annotator_matrix",
        "check_votes",
        "compare_thresholds",
        "merge_votes",
        "relevance",
    ),
    "campaign": ("Campaign",),
    "data": (
        "Concepts",
        "Groups",
        "Items",
        "Judgements",
        "Ontology",
        "Run",
        "Scores",
        "Votes",
        "find_leaks",
        "folds_by_group",
        "split_by_group",
    ),
    "errors": (
        "FormatError",
        "GoldscaleError",
        "GoldscaleWarning",
        "MismatchError",
        "MissingResourceError",
        "ParameterError",
        "UnknownNameError",
    ),
    "formats": (
        "read_groups",
        "read_judgements",
        "read_ontology",
        "read_run",
        "read_votes",
        "write_groups",
        "write_judgements",
        "write_ontology",
        "write_run",
        "write_votes",
    ),
    "measures": ("Measure", "curves", "evaluate", "label_cardinality", "label_density", "list_measures", "measure"),
    "metaevaluation": ("influence", "truths_of"),
    "relatedness": ("Relatedness", "build_relatedness", "read_relatedness", "write_relatedness"),
    "significance": ("compare",),
}
"""Where each public name lives; a name is imported when it is first used, so that the command line starts fast."""

_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return import_module(f"goldscale.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'goldscale' has no attribute {name!r}")
    value = getattr(import_module(f"goldscale.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
