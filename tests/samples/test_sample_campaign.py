"""The sample campaign: what was promised about its truth, its runs and its folder."""

import os
import re
import shutil
import tomllib
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from goldscale.agreement import check_votes, merge_votes
from goldscale.data import Concepts
from goldscale.errors import ParameterError
from goldscale.formats import read_judgements, read_ontology, read_run
from goldscale.samples import SimulatedSystem
from goldscale.samples import campaign as sample
from goldscale.samples.campaign import make_sample, sample_systems, sample_truth, sample_votes
from goldscale.samples.scenes import SHARE, concepts_2009, rules_2009, scenes_2009

# Written out by hand from thesis 5.5.1 and DESIGN.md, as a check on what is read from the categories.
EXCLUSIVE = [
    ["Spring", "Summer", "Autumn", "Winter", "No_Visual_Season"],
    ["Indoor", "Outdoor", "No_Visual_Place"],
    ["Day", "Night", "No_Visual_Time"],
    ["Overexposed", "Underexposed", "Neutral_Illumination"],
    ["Motion_Blur", "Out_of_focus", "Partly_Blurred", "No_Blur"],
    ["Single_Person", "Small_Group", "Big_Group", "No_Persons"],
]
PARENTS = {
    "Flowers": "Plants",
    "Trees": "Plants",
    "Clouds": "Sky",
    "Lake": "Water",
    "River": "Water",
    "Sea": "Water",
}
PORTRAIT_OF = ["Single_Person", "Small_Group", "Big_Group", "Animals"]
ITEMS = 60


