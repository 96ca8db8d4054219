"""The options --limit and --no-limits, which stand before the command or anywhere behind it."""

from __future__ import annotations

import click

# The limits themselves are loaded where somebody sets one: 'goldscale --help' needs none of it.


def _set(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
    if value:
        from goldscale.limits import limits_set, parse_limit

        # The outermost context ends whatever becomes of the command.
        ctx.find_root().with_resource(limits_set(**dict(map(parse_limit, value))))


def _lift(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        from goldscale.limits import no_limits

        ctx.find_root().with_resource(no_limits())


def limit_options(*, hidden: bool) -> list[click.Option]:
    """Both of them; hidden where the help of ``goldscale`` itself shows them already."""
    about = "Another limit for what files may hold, as line=1GiB or cells=none; see the page Limits."
    return [
        click.Option(
            ["--limit"], multiple=True, metavar="NAME=N", help=about, callback=_set, expose_value=False, hidden=hidden
        ),
        click.Option(
            ["--no-limits"],
            is_flag=True,
            help="No limits at all, for files that can be trusted.",
            callback=_lift,
            expose_value=False,
            # Before any --limit, which then sets one of those that are lifted.
            is_eager=True,
            hidden=hidden,
        ),
    ]


_BEHIND = limit_options(hidden=True)


def with_limits(command: click.Command) -> click.Command:
    """The command, and all commands in it, with both options."""
    command.params += [option for option in _BEHIND if option not in command.params]
    for inner in getattr(command, "commands", {}).values():
        with_limits(inner)
    return command
