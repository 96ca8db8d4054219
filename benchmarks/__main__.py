"""python -m benchmarks [NAME...]: run all comparisons, or those named."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = (
    "startup",
    "formats",
    "large_text",
    "annotation",
    "campaign",
    "report",
    "retrieval",
    "semantics",
    "agreement",
    "aggregation",
    "significance",
    "plant",
)

for name in sys.argv[1:] or NAMES:
    import_module(f"benchmarks.{name}").main()
