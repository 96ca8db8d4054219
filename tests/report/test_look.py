"""Colours can be read, and told apart."""

from itertools import combinations

import pytest

from goldscale.report import look
from goldscale.report.look import DARK, LIGHT, SERIES, Palette
from goldscale.report.page.assets import heat_step
from goldscale.report.page.drawing import STEPS


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def test_the_contrast_of_black_and_white_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(palette: Palette) -> None:
    for text in (palette.ink, palette.soft, palette.gold):
        for ground in (palette.paper, palette.card, palette.tint):
            assert contrast(text, ground) >= 4.5


def test_the_colours_of_series_differ() -> None:
    assert all(one != other for one, other in combinations(SERIES, 2))


def test_every_number_of_a_heatmap_can_be_read() -> None:
    for step in range(STEPS + 1):
        ground, text = heat_step(step)
        assert contrast(text, ground) >= 4.5
        assert look.contrast(text, ground) == pytest.approx(contrast(text, ground))


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_of_plots_stand_out(palette: Palette) -> None:
    for mark in (palette.gold, palette.soft, palette.ink):
        assert contrast(mark, palette.paper) >= 3
        assert contrast(mark, palette.card) >= 3
