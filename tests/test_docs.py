"""The documentation is true: its examples run, its generated pages are current, and nothing goes unmentioned.

Pages are read from top to bottom in a folder that holds the sample campaign of ``goldscale demo --items 60``. A block
with a caption becomes a file there. A ``python`` block with ``>>>`` runs as a doctest. A ``console`` block is typed in:
the output shown under a command must be what it prints (``...`` stands for anything, blanks and rules of tables do not
count), and the exit code must be 0 unless ``$ echo $?`` shows another.
"""

from __future__ import annotations

import doctest
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest

import goldscale as gs
from goldscale.campaign import keys
from goldscale.cli import COMMANDS, group, main
from goldscale.formats import formats
from goldscale.kernels.ranking import TIES
from goldscale.measures.alignment import UNJUDGED
from goldscale.measures.decisions import RULES
from goldscale.measures.registry import DIRECTIONS, MEASURES
from goldscale.measures.settings import UNDEFINED
from goldscale.measures.usual import USUAL

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
GENERATED = {DOCS / "reference" / "measures.md", DOCS / "reference" / "cli.md"}
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)
FRONT = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
WRITTEN = [path for path in (*PAGES, ROOT / "README.md") if path not in GENERATED]

BLOCK = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
CAPTION = re.compile(r"\A:caption: (?P<name>\S+)\n\n?")
LINK = re.compile(r"\]\((?P<file>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
RULE = re.compile(r"^[\s─]*$", re.MULTILINE)
SHELL = set("|<>&;*$=")
CALL = 'goldscale() { "$PYTHON" -c "from goldscale.cli import main; main()" "$@"; }; '


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    line: int
    info: str
    name: str | None
    body: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text("utf-8")
    for match in BLOCK.finditer(text):
        caption = CAPTION.match(match["body"])
        yield Block(
            text.count("\n", 0, match.start()) + 1,
            match["info"].strip(),
            caption["name"] if caption else None,
            match["body"][caption.end() :] if caption else match["body"],
        )


class Terminal:
    """A folder in which commands are typed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0
        self.installed: list[Path] = []

    def type(self, command: str) -> str:
        """Run a command; gives back what it prints on both streams."""
        words = shlex.split(command)
        if command == "echo $?":
            last, self.code = self.code, 0
            return f"{last}\n"
        if words[:2] == ["pip", "install"]:
            return self._install(self.folder / words[2])
        if command == "make demo":
            words = ["goldscale", "demo"]
        if words[0] == "goldscale" and not self.installed and not SHELL & set(command):
            return self._call(words[1:])
        return self._shell(command)

    def _call(self, arguments: list[str]) -> str:
        """The command line in this process, which is many times as fast as starting a new one."""
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
            patch.setattr(sys, "argv", ["goldscale", *arguments])
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", out)
            self.code = 0
            try:
                main()
            except SystemExit as end:
                self.code = end.code if isinstance(end.code, int) else int(end.code is not None)
        return str(out.buffer.getvalue().decode())

    def _shell(self, command: str) -> str:
        path = os.pathsep.join([*map(str, self.installed), os.environ.get("PYTHONPATH", "")])
        surroundings = os.environ | {"PYTHON": sys.executable, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            ["bash", "-c", CALL + command],
            cwd=self.folder,
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        self.code = done.returncode
        return done.stdout

    def _install(self, package: Path) -> str:
        """Put a package with entry points on the path; what pip would do, without fetching anything."""
        project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
        about = package / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n", "utf-8")
        sections = [
            f"[{where}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
            for where, entries in project["entry-points"].items()
        ]
        (about / "entry_points.txt").write_text("\n".join(sections), "utf-8")
        self.installed.append(package)
        self.code = 0
        return ""


@dataclass(frozen=True)
class Typed:
    """A command of a console block and the output shown under it."""

    line: int
    command: str
    shown: str


def commands(block: Block) -> Iterator[Typed]:
    for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        command, shown = re.fullmatch(r"((?:[^\n]*\\\n)*[^\n]*)\n(.*)", part, re.DOTALL).groups()  # type: ignore[union-attr]
        yield Typed(block.line, re.sub(r"\\\n\s*", "", command).strip(), shown)


def normal(text: str) -> str:
    return " ".join(RULE.sub("", text).split())


def agrees(shown: str, printed: str) -> bool:
    """Whether the output is what the page shows; ``...`` stands for anything."""
    pattern = r"\s?.*?\s?".join(re.escape(normal(piece)) for piece in shown.split("..."))
    return re.fullmatch(pattern, normal(printed), re.DOTALL) is not None


def follow(page: Path, folder: Path) -> None:
    """Do what a page says."""
    terminal = Terminal(folder)
    names: dict[str, Any] = {}
    for block in blocks(page):
        where = f"{page.name}, line {block.line}"
        if block.name is not None:
            target = folder / block.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.body, "utf-8")
        elif block.info == "python" and ">>>" in block.body:
            run_doctest(block, names, where)
        elif block.info == "console":
            check_console(block, terminal, where)


def run_doctest(block: Block, names: dict[str, Any], where: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.body, names, where, where, block.line)
    report: list[str] = []
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    result = doctest.DocTestRunner(optionflags=flags).run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert result.failed == 0, "".join(report)


def check_console(block: Block, terminal: Terminal, where: str) -> None:
    typed = list(commands(block))
    assert typed, f"{where}: a console block without a command"
    for number, this in enumerate(typed):
        printed = terminal.type(this.command)
        follows = typed[number + 1].command if number + 1 < len(typed) else ""
        if follows != "echo $?":
            assert terminal.code == 0, f"{where}: {this.command!r} ended with {terminal.code}:\n{printed}"
        if this.shown.strip():
            assert agrees(this.shown, printed), f"{where}: {this.command!r} prints\n{printed}"


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which pages begin."""
    folder = tmp_path_factory.mktemp("docs")
    printed = Terminal(folder).type(f"goldscale demo {folder / 'demo'} --items 60")
    assert "simulated_excellent" in printed
    return folder


@pytest.mark.parametrize("page", [*PAGES, *FRONT], ids=lambda p: str(p.relative_to(ROOT)))
def test_what_a_page_shows_is_what_happens(
    page: Path, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(sample / "demo", tmp_path / "demo")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("TTY_COMPATIBLE", raising=False)
    follow(page, tmp_path)


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


STUDY = "study-ontology-score.md"


@pytest.mark.parametrize("name", [name for name in generator().PAGES if name != STUDY])
def test_generated_pages_are_current(name: str) -> None:
    stored = (DOCS / name).read_text("utf-8")
    # Releases of click differ in blanks, not in words.
    assert stored.split() == generator().PAGES[name]().split(), "run: python docs/generate.py"


def test_rows_of_the_long_study_are_current() -> None:
    """All 27 runs take half a minute: five are scored, of each kind one, in the order that the page has."""
    runs = {"simulated_good", "simulated_good_never", "simulated_fair_consistent", "simulated_good_always", "Random0"}
    *_, shown = (DOCS / STUDY).read_text("utf-8").partition("<!-- begin: studies/ontology_score.py -->\n")
    cells = [[cell.strip() for cell in line.split("|")] for line in shown.partition("<!-- end -->")[0].splitlines()]
    script = generator()._script("studies/ontology_score.py")
    printed = [[cell.strip() for cell in line.split("|")] for line in script.table(runs).splitlines()]
    assert printed[0] == cells[0]
    assert len(printed) == len(runs) + 2
    assert printed[2:] == [row for row in cells if row[1:2] and row[1] in runs], "run: python docs/generate.py"


def test_rows_of_the_study_of_intervals_are_current() -> None:
    """All of it takes a quarter of an hour: only differences over five units are counted again."""
    shown = (DOCS / "study-intervals.md").read_text("utf-8").splitlines()
    printed = generator()._script("studies/interval_coverage.py").difference_table((5,)).splitlines()
    assert len(printed) == 5
    assert set(printed) <= set(shown), "run: python docs/studies/interval_coverage.py"


def text_of(pages: list[Path]) -> str:
    return "\n".join(page.read_text("utf-8") for page in pages)


def missing(words: list[str], text: str) -> list[str]:
    """Words that stand nowhere in code: as `word`, or as the beginning of a line of a block."""
    return [w for w in words if not re.search(rf"`{re.escape(w)}`|^{re.escape(w)} = ", text, re.MULTILINE)]


def options() -> list[tuple[str, str]]:
    found = []
    for name in COMMANDS:
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        alike = [command]
        if isinstance(command, click.Group):
            alike += [command.get_command(None, below) for below in command.list_commands(None)]
        found += [(name, o) for c in alike for p in c.params for o in p.opts if o.startswith("-") and not p.hidden]
    return sorted(set(found))


def test_every_command_has_its_place() -> None:
    text = text_of(WRITTEN)
    assert not [name for name in COMMANDS if f"$ goldscale {name}" not in text]


@pytest.mark.parametrize(("command", "option"), options())
def test_every_option_is_explained_by_hand(command: str, option: str) -> None:
    pages = [page for page in WRITTEN if f"goldscale {command}" in page.read_text("utf-8")]
    assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text_of(pages)), f"{command} {option}"


def test_every_format_has_a_sample() -> None:
    assert not missing(list(formats()), (DOCS / "convert-and-formats.md").read_text("utf-8"))


def test_every_measure_is_in_the_catalogue() -> None:
    keys = [key for d in MEASURES.own() for key in d.keys]
    assert not missing(keys, (DOCS / "reference" / "measures.md").read_text("utf-8"))


def test_the_measures_by_default_are_those_that_the_page_lists() -> None:
    page = (DOCS / "score-runs.md").read_text("utf-8")
    rows = re.findall(r"^\|[^|]*\| ([^|]*) \| ([^|]*) \|$", page, re.MULTILINE)
    for usual in USUAL.values():
        assert (", ".join(usual.with_scores), ", ".join(usual.decisions_only)) in rows, usual.data


def test_every_key_of_a_campaign_is_explained() -> None:
    assert not missing(sorted(keys.KNOWN), (DOCS / "campaigns.md").read_text("utf-8"))


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("ties.md", TIES),
        ("undefined-and-unjudged.md", UNDEFINED),
        ("undefined-and-unjudged.md", UNJUDGED),
        ("decisions-and-thresholds.md", tuple(RULES)),
        ("score-runs.md", tuple(DIRECTIONS)),
    ],
)
def test_every_rule_is_explained(page: str, words: tuple[str, ...]) -> None:
    assert not missing(list(words), (DOCS / page).read_text("utf-8"))


def test_every_public_name_is_in_the_reference() -> None:
    text = (DOCS / "reference" / "api.md").read_text("utf-8")
    assert not [name for name in gs.__all__ if not re.search(rf":: goldscale\.{name}\b", text)]


def anchors(page: Path) -> set[str]:
    plain = BLOCK.sub("", page.read_text("utf-8"))
    titles = re.findall(r"^#+ (.+)$", plain, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [*PAGES, *FRONT], ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.finditer(BLOCK.sub("", page.read_text("utf-8"))):
        if ":" in link["file"]:
            continue
        target = (page.parent / link["file"]).resolve() if link["file"] else page
        assert target.exists(), f"{page.name}: {link['file']}"
        if link["anchor"] and target.suffix == ".md":
            assert link["anchor"] in anchors(target), f"{page.name}: #{link['anchor']} in {target.name}"
