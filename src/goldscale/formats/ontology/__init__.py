"""Ontologies from files: OWL as Turtle or RDF/XML, or a plain CSV with a rules file; ours by name."""

from goldscale.formats.ontology.files import read_ontology, write_ontology

__all__ = ["read_ontology", "write_ontology"]
