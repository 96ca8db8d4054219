"""What semantic measures know beside runs and truth: an ontology, a relatedness, agreement factors."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from goldscale.data import Concepts
from goldscale.data.axis import per_label
from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError, known_name
from goldscale.formats.factors import read_factors
from goldscale.formats.ontology.files import BUNDLED
from goldscale.measures.taxonomy import LabelTaxonomy

if TYPE_CHECKING:
    from goldscale.data.ontology import Ontology
    from goldscale.relatedness import Relatedness

Agreement = Mapping[str, float] | Sequence[float] | np.ndarray | str | os.PathLike[str]
"""Factors by label, in the labels' order, or a CSV file of them."""


def _relatedness_names() -> list[str]:
    from goldscale.relatedness import relatedness_sources

    return [source.name for source in relatedness_sources()]


KNOWLEDGE = (
    Parameter("ontology", "For semantic measures: pto-2009 or another, or a file.", "file", names=lambda: BUNDLED),
    Parameter(
        "relatedness",
        "For semantic measures: identity, hierarchy or a file. [default: the ontology's hierarchy]",
        "file",
        names=_relatedness_names,
    ),
    Parameter("agreement", "For OS and HS: agreement factors, as CSV label,factor.", "file"),
)
"""What can be known: options of the command line and keys of campaign.toml follow from this."""


class Knowledge:
    """Ontology, relatedness and agreement on one axis of labels; each is asked for only when a measure needs it."""

    def __init__(
        self,
        labels: Concepts,
        ontology: Ontology | str | os.PathLike[str] | None = None,
        relatedness: Relatedness | str | os.PathLike[str] | None = None,
        agreement: Agreement | None = None,
    ) -> None:
        self.labels = labels
        self._ontology = ontology
        self._relatedness = relatedness
        self._agreement = agreement

    @cached_property
    def ontology(self) -> Ontology:
        """The ontology, read where a name or path was given."""
        if self._ontology is None:
            raise ParameterError("a semantic measure needs an ontology (ontology=, or --ontology on the command line)")
        if not isinstance(self._ontology, (str, os.PathLike)):
            return self._ontology
        from goldscale.formats.ontology.files import read_ontology  # rdflib takes its time to load

        return read_ontology(self._ontology)

    @cached_property
    def relatedness(self) -> Relatedness:
        """The relatedness given, or that of the ontology's hierarchy (eq. 7.2)."""
        given = self._relatedness
        if given is None:
            if self._ontology is None:
                raise ParameterError(
                    "a semantic measure needs a relatedness, or an ontology to take it from "
                    "(relatedness= or ontology=, --relatedness or --ontology on the command line)"
                )
            return self.source("hierarchy")
        if not isinstance(given, (str, os.PathLike)):
            return given
        if Path(given).is_file():
            from goldscale.relatedness import read_relatedness

            return read_relatedness(given)
        return self.source(known_name(str(given), _relatedness_names(), "relatedness"))

    def source(self, name: str) -> Relatedness:
        """A relatedness built from one of the registered sources, as far as it needs no more than the ontology."""
        from goldscale.relatedness import build_relatedness

        return build_relatedness(name, self.labels, ontology=None if self._ontology is None else self.ontology)

    @cached_property
    def costs(self) -> np.ndarray:
        """Cost of taking one label for another: 1 - relatedness."""
        return 1.0 - self.relatedness.aligned(self.labels)

    @cached_property
    def agreement(self) -> np.ndarray | None:
        """Agreement factor of each label; None where none were given (all 1)."""
        given = self._agreement
        if given is None:
            return None
        if isinstance(given, (str, os.PathLike)):
            given = read_factors(given)
        factors = per_label(given, self.labels, "agreement factor")
        if not ((factors >= 0) & (factors <= 1)).all():
            raise ParameterError("agreement factors must lie between 0 and 1")
        return factors

    @cached_property
    def taxonomy(self) -> LabelTaxonomy:
        """Distances in the ontology's hierarchy."""
        return LabelTaxonomy(self.ontology, self.labels)

    @cached_property
    def ancestors(self) -> np.ndarray:
        """Labels x labels: whether the column is above the row."""
        return self.ontology.ancestor_matrix(self.labels)

    @cached_property
    def depths(self) -> np.ndarray:
        """Links from each label up to the root."""
        return np.array([self.ontology.depth(node) for node in self.taxonomy.nodes])

    def penalised(self, predicted: np.ndarray) -> np.ndarray:
        """Labels that break a rule of the ontology."""
        return self.ontology.violations(predicted, self.labels).penalised

    def describe(self, needs: frozenset[str]) -> list[str]:
        """For the signature: what was used."""
        parts = []
        if "ontology" in needs and self._ontology is not None:
            o = self.ontology
            said = (sorted(o.parents.items()), sorted(o.labels.items()), o.exclusive, o.requirements)
            parts.append(f"ontology={o.name}:{_hash(repr(said))}")
        if "relatedness" in needs:
            parts.append(f"relatedness={self.relatedness.source}:{self.relatedness.hash}")
        if "agreement" in needs and self.agreement is not None:
            parts.append(f"agreement={_hash(repr(self.agreement.tolist()))}")
        return parts


def _hash(text: str) -> str:
    """Eight hex digits that tell one from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
