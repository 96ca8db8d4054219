"""A campaign of three runs, small enough to be read at a glance."""

from __future__ import annotations

from pathlib import Path

TRUTH = "image,Sky,Sea,Sun\na,1,0,0\nb,0,1,0\nc,1,1,0\nd,0,0,1\n"
GOOD = "image,Sky,Sea,Sun\na,0.9,0.2,0.1\nb,0.1,0.8,0.2\nc,0.7,0.6,0.3\nd,0.2,0.3,0.4\n"
WEAK = "image,Sky,Sea,Sun\na,0.2,0.9,0.1\nb,0.8,0.1,0.2\nc,0.7,0.6,0.3\nd,0.6,0.3,0.4\n"
LISTED = '{"item": "a", "scores": {"Sky": 0.9}}\n{"item": "c", "scores": {"Sky": 0.5, "Sea": 0.4, "Sun": 0.1}}\n'
SETTINGS = 'name = "Small"\ntruth = "truth.csv"\nmeasures = ["AP", "F1:item"]\n'


def small_campaign(folder: Path, settings: str = SETTINGS, **files: str) -> Path:
    """Write the campaign; ``files`` are more runs by name and content (``x_csv`` is x.csv)."""
    (folder / "runs").mkdir(parents=True)
    (folder / "campaign.toml").write_text(settings)
    (folder / "truth.csv").write_text(TRUTH)
    for name, text in {"good_csv": GOOD, "weak_csv": WEAK, **files}.items():
        (folder / "runs" / ".".join(name.rsplit("_", 1))).write_text(text)
    return folder
