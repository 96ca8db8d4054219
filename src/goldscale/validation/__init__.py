"""Does a run fit its task, does a truth keep the rules of its ontology."""
