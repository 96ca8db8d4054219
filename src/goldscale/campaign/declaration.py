"""What a campaign.toml says: checked, and the measures and rules that it stands for."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from goldscale.campaign.keys import ALSO, EXAMPLES, KEYS, KNOWN, SETTING_KEYS, as_toml
from goldscale.errors import FormatError, GoldscaleError, did_you_mean
from goldscale.files import Source
from goldscale.measures import Measure
from goldscale.measures.registry import parse_measures
from goldscale.measures.settings import Settings
from goldscale.text.strict_toml import parse_toml

_TEXT = {key.name for key in KEYS if key.is_text}
_SWITCHES = {key.name for key in KEYS if key.is_switch}
_GROUPS = ("file", "levels")
"""Keys of the table ``groups``."""


def parse(file: Path) -> dict[str, Any]:
    """The table that a campaign.toml holds, with known keys and values of the right kind."""
    table = parse_toml(Source(file))
    _check(table, file)
    return table


def _check(table: dict[str, Any], file: Path) -> None:
    for key in table:
        if key not in KNOWN:
            mend = (
                _suggestion(ALSO.get(key, key), KNOWN)
                or "'goldscale init' writes a campaign.toml that explains all keys."
            )
            raise FormatError(file, "a key of campaigns", field=key, found=key, hint=mend)
    for key, value in table.items():
        if key in _TEXT and not isinstance(value, str):
            raise FormatError(file, "text", field=key, found=str(value))
        if key in _SWITCHES and not isinstance(value, bool):
            raise FormatError(file, "true or false", field=key, found=str(value))
        if key in SETTING_KEYS:
            try:
                SETTING_KEYS[key].check(value)
            except GoldscaleError as error:
                hint = _suggestion(value, SETTING_KEYS[key].choices)
                raise FormatError(file, SETTING_KEYS[key].wanted, field=key, found=str(value), hint=hint) from error
    _check_thresholds(table.get("thresholds", {}), file)
    baselines = table.get("baselines", [])
    if not isinstance(baselines, list) or not all(isinstance(run, str) for run in baselines):
        raise FormatError(file, "a list of runs", field="baselines", found=str(baselines))
    if "groups" in table:
        _check_groups(table["groups"], file)


def _check_groups(groups: object, file: Path) -> None:
    if not isinstance(groups, dict):
        mend = f"Write it so: groups = {as_toml(EXAMPLES['groups'])}"
        raise FormatError(file, "a table with a file and its levels", field="groups", found=str(groups), hint=mend)
    for key in groups:
        if key not in _GROUPS:
            expected, hint = f"one of the keys {', '.join(_GROUPS)}", _suggestion(key, _GROUPS)
            raise FormatError(file, expected, field=f"groups.{key}", found=key, hint=hint)
    if not isinstance(groups.get("file"), str):
        found = str(groups.get("file", "nothing"))
        raise FormatError(file, "the name of a CSV file, item,author,plant", field="groups.file", found=found)
    levels = groups.get("levels", "all")
    if isinstance(levels, str):
        return
    if not isinstance(levels, list) or not levels or not all(isinstance(level, str) for level in levels):
        expected = 'a list of columns, outermost first, or text as "author > plant"'
        raise FormatError(file, expected, field="groups.levels", found=str(levels))


def _check_thresholds(thresholds: object, file: Path) -> None:
    if not isinstance(thresholds, dict):
        raise FormatError(file, "a table of runs", field="thresholds", found=str(thresholds))
    for run, value in thresholds.items():
        for label, number in value.items() if isinstance(value, dict) else ((None, value),):
            if not _is_finite_number(number):
                field = f"thresholds.{run}" if label is None else f"thresholds.{run}.{label}"
                expected = "a number, or a table of labels and numbers" if label is None else "a number"
                raise FormatError(file, expected, field=field, found=str(number))


def _suggestion(name: object, known: Iterable[str]) -> str | None:
    return did_you_mean(name, known) if isinstance(name, str) else None


def _is_finite_number(value: object) -> bool:
    """Whether this is a finite number that a float can hold."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def measures(table: dict[str, Any], file: Path) -> tuple[Measure, ...]:
    """The official measures, each once; none where the truth is to choose them."""
    if "measures" not in table:
        return ()
    asked = table["measures"]
    asked = [asked] if isinstance(asked, str) else asked
    if not isinstance(asked, list) or not asked:
        raise FormatError(file, "a list of measures", field="measures", found=str(asked))
    found: list[Measure] = []
    for text in asked:
        if not isinstance(text, str):
            raise FormatError(file, "a measure", field="measures", found=str(text))
        try:
            found += parse_measures(text)
        except GoldscaleError as error:
            raise FormatError(file, "a measure", field="measures", found=text, hint=sentence(error)) from error
    return tuple(dict.fromkeys(found))


def settings(table: dict[str, Any], file: Path) -> Settings:
    """The rules of the evaluation."""
    try:
        return Settings(**{key: table[key] for key in SETTING_KEYS if key in table})
    except GoldscaleError as error:
        raise FormatError(file, "settings that fit together", hint=sentence(error)) from error


def sentence(error: GoldscaleError) -> str:
    """What an error says, as a hint."""
    text = str(error)
    return text[:1].upper() + text[1:]
