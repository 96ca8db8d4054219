"""Relatedness between labels: the matrix, its snapshot on disk, and the sources that make one."""

from goldscale.data.parameter import Parameter
from goldscale.relatedness.benchmark import HumanAgreement, HumanAgreements, WordPairs, benchmark, read_pairs
from goldscale.relatedness.matrix import Relatedness
from goldscale.relatedness.registry import build_relatedness, relatedness_source, relatedness_sources
from goldscale.relatedness.snapshot import read_relatedness, write_relatedness
from goldscale.relatedness.source import Built, RelatednessSource, Request

__all__ = [
    "Built",
    "HumanAgreement",
    "HumanAgreements",
    "Parameter",
    "Relatedness",
    "RelatednessSource",
    "Request",
    "WordPairs",
    "benchmark",
    "build_relatedness",
    "read_pairs",
    "read_relatedness",
    "relatedness_source",
    "relatedness_sources",
    "write_relatedness",
]
