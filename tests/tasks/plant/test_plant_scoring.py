"""The score S and its relatives against loops over dictionaries, and against the general evaluation."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_plants import SPECIES, Picture, guesses, pictures, write_package, write_ranked
from slow_plant_score import GAINS, Shot, slow_score

import goldscale as gs
from goldscale.errors import GoldscaleWarning, MismatchError, ParameterError, UnknownNameError
from goldscale.significance import compare
from goldscale.tasks.plant import Interval, PlantPackage, PlantScores, read_package, score_plant_runs
from goldscale.tasks.plant import cache as plant_cache
from goldscale.tasks.plant import metadata as plant_xml
from goldscale.tasks.plant.scoring import ALL, BY

TEST = pictures()
SHOTS = {p.name: Shot(p.author, p.plant, p.species) for p in TEST}
TRUTH = {p.name: p.species for p in TEST}
OWN = {
    "author": {p.name: p.author for p in TEST},
    "plant": {p.name: p.plant for p in TEST},
    "species": TRUTH,
    "genus": {p.name: p.genus for p in TEST},
    "family": {p.name: p.family for p in TEST},
}
Ranked = dict[str, list[str]]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> PlantPackage:
    return read_package(write_package(tmp_path_factory.mktemp("package")))


@pytest.fixture
def half(package: PlantPackage, tmp_path: Path) -> PlantScores:
    """One run that is right for about half of the pictures."""
    return scored(package, tmp_path, guesses(TRUTH, SPECIES, 0.5))


def scored(package: PlantPackage, folder: Path, *runs: Ranked) -> PlantScores:
    files = [write_ranked(folder / f"run{i}.txt", ranked) for i, ranked in enumerate(runs)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GoldscaleWarning)
        return score_plant_runs(package, files)


def of_type(kind: str) -> list[str]:
    return [p.name for p in TEST if kind in (ALL, p.type)]


@pytest.mark.parametrize(("right", "missing"), [(1.0, 0.0), (0.0, 0.0), (0.6, 0.0), (0.6, 0.1)])
@pytest.mark.parametrize("strict", [False, True])
def test_every_average_is_that_of_the_loops(
    package: PlantPackage, tmp_path: Path, right: float, missing: float, strict: bool
) -> None:
    ranked = guesses(TRUTH, SPECIES, right, missing)
    scores = scored(package, tmp_path, ranked)
    assert scores.differ == (missing > 0)
    for kind in (ALL, *package.types):
        found = scores.scores(kind, strict=strict)
        for measure, gain in GAINS.items():
            slow = slow_score(SHOTS, ranked, gain, strict=strict, only=of_type(kind))
            assert found.summary()["run0"][measure] == pytest.approx(slow, abs=1e-12)


def test_the_score_on_two_authors_by_hand(tmp_path: Path) -> None:
    """Ann: one of two right of plant 1, none of plant 2, so 1/4. Bob: 1. Together 5/8; the plain mean is 1/2."""
    shots = [
        made("1.jpg", "Ann", "1"),
        made("2.jpg", "Ann", "1"),
        made("3.jpg", "Ann", "2"),
        made("4.jpg", "Bob", "3"),
    ]
    package = read_package(write_package(tmp_path, shots, []))
    right, wrong = ["Quercus ilex"], ["Acer campestre"]
    scores = scored(package, tmp_path, {"1.jpg": right, "2.jpg": wrong, "3.jpg": wrong, "4.jpg": right})
    assert scores.scores().summary()["run0"]["Top1"] == 5 / 8
    assert scores.values().mean() == 1 / 2


def made(name: str, author: str, plant: str) -> Picture:
    return Picture(name, "Scan", author, plant, "Quercus ilex")


@given(data=st.data())
def test_any_run_scores_as_in_the_loops(package: PlantPackage, tmp_path: Path, data: st.DataObject) -> None:
    orders = st.lists(st.sampled_from(list(SPECIES)), min_size=1, unique=True)
    ranked = data.draw(st.dictionaries(st.sampled_from(list(TRUTH)), orders, min_size=1, max_size=20))
    scores = scored(package, tmp_path, ranked)
    kind = data.draw(st.sampled_from((ALL, *package.types)))
    for strict in (False, True):
        found = scores.scores(kind, strict=strict).summary()["run0"]
        for measure, gain in GAINS.items():
            slow = slow_score(SHOTS, ranked, gain, strict=strict, only=of_type(kind))
            assert found[measure] == pytest.approx(np.nan if slow is None else slow, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("level", BY)
@pytest.mark.parametrize("strict", [False, True])
def test_the_score_of_a_group_is_the_score_on_its_pictures_alone(
    package: PlantPackage, tmp_path: Path, level: str, strict: bool
) -> None:
    """By genus or family, a picture is right when that is."""
    ranked = guesses(TRUTH, SPECIES, 0.5, 0.3)
    scores = scored(package, tmp_path, ranked)
    shots = {p.name: Shot(p.author, p.plant, taxon_of(p.species, level)) for p in TEST}
    ranked = {picture: [taxon_of(species, level) for species in listed] for picture, listed in ranked.items()}
    for kind in (ALL, *package.types):
        found = scores.by(level, kind, strict=strict)
        names = dict.fromkeys(OWN[level][picture] for picture in of_type(kind))
        assert set(found.groups) == set(names)
        counts = scores.pictures_by(level, kind)
        for name, value, count in zip(found.groups, found.values[0], counts, strict=True):
            own = [picture for picture in of_type(kind) if OWN[level][picture] == name]
            slow = slow_score(shots, ranked, strict=strict, only=own)
            assert count == len(own)
            assert value == pytest.approx(np.nan if slow is None else slow, abs=1e-12, nan_ok=True)


def taxon_of(species: str, level: str) -> str:
    """What has to be right in the scores by this level."""
    return {"genus": species.split()[0], "family": SPECIES[species]}.get(level, species)


def test_the_general_evaluation_agrees_interval_and_all(
    package: PlantPackage, tmp_path: Path, half: PlantScores
) -> None:
    run = gs.read_run(tmp_path / "run0.txt")
    measures = ["Top1", "S@3:item", "S@5:item", "S@10:item", "RR:item"]
    theirs = gs.evaluate(run, package.judgements, measures, groups=package.groups, ci=0.9, replicates=200, seed=7)
    ours = half.scores(interval=Interval(0.9, 200, 7))
    for measure in measures:
        assert ours[measure].aggregate == pytest.approx(theirs[measure].aggregate, abs=1e-12)
        assert ours.interval(measure)["run0"] == pytest.approx(theirs.interval(measure)["run0"], abs=1e-12)
        assert ours.by_group(measure, "plant").groups == theirs.by_group(measure, "plant").groups
        np.testing.assert_allclose(
            ours.by_group(measure, "plant").values, theirs.by_group(measure, "plant").values, atol=1e-12
        )


def test_an_interval_holds_the_score_and_is_the_same_again(half: PlantScores) -> None:
    once, again, other = (half.scores(interval=Interval(0.95, 300, seed))["Top1"] for seed in (0, 0, 1))
    assert once.low is not None
    assert once.high is not None
    assert once.low[0] < once.aggregate[0] < once.high[0]
    np.testing.assert_array_equal(once.low, again.low)
    assert (once.low, once.high) != (other.low, other.high)


def test_a_type_without_answers_has_no_score_and_no_interval(package: PlantPackage, tmp_path: Path) -> None:
    only = next(p for p in TEST if p.type == "Scan")
    scores = scored(package, tmp_path, {only.name: [only.species]})
    found = scores.scores("photograph", interval=Interval(replicates=20))["Top1"]
    assert np.isnan(found.aggregate).all()
    assert np.isnan(found.low).all()  # type: ignore[arg-type]
    assert scores.scores("photograph", strict=True)["Top1"].aggregate == 0


def test_runs_are_compared_over_plants(package: PlantPackage, tmp_path: Path) -> None:
    scores = scored(package, tmp_path, guesses(TRUTH, SPECIES, 0.9), guesses(TRUTH, SPECIES, 0.1, seed=1))
    found = compare(scores.scores(), "Top1", level="plant").pairs[0]
    pairs = {(s.author, s.plant) for s in SHOTS.values()}
    assert found.units == len(pairs)
    assert found.better == "run0"
    assert found.corrected < 0.001


def test_a_run_object_is_ranked_by_its_scores(package: PlantPackage, tmp_path: Path, half: PlantScores) -> None:
    run = gs.read_run(tmp_path / "run0.txt")
    np.testing.assert_array_equal(score_plant_runs(package, [run]).ranks, half.ranks)


def test_many_runs_share_the_work_on_the_metadata(
    tmp_path: Path, package: PlantPackage, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    plain = plant_xml.parse_fields
    monkeypatch.setattr(plant_xml, "parse_fields", lambda raw, file: read.append(file) or plain(raw, file))
    fresh = read_package(package.metadata.folder, cache=False)
    grouped: list[object] = []
    monkeypatch.setattr(PlantPackage, "grouped", lambda self, levels: grouped.append(1) or package.groups)
    scores = scored(fresh, tmp_path, *(guesses(TRUTH, SPECIES, 0.5, seed=seed) for seed in range(50)))
    summary = scores.scores().summary()
    assert len(summary) == 50
    assert len(read) == len(TEST)
    assert len(grouped) == 1


def test_the_second_reading_opens_no_xml(package: PlantPackage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plant_cache, "parse_folder", lambda *_: pytest.fail("read again"))
    again = read_package(package.metadata.folder)
    assert again.pictures == package.pictures
    assert again.hash == package.hash


def test_names_that_nothing_answers_to(half: PlantScores) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'Scan'"):
        half.scores("scan")
    with pytest.raises(UnknownNameError, match="did you mean 'genus'"):
        half.by("genu")
    with pytest.raises(UnknownNameError, match="measure of the plant task 'AP'"):
        half.values("AP")
    with pytest.raises(ParameterError, match="between 0 and 1"):
        Interval(95)


def test_two_runs_of_one_name(package: PlantPackage, tmp_path: Path) -> None:
    ranked = guesses(TRUTH, SPECIES, 1.0)
    (tmp_path / "more").mkdir()
    files = [write_ranked(tmp_path / "a.txt", ranked), write_ranked(tmp_path / "more" / "a.txt", ranked)]
    with pytest.raises(MismatchError, match="rename one of them"):
        score_plant_runs(package, files)
    with pytest.raises(ParameterError, match="no runs"):
        score_plant_runs(package, [])


def test_a_signature_tells_the_numbers_apart(half: PlantScores) -> None:
    found = {
        half.scores(kind, strict=strict, interval=interval).signature("Top1")
        for kind in (ALL, "Scan")
        for strict in (False, True)
        for interval in (None, Interval(seed=3, replicates=5))
    }
    assert len(found) == 8


TAGS = ("FileName", "Type", "Author", "IndividualPlantId", "Genus", "Species")


@pytest.fixture(scope="module")
def real(data_folder: Path) -> PlantPackage:
    """The organisers' package of 2011."""
    return read_package(data_folder / "imageclef2011_plant")


