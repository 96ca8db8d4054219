"""Reference systems that produce runs: random ones and simulated ones of known quality."""

from goldscale.systems.random_runs import RandomSystem, random_decisions, random_scores
from goldscale.systems.simulated import LabelRules, SimulatedSystem

__all__ = ["LabelRules", "RandomSystem", "SimulatedSystem", "random_decisions", "random_scores"]
