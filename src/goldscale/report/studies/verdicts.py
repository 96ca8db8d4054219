"""What holds of which measure, as a board."""

from __future__ import annotations

import os

from goldscale.metaevaluation.requirements import REQUIREMENTS, Requirements
from goldscale.report.look import LIGHT, SERIES
from goldscale.report.plots import figure

MARKS = {True: ("\N{CHECK MARK}", "holds"), False: ("\N{BALLOT X}", "fails"), None: ("", "\N{EN DASH}")}
COLOURS = {True: SERIES[0], False: SERIES[1], None: LIGHT.soft}


def plot_requirements(path: str | os.PathLike[str], found: Requirements) -> None:
    """Measures x requirements: told by a mark and a word, and only then by colour."""
    rows, columns = list(found.verdicts), list(REQUIREMENTS)
    with figure(path, 1.2 * len(columns) + 2.0, 0.32 * len(rows) + 1.2) as drawn:
        axes = drawn.subplots()
        for y, measure in enumerate(rows):
            for x, requirement in enumerate(columns):
                holds = found.verdicts[measure][requirement].holds
                if holds is False:
                    width = [x - 0.47, x + 0.47]
                    axes.fill_between(width, y - 0.44, y + 0.44, facecolor=SERIES[1], alpha=0.12, linewidth=0)
                mark, word = MARKS[holds]
                axes.text(
                    x,
                    y,
                    f"{mark} {word}".strip(),
                    ha="center",
                    va="center",
                    color=COLOURS[holds],
                    # The usual fonts have no ballot; this one comes with matplotlib.
                    family="DejaVu Sans",
                )
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xticks(
            range(len(columns)), [name.replace(" is ", " is\n").replace(" for ", " for\n") for name in columns]
        )
        axes.set_yticks(range(len(rows)), rows)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.hlines([y + 0.5 for y in range(len(rows) - 1)], -0.5, len(columns) - 0.5, color=LIGHT.line, linewidth=0.6)
        axes.set_xlabel(f"{found.cases} generated cases each, seed {found.seed}", loc="left", color=LIGHT.soft)
