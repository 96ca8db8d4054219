"""The organisers' package: which folder is meant, what it must hold, where its parts do not agree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from made_up_plants import SPECIES, guesses, pictures, write_list, write_package, write_ranked, write_xml

from goldscale.errors import FormatError, GoldscaleWarning, MissingResourceError
from goldscale.tasks.plant import read_package, score_plant_runs

TEST = pictures()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_package(tmp_path)


@pytest.mark.parametrize("part", ["", "data", "data/TestXmlWithGroundTruth"])
def test_any_of_its_folders_will_do(folder: Path, part: str) -> None:
    package = read_package(folder / part)
    assert set(package.pictures) == {p.name for p in TEST}
    assert package.species.names == tuple(SPECIES)
    assert package.train == folder / "data" / "Train"
    assert package.listed


def test_what_is_known_of_each_picture(folder: Path) -> None:
    package = read_package(folder)
    own = {p.name: p for p in TEST}
    for level in ("author", "plant", "species", "genus", "family", "type"):
        assert package.level(level) == [getattr(own[name], level) for name in package.pictures]
    assert package.types == ("Scan", "pseudoscan", "photograph")
    assert package.groups.levels == ("author", "plant")
    truth = package.judgements
    assert [truth.labels[row.argmax()] for row in truth.values] == package.level("species")  # type: ignore[union-attr]


def test_other_types_follow_the_official_ones(tmp_path: Path) -> None:
    own = [p for p in TEST if p.type != "pseudoscan"]
    sketch = type(own[0])("999.jpg", "sketch", "Ann", "1", "Quercus ilex")
    assert read_package(write_package(tmp_path, [sketch, *own])).types == ("Scan", "photograph", "sketch")


def test_xml_without_truth_says_where_the_truth_is(folder: Path) -> None:
    with pytest.raises(FormatError, match=r"0\.xml: expected the field <Taxon><Genus>.*Use .*TestXmlWithGroundTruth"):
        read_package(folder / "data" / "Test")


@pytest.mark.parametrize(("tag", "field"), [("Author", "Author"), ("Type", "Type"), ("IndividualPlantId",) * 2])
def test_a_picture_that_cannot_be_averaged(folder: Path, tag: str, field: str) -> None:
    file = folder / "data" / "TestXmlWithGroundTruth" / "7.xml"
    lines = [line for line in file.read_text("utf-8").splitlines() if f"<{tag}>" not in line]
    file.write_text("\n".join(lines), "utf-8")
    with pytest.raises(FormatError, match=rf"7\.xml: expected the field <{field}>, found none"):
        read_package(folder)


def test_folders_that_hold_no_pictures(tmp_path: Path) -> None:
    with pytest.raises(MissingResourceError, match="nowhere"):
        read_package(tmp_path / "nowhere")
    with pytest.raises(FormatError, match="a folder of XML files, or the package with TestXmlWithGroundTruth"):
        read_package(tmp_path)


def test_without_a_list_the_species_are_those_of_the_pictures(tmp_path: Path) -> None:
    package = read_package(write_xml(tmp_path / "xml", TEST))
    assert not package.listed
    assert package.train is None
    assert set(package.species) == {p.species for p in TEST}


def test_a_picture_of_a_species_that_is_not_listed(folder: Path) -> None:
    (folder / "data" / "SpeciesIDList").write_text("Acer campestre\n")
    with pytest.raises(FormatError, match=r"\.xml, field Taxon: expected a species of SpeciesIDList"):
        read_package(folder)


def test_a_list_of_the_truth_that_differs_from_the_xml_is_said(folder: Path) -> None:
    write_list(folder / "data" / "testGroundTruth.txt", TEST[1:])
    with pytest.warns(GoldscaleWarning, match=rf"differ on 1 picture \('{TEST[0].name}'\); the XML counts"):
        read_package(folder)
    (folder / "data" / "SpeciesIDList").unlink()
    with pytest.warns(GoldscaleWarning, match="the XML counts"):
        read_package(folder)


def test_a_list_of_the_truth_is_not_held_against_other_pictures(folder: Path) -> None:
    assert len(read_package(folder / "data" / "Train").pictures) == 90


def test_a_plant_of_two_authors_is_one_plant(tmp_path: Path) -> None:
    first = TEST[0]
    package = read_package(write_xml(tmp_path, [first, replace(first, name="99.jpg", author="Zoe")]))
    assert repr(package) == "PlantPackage(2 pictures of 1 plant by 2 authors, 1 species)"
    assert len(package.groups.axis("plant")) == 2


def test_families_come_from_the_pictures_then_from_the_training_xml(folder: Path, tmp_path: Path) -> None:
    named = ["Quercus robur", "Fagus sylvatica", "Ulmus minor"]
    package = read_package(folder)
    assert package.taxa(named, "genus") == ["Quercus", "Fagus", "Ulmus"]
    with pytest.warns(GoldscaleWarning, match=r"family of 2 species \('Fagus sylvatica', 'Ulmus minor'\)"):
        assert package.taxa(named, "family") == ["Fagaceae", "Fagus sylvatica", "Ulmus minor"]
    beech = replace(TEST[0], name="b.jpg", species="Fagus sylvatica", family="Fagaceae")
    package = read_package(folder, train=write_xml(tmp_path / "more", [beech]))
    with pytest.warns(GoldscaleWarning, match="family of 1 species"):
        assert package.taxa(named, "family") == ["Fagaceae", "Fagaceae", "Ulmus minor"]


def test_without_families_only_the_species_can_be_right(tmp_path: Path) -> None:
    own = [replace(p, family="?") for p in TEST]
    folder = write_package(tmp_path, own, [])
    for file in (folder / "data" / "TestXmlWithGroundTruth").iterdir():
        file.write_text(file.read_text("utf-8").replace("<Family>?</Family>", ""), "utf-8")
    run = write_ranked(tmp_path / "run.txt", guesses({p.name: p.species for p in TEST}, SPECIES, 0.5))
    scores = score_plant_runs(read_package(folder), [run])
    with pytest.warns(GoldscaleWarning, match="no XML tells the family"):
        assert (scores.ranks_of("family") == scores.ranks).all()
