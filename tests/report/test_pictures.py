"""Pictures of items come from strangers: what is shown, and what is not."""

from __future__ import annotations

import base64
import io
import os
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image
from report_campaign import report_campaign

from goldscale.campaign.premises import Premises
from goldscale.campaign.study import study_campaign
from goldscale.report import pictures
from goldscale.report.page import page
from goldscale.report.pictures import SIDE, thumbnails
from goldscale.report.reports import campaign_content


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "campaign" / "pictures").mkdir(parents=True)
    return tmp_path / "campaign"


def shown(folder: Path, *names: str) -> tuple[dict[str, str], str]:
    return thumbnails(Premises(folder), folder / "pictures", names)


def opened(address: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(address.removeprefix("data:image/jpeg;base64,"))))


def test_a_picture_is_made_small_and_upright_and_says_nothing_else(folder: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    exif[0x010E] = "where it was taken"
    Image.new("RGB", (800, 400), "red").save(folder / "pictures" / "a.jpg", exif=exif)
    Image.new("LA", (30, 20), (0, 0)).save(folder / "pictures" / "b.png")
    found, note = shown(folder, "a.jpg", "a", "b")
    small = opened(found["a.jpg"])
    assert small.size == (SIDE // 2, SIDE)
    assert not small.getexif()
    assert found["a"] == found["a.jpg"]
    assert opened(found["b"]).getpixel((0, 0)) == (255, 255, 255)
    assert note == ""


def test_names_and_links_that_lead_out_show_nothing(folder: Path, tmp_path: Path) -> None:
    Image.new("RGB", (9, 9), "red").save(tmp_path / "secret.png")
    (folder / "pictures" / "link.png").symlink_to(tmp_path / "secret.png")
    names = ["../../secret.png", str(tmp_path / "secret.png"), "link.png", "nul\0.png", "x" * 5000, "gone.png"]
    found, note = shown(folder, *names)
    assert found == {}
    assert note == "Pictures: 5 of 6 were not found, 1 of 6 are no plain files in the campaign."


def png_that_unpacks_to(side: int) -> bytes:
    """A small file with a huge, empty picture."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(b"")) + part(b"IEND", b"")


def test_broken_and_huge_pictures_are_counted(folder: Path) -> None:
    (folder / "pictures" / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    (folder / "pictures" / "text.png").write_text("no picture")
    (folder / "pictures" / "huge.png").write_bytes(png_that_unpacks_to(12_000))
    (folder / "pictures" / "bomb.png").write_bytes(png_that_unpacks_to(60_000))
    Image.new("RGB", (9, 9), "red").save(folder / "pictures" / "good.webp")
    found, note = shown(folder, "broken.jpg", "text.png", "huge.png", "bomb.png", "good")
    assert list(found) == ["good"]
    assert note == "Pictures: 4 of 5 cannot be read."


def test_without_pillow_a_note_says_how_to_get_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    assert shown(folder, "a.png") == (
        {},
        "Pictures are not shown: that needs Pillow (pip install 'goldscale[report]').",
    )


def test_the_page_shows_the_hardest_and_the_easiest(tmp_path: Path) -> None:
    content = campaign_content(report_campaign(tmp_path / "small"))
    text = page(content)
    for story in (*content.hardest, *content.easiest):
        assert f'alt="Picture of {story.name}"' in text
    assert text.count("data:image/jpeg;base64,") == len(content.hardest) + len(content.easiest)


def test_what_is_no_plain_file_is_not_told_as_missing(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    Image.new("RGB", (9, 9), "red").save(tmp_path / "outside" / "secret.png")
    (folder / "pictures" / "link.png").symlink_to(tmp_path / "outside" / "secret.png")
    (folder / "pictures" / "nowhere.png").symlink_to(tmp_path / "nothing.png")
    (folder / "pictures" / "way").symlink_to(tmp_path / "outside")
    (folder / "pictures" / "folder.png").mkdir()
    os.mkfifo(folder / "pictures" / "pipe.png")
    # Whether there is such a file outside is not told.
    hidden = ["way/secret.png", "way/nothing.png", "../../outside/secret.png"]
    found, note = shown(folder, "link.png", "nowhere.png", "folder.png", "pipe", *hidden)
    assert found == {}
    assert note == "Pictures: 3 of 7 were not found, 4 of 7 are no plain files in the campaign."


def test_pictures_without_a_measure_by_item_are_noted(tmp_path: Path) -> None:
    folder = report_campaign(tmp_path / "small").campaign.folder
    file = folder / "campaign.toml"
    file.write_text(file.read_text().replace('"AP", "AUC", "F1:item"', '"AP"'))
    truth = folder / "truth.csv"
    truth.write_text(truth.read_text().replace("item", "image", 1))
    found = campaign_content(study_campaign(folder))
    assert found.notes == (
        "Pictures are not shown: no measure of this campaign has a value per image, as F1:item has.",
    )
    assert found.item_noun == "images"