@pytest.fixture(scope="module")
def truth():
    return sample_truth()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A small sample; tests that change it work on a copy."""
    return make_sample(tmp_path_factory.mktemp("made") / "demo", items=ITEMS)


@pytest.fixture
def copy(made, tmp_path):
    return Path(shutil.copytree(made, tmp_path / "demo"))


def columns(truth, *names):
    return truth.values[:, [truth.labels.index[name] for name in names]].astype(bool)


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


class TestTruth:
    def test_has_the_published_cardinality_and_density(self, truth):
        assert truth.shape == (2000, 53)
        assert truth.cardinality == pytest.approx(9.06, abs=0.15)
        assert truth.density == pytest.approx(0.17, abs=0.005)

    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_whatever_the_seed(self, seed):
        assert sample_truth(2000, seed).cardinality == pytest.approx(9.06, abs=0.15)

    def test_at_the_size_of_2009(self):
        assert sample_truth(13_000).cardinality == pytest.approx(9.06, abs=0.05)

    def test_frequencies_are_uneven_and_nothing_is_missing(self, truth):
        share = truth.values.mean(axis=0)
        assert 0.002 <= share.min() <= 0.01
        assert 0.6 <= share.max() <= 0.9
        assert np.sum(share < 0.05) >= 12
        assert np.sum(share > 0.5) >= 4
        assert truth.values.sum(axis=0).min() >= 5

    @pytest.mark.parametrize("group", EXCLUSIVE, ids=lambda group: group[-1])
    def test_exactly_one_of_each_exclusive_group(self, truth, group):
        assert np.all(columns(truth, *group).sum(axis=1) == 1)

    @pytest.mark.parametrize(("child", "parent"), PARENTS.items())
    def test_no_child_without_its_parent(self, truth, child, parent):
        child_is, parent_is = columns(truth, child, parent).T
        assert child_is.any()
        assert not np.any(child_is & ~parent_is)
        assert np.any(parent_is & ~child_is)

    def test_a_portrait_shows_somebody(self, truth):
        portrait = columns(truth, "Portrait")[:, 0]
        assert portrait.any()
        assert not np.any(portrait & ~columns(truth, *PORTRAIT_OF).any(axis=1))

    @pytest.mark.parametrize(
        ("one", "other", "sign"),
        [
            ("Landscape_Nature", "Sky", 1),
            ("Partylife", "Night", 1),
            ("Macro", "Sky", -1),
            ("Snow", "Summer", -1),
        ],
    )
    def test_scenes_make_concepts_go_together(self, truth, one, other, sign):
        assert sign * np.corrcoef(columns(truth, one, other).T)[0, 1] > 0.02

    def test_the_same_seed_gives_the_same_truth(self, truth):
        assert np.array_equal(sample_truth().values, truth.values)
        assert not np.array_equal(sample_truth(seed=1).values, truth.values)

    def test_says_that_it_is_made_up(self, truth):
        assert truth.items[0] == "madeup_00001.jpg"
        assert all(re.fullmatch(r"madeup_\d{5}\.jpg", name) for name in truth.items)
        assert (truth.items.noun, truth.labels.noun) == ("image", "concept")

    def test_one_item_is_enough(self):
        assert sample_truth(1).shape == (1, 53)
        with pytest.raises(ParameterError, match="at least one item"):
            sample_truth(0)

    def test_rules_are_read_from_the_categories(self):
        rules = rules_2009()
        assert [list(group) for group in rules.exclusive] == EXCLUSIVE
        assert {k: v[0] for k, v in rules.requires.items() if k != "Portrait"} == PARENTS
        assert list(rules.requires["Portrait"]) == PORTRAIT_OF

    def test_scene_tables_name_known_concepts_only(self):
        assert set(scenes_2009()) == {SHARE, *concepts_2009()}
        assert sum(scenes_2009()[SHARE]) == pytest.approx(1)


class TestSystems:
    def test_about_twenty_simulated_and_the_random_ones(self):
        names = [system.name for system in sample_systems()]
        assert len(set(names)) == len(names)
        assert 18 <= sum(name.startswith("simulated_") for name in names) <= 24
        assert [n for n in names if n.startswith("Random")] == [
            "Random0", "Random05", "Random10", "Random20", "Random50", "Random90",
        ]  # fmt: skip
        assert all(name.startswith(sample.OUR_RUNS) for name in names)
        assert all(system.notes for system in sample_systems())

    def test_every_kind_of_hand_in_takes_part(self):
        simulated = [s for s in sample_systems() if isinstance(s, SimulatedSystem)]
        assert {s.output for s in simulated} == {"scores", "decisions", "both"}
        assert {s.own_threshold for s in simulated} == {None, "run", "label"}
        assert any(s.rules for s in simulated)
        assert any(s.specialities for s in simulated)

    def test_measured_auc_is_the_announced_one(self, truth):
        for system in sample_systems():
            run = system.run(truth, np.random.default_rng(1))
            if isinstance(system, SimulatedSystem) and run.scores is not None and not system.specialities:
                measured = roc_auc_score(truth.values, run.scores, average="macro")
                assert measured == pytest.approx(system.quality, abs=0.015), system.name

    def test_the_blind_system_breaks_the_rules_and_the_consistent_one_does_not(self, truth):
        runs = {s.name: s.run(truth, np.random.default_rng(1)) for s in sample_systems() if "good_" in s.name}
        seasons = [truth.labels.index[name] for name in EXCLUSIVE[0]]
        assert np.mean(runs["simulated_good_ontology_blind"].decisions[:, seasons].sum(axis=1) > 1) > 0.05
        assert np.all(runs["simulated_good_consistent"].decisions[:, seasons].sum(axis=1) == 1)


class TestFolder:
    def test_settings_have_what_a_campaign_needs(self, made):
        settings = tomllib.loads((made / "campaign.toml").read_text())
        assert settings["name"] == "Sample campaign (made up)"
        assert settings["task"] == "annotation"
        assert settings["measures"] == ["AP", "AUC", "F1", "F1:item", "P:item", "R:item"]
        assert settings["threshold"] == 0.5
        assert settings["sample"] == {
            "made_up": True,
            "items": ITEMS,
            "seed": 20090,
            "version": sample.VERSION,
        }
        for key in ("labels", "truth", "runs"):
            assert (made / settings[key]).exists()

    def test_settings_show_both_kinds_of_threshold(self, made):
        thresholds = tomllib.loads((made / "campaign.toml").read_text())["thresholds"]
        assert 0 < thresholds["simulated_good_threshold"] < 0.5
        assert list(thresholds["simulated_good_thresholds"]) == list(concepts_2009())
        assert all((made / "runs" / f"{run}.txt").is_file() for run in thresholds)

    def test_truth_reads_back(self, made):
        names = (made / "concepts.txt").read_text().split()
        read = read_judgements(made / "truth.txt", labels=Concepts(names))
        assert names == list(concepts_2009())
        assert np.array_equal(read.values, sample_truth(ITEMS).values)

    def test_runs_read_back(self, made):
        truth = sample_truth(ITEMS)
        for system in sample_systems():
            written = system.run(truth, sample._generator(20090, system.name))
            both = written.scores is not None and written.decisions is not None
            form = "imageclef-2010" if both else "imageclef-2009"
            read = read_run(made / "runs" / f"{system.name}.txt", form, labels=truth.labels)
            assert read.name == system.name
            if written.scores is not None:
                assert np.array_equal(read.scores, written.scores), system.name
            if both:
                assert np.array_equal(read.decisions, written.decisions)
        assert len(list((made / "runs").iterdir())) == len(sample_systems())

    def test_made_up_is_said_everywhere(self, made):
        assert "made up" in (made / "README.md").read_text()
        assert "Made up" in (made / "campaign.toml").read_text()
        assert all(line.startswith("madeup_") for line in (made / "truth.txt").read_text().splitlines())
        assert all(system.name in (made / "README.md").read_text() for system in sample_systems())

    def test_the_same_parameters_give_the_same_bytes(self, made, tmp_path):
        again = make_sample(tmp_path / "again", items=ITEMS)
        other = make_sample(tmp_path / "other", items=ITEMS, seed=1)
        assert contents(again) == contents(made)
        assert contents(other)["truth.txt"] != contents(made)["truth.txt"]

    def test_ordinary_permissions(self, made):
        mask = os.umask(0)
        os.umask(mask)
        assert made.stat().st_mode & 0o777 == 0o777 & ~mask

    def test_progress_counts_up_to_the_end(self, tmp_path):
        seen = []
        make_sample(tmp_path / "demo", items=5, progress=lambda done, total: seen.append((done, total)))
        total = len(sample_systems()) + 1
        assert seen == [(done, total) for done in range(1, total + 1)]

    def test_folders_above_are_made(self, tmp_path):
        assert (make_sample(tmp_path / "a" / "b" / "demo", items=5) / "campaign.toml").is_file()
        assert [p.name for p in tmp_path.iterdir()] == ["a"]

    def test_a_path_relative_to_here(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert make_sample("demo", items=5) == Path("demo")
        assert sorted(os.listdir()) == ["demo"]

    def test_an_empty_working_directory_is_filled(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        make_sample(".", items=5)
        files = ["README.md", "campaign.toml", "concepts.txt", "runs", "simulated_votes.csv", "truth.txt"]
        assert sorted(os.listdir()) == files


class TestAgain:
    def test_the_same_sample_is_left_alone(self, copy):
        (copy / "results").mkdir()
        (copy / "results" / "leaderboard.csv").write_text("kept")
        (copy / "runs" / "mine.txt").write_text("somebody's own run")
        before = contents(copy)
        times = {p: p.stat().st_mtime_ns for p in copy.rglob("*")}
        assert make_sample(copy, items=ITEMS) == copy
        assert contents(copy) == before
        assert {p: p.stat().st_mtime_ns for p in copy.rglob("*")} == times

    @pytest.mark.parametrize("changes", [{"items": 30}, {"items": ITEMS, "seed": 5}])
    def test_other_parameters_replace_it_with_its_results(self, copy, changes):
        (copy / "results").mkdir()
        (copy / "results" / "leaderboard.csv").write_text("old")
        make_sample(copy, **changes)
        settings = tomllib.loads((copy / "campaign.toml").read_text())
        assert settings["sample"]["items"] == changes["items"]
        assert not (copy / "results").exists()
        assert len((copy / "truth.txt").read_text().splitlines()) == changes["items"]
        assert [p.name for p in copy.parent.iterdir()] == ["demo"]

    def test_another_version_replaces_it(self, copy, monkeypatch):
        monkeypatch.setattr(sample, "VERSION", sample.VERSION + 1)
        (copy / "runs" / "simulated_of_an_older_version.txt").write_text("old")
        make_sample(copy, items=ITEMS)
        assert tomllib.loads((copy / "campaign.toml").read_text())["sample"]["version"] == sample.VERSION
        assert not (copy / "runs" / "simulated_of_an_older_version.txt").exists()

    def test_a_sample_with_a_hole_is_mended(self, copy, made):
        (copy / "runs" / "Random0.txt").unlink()
        make_sample(copy, items=ITEMS)
        assert contents(copy) == contents(made)

    def test_what_a_killed_process_left_does_no_harm(self, tmp_path):
        (tmp_path / "demo" / ".sample-abc" / "new").mkdir(parents=True)
        (tmp_path / "demo" / ".sample-abc" / "new" / "truth.txt").write_text("half")
        make_sample(tmp_path / "demo", items=5)
        assert not list((tmp_path / "demo").glob(".sample-*"))


class TestRefusal:
    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("thesis.tex", "precious"),
            ("campaign.toml", 'name = "A real campaign"\n'),
            ("campaign.toml", "[sample]\nmade_up = false\n"),
            ("campaign.toml", 'sample = "yes"\n'),
            ("campaign.toml", "= no toml ="),
        ],
    )
    def test_a_foreign_folder_is_not_touched(self, tmp_path, name, text):
        folder = tmp_path / "mine"
        folder.mkdir()
        (folder / name).write_text(text)
        with pytest.raises(ParameterError, match="choose another folder"):
            make_sample(folder, items=5)
        assert contents(tmp_path) == {f"mine/{name}": text.encode()}

    @pytest.mark.parametrize("name", ["runs/mine.txt", "notes.md", "extra/deep.txt"])
    def test_somebodys_files_in_a_sample_are_not_deleted(self, copy, name):
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text("mine")
        before = contents(copy)
        with pytest.raises(ParameterError, match=re.escape(name)):
            make_sample(copy, items=30)
        assert contents(copy) == before

    def test_a_file_is_no_folder(self, tmp_path):
        (tmp_path / "demo").write_text("a file")
        with pytest.raises(ParameterError, match="not a folder"):
            make_sample(tmp_path / "demo")

    @pytest.mark.parametrize("items", [0, -5])
    def test_no_items_no_folder(self, tmp_path, items):
        with pytest.raises(ParameterError):
            make_sample(tmp_path / "demo", items=items)
        assert not list(tmp_path.iterdir())


class TestFailure:
    @pytest.fixture
    def failing(self, monkeypatch):
        """Writing breaks at the fifth run."""
        written = []

        def write(run, path, form):
            written.append(run.name)
            if len(written) == 5:
                raise OSError("disk full")
            Path(path).parent.mkdir(exist_ok=True)
            Path(path).write_text("some")

        monkeypatch.setattr(sample, "write_run", write)

    @pytest.mark.usefixtures("failing")
    def test_nothing_is_left_behind(self, tmp_path):
        with pytest.raises(OSError, match="disk full"):
            make_sample(tmp_path / "a" / "demo", items=5)
        assert not list(tmp_path.iterdir())

    @pytest.mark.usefixtures("failing")
    def test_an_old_sample_stays(self, copy):
        before = contents(copy)
        with pytest.raises(OSError, match="disk full"):
            make_sample(copy, items=5)
        assert contents(copy) == before

    def test_an_old_sample_comes_back_when_moving_fails(self, copy, monkeypatch):
        before = contents(copy)
        rename = Path.rename

        def stumble(self, target):
            if self.parent.name == "new" and self.name == "runs":
                raise OSError("moved away")
            return rename(self, target)

        monkeypatch.setattr(Path, "rename", stumble)
        with pytest.raises(OSError, match="moved away"):
            make_sample(copy, items=5)
        assert contents(copy) == before
        assert [p.name for p in copy.parent.iterdir()] == ["demo"]


class TestVotes:
    def test_the_crowd_is_on_the_truth_and_its_spammers_are_found(self):
        truth = sample_truth(40)
        votes = sample_votes(truth)
        assert len(votes.items) == sample.VOTED_ITEMS
        assert set(votes.labels) == set(truth.labels)
        assert [name for name in votes.annotators if name.startswith("spammer")] == ["spammer 01", "spammer 02"]
        merged = merge_votes(votes, exclusive=read_ontology("pto-2009"))
        assert merged.expected_error(truth) < 0.01
        assert check_votes(votes, exclusive=read_ontology("pto-2009")).dropped == ("spammer 01", "spammer 02")

    def test_some_groups_are_forgotten_and_none_is_answered_twice(self):
        votes = sample_votes(sample_truth(30))
        sheets = len(votes.annotators) * len(votes.items)
        answered = np.zeros(0)
        for group in rules_2009().exclusive:
            member = np.isin(votes.label, [votes.labels.index[name] for name in group])
            sheet = votes.annotator[member].astype(int) * len(votes.items) + votes.item[member]
            answered = np.append(answered, np.bincount(sheet, votes.values[member], minlength=sheets))
        assert set(answered) == {0.0, 1.0}
        assert 0 < np.mean(answered == 0) < 3 * sample.FORGOTTEN
