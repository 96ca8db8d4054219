"""What every page carries: its style, its script, and the policy that lets nothing else run."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from dataclasses import asdict
from importlib.resources import files

from goldscale.report.look import DARK, HEAT_COLOURS, LIGHT, Palette, contrast, heat_colour
from goldscale.report.page.drawing import STEPS

SCRIPTS = ("base", "tables", "plots", "leaderboard", "curves", "units", "runs", "measures", "spread", "reading")
"""Parts of the script, in the order in which they need each other; ``reading`` is last, for it opens what was asked."""


def style() -> str:
    """The style sheet, with the look's colours as variables."""
    light, dark = (f"color-scheme:{name};{_variables(p)}" for name, p in (("light", LIGHT), ("dark", DARK)))
    # Paper is light whatever the screen is.
    themes = (
        f":root{{{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}"
    )
    return f"{themes}{_heat()}{_asset('report.css')}{_asset('stories.css')}"


def script() -> str:
    """All parts as one script that leaves no names behind."""
    parts = "\n".join(_asset("script", f"{name}.js") for name in SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def policy(script: str) -> str:
    """Nothing that the page holds may ask anything of a network, and no script runs but this one."""
    digest = b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def heat_step(step: int) -> tuple[str, str]:
    """The ground of a heatmap's cell, and the text that can be read on it."""
    ground = heat_colour(step / STEPS)
    return ground, max("#000000", "#ffffff", key=lambda text: contrast(text, ground))


def _heat() -> str:
    cells = (
        f"td.heat{step}{{background:{ground};color:{text}}}"
        for step, (ground, text) in ((step, heat_step(step)) for step in range(STEPS + 1))
    )
    return f"{''.join(cells)}.ramp{{background:linear-gradient(to right,{','.join(HEAT_COLOURS)})}}"


def _variables(palette: Palette) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in asdict(palette).items())


def _asset(*path: str) -> str:
    return files("goldscale.report.page").joinpath(*path).read_text("utf-8")
