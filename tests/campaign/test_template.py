"""New campaigns: every key is shown, what is shown can be used, and nothing is overwritten."""

from __future__ import annotations

import gzip
import re
import tomllib
from pathlib import Path

import pytest
from small_campaign import GOOD, TRUTH

from goldscale.campaign import Campaign, declaration, evaluate_campaign, make_campaign
from goldscale.campaign.keys import KEYS, KNOWN, SAMPLE, CampaignKey, as_toml
from goldscale.campaign.template import campaign_toml
from goldscale.errors import FormatError, MissingResourceError, ParameterError

COMMENTED = re.compile(r"^#(?=[\w\[])", re.MULTILINE)
"""How a key begins that is shown only; a sentence has a blank after the #."""


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    path = tmp_path / "judged.csv"
    path.write_text(TRUTH)
    return path


def test_every_key_can_be_uncommented(tmp_path: Path) -> None:
    file = tmp_path / "campaign.toml"
    file.write_text(COMMENTED.sub("", campaign_toml({})))
    table = declaration.parse(file)
    assert set(table) == KNOWN - {SAMPLE}
    assert [str(m) for m in declaration.measures(table, file)] == table["measures"]
    assert declaration.settings(table, file).ci == 0.95


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_each_key_alone(tmp_path: Path, key: CampaignKey) -> None:
    name = key.name
    text = campaign_toml({})
    alone = re.sub(rf"^#(?={name} = )", "", text, flags=re.MULTILINE)
    if f"#[{name}]" in text:
        head, _, rest = text.partition(f"#[{name}]")
        alone = head + COMMENTED.sub("", f"#[{name}]" + rest.partition("\n\n")[0])
    file = tmp_path / "campaign.toml"
    file.write_text(alone)
    assert set(declaration.parse(file)) == {"name", "truth", name}


def test_what_is_shown_as_the_default_is_the_default(tmp_path: Path, truth: Path) -> None:
    folder = make_campaign(tmp_path / "c", truth=truth).folder
    before = Campaign.load(folder)
    text = (folder / "campaign.toml").read_text()
    defaults = [key.name for key in KEYS if key.has_default and not key.filled]
    for name in defaults:
        text = re.sub(rf"^#(?={name} = )", "", text, flags=re.MULTILINE)
    (folder / "campaign.toml").write_text(text)
    assert set(tomllib.loads(text)) == {"name", "truth", *defaults}
    assert Campaign.load(folder) == before


def test_the_first_steps(tmp_path: Path) -> None:
    made = make_campaign(tmp_path / "c", name='A "new" one\x7f\n')
    assert made.files == ("campaign.toml",)
    assert len(made.steps) == 3
    with pytest.raises(MissingResourceError, match=r"truth\.csv is missing.*'truth': put it there, or name another"):
        evaluate_campaign(made.folder)
    (made.folder / "truth.csv").write_text(TRUTH)
    with pytest.raises(FormatError, match="Put the runs there, one file each"):
        evaluate_campaign(made.folder)
    (made.folder / "runs" / "good.csv").write_text(GOOD)
    assert evaluate_campaign(made.folder).campaign.name == 'A "new" one\x7f\n'


def test_files_are_copied_with_what_belongs_to_them(tmp_path: Path) -> None:
    (tmp_path / "truth.csv.gz").write_bytes(gzip.compress(TRUTH.encode()))
    (tmp_path / "tree.csv").write_text("child,parent\nSky,\nSea,\nSun,Sky\n")
    (tmp_path / "tree.rules.toml").write_text("child_needs_parent = true\n")
    made = make_campaign(tmp_path / "c", truth=tmp_path / "truth.csv.gz", ontology=tmp_path / "tree.csv")
    assert set(made.files) == {"truth.csv.gz", "tree.csv", "tree.rules.toml", "campaign.toml"}
    (made.folder / "runs" / "good.csv").write_text(GOOD)
    assert evaluate_campaign(made.folder).campaign.knowledge == {"ontology": made.folder / "tree.csv"}
    assert Campaign.load(make_campaign(tmp_path / "d", truth=made.folder / "truth.csv.gz").folder).name == "d"


