"""Relatedness of pages from the links that they share (Milne and Witten)."""

from __future__ import annotations

import os
import re

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.errors import FormatError, ParameterError
from goldscale.files import Source as File
from goldscale.relatedness.source import Built, RelatednessSource, Request
from goldscale.relatedness.words import Words, spelling

_BETWEEN = re.compile(r"[\s,;]+")


def read_links(path: str | os.PathLike[str]) -> dict[str, set[str]]:
    """Link sets: one page per line, a tab, then the ids of the pages linked with it."""
    links: dict[str, set[str]] = {}
    for line, text in File(path).lines():
        if not text.strip():
            continue
        page, tab, ids = text.partition("\t")
        if not tab or not page.strip():
            raise FormatError(str(path), "page<TAB>ids", line=line, found=text)
        links.setdefault(spelling(page), set()).update(filter(None, _BETWEEN.split(ids)))
    if not links:
        raise FormatError(str(path), "pages and their links", instead="an empty file")
    return links


def milne_witten(a: set[str], b: set[str], pages: int) -> float:
    """1 - (log max(|A|, |B|) - log |A and B|) / (log |W| - log min(|A|, |B|)), not below 0.

    >>> milne_witten(set("abcd"), set("cd"), 8)
    0.5
    """
    shared = len(a & b)
    if not shared:
        return 0.0
    small, large = sorted((len(a), len(b)))
    distance = np.log(large / shared)
    return 1.0 if distance == 0 else max(0.0, float(1.0 - distance / np.log(pages / small)))


def _build(request: Request) -> Built:
    links = read_links(request.options["links"])
    words = Words.read(request.options["mapping"])
    known = len(set().union(*links.values()))
    pages = known if request.options["pages"] is None else request.options["pages"]
    if pages < known:
        raise ParameterError(f"there are {pages} pages in all, but links to {known}")
    sets = [set().union(*(links.get(word, set()) for word in words.of(label))) for label in request.labels]
    values = np.full((len(sets), len(sets)), np.nan)
    for i, a in enumerate(sets):
        for j, b in enumerate(sets[:i]):
            if a and b:
                values[i, j] = values[j, i] = milne_witten(a, b, pages)
    return Built(values, {"pages": pages})


SOURCES = (
    RelatednessSource(
        name="links",
        title="Shared links (WIKI)",
        summary="How many links two pages share, as pages of an encyclopaedia do that are about related things.",
        scale="1 - the normalised distance of the link sets, not below 0.",
        reference="Milne and Witten 2008; Nowak thesis 4.5.2",
        build=_build,
        parameters=(
            Parameter("links", "One page per line: its name, a tab, the ids of the pages linked with it."),
            Parameter("pages", "How many pages there are in all; without it, as many as the file links to.", "count"),
            Parameter("mapping", "Rows label,page for labels whose page has another name; 'pto' is built in."),
        ),
        one_of=("links",),
    ),
)
