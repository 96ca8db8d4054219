"""The plant identification task of ImageCLEF: its package, its runs, its score and its files.

Names are imported when they are first used: whoever reads a file asks all formats, this task's too, and needs none.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {"BASELINES": "baselines", "baseline_run": "baselines", "Remark": "checks", "write_outputs": "outputs"}
_HOMES |= {"PlantPackage": "package", "read_package": "package", "PlantReport": "report"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'scoring')}"), name)
