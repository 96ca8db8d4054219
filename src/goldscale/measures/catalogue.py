"""The catalogue of measures as Markdown, written from the registry alone; the documentation includes it as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product

from goldscale.data.parameter import Parameter
from goldscale.data.table import Table, names, texts
from goldscale.kernels.cells import Direction
from goldscale.measures.definition import Definition, Prediction
from goldscale.measures.neighbours import ForeignName, foreign_names
from goldscale.measures.registry import MEASURES

PREDICTIONS: dict[Prediction, str] = {"set": "Sets", "ranking": "Rankings", "probability": "Probabilities"}
DIRECTIONS: dict[Direction, str] = {"label": "by label", "item": "by item"}
_OPTION = re.compile(r"--\w+ \w+")


def catalogue_markdown(definitions: Iterable[Definition] | None = None) -> str:
    """Every definition in full, grouped by prediction and direction (thesis table 4.3); ours where none are given."""
    found = MEASURES.own() if definitions is None else list(definitions)
    parts = ["# Measures\n", _overview(found)]
    for (prediction, title), (direction, side) in product(PREDICTIONS.items(), DIRECTIONS.items()):
        group = _group(found, prediction, direction)
        if group:
            parts.append(f"## {title}, {side}\n")
            parts += map(_entry, group)
    return "\n".join(parts)


def catalogue_table(definitions: Iterable[Definition]) -> Table:
    """A row per measure: its keys, its four dimensions and what it says."""
    found = list(definitions)
    dimensions = ("prediction", "direction", "relevance", "score")
    return Table(
        [
            names("measure", (", ".join(d.keys) for d in found)),
            *(names(dimension, (getattr(d, dimension) for d in found)) for dimension in dimensions),
            texts("summary", (d.summary for d in found)),
        ]
    )


def names_markdown(library: str) -> str:
    """The names that another program gives its measures beside ours, as a table."""
    rows = [known for known in foreign_names() if known.library == library]
    columns = [
        names(library, (f"`{row.name}`" for row in rows)),
        names("here", map(_here, rows)),
        texts("remark", (_OPTION.sub(r"`\g<0>`", row.note) for row in rows)),
    ]
    return Table(columns).to_markdown(marked=True)


def _here(row: ForeignName) -> str:
    if not row.ours:
        return "none"
    return f"`{row.ours}`" + (f" with `{row.options}`" if row.options else "")


def _group(found: Sequence[Definition], prediction: Prediction, direction: Direction) -> list[Definition]:
    return [d for d in found if d.prediction == prediction and d.direction == direction]


def _overview(found: Sequence[Definition]) -> str:
    """Prediction x direction, each measure where it stands when no direction is named."""
    columns = [
        names(title, (", ".join(map(_short, _group(found, prediction, direction))) for prediction in PREDICTIONS))
        for direction, title in DIRECTIONS.items()
    ]
    return Table([names("", map(str.lower, PREDICTIONS.values())), *columns]).to_markdown(marked=True)


def _short(definition: Definition) -> str:
    """The keys, and what sets the measure apart in the other two dimensions."""
    keys = ", ".join(f"`{key}`" for key in definition.keys)
    apart = [kind for kind in (definition.relevance, definition.score) if kind != "binary"]
    return f"{keys} ({', '.join(apart)})" if apart else keys


def _entry(d: Definition) -> str:
    lines = [
        f"### {', '.join(d.keys)}: {d.title}\n",
        f"{d.summary}\n",
        f"$$\n{d.equation}\n$$\n",
        *([f"- **Where** {d.where}"] if d.where else []),
        f"- **Dimensions**: {_directions(d)}, {d.prediction} prediction, {d.relevance} relevance, {d.score} score",
        f"- **Range**: {d.low:g} to {d.high:g}; {'higher' if d.higher_is_better else 'lower'} is better",
        f"- **Aggregate**: {d.aggregate} over the units",
        f"- **Undefined** where {d.undefined}",
    ]
    if d.needs:
        lines.append(f"- **Needs**: {', '.join(sorted(d.needs))}")
    if d.ties:
        lines.append(f"- **Ties**: {d.ties}")
    lines += [f"- **Parameter** {_parameter(p)}" for p in d.parameters]
    if d.aliases:
        lines.append(f"- **Also called**: {', '.join(f'`{alias}`' for alias in d.aliases)}")
    if d.properties:
        lines.append(f"- **Properties**: {', '.join(sorted(d.properties))}")
    lines += [f"- **Reference**: {d.reference}", f"- **Example**: `{d.example}`", ""]
    return "\n".join(lines)


def _directions(d: Definition) -> str:
    return f"{d.direction} direction{' only' if d.directions == (d.direction,) else ''}"


def _parameter(p: Parameter) -> str:
    choices = f"; one of {', '.join(f'`{choice}`' for choice in p.choices)}" if p.choices else ""
    return f"`{p.name}` (default `{p.usual}`{choices}): {p.about}"
