"""Whether runs differ: paired tests, corrections for many pairs, effect sizes with intervals."""

from goldscale.significance.compare import compare
from goldscale.significance.comparison import Comparison, Pair
from goldscale.significance.corrections import CORRECTIONS
from goldscale.significance.paired import TESTS
from goldscale.significance.tiers import Tiers, tiers

__all__ = ["CORRECTIONS", "TESTS", "Comparison", "Pair", "Tiers", "compare", "tiers"]
