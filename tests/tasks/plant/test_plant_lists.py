"""The package's lists of species and of the truth."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldscale as gs
from goldscale.errors import FormatError, GoldscaleWarning
from goldscale.files import Source
from goldscale.formats import sniff
from goldscale.tasks.plant.lists import read_species_list, read_truth_list

LIST = "Acer platanoides 666.jpg 2071.jpg \nRhamnus cathartica \n\nPlatanus x hispanica 12.JPG\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "truth.txt"
    path.write_text(LIST)
    return path


def test_a_species_may_have_three_words_and_no_picture(file: Path) -> None:
    assert read_truth_list(file) == {
        "Acer platanoides": ("666.jpg", "2071.jpg"),
        "Rhamnus cathartica": (),
        "Platanus x hispanica": ("12.JPG",),
    }
    assert read_species_list(file) == ("Acer platanoides", "Rhamnus cathartica", "Platanus x hispanica")


def test_a_list_is_a_truth(file: Path) -> None:
    assert sniff(Source(file)).name == "imageclef-plant"
    truth = gs.read_judgements(file)
    assert repr(truth) == "Judgements(3 pictures x 3 species, binary, 3 relevant)"
    assert truth.values.tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 1]]  # type: ignore[union-attr]


def test_a_species_listed_twice_is_said_and_joined(file: Path) -> None:
    """allGroundTruth.txt of 2011 lists each species once for training and once for testing."""
    file.write_text("Acer x 1.jpg 2.jpg\nCeltis y 5.jpg\nAcer x 3.jpg 1.jpg\n")
    with pytest.warns(GoldscaleWarning, match=r"lists 1 species more than once \('Acer x'\)"):
        assert read_truth_list(file) == {"Acer x": ("1.jpg", "2.jpg", "3.jpg"), "Celtis y": ("5.jpg",)}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("Acer x 1.jpg\n2.jpg\n", 2, "a species before its pictures"),
        ("Acer x 1.jpg Celtis 2.jpg\n", 1, "only pictures after the first one, as 12.jpg, found 'Celtis'"),
        ("Acer x 1.jpg\nCeltis y 1.jpg\n", 2, "one species per picture (1.jpg is Acer x already)"),
        ("\n \n", None, "at least one species"),
    ],
)
def test_broken_lists(file: Path, text: str, line: int | None, said: str) -> None:
    file.write_text(text)
    with pytest.raises(FormatError) as caught:
        read_truth_list(file)
    assert (caught.value.file, caught.value.line) == (str(file), line)
    assert said in str(caught.value)


def test_a_list_without_pictures_is_no_truth(file: Path) -> None:
    file.write_text("Acer x\nCeltis y\n")
    with pytest.raises(FormatError, match="pictures behind the species"):
        gs.read_judgements(file, "imageclef-plant")


def test_the_lists_of_the_real_package(data_folder: Path) -> None:
    data = data_folder / "imageclef2011_plant" / "data"
    species = read_species_list(data / "SpeciesIDList")
    test, train = (read_truth_list(data / f"{name}GroundTruth.txt") for name in ("test", "train"))
    assert len(species) == 71
    assert set(test) == set(train) == set(species)
    with pytest.warns(GoldscaleWarning, match="71 species more than once"):
        everything = read_truth_list(data / "allGroundTruth.txt")
    for name in species:
        assert set(everything[name]) == set(test[name]) | set(train[name])
    assert sum(map(len, test.values())) == 1440
    assert sum(map(len, train.values())) == 3972
