"""What every source owes: symmetry, range, diagonal, independence of the order of labels, a complete declaration."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldscale as gs
from goldscale.relatedness import (
    Relatedness,
    RelatednessSource,
    build_relatedness,
    relatedness_source,
    relatedness_sources,
)
from goldscale.relatedness.registry import SOURCES

pytest_plugins = ("wordnet_fixtures",)

WORDS = ["dog", "cat", "animal", "tree", "leaf", "day", "night", "noon", "dusk"]
Maker = Callable[[Path, Path, np.random.Generator], dict[str, Any]]


def ontology(folder: Path, tiny: Path, rng: np.random.Generator) -> dict[str, Any]:
    parents: dict[str, tuple[str, ...]] = {}
    for i, word in enumerate(WORDS):
        above = rng.choice(WORDS[:i], size=min(i, int(rng.integers(0, 3))), replace=False) if i else []
        parents[word] = tuple(str(w) for w in above)
    return {"ontology": gs.Ontology("random", parents, {word: word for word in WORDS})}


def truth(folder: Path, tiny: Path, rng: np.random.Generator) -> dict[str, Any]:
    values = rng.random((40, len(WORDS))) < rng.random(len(WORDS)) * 0.8 + 0.1
    return {"truth": gs.Judgements(values | (np.arange(40) == 0)[:, None], labels=WORDS)}


def links(folder: Path, tiny: Path, rng: np.random.Generator) -> dict[str, Any]:
    lines = [f"{w}\t{' '.join(map(str, rng.integers(0, 30, size=int(rng.integers(1, 20)))))}\n" for w in WORDS]
    (folder / "links").write_text("".join(lines))
    return {"links": folder / "links"}


def people(folder: Path, tiny: Path, rng: np.random.Generator) -> dict[str, Any]:
    rows = [f"{a},{b},{rng.integers(0, 5)}\n" for a in WORDS for b in WORDS if a != b]
    (folder / "people").write_text("".join(rows))
    return {"scores": folder / "people", "high": 4}


def vectors(folder: Path, tiny: Path, rng: np.random.Generator) -> dict[str, Any]:
    lines = [f"{w} {' '.join(map(str, rng.normal(size=3)))}\n" for w in WORDS]
    (folder / "vectors").write_text("".join(lines))
    return {"vectors": folder / "vectors"}


def wordnet(folder: Path, tiny: Path, rng: np.random.Generator) -> dict[str, Any]:
    return {"wordnet": tiny}


def content(folder: Path, tiny: Path, rng: np.random.Generator) -> dict[str, Any]:
    return {"wordnet": tiny, "ic": tiny / "ic.dat"}


MAKERS: dict[str, Maker] = {
    "identity": lambda folder, tiny, rng: {},
    **dict.fromkeys(("hierarchy", "dimc", "ddmc"), ontology),
    **dict.fromkeys(("nwd", "ppmi"), truth),
    "links": links,
    "people": people,
    "vectors": vectors,
    **dict.fromkeys(("path", "wup", "lch", "hso", "lesk", "vec"), wordnet),
    **dict.fromkeys(("res", "jcn", "lin"), content),
}


def own_sources() -> list[str]:
    """Ours; what other packages register is theirs to test."""
    return sorted(source.name for source in SOURCES.own())


def test_every_source_is_tested_here() -> None:
    assert own_sources() == sorted(MAKERS)


@pytest.fixture(params=sorted(MAKERS))
def built(request: pytest.FixtureRequest, tmp_path: Path, tiny: Path) -> tuple[str, list[dict[str, Any]]]:
    rng = np.random.default_rng(11)
    many = []
    for i in range(5):
        (tmp_path / str(i)).mkdir()
        many.append(MAKERS[request.param](tmp_path / str(i), tiny, rng))
    return request.param, many


def build(name: str, labels: list[str], options: dict[str, Any]) -> Relatedness:
    return build_relatedness(name, labels, date="2026-01-01", **options)


def test_symmetric_in_range_and_one_on_the_diagonal(built: tuple[str, list[dict[str, Any]]]) -> None:
    name, many = built
    for options in many:
        values = build(name, WORDS, options).values
        np.testing.assert_array_equal(values, values.T)
        np.testing.assert_array_equal(np.diagonal(values), 1)
        assert values.min() >= 0
        assert values.max() <= 1


def test_the_order_of_labels_does_not_matter(built: tuple[str, list[dict[str, Any]]]) -> None:
    name, many = built
    for options in many:
        one, two = build(name, WORDS, options), build(name, WORDS[::-1], options)
        np.testing.assert_allclose(two.aligned(WORDS), one.values, atol=1e-12)
        assert one.hash == two.hash


def test_a_snapshot_brings_it_back(built: tuple[str, list[dict[str, Any]]], tmp_path: Path) -> None:
    name, many = built
    before = build(name, WORDS, many[0])
    gs.write_relatedness(before, tmp_path / "snapshot.json")
    after = gs.read_relatedness(tmp_path / "snapshot.json")
    assert (after.source, after.hash, dict(after.parameters)) == (name, before.hash, dict(before.parameters))
    assert str(tmp_path) not in (tmp_path / "snapshot.json").read_text()


@pytest.mark.parametrize("source", relatedness_sources(), ids=lambda s: s.name)
def test_declarations_are_complete(source: RelatednessSource) -> None:
    assert relatedness_source(source.name) is source
    for text in (source.title, source.summary, source.scale, source.reference):
        assert text
    assert source.summary.endswith(".")
    assert source.scale.endswith(".")
    names = [p.name for p in source.parameters]
    assert len(set(names)) == len(names)
    assert set(source.one_of) <= set(names)
    assert not {"labels", "ontology", "missing", "date", "name"} & set(names)
    for parameter in source.parameters:
        assert parameter.about.endswith(".")
        assert (parameter.kind == "choice") == bool(parameter.choices)
        parameter.check(parameter.default)


def test_parameters_read_from_text() -> None:
    known = {p.name: p for name in ("wup", "nwd", "links", "vectors") for p in relatedness_source(name).parameters}
    assert known["virtual_root"].read("No") is False
    assert known["documents"].read("4.3e9") == 4.3e9
    assert known["pages"].read("12") == 12
    assert known["negative"].read("shift") == "shift"
    for name, text in (("virtual_root", "maybe"), ("documents", "many"), ("documents", "-1"), ("pages", "1.5")):
        with pytest.raises(gs.ParameterError, match=f"{name} must be"):
            known[name].read(text)
    with pytest.raises(gs.UnknownNameError, match="negative"):
        known["negative"].read("shifty")
    for name, value in (("virtual_root", 1), ("documents", True), ("truth", "truth.csv"), ("corpus", 5)):
        with pytest.raises(gs.ParameterError, match=f"{name} must be"):
            known[name].check(value)
