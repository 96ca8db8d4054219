"""Mutated files: a Goldscale error or a correct read, never anything else."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from format_data import READ_ONLY
from mutations import mutated
from scipy import sparse

from goldscale.data import Judgements, Run
from goldscale.errors import GoldscaleError
from goldscale.formats import read_judgements, read_run, write_judgements, write_run
from goldscale.formats.registry import offering

CASES_PER_FILE = 250


def samples():
    scores = np.array([[0.5, 0.25, 0.125], [0.1, 0.2, 0.3], [1.0, 0.0, 0.7]])
    names = {"items": ["a.jpg", "b.jpg", "007"], "labels": ["Sky", "Sea", "Sun"]}
    yield "run", Run(scores, scores > 0.2, **names, team="t", threshold=[0.1, 0.2, 0.3])
    yield "run", Run(sparse.csr_array(np.where(scores > 0.2, scores, 0)), **names)
    yield "run", Run(decisions=scores > 0.2, **names)
    yield "truth", Judgements([[0, 1, 2], [1, 0, -1], [0, 0, 1]], **names)
    yield "truth", Judgements(sparse.csr_array(np.array([[0, 1, 2], [1, 0, 3], [0, 0, 1]])), **names)


@pytest.mark.parametrize("form", [f.name for f in (*offering("read_run"),)] + ["trec-qrels"])
def test_mutated_files(tmp_path, form):
    rng = random.Random(form)
    path = tmp_path / "file"
    outcomes = {"read": 0, "refused": 0}
    for kind, data in samples():
        write, read = (write_run, read_run) if kind == "run" else (write_judgements, read_judgements)
        try:
            if form not in READ_ONLY:
                write(data, path, form)
        except GoldscaleError:
            continue
        whole = READ_ONLY[form] if form in READ_ONLY else path.read_bytes()
        for number in range(CASES_PER_FILE):
            path.write_bytes(mutated(whole, rng))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    found = read(path, form if number % 2 else None)
                except GoldscaleError:
                    outcomes["refused"] += 1
                else:
                    assert isinstance(found, Run | Judgements)
                    outcomes["read"] += 1
    assert min(outcomes.values()) > 0
