"""The XML of the plant task: fields known and unknown, files that are broken or mean harm, and the cache."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import numpy as np
import pytest

from goldscale.errors import FormatError, MissingResourceError, UnknownNameError
from goldscale.limits import SMALL
from goldscale.tasks.plant import cache as plant_cache
from goldscale.tasks.plant.cache import cache_folder, read_metadata
from goldscale.tasks.plant.metadata import Metadata, parse_fields

OF_2012 = """\
<?xml version="1.0" encoding="UTF-8"?>
<Image id="7">
  <FileName>4075.jpg</FileName>
  <Author> Bonnet
    Pierre </Author>
  <Taxon>
    <Genus>Broussonetia</Genus>
    <Species>papyrifera</Species>
    <Class lang="la">Magnoliopsida</Class>
    <Subclass>Rosidae</Subclass>
    <Superorder>Rosanae</Superorder>
  </Taxon>
  <ClassId>Broussonetia papyrifera</ClassId>
  <VernacularNames />
  <Vote>yes</Vote>
  <Vote>no</Vote>
  <Camera><Lens><Length unit="mm">50</Length></Lens></Camera>
</Image>
"""


def picture(number: int, more: str = "") -> str:
    return f"<Image><FileName>{number}.jpg</FileName><Author>Ann</Author>{more}</Image>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (2, 10, 1):
        (tmp_path / f"{number}.xml").write_text(picture(number))
    (tmp_path / "1.jpg").write_bytes(b"")
    (tmp_path / "deeper.xml").mkdir()
    return tmp_path


def test_fields_are_known_by_their_path_and_none_is_lost() -> None:
    assert parse_fields(OF_2012.encode(), "4075.xml") == {
        "@id": "7",
        "FileName": "4075.jpg",
        "Author": "Bonnet Pierre",
        "Taxon/Genus": "Broussonetia",
        "Taxon/Species": "papyrifera",
        "Taxon/Class/@lang": "la",
        "Taxon/Class": "Magnoliopsida",
        "Taxon/Subclass": "Rosidae",
        "Taxon/Superorder": "Rosanae",
        "ClassId": "Broussonetia papyrifera",
        "Vote": "yes; no",
        "Camera/Lens/Length/@unit": "mm",
        "Camera/Lens/Length": "50",
    }


def test_the_encoding_is_the_one_that_the_file_declares() -> None:
    text = "<?xml version='1.0' encoding='ISO-8859-1'?><Image><Author>Hervé</Author></Image>"
    assert parse_fields(text.encode("latin-1"), "1.xml") == {"Author": "Hervé"}
    assert parse_fields(text.replace("ISO-8859-1", "UTF-16").encode("utf-16"), "1.xml") == {"Author": "Hervé"}


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;">]>
<Image><FileName>&lol2;</FileName></Image>
"""


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        (b"<Image>\n<FileName>1.jpg\n</Image>", 3, "mismatched tag"),
        (b"<Image>\n<Author>Herv\xe9</Author>\n</Image>", 2, "not well-formed (invalid token)"),
        (b"<Image>\n<Author>a & b</Author></Image>", 2, "not well-formed"),
        (b"<Image>\n<FileName>1.jpg</FileName>\n", 3, "no element found"),
        (b"", 1, "no element found"),
        (b"<?xml version='1.0' encoding='klingon'?><Image/>", 1, "unknown encoding"),
        (b"<?xml version='1.0' encoding='shift_jis'?><Image/>", 1, "expected UTF-8, found multi-byte"),
        (b"<Image>&nothing;</Image>", 1, "undefined entity"),
        (BOMB.encode(), 2, "XML without a DOCTYPE"),
        (BOMB.replace('version="1.0"', 'version="1.0" encoding="UTF-16"').encode("utf-16"), 2, "without a DOCTYPE"),
        (b"<Picture/>", None, "the root element <Image>, found '<Picture>'"),
        (b"<Image><Author>Ann</Author></Image>", None, "the field <FileName>"),
    ],
)
def test_broken_xml_names_file_and_line(folder: Path, content: bytes, line: int | None, said: str) -> None:
    (folder / "11.xml").write_bytes(content)
    with pytest.raises(FormatError) as caught:
        read_metadata(folder)
    assert caught.value.file == str(folder / "11.xml")
    assert caught.value.line == line
    assert said in str(caught.value)


def test_a_file_far_too_large_is_not_read(folder: Path) -> None:
    with (folder / "11.xml").open("wb") as stream:
        stream.truncate(SMALL.usual + 1)
    with pytest.raises(FormatError, match="at most 4 MiB"):
        read_metadata(folder)


def test_a_file_that_is_far_too_large_unpacked(folder: Path) -> None:
    (folder / "11.xml").write_bytes(gzip.compress(b"<Image>" + b" " * SMALL.usual))
    with pytest.raises(FormatError, match=r"11\.xml: expected a small file of at most 4 MiB"):
        read_metadata(folder)


def test_a_picture_described_twice(folder: Path) -> None:
    (folder / "11.xml").write_text(picture(2))
    with pytest.raises(FormatError, match=r"11\.xml.*2\.xml has this one already.*found '2\.jpg'"):
        read_metadata(folder)


