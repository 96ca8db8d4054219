"""Mutated files: a Goldscale error or a correct read, never anything else."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from scipy import sparse

from goldscale.data import Judgements, Run
from goldscale.errors import GoldscaleError
from goldscale.formats import read_judgements, read_run, write_judgements, write_run
from goldscale.formats.registry import offering

CASES_PER_FILE = 250
SPICE = [
    b"nan",
    b"inf",
    b"-1",
    b"1e999",
    b"1_0",
    b'"',
    b"'",
    b",",
    b"\t",
    b"\0",
    b"\xff",
    b"\r",
    b"\n",
    b"#",
    b"{",
    b"}",
]
SPICE += [
    b"[" * 50,
    b"%",
    b"?",
    b" ",
    b"0",
    b"99999999999999999999",
    b"\xef\xbb\xbf",
    "é".encode(),
    b"@data",
    b"1 0 1 0",
]


def samples():
    scores = np.array([[0.5, 0.25, 0.125], [0.1, 0.2, 0.3], [1.0, 0.0, 0.7]])
    names = {"items": ["a.jpg", "b.jpg", "007"], "labels": ["Sky", "Sea", "Sun"]}
    yield "run", Run(scores, scores > 0.2, **names, team="t", threshold=[0.1, 0.2, 0.3])
    yield "run", Run(sparse.csr_array(np.where(scores > 0.2, scores, 0)), **names)
    yield "run", Run(decisions=scores > 0.2, **names)
    yield "truth", Judgements([[0, 1, 2], [1, 0, -1], [0, 0, 1]], **names)
    yield "truth", Judgements(sparse.csr_array(np.array([[0, 1, 2], [1, 0, 3], [0, 0, 1]])), **names)


def mutated(content: bytes, rng: random.Random) -> bytes:
    """One to four random edits."""
    for _ in range(rng.randint(1, 4)):
        here, there = sorted((rng.randrange(len(content) + 1), rng.randrange(len(content) + 1)))
        match rng.randrange(7):
            case 0:
                content = content[:here] + content[min(there, here + 8) :]
            case 1:
                content = content[:there] + content[here:there] + content[there:]
            case 2 if here < len(content):
                content = content[:here] + bytes([content[here] ^ (1 << rng.randrange(8))]) + content[here + 1 :]
            case 3:
                content = content[:there]
            case 4:
                content = content[:here] + rng.choice(SPICE) + content[here:]
            case 5:
                lines = content.split(b"\n")
                rng.shuffle(lines)
                content = b"\n".join(lines)
            case 6:
                content = content[:here] + rng.randbytes(rng.randint(1, 6)) + content[here:]
    return content


@pytest.mark.parametrize("form", [f.name for f in (*offering("read_run"),)] + ["trec-qrels"])
def test_mutated_files(tmp_path, form):
    rng = random.Random(form)
    path = tmp_path / "file"
    outcomes = {"read": 0, "refused": 0}
    for kind, data in samples():
        write, read = (write_run, read_run) if kind == "run" else (write_judgements, read_judgements)
        try:
            write(data, path, form)
        except GoldscaleError:
            continue
        whole = path.read_bytes()
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
