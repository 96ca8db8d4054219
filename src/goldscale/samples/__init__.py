"""Made-up data, always called so: a sample campaign, simulated systems of known quality, a simulated crowd."""

from goldscale.samples.crowd import Simulated, simulate_votes
from goldscale.samples.simulated import LabelRules, SimulatedSystem

__all__ = ["LabelRules", "Simulated", "SimulatedSystem", "simulate_votes"]
