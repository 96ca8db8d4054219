"""The table from which words are completed: all commands, their options, and the names that these take."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import click

from goldscale.agreement.aggregation.merge import METHODS
from goldscale.agreement.coefficients.registry import list_coefficients
from goldscale.agreement.quality.check import CHECKS
from goldscale.cli.completion import FILE, FOLDER, MEASURE
from goldscale.cli.options import DeclaredType
from goldscale.formats import formats
from goldscale.formats.ontology.files import BUNDLED
from goldscale.measures.registry import MEASURES
from goldscale.relatedness import relatedness_sources
from goldscale.significance.corrections import CORRECTIONS
from goldscale.significance.omnibus import TESTS_OF_ALL
from goldscale.significance.paired import TESTS
from goldscale.tasks.plant.baselines import BASELINES

FORMAT, ONTOLOGY, RELATEDNESS = "<format>", "<ontology>", "<relatedness>"
TAKEN = {
    "measures": (MEASURE,),
    "measure": (MEASURE,),
    "format_name": (FORMAT,),
    "truth_format": (FORMAT,),
    "run_format": (FORMAT,),
    "from_format": (FORMAT,),
    "to_format": (FORMAT,),
    "ontology": (ONTOLOGY, FILE),
    "relatedness": (RELATEDNESS, FILE),
    "coefficients": ("<coefficient>",),
    "checks": ("<check>",),
    "noted": ("<check>",),
    "method": ("<method>",),
    "correction": ("<correction>",),
    "measures name": (MEASURE,),
    "ontology show name": (ONTOLOGY, FILE),
    "ontology check name": (ONTOLOGY, FILE),
    "relatedness build source": (RELATEDNESS,),
    "relatedness benchmark sources": (RELATEDNESS, FILE),
    "relatedness sources name": (RELATEDNESS,),
    "compare test": ("<test>",),
    "plant baselines": ("<baseline>",),
    "split check": (FILE,),
}
"""What parameters take that are plain text to click, by their names, or by those of a command and its parameter."""
_FILES = ("FILE", "RUN", "VOTES", "TRUTH")
_FOLDERS = ("FOLDER", "DIR")


def completion_table(root: click.Group) -> str:
    """The table as JSON, one line per entry."""
    table = {"measures": _measures(), "names": _names(), "commands": _commands(root, "", None)}
    parts = []
    for name, entries in table.items():
        lines = [f"  {json.dumps(key)}: {json.dumps(entry, ensure_ascii=False)}" for key, entry in entries.items()]
        parts.append(f' "{name}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _measures() -> dict[str, Any]:
    return {
        key: {"about": definition.summary, "directions": list(definition.directions)}
        for definition in MEASURES.own()
        for key in definition.keys
    }


def _names() -> dict[str, dict[str, str]]:
    plain: dict[str, Iterable[str]] = {
        "<test>": [*TESTS, *TESTS_OF_ALL],
        "<correction>": CORRECTIONS,
        "<check>": CHECKS,
        "<method>": METHODS,
    }
    plain["<baseline>"] = BASELINES
    return {
        FORMAT: {form.name: form.title for form in formats().own()},
        ONTOLOGY: dict.fromkeys(BUNDLED, ""),
        RELATEDNESS: {source.name: "" for source in relatedness_sources()},
        "<coefficient>": {one.name: one.title for one in list_coefficients()},
        **{kind: dict.fromkeys(registry, "") for kind, registry in plain.items()},
    }


def _commands(command: click.Command, path: str, above: click.Context | None) -> dict[str, Any]:
    """A command and all below it, by path."""
    context = click.Context(command, parent=above, **command.context_settings)
    below: dict[str, click.Command] = {}
    if isinstance(command, click.Group):
        found = {name: command.get_command(context, name) for name in command.list_commands(context)}
        below = {name: one for name, one in found.items() if one is not None}
    options: dict[str, Any] = {}
    values: dict[str, None] = {}
    for parameter in command.get_params(context):
        taken = _taken(parameter, path)
        if isinstance(parameter, click.Option):
            if parameter.hidden:
                continue
            flag = parameter.is_flag or parameter.name in ("help", "version")
            about = (parameter.help or "").partition(". ")[0]
            options |= {name: {"about": about, "values": None if flag else taken} for name in parameter.opts}
        else:
            values |= dict.fromkeys(taken)
    own = {
        "commands": {name: one.get_short_help_str() for name, one in below.items()},
        "options": options,
        "values": list(values),
    }
    deeper = [_commands(one, f"{path} {name}".strip(), context) for name, one in below.items()]
    return {path: own} | {key: entry for entries in deeper for key, entry in entries.items()}


def _taken(parameter: click.Parameter, path: str) -> list[str]:
    """The words that a parameter takes, or where they are found."""
    name, kind = parameter.name or "", parameter.type
    for key in (f"{path} {name}", name):
        if key in TAKEN and not isinstance(kind, click.Choice):
            return list(TAKEN[key])
    if isinstance(kind, click.Choice):
        return [str(choice) for choice in kind.choices]
    if isinstance(kind, DeclaredType):
        return [*kind.parameter.choices, *([FILE] if kind.parameter.kind == "file" else [])]
    shown = (parameter.metavar or name).upper()
    if any(word in shown for word in _FOLDERS):
        return [FOLDER]
    return [FILE] if isinstance(kind, click.Path) or _is_file(parameter, shown) else []


def _is_file(parameter: click.Parameter, shown: str) -> bool:
    if isinstance(parameter, click.Argument):
        return "TEXT" not in shown
    return any(word in shown for word in _FILES) and shown != "RUN"
