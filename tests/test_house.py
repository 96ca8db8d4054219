"""The house stays as it was drawn: imports go one way, the command line starts light, public names exist."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import goldscale

SRC = Path(goldscale.__file__).parent

CONTRIBUTING = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
ROWS = re.findall(r"^\| \d+ \| ([a-z_, ]+) \|$", CONTRIBUTING, re.MULTILINE)
"""The order of imports, as the page for contributors shows it."""
RANK = {name: rank for rank, row in enumerate(ROWS) for name in row.split(", ")}
NAMED_AGAINST_THE_ORDER = ("formats/registry.py", "goldscale.tasks.plant.formats:FORMATS")
"""The formats of a task come with the task, and whoever reads a file knows them."""
ONLY_IN = {"matplotlib": {"report"}, "sqlite3": {"web"}, "click": {"cli"}, "rich": {"cli"}}

MODULES = sorted(path for path in SRC.rglob("*.py") if path != SRC / "__init__.py")


def room(path: Path) -> str:
    return path.relative_to(SRC).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Full names of all modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if node.module == "goldscale":
                found |= {f"goldscale.{alias.name}" for alias in node.names}
            else:
                found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SRC)))
def test_imports_only_from_rows_above(path: Path) -> None:
    own = room(path)
    assert own in RANK, f"{own} has no place in the order of imports"
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "goldscale" and len(parts) > 1 and parts[1] in RANK and parts[1] != own:
            assert RANK[parts[1]] < RANK[own], f"{own} may not import {name}"
        if parts[0] in ONLY_IN:
            assert own in ONLY_IN[parts[0]], f"{parts[0]} belongs in {ONLY_IN[parts[0]]}, not in {own}"


def test_registries_name_only_modules_of_rows_above() -> None:
    """A registry loads modules that it names in text, which no import shows."""
    against = set()
    for path in MODULES:
        own = room(path)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = re.fullmatch(r"goldscale\.(\w+)[\w.]*:\w+", str(getattr(node, "value", "")))
            if isinstance(node, ast.Constant) and named and named[1] != own and RANK[named[1]] >= RANK[own]:
                against.add((path.relative_to(SRC).as_posix(), named[0]))
    assert against == {NAMED_AGAINST_THE_ORDER}


def test_kernels_know_only_numpy_and_scipy() -> None:
    allowed = {"__future__", "goldscale", "numpy", "scipy", *sys.stdlib_module_names}
    for path in (SRC / "kernels").rglob("*.py"):
        assert {name.split(".")[0] for name in imported(path)} <= allowed


def test_help_starts_light() -> None:
    code = (
        "import sys\n"
        "from goldscale.cli import group\n"
        "try: group.main(['--help'], prog_name='goldscale')\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'scipy', 'matplotlib', 'rich', 'rdflib', 'pyarrow'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "demo" in done.stdout


def test_public_names_exist() -> None:
    for name in goldscale.__all__:
        assert getattr(goldscale, name) is not None
    assert set(goldscale.__all__) <= set(dir(goldscale))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = goldscale.nothing


def test_no_public_function_has_the_name_of_a_package() -> None:
    packages = {path.parent.name for path in SRC.glob("*/__init__.py")}
    assert not packages & set(goldscale.__all__)
    assert goldscale.measures.__name__ == "goldscale.measures"
    assert {d.name for d in goldscale.list_measures()} >= {"AP", "AUC", "P", "R", "F1"}


@pytest.mark.parametrize("folder", sorted({path.parent for path in SRC.rglob("*/__init__.py")}), ids=lambda p: p.name)
def test_no_name_of_a_package_hides_a_package_in_it(folder: Path) -> None:
    name = ".".join(("goldscale", *folder.relative_to(SRC).parts))
    package = importlib.import_module(name)
    for inner in (path.parent.name for path in folder.glob("*/__init__.py")):
        assert inner not in getattr(package, "__all__", ()), f"{name}.{inner} is a package"
        assert getattr(package, inner, importlib.import_module(f"{name}.{inner}")).__name__ == f"{name}.{inner}"


def test_the_page_for_contributors_shows_the_house_as_it_is() -> None:
    tree = CONTRIBUTING.partition("src/goldscale/\n")[2].partition("```")[0]
    shown = [line.split()[0].removesuffix("/") for line in tree.splitlines()]
    there = {p.name for p in SRC.iterdir() if p.suffix == ".py" or (p.is_dir() and p.name != "__pycache__")}
    assert set(shown) == there
    assert set(RANK) == {name.removesuffix(".py") for name in there} - {"__init__"}
    order = [RANK[name.removesuffix(".py")] for name in shown[1:]]
    assert order == sorted(order), "the tree and the order of imports go different ways"


def test_a_class_name_stands_for_one_thing() -> None:
    found: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(str(path.relative_to(SRC)))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_no_module_is_a_drawer_for_everything() -> None:
    assert not {path.stem for path in MODULES} & {"utils", "util", "helpers", "common", "misc"}


def test_no_oracle_may_be_missing() -> None:
    """What the tests compare with is part of the dev extra: without it they fail and do not skip."""
    for path in Path(__file__).parent.rglob("test_*.py"):
        names = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
        assert "importorskip" not in names, f"{path}: import it plainly"


def test_every_kernel_has_a_test_of_its_own() -> None:
    """Not only through the commands that use it."""
    tested = set()
    for path in (Path(__file__).parent / "kernels").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                tested |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    kernels = {path.relative_to(SRC).with_suffix("") for path in (SRC / "kernels").rglob("*.py")}
    names = {"goldscale." + ".".join(path.parts) for path in kernels if path.name != "__init__"}
    assert not names - tested
