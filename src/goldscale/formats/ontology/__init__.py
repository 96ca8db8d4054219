"""Ontologies from files: OWL as Turtle or RDF/XML, or a plain CSV with a rules file; ours by name."""
