"""Small pictures of items, inside the page. Pictures come with a campaign, so they are not trusted."""

from __future__ import annotations

import base64
import io
import os
import warnings
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from goldscale.campaign.premises import Premises

ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp")
"""An item is called as its picture, with or without one of these."""
DECODERS = ("JPEG", "PNG", "WEBP", "GIF", "BMP")
SIDE, QUALITY = 144, 75
"""Of the longer side in pixels, and of the JPEG."""
MOST_BYTES, MOST_PIXELS = 64 << 20, 100_000_000
"""Larger pictures are not opened, nor unpacked."""
KEY = "pictures"


def thumbnails(premises: Premises, folder: Path, names: Iterable[str]) -> tuple[dict[str, str], str]:
    """A small JPEG as a data: address of each item whose picture is found, and what to say about the others."""
    if find_spec("PIL") is None:
        return {}, "Pictures are not shown: that needs Pillow (pip install 'goldscale[report]')."
    wanted = list(dict.fromkeys(names))
    made = {name: _thumbnail(path) for name in wanted if (path := _file_of(premises, folder, name)) is not None}
    found = {name: address for name, address in made.items() if address is not None}
    other = sum(_is_no_file(premises, folder, name) for name in wanted if name not in made)
    reasons = {
        "were not found": len(wanted) - len(made) - other,
        "are no plain files in the campaign": other,
        "cannot be read": len(made) - len(found),
    }
    told = [f"{count} of {len(wanted)} {what}" for what, count in reasons.items() if count]
    return found, f"Pictures: {', '.join(told)}." if told else ""


def _file_of(premises: Premises, folder: Path, name: str) -> Path | None:
    """The picture of an item inside the campaign's folder; a name or a link that leads out of it has none."""
    return next((path for path in _paths(folder, name) if premises.may_read(path, KEY)), None)


def _paths(folder: Path, name: str) -> Iterator[Path]:
    # Behind "./" a name that begins with a slash is one in this folder, too.
    paths = (folder / f"./{name}{ending}" for ending in ("", *ENDINGS))
    return (path for path in paths if path.suffix.lower() in ENDINGS)


def _is_no_file(premises: Premises, folder: Path, name: str) -> bool:
    """Whether something in the campaign is called as an item's picture, such as a link that leads out of it."""
    inside = os.path.realpath(premises.folder)
    try:
        # Only what lies inside is looked at: a report tells nothing of what is outside.
        return any(
            Path(os.path.realpath(path.parent)).is_relative_to(inside) and os.path.lexists(path)
            for path in _paths(folder, name)
        )
    except (OSError, ValueError):  # a name that no file can have
        return False


def _thumbnail(path: Path) -> str | None:
    """The picture made small; None where it is broken, too large, or no picture."""
    from PIL import Image, ImageOps

    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a decoder has to say about a picture is not for the report's reader
            with Image.open(path, formats=DECODERS) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    return None
                picture.draft("RGB", (2 * SIDE, 2 * SIDE))  # a large JPEG is unpacked at a fraction of its size
                picture.thumbnail((SIDE, SIDE))
                upright = ImageOps.exif_transpose(picture).convert("RGBA")
        paper = Image.new("RGBA", upright.size, "white")
        paper.alpha_composite(upright)
        written = io.BytesIO()
        paper.convert("RGB").save(written, "JPEG", quality=QUALITY, optimize=True)
    except Exception:  # decoders raise whatever a broken file makes them stumble over; a report does not fail for it
        return None
    return f"data:image/jpeg;base64,{base64.b64encode(written.getvalue()).decode('ascii')}"
