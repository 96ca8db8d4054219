"""The sources of relatedness by name, and the function that builds a matrix from one."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

import numpy as np

from goldscale.data import Concepts
from goldscale.data.registry import Registry
from goldscale.errors import MismatchError, ParameterError
from goldscale.relatedness.matrix import Relatedness
from goldscale.relatedness.source import Built, RelatednessSource, Request

GROUP = "goldscale.relatedness"
"""Entry-point group of outside packages: each entry is a sequence of RelatednessSource."""


SOURCES: Registry[RelatednessSource] = Registry(
    "relatedness source",
    "goldscale.relatedness.hierarchy:SOURCES",
    "goldscale.relatedness.cooccurrence:SOURCES",
    "goldscale.relatedness.links:SOURCES",
    "goldscale.relatedness.people:SOURCES",
    "goldscale.relatedness.vectors:SOURCES",
    "goldscale.relatedness.wordnet.sources:SOURCES",
    group=GROUP,
    in_order=True,
)


def relatedness_sources() -> list[RelatednessSource]:
    """Every known source, by name."""
    return SOURCES.values()


def relatedness_source(name: str) -> RelatednessSource:
    """The source of this name."""
    return SOURCES[name]


def build_relatedness(
    name: str,
    labels: Concepts | Iterable[str],
    *,
    ontology: Any = None,
    missing: float | None = None,
    date: str | None = None,
    **options: Any,
) -> Relatedness:
    """A relatedness matrix for these labels from the source of this name.

    ``ontology`` is for the sources that walk one; others leave it alone. What a source cannot tell (a word that
    WordNet lacks) is an error unless ``missing`` says which value to put there. ``options`` are the source's own:
    ``goldscale relatedness sources NAME`` lists them.

    >>> build_relatedness("identity", ["Sky", "Sea"], date="2009-11-01")
    Relatedness(2 labels, identity, 2009-11-01)
    """
    source = relatedness_source(name)
    axis = labels if isinstance(labels, Concepts) else Concepts(labels)
    complete = source.complete(options)
    built = run_source(source, Request(axis, complete, ontology))
    parameters = source.record(complete) | dict(built.found)
    if source.needs_ontology:
        parameters["ontology"] = str(getattr(ontology, "name", "given"))
    values = built.values
    unknown = np.isnan(values)
    if unknown.any():
        if missing is None:
            raise _lack(source, axis, unknown)
        if not 0 <= missing <= 1:
            raise ParameterError(f"missing must lie between 0 and 1, not {missing:g}")
        values = np.where(unknown, missing, values)
        parameters |= {"missing": missing, "missing_pairs": int(np.count_nonzero(unknown)) // 2}
    today = datetime.date.today().isoformat() if date is None else date
    return Relatedness(values, axis, source.name, parameters, today, built.notes)


def run_source(source: RelatednessSource, request: Request) -> Built:
    """What a source makes, with a diagonal of ones and halves that are exactly alike; NaN where it cannot tell."""
    if source.needs_ontology and not hasattr(request.ontology, "parents"):
        what = "" if request.ontology is None else f", not {request.ontology!r}"
        raise ParameterError(f"{source.name} needs an ontology: ontology=read_ontology('pto-2009'){what}")
    built = source.build(request)
    values = np.maximum(built.values, built.values.T)
    np.fill_diagonal(values, 1.0)
    return Built(values, built.found, built.notes)


def _lack(source: RelatednessSource, labels: Concepts, unknown: np.ndarray) -> MismatchError:
    """The error for labels, or else pairs, that a source does not know."""
    alone = np.count_nonzero(unknown, axis=1) == max(len(labels) - 1, 1)
    hint = "Map them to words that it has (mapping=), or say which value they get (missing=)."
    if alone.any():
        return MismatchError(
            f"{source.name} knows nothing about some labels",
            missing=[labels[i] for i in np.flatnonzero(alone)],
            hint=hint,
        )
    pairs = [f"{labels[a]} - {labels[b]}" for a, b in np.argwhere(np.triu(unknown))]
    return MismatchError(f"{source.name} knows nothing about some pairs of labels", missing=pairs, hint=hint)