def test_a_link_that_leads_nowhere_is_no_picture_less(folder: Path) -> None:
    (folder / "3.xml").symlink_to(folder / "gone")
    with pytest.raises(FormatError, match=r"3\.xml: expected a readable file"):
        read_metadata(folder)


def test_a_folder_becomes_columns(folder: Path) -> None:
    (folder / "10.xml").write_text(picture(10, "<Type>Scan</Type>"))
    heard: list[tuple[int, int]] = []
    about = read_metadata(folder, progress=lambda done, total: heard.append((done, total)))
    assert about.pictures.names == ("1.jpg", "2.jpg", "10.jpg")
    assert about.files == ("1.xml", "2.xml", "10.xml")
    assert about["Type"] == ["", "", "Scan"]
    assert about["Author"] == ["Ann"] * 3
    assert about.column("Author").texts == ("Ann",)
    assert heard[-1] == (3, 3)
    with pytest.raises(UnknownNameError, match="did you mean 'Author'"):
        about.column("author")
    with pytest.raises(FormatError, match=r"1\.xml: expected the field <Type>"):
        about.require("Type")
    with pytest.raises(FormatError, match=r"1\.xml: expected the field <Taxon><Genus>"):
        about.require("Taxon/Genus")


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(MissingResourceError, match="nowhere"):
        read_metadata(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    with pytest.raises(FormatError, match="a folder of XML files"):
        read_metadata(tmp_path / "file")
    assert len(read_metadata(tmp_path)) == 0


def test_memory_grows_with_distinct_texts_not_with_pictures() -> None:
    some = ({"FileName": f"{i}.jpg", "Author": "An author of a name of some length"} for i in range(5000))
    about = Metadata.from_fields([f"{i}.xml" for i in range(5000)], some)
    assert len(about.column("Author").texts) == 1
    assert about.column("Author").codes.nbytes == 4 * 5000


class TestCache:
    """The second reading takes what the first one kept, unless something has changed."""

    @pytest.fixture(autouse=True)
    def empty_cache(self, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))

    @pytest.fixture
    def parsed(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """How many files each reading has opened."""
        counts: list[int] = []
        plain = plant_cache.parse_folder
        monkeypatch.setattr(plant_cache, "parse_folder", lambda *given: counts.append(len(given[1])) or plain(*given))
        return counts

    def test_nothing_has_changed(self, folder: Path, parsed: list[int]) -> None:
        once, again = read_metadata(folder), read_metadata(folder)
        assert parsed == [3]
        assert again.files == once.files
        assert list(again.columns) == list(once.columns)
        for path, column in once.columns.items():
            assert again.column(path).texts == column.texts
            np.testing.assert_array_equal(again.column(path).codes, column.codes)

    @pytest.mark.parametrize("change", ["more", "less", "other", "touched"])
    def test_a_folder_that_has_changed_is_read_anew(self, folder: Path, parsed: list[int], change: str) -> None:
        read_metadata(folder)
        if change == "more":
            (folder / "3.xml").write_text(picture(3))
        elif change == "less":
            (folder / "2.xml").unlink()
        elif change == "other":
            (folder / "2.xml").write_text(picture(22))
        else:
            os.utime(folder / "2.xml", (1, 1))
        assert read_metadata(folder)["FileName"] == read_metadata(folder, cache=False)["FileName"]
        assert len(parsed) == 3
        assert len(list(cache_folder().iterdir())) == 1

    def test_no_cache_neither_reads_nor_writes_it(self, folder: Path, parsed: list[int]) -> None:
        read_metadata(folder, cache=False)
        assert not cache_folder().exists()
        read_metadata(folder)
        read_metadata(folder, cache=False)
        assert parsed == [3, 3, 3]

    @pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 no zip", None])
    def test_a_damaged_cache_is_made_again(self, folder: Path, parsed: list[int], damage: bytes | None) -> None:
        read_metadata(folder)
        (kept,) = cache_folder().iterdir()
        kept.write_bytes(kept.read_bytes()[:-60] if damage is None else damage)
        read_metadata(folder)
        assert read_metadata(folder)["FileName"] == ["1.jpg", "2.jpg", "10.jpg"]
        assert parsed == [3, 3]

    def test_a_cache_of_fewer_pictures_is_made_again(self, folder: Path, parsed: list[int]) -> None:
        read_metadata(folder)
        (kept,) = cache_folder().iterdir()
        stored = dict(np.load(kept))
        stored["codes"] = stored["codes"][:, :2]
        np.savez(kept, **stored)
        assert len(read_metadata(folder).pictures) == 3
        assert parsed == [3, 3]

    def test_a_cache_that_cannot_be_written_does_no_harm(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
        assert len(read_metadata(folder)) == 3

    def test_another_folder_has_a_cache_of_its_own(self, folder: Path, tmp_path: Path, parsed: list[int]) -> None:
        other = tmp_path / "other"
        other.mkdir()
        (other / "1.xml").write_text(picture(1))
        for _ in range(2):
            assert (len(read_metadata(folder)), len(read_metadata(other))) == (3, 1)
        assert parsed == [3, 1]
