"""goldscale completion, and what a shell is told when somebody presses the tab key.

The answers come from a table that docs/generate.py writes from the commands and the registries: who waits for a word
must not wait until NumPy is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

from goldscale.cli import ASKED

TABLE = "completion.json"
FILE, FOLDER, MEASURE = "<file>", "<folder>", "<measure>"
"""What the table calls values that are not among the words themselves; other names in brackets are lists of words."""
CUTOFFS = (1, 5, 10, 20, 100)
BREAKS = "@:=("
"""Where Bash begins a new word (COMP_WORDBREAKS), though we have only one."""
KEPT = "@"
"""The one of them that the answer replaces together with what follows it: hosts are completed with their @."""


def candidates(words: Sequence[str], incomplete: str) -> list[CompletionItem[str]]:
    """What may stand in the place of the incomplete word behind complete ones."""
    table = _table()
    here, values = _walk(table["commands"], words)
    if values is not None:
        return list(_values(values, incomplete))
    option, equals, begun = incomplete.partition("=")
    if equals and option in here["options"]:
        found = _values(here["options"][option]["values"] or (), begun)
        return [CompletionItem(f"{option}={item.value}", item.type, item.help) for item in found]
    if incomplete.startswith("-"):
        return list(_begun({name: option["about"] for name, option in here["options"].items()}, incomplete))
    if here["commands"]:
        return list(_begun(here["commands"], incomplete))
    return list(_values(here["values"], incomplete))


def _walk(commands: dict[str, Any], words: Sequence[str]) -> tuple[dict[str, Any], list[str] | None]:
    """The command that the words lead to, and the values of the option that they end in, if they do."""
    path, waiting = "", None
    for word in words:
        here = commands[path]
        if waiting is not None:
            waiting = None
        elif word in here["options"]:
            waiting = here["options"][word]["values"]
        elif word in here["commands"]:
            path = f"{path} {word}".strip()
    return commands[path], waiting


def _values(values: Iterable[str], incomplete: str) -> Iterator[CompletionItem[str]]:
    """Words, and first where to look for files: Bash forgets what came before that."""
    for kind, name in ((FILE, "file"), (FOLDER, "dir")):
        if kind in values:
            yield CompletionItem(incomplete, name)
    for value in values:
        if value == MEASURE:
            yield from _measures(incomplete)
        elif value.startswith("<"):
            yield from _begun(_table()["names"].get(value, {}), incomplete)
        else:
            yield from _begun({value: ""}, incomplete)


def _begun(words: dict[str, str], incomplete: str) -> Iterator[CompletionItem[str]]:
    """The words that begin so, whatever the case."""
    for word, about in words.items():
        if word.casefold().startswith(incomplete.casefold()):
            yield CompletionItem(word, help=about or None)


def _measures(incomplete: str) -> Iterator[CompletionItem[str]]:
    """Names; behind an @ cutoffs, behind a colon directions. Parameters in brackets are for people to write."""
    before, comma, last = incomplete.rpartition(",")
    if comma and before.count("(") == before.count(")"):
        yield from (CompletionItem(f"{before},{item.value}", help=item.help) for item in _measures(last))
        return
    known = {key.casefold(): entry for key, entry in _table()["measures"].items()}
    stem, colon, _ = incomplete.rpartition(":")
    name, at, _ = incomplete.partition("@")
    if colon:
        entry = known.get(re.sub(r"@\d+$", "@k", stem.casefold()))
        yield from _begun({f"{stem}:{direction}": "" for direction in (entry or {}).get("directions", ())}, incomplete)
    elif at and f"{name.casefold()}@k" in known:
        yield from _begun({f"{name}@{cutoff}": "" for cutoff in CUTOFFS}, incomplete)
    else:
        abouts = {key.replace("@k", "@10"): entry["about"] for key, entry in _table()["measures"].items()}
        yield from _begun(abouts, incomplete)


@cache
def _table() -> dict[str, Any]:
    import json

    from goldscale.resources import resource

    table: dict[str, Any] = json.loads(resource(TABLE).read_text("utf-8"))
    return table


class _FromTable(ShellComplete):
    """Answers from the table instead of loading the command that is being typed."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        return candidates(args, incomplete)


class GoldscaleBash(_FromTable, BashComplete):
    """Bash takes ``AP:item`` for three words: they are put together, and the answer is for the last of them.

    That of ``P@5`` is ``@5``. Somebody's Bash may break words elsewhere: what counts is where it did.
    """

    _answered = 0

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        joined: list[str] = []
        for word in (*args, incomplete):
            if joined and word and (not word.strip(BREAKS) or joined[-1].endswith(tuple(BREAKS))):
                self._answered = len(joined[-1]) + (len(word) if not word.strip(BREAKS) else 0)
                joined[-1] += word
            else:
                self._answered = 0
                joined.append(word)
        *args, incomplete = joined
        if incomplete[: self._answered].endswith(KEPT):
            self._answered -= len(KEPT)
        return args, incomplete

    def format_completion(self, item: CompletionItem[Any]) -> str:
        return f"{item.type},{item.value[self._answered :]}"


class GoldscaleZsh(_FromTable, ZshComplete):
    """As click has it."""


class GoldscaleFish(_FromTable, FishComplete):
    """As click has it."""


SHELLS: dict[str, type[ShellComplete]] = {"bash": GoldscaleBash, "zsh": GoldscaleZsh, "fish": GoldscaleFish}


def register_shells() -> None:
    """Have click ask these classes."""
    for name, shell in SHELLS.items():
        add_completion_class(shell, name)


@click.command("completion")
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script that completes words at the tab key.

    SHELL reads it when it starts: with Bash, put this into ~/.bashrc.

    \b
    eval "$(goldscale completion bash)"
    """
    root = ctx.find_root()
    click.echo(SHELLS[shell](root.command, {}, "goldscale", ASKED).source(), nl=False)
