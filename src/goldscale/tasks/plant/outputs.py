"""The files of the plant task: those of the official scorer, and beside them ours by species, genus and family."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from goldscale.data.number_format import full
from goldscale.errors import ParameterError
from goldscale.files import write_text
from goldscale.tasks.plant.official import OfficialFiles, csv_text
from goldscale.tasks.plant.package import TAXA
from goldscale.tasks.plant.scoring import ALL, PlantScores

OFFICIAL = "OfficialScores.csv"
BY_PICTURE = "ScoreByPicture.csv"
ALL_RUNS, MEAN = "AllRun", "MeanRun"
"""What the names of files about several runs begin with."""


def write_outputs(scores: PlantScores, folder: str | os.PathLike[str], *, strict: bool = False) -> list[Path]:
    """Write all files into a folder, each whole or not at all; returns their paths.

    The numbers are the official ones, and a picture that a run does not answer is left out; with ``strict`` it is in
    every file as a wrong one.
    """
    for run in scores.runs:
        _refuse_odd_name(run)
    official = OfficialFiles(scores, strict)
    texts = {OFFICIAL: official.official_scores()}
    for number, run in enumerate(scores.runs):
        texts |= {_by_taxon(run, taxon): official.by_taxon([number], taxon) for taxon in TAXA}
        texts[f"{run}{BY_PICTURE}"] = official.by_picture([number])
    if len(scores.runs) > 1:
        together = range(len(scores.runs))
        texts |= {_by_taxon(MEAN, taxon): official.by_taxon(together, taxon) for taxon in TAXA}
        texts[f"{ALL_RUNS}{BY_PICTURE}"] = official.by_picture(together)
    for taxon in TAXA:
        texts[f"{ALL_RUNS}ScoreBy{taxon.capitalize()}.csv"] = scores_by(scores, taxon, strict=strict)
    target = Path(folder)
    for name, text in texts.items():
        write_text(target / name, text)
    return [target / name for name in texts]


def scores_by(scores: PlantScores, level: str, *, strict: bool = False) -> str:
    """``type;species;succes;pictures;RUN;``: as the official file, with a header, all types, and counts."""
    rows: list[Sequence[str]] = [("type", level, "succes", "pictures", "RUN")]
    tables = {t: scores.by(level, t, strict=strict) for t in (*scores.package.types, ALL)}
    counted = {t: scores.pictures_by(level, t) for t in tables}
    for i, run in enumerate(scores.runs):
        for t, table in tables.items():
            cells = zip(table.groups, table.values[i], counted[t], strict=True)
            rows += [(t, name, full(value), str(count), run) for name, value, count in cells]
    return csv_text(rows)


def _by_taxon(run: str, taxon: str) -> str:
    return f"{run}ScoresBy{taxon.capitalize()}.csv"


def _refuse_odd_name(run: str) -> None:
    if "/" in run or "\\" in run or run in (ALL_RUNS, MEAN):
        raise ParameterError(f"a run called {run!r} cannot have a file of its own; rename it")
