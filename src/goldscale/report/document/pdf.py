"""The report on paper: the same content as the page, typeset by Typst."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from importlib.resources import as_file, files
from typing import Any

from goldscale.data.number_format import json_number, shown
from goldscale.data.table_forms import printable
from goldscale.errors import MissingResourceError
from goldscale.report.content import DIGITS, ReportContent
from goldscale.report.digits import digits_of
from goldscale.report.document import heatmaps
from goldscale.report.findings import items_finding, leaderboard_finding, methods_paragraph, tier_rule
from goldscale.report.items import ItemStory
from goldscale.report.look import LIGHT
from goldscale.report.page.drawing import SharedScale
from goldscale.report.short_names import label
from goldscale.version import __version__

LATIN_END, KNOWN = "\u0530", "–—‘’“”…•±×≤≥−○✓✗"
"""Latin, Greek and Cyrillic letters and these signs come with Typst; for others the fonts of the system are asked."""
TOGETHER = "\u00a0"
"""No line ends here."""
MOST_MEASURES = 9
"""That a row of the leaderboard has room for."""


def pdf(content: ReportContent) -> bytes:
    """The report as a PDF; needs the package typst (the extra ``report``)."""
    try:
        import typst
    except ImportError:
        raise MissingResourceError("the package typst", "Install it: pip install 'goldscale[report]'.") from None
    data = json.dumps(_printable(document(content)), ensure_ascii=False, allow_nan=False)
    with as_file(files("goldscale.report.document").joinpath("report.typ")) as template:
        bundled = all(character in KNOWN or character < LATIN_END for character in data)
        return bytes(typst.compile(template, sys_inputs={"data": data}, ignore_system_fonts=bundled))


def document(content: ReportContent) -> dict[str, Any]:
    """All that the template shows."""
    return {
        "title": content.title,
        "subtitle": content.subtitle,
        "generator": f"Goldscale {__version__}",
        "look": asdict(LIGHT),
        "facts": [list(fact) for fact in content.facts],
        "leaderboard": _leaderboard(content),
        "heatmaps": [found for found in (heatmaps.concepts(content), heatmaps.measures(content)) if found is not None],
        "items": _items(content),
        "notes": list(content.notes),
        "paragraph": methods_paragraph(content),
        "measures": [
            {"name": result.measure, "about": content.about(result), "signature": result.signatures[0]}
            for result in content.scores
        ],
    }


def _leaderboard(content: ReportContent) -> dict[str, Any]:
    official, scores = content.official, content.scores
    chance = content.chance.get(official.measure, math.nan)
    ends = [] if official.low is None or official.high is None else [*official.low, *official.high]
    known = [float(end) for end in ends if math.isfinite(end)]
    axis = SharedScale.around([*known, chance]) if known else None
    return {
        "finding": leaderboard_finding(content),
        "rule": tier_rule(content),
        "measures": list(scores.measures[:MOST_MEASURES]),
        "more": len(scores.measures[MOST_MEASURES:]),
        "axis": None if axis is None else [axis.low, axis.high],
        "ticks": [] if axis is None else [[tick, shown(tick, axis.digits)] for tick in axis.ticks],
        "chance": json_number(chance),
        "rows": [_row(content, i) for i in range(len(scores.runs))],
    }


def _row(content: ReportContent, i: int) -> dict[str, Any]:
    official, run = content.official, content.scores.runs[i]
    others = [content.scores[name] for name in content.scores.measures[1:MOST_MEASURES]]
    tier = None if content.tiers is None else content.tiers.of(run)
    low, high = (math.nan if side is None else float(side[i]) for side in (official.low, official.high))
    digits = digits_of(official)
    return {
        "run": label(run, 48),
        "baseline": run in content.baselines,
        "tier": tier,
        "leads": content.tiers is not None and tier is not None and content.tiers.groups[tier - 1][0] == run,
        "value": json_number(float(official.aggregate[i])),
        "shown": shown(float(official.aggregate[i]), digits),
        "low": json_number(low),
        "high": json_number(high),
        "between": "" if math.isnan(low) else f"[{shown(low, digits)}, {shown(high, digits)}]",
        "others": [json_number(float(other.aggregate[i])) for other in others],
    }


def _items(content: ReportContent) -> dict[str, Any] | None:
    """The hardest and the easiest items, where a measure has a value per item."""
    result = content.by_item
    if result is None or not content.hardest:
        return None
    plural = result.units.plural
    return {
        "title": plural.capitalize(),
        "finding": items_finding(result),
        "measure": result.measure,
        "noun": result.units.noun,
        "best": label(content.scores.runs[0]),
        "lists": [
            {"title": f"The hardest {plural}", "rows": [_story(story) for story in content.hardest]},
            {"title": f"The easiest {plural}", "rows": [_story(story) for story in content.easiest]},
        ],
    }


def _story(story: ItemStory) -> dict[str, Any]:
    kinds = (("✓", story.found), ("○", story.missed), ("✗", story.wrong))
    told = [f"{mark}{TOGETHER}{label(name)}" for mark, names in kinds for name in names]
    return {"name": label(story.name, 48), "mean": round(story.mean, DIGITS), "labels": told}


def _printable(value: Any) -> Any:
    """Names on one line, with control characters made visible."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {key: _printable(inner) for key, inner in value.items()}
    return [_printable(inner) for inner in value] if isinstance(value, list) else value
