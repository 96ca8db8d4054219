"""OWL to Ontology: which axioms of a graph are the hierarchy, the labels and the rules.

- Nodes are the named classes; parents come from ``rdfs:subClassOf`` (and from an ``owl:intersectionOf`` in it).
- A class is a label by ``gs:concept "Name"``; in a file without any, by its ``rdfs:label``; in a file without those
  either, by the end of its IRI. ``gs:abstract true`` makes a class a category all the same. ``gs:number`` orders them.
- ``owl:disjointWith`` and ``owl:AllDisjointClasses``: at most one of the labels. ``owl:disjointUnionOf`` of an abstract
  class: exactly one of them; of a class with a label: with that label, exactly one of them. ``owl:AllDisjointClasses``
  with ``gs:exactlyOne true`` is for exactly-one groups that are no category. Classes without a label are left out.
- ``rdfs:subClassOf`` of an ``owl:unionOf``, or of an ``owl:Restriction`` with ``owl:someValuesFrom``: the label
  requires one of the classes named there (an abstract class stands for every label under it).
- ``gs:childNeedsParent true`` on the ontology: a label needs the label above it; ``gs:needsParent`` on a class says
  otherwise for it alone.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Literal
from urllib.parse import unquote

from rdflib import OWL, RDF, RDFS, BNode, Graph, Namespace, URIRef
from rdflib import Literal as RdfLiteral
from rdflib.collection import Collection
from rdflib.namespace import DCTERMS, XSD
from rdflib.term import Node

from goldscale.data import Ontology
from goldscale.data.rules import ExclusiveGroup, Requirement
from goldscale.errors import FormatError, GoldscaleWarning, first_few
from goldscale.files import Source
from goldscale.formats.ontology.rdf import parse_rdf
from goldscale.formats.ontology.turtle import VOCABULARY
from goldscale.text import numbers

GS = Namespace(VOCABULARY)
BUILT_IN = (str(OWL), str(RDFS), str(RDF), str(XSD), VOCABULARY)


def read_owl(source: Source, text: str, form: Literal["turtle", "xml"]) -> Ontology:
    """The ontology in a Turtle or RDF/XML text."""
    return _Owl(parse_rdf(source, text, form), source).ontology()


class _Owl:
    """A graph, read as an ontology."""

    def __init__(self, graph: Graph, source: Source) -> None:
        self.graph = graph
        self.source = source
        self.ignored: list[str] = []

    def ontology(self) -> Ontology:
        head = next(self.graph.subjects(RDF.type, OWL.Ontology), None)
        if not self.labels:
            raise self.error("classes that carry labels", instead="none")
        if next(self.graph.objects(None, OWL.imports), None) is not None:
            self.warn("owl:imports are not followed")
        found = Ontology(
            self.text(head, DCTERMS.identifier) or self.source.stem,
            self.parents,
            self.labels,
            [*self.pairs(), *self.disjoint_classes(), *self.disjoint_unions()],
            [*self.requirements(), *self.fillings()],
            self.text(head, DCTERMS.title) or "",
        )
        if self.ignored:
            few = first_few(list(dict.fromkeys(self.ignored)))
            self.warn(f"rules on classes without a label are left out ({few})")
        needing = self.needing(found, self.truth(head, GS.childNeedsParent) or False)
        return found.require_parents(needing) if needing else found

    @cached_property
    def classes(self) -> dict[URIRef, str]:
        """The named classes and the names of their nodes."""
        found: dict[Node, None] = {}
        for kind in (OWL.Class, RDFS.Class):
            found |= dict.fromkeys(self.graph.subjects(RDF.type, kind))
        for child, parent in self.graph.subject_objects(RDFS.subClassOf):
            found |= {child: None, parent: None}
        named = [c for c in found if isinstance(c, URIRef) and not str(c).startswith(BUILT_IN)]
        names = {c: _local_name(c) for c in named}
        if len(set(names.values())) < len(names):  # the same end in two namespaces
            names = {c: str(c) for c in named}
        return names

    @cached_property
    def parents(self) -> dict[str, tuple[str, ...]]:
        known = self.classes
        return {
            name: tuple(known[above] for above in self.above(c) if isinstance(above, URIRef) and above in known)
            for c, name in known.items()
        }

    @cached_property
    def labels(self) -> dict[str, str]:
        """Label -> node, by number, then by name."""
        known = [(self.label(c), self.number(c), c) for c in self.classes]
        found: dict[str, str] = {}
        for label, _, c in sorted((n for n in known if n[0]), key=lambda n: (n[1], n[0])):
            if label in found:
                raise self.error("one class for each label", found=label)
            found[label] = self.classes[c]
        return found

    @cached_property
    def by_class(self) -> dict[Node, str]:
        """The label of each class that has one."""
        at = {node: label for label, node in self.labels.items()}
        return {c: at[name] for c, name in self.classes.items() if name in at}

    @cached_property
    def label_property(self) -> URIRef | None:
        """What says a class' label in this file; None where nothing does."""
        for said in (GS.concept, RDFS.label):
            if any(next(self.graph.objects(c, said), None) is not None for c in self.classes):
                return said
        return None

    def label(self, c: URIRef) -> str:
        if self.truth(c, GS.abstract):
            return ""
        if self.label_property is None:
            return self.classes[c]
        return self.text(c, self.label_property) or ""

    def number(self, c: URIRef) -> float:
        value = next(self.graph.objects(c, GS.number), None)
        if value is None:
            return math.inf
        try:
            return numbers.number(str(value))
        except ValueError:
            raise self.error("a number", field="gs:number", found=str(value)) from None

    def disjoint_classes(self) -> Iterator[ExclusiveGroup]:
        for node in self.graph.subjects(RDF.type, OWL.AllDisjointClasses):
            labels = self.members(next(self.graph.objects(node, OWL.members), None))
            exactly_one = self.truth(node, GS.exactlyOne) or False
            yield from self.group(self.text(node, RDFS.label), labels, exactly_one and None not in labels)

    def disjoint_unions(self) -> Iterator[ExclusiveGroup]:
        for c, parts in self.graph.subject_objects(OWL.disjointUnionOf):
            labels = self.members(parts)
            name = self.text(c, RDFS.label)
            yield from self.group(
                self.name(c) if name is None else name, labels, c not in self.by_class and None not in labels
            )

    def fillings(self) -> Iterator[Requirement]:
        """What a label asks for that is a disjoint union of others: one of them."""
        for c, parts in self.graph.subject_objects(OWL.disjointUnionOf):
            labels = self.members(parts)
            known = tuple(label for label in labels if label is not None)
            if c in self.by_class and known and len(known) == len(labels):
                yield Requirement(self.by_class[c], known)

    def group(self, name: str | None, labels: Sequence[str | None], exactly_one: bool) -> Iterator[ExclusiveGroup]:
        known = tuple(label for label in dict.fromkeys(labels) if label is not None)
        if len(known) > 1:
            yield ExclusiveGroup(self.common_name(known) if name is None else name, known, exactly_one)

    def pairs(self) -> Iterator[ExclusiveGroup]:
        """Groups from owl:disjointWith; where all of several classes exclude each other, one group of them all."""
        touching: dict[str, set[str]] = {}
        for pair in self.graph.subject_objects(OWL.disjointWith):
            first, second = (self.rule_label(c) for c in pair)
            if first and second:
                touching.setdefault(first, {first}).add(second)
                touching.setdefault(second, {second}).add(first)
        done: set[frozenset[str]] = set()
        for label, others in touching.items():
            if all(touching[other] == others for other in others):
                found = [frozenset(others)]
            else:
                found = [frozenset((label, other)) for other in others if other != label]
            for clique in found:
                if len(clique) > 1 and clique not in done:
                    done.add(clique)
                    yield from self.group(None, sorted(clique), False)

    def requirements(self) -> Iterator[Requirement]:
        for c, label in self.by_class.items():
            for above in self.above(c):
                if isinstance(above, BNode):
                    alternatives = list(dict.fromkeys(self.alternatives(above)))
                    if alternatives:
                        yield Requirement(label, tuple(alternatives))

    def above(self, c: Node) -> Iterator[Node]:
        """What a class is a subclass of; an intersection counts as each of its parts."""
        for parent in self.graph.objects(c, RDFS.subClassOf):
            parts = next(self.graph.objects(parent, OWL.intersectionOf), None)
            yield from [parent] if parts is None or isinstance(parent, URIRef) else self.items(parts)

    def alternatives(self, expression: Node) -> Iterator[str]:
        """The labels of a class expression: a class, a union, or something of which there must be some."""
        seen: set[Node] = set()
        waiting = [expression]
        while waiting:
            node = waiting.pop(0)
            if node in seen:
                continue
            seen.add(node)
            if node in self.by_class:
                yield self.by_class[node]
            elif isinstance(node, URIRef):  # an abstract category stands for what is under it
                waiting += self.graph.subjects(RDFS.subClassOf, node)
            else:
                for parts in self.graph.objects(node, OWL.unionOf):
                    waiting += self.items(parts)
                waiting += self.graph.objects(node, OWL.someValuesFrom)

    def needing(self, found: Ontology, usual: bool) -> list[str]:
        """The labels that need the labels above them."""
        own = {label: self.truth(c, GS.needsParent) for c, label in self.by_class.items()}
        return [label for label in found.labels if (usual if own[label] is None else own[label])]

    def members(self, list_node: Node | None) -> list[str | None]:
        if list_node is None:
            raise self.error("owl:members of owl:AllDisjointClasses", instead="none")
        return [self.rule_label(c) for c in self.items(list_node)]

    def rule_label(self, c: Node) -> str | None:
        if c not in self.by_class:
            self.ignored.append(self.name(c))
        return self.by_class.get(c)

    def items(self, list_node: Node) -> Iterable[Node]:
        try:
            return list(Collection(self.graph, list_node))
        except ValueError as error:
            raise self.error("an RDF list that ends", instead=str(error)) from error

    def common_name(self, labels: tuple[str, ...]) -> str:
        """The parent that labels share, else their own names."""
        above = {self.parents[self.labels[label]] for label in labels}
        only = above.pop()
        return only[0] if not above and len(only) == 1 else ", ".join(labels)

    def text(self, subject: Node | None, said: URIRef) -> str | None:
        """A property's text; English or without a language first, then the first by language and spelling."""
        if subject is None:
            return None
        values = [value for value in self.graph.objects(subject, said) if isinstance(value, RdfLiteral)]
        values.sort(key=lambda v: (v.language not in (None, "en"), v.language or "", str(v)))
        return str(values[0]) if values else None

    def truth(self, subject: Node | None, said: URIRef) -> bool | None:
        """A property's true or false; None where it is not said."""
        value: Any = next(self.graph.objects(subject, said), None) if subject is not None else None
        if value is None:
            return None
        known = {"true": True, "1": True, "false": False, "0": False}
        if str(value).strip() not in known:
            raise self.error("true or false", field=f"gs:{_local_name(said)}", found=str(value))
        return known[str(value).strip()]

    def name(self, c: Node) -> str:
        return self.classes.get(c, str(c)) if isinstance(c, URIRef) else "an unnamed class"

    def error(
        self, expected: str, *, field: str | None = None, found: str | None = None, instead: str | None = None
    ) -> FormatError:
        return self.source.error(expected, field=field, found=found, instead=instead)

    def warn(self, message: str) -> None:
        warnings.warn(f"{self.source.name}: {message}", GoldscaleWarning, stacklevel=2)


def _local_name(iri: URIRef) -> str:
    """The end of an IRI, as people read it."""
    text = str(iri).rstrip("#/")
    for mark in ("#", "/", ":"):
        if mark in text:
            return unquote(text.rpartition(mark)[2])
    return unquote(text)
