"""The choice of Dawid-Skene's smoothing: against loops, and on crowds whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from goldscale.kernels.crowd import smoothing
from goldscale.kernels.crowd.answers import CrowdAnswers
from goldscale.kernels.crowd.dawid_skene import dawid_skene


def simulated(seed: int, tasks: int, workers: int, classes: int, per_task: int) -> tuple[CrowdAnswers, np.ndarray]:
    """Workers of different quality, who all tend to the same mistakes."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, tasks)
    task = np.repeat(np.arange(tasks), per_task)
    worker = np.concatenate([rng.choice(workers, per_task, replace=False) for _ in range(tasks)])
    quality = rng.beta(6, 4, workers)
    mistakes = np.array([np.insert(rng.dirichlet(np.full(classes - 1, 0.3)), k, 0.0) for k in range(classes)])
    wrong = (rng.random(len(task))[:, None] < mistakes[truth[task]].cumsum(axis=1)).argmax(axis=1)
    answer = np.where(rng.random(len(task)) < quality[worker], truth[task], wrong)
    kind = np.zeros(tasks, dtype=int)
    return CrowdAnswers(task, worker, answer, kind, np.ones((1, classes), dtype=bool), workers), truth


def test_a_left_out_answer_is_foretold_as_loops_do_it() -> None:
    answers, _ = simulated(0, 30, 6, 3, 4)
    amount = 0.1
    fit = dawid_skene(answers, smoothing=amount, iterations=5, tolerance=0.0)
    counts = np.zeros((6, 3, 3))
    for t, w, a in zip(answers.task, answers.worker, answers.answer, strict=True):
        counts[w, a] += fit.posterior[t]
    wanted = []
    for t, w, a in zip(answers.task, answers.worker, answers.answer, strict=True):
        own = fit.posterior[t]
        without = [own[k] / fit.parameters["confusion"][w, k, a] for k in range(3)]
        rows = [sum(counts[w, b, k] for b in range(3)) - own[k] + 3 * amount for k in range(3)]
        chances = [without[k] / sum(without) * (counts[w, a, k] - own[k] + amount) / rows[k] for k in range(3)]
        wanted.append(math.log(sum(chances)))
    np.testing.assert_allclose(smoothing.log_left_out(answers, fit, amount), wanted)


def test_where_workers_are_seldom_seen_they_are_smoothed_more_and_better() -> None:
    errors: dict[str, list[float]] = {"auto": [], "0.01": []}
    for seed in range(4):
        answers, truth = simulated(seed, 300, 40, 4, 5)
        best = smoothing.best_smoothing(answers)
        assert best == 0.1
        for name, amount in (("auto", best), ("0.01", 0.01)):
            fit = dawid_skene(answers, smoothing=amount, iterations=100, tolerance=1e-6)
            errors[name].append(float(np.mean(fit.posterior.argmax(axis=1) != truth)))
    assert np.mean(errors["auto"]) < np.mean(errors["0.01"]) - 0.005


def test_of_many_answers_a_part_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, _ = simulated(3, 600, 30, 4, 5)
    whole = smoothing.best_smoothing(answers)
    monkeypatch.setattr(smoothing, "SAMPLE", 1500)
    some = smoothing._sample(answers)
    assert len(some.task) == pytest.approx(1500, rel=0.02)
    assert (some.counts.sum(axis=1) == 5).all()
    assert smoothing.best_smoothing(answers) == whole


def test_with_nothing_to_compare_there_is_a_choice_all_the_same() -> None:
    answers, _ = simulated(4, 5, 5, 2, 1)
    assert smoothing.best_smoothing(answers) in smoothing.CANDIDATES
