"""Turtle and RDF/XML to a graph, with rdflib: what is wrong with a file is said with its line. Nothing is fetched."""

from __future__ import annotations

import logging
import re
import warnings
from typing import Literal
from urllib.parse import quote
from xml.sax import SAXParseException

from rdflib import Graph
from rdflib.plugins.parsers.notation3 import BadSyntax

from goldscale.files import Source
from goldscale.text.strict_xml import StrictXml


class _CheckedRdf(StrictXml):
    """Only reads through RDF/XML: rdflib does not refuse what makes a small file huge."""

    abbreviations = True
    kind = "RDF/XML"


def parse_rdf(source: Source, text: str, form: Literal["turtle", "xml"]) -> Graph:
    """The graph in a text."""
    if form == "xml":
        _CheckedRdf(source.name).read(text.encode())
    graph = Graph(bind_namespaces="none")
    logger = logging.getLogger("rdflib.term")
    quiet, logger.disabled = logger.disabled, True  # it prints tracebacks for literals of an odd type
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            graph.parse(data=text.encode(), format=form, publicID=f"goldscale:///{quote(source.stem)}")
    except BadSyntax as error:
        raise source.error(f"Turtle ({error._why})", line=error.lines + 1) from error
    except SAXParseException as error:
        line = error.getLineNumber()
        raise source.error(f"RDF/XML ({error.getMessage()})", line=line) from error
    except RecursionError as error:
        raise source.error("Turtle with fewer brackets in brackets", instead="too many") from error
    except Exception as error:  # rdflib's parsers raise nearly anything on bad input
        kind = {"xml": "RDF/XML", "turtle": "Turtle"}[form]
        place = re.match(r"\S*?:(\d+):\d+: ", str(error))
        words = " ".join(str(error)[place.end() if place else 0 :].split())
        raise source.error(kind, line=int(place[1]) if place else None, found=words) from error
    finally:
        logger.disabled = quiet
    return graph
