"""Decimal numbers in a block of bytes (see fields.py), read all at once and correctly rounded.

Digits make a whole number, the point and the exponent a power of ten that float64 holds exactly. Where the whole
number is below 2**53, too, one operation gives the correctly rounded quotient or product (W. D. Clinger, How to Read
Floating Point Numbers Accurately, doi:10.1145/93548.93557). Above, it is held as a sum of two numbers, and the
quotient is corrected by its remainder (T. J. Dekker, doi:10.1007/BF01397083), unless that comes too near to the
middle between two numbers.
"""

from __future__ import annotations

import numpy as np

from goldscale.text.fields import eight_bytes, kept

LONGEST = 22
"""Characters of a number that is read here; powers of ten up to this one are exact in float64."""
FEW = 256
"""So many numbers of an unusual form are read sooner by float(), one by one."""

_ONE_DIGIT = 21
"""Characters of a number with one digit before its point, of which three words hold twenty digits."""
_TENS = 10.0 ** np.arange(LONGEST + 1)
_EXACT = 2.0**53
_LOW = 15
"""So many digits are exact in float64, and so is their power of ten times up to five more digits."""
_ZEROS, _ABOVE_NINE, _HIGH_BITS = (np.uint64(byte * 0x0101010101010101) for byte in (0x30, 0x76, 0x80))
_PAIRS = np.uint64(0x000000FF000000FF)
_FIRST, _SECOND = np.uint64(100 + (1_000_000 << 32)), np.uint64(1 + (10_000 << 32))
_BYTE, _TWO_BYTES, _TOP_BYTE, _LAST, _SECOND_BYTE = map(np.uint64, (8, 16, 56, 0xFF, 0xFF00))
_POINT = np.uint64((ord(".") ^ ord("0")) << 8)
_EXPONENT, _FRACTION = np.uint64(0x7FF << 52), np.uint64((1 << 52) - 1)
_DOT, _SMALL_E, _CAPITAL_E = ((ord(sign) - ord("0")) % 256 for sign in ".eE")


