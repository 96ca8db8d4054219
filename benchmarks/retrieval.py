"""Retrieval: 1 000 queries x 1 000 documents, beside pytrec_eval and ranx, each library's input built included.

Three starting points: a matrix of scores (what a model gives), dictionaries (what the peers take), and TREC files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytrec_eval
import ranx

import goldscale as gs
from benchmarks.timing import Row, best_of, show

QUERIES, DOCUMENTS = 1_000, 1_000
MEASURES = ["AP", "nDCG", "P@10"]

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]


def made_up() -> tuple[np.ndarray, np.ndarray, list[str], list[str]]:
    """Scores and grades of every document for every query, and their names."""
    rng = np.random.default_rng(0)
    scores = rng.random((DOCUMENTS, QUERIES), dtype=np.float32)
    grades = np.where(rng.random(scores.shape) < 0.1, rng.integers(1, 4, scores.shape), 0).astype(np.int8)
    return scores, grades, [f"d{i}" for i in range(DOCUMENTS)], [f"q{i}" for i in range(QUERIES)]


def as_dictionaries(scores: np.ndarray, grades: np.ndarray, docs: list[str], queries: list[str]) -> tuple[Qrels, Run]:
    """What pytrec_eval and ranx take."""
    qrels = {q: dict(zip(docs, column, strict=True)) for q, column in zip(queries, grades.T.tolist(), strict=True)}
    run = {q: dict(zip(docs, column, strict=True)) for q, column in zip(queries, scores.T.tolist(), strict=True)}
    return qrels, run


def with_pytrec_eval(qrels: Qrels, run: Run) -> None:
    """The measures with pytrec_eval."""
    pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg", "P.10"}).evaluate(run)


def with_ranx(qrels: Qrels, run: Run) -> None:
    """The measures with ranx."""
    ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), ["map", "ndcg", "precision@10"])


def from_dictionaries(qrels: Qrels, run: Run) -> None:
    """The measures with ours, from what the peers take."""
    gs.evaluate(gs.Run.from_dict(run), gs.Judgements.from_dict(qrels), MEASURES)


def from_files(folder: Path) -> dict[str, Callable[[], object]]:
    """The same from TREC files, with each library's own reader."""
    qrels, run = str(folder / "qrels.txt"), str(folder / "run.trec")

    def peer_pytrec() -> None:
        with open(qrels) as q, open(run) as r:
            with_pytrec_eval(pytrec_eval.parse_qrel(q), pytrec_eval.parse_run(r))

    def peer_ranx() -> None:
        ranx.evaluate(
            ranx.Qrels.from_file(qrels, kind="trec"),
            ranx.Run.from_file(run, kind="trec"),
            ["map", "ndcg", "precision@10"],
        )

    return {
        "goldscale": lambda: gs.evaluate(gs.read_run(run), gs.read_judgements(qrels), MEASURES),
        "pytrec_eval": peer_pytrec,
        "ranx": peer_ranx,
    }


def main() -> None:
    """Time all three from each starting point."""
    scores, grades, docs, queries = made_up()
    qrels, run = as_dictionaries(scores, grades, docs, queries)
    with_ranx(qrels, run)  # compiles
    rows = []

    def compare(what: str, ours: Callable[[], object], peers: dict[str, Callable[[], object]]) -> None:
        mine = best_of(ours)
        rows.extend(Row(what, mine, name, best_of(peer)) for name, peer in peers.items())

    compare(
        "from a matrix of scores",
        lambda: gs.evaluate(scores, grades, MEASURES),
        {
            "pytrec_eval": lambda: with_pytrec_eval(*as_dictionaries(scores, grades, docs, queries)),
            "ranx": lambda: with_ranx(*as_dictionaries(scores, grades, docs, queries)),
        },
    )
    compare(
        "from dictionaries",
        lambda: from_dictionaries(qrels, run),
        {"pytrec_eval": lambda: with_pytrec_eval(qrels, run), "ranx": lambda: with_ranx(qrels, run)},
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gs.write_run(gs.Run.from_dict(run), folder / "run.trec", "trec-run")
        gs.write_judgements(gs.Judgements.from_dict(qrels), folder / "qrels.txt", "trec-qrels")
        files = from_files(folder)
        compare("from TREC files", files.pop("goldscale"), files)
    show(f"Retrieval: {', '.join(MEASURES)} of {QUERIES} queries x {DOCUMENTS} documents", rows)
