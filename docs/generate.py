"""Write the pages that follow from the program: ``python docs/generate.py``.

The catalogue of measures comes from the registry, the command line's reference from ``--help``, a table of another
program's names from their declaration, the table of a study from its script, and the table for shell completion from
commands and registries. The results are committed; a test fails when they are no longer what this script would write.
"""

from __future__ import annotations

import importlib.util
from functools import partial
from pathlib import Path
from types import ModuleType

import click

from goldscale.agreement.catalogue import catalogue_markdown as agreement_catalogue
from goldscale.cli import COMMANDS, group
from goldscale.cli.completion_table import completion_table
from goldscale.measures.catalogue import catalogue_markdown, names_markdown
from goldscale.measures.definition import PROPERTIES
from goldscale.reproduce.seed_tables import seed_tables_markdown

DOCS = Path(__file__).resolve().parent
NOTE = "<!-- Written by docs/generate.py; do not edit. -->\n\n"
WIDTH = 80

MEASURES_INTRO = """\
Every measure has a definition in the registry; this page is written from there, and `goldscale measures NAME` prints
the same. A key ending in `@k` needs a cutoff, as `P@10`. Each measure stands under the direction in which it reads when
none is named; add `:item` or `:label` to choose (see [the grammar](../score-runs.md#naming-a-measure)).

$R$ is the number of relevant cells of a unit and $N$ the number of its cells; $Y$ is the set of relevant and $Z$ that
of predicted cells; $\\mathrm{TP}$, $\\mathrm{FP}$, $\\mathrm{FN}$ and $\\mathrm{TN}$ are true and false positives
and negatives. "Thesis" is Stefanie Nowak, *Evaluation Methodologies for Visual Information Retrieval and Annotation*,
dissertation, Technische Universität Ilmenau, 2011; its table 4.3 is the model of the overview:
prediction against direction.

A score is binary where a label is right or wrong, and semantic where a wrong label counts by how near it is to a right
one, by an ontology or a relatedness. The properties, to which a test holds every measure:

""" + "".join(f"- **{name}**: {about}\n" for name, about in PROPERTIES.items())
AGREEMENT_INTRO = """\
Coefficients, ways to merge votes and checks are declared once in the program; this page is written from there. How to
use them: [People: votes, agreement, truth](../agreement.md). A coefficient takes its parameters in brackets, as
`alpha(metric=ordinal)`.
"""
CLI_INTRO = """\
What `goldscale COMMAND --help` prints. `-h` is short for `--help`. The options of `goldscale` itself for
[limits](../limits.md) may stand behind any command, too.

| exit code | meaning |
|----------:|:--------|
|         0 | fine |
|         2 | wrong usage: an unknown command, option, measure or rule |
|         3 | bad input: a file that cannot be read, or does not fit |
|         4 | something is missing: a file, a folder, an optional package |

"""


def measures_page() -> str:
    """The catalogue."""
    title, rest = catalogue_markdown().split("\n", 1)
    return f"{title}\n\n{NOTE}{MEASURES_INTRO}{rest}"


def agreement_page() -> str:
    """The catalogue of agreement."""
    title, rest = agreement_catalogue().split("\n", 1)
    return f"{title}\n\n{NOTE}{AGREEMENT_INTRO}{rest}"


def cli_page() -> str:
    """The help of every command."""
    parts = ["# Command line\n\n", NOTE, CLI_INTRO, _help(group, "goldscale", "goldscale")]
    root = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(root, name)
        if command is not None:
            parts.append(_help(command, name, f"goldscale {name}"))
        if isinstance(command, click.Group):
            for sub in command.list_commands(root):
                below = command.get_command(root, sub)
                if below is not None:
                    parts.append(_help(below, f"{name} {sub}", f"goldscale {name} {sub}"))
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _help(command: click.Command, title: str, spoken: str) -> str:
    width = {"terminal_width": WIDTH, "max_content_width": WIDTH}
    context = click.Context(command, info_name=spoken, **width, **group.context_settings)
    return f"## {title}\n\n```text\n{command.get_help(context)}\n```\n"


def study_page(page: str, script: str) -> str:
    """A study's page with the table that its script prints now."""
    return _filled((DOCS / page).read_text("utf-8"), script, _script(script).table())


def names_page(page: str, *libraries: str) -> str:
    """A page with what other programs call their measures."""
    text = (DOCS / page).read_text("utf-8")
    for library in libraries:
        text = _filled(text, f"names of {library}", names_markdown(library))
    return text


def tables_page(page: str) -> str:
    """A page with what becomes of every table of the sources."""
    return _filled((DOCS / page).read_text("utf-8"), "tables of the sources", seed_tables_markdown())


def _filled(text: str, what: str, table: str) -> str:
    """A page with this table between its marks."""
    begin, end = f"<!-- begin: {what} -->\n", "<!-- end -->"
    head, rest = text.split(begin)
    return f"{head}{begin}{table}{end}{rest.split(end, 1)[1]}"


def _script(name: str) -> ModuleType:
    path = DOCS / name
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = {
    "reference/measures.md": measures_page,
    "reference/agreement.md": agreement_page,
    "reference/cli.md": cli_page,
    "../src/goldscale/resources/completion.json": partial(completion_table, group),
    "coming-from-scikit-learn.md": partial(names_page, "coming-from-scikit-learn.md", "scikit-learn"),
    "coming-from-trec-eval.md": partial(names_page, "coming-from-trec-eval.md", "trec_eval", "ir_measures"),
    "coming-from-ranx.md": partial(names_page, "coming-from-ranx.md", "ranx"),
    "coming-from-torchmetrics.md": partial(names_page, "coming-from-torchmetrics.md", "torchmetrics"),
    "reproduce.md": partial(tables_page, "reproduce.md"),
    "study-random-runs.md": partial(study_page, "study-random-runs.md", "studies/random_runs.py"),
    "study-ontology-score.md": partial(study_page, "study-ontology-score.md", "studies/ontology_score.py"),
}

if __name__ == "__main__":
    for name, write in PAGES.items():
        (DOCS / name).write_text(write(), encoding="utf-8")
        print(f"wrote {name}")
