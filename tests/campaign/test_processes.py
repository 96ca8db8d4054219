"""Runs scored in several processes: the same numbers in the same order, whatever happens to a worker."""

from __future__ import annotations

import multiprocessing
import os
import signal
import warnings
from pathlib import Path

import pytest
from small_campaign import LISTED, small_campaign

from goldscale.campaign import evaluate_campaign, evaluation
from goldscale.campaign.processes import in_processes
from goldscale.errors import GoldscaleWarning


def square(number: int) -> int:
    return number * number


def die_elsewhere(number: int) -> int:
    if multiprocessing.parent_process() is not None and number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return -number


def test_results_come_in_order() -> None:
    assert list(in_processes(square, range(7), 2)) == [n * n for n in range(7)]
    assert list(in_processes(square, [3], 2)) == [9]
    assert list(in_processes(square, [], 2)) == []


def test_a_dead_worker_costs_no_result() -> None:
    assert list(in_processes(die_elsewhere, range(5), 2)) == [0, -1, -2, -3, -4]


def test_a_campaign_does_not_depend_on_its_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "SMALL", 0)
    found = {}
    for name, workers in (("here", 1), ("elsewhere", None)):
        folder = small_campaign(tmp_path / name / "small")
        (folder / "runs" / "bad.csv").write_text("item,Sky\na,x\n")
        (folder / "runs" / "listed.csv").write_text(LISTED)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", GoldscaleWarning)
            result = evaluate_campaign(folder, workers=workers)
        said = [str(w.message) for w in caught if isinstance(w.message, GoldscaleWarning)]
        assert len(result.rejected) == 1
        assert said
        files = {
            p.name: p.read_bytes().replace(name.encode(), b"") for p in (folder / "results").iterdir() if p.is_file()
        }
        found[name] = (result.to_dict()["runs"], result.scores.runs, said, files)
    assert found["here"] == found["elsewhere"]
