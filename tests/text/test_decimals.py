"""Numbers read from bytes, bit by bit against Python's float()."""

from __future__ import annotations

from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldscale.text.decimals import _of_one_digit, decimals
from goldscale.text.fields import PADDING


def read(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """The texts as a column between commas."""
    ends = np.cumsum([len(text) + 1 for text in texts]) - 1
    starts = np.concatenate([[0], ends[:-1] + 1])
    return decimals(np.frombuffer(",".join(texts).encode() + b"\n" + bytes(PADDING), np.uint8), starts, ends)


def share_read(texts: list[str]) -> float:
    """How many of the numbers are read, once those that are read are seen to be right in every bit."""
    values, readable = read(texts)
    expected = np.array([float(text) for text, good in zip(texts, readable, strict=True) if good])
    np.testing.assert_array_equal(values[readable].view(np.uint64), expected.view(np.uint64))
    return float(readable.mean())


RNG = np.random.default_rng(0)
UNIFORM = RNG.random(20_000)


@pytest.mark.parametrize(
    ("texts", "least"),
    [
        ([repr(x) for x in UNIFORM.tolist()], 1.0),
        ([repr(x) for x in (20 * UNIFORM - 10).tolist()], 1.0),
        ([repr(float(x)) for x in UNIFORM.astype(np.float32)], 1.0),
        ([str(x) for x in UNIFORM.astype(np.float32)], 1.0),
        ([f"{x:.6f}" for x in UNIFORM], 1.0),
        ([f"{x:+.3e}" for x in (UNIFORM - 0.5) * 1e-6], 1.0),
        ([f"{x:.8E}" for x in np.exp(30 * UNIFORM - 15)], 0.9),
        ([str(x) for x in RNG.integers(-(10**18), 10**18, 20_000)], 0.9),
        ([repr(x) for x in RNG.integers(0, 0x7FE << 52, 20_000).view(np.float64).tolist()], 0.01),
    ],
    ids=["repr", "signed", "from float32", "float32", "fixed", "signed e", "capital E", "whole", "any bits"],
)
def test_numbers_as_programs_write_them_are_read_exactly(texts: list[str], least: float) -> None:
    assert share_read(texts) >= least


def test_numbers_near_the_middle_of_two_are_read_exactly_or_not_at_all() -> None:
    texts = []
    with localcontext() as context:
        context.prec = 60
        for low in (UNIFORM[:4000] * 10.0 ** RNG.integers(0, 3, 4000)).tolist():
            middle = (Decimal(low) + Decimal(float(np.nextafter(low, np.inf)))) / 2
            texts += [f"{middle:.{places}f}" for places in (15, 16, 17, 18, 19, 20)]
    share_read(texts)


def test_numbers_around_powers_of_two_are_read_exactly_or_not_at_all() -> None:
    whole = [2**power + step * 2 ** (power - 54) for power in range(54, 66) for step in range(-20, 21)]
    share_read([str(number + near) for number in whole for near in (-1, 0, 1)])
    share_read([f"{2.0**-power:.{places}f}" for power in range(18) for places in range(1, 21)])


@given(st.lists(st.from_regex(r"[+-]?([0-9]{1,12}\.?[0-9]{0,12}|\.[0-9]{1,20})([eE][+-]?[0-9]{1,3})?", fullmatch=True)))
def test_any_decimal_is_read_exactly_or_not_at_all(texts: list[str]) -> None:
    if texts:
        share_read(texts)


@given(st.lists(st.text("0159.eE+-_ xnaif", max_size=24), min_size=1))
def test_what_float_refuses_is_not_read(texts: list[str]) -> None:
    share_read(texts)


@pytest.mark.parametrize(
    "text", ["", ".", "-", "+.", "e5", "1e", "1e+", "1e5.", "1e.5", "1e1e1", "+-1", "--1", "1.2.3"]
)
def test_what_only_looks_like_a_number_is_not_read(text: str) -> None:
    assert read(["1", text, "2"])[1].tolist() == [True, False, True]


@pytest.mark.parametrize("text", ["nan", "inf", "-Infinity", "0x10", "1_0", "1,5".replace(",", ";"), " 1", "1 "])
def test_what_is_no_plain_decimal_is_left_to_others(text: str) -> None:
    assert read(["1", text, "2"])[1].tolist() == [True, False, True]


@pytest.mark.parametrize(("text", "value"), [("-0", -0.0), ("-0.0", -0.0), ("-0e5", -0.0), ("5.", 5.0), (".5", 0.5)])
def test_borders_of_the_grammar(text: str, value: float) -> None:
    values, readable = read([text])
    assert readable.all()
    assert str(values[0]) == str(np.float64(value))


def test_scores_of_all_digits_take_the_short_way() -> None:
    """Zeros, ones and halves among them, too, which divide without a remainder."""
    texts = [*map(repr, UNIFORM.tolist()), "0.0", "1.0", "0.5", "-0.25", "0", "1", "-0.0"]
    ends = np.cumsum([len(text) + 1 for text in texts]) - 1
    starts = np.concatenate([[0], ends[:-1] + 1])
    raw = np.frombuffer(",".join(texts).encode() + b"\n" + bytes(PADDING), np.uint8)
    values, readable = _of_one_digit(raw, starts, ends)
    usual = np.array(["e" not in text and len(text) <= 21 for text in texts])
    assert readable[usual].mean() > 0.9999
    assert readable[-7:].all()
    expected = np.array(list(map(float, texts)))
    np.testing.assert_array_equal(values[readable].view(np.uint64), expected[readable].view(np.uint64))
