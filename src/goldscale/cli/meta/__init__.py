"""goldscale meta."""

from __future__ import annotations

import click

from goldscale.cli import LazyGroup

STUDIES = ("correlation", "items", "scatter", "stability", "density", "power", "requirements", "truths")
"""Each is a module of this package."""


class Meta(LazyGroup):
    """The studies."""

    package, names = __name__, STUDIES


@click.command("meta", cls=Meta, subcommand_metavar="STUDY CAMPAIGN [ARGS]...")
def command() -> None:
    """Study the measures themselves: which deserve belief?

    Whether they rank systems alike, what errors in the truth do to them, what guessing earns, and what they can tell
    apart.

    \b
    goldscale meta correlation demo
    goldscale meta stability demo -m AP -m F1:item
    """
