"""Reference systems that produce runs: random ones now."""

from goldscale.systems.random_runs import RandomSystem, random_decisions, random_scores

__all__ = ["RandomSystem", "random_decisions", "random_scores"]
