"""Reference systems that produce runs: random ones and simulated ones of known quality; a simulated crowd."""

from goldscale.systems.crowd import Simulated, simulate_votes
from goldscale.systems.random_runs import RandomSystem, random_decisions, random_scores
from goldscale.systems.simulated import LabelRules, SimulatedSystem

__all__ = [
    "LabelRules",
    "RandomSystem",
    "Simulated",
    "SimulatedSystem",
    "random_decisions",
    "random_scores",
    "simulate_votes",
]
