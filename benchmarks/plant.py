"""The plant task: 1 440 pictures x 71 predictions from a cold start, 50 runs in one call, 100 000 XML files."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import numpy as np

import goldscale as gs
from benchmarks.timing import Row, best_of, peak_memory, show
from goldscale.tasks.plant import read_package
from goldscale.tasks.plant.cache import read_metadata

SPECIES = [f"Genus{i // 3} species{i}" for i in range(71)]
PICTURES, RUNS, MANY = 1440, 50, 100_000


def main() -> None:
    """Time the command as a user calls it (the goal is below two seconds), and the reading of a large folder."""
    with tempfile.TemporaryDirectory() as name, mock.patch.dict(os.environ, XDG_CACHE_HOME=f"{name}/cache"):
        folder = Path(name)
        package = make_package(folder / "package", PICTURES)
        runs = make_runs(package, folder, RUNS)
        one = best_of(lambda: call(package, runs[:1], "--no-cache"))
        kept = best_of(lambda: call(package, runs[:1]))
        all_runs = best_of(lambda: call(package, runs), 1)
        rows = [
            Row(f"{PICTURES} pictures x 71 predictions, cold", one, "", None, "start-up included"),
            Row("the same with the XML in the cache", kept, "", None),
            Row(f"{RUNS} runs in one call", all_runs, f"{RUNS} calls", RUNS * kept),
        ]
        rows += large_folder(folder / "large")
    show("Plant task", rows)


def large_folder(folder: Path) -> list[Row]:
    """Reading a folder for the first and the second time, and what it takes in memory."""
    make_xml(folder, MANY)
    first = best_of(lambda: read_metadata(folder, cache=False), 1)
    peer = best_of(lambda: [dict_of(path) for path in folder.iterdir()], 1)
    memory = peak_memory(lambda: read_metadata(folder))
    second = best_of(lambda: read_metadata(folder))
    note = f"{memory / 1e6:.0f} MB at the highest"
    return [
        Row(f"{MANY} XML files", first, "ElementTree, a dictionary each", peer, note),
        Row("the same again", second, "", None, "from the cache"),
    ]


def dict_of(path: Path) -> dict[str, str]:
    """What a script of ten lines would do."""
    return {element.tag: element.text or "" for element in ElementTree.parse(path).iter()}


def make_xml(folder: Path, count: int) -> None:
    """Ten pictures of each plant, a hundred authors."""
    folder.mkdir(parents=True)
    rng = np.random.default_rng(0)
    for number, species in enumerate(rng.integers(0, 71, count // 10 + 1).repeat(10)[:count]):
        plant, (genus, epithet) = number // 10, SPECIES[species].split()
        (folder / f"{number}.xml").write_text(
            f"<Image><FileName>{number}.jpg</FileName><Date>07/07/10</Date><Type>Scan</Type><Author>Author "
            f"{plant % 100}</Author><IndividualPlantId>{plant}</IndividualPlantId><Taxon><Family>F</Family>"
            f"<Species>{epithet}</Species><Genus>{genus}</Genus></Taxon><Locality>Somewhere</Locality></Image>"
        )


def make_package(folder: Path, count: int) -> Path:
    """A package with its list of species."""
    make_xml(folder / "TestXmlWithGroundTruth", count)
    (folder / "SpeciesIDList").write_text("\n".join(SPECIES))
    return folder


def make_runs(package: Path, folder: Path, count: int) -> list[Path]:
    """Random runs with every species for every picture."""
    known = read_package(package)
    rng = np.random.default_rng(1)
    files = [folder / f"run{i}.txt" for i in range(count)]
    for file in files:
        scores = np.round(rng.random((len(known.pictures), len(known.species))), 6)
        gs.write_run(gs.Run(scores, items=known.pictures, labels=known.species), file, "imageclef-plant")
    return files


def call(package: Path, runs: list[Path], *more: str) -> None:
    """``goldscale plant`` in a process of its own."""
    command = [sys.executable, "-c", "from goldscale.cli import main; main()", "plant", package, *runs, *more]
    subprocess.run(list(map(str, command)), check=True, capture_output=True)
