"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

# How long an example takes says more of the machine than of the code.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """Real data that are no part of the project: $GOLDSCALE_DATA, else shared/data beside the repository."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("GOLDSCALE_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"real data are not there: {folder} (set GOLDSCALE_DATA)")
    return folder
