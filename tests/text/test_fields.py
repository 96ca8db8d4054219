"""Fields of a block of bytes told apart, against Python's own dictionaries and strings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldscale.text import fields

NAMES = st.one_of(
    st.text("ab", max_size=3),
    st.text("abé日", max_size=40),
    st.sampled_from(["x" * 7, "x" * 8, "x" * 9, "x" * 16, "x" * 17, "y" + "x" * 16, "x" * fields.LONGEST_NAME]),
)
Block = tuple[np.ndarray, np.ndarray, np.ndarray]


def block(names: list[str]) -> Block:
    """The names one behind the other, nothing between them."""
    encoded = [name.encode() for name in names]
    ends = np.cumsum([len(name) for name in encoded], dtype=np.int64)
    raw = np.frombuffer(b"".join(encoded) + bytes(fields.PADDING), np.uint8)
    return raw, np.concatenate([[0], ends[:-1]]), ends


def codes_of(names: list[str]) -> tuple[list[int], list[int]]:
    """Codes and firsts, the slow way."""
    order = list(dict.fromkeys(names))
    return [order.index(name) for name in names], [names.index(name) for name in order]


@given(st.lists(NAMES, min_size=1, max_size=30))
def test_codes_count_distinct_fields_in_order_of_appearance(names: list[str]) -> None:
    found = fields.factorise(*block(names))
    assert found is not None
    assert tuple(part.tolist() for part in found) == codes_of(names)


def test_fields_that_share_a_hash_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    same, other = block(["x" * 20] * 3), block(["x" * 20, "y" * 20, "x" * 20])
    monkeypatch.setattr(fields, "hashes", lambda words: np.zeros_like(words[0]))
    assert fields.factorise(*same) is not None
    assert fields.factorise(*other) is None


def test_fields_that_are_too_long_are_left_to_others() -> None:
    assert fields.factorise(*block(["x", "x" * (fields.LONGEST_NAME + 1)])) is None


@given(st.lists(st.text("0123456789/:-+ aé٣", min_size=1, max_size=9), min_size=1, max_size=4))
def test_digits_are_those_of_ascii(names: list[str]) -> None:
    expected = all(name.isascii() and name.isdecimal() and len(name) <= 8 for name in names)
    assert fields.all_digits(*block(names)) == expected


@pytest.mark.parametrize("byte", range(1, 128))
def test_every_byte_is_a_digit_or_not(byte: int) -> None:
    assert fields.all_digits(*block(["00" + chr(byte) + "9"])) == chr(byte).isdecimal()


def test_an_empty_field_is_no_digits() -> None:
    assert not fields.all_digits(*block(["1", "", "2"]))
