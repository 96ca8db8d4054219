"""The files of section 5: they parse, agree with each other, and name every picture of the test set."""

from __future__ import annotations

import csv
import json
import warnings
from pathlib import Path

import pytest
from made_up_plants import SPECIES, guesses, pictures, write_package, write_ranked
from slow_plant_score import Shot, slow_score

from goldscale.errors import GoldscaleWarning, ParameterError
from goldscale.tasks.plant import PlantScores, read_package, score_plant_runs
from goldscale.tasks.plant.outputs import write_outputs
from goldscale.tasks.plant.report import PlantReport
from goldscale.tasks.plant.scoring import Interval

TEST = pictures()
OWN = {p.name: p for p in TEST}
TRUTH = {p.name: p.species for p in TEST}
SHOTS = {p.name: Shot(p.author, p.plant, p.species) for p in TEST}
RUNS = {
    "perfect": guesses(TRUTH, SPECIES, 1.0),
    "random": guesses(TRUTH, SPECIES, 1 / len(SPECIES)),
    "sixty": guesses(TRUTH, SPECIES, 0.6, seed=1),
    "gaps": guesses(TRUTH, SPECIES, 0.6, 0.1, seed=2),
}
TYPES = ("Scan", "pseudoscan", "photograph")


def read(path: Path) -> list[dict[str, str]]:
    """The rows of a file whose every line ends in a semicolon."""
    lines = list(csv.reader(path.read_text("utf-8").splitlines(), delimiter=";"))
    assert all(line[-1] == "" for line in lines)
    header, *rows = (line[:-1] for line in lines)
    return [dict(zip(header, row, strict=True)) for row in rows]


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> PlantScores:
    folder = tmp_path_factory.mktemp("plants")
    package = read_package(write_package(folder))
    files = [write_ranked(folder / f"{name}.txt", ranked) for name, ranked in RUNS.items()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GoldscaleWarning)
        return score_plant_runs(package, files)


