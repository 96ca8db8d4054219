"""Retrieval: 1 000 queries x 1 000 documents from dictionaries to scores, beside pytrec_eval and ranx."""

from __future__ import annotations

import numpy as np
import pytrec_eval
import ranx

import goldscale as gs
from benchmarks.timing import Row, best_of, show

QUERIES, DOCUMENTS = 1_000, 1_000


def made_up() -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Judgements and a run as the peers take them: nested dictionaries."""
    rng = np.random.default_rng(0)
    docs = [f"d{i}" for i in range(5 * DOCUMENTS)]
    qrels, run = {}, {}
    for q in range(QUERIES):
        retrieved = rng.choice(len(docs), DOCUMENTS, replace=False)
        grades = rng.integers(0, 4, DOCUMENTS // 10)
        qrels[f"q{q}"] = {docs[d]: int(g) for d, g in zip(retrieved[::10], grades, strict=True)}
        run[f"q{q}"] = dict(zip((docs[d] for d in retrieved), rng.random(DOCUMENTS).tolist(), strict=True))
    return qrels, run


def ours(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]) -> gs.Scores:
    """From dictionaries to scores, building included."""
    truth = gs.Judgements.from_dict(qrels)
    return gs.evaluate(gs.Run.from_dict(run), truth, ["AP", "nDCG", "P@10"])


def with_pytrec_eval(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]) -> None:
    """The same with pytrec_eval."""
    pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg", "P.10"}).evaluate(run)


def with_ranx(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]) -> None:
    """The same with ranx."""
    ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), ["map", "ndcg", "precision@10"])


def main() -> None:
    """Time all three on the same data."""
    qrels, run = made_up()
    with_ranx(qrels, run)  # compiles
    mine = best_of(lambda: ours(qrels, run))
    what = f"AP, nDCG, P@10; {QUERIES} queries x {DOCUMENTS} documents, from dictionaries"
    rows = [
        Row(what, mine, "pytrec_eval", best_of(lambda: with_pytrec_eval(qrels, run))),
        Row(what, mine, "ranx", best_of(lambda: with_ranx(qrels, run))),
    ]
    show("Retrieval", rows)
