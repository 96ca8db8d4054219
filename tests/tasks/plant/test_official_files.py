"""Our files beside those of the organisers' program, byte for byte: tests/golden/plant says how it was run."""

from __future__ import annotations

import csv
import hashlib
import warnings
from pathlib import Path

import pytest
from made_up_plants import Picture, guesses, write_ranked, write_xml

from goldscale.errors import GoldscaleWarning
from goldscale.tasks.plant import PlantPackage, read_package, score_plant_runs, write_outputs
from goldscale.tasks.plant.hash_order import hash_order

GOLDEN = Path(__file__).parents[2] / "golden" / "plant"
TOGETHER = ("made-up-full", "made-up-near", "made-up-ties")
OURS = {f"AllRunScoreBy{taxon}.csv" for taxon in ("Species", "Genus", "Family")}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> PlantPackage:
    """The made-up pictures; a species that none of them shows is known from the training XML."""
    folder = tmp_path_factory.mktemp("made-up")
    with (GOLDEN / "made-up-pictures.csv").open(encoding="utf-8", newline="") as stream:
        _, *rows = csv.reader(stream)
    pictures = [Picture(*known, family=family) for *known, family in rows]
    write_xml(folder / "TestXmlWithGroundTruth", pictures)
    unseen = [("Sorbus aria", "Rosaceae"), ("Quercus pubescens", "Fagaceae"), ("Castanea sativa", "Fagaceae")]
    train = [Picture(f"t{i}.jpg", "Scan", "Ann", "1", species, family=own) for i, (species, own) in enumerate(unseen)]
    write_xml(folder / "Train", train)
    return read_package(folder)


def written(package: PlantPackage, folder: Path, *runs: Path) -> dict[str, bytes]:
    """What we write about these runs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GoldscaleWarning)
        paths = write_outputs(score_plant_runs(package, runs), folder / "out")
    return {path.name: path.read_bytes() for path in paths}


def golden(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (GOLDEN / folder).iterdir()}


@pytest.mark.parametrize(
    ("folder", "runs"), [("together", TOGETHER), ("partial", ["made-up-partial"]), ("scans", ["made-up-scans"])]
)
def test_every_file_has_the_bytes_of_the_programs(
    package: PlantPackage, tmp_path: Path, folder: str, runs: list[str]
) -> None:
    found = written(package, tmp_path, *(GOLDEN / f"{run}.txt" for run in runs))
    assert {name: text for name, text in found.items() if name not in OURS} == golden(folder)
    assert found.keys() >= OURS


def test_runs_that_answer_different_pictures(package: PlantPackage, tmp_path: Path) -> None:
    """The program stops before it writes the pictures of all runs; the rest is the same, and ours has empty cells."""
    found = written(package, tmp_path, GOLDEN / "made-up-full.txt", GOLDEN / "made-up-partial.txt")
    for name, text in golden("uneven").items():
        assert found[name] == text
    header, *rows = found["AllRunScoreByPicture.csv"].decode().splitlines()
    assert header.endswith(";author;made-up-full.txt;made-up-partial.txt;")
    assert len(rows) == len(package.pictures)
    unanswered = [row for row in rows if row.endswith(";;")]
    assert len(rows) - len(unanswered) == found["made-up-partialScoreByPicture.csv"].count(b"\n") - 1


def test_the_order_of_the_runs_on_the_command_line_is_no_matter(package: PlantPackage, tmp_path: Path) -> None:
    found = written(package, tmp_path, *(GOLDEN / f"{run}.txt" for run in reversed(TOGETHER)))
    assert found["OfficialScores.csv"] == golden("together")["OfficialScores.csv"]


def test_right_genus_and_right_family_are_seen_in_the_golden_files() -> None:
    """The case that the program and we once saw differently is in them: wrong species, right genus or family."""
    found = {name: text.decode() for name, text in golden("scans").items()}
    assert "Scan;Rosaceae;0.9375" in found["made-up-scansScoresByFamily.csv"]
    assert "Scan;Crataegus;0.0" in found["made-up-scansScoresByGenus.csv"]
    assert "Scan;Prunus;0.5" in found["made-up-scansScoresByGenus.csv"]


@pytest.mark.parametrize(
    ("folder", "runs"),
    [
        ("real-xml-together", {"made-up-sixty": (0.6, 0.0, 1), "made-up-thirty": (0.3, 0.0, 2)}),
        ("real-xml-gaps", {"made-up-gaps": (0.5, 0.3, 3)}),
    ],
)
def test_made_up_runs_on_the_real_package(
    data_folder: Path, tmp_path: Path, folder: str, runs: dict[str, tuple[float, float, int]]
) -> None:
    """The share of right pictures, that of missing ones, and the seed of each run."""
    real = read_package(data_folder / "imageclef2011_plant")
    truth = dict(zip(real.pictures, real.level("species"), strict=True))
    files = [
        write_ranked(tmp_path / f"{run}.txt", guesses(truth, real.species, right, missing, seed))
        for run, (right, missing, seed) in runs.items()
    ]
    found = {name: text for name, text in written(real, tmp_path, *files).items() if name not in OURS}
    expected = golden(folder)
    sums = dict(reversed(line.split()) for line in expected.pop("SHA256SUMS").decode().splitlines())
    assert {name: hashlib.sha256(found.pop(name)).hexdigest() for name in sums} == sums
    assert found == expected


def test_keys_of_one_bucket_stay_as_they_came() -> None:
    """Aa and BB have the same hash in Java; 13 keys are too many for 16 buckets."""
    assert hash_order(["BB", "Aa", "BB"]) == ["BB", "Aa"]
    assert hash_order(["Aa", "BB"]) == ["Aa", "BB"]
    letters = "pqrstuvwxyza"  # as Java 17 prints the keys: q and a share a bucket of 16, not of 32
    assert "".join(hash_order(letters)) == "pqarstuvwxyz"
    assert "".join(hash_order(letters + "b")) == "abpqrstuvwxyz"
