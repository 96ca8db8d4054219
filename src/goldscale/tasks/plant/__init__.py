"""The plant identification task of ImageCLEF: its package, its runs, its score and its files."""

from goldscale.tasks.plant.baselines import BASELINES, baseline_run
from goldscale.tasks.plant.checks import Remark
from goldscale.tasks.plant.outputs import write_outputs
from goldscale.tasks.plant.package import PlantPackage, read_package
from goldscale.tasks.plant.report import PlantReport
from goldscale.tasks.plant.scoring import BY, Interval, PlantScores, score_plant_runs

__all__ = [
    "BASELINES",
    "BY",
    "Interval",
    "PlantPackage",
    "PlantReport",
    "PlantScores",
    "Remark",
    "baseline_run",
    "read_package",
    "score_plant_runs",
    "write_outputs",
]
