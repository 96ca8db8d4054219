"""The plant identification task of ImageCLEF: its package, its runs, its score and its files."""

from goldscale.campaign.plant.package import PlantPackage, read_package
from goldscale.campaign.plant.scoring import Interval, PlantScores, score_plant_runs

__all__ = ["Interval", "PlantPackage", "PlantScores", "read_package", "score_plant_runs"]
