"""Where data lie that a table needs and that are no part of Goldscale."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "GOLDSCALE_DATA"
"""The environment variable that names their folder."""


def find_data(folder: str, *files: str) -> Path | None:
    """A folder of the one that the variable names, where it holds all of these files."""
    if not os.environ.get(VARIABLE):
        return None
    found = Path(os.environ[VARIABLE]) / folder
    return found if all((found / name).is_file() for name in files) else None
