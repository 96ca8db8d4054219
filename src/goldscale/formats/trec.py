"""TREC text: runs (``topic Q0 document rank score tag``) and judgements, or qrels (``topic iteration document grade``).

Documents are the items, topics the labels. Both are sparse: what a run does not list is unretrieved, what qrels do
not list is unjudged; so is a document with a negative grade, which is kept as it is written. Order comes from the
score alone; ranks must be whole numbers and are otherwise ignored. A run is called what the caller says, else by its
tag (where there is one and the same), else like its file; what follows the tag is ignored, as in trec_eval. Lines
that begin with # are comments; a # further on is part of a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import IO

import numpy as np

from goldscale.data import Judgements, Run
from goldscale.data.matrix import Matrix, cells, is_sparse
from goldscale.errors import ParameterError
from goldscale.files import Source
from goldscale.formats.registry import LIKELY, MAYBE, NO, SURE, Format, Hints, Sample
from goldscale.text.batches import Batch, blank_separated
from goldscale.text.long import Cells, Layout
from goldscale.text.names import BLANKS, is_text, require_names, word_needs
from goldscale.text.numbers import is_float, texts
from goldscale.text.output import (
    about_losses,
    axis_losses,
    cell_blocks,
    require_finite,
    require_shape,
    unused_losses,
    write_lines,
)
from goldscale.text.spans import Fields, distinct

RUN = Layout(("topic", "Q0", "document", "rank", "score", "tag"), 2, 0, {"score": 4}, open_ended=True)
QRELS = Layout(("topic", "iteration", "document", "grade"), 2, 0, {"grade": 3})
PAIR = "topic, document"


def _read_run(source: Source, hints: Hints) -> Run:
    gathered = Cells(source, RUN.values, pair=PAIR)
    tags: set[str] = set()
    for batch in blank_separated(source, hints.progress):
        columns = gathered.add(batch, RUN)
        _check_ranks(source, batch, columns[3])
        if len(tags) < 2:
            tags.update(distinct(columns[5]))
    name = hints.name or (tags.pop() if len(tags) == 1 else source.stem)
    return Run(**gathered.run("document", "topic", dense=False), name=name)


def _check_ranks(source: Source, batch: Batch, ranks: Sequence[str]) -> None:
    if ranks.are_digits() if isinstance(ranks, Fields) else "".join(ranks).isdecimal():
        return
    for line, rank in zip(batch.lines, ranks, strict=True):
        if not _is_whole(rank):
            raise source.error("a whole number", line=line, field="rank", found=rank)


def _read_qrels(source: Source, hints: Hints) -> Judgements:
    gathered = Cells(source, QRELS.values, pair=PAIR)
    gathered.hint = "Several groups of judgements (second column) are one truth each: split the file."
    for batch in blank_separated(source, hints.progress):
        gathered.add(batch, QRELS)
    return gathered.judgements("document", "topic", dense=False)


def _require(data: Run | Judgements, matrix: Matrix, format: str) -> None:
    require_shape(data, format)
    require_names(format, word_needs, data.labels, data.items)
    if not cells(matrix).size:
        raise ParameterError(f"{format} needs at least one cell; there is none")


def _write_run(run: Run, stream: IO[bytes]) -> None:
    if run.scores is None:
        raise ParameterError(f"trec-run holds scores; run {run.name!r} has only decisions. Try csv-long")
    _require(run, run.scores, "trec-run")
    require_finite(run.scores, "trec-run")
    if np.isneginf(cells(run.scores)).all():
        raise ParameterError(f"trec-run needs at least one score; run {run.name!r} retrieves nothing")
    tag, documents = _tag(run), run.items.names
    for name, (rows, scores) in zip(run.labels.names, _columns(run.scores), strict=True):
        order = np.lexsort((run.items.descending_rank[rows], -scores))
        order = order[np.isfinite(scores[order])]
        found = zip(rows[order].tolist(), texts(scores[order]), strict=True)
        write_lines(stream, [f"{name} Q0 {documents[i]} {rank} {s} {tag}" for rank, (i, s) in enumerate(found, 1)])


def _columns(matrix: Matrix) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Rows and values of the cells in each column."""
    if isinstance(matrix, np.ndarray):
        rows = np.arange(matrix.shape[0])
        yield from ((rows, column) for column in matrix.T)
    else:
        turned = matrix.tocsc()
        for start, stop in pairwise(turned.indptr.tolist()):
            yield turned.indices[start:stop], turned.data[start:stop]


