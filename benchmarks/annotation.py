"""Multi-label annotation: one call for many measures, beside scikit-learn doing those that it has."""

from __future__ import annotations

import numpy as np
from sklearn import metrics

import goldscale as gs
from benchmarks.timing import Row, best_of, peak_memory, show

MEASURES = [
    *("AP", "AUC", "EER", "iAP", "RPrec", "P@10"),
    *("AP:item", "RPrec:item", "OneError", "Coverage", "RankingLoss"),
    *("P", "R", "F1", "P:item", "R:item", "F1:item", "Jaccard", "Hamming"),
]


def made_up(items: int, labels: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores that know something of a truth with the density of the 2009 task."""
    rng = np.random.default_rng(0)
    truth = (rng.random((items, labels)) < 0.17).astype(np.int8)
    scores = rng.random((items, labels), dtype=np.float32) * 0.8 + 0.2 * truth
    return scores.astype(np.float32), truth


def with_sklearn(scores: np.ndarray, truth: np.ndarray) -> None:
    """Those of the measures that scikit-learn has; EER, iAP, RPrec, P@10 and OneError it has not."""
    said = (scores >= 0.5).astype(np.int8)
    metrics.average_precision_score(truth, scores, average=None)
    metrics.roc_auc_score(truth, scores, average=None)
    metrics.label_ranking_average_precision_score(truth, scores)
    metrics.coverage_error(truth, scores)
    metrics.label_ranking_loss(truth, scores)
    for average in (None, "samples"):
        metrics.precision_score(truth, said, average=average, zero_division=0)
        metrics.recall_score(truth, said, average=average, zero_division=0)
        metrics.f1_score(truth, said, average=average, zero_division=0)
    metrics.jaccard_score(truth, said, average="samples", zero_division=0)
    metrics.hamming_loss(truth, said)


def main() -> None:
    """Time both sizes, and a bootstrap."""
    rows = []
    for items, labels in ((13_000, 53), (100_000, 100)):
        scores, truth = made_up(items, labels)
        run, judged = gs.Run(scores), gs.Judgements(truth)
        gs.evaluate(run, judged, MEASURES)
        ours = best_of(lambda run=run, judged=judged: gs.evaluate(run, judged, MEASURES))
        theirs = best_of(lambda s=scores, t=truth: with_sklearn(s, t), 1)
        extra = peak_memory(lambda run=run, judged=judged: gs.evaluate(run, judged, MEASURES))
        size = scores.nbytes + truth.nbytes
        note = f"peak memory {extra / size:.1f} x the input ({size / 1e6:.0f} MB)"
        rows.append(
            Row(f"{len(MEASURES)} measures, {items} x {labels}", ours, "scikit-learn (14 of them)", theirs, note)
        )
    scores, truth = made_up(13_000, 53)
    run, judged = gs.Run(scores), gs.Judgements(truth)
    single = best_of(lambda: gs.evaluate(run, judged, "AP"), 5)
    both = best_of(lambda: gs.evaluate(run, judged, "AP", ci=0.95, replicates=100), 3)
    rows.append(
        Row(
            "MAP with 100 bootstrap replicates",
            both,
            "100 single evaluations",
            100 * single,
            f"the replicates cost {(both - single) / single:.1f} single evaluations",
        )
    )
    show("Annotation", rows)
