"""What all tests share."""

from __future__ import annotations

import os

# Two workers on two cores: threads of BLAS would only wait for each other. It is read when NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

# How long an example takes says more of the machine than of the code. A fixture that examples share is no mistake
# here: they write the same file again. A test says a number of its own where an example is dear or a fault is rare.
hypothesis.settings.register_profile(
    "suite",
    deadline=None,
    max_examples=50,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture, hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("suite")


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """Real data that are no part of the project: $GOLDSCALE_DATA, else shared/data beside the repository."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("GOLDSCALE_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"real data are not there: {folder} (set GOLDSCALE_DATA)")
    return folder


@pytest.fixture(scope="session", autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What Goldscale keeps for the next time is not kept in the home of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
