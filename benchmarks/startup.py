"""How long the command line takes to say hello."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.timing import Row, median_of, show


def main() -> None:
    """goldscale --help (the goal is below 150 ms), beside an empty Python and the import of scikit-learn's metrics."""
    program = Path(sys.executable).parent / "goldscale"

    def run(*command: str) -> None:
        subprocess.run(command, check=True, capture_output=True)

    run(str(program), "--help")
    ours = median_of(lambda: run(str(program), "--help"))
    rows = [
        Row("goldscale --help", ours, "python -c pass", median_of(lambda: run(sys.executable, "-c", "pass"))),
        Row(
            "goldscale --help",
            ours,
            "import sklearn.metrics",
            median_of(lambda: run(sys.executable, "-c", "import sklearn.metrics"), 3),
        ),
    ]
    show("Start-up", rows)
