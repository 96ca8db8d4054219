"""Mutated runs through the whole of ``goldscale score``: a number or one line, never a traceback."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from command_line import goldscale
from hypothesis import given, settings
from hypothesis import strategies as st
from small_runs import GOOD

SPICE = [
    b"nan", b"inf", b"-inf", b"1e999", b"1e-999", b"-1", b"0", b"1", b"1_0", b"0x1p3", b'"', b"'", b",", b";", b"\t",
    b" ", b"\0", b"\xff", b"\xe9", b"\r", b"\n", b"\r\n", b"#", b"{", b"}", b"[", b"]", b":", b"null", b"true",
    b"\xef\xbb\xbf", b"Sky", b"a", b"z", b"image", b"9" * 30, b"\x1f\x8b", b"PK\x03\x04", b"PAR1", b"@data", b"",
]  # fmt: skip
MEASURES = ["AP", "AUC", "F1", "F1:item", "P@2:item", "nDCG", "Jaccard", "EER", "bpref", "F1(avg=micro)", "MedR"]

# (where, how many bytes go, what comes instead)
EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from([0, 0, 1, 1, 2, 5, 40]), st.sampled_from(SPICE)), min_size=1, max_size=4
)


def edited(content: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    for share, gone, new in edits:
        place = int(share * len(content))
        content = content[:place] + new + content[place + gone :]
    return content


@pytest.fixture(scope="module")
def truths() -> dict[str, bytes]:
    qrels = "".join(
        f"{t} 0 {i} {g}\n" for t, i, g in [("Sky", "a", 1), ("Sky", "c", 1), ("Sea", "b", 1), ("Sea", "d", 0)]
    )
    rows = "image,Sky,Sea,Sun\na,1,0,0\nb,0,1,-1\nc,1,1,0\nd,0,0,0\n"
    return {"truth.csv": rows.encode(), "truth.qrels": qrels.encode()}


@settings(max_examples=400, derandomize=True)
@given(
    form=st.sampled_from(sorted(GOOD)),
    edits=EDITS,
    told=st.booleans(),
    truth=st.sampled_from(["truth.csv", "truth.csv", "truth.qrels"]),
    measures=st.lists(st.sampled_from(MEASURES), min_size=1, max_size=3),
    rules=st.sampled_from(
        [[], ["--ties", "worst"], ["--threshold", "best-f1"], ["--threshold", "density"], ["--unjudged", "ignore"],
         ["--unjudged", "bounds"], ["--ci", "0.9", "--replicates", "3"], ["--undefined", "zero"]]
    ),
)  # fmt: skip
def test_a_mutated_run(
    truths: dict[str, bytes],
    form: str,
    edits: list[tuple[float, int, bytes]],
    told: bool,
    truth: str,
    measures: list[str],
    rules: list[str],
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        content = edited("".join(f"{line}\n" for line in GOOD[form]).encode(), edits)
        (folder / "run").write_bytes(content)
        (folder / truth).write_bytes(truths[truth])
        asked = [part for m in measures for part in ("-m", m)]
        named = ["--format", form] if told else []
        done = goldscale("score", folder / "run", "--truth", folder / truth, *asked, *rules, *named, "--json")
    if done.code == 0:
        for entry in next(iter(done.json["runs"].values())).values():
            assert entry["value"] is None or entry["value"] >= 0
    else:
        assert done.code == 3, (done.err, content)
        assert done.out == ""
        said = [line for line in done.err.splitlines() if not line.startswith("goldscale: note: ")]
        assert len(said) == 1
        assert said[0].startswith("goldscale: ")
        assert "run" in said[0]


@settings(max_examples=100, derandomize=True)
@given(edits=EDITS, which=st.sampled_from(["truth.csv", "truth.qrels"]))
def test_a_mutated_truth(truths: dict[str, bytes], edits: list[tuple[float, int, bytes]], which: str) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / which).write_bytes(edited(truths[which], edits))
        (folder / "run.trec").write_text("".join(f"{line}\n" for line in GOOD["trec-run"]))
        done = goldscale("score", folder / "run.trec", "--truth", folder / which)
    # A truth of probabilities is fine as such; that these measures cannot use it is exit code 2.
    assert done.code in (0, 3) or "the truth holds probabilities" in done.err, done.err
    assert "Traceback" not in done.err
