"""campaign.toml: what it may say, and what it hears when it says something else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_campaign import SETTINGS, small_campaign

from goldscale.campaign import Campaign, keys
from goldscale.errors import FormatError, MismatchError, MissingResourceError
from goldscale.formats.lists import read_labels
from goldscale.measures.settings import Settings


def load(tmp_path: Path, settings: str) -> Campaign:
    return Campaign.load(small_campaign(tmp_path / "small", settings))


def refused(tmp_path: Path, settings: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        load(tmp_path, settings)
    assert caught.value.file == str(tmp_path / "small" / "campaign.toml")
    return caught.value


def test_what_is_not_said_has_a_default(tmp_path: Path) -> None:
    campaign = load(tmp_path, 'truth = "truth.csv"')
    assert campaign.name == "small"
    assert campaign.runs_folder == tmp_path / "small" / "runs"
    assert campaign.measures == ()  # the truth chooses
    assert campaign.settings == Settings()
    assert (campaign.labels, campaign.knowledge, campaign.thresholds, campaign.task) == (None, {}, {}, "annotation")


def test_everything_can_be_said(tmp_path: Path) -> None:
    (tmp_path / "small" / "handed in").mkdir(parents=True)
    campaign = load(
        tmp_path,
        """
        name = "All of it"
        task = "retrieval"
        collection = "pictures"
        truth = "truth.csv"
        runs = "handed in"
        ontology = "pto-2009"
        measures = ["map", "F1:example", "AP"]
        ties = "best"
        undefined = "zero"
        unjudged = "ignore"
        threshold = "density"
        ci = 0.9
        ci_over = "label"
        interval = "bca"
        replicates = 50
        seed = 7
        [thresholds]
        good = 1
        [thresholds.weak]
        Sky = 0.5
        Sea = -1.5
        Sun = 0.1
        [sample]
        made_up = true
        """,
    )
    assert list(map(str, campaign.measures)) == ["AP", "F1:item"]
    assert campaign.settings == Settings("best", "zero", "ignore", "density", 0.9, "label", "bca", 50, 7)
    assert campaign.thresholds == {"good": 1, "weak": {"Sky": 0.5, "Sea": -1.5, "Sun": 0.1}}
    assert (campaign.name, campaign.task, campaign.collection) == ("All of it", "retrieval", "pictures")
    assert campaign.runs_folder.name == "handed in"


def test_every_setting_of_an_evaluation_has_a_key() -> None:
    assert set(keys.SETTING_KEYS) == {*Settings.__dataclass_fields__}


@pytest.mark.parametrize(
    ("line", "field", "words"),
    [
        ('nam = "x"', "nam", "Did you mean 'name'?"),
        ('treshold = "x"', "treshold", "Did you mean 'threshold'?"),
        ('measurs = ["AP"]', "measurs", "expected a key of campaigns, found 'measurs'. Did you mean 'measures'?"),
        ('title = "Ours"', "title", "expected a key of campaigns, found 'title'. Did you mean 'name'?"),
        (
            'groups = "groups.csv"',
            "groups",
            'Write it so: groups = { file = "groups.csv", levels = ["author", "plant"] }',
        ),
        ("zzz = 1", "zzz", "expected a key of campaigns, found 'zzz'. 'goldscale init' writes"),
        ("name = 5", "name", "text, found '5'"),
        ("ontology = true", "ontology", "text, found 'True'"),
        ("ties = 1", "ties", "one of expected, best, worst, order, id, group, found '1'"),
        ('ties = "bst"', "ties", "one of expected, best, worst, order, id, group, found 'bst'. Did you mean 'best'?"),
        ('undefined = "none"', "undefined", "one of skip, zero, one, found 'none'"),
        ('unjudged = "negativ"', "unjudged", "Did you mean 'negative'?"),
        ('ci_over = "items"', "ci_over", "Did you mean 'item'?"),
        ('ci = "high"', "ci", "a number between 0 and 1, found 'high'"),
        ("ci = 95", "ci", "a number between 0 and 1, found '95'"),
        ("ci = nan", "ci", "found 'nan'"),
        ("ci = true", "ci", "found 'True'"),
        ("replicates = 0", "replicates", "a whole number from 1 to 1000000, found '0'"),
        ("replicates = 1000000000000", "replicates", "a whole number from 1 to 1000000, found '1000000000000'"),
        ("draws = 1000000000000", "draws", "a whole number from 1 to 1000000, found '1000000000000'"),
        ("replicates = 10.5", "replicates", "a whole number from 1 to 1000000"),
        ("draws = 0", "draws", "a whole number from 1 to 1000000, found '0'"),
        ("replicates = true", "replicates", "a whole number from 1 to 1000000"),
        ("seed = -1", "seed", "a whole number from 0 up, found '-1'"),
        ('seed = "1"', "seed", "a whole number from 0 up"),
        ("measures = 1", "measures", "a list of measures, found '1'"),
        ('measures = "AP,AUCC"', "measures", "found 'AP,AUCC'. Unknown measure 'AUCC'; did you mean 'AUC'"),
        ("measures = []", "measures", "a list of measures, found '[]'"),
        ('measures = ["AP", 1]', "measures", "a measure, found '1'"),
        ('measures = ["AP", "AUCC"]', "measures", "found 'AUCC'. Unknown measure 'AUCC'; did you mean 'AUC'"),
        ('measures = ["P@x"]', "measures", "the cutoff must be a whole number"),
        ("threshold = nan", "threshold", "a number or one of argmax, best-f1"),
        ("threshold = inf", "threshold", "found 'inf'"),
        ("threshold = 1" + "0" * 400, "threshold", "a whole number of at most 64 bits, found a larger one"),
        ('threshold = "best-f"', "threshold", "Did you mean 'best-f1'?"),
        ("threshold = [0.5]", "threshold", "a number or one of argmax, best-f1"),
        ("thresholds = 0.5", "thresholds", "a table of runs"),
        ('thresholds = { good = "x" }', "thresholds.good", "a number, or a table of labels and numbers, found 'x'"),
        ("thresholds = { good = nan }", "thresholds.good", "found 'nan'"),
        ('thresholds = { good = { Sky = 0.5, Sea = "x" } }', "thresholds.good.Sea", "a number, found 'x'"),
    ],
)
def test_a_wrong_value_names_its_field(tmp_path: Path, line: str, field: str, words: str) -> None:
    error = refused(tmp_path, f'truth = "truth.csv"\n{line}\n')
    assert error.field == field
    assert words in str(error)
    assert "\n" not in str(error)


def test_settings_that_exclude_each_other(tmp_path: Path) -> None:
    assert "not for both" in str(refused(tmp_path, 'truth = "truth.csv"\nci = 0.9\nunjudged = "bounds"\n'))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('name = "x"\ntruth =\n', 2, "Invalid value"),
        ("truth = truth.csv\n", 1, 'Texts stand in quotes: truth = "truth.csv".'),
        ('name = "x"\ntruth "y"\n', 2, "Expected '=' after a key in a key/value pair"),
        ('name = "x"\nname = "y"\n', 2, "Cannot overwrite a value"),
        ('truth = "x"\nname = "open\n', 2, "Illegal character"),
        ('truth = "x"\n\nmeasures = ["AP",\n', 3, "Invalid value"),
        ("seed = " + "1" * 5000, None, "TOML"),
        ("seed = " + "[" * 100_000, None, "TOML"),
    ],
)
def test_broken_toml_names_the_line(tmp_path: Path, text: str, line: int | None, words: str) -> None:
    error = refused(tmp_path, text)
    assert error.line == line
    assert words in str(error)


def test_toml_of_windows(tmp_path: Path) -> None:
    folder = small_campaign(tmp_path / "small")
    (folder / "campaign.toml").write_bytes(b"\xef\xbb\xbf" + SETTINGS.replace("\n", "\r\n").encode())
    assert Campaign.load(folder).name == "Small"
    (folder / "campaign.toml").write_bytes(b'truth = "x"\nname = "M\xfcnchen"\n')
    with pytest.raises(FormatError, match="line 2: expected UTF-8 text"):
        Campaign.load(folder)


def test_files_that_are_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(MissingResourceError, match=r"campaign\.toml is missing.*goldscale demo"):
        Campaign.load(tmp_path)
    assert refused(tmp_path, 'name = "x"').field == "truth"
    settings = tmp_path / "small" / "campaign.toml"
    for line, key in (('truth = "no.csv"', "truth"), ('truth = "truth.csv"\nruns = "no"', "runs")):
        settings.write_text(line)
        with pytest.raises(MissingResourceError, match=f"campaign.toml names it under '{key}'"):
            Campaign.load(settings.parent)
    settings.write_text('truth = "truth.csv"\nlabels = "no.txt"')
    with pytest.raises(MissingResourceError, match="under 'labels'"):
        Campaign.load(settings.parent)
    settings.write_text('truth = "truth.csv"\nruns = "truth.csv"')
    with pytest.raises(FormatError, match="field runs: expected a folder"):
        Campaign.load(settings.parent)


def test_hidden_files_readmes_folders_and_label_lists_are_no_runs(tmp_path: Path) -> None:
    campaign = load(tmp_path, SETTINGS)
    for name in (".hidden.csv", ".DS_Store", "README.md", "readme.txt"):
        (campaign.runs_folder / name).write_text("x")
    (campaign.runs_folder / "old").mkdir()
    assert [path.name for path in campaign.run_files()] == ["good.csv", "weak.csv"]
    (campaign.runs_folder / "labels.xml").write_text("<labels/>")
    assert "labels.xml" in [path.name for path in campaign.run_files()]
    (campaign.runs_folder / "m.arff").write_text("x")
    assert [path.name for path in campaign.run_files()] == ["good.csv", "m.arff", "weak.csv"]


def test_a_run_gets_the_threshold_that_is_stated_for_it(tmp_path: Path) -> None:
    campaign = load(tmp_path, SETTINGS + "[thresholds]\ngood = 0.25\nweak = { Sun = 3, Sky = 1, Sea = 2, More = 9 }\n")
    good, weak = (campaign.read_run(path) for path in campaign.run_files())
    assert good.threshold == 0.25
    np.testing.assert_array_equal(weak.threshold, [1, 2, 3])


def test_a_threshold_for_some_labels_is_not_enough(tmp_path: Path) -> None:
    campaign = load(tmp_path, SETTINGS + "[thresholds.weak]\nSky = 1\nSe = 2\n")
    with pytest.raises(MismatchError, match=r"field thresholds\.weak: .* 2 missing \('Sea', 'Sun'\)"):
        campaign.read_run(campaign.runs_folder / "weak.csv")


def test_votes_are_a_file_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "votes.csv").write_text("annotator,item,label,vote\nfirst,a.jpg,Sky,1\n")
    assert load(tmp_path, SETTINGS + 'votes = "votes.csv"\n').votes == tmp_path / "small" / "votes.csv"
    (tmp_path / "small" / "votes.csv").unlink()
    campaign = Campaign.load(tmp_path / "small")
    with pytest.raises(MissingResourceError, match=r"names it under 'votes'"):
        campaign.read_votes()


def test_label_files(tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text("Sky\n\n  Blue Sea \n")
    assert read_labels(path).names == ("Sky", "Blue Sea")
    path.write_text("Sky\n\nSky\n")
    with pytest.raises(FormatError, match="line 3: expected each label once \\(first in line 1\\)"):
        read_labels(path)
    path.write_text("\n")
    with pytest.raises(FormatError, match="an empty file"):
        read_labels(path)
