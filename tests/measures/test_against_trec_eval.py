"""Equality with trec_eval: NIST's stored outputs (data folder), and pytrec_eval-terrier on random runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import pytrec_eval
from scipy import sparse

import goldscale as gs

CUTS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
NAMES = {
    "map": "AP",
    "Rprec": "RPrec",
    "bpref": "bpref",
    "recip_rank": "RR",
    "11pt_avg": "iAP",
    "ndcg": "nDCG",
    **{f"P_{k}": f"P@{k}" for k in CUTS},
    **{f"recall_{k}": f"R@{k}" for k in CUTS},
    **{f"ndcg_cut_{k}": f"nDCG@{k}" for k in CUTS},
    **{f"map_cut_{k}": f"AP@{k}" for k in CUTS},
    **{f"success_{k}": f"S@{k}" for k in (1, 5, 10)},
    **{f"iprec_at_recall_{level / 10:.2f}": f"iP(recall={level / 10:g})" for level in range(11)},
    "set_P": "P",
    "set_recall": "R",
    "set_F": "F1",
}


def recall_level_is_rounded_down(name: str, relevant: int) -> bool:
    """trec_eval 9 takes (int)(recall * R + 0.9) relevant documents, which floating point sometimes makes one too few:
    0.7 * 3 + 0.9 is 2.9999999999999996, so that a recall of 2/3 passes for 0.7. Ours asks for 3."""
    levels = [level / 10 for level in range(11)] if name == "11pt_avg" else [float(name.rpartition("_")[2])]
    return any(int(level * relevant + 0.9) != -(-round(level * 10) * relevant // 10) for level in levels)


def printed(path: Path) -> dict[tuple[str, str], str]:
    lines = (line.split("\t") for line in path.read_text().splitlines())
    return {(name.strip(), topic.strip()): value.strip() for name, topic, value in lines}


@pytest.mark.filterwarnings("ignore:run .* retrieves nothing for 1 topics")
@pytest.mark.parametrize(
    ("qrels", "run", "output", "rel"),
    [
        ("qrels.test", "results.test", "out.test.aq", 1),
        ("qrels.test", "results.trunc", "out.test.aqc", 1),  # a topic is missing: -c counts it as 0
        ("qrels.rel_level", "results.test", "out.test.aql", 2),
    ],
)
def test_every_printed_digit(data_folder: Path, qrels: str, run: str, output: str, rel: int) -> None:
    folder = data_folder / "trec_eval_test"
    truth, submitted = gs.read_judgements(folder / qrels), gs.read_run(folder / run)
    names = {theirs: as_printed(ours, rel) for theirs, ours in NAMES.items()}
    scores = gs.evaluate(submitted, truth, list(names.values()), ties="id", threshold="retrieved", undefined="zero")
    topics = truth.labels.names
    seen = 0
    for (name, topic), value in printed(folder / output).items():
        if name in names and topic in topics:
            # trec_eval scores a topic without a relevant document as 0.
            found = np.nan_to_num(scores.values(names[name])[0, topics.index(topic)])
            assert f"{found:.4f}" == value, (name, topic)
            seen += 1
    assert seen >= 3 * 30


def as_printed(name: str, rel: int) -> str:
    """Ours for what trec_eval 10 prints: it rounds recall levels to the nearest count, and grades gain alike."""
    measure = gs.measure(name)
    changes = {"rel": rel, "count": "nearest"}
    parts = [f"{p}={changes.get(p, value)}" for p, value in measure.parameters.items()]
    return f"{name.partition('(')[0]}({', '.join(parts)})"


def test_averages_of_a_larger_run(data_folder: Path) -> None:
    folder = data_folder / "trec_eval_test"
    truth = gs.read_judgements(folder / "qrels.comment.test")
    run = gs.read_run(folder / "results.comment.test")
    ours = {theirs: ours for theirs, ours in NAMES.items() if theirs in ("map", "Rprec", "bpref", "recip_rank", "P_10")}
    with pytest.warns(gs.GoldscaleWarning, match="topics without judgements left out"):
        scores = gs.evaluate(run, truth, list(ours.values()), ties="id", undefined="zero")
    out = printed(folder / "out.comment.test")
    for theirs, name in ours.items():
        assert f"{scores.summary()[run.name][name]:.4f}" == out[theirs, "all"]


@pytest.mark.parametrize("seed", range(60))
def test_random_runs_with_ties_and_unjudged_documents(seed: int) -> None:
    rng = np.random.default_rng(seed)
    docs = [f"d{i}" for i in range(rng.integers(5, 60))]
    topics = [f"t{i}" for i in range(3)]
    judged = {t: {d: int(rng.integers(0, 4)) for d in docs if rng.random() < 0.6} for t in topics}
    for grades in judged.values():
        grades[docs[0]] = 1  # trec_eval scores a topic without a relevant document as 0; ours says undefined
    retrieved = {t: {d: float(rng.integers(0, 9)) / 4 for d in docs if rng.random() < 0.7} for t in topics}
    for listed in retrieved.values():
        listed[docs[-1]] = 0.5
    evaluator = pytrec_eval.RelevanceEvaluator(judged, pytrec_eval.supported_measures)
    theirs = evaluator.evaluate(retrieved)

    def matrix(table: dict, kind: type) -> sparse.csr_array:
        cells = [(docs.index(d), topics.index(t), value) for t, row in table.items() for d, value in row.items()]
        row, column, value = zip(*cells, strict=True)
        return sparse.csr_array((np.array(value, dtype=kind), (row, column)), shape=(len(docs), len(topics)))

    truth = gs.Judgements(matrix(judged, np.int8), docs, topics)
    run = gs.Run(matrix(retrieved, np.float32), items=docs, labels=topics)
    scores = gs.evaluate(run, truth, list(NAMES.values()), ties="id", threshold="retrieved")
    for i, topic in enumerate(topics):
        for name, ours in NAMES.items():
            relevant = sum(grade > 0 for grade in judged[topic].values())
            if ("iprec" in name or "11pt" in name) and recall_level_is_rounded_down(name, relevant):
                continue
            if name in theirs[topic]:
                np.testing.assert_allclose(scores.values(ours)[0, i], theirs[topic][name], atol=1e-9, err_msg=name)


def test_the_geometric_mean_is_that_of_trec_eval() -> None:
    """A topic without a hit counts 0.00001; trec_eval adds up logarithms and pytrec_eval hands out each."""
    judged = {"t1": {"a": 1, "b": 0, "c": 1}, "t2": {"a": 0, "b": 1}, "t3": {"c": 1}}
    listed = {"t1": {"a": 0.9, "b": 0.8, "c": 0.7}, "t2": {"a": 0.9, "b": 0.8}, "t3": {"a": 0.5}}
    theirs = pytrec_eval.RelevanceEvaluator(judged, {"gm_map"}).evaluate(listed)
    logarithms = [found["gm_map"] for found in theirs.values()]
    truth = gs.Judgements([[1, 0, 0], [0, 1, 0], [1, 0, 1]], ["a", "b", "c"], list(judged))
    scores = [[0.9, 0.9, 0.5], [0.8, 0.8, -np.inf], [0.7, -np.inf, -np.inf]]
    run = gs.Run(scores, items=["a", "b", "c"], labels=list(judged))
    ours = gs.evaluate(run, truth, "GMAP").summary()["run"]["GMAP"]
    assert ours == pytest.approx(pytrec_eval.compute_aggregated_measure("gm_map", logarithms))
    assert ours == pytest.approx((5 / 6 * 0.5 * 1e-5) ** (1 / 3))
