"""Studies about evaluation itself: does it matter whose truth is taken, which measure is used."""

from goldscale.metaevaluation.influence import influence, truths_of
from goldscale.metaevaluation.rankings import Influence, Swap, SystemScores

__all__ = ["Influence", "Swap", "SystemScores", "influence", "truths_of"]
