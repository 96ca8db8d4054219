"""A campaign folder: what its campaign.toml says, checked."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from goldscale.data import Concepts, Judgements, Run
from goldscale.errors import (
    FormatError,
    GoldscaleError,
    MismatchError,
    MissingResourceError,
    UnknownNameError,
    near_names,
)
from goldscale.files import Source
from goldscale.formats import read_judgements, read_run
from goldscale.measures import Measure, measure
from goldscale.measures.decisions import RULES
from goldscale.measures.settings import Settings

FILE = "campaign.toml"
DEFAULT_MEASURES = ("AP", "AUC", "F1", "F1:item")

_SETTINGS = ("ties", "undefined", "unjudged", "threshold", "ci", "ci_over", "replicates", "seed")
_TEXT = {"name", "task", "collection", "truth", "runs", "labels", "ontology"}
_TEXT_SETTINGS = {"ties", "undefined", "unjudged", "ci_over"}
_WHOLE = {"replicates": 1, "seed": 0}
"""Keys of whole numbers, and the lowest that each may be."""
_KNOWN = {*_TEXT, *_SETTINGS, "measures", "thresholds", "sample"}


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
        return cls(
            folder=folder,
            name=table.get("name", folder.resolve().name),
            truth_file=_existing(folder, table, "truth", file),
            runs_folder=_runs_folder(folder, table, file),
            measures=_measures(table, file),
            settings=_settings(table, file),
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
        """The files in the runs folder, by name; hidden files, READMEs and label lists of ARFF files are not runs."""
        files = [path for path in self.runs_folder.iterdir() if path.is_file()]
        has_arff = any(path.name.lower().endswith((".arff", ".arff.gz")) for path in files)
        return sorted(
            path
            for path in files
            if not path.name.startswith(".")
            and not path.name.upper().startswith("README")
            and not (has_arff and path.suffix.lower() == ".xml")
        )

    def read_run(self, path: Path) -> Run:
        """A participant's run with the threshold that the campaign file gives it."""
        run = read_run(path, labels=self.labels, name=Source(path).stem)
        threshold = self.thresholds.get(run.name)
        if threshold is None:
            return run
        if isinstance(threshold, Mapping):
            self._check_labels(run, threshold)
        return run.replace(threshold=threshold)

    def _check_labels(self, run: Run, threshold: Mapping[str, float]) -> None:
        missing = [label for label in run.labels if label not in threshold]
        unknown = [label for label in threshold if label not in run.labels]
        if missing or unknown:
            raise MismatchError(
                f"{self.folder / FILE}, field thresholds.{run.name}: not the {run.labels.plural} of the run",
                missing=missing,
                extra=unknown,
            )


def _parse(file: Path) -> dict[str, Any]:
    text = Source(file).text()
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        raise FormatError(
            file, f"TOML ({reason})", line=int(line[1]) if line else text.rstrip().count("\n") + 1
        ) from error


def _check(table: dict[str, Any], file: Path) -> None:
    for key in table:
        if key not in _KNOWN:
            expected = f"one of the keys {', '.join(sorted(_KNOWN))}"
            raise FormatError(file, expected, field=key, found=key, hint=_suggestion(key, _KNOWN))
    for key, value in table.items():
        if key in _TEXT | _TEXT_SETTINGS and not isinstance(value, str):
            raise FormatError(file, "text", field=key, found=str(value))
        if key in _WHOLE and (type(value) is not int or value < _WHOLE[key]):
            raise FormatError(file, f"a whole number from {_WHOLE[key]} up", field=key, found=str(value))
    ci = table.get("ci", 0.95)
    if not _is_number(ci) or not 0 < ci < 1:
        raise FormatError(file, "a number between 0 and 1, as 0.95", field="ci", found=str(ci))
    threshold = table.get("threshold", 0.5)
    if not _is_number(threshold) and not (isinstance(threshold, str) and threshold in RULES):
        hint = _suggestion(threshold, RULES)
        expected = f"a number or one of {', '.join(RULES)}"
        raise FormatError(file, expected, field="threshold", found=str(threshold), hint=hint)
    _check_thresholds(table.get("thresholds", {}), file)


def _check_thresholds(thresholds: object, file: Path) -> None:
    if not isinstance(thresholds, dict):
        raise FormatError(file, "a table of runs", field="thresholds", found=str(thresholds))
    for run, value in thresholds.items():
        for label, number in value.items() if isinstance(value, dict) else ((None, value),):
            if not _is_number(number):
                field = f"thresholds.{run}" if label is None else f"thresholds.{run}.{label}"
                expected = "a number, or a table of labels and numbers" if label is None else "a number"
                raise FormatError(file, expected, field=field, found=str(number))


def _suggestion(name: object, known: Iterable[str]) -> str | None:
    near = near_names(name, known) if isinstance(name, str) else []
    return f"Did you mean {near[0]!r}?" if near else None


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _measures(table: dict[str, Any], file: Path) -> tuple[Measure, ...]:
    asked = table.get("measures", DEFAULT_MEASURES)
    if not isinstance(asked, (list, tuple)) or not asked:
        raise FormatError(file, "a list of measures", field="measures", found=str(asked))
    found = []
    for text in asked:
        if not isinstance(text, str):
            raise FormatError(file, "a measure", field="measures", found=str(text))
        try:
            found.append(measure(text))
        except GoldscaleError as error:
            raise FormatError(file, "a measure", field="measures", found=text, hint=_sentence(error)) from error
    return tuple(dict.fromkeys(found))


def _settings(table: dict[str, Any], file: Path) -> Settings:
    given = {key: table[key] for key in _SETTINGS if key in table}
    for key in _TEXT_SETTINGS & given.keys():  # one by one, so that the error can name the field
        try:
            Settings(**{key: given[key]})
        except UnknownNameError as error:
            expected, hint = f"one of {', '.join(error.known)}", _suggestion(given[key], error.known)
            raise FormatError(file, expected, field=key, found=given[key], hint=hint) from error
    try:
        return Settings(**given)
    except GoldscaleError as error:
        raise FormatError(file, "settings that fit together", hint=_sentence(error)) from error


def _sentence(error: GoldscaleError) -> str:
    text = str(error)
    return text[:1].upper() + text[1:]


def _runs_folder(folder: Path, table: dict[str, Any], file: Path) -> Path:
    path = _existing(folder, table, "runs", file, default="runs")
    if not path.is_dir():
        raise FormatError(file, "a folder", field="runs", found=str(path))
    return path


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
