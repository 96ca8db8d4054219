"""goldscale split."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

import goldscale as gs
from goldscale.cli.forms import Form, print_options
from goldscale.cli.output import note, show_text

if TYPE_CHECKING:
    from pathlib import Path

    from goldscale.data import Split

TEST_SHARE = 0.25


@click.command("split")
@click.argument("groups", type=click.Path(), metavar="GROUPS")
@click.option("--by", "level", metavar="LEVEL", help="Column whose groups stay whole, as plant. [default: the last]")
@click.option("--test", type=float, metavar="SHARE", help=f"Fraction of items to test. [default: {TEST_SHARE}]")
@click.option("--folds", type=click.IntRange(min=2), metavar="K", help="K folds instead of one split.")
@click.option("--stratify", metavar="COLUMN", help="Divide each value of this column evenly, as species.")
@click.option("--seed", default=0, type=click.IntRange(min=0), help="Seed of the random order.")
@click.option("-o", "--out", type=click.Path(), metavar="DIR", help="Write train.txt and test.txt there.")
@click.option(
    "--check",
    nargs=2,
    type=click.Path(),
    metavar="TRAIN TEST",
    help="Split nothing: look for groups that are in both of these lists of items.",
)
@print_options
def command(
    groups: str,
    level: str | None,
    test: float | None,
    folds: int | None,
    stratify: str | None,
    seed: int,
    out: str | None,
    check: tuple[str, str] | None,
    form: Form,
) -> None:
    """Split items so that no group is on both sides.

    GROUPS is a CSV file, item,author,plant: the item, then what it belongs to.

    \b
    goldscale split groups.csv --by plant --test 0.3 --out split
    goldscale split --check split/train.txt split/test.txt groups.csv --by plant
    """
    from pathlib import Path

    if check is not None:
        if any(given is not None for given in (out, test, folds, stratify)):
            raise click.UsageError("--check goes with --by and a form, as --json, alone")
        _check(*check, groups, level, form)
        return
    if folds is not None and test is not None:
        raise click.UsageError("--folds K tests one K-th at a time: leave out --test")
    held = gs.read_groups(groups)
    level = held.levels[-1] if level is None else level
    labels = None if stratify is None else held.select([stratify]).of_items(stratify)
    if folds is None:
        splits = {"": gs.split_by_group(held, level, TEST_SHARE if test is None else test, stratify=labels, seed=seed)}
    else:
        found = gs.folds_by_group(held, level, folds, stratify=labels, seed=seed)
        splits = {f"fold{number}": split for number, split in enumerate(found, start=1)}
    if out is not None:
        for name, split in splits.items():
            _write(split, Path(out) / name)
    _show(splits, held, level, form)
    if out is not None:
        note(f"wrote {len(splits) * 2} lists of {held.items.plural} to {out}")


def _show(splits: dict[str, Split], groups: gs.Groups, level: str, form: Form) -> None:
    from goldscale.data.result import Listing
    from goldscale.data.table import Table, counts, names

    own = groups.select([level])
    sides = {
        f"{name} {side}".strip(): positions
        for name, split in splits.items()
        for side, positions in (("train", split.train), ("test", split.test))
    }
    items = list(map(len, sides.values()))
    held = [len(own.take(positions).axis(level)) for positions in sides.values()]
    table = Table([names("split", sides), counts(own.items.plural, items), counts(own.axis(level).plural, held)])
    rows = [{"split": s, "items": i, "groups": g} for s, i, g in zip(sides, items, held, strict=True)]
    form.deliver(Listing([table], rows))


def _write(split: Split, folder: Path) -> None:
    from goldscale.formats.lists import write_list

    write_list(split.train_items, folder / "train.txt")
    write_list(split.test_items, folder / "test.txt")


def _check(train: str, test: str, groups: str, level: str | None, form: Form) -> None:
    from goldscale.data.result import Listing
    from goldscale.data.table import Table, counts, names
    from goldscale.formats.lists import read_list

    held = gs.read_groups(groups)
    noun = held.items.noun
    leaks = gs.find_leaks(read_list(train, noun), read_list(test, noun), held, level)
    columns = [names("level", (leak.level for leak in leaks)), names("name", (leak.name for leak in leaks))]
    columns += [counts("train", (leak.train for leak in leaks)), counts("test", (leak.test for leak in leaks))]

    def show() -> None:
        for leak in leaks:
            show_text(str(leak))
        note(f"{len(leaks)} on both sides" if leaks else "nothing is on both sides")

    form.deliver(Listing([Table(columns)], [asdict(leak) for leak in leaks]), show)
    if leaks:
        click.get_current_context().exit(gs.GoldscaleError.exit_code)