@pytest.fixture(scope="module")
def read_otherwise(real: PlantPackage) -> tuple[dict[str, Shot], dict[str, str]]:
    """The same XML, read with regular expressions: shots and types."""
    shots, types = {}, {}
    for file in sorted(real.metadata.folder.glob("*.xml")):
        text = file.read_text("utf-8")
        own = {tag: re.search(f"<{tag}>(.*?)</{tag}>", text)[1] for tag in TAGS}  # type: ignore[index]
        shots[own["FileName"]] = Shot(own["Author"], own["IndividualPlantId"], f"{own['Genus']} {own['Species']}")
        types[own["FileName"]] = own["Type"]
    return shots, types


def test_what_is_in_the_real_package(real: PlantPackage) -> None:
    assert repr(real) == "PlantPackage(1440 pictures of 99 plants by 14 authors, 71 species)"
    assert real.types == ("Scan", "pseudoscan", "photograph")
    assert len(set(real.level("species"))) == 43
    assert "Platanus x hispanica" in real.species


@pytest.mark.parametrize(("right", "missing"), [(1.0, 0.0), (1 / 71, 0.0), (0.6, 0.0), (0.6, 0.1)])
def test_generated_runs_on_the_real_package(
    real: PlantPackage,
    read_otherwise: tuple[dict[str, Shot], dict[str, str]],
    tmp_path: Path,
    right: float,
    missing: float,
) -> None:
    shots, types = read_otherwise
    ranked = guesses({p: s.species for p, s in shots.items()}, real.species, right, missing)
    scores = scored(real, tmp_path, ranked)
    for kind in (ALL, *real.types):
        only = [p for p, own in types.items() if kind in (ALL, own)]
        for strict in (False, True):
            found = scores.scores(kind, strict=strict).summary()["run0"]
            for measure, gain in GAINS.items():
                slow = slow_score(shots, ranked, gain, strict=strict, only=only)
                assert found[measure] == pytest.approx(slow, abs=1e-12)
    if right == 1:
        assert set(scores.scores().summary()["run0"].values()) == {1.0}
