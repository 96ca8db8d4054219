"""The checks of section 3: errors and warnings with file and line, and a page that tells all of them."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
from made_up_plants import SPECIES, guesses, pictures, write_package, write_ranked, write_xml

from goldscale.data.table import Table, names
from goldscale.errors import FormatError, GoldscaleWarning
from goldscale.tasks.plant import PlantPackage, read_package, score_plant_runs
from goldscale.tasks.plant.run_rules import CHECKS

TEST = pictures()
TRUTH = {p.name: p.species for p in TEST}
WHOLE = guesses(TRUTH, SPECIES, 0.5)
LINES = len(WHOLE) * len(SPECIES)
DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> PlantPackage:
    return read_package(write_package(tmp_path_factory.mktemp("package")))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run without fault."""
    return write_ranked(tmp_path / "run.txt", WHOLE)


def add(run: Path, *lines: str) -> None:
    run.write_text(run.read_text("utf-8") + "".join(f"{line}\n" for line in lines), "utf-8")


def remarks(package: PlantPackage, run: Path) -> dict[str, str]:
    """What is remarked on a run, by check; each remark is a warning too."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores = score_plant_runs(package, [run])
    found = scores.answers[0].remarks
    assert [str(w.message) for w in caught] == [r.message for r in found]
    assert all(w.category is GoldscaleWarning for w in caught)
    assert all(r.check.severity == "warning" and r.message.startswith(str(run)) for r in found)
    return {r.check.name: r.message.removeprefix(str(run)) for r in found}


def refused(package: PlantPackage, run: Path) -> FormatError:
    with pytest.raises(FormatError) as caught:
        score_plant_runs(package, [run])
    assert caught.value.file == str(run)
    return caught.value


def test_nothing_is_said_of_a_run_without_fault(package: PlantPackage, run: Path) -> None:
    assert remarks(package, run) == {}


def test_a_species_with_a_typo(package: PlantPackage, run: Path) -> None:
    run.write_text("0.jpg Platanus x hispanika 1 0.5\n")
    error = refused(package, run)
    assert (error.line, error.field, error.found) == (1, "species", "Platanus x hispanika")
    assert str(error).endswith("Did you mean 'Platanus x hispanica'?")


def test_a_species_of_one_word(package: PlantPackage, run: Path) -> None:
    run.write_text("0.jpg Quercus ilex 1 0.5\n1.jpg Quercus 1 0.5\n")
    assert refused(package, run).line == 2


def test_without_a_list_other_species_are_only_remarked(tmp_path: Path) -> None:
    package = read_package(write_xml(tmp_path / "xml", TEST))
    run = write_ranked(tmp_path / "run.txt", {name: [TRUTH[name], "Acer japonicum"] for name in TRUTH})
    found = remarks(package, run)["unlisted-species"]
    assert found.startswith(", line 2: expected a species of the test set, where there is no list of species")
    assert "1 from elsewhere ('Acer japonicum')" in found


def test_unknown_pictures(package: PlantPackage, run: Path) -> None:
    add(run, "x.jpg Quercus ilex 1 0.5", "y.jpg Quercus ilex 1 0.5")
    found = remarks(package, run)
    assert found == {
        "unknown-picture": f", line {LINES + 1}: expected only pictures of the test set, found 2 from elsewhere "
        "('x.jpg', 'y.jpg'); those lines are ignored"
    }


def test_a_run_of_other_pictures_only(package: PlantPackage, run: Path) -> None:
    run.write_text("12.jpeg Quercus ilex 1 0.5\n")
    error = refused(package, run)
    assert (error.line, error.found) == (1, "12.jpeg")
    assert "at least one picture of the test set" in str(error)
    assert "Did you mean '12.jpg'" in str(error)


def test_a_run_whose_ranks_begin_at_two(package: PlantPackage, run: Path) -> None:
    run.write_text("0.jpg Quercus ilex 3 0.5\n0.jpg Acer campestre 2 0.5\n")
    error = refused(package, run)
    assert (error.line, error.field, error.found) == (2, "rank", "rank 2 at best")


def test_pictures_that_are_not_mentioned(package: PlantPackage, run: Path) -> None:
    write_ranked(run, {name: listed for name, listed in WHOLE.items() if name not in ("3.jpg", "12.jpg")})
    assert remarks(package, run) == {
        "unmentioned": ": expected a prediction for every picture, found none for 2 ('3.jpg', '12.jpg'); "
        "left out of the official score, 0 in the strict one"
    }


def test_a_picture_without_a_first_rank_is_not_answered(package: PlantPackage, run: Path) -> None:
    own = TRUTH["0.jpg"]
    lines = [line for line in run.read_text("utf-8").splitlines() if not line.startswith("0.jpg ")]
    run.write_text("\n".join([*lines, f"0.jpg {own} 2 0.5"]), "utf-8")
    assert list(remarks(package, run)) == ["no-first"]
    with pytest.warns(GoldscaleWarning, match=f"line {LINES - len(SPECIES) + 1}: expected a line of rank 1"):
        scores = score_plant_runs(package, [run])
    place = package.pictures.index["0.jpg"]
    assert not scores.answered[0, place]
    assert scores.values("Top1", strict=True)[0, place] == 0
    assert scores.values("S@3:item", strict=True)[0, place] == 1
    assert str(scores.values("S@3:item")[0, place]) == "nan"


def test_ranks_with_a_gap_count_as_written(package: PlantPackage, run: Path) -> None:
    others = [s for s in SPECIES if s != TRUTH["0.jpg"]]
    lines = [line for line in run.read_text("utf-8").splitlines() if not line.startswith("0.jpg ")]
    run.write_text("\n".join([*lines, f"0.jpg {others[0]} 1 0.5", f"0.jpg {TRUTH['0.jpg']} 4 0.1"]), "utf-8")
    assert list(remarks(package, run)) == ["gap"]
    with pytest.warns(GoldscaleWarning, match="without a gap, found a gap for 1 "):
        scores = score_plant_runs(package, [run])
    place = package.pictures.index["0.jpg"]
    assert scores.ranks[0, place] == 4
    assert scores.values("S@3:item")[0, place] == 0


def test_scores_that_rise_with_the_rank(package: PlantPackage, run: Path) -> None:
    text = run.read_text("utf-8").replace(" 2 0.5000", " 2 7", 1)
    run.write_text(text, "utf-8")
    found = remarks(package, run)
    assert list(found) == ["rising"]
    assert found["rising"].startswith(
        ", line 1: expected scores that do not rise with the rank, found rising ones for 1"
    )


def test_equal_scores_are_nothing_to_remark(package: PlantPackage, run: Path) -> None:
    run.write_text("".join(f"{line.rsplit(' ', 1)[0]} 0.5\n" for line in run.read_text("utf-8").splitlines()), "utf-8")
    assert remarks(package, run) == {}


def test_every_check_has_a_name_of_its_own() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)


def test_the_page_tells_every_check() -> None:
    rows = [(f"`{c.name}`", c.severity, c.wanted, c.otherwise) for c in CHECKS]
    headings = ("check", "severity", "a run should have", "otherwise")
    table = Table([*map(names, headings, zip(*rows, strict=True))]).to_markdown(marked=True)
    assert table in (DOCS / "plant.md").read_text("utf-8"), f"docs/plant.md should hold\n{table}"
