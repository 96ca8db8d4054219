"""Relatedness from word vectors that the user brings: the cosine of the angle between them."""

from __future__ import annotations

import os

import numpy as np

from goldscale.data.parameter import Parameter
from goldscale.files import Source as File
from goldscale.relatedness.source import Built, RelatednessSource, Request
from goldscale.relatedness.words import Words, spelling
from goldscale.text.archives import read_arrays

ZIP_MAGIC = b"PK"


def read_vectors(path: str | os.PathLike[str], wanted: set[str]) -> dict[str, np.ndarray]:
    """Vectors of the wanted words, from an .npz (arrays ``words`` and ``vectors``) or text as word2vec writes it."""
    source = File(path)
    return _from_npz(source, wanted) if source.head(2) == ZIP_MAGIC else _from_text(source, wanted)


def _from_npz(source: File, wanted: set[str]) -> dict[str, np.ndarray]:
    stored = read_arrays(source)
    try:
        words, vectors = stored["words"], np.asarray(stored["vectors"], dtype=np.float64)
    except (KeyError, ValueError) as error:
        raise source.error("an .npz with the arrays words and vectors", instead=str(error)) from error
    if words.ndim != 1 or vectors.ndim != 2 or len(words) != len(vectors):
        raise source.error("as many vectors as words", instead=f"{words.shape} and {vectors.shape}")
    found: dict[str, np.ndarray] = {}
    for word, vector in zip(words, vectors, strict=True):
        if (spelt := spelling(str(word))) in wanted:
            found.setdefault(spelt, vector)
    return found


def _from_text(source: File, wanted: set[str]) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    width = None
    for line, text in source.lines():
        word, _, rest = text.rstrip().partition(" ")
        if not rest or (line == 1 and word.isdigit() and rest.isdigit()):
            continue  # blank, or the header with the numbers of words and dimensions
        if (spelt := spelling(word)) not in wanted or spelt in found:
            continue
        try:
            vector = np.array(rest.split(), dtype=np.float64)
        except ValueError as error:
            raise source.error("a word and its numbers", line=line, found=text) from error
        if width is not None and len(vector) != width:
            raise source.error(f"{width} numbers", line=line, instead=f"{len(vector)}")
        width = len(vector)
        found[spelt] = vector
    return found


def _build(request: Request) -> Built:
    words = Words.read(request.options["mapping"])
    terms = [words.of(label) for label in request.labels]
    # A term of several words is the mean of theirs where it has no vector of its own.
    wanted = {word for group in terms for term in group for word in (term, *term.split())}
    vectors = read_vectors(request.options["vectors"], wanted)
    width = len(next(iter(vectors.values()))) if vectors else 1
    matrix = np.full((len(terms), width), np.nan)
    for i, group in enumerate(terms):
        known = [v for term in group if (v := _of_term(term, vectors)) is not None]
        if known:
            matrix[i] = np.mean(known, axis=0)
    length = np.linalg.norm(matrix, axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        unit = matrix / np.where(length > 0, length, np.nan)
    cosine = unit @ unit.T
    values = (1.0 + cosine) / 2.0 if request.options["negative"] == "shift" else np.maximum(cosine, 0.0)
    return Built(np.minimum(values, 1.0), {"dimensions": width})


def _of_term(term: str, vectors: dict[str, np.ndarray]) -> np.ndarray | None:
    if term in vectors:
        return vectors[term]
    parts = [vectors[word] for word in term.split() if word in vectors]
    return np.mean(parts, axis=0) if parts and len(parts) == len(term.split()) else None


SOURCES = (
    RelatednessSource(
        name="vectors",
        title="Word vectors",
        summary="The cosine between vectors of the words, from embeddings of your own.",
        scale="A negative cosine counts as 0 (negative=clip), or (1 + cosine) / 2 is taken (negative=shift).",
        reference="Mikolov et al. 2013",
        build=_build,
        parameters=(
            Parameter("vectors", "word2vec text (word, then numbers), or an .npz with arrays words and vectors."),
            Parameter("negative", "What becomes of negative cosines.", "choice", "clip", ("clip", "shift")),
            Parameter("mapping", "Rows label,word for labels that the vectors spell otherwise; 'pto' is built in."),
        ),
        one_of=("vectors",),
    ),
)
