"""Whether runs differ: paired tests, corrections for many pairs, effect sizes with intervals."""

from goldscale.significance.compare import compare
from goldscale.significance.comparison import Comparison
from goldscale.significance.comparisons import Comparisons
from goldscale.significance.corrections import CORRECTIONS
from goldscale.significance.omnibus import OmnibusTest, compare_all
from goldscale.significance.paired import TESTS
from goldscale.significance.pairs import Pair
from goldscale.significance.plan import ComparisonPlan
from goldscale.significance.sampled import compare_sampled
from goldscale.significance.tiers import Tiers, tiers

__all__ = [
    "CORRECTIONS",
    "TESTS",
    "Comparison",
    "ComparisonPlan",
    "Comparisons",
    "OmnibusTest",
    "Pair",
    "Tiers",
    "compare",
    "compare_all",
    "compare_sampled",
    "tiers",
]
