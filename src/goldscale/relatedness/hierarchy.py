"""Relatedness from the place of labels in an ontology: 1 - the cost of the shortest path between two of them."""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import shortest_path

from goldscale.data import Ontology
from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError
from goldscale.relatedness.source import Built, RelatednessSource, Request


def path_costs(ontology: Ontology, decay: float) -> tuple[list[str], np.ndarray]:
    """Nodes, and the cost of the shortest way between every pair of them.

    A link below a node of depth d costs ``decay ** d``; the whole is scaled so that the way from one deepest leaf
    over the root to another costs 1. Links can be walked both ways, so that in a hierarchy with several parents
    two nodes may also meet below.
    """
    nodes = list(dict.fromkeys([*ontology.parents, *(p for above in ontology.parents.values() for p in above)]))
    index = {node: i for i, node in enumerate(nodes)}
    root = len(nodes)
    links: dict[tuple[int, int], float] = {}
    for node in nodes:
        above = ontology.parents.get(node, ())
        for parent in above:
            links[index[node], index[parent]] = decay ** ontology.depth(parent)
        if not above:
            links[index[node], root] = 1.0
    ends = np.array(list(links), dtype=np.int64).reshape(-1, 2)
    graph = sparse.csr_array((list(links.values()), (ends[:, 0], ends[:, 1])), shape=(root + 1, root + 1))
    longest = 2.0 * sum(decay**depth for depth in range(ontology.height))
    costs = shortest_path(graph, directed=False) / max(longest, 1.0)
    return nodes, costs[:root, :root]


def _build(request: Request, decay: float | None) -> Built:
    ontology: Ontology = request.ontology
    rate = request.options["decay"] if decay is None else decay
    if not 0 < rate <= 1:
        raise ParameterError(f"decay must lie above 0 and not above 1, not {rate:g}")
    nodes, costs = path_costs(ontology, rate)
    index = {node: i for i, node in enumerate(nodes)}
    by_position = not request.labels.named and len(request.labels) == len(ontology.labels)
    names = list(ontology.labels) if by_position else list(request.labels)
    places = [index.get(ontology.labels.get(name, ""), -1) for name in names]
    values = 1.0 - np.minimum(costs, 1.0)[np.ix_(places, places)]
    unknown = np.array(places) < 0
    values[unknown] = values[:, unknown] = np.nan
    return Built(values, {"levels": ontology.height})


SOURCES = (
    RelatednessSource(
        name="identity",
        title="Identity",
        summary="Each label is related to itself alone: semantic measures become their plain counterparts.",
        scale="0 or 1.",
        reference="Nowak thesis, ch. 9",
        build=lambda request: Built(np.eye(len(request.labels))),
    ),
    RelatednessSource(
        name="hierarchy",
        title="Hierarchy with link costs that halve per level",
        summary="1 - cost of the shortest path in the ontology, the costmap of the Ontology Score.",
        scale="Link costs 2^(L-l) / (2^(L+1) - 2) for the l-th link below the root of L levels: "
        "a path between two deepest leaves over the root costs 1.",
        reference="Nowak thesis, eq. 7.2",
        build=partial(_build, decay=0.5),
        needs_ontology=True,
    ),
    RelatednessSource(
        name="dimc",
        title="Depth-independent misclassification costs",
        summary="1 - number of links of the shortest path in the ontology.",
        scale="Links divided by 2L, the longest path there can be in L levels.",
        reference="Blockeel et al. 2002; Nowak thesis 4.4.1",
        build=partial(_build, decay=1.0),
        needs_ontology=True,
    ),
    RelatednessSource(
        name="ddmc",
        title="Depth-dependent misclassification costs",
        summary="1 - weight of the shortest path in the ontology; links have less weight the deeper they are.",
        scale="A link below depth d has the weight decay^d; divided by the weight of the longest path. "
        "decay=0.5 is 'hierarchy', decay=1 is 'dimc'.",
        reference="Blockeel et al. 2002; Nowak thesis 4.4.1 (it names no weight; 0.75 is that of Struyf et al. 2005)",
        build=partial(_build, decay=None),
        parameters=(Parameter("decay", "Weight of a link relative to the one above it.", "number", 0.75),),
        needs_ontology=True,
    ),
)
