"""Small ontologies for tests."""

from __future__ import annotations

from collections.abc import Sequence

from goldscale.data.ontology import Ontology

CHAIN = Ontology("chain", {"0": (), "1": ("0",)}, {"0": "0", "1": "1"})
"""Label 1 under label 0 under the root."""


def tree(names: Sequence[str]) -> Ontology:
    """A binary tree: the first label on top, each other one under the label at half its number."""
    return Ontology(
        "tree", {n: (names[(i - 1) // 2],) if i else () for i, n in enumerate(names)}, {n: n for n in names}
    )