def test_a_truth_without_names(tmp_path: Path) -> None:
    (tmp_path / "truth.txt").write_text("a 1 0\nb 0 1\n")
    (tmp_path / "names.txt").write_text("Sky\nSea\n")
    made = make_campaign(tmp_path / "c", truth=tmp_path / "truth.txt", labels=tmp_path / "names.txt")
    assert Campaign.load(made.folder).read_truth().labels.names == ("Sky", "Sea")


def test_a_bundled_ontology_is_named(tmp_path: Path, truth: Path) -> None:
    folder = make_campaign(tmp_path / "c", truth=truth, ontology="pto-2009").folder
    assert Campaign.load(folder).knowledge == {"ontology": "pto-2009"}
    assert sorted(path.name for path in folder.iterdir()) == ["campaign.toml", "judged.csv", "runs"]


class TestNothingIsOverwritten:
    def test_a_campaign(self, tmp_path: Path) -> None:
        (tmp_path / "campaign.toml").write_text("mine")
        with pytest.raises(ParameterError, match="is there already"):
            make_campaign(tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == ["campaign.toml"]

    def test_a_file_of_the_same_name(self, tmp_path: Path, truth: Path) -> None:
        (tmp_path / "c").mkdir()
        (tmp_path / "c" / truth.name).write_text("mine")
        with pytest.raises(ParameterError, match="the name is taken by another file"):
            make_campaign(tmp_path / "c", truth=truth)
        assert [path.name for path in (tmp_path / "c").iterdir()] == [truth.name]

    def test_two_files_of_one_name(self, tmp_path: Path, truth: Path) -> None:
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / truth.name).write_text("Sky\nSea\nSun\n")
        with pytest.raises(ParameterError, match="the name is taken"):
            make_campaign(tmp_path / "c", truth=truth, labels=tmp_path / "other" / truth.name)
        assert not (tmp_path / "c").exists()

    def test_what_is_in_the_folder_already_stays(self, tmp_path: Path, truth: Path) -> None:
        (tmp_path / "runs").mkdir()
        (tmp_path / "runs" / "good.csv").write_text(GOOD)
        assert make_campaign(tmp_path, truth=truth).files == ("campaign.toml",)
        assert evaluate_campaign(tmp_path).scores.runs == ("good",)

    def test_a_folder_per_class_is_to_become_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "pets" / "cat").mkdir(parents=True)
        (tmp_path / "pets" / "cat" / "1.jpg").touch()
        how = "goldscale convert --judgements FOLDER truth.csv"
        with pytest.raises(FormatError, match=f"expected a file, which the campaign can keep, found a folder.*{how}"):
            make_campaign(tmp_path / "c", truth=tmp_path / "pets")
        assert not (tmp_path / "c").exists()
        (tmp_path / "campaign.toml").write_text('truth = "pets"')
        with pytest.raises(FormatError, match=f"field truth: expected a file, found 'pets', a folder.*{how}"):
            Campaign.load(tmp_path)

    def test_after_an_error(self, tmp_path: Path, truth: Path) -> None:
        truth.write_text("image,Sky\na,x\n")
        with pytest.raises(FormatError):
            make_campaign(tmp_path / "c", truth=truth)
        with pytest.raises(ParameterError, match="standard input"):
            make_campaign(tmp_path / "c", ontology="-")
        assert not (tmp_path / "c").exists()


def test_the_documentation_shows_the_same_defaults() -> None:
    page = (Path(__file__).parents[2] / "docs" / "campaigns.md").read_text("utf-8")
    shown = dict(re.findall(r"^\| `(\w+)` \| .* \| (.*?) \|$", page, re.MULTILINE))
    assert set(shown) >= {key.name for key in KEYS}
    spelled = {"collection": "empty"}
    for key in KEYS:
        if key.has_default:
            assert shown[key.name] == spelled.get(key.name, f"`{as_toml(key.example)}`")
        else:
            assert not shown[key.name].startswith("`")
