"""Per-unit scores on disk: a versioned .npz, and one long Parquet table for those who analyse elsewhere."""

from __future__ import annotations

import io
import json
import math
import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from goldscale.data import Axis, GroupScores, MeasureScores, Resamples, Scores
from goldscale.errors import FormatError
from goldscale.files import Source, writing
from goldscale.formats.parquet import arrow
from goldscale.text.archives import read_arrays
from goldscale.text.strict_json import parse

FORMAT = "goldscale-scores"
VERSION = 4
"""Since the second measures have notes, and units the number of relevant cells; since the third runs have notes; since
the fourth measures may have their numbers on resamples."""
_ARRAYS = ("values", "aggregate", "undefined", "low", "high", "relevant", "judged")


def write_scores(scores: Scores, path: str | os.PathLike[str], key: str = "", run_notes: Sequence[str] = ()) -> None:
    """Write scores as .npz; ``key`` says what they were computed from, so that a reader can tell stale ones.

    ``run_notes`` are what there was to say when the runs were read and brought to their truth.
    """
    about = {
        "format": FORMAT,
        "version": VERSION,
        "key": key,
        "runs": scores.runs,
        "notes": list(run_notes),
        "measures": [
            {
                "measure": r.measure,
                "unit": r.units.noun,
                "units": r.units.names,
                "signatures": r.signatures,
                "notes": r.notes,
                "higher_is_better": r.higher_is_better,
                "average": r.average,
                "undefined_as": None if math.isnan(r.undefined_as) else r.undefined_as,
                "levels": [{"level": level.groups.noun, "groups": level.groups.names} for level in r.levels],
                "resamples": _about_resamples(r.resamples),
            }
            for r in scores
        ],
    }
    arrays = {
        f"{name}_{i}": value
        for i, r in enumerate(scores)
        for name in _ARRAYS
        if (value := getattr(r, name)) is not None
    }
    arrays |= {f"resamples_{i}": r.resamples.numbers for i, r in enumerate(scores) if r.resamples is not None}
    arrays |= {f"level_{i}_{j}": level.values for i, r in enumerate(scores) for j, level in enumerate(r.levels)}
    with writing(path, through_links=False, lasting=False) as stream:  # damaged, it is only computed again
        packed = io.BytesIO()
        np.savez_compressed(packed, about=np.frombuffer(json.dumps(about).encode(), dtype=np.uint8), **arrays)
        stream.write(packed.getvalue())


def read_scores(
    path: str | os.PathLike[str], canonical: Callable[[str], str] = str
) -> tuple[Scores, str, tuple[str, ...]]:
    """Scores that ``write_scores`` wrote, their key, and the notes about the runs."""
    source = Source(path)
    try:
        stored: dict[str, Any] = read_arrays(source)
        about = parse(source, stored["about"].tobytes(), field="about")
        if about["format"] != FORMAT or about["version"] > VERSION:
            raise source.error(f"{FORMAT} up to version {VERSION}", found=str(about["version"]))
        results = [
            MeasureScores(
                entry["measure"],
                units=Axis(entry["units"], entry["unit"]),
                signatures=tuple(entry["signatures"]),
                higher_is_better=entry["higher_is_better"],
                # Files of the first version may lack these four.
                notes=tuple(entry.get("notes", ())),
                average=entry.get("average", "mean"),
                undefined_as=math.nan if entry.get("undefined_as") is None else entry["undefined_as"],
                levels=tuple(
                    GroupScores(Axis(level["groups"], level["level"]), stored[f"level_{i}_{j}"])
                    for j, level in enumerate(entry.get("levels", ()))
                ),
                resamples=_resamples(entry.get("resamples"), stored.get(f"resamples_{i}")),
                **{name: stored[f"{name}_{i}"] for name in _ARRAYS if f"{name}_{i}" in stored},
            )
            for i, entry in enumerate(about["measures"])
        ]
        run_notes = tuple(map(str, about.get("notes", ())))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        raise source.error(f"a whole {FORMAT} file", instead=str(error)) from error
    return Scores(about["runs"], results, canonical), about["key"], run_notes


def _about_resamples(found: Resamples | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"over": found.over, "seed": found.seed, "unit": found.drawn.noun, "drawn": found.drawn.names}


def _resamples(about: dict[str, Any] | None, numbers: Any) -> Resamples | None:
    """The numbers on resamples; those without each part of what was drawn are not stored."""
    if about is None or numbers is None:
        return None
    drawn = Axis(about["drawn"], about["unit"])
    return Resamples(drawn, about["over"], about["seed"], numbers, np.empty((len(numbers), 0)))


def write_scores_parquet(scores: Scores, path: str | os.PathLike[str]) -> None:
    """Write run, measure, unit, value rows as Parquet (needs the extra ``tables``)."""
    pyarrow, parquet = arrow()
    tables = [
        pyarrow.table(
            {
                "run": np.repeat(np.array(scores.runs), len(r.units)),
                "measure": np.full(r.values.size, r.measure),
                "unit": np.tile(np.array(r.units.names), len(scores.runs)),
                "value": r.values.ravel(),
            }
        )
        for r in scores
    ]
    about = {"goldscale": FORMAT, "version": str(VERSION)}
    with writing(path, through_links=False) as stream:
        parquet.write_table(pyarrow.concat_tables(tables).replace_schema_metadata(about), stream)