def _tag(run: Run) -> str:
    tag = BLANKS.sub("_", run.name) or "run"
    return tag if is_text(tag) else "run"


def _write_qrels(truth: Judgements, stream: IO[bytes]) -> None:
    _require(truth, truth.values, "trec-qrels")
    if truth.relevance == "probability":
        raise ParameterError("trec-qrels holds whole grades; this truth is made of probabilities. Try csv-long")
    documents, topics = truth.items.names, truth.labels.names
    for rows, columns, values in cell_blocks(truth.values):
        found = zip(rows.tolist(), columns.tolist(), texts(values), strict=True)
        write_lines(stream, [f"{topics[j]} 0 {documents[i]} {grade}" for i, j, grade in found])


def _axis_losses(data: Run | Judgements, matrix: Matrix) -> list[str]:
    return axis_losses(data, "document", "topic") + unused_losses(data, matrix)


def _run_losses(run: Run) -> list[str]:
    losses = about_losses(run)
    if run.decisions is not None:
        losses.append("decisions")
    if _tag(run) != run.name:
        losses.append(f"the name {run.name!r} (it becomes {_tag(run)!r})")
    return losses if run.scores is None else losses + _axis_losses(run, run.scores)


def _qrels_losses(truth: Judgements) -> list[str]:
    losses = _axis_losses(truth, truth.values)
    if not is_sparse(truth.values):
        losses.append("that the list of items is closed (it comes back sparse)")
    return losses


def _rate(share: float, sure: bool) -> int:
    return NO if share < 0.3 else MAYBE if share < 0.5 else SURE if sure else LIKELY


def _sniff_run(sample: Sample) -> int:
    """Six fields, the second Q0 (or anything that is not a number), the fourth a whole number."""
    share = sample.share(lambda row: len(row) == 6 and row[1].upper() == "Q0")
    other = sample.share(lambda row: len(row) == 6 and _is_whole(row[3]) and not is_float(row[5]))
    return _rate(share, True) or _rate(other, False)


def _sniff_qrels(sample: Sample) -> int:
    """Four fields, the last a whole number; of four numbers only where the first repeats and the second is constant."""
    four = [row for row in sample.rows if len(row) == 4]
    share = sample.share(lambda row: len(row) == 4 and _is_whole(row[3]))
    if 2 * sum(is_float(row[2]) for row in four) < max(len(four), 1):
        return _rate(share, True)
    repeated = len({row[0] for row in four}) <= len(four) / 2 and len({row[1] for row in four}) == 1
    distinct = len({(row[0], row[2]) for row in four}) > 0.75 * len(four)
    return _rate(share, True) if repeated and distinct else NO


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


FORMATS = (
    Format(
        name="trec-run",
        title="TREC run: topic Q0 document rank score tag",
        sniff=_sniff_run,
        suffixes=(".run", ".trec", ".res"),
        read_run=_read_run,
        write_run=_write_run,
        run_losses=_run_losses,
    ),
    Format(
        name="trec-qrels",
        title="TREC judgements: topic iteration document grade",
        sniff=_sniff_qrels,
        suffixes=(".qrels", ".qrel", ".trec"),
        read_judgements=_read_qrels,
        write_judgements=_write_qrels,
        judgement_losses=_qrels_losses,
    ),
)
