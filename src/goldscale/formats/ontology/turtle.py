"""Ontology to Turtle: one block per class, in the order of the labels. What is written here, ontology_owl reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from goldscale.data import Ontology
from goldscale.data.rules import ExclusiveGroup

VOCABULARY = "urn:goldscale:vocabulary#"
"""Where our own properties live; ontology_owl says what each means."""

_PREFIXES = {
    "dcterms": "http://purl.org/dc/terms/",
    "gs": VOCABULARY,
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
}
_ANNOTATIONS = ("concept", "number", "childNeedsParent", "needsParent", "exactlyOne")
_PLAIN = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def turtle(ontology: Ontology) -> str:
    """The ontology as a Turtle document."""
    writer = _Writer(ontology)
    prefixes = {"": f"{writer.iri}#"} | _PREFIXES
    blocks = [
        "\n".join(f"@prefix {name}: <{iri}> ." for name, iri in prefixes.items()),
        writer.head(),
        "\n".join(f"gs:{name} a owl:AnnotationProperty ." for name in _ANNOTATIONS)
        + "\ngs:requires a owl:ObjectProperty .",
        *writer.classes(),
        *writer.loose_groups(),
    ]
    return "\n\n".join(blocks) + "\n"


class _Writer:
    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self.iri = f"urn:goldscale:ontology:{quote(ontology.name, safe='')}"
        needing = {r.label for r in ontology.requirements if r.kind == "parent"}
        having = {label for label in ontology.labels if ontology.parent_labels(label)}
        self.all_need = bool(having) and 2 * len(needing) > len(having)
        self.exceptions = having - needing if self.all_need else needing
        self.rules: dict[str, list[tuple[str, ...]]] = {}
        for wanted in ontology.requirements:
            if wanted.kind == "rule":
                self.rules.setdefault(wanted.label, []).append(wanted.any_of)
        self.unions: dict[str, ExclusiveGroup] = {}
        for group in ontology.exclusive:
            category = self.category(group)
            if category is not None:
                self.unions.setdefault(category, group)

    def head(self) -> str:
        facts = ["a owl:Ontology", f"dcterms:identifier {_text(self.ontology.name)}"]
        if self.ontology.title:
            facts.append(f"dcterms:title {_text(self.ontology.title)}")
        if self.all_need:
            facts.append("gs:childNeedsParent true")
        return _block(f"<{self.iri}>", facts)

    def classes(self) -> Iterator[str]:
        known = self.ontology
        for node, parents in known.parents.items():
            facts = ["a owl:Class", *(f"rdfs:subClassOf {self.name(parent)}" for parent in parents)]
            label = known.label_of.get(node)
            if label is not None:
                facts += [f"gs:concept {_text(label)}", f"gs:number {known.concepts.index[label]}"]
                facts += self.requirements(label)
                if label in self.exceptions:
                    facts.append(f"gs:needsParent {'false' if self.all_need else 'true'}")
            if node in self.unions:
                group = self.unions[node]
                facts += [f"rdfs:label {_text(group.name)}", f"owl:disjointUnionOf {self.list_of(group.labels)}"]
            yield _block(self.name(node), facts)

    def requirements(self, label: str) -> Iterator[str]:
        for any_of in self.rules.get(label, ()):
            union = f"[ a owl:Class ; owl:unionOf {self.list_of(any_of)} ]"
            some = union if len(any_of) > 1 else self.class_of(any_of[0])
            yield f"rdfs:subClassOf [ a owl:Restriction ; owl:onProperty gs:requires ; owl:someValuesFrom {some} ]"

    def loose_groups(self) -> Iterator[str]:
        """At-most-one groups, and exactly-one groups that are no category of their own."""
        for group in self.ontology.exclusive:
            if group not in self.unions.values():
                facts = ["a owl:AllDisjointClasses", f"rdfs:label {_text(group.name)}"]
                if group.exactly_one:
                    facts.append("gs:exactlyOne true")
                facts.append(f"owl:members {self.list_of(group.labels)}")
                yield "[] " + " ;\n   ".join(facts) + " ."

    def category(self, group: ExclusiveGroup) -> str | None:
        """The abstract category directly above all labels of an exactly-one group, if there is one."""
        above = [set(self.ontology.parents[self.ontology.labels[label]]) for label in group.labels]
        shared = set.intersection(*above) - set(self.ontology.label_of)
        return min(shared) if group.exactly_one and shared else None

    def list_of(self, labels: Iterable[str]) -> str:
        return f"( {' '.join(self.class_of(label) for label in labels)} )"

    def class_of(self, label: str) -> str:
        return self.name(self.ontology.labels[label])

    def name(self, node: str) -> str:
        return f":{node}" if _PLAIN.fullmatch(node) else f"<{self.iri}#{quote(node, safe='')}>"


def _block(subject: str, facts: list[str]) -> str:
    return f"{subject} " + " ;\n    ".join(facts) + " ."


def _text(value: str) -> str:
    return '"' + "".join(_ESCAPES.get(c, c) for c in value) + '"'
