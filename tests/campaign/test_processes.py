"""Runs scored in several processes: the same numbers in the same order, whatever happens to a worker."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
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


class Heavy:
    """Work that no worker survives being given, and that does not fit into a pipe's buffer."""

    def __init__(self) -> None:
        self.weight = b"x" * (1 << 24)

    def __setstate__(self, state: object) -> None:
        os._exit(1)

    def __call__(self, number: int) -> int:
        return number + 1


def test_workers_that_cannot_start_cost_no_result() -> None:
    assert list(in_processes(Heavy(), range(6), 3)) == [1, 2, 3, 4, 5, 6]


SCRIPT = """
import time
from goldscale.campaign.processes import in_processes

def slow(number):
    print("begun", flush=True)
    time.sleep(60)

if __name__ == "__main__":
    list(in_processes(slow, range(4), 2))
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups")
@pytest.mark.parametrize("killed_by", [signal.SIGTERM, signal.SIGKILL])
def test_workers_do_not_outlive_the_process_that_started_them(tmp_path: Path, killed_by: signal.Signals) -> None:
    (tmp_path / "slow.py").write_text(SCRIPT)
    with subprocess.Popen(
        [sys.executable, tmp_path / "slow.py"], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(killed_by)
        try:
            # The workers hold the pipe too: it ends when the last of them is gone.
            process.communicate(timeout=20)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_nothing_is_started_for_what_was_computed_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small_campaign(tmp_path / "small")
    evaluate_campaign(folder)
    asked: list[int] = []

    def spy(work: object, things: list[Path], workers: int) -> Iterator[object]:
        asked.append(len(things))
        return iter(())

    monkeypatch.setattr(evaluation, "in_processes", spy)
    assert evaluate_campaign(folder, workers=None).reused == 2
    assert asked == [0]


def test_a_dead_worker_costs_no_result() -> None:
    assert list(in_processes(die_elsewhere, range(5), 2)) == [0, -1, -2, -3, -4]


def test_a_campaign_does_not_depend_on_its_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "WORTH_PROCESSES", 0)
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
