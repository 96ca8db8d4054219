"""A campaign folder: what its campaign.toml says, checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from goldscale.data import Concepts, Judgements, Run
from goldscale.errors import FormatError, GoldscaleError, MissingResourceError, near_names
from goldscale.files import Source
from goldscale.formats import read_judgements, read_run
from goldscale.measures import Measure, measure
from goldscale.measures.decisions import RULES, Threshold
from goldscale.measures.settings import Settings

FILE = "campaign.toml"
DEFAULT_MEASURES = ("AP", "AUC", "F1", "F1:item")

_TEXT = {"name", "task", "collection", "truth", "runs", "labels", "ontology", "ties", "undefined", "unjudged"}
_KNOWN = {*_TEXT, "measures", "threshold", "thresholds", "sample"}


@dataclass(frozen=True)
class Campaign:
    """A test collection, its truth and the folder to which participants' runs go."""

    folder: Path
    name: str
    truth_file: Path
    runs_folder: Path
    measures: tuple[Measure, ...]
    """The official measures; the first one ranks."""
    settings: Settings
    task: str = "annotation"
    collection: str = ""
    ontology: str | None = None
    labels: Concepts | None = None
    thresholds: Mapping[str, float | Mapping[str, float]] = field(default_factory=dict)
    """Thresholds that participants gave for their runs: a number, or one per label."""

    @classmethod
    def load(cls, folder: str | Path) -> Campaign:
        """Read and check FOLDER/campaign.toml."""
        folder = Path(folder)
        file = folder / FILE
        if not file.is_file():
            raise MissingResourceError(f"{file}", "A campaign is a folder with a campaign.toml; see 'goldscale demo'.")
        table = _parse(file)
        _check(table, file)
        try:
            settings = Settings(
                **{key: table[key] for key in ("ties", "undefined", "unjudged", "threshold") if key in table}
            )
            asked = tuple(measure(m) for m in table.get("measures", DEFAULT_MEASURES))
        except GoldscaleError as error:
            raise FormatError(file, "known rules and measures", found=str(error)) from error
        return cls(
            folder=folder,
            name=table.get("name", folder.resolve().name),
            truth_file=_existing(folder, table, "truth", file),
            runs_folder=_existing(folder, table, "runs", file, default="runs"),
            measures=asked,
            settings=settings,
            task=table.get("task", "annotation"),
            collection=table.get("collection", ""),
            ontology=table.get("ontology"),
            labels=_labels(folder, table, file),
            thresholds=table.get("thresholds", {}),
        )

    def read_truth(self) -> Judgements:
        """The campaign's ground truth."""
        return read_judgements(self.truth_file, labels=self.labels)

    def run_files(self) -> list[Path]:
        """The files in the runs folder, by name; hidden files and READMEs are not runs."""
        return sorted(
            path
            for path in self.runs_folder.iterdir()
            if path.is_file() and not path.name.startswith(".") and not path.name.upper().startswith("README")
        )

    def read_run(self, path: Path) -> Run:
        """A participant's run with the threshold that the campaign file gives it."""
        run = read_run(path, labels=self.labels, name=Source(path).stem)
        threshold = self.thresholds.get(run.name)
        return run if threshold is None else run.replace(threshold=threshold)


def _parse(file: Path) -> dict[str, Any]:
    text = Source(file).text()
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise FormatError(file, "TOML", line=int(line[1]) if line else None, found=str(error)) from error


def _check(table: dict[str, Any], file: Path) -> None:
    for key in table:
        if key not in _KNOWN:
            near = near_names(key, _KNOWN)
            hint = f"Did you mean {near[0]!r}?" if near else None
            raise FormatError(file, f"one of the keys {', '.join(sorted(_KNOWN))}", field=key, found=key, hint=hint)
    for key in _TEXT & table.keys():
        if not isinstance(table[key], str):
            raise FormatError(file, "text", field=key, found=repr(table[key]))
    asked = table.get("measures", [])
    if not isinstance(asked, list) or not all(isinstance(m, str) for m in asked):
        raise FormatError(file, "a list of measures", field="measures", found=repr(asked))
    if "measures" in table and not asked:
        raise FormatError(file, "at least one measure", field="measures", found="[]")
    _check_threshold(table.get("threshold", 0.5), file)
    thresholds = table.get("thresholds", {})
    if not isinstance(thresholds, dict):
        raise FormatError(file, "a table of runs", field="thresholds", found=repr(thresholds))
    for run, value in thresholds.items():
        values = value.values() if isinstance(value, dict) else [value]
        if not all(_is_number(v) for v in values):
            raise FormatError(
                file,
                "a number or a table of labels and numbers",
                field=f"thresholds.{run}",
                found=repr(value),
            )


def _check_threshold(value: Threshold, file: Path) -> None:
    if not _is_number(value) and not (isinstance(value, str) and value in RULES):
        raise FormatError(file, f"a number or one of {', '.join(RULES)}", field="threshold", found=repr(value))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _existing(folder: Path, table: dict[str, Any], key: str, file: Path, default: str | None = None) -> Path:
    name = table.get(key, default)
    if name is None:
        raise FormatError(file, f"a file name under the key {key!r}", field=key, found="nothing")
    path = folder / str(name)
    if not path.exists():
        raise MissingResourceError(f"{path}", f"{FILE} names it under {key!r}.")
    return path


def _labels(folder: Path, table: dict[str, Any], file: Path) -> Concepts | None:
    if "labels" not in table:
        return None
    return read_labels(_existing(folder, table, "labels", file))


def read_labels(path: str | Path) -> Concepts:
    """Label names, one per line: what the columns of a file without a header stand for."""
    source = Source(path)
    names: dict[str, int] = {}
    for number, line in source.lines():
        name = line.strip()
        if not name:
            continue
        if name in names:
            raise FormatError(source.name, f"each label once (first in line {names[name]})", line=number, found=name)
        names[name] = number
    if not names:
        raise FormatError(source.name, "one label per line", found="an empty file")
    return Concepts(names, noun="concept")
