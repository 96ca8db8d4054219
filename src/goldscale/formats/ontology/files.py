"""Ontologies from files: OWL as Turtle or RDF/XML, or a plain CSV with a rules file; ours by name."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.resources import as_file
from pathlib import Path

from goldscale.data import Ontology
from goldscale.errors import ParameterError, UnknownNameError, expect
from goldscale.files import STDIN, Source, write_text
from goldscale.formats.ontology.table import is_table, read_table
from goldscale.resources import resource

BUNDLED = ("pto-2009", "pto-2010", "pto-2011")
"""The Photo Tagging Ontology in its three versions (thesis 5.5, tables A.1 to A.3), written by us."""

_XML = re.compile(r"\s*<(\?xml|!DOCTYPE|!--|[\w.-]+:RDF[\s>])")
_SUGGESTION = "Save it as Turtle or RDF/XML (Protégé does both)."
_OTHERS = {
    "OWL/XML": re.compile(
        r"(\s*<\?xml[^>]*>)?\s*(<!--.*?-->\s*)*(<!DOCTYPE.*?\]>\s*)?<(owl:)?Ontology[\s>]", re.DOTALL
    ),
    "OWL functional syntax": re.compile(r"\s*(Prefix|Ontology)\s*\("),
    "Manchester syntax": re.compile(r"\s*(Prefix|Ontology):\s"),
    "JSON": re.compile(r"\s*[{\[]\s*[\"{]"),
}


def read_ontology(name_or_path: str | os.PathLike[str], rules: str | os.PathLike[str] | None = None) -> Ontology:
    """An ontology by its bundled name (``pto-2009``, ``pto-2010``, ``pto-2011``) or from a file.

    A file is OWL in Turtle or RDF/XML, recognised from its content, or a CSV ``child,parent[,label]`` with its rules in
    ``rules``, else in the file of the same name that ends in ``.rules.toml``. Nothing is fetched from the network:
    ``owl:imports`` are not followed.

    >>> read_ontology("pto-2009")
    Ontology('pto-2009', 53 concepts, 6 groups, 7 requirements)
    """
    asked = str(name_or_path)
    if asked in BUNDLED and rules is None:
        return _bundled(asked)
    if asked != STDIN and not Path(asked).exists() and not _is_path(asked):
        raise UnknownNameError("ontology", asked, BUNDLED)
    return _read(Source(name_or_path), rules)


def write_ontology(ontology: Ontology, path: str | os.PathLike[str]) -> None:
    """Write an ontology as Turtle, whole or not at all."""
    from goldscale.formats.ontology.turtle import turtle

    write_text(path, turtle(expect(ontology, Ontology)))


@cache
def _bundled(name: str) -> Ontology:
    with as_file(resource(f"{name}.ttl")) as path:
        return _read(Source(path), None)


def _is_path(name: str) -> bool:
    return Path(name).name != name or bool(re.search(r"\.(ttl|owl|rdf|xml|csv|tsv|nt|n3)(\.gz)?$", name.lower()))


def _read(source: Source, rules: str | os.PathLike[str] | None) -> Ontology:
    text = source.text()
    if not text.strip():
        raise source.error("an ontology", instead="an empty file")
    table = is_table(source, text)
    if rules is not None and not table:
        raise ParameterError(f"{source.name} is OWL, which holds its own rules; leave the rules file out")
    try:
        return read_table(source, rules) if table else _owl(source, text)
    except ParameterError as error:
        raise source.error(f"an ontology that holds together: {error}") from error


def _owl(source: Source, text: str) -> Ontology:
    from goldscale.formats.ontology.owl import read_owl

    for form, looks in _OTHERS.items():
        if looks.match(text):
            raise source.error("Turtle, RDF/XML or CSV", line=1, found=form, hint=_SUGGESTION)
    return read_owl(source, text, "xml" if _XML.match(text) else "turtle")