@pytest.fixture(params=[False, True], ids=["official", "strict"])
def strict(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def written(scores: PlantScores, tmp_path: Path, strict: bool) -> Path:
    paths = write_outputs(scores, tmp_path / "out", strict=strict)
    assert sorted(p.name for p in paths) == sorted(p.name for p in (tmp_path / "out").iterdir())
    return tmp_path / "out"


def test_the_names_and_headers_are_the_official_ones(written: Path) -> None:
    taxa = ("Species", "Genus", "Family")
    headers = {path.name: path.read_text("utf-8").splitlines()[0] for path in written.iterdir()}
    without = {f"{run}ScoresBy{taxon}.csv" for run in (*RUNS, "MeanRun") for taxon in taxa}
    assert all(headers.pop(name).startswith("photograph;") for name in without)
    by_picture = "type;image;succes;family;genus;species;plantId;author;"
    assert headers == {
        "OfficialScores.csv": "RunFileName;Scan;pseudoscan;photograph;",
        **{f"{run}ScoreByPicture.csv": f"{by_picture}{run}.txt;" for run in RUNS},
        "AllRunScoreByPicture.csv": f"{by_picture}{';'.join(f'{run}.txt' for run in sorted(RUNS))};",
        **{f"AllRunScoreBy{n}.csv": f"type;{n.lower()};succes;pictures;RUN;" for n in taxa},
    }


def test_every_answered_picture_appears_with_what_is_known_of_it(written: Path, strict: bool) -> None:
    for run, ranked in RUNS.items():
        rows = read(written / f"{run}ScoreByPicture.csv")
        assert sorted(row["image"] for row in rows) == sorted(OWN if strict else ranked)
        for row in rows:
            own = OWN[row["image"]]
            assert (row["type"], row["family"], row["genus"]) == (own.type, own.family, own.genus)
            assert (row["species"], row["plantId"], row["author"]) == (own.epithet, own.plant, own.author)
            right = row["image"] in ranked and ranked[row["image"]][0] == own.species
            assert row["succes"] == row[f"{run}.txt"] == str(int(right))


def test_the_file_of_all_runs_has_their_success_side_by_side(written: Path) -> None:
    single = {run: {row["image"]: row for row in read(written / f"{run}ScoreByPicture.csv")} for run in RUNS}
    rows = read(written / "AllRunScoreByPicture.csv")
    assert sorted(row["image"] for row in rows) == sorted(OWN)
    for row in rows:
        alone = [single[run].get(row["image"], {}).get("succes", "") for run in RUNS]
        assert [row[f"{run}.txt"] for run in RUNS] == alone
        assert int(row["succes"]) == alone.count("1")


def test_the_official_scores_follow_from_the_pictures(written: Path, strict: bool) -> None:
    """From the rows alone: success by picture, averaged by plant, author, type."""
    rows = {row["RunFileName"]: row for row in read(written / "OfficialScores.csv")}
    assert list(rows) == sorted(f"{run}.txt" for run in RUNS)
    for run in RUNS:
        seen = read(written / f"{run}ScoreByPicture.csv")
        shots = {row["image"]: Shot(row["author"], row["plantId"], "1") for row in seen}
        said = {row["image"]: [row["succes"]] for row in seen}
        for kind in TYPES:
            only = [row["image"] for row in seen if row["type"] == kind]
            assert float(rows[f"{run}.txt"][kind]) == pytest.approx(slow_score(shots, said, only=only), abs=1e-12)
            direct = slow_score(SHOTS, RUNS[run], strict=strict, only=[p.name for p in TEST if p.type == kind])
            assert float(rows[f"{run}.txt"][kind]) == pytest.approx(direct, abs=1e-12)


@pytest.mark.parametrize("level", ["species", "genus", "family"])
def test_scores_by_taxon_are_those_of_the_loops(written: Path, level: str, strict: bool) -> None:
    """A picture is right when its species, genus or family is: the loops see names of that level only."""
    shots = {p.name: Shot(p.author, p.plant, getattr(p, level)) for p in TEST}
    rows = read(written / f"AllRunScoreBy{level.capitalize()}.csv")
    assert {row["type"] for row in rows} == {*TYPES, "all"}
    told = {}
    for row in rows:
        own = [p.name for p in TEST if row["type"] in ("all", p.type) and getattr(p, level) == row[level]]
        assert int(row["pictures"]) == len(own)
        slow = slow_score(shots, in_taxa(RUNS[row["RUN"]], level), strict=strict, only=own)
        assert row["succes"] == "" if slow is None else float(row["succes"]) == pytest.approx(slow, abs=1e-12)
        if slow is not None and row["type"] != "all":
            told[row["RUN"], row["type"], row[level]] = slow
    per_run = {run: sum(int(r["pictures"]) for r in rows if r["RUN"] == run and r["type"] == "all") for run in RUNS}
    assert set(per_run.values()) == {len(TEST)}
    official = {
        (run, *line.split(";")[:2]): float(line.split(";")[2])
        for run in RUNS
        for line in (written / f"{run}ScoresBy{level.capitalize()}.csv").read_text("utf-8").splitlines()
        if line
    }
    assert official == pytest.approx(told, abs=1e-12)


def in_taxa(ranked: dict[str, list[str]], level: str) -> dict[str, list[str]]:
    """The species of a run as genera or families."""
    names = {"species": str, "genus": lambda species: species.split()[0], "family": SPECIES.__getitem__}
    return {picture: [names[level](species) for species in listed] for picture, listed in ranked.items()}


def test_a_type_that_does_not_occur_is_no_number(tmp_path: Path) -> None:
    package = read_package(write_package(tmp_path, [p for p in TEST if p.type == "Scan"]))
    scans = {name: ranked for name, ranked in RUNS["perfect"].items() if OWN[name].type == "Scan"}
    write_outputs(score_plant_runs(package, [write_ranked(tmp_path / "run.txt", scans)]), tmp_path)
    official = (tmp_path / "OfficialScores.csv").read_text("utf-8")
    assert official == "RunFileName;Scan;pseudoscan;photograph;\nrun.txt;1.0;NaN;NaN;\n"


def test_one_run_has_no_files_of_several(scores: PlantScores, tmp_path: Path) -> None:
    paths = write_outputs(PlantScores(scores.package, scores.answers[:1]), tmp_path / "out")
    assert not {"AllRunScoreByPicture.csv", "MeanRunScoresByGenus.csv"} & {path.name for path in paths}
    assert len(paths) == 8


@pytest.mark.parametrize("name", ["AllRun", "MeanRun"])
def test_nothing_is_written_for_a_run_that_cannot_have_a_file(scores: PlantScores, tmp_path: Path, name: str) -> None:
    run = write_ranked(tmp_path / f"{name}.txt", RUNS["perfect"])
    with pytest.raises(ParameterError, match=f"'{name}' cannot have a file of its own"):
        write_outputs(score_plant_runs(scores.package, [run]), tmp_path / "out")
    assert not (tmp_path / "out").exists()


class TestReport:
    """Tables and JSON tell the numbers of the scores."""

    def test_both_rules_are_told_where_they_differ(self, scores: PlantScores) -> None:
        report = PlantReport(scores)
        assert list(report.results) == ["official", "strict"]
        assert report.ranking[0] == "perfect"
        rows = {row["run"]: row for row in report.by_type("official").records()}
        assert [rows["perfect"][name] for name in (*TYPES, "all")] == [1.0] * 4
        assert rows["gaps"]["Scan"] == scores.scores("Scan").summary()["gaps"]["Top1"]
        assert list(report.by_type("strict").parts()) == ["run", "Scan", "pseudoscan", "photograph", "all"]

    def test_one_rule_is_told_where_they_do_not(self, scores: PlantScores) -> None:
        whole = PlantScores(scores.package, scores.answers[:3])
        assert list(PlantReport(whole, strict=True).results) == ["official"]

    def test_the_strict_rule_ranks_where_asked_for(self, scores: PlantScores) -> None:
        report = PlantReport(scores, strict=True)
        assert report.ranked_by == "S over all pictures (strict)"
        assert report.ranking == scores.scores(strict=True).ranking("Top1")
        assert report.by_type("strict").columns[0].heading == "rank"

    def test_json_holds_everything(self, scores: PlantScores) -> None:
        report = PlantReport(scores, interval=Interval(0.9, 50), levels=("genus",))
        found = json.loads(json.dumps(report.to_dict(), allow_nan=False))
        assert (found["format"], found["version"]) == ("goldscale-plant", 1)
        assert found["types"] == {kind: sum(p.type == kind for p in TEST) for kind in TYPES}
        gaps = found["runs"]["gaps"]
        assert gaps["answered"] == len(RUNS["gaps"])
        assert [remark["check"] for remark in gaps["remarks"]] == ["unmentioned"]
        for rule, strict in (("official", False), ("strict", True)):
            for kind in ("all", *TYPES):
                direct = scores.scores(kind, strict=strict, interval=Interval(0.9, 50)).to_dict()["runs"]["gaps"]
                assert gaps[rule][kind] == json.loads(json.dumps(direct))
        table = scores.by("genus")
        assert found["by"]["genus"]["all"]["sixty"]["Acer"] == table.values[2, table.groups.index["Acer"]]

    def test_groups_are_told_for_every_run(self, scores: PlantScores) -> None:
        table = PlantReport(scores).by_group("author")
        assert [column.heading for column in table.columns[2:]] == PlantReport(scores).ranking
        assert list(table["author"].values) == sorted({p.author for p in TEST})
        assert set(table["perfect"].cells()) == {"1.0000"}

    def test_what_was_asked_for_is_in_every_form(self, scores: PlantScores) -> None:
        report = PlantReport(scores, interval=Interval(0.9, 50), levels=("genus",), tested=True)
        titles = ["S, official", "S, strict", "All pictures", "S by genus", "Differences, paired over plants"]
        assert [table.title for table in report.tables()] == titles
        assert all(f"**{title}**" in report.to_markdown() for title in titles)
        assert report.to_csv() == report.by_type("official").to_csv()
        assert repr(report) == "PlantReport(4 runs, the best: perfect, S 1.0000 (official))"

    def test_runs_are_compared_in_pairs(self, scores: PlantScores) -> None:
        found = PlantReport(scores).comparison(replicates=500)
        assert len(found.pairs) == 6
        assert found.correction == "holm"
        pair = found.pair("perfect", "random")
        assert pair is not None
        assert pair.units == len({(p.author, p.plant) for p in TEST})
        assert pair.better == "perfect"
