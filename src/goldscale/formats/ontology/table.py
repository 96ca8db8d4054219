"""The plain form of an ontology: a CSV with a line per child and parent, and a small TOML file of rules beside it.

The CSV has the header ``child,parent`` or ``child,parent,label`` (commas, semicolons or tabs). A child without a parent
hangs on the root; a child with several has a line for each. With a ``label`` column, a node is a label where that is
filled. Without one, each child is a label under its own name, and a node that stands in the second column only is an
abstract category. Labels are in the order of the lines.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from goldscale.data import Ontology
from goldscale.data.rules import ExclusiveGroup, Requirement
from goldscale.errors import FormatError, MissingResourceError, did_you_mean
from goldscale.files import Source, stem_of
from goldscale.text.small_tables import read_rows, records
from goldscale.text.strict_toml import parse_toml

HEADER = ("child", "parent", "label")
ENDING = ".rules.toml"
_HEADER = re.compile(r"\s*\"?child\"?\s*[,;\t]\s*\"?parent\"?\s*($|[,;\t])", re.IGNORECASE)

_KEYS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "title": str,
    "child_needs_parent": (bool, list),
    "abstract": list,
    "exclusive": list,
    "requires": list,
}
_EXCLUSIVE: dict[str, type | tuple[type, ...]] = {"name": str, "labels": list, "exactly_one": bool}
_REQUIRES: dict[str, type | tuple[type, ...]] = {"label": str, "any_of": list}
_WORDS = {str: "text", bool: "true or false", list: "a list", (bool, list): "true, false or a list of labels"}


def is_table(source: Source, text: str) -> bool:
    """Whether this is the plain form, by its header or its name."""
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    return source.suffix in (".csv", ".tsv") or _HEADER.match(first) is not None


def read_table(source: Source, rules: str | os.PathLike[str] | None) -> Ontology:
    """The ontology in a CSV, with the rules of the file beside it."""
    table, rules_file = _rules(source, rules)
    parents, labels = _hierarchy(source)
    for label in table.get("abstract", []):
        _labels({"abstract": [label]}, "abstract", "", labels, rules_file)
        del labels[label]
    exclusive = [_group(entry, i, labels, rules_file) for i, entry in enumerate(table.get("exclusive", []))]
    requirements = [_requirement(entry, i, labels, rules_file) for i, entry in enumerate(table.get("requires", []))]
    name = table.get("name", source.stem)
    found = Ontology(name, parents, labels, exclusive, requirements, table.get("title", ""))
    needing = table.get("child_needs_parent", False)
    if isinstance(needing, bool):
        return found.require_parents() if needing else found
    return found.require_parents(_labels(table, "child_needs_parent", "", labels, rules_file))


def rules_beside(path: Path) -> Path:
    """Where the rules of a CSV stand unless another file is named."""
    return path.with_name(stem_of(path) + ENDING)


def _hierarchy(source: Source) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Parents of each node, and node of each label."""
    rows = read_rows(source)
    fields = HEADER[: max(2, len(rows[0].cells))]
    if tuple(cell.casefold() for cell in rows[0].cells) != fields:
        raise rows[0].error("the header child,parent[,label]")
    parents: dict[str, list[str]] = {}
    given: dict[str, str] = {}
    for row in records(rows, fields):
        child, parent = row.name("child"), row["parent"]
        if parent == child:
            raise row.error("another node than the child", "parent")
        above = parents.setdefault(child, [])
        if parent and parent in above:
            raise row.error("each child and parent once", "parent")
        above += [parent] if parent else []
        label = row[fields[2]] if len(fields) == 3 else child
        if label and given.setdefault(label, child) != child:
            raise row.error("a label of one node only", "label")
    return parents, given


def _rules(source: Source, given: str | os.PathLike[str] | None) -> tuple[dict[str, Any], str]:
    """The rules file's content and name; nothing where there is no such file."""
    beside = None if source.path is None else rules_beside(source.path)
    path = Path(given) if given is not None else beside
    if path is None or not path.is_file():
        if given is not None:
            raise MissingResourceError(f"rules file {str(given)!r}", "Check the path.")
        return {}, source.name
    table = parse_toml(Source(path))
    _check(table, _KEYS, "", str(path))
    return table, str(path)


def _group(entry: Any, number: int, labels: dict[str, str], file: str) -> ExclusiveGroup:
    where = f"exclusive[{number}]."
    _check(entry, _EXCLUSIVE, where, file)
    names = _labels(entry, "labels", where, labels, file)
    if len(set(names)) < max(2, len(names)):
        raise FormatError(file, "at least two labels, each once", field=f"{where}labels", found=", ".join(names))
    return ExclusiveGroup(entry.get("name", ", ".join(names)), names, entry.get("exactly_one", False))


def _requirement(entry: Any, number: int, labels: dict[str, str], file: str) -> Requirement:
    where = f"requires[{number}]."
    _check(entry, _REQUIRES, where, file)
    label = _labels({"label": [entry.get("label", "")]}, "label", where, labels, file)[0]
    return Requirement(label, _labels(entry, "any_of", where, labels, file))


def _labels(entry: dict[str, Any], key: str, where: str, labels: dict[str, str], file: str) -> tuple[str, ...]:
    """The labels that a key lists; within an entry at least one."""
    names = entry.get(key, [])
    field = where + key
    for name in names:
        if not isinstance(name, str):
            raise FormatError(file, "names as text", field=field, found=str(name))
    if where and not names:
        raise FormatError(file, "labels", field=field, instead="none")
    for name in names:
        if name not in labels:
            hint = did_you_mean(name, labels)
            raise FormatError(file, "a label of the ontology", field=field, found=name, hint=hint)
    return tuple(names)


def _check(entry: Any, known: dict[str, type | tuple[type, ...]], where: str, file: str) -> None:
    if not isinstance(entry, dict):
        raise FormatError(file, "a table", field=where.rstrip("."), found=str(entry))
    for key, value in entry.items():
        if key not in known:
            hint = did_you_mean(key, known)
            raise FormatError(file, f"one of the keys {', '.join(known)}", field=where + key, found=key, hint=hint)
        if not isinstance(value, known[key]):
            raise FormatError(file, _WORDS[known[key]], field=where + key, found=str(value))
