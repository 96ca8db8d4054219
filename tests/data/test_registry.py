"""One registry for everything that has a name: lazy, alike for ours and for those of outside packages."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint

import pytest

from goldscale.data import registry as module
from goldscale.data.registry import Registry
from goldscale.errors import ParameterError, UnknownNameError


@dataclass(frozen=True)
class Thing:
    name: str
    aliases: tuple[str, ...] = ()


OURS = (Thing("pear"), Thing("Apple", ("malus",)))
THEIRS = (Thing("quince"),)


def outside(monkeypatch: pytest.MonkeyPatch, *values: str) -> None:
    entries = [EntryPoint(f"e{i}", value, "fruit") for i, value in enumerate(values)]
    monkeypatch.setattr(module, "entry_points", lambda group: entries if group == "fruit" else [])


def test_ours_come_first_then_those_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    outside(monkeypatch, f"{__name__}:THEIRS")
    found: Registry[Thing] = Registry("fruit", OURS, group="fruit")
    assert list(found) == ["pear", "Apple", "quince"]
    assert found.values() == [*OURS, *THEIRS]
    assert found.own() == list(OURS)
    assert found["quince"] is THEIRS[0]
    assert list(Registry("fruit", OURS, THEIRS, in_order=True)) == ["Apple", "pear", "quince"]


@pytest.mark.parametrize("values", [["OURS"], ["THEIRS", "THEIRS"]])
def test_a_name_that_is_taken_is_an_error(values: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    outside(monkeypatch, *(f"{__name__}:{value}" for value in values))
    owner = __name__.partition(".")[0]
    with pytest.raises(ParameterError, match=f"two packages register the fruit .*: .* and {owner}; uninstall one"):
        list(Registry("fruit", OURS, group="fruit"))


@pytest.mark.parametrize("value", ["no_such_module:THINGS", f"{__name__}:NOTHING", f"{__name__}:outside"])
def test_what_cannot_be_loaded_names_the_package(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    outside(monkeypatch, value)
    package = value.partition(":")[0].partition(".")[0]
    said = rf"the package {package} registers a fruit at .*pip uninstall {package}\)"
    with pytest.raises(ParameterError, match=said):
        list(Registry("fruit", OURS, group="fruit"))
    with pytest.raises(ModuleNotFoundError):  # a mistake of our own is no fault of a package
        list(Registry("fruit", "no_such_module:THINGS"))


def test_what_an_older_installation_says_of_ours_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    outside(monkeypatch, "goldscale.formats.gone:FORMATS")
    assert list(Registry("fruit", OURS, group="fruit")) == ["pear", "Apple"]


def test_spellings() -> None:
    found: Registry[Thing] = Registry("fruit", OURS, aliases=lambda thing: thing.aliases, fold=True)
    assert found["APPLE"] is found["Malus"] is OURS[1]
    assert "MALUS" in found
    assert list(found) == ["pear", "Apple"]
    with pytest.raises(UnknownNameError, match="unknown fruit 'appel'; did you mean 'Apple'"):
        found["appel"]
    exact: Registry[Thing] = Registry("fruit", OURS)
    assert "apple" not in exact
    assert exact.find("apple") is None


def test_a_thing_may_have_several_names() -> None:
    found: Registry[Thing] = Registry("fruit", OURS, names=lambda thing: (thing.name, f"{thing.name}@k"))
    assert len(found) == 4
    assert found.values() == list(OURS)


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    found: Registry[Thing] = Registry("fruit", "no.such.module:THINGS")
    with pytest.raises(ModuleNotFoundError):
        list(found)


def run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_without_installed_metadata_everything_built_in_works() -> None:
    run(
        "import importlib.metadata as metadata\n"
        "metadata.MetadataPathFinder.find_distributions = classmethod(lambda cls, context=None: iter(()))\n"
        "assert not metadata.entry_points()\n"
        "import goldscale as gs\n"
        "from goldscale.agreement import list_coefficients, merge_methods, quality_checks\n"
        "from goldscale.formats import formats\n"
        "from goldscale.relatedness import build_relatedness\n"
        "assert len(formats()) > 15 and len(gs.list_measures()) > 40\n"
        "assert list_coefficients() and merge_methods() and quality_checks()\n"
        "build_relatedness('identity', ['Sky', 'Sea'])\n"
        "signature = gs.evaluate([[0.9, 0.1]], [[1, 0]], ['AP:item']).signature('AP:item')\n"
        "assert signature.endswith('goldscale=' + gs.__version__), signature\n"
    )


def test_merging_votes_loads_no_measure() -> None:
    run(
        "import sys\n"
        "import goldscale as gs\n"
        "gs.merge_votes(gs.Votes.from_records([('a', 'x.jpg', 'Sky', 1), ('b', 'x.jpg', 'Sky', 1)]))\n"
        "loaded = [name for name in sys.modules if name.startswith('goldscale.measures')]\n"
        "sys.exit(str(loaded) if loaded else 0)\n"
    )