def decimals(raw: np.ndarray, starts: np.ndarray, ends: np.ndarray, few: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """The number that each field stands for, and whether it was read; up to ``few`` of unusual form are not.

    >>> raw = np.frombuffer(b"-0.25 1e1 nan" + bytes(24), np.uint8)
    >>> values, readable = decimals(raw, np.array([0, 6, 10]), np.array([5, 9, 13]))
    >>> values[readable], readable
    (array([-0.25, 10.  ]), array([ True,  True, False]))
    """
    values, readable = _of_one_digit(raw, starts, ends)
    others = np.flatnonzero(~readable)
    if len(others) > few:
        values[others], readable[others] = _of_any_form(raw, starts[others], ends[others])
    return values, readable


def _of_one_digit(raw: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Numbers with one digit before the point and up to nineteen behind it, as nearly all scores are; no others.

    Eight characters are one word, and all digits of a word are read at once (D. Lemire, doi:10.1002/spe.2984). What
    stands behind a number counts as zeros, so that all points are at the same place.
    """
    negative = raw[starts] == ord("-")
    signed = bool(negative.any())
    begins = starts + negative if signed else starts
    lengths = ends - begins
    longest = int(lengths.max(initial=0))
    word = (eight_bytes(raw, begins, 0) ^ _ZEROS) & kept(lengths, 0)
    readable = word & _SECOND_BYTE == _POINT
    if not readable.all():
        readable |= lengths == 1
    if longest > _ONE_DIGIT:
        readable &= lengths <= _ONE_DIGIT
    digits = (word & _LAST) | (word >> _TWO_BYTES << _BYTE)
    if longest <= 8:
        value, fine = _eight_digits(digits)
        values = value / 1e7
    else:
        more = (eight_bytes(raw, begins, 8) ^ _ZEROS) & kept(lengths, 8)
        last = (eight_bytes(raw, begins, 16) ^ _ZEROS) & kept(lengths, 16) if longest > 16 else np.zeros_like(more)
        value, fine = _eight_digits(digits | (more << _TOP_BYTE))
        below, fine_below = _eight_digits((more >> _BYTE) | (last << _TOP_BYTE))
        # Below the limit both sums are exact, and one operation rounds.
        values, sure = (value * 1e8 + below) / 1e15, value < 9e7
        if longest > 16:
            rest, fine_rest = _eight_digits(last >> _BYTE)
            values, sure = _of_twenty_digits(value, below, rest / 1e4)
            sure &= fine_rest
        readable &= fine_below & sure
    readable &= fine
    if signed:
        np.negative(values, out=values, where=negative)
    return values, readable


def _of_twenty_digits(first: np.ndarray, second: np.ndarray, third: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The number that eight, eight and four digits make with a point behind the first; whether it is surely right."""
    top = np.floor(first / 1e3)
    high = top * 1e15
    low = (first - top * 1e3) * 1e12 + second * 1e4 + third
    digits = high + low
    return _quotients(digits, low - (digits - high), np.array(1e19))


def _eight_digits(word: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The number that eight bytes, each a digit, stand for, and whether they are digits."""
    fine = ((word + _ABOVE_NINE) | word) & _HIGH_BITS == 0
    pairs = word * np.uint64(10) + (word >> _BYTE)
    found = (pairs & _PAIRS) * _FIRST + (pairs >> _TWO_BYTES & _PAIRS) * _SECOND
    return (found >> np.uint64(32)).astype(np.float64), fine


def _of_any_form(raw: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All numbers of at most ``LONGEST`` characters, with or without point and exponent."""
    digits, rest, places, tail = _digits(raw, starts, ends)
    values, readable = _scaled(digits, rest, -places)
    readable &= places >= 0
    scientific = np.flatnonzero(tail > 0)
    if len(scientific):
        stop = ends[scientific]
        behind = stop - tail[scientific]
        digits, rest, places, _ = _digits(raw, starts[scientific], behind - 1)
        exponent, _, whole, _ = _digits(raw, behind, stop)
        power = np.clip(exponent, -2 * LONGEST, 2 * LONGEST).astype(np.int64) - places
        values[scientific], fits = _scaled(digits, rest, power)
        readable[scientific] = fits & (places >= 0) & (whole == 0) & (raw[stop - 1] != ord("."))
    return values, readable


def _digits(raw: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, ...]:
    """What each field is made of, if it has no exponent.

    Its digits as a signed whole number, what this is short of the true one, how many digits follow the point (-1: it
    is no plain number), and the number of characters behind its e (0 where there is none).
    """
    first = raw[starts]
    negative = first == ord("-")
    lengths = ends - starts - (negative | (first == ord("+")))
    width = min(max(int(lengths.max(initial=1)), 1), LONGEST)
    behind = np.arange(width - 1, -1, -1, dtype=np.uint8)[:, np.newaxis]
    # One row per place, counted from the fields' ends, so that shorter numbers have leading zeros.
    table = raw[ends - 1 - behind.astype(np.intp)] - np.uint8(ord("0"))
    table *= behind < np.clip(lengths, 0, width).astype(np.uint8)
    points = table == _DOT
    pointed = _total(points)
    bad = _total(table > 9) != pointed
    tail = _places_of_e(table, behind) if bad.any() else np.zeros(len(starts), dtype=np.int64)
    places = _total(points * behind).astype(np.int64)
    bad |= (pointed > 1) | (lengths > width) | (lengths <= pointed)
    before = behind >= np.where(pointed > 0, places, width).astype(np.uint8)
    table[1:] = np.where(before[1:], table[:-1], table[1:])
    table[0] *= ~before[0]
    digits, rest, beyond = _whole(table)
    places[bad | beyond] = -1
    return np.where(negative, -digits, digits), np.where(negative, -rest, rest), places, tail


def _total(table: np.ndarray) -> np.ndarray:
    """The sum of each column, which no byte is too small for where the field is a number."""
    summed: np.ndarray = np.add.reduce(table.view(np.uint8), axis=0, dtype=np.uint8)
    return summed


def _places_of_e(table: np.ndarray, behind: np.ndarray) -> np.ndarray:
    """How many characters follow the e; 0 where there is not exactly one."""
    found = (table == _SMALL_E) | (table == _CAPITAL_E)
    return np.where(_total(found) == 1, _total(found * behind), 0).astype(np.int64)


def _whole(table: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each column of digits as a sum of two whole numbers, and where it has too many digits for that."""
    powers = _TENS[len(table) - 1 :: -1] if len(table) else _TENS[:0]
    digits = powers @ table.astype(np.float64)
    rest = np.zeros(len(digits))
    beyond = np.zeros(len(digits), dtype=bool)
    # Sums are exact below the limit, and one that has passed it does not come back.
    large = np.flatnonzero(digits >= _EXACT)
    if len(large):
        columns = table[:, large].astype(np.float64)
        high = (powers[:-_LOW] / _TENS[_LOW]) @ columns[:-_LOW]
        low = powers[-_LOW:] @ columns[-_LOW:]
        beyond[large] = high >= 1e5
        high *= _TENS[_LOW]
        digits[large] = high + low
        rest[large] = low - (digits[large] - high)
    return digits, rest, beyond


def _scaled(digits: np.ndarray, rest: np.ndarray, power: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sum of digits and rest times a power of ten, and whether it is surely the nearest number."""
    sure = np.abs(power) <= LONGEST
    scale = _TENS[np.where(sure, np.abs(power), 0)]
    values = np.where(power < 0, digits / scale, digits * scale)
    large = np.flatnonzero(np.abs(digits) >= _EXACT)
    if len(large):
        values[large], near = _quotients(digits[large], rest[large], scale[large])
        sure[large] &= near & (power[large] <= 0)
    return values, sure


def _quotients(high: np.ndarray, low: np.ndarray, divisor: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sum of high and low by the divisor, and whether that is surely rounded as it should be."""
    quotient = high / divisor
    product = quotient * divisor
    (a, b), (c, d) = _halves(quotient), _halves(divisor)
    error = ((a * c - product) + a * d + b * c) + b * d
    correction = ((high - product) - error + low) / divisor
    values = quotient + correction
    missing = np.abs(correction - (values - quotient))
    bits = values.view(np.uint64)
    half = (bits & _EXPONENT).view(np.float64) / _EXACT  # of the distance to the next number
    # The correction is right to far more than 30 bits; below a power of two numbers are twice as dense.
    sure = (np.abs(missing - half) > half * 2.0**-30) & (bits & _FRACTION != 0)
    return values, sure | (correction == 0)  # without a remainder nothing is rounded


def _halves(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each number as a sum of two with half as many digits, whose products are exact."""
    scaled = values * 134217729.0
    high = scaled - (scaled - values)
    return high, values - high
