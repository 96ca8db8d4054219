"""A small collection that the tests of the command line score."""

from __future__ import annotations

from pathlib import Path

import pytest

TRUTH = """\
image,Sky,Sea,Sun
a,1,0,0
b,0,1,0
c,1,1,0
d,0,0,0
"""
GOOD = """\
image,Sky,Sea,Sun
a,0.9,0.2,0.1
b,0.1,0.8,0.2
c,0.7,0.6,0.3
d,0.2,0.3,0.4
"""
WEAK = """\
image,Sky,Sea,Sun
a,0.2,0.9,0.1
b,0.8,0.1,0.2
c,0.7,0.6,0.3
d,0.6,0.3,0.4
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with truth.csv, good.csv and weak.csv."""
    for name, text in (("truth", TRUTH), ("good", GOOD), ("weak", WEAK)):
        (tmp_path / f"{name}.csv").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path
