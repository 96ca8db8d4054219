"""One Parameter for everything that takes some: read from text, checked in Python, printed and read again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from goldscale.data.parameter import Parameter, completed, read_parameters, read_values, shown_parameters
from goldscale.errors import ParameterError, UnknownNameError

BETA = Parameter("beta", "weight of recall", "number", 1.0, high=9.0)
RANK = Parameter("rank", "how far down", "count", 10, low=1)
AVG = Parameter("avg", "how units are averaged", "choice", "macro", ("macro", "micro"))
ROOT = Parameter("root", "whether there is one", "flag", True)
FILE = Parameter("file", "what to read")
DECLARED = (BETA, RANK, AVG, ROOT, FILE)


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [(BETA, "2", 2.0), (RANK, "3", 3), (AVG, "micro", "micro"), (ROOT, "No", False), (FILE, "a.csv", "a.csv")],
)
def test_a_text_is_read_as_declared(parameter: Parameter, text: str, value: Any) -> None:
    found = parameter.read(text)
    assert (found, type(found)) == (value, type(value))
    assert parameter.check(found) == value


@pytest.mark.parametrize(
    ("parameter", "text", "message"),
    [
        (BETA, "x", "beta must be a number from 0 to 9, not 'x'"),
        (BETA, "10", r"beta must be a number from 0 to 9, not 10\.0"),
        (BETA, "nan", "not nan"),
        (BETA, "inf", "not inf"),
        (RANK, "0", "rank must be a whole number from 1 up, not 0"),
        (RANK, "1.5", "rank must be a whole number from 1 up, not '1.5'"),
        (ROOT, "maybe", "root must be yes or no, not 'maybe'"),
    ],
)
def test_what_is_no_such_value_is_refused(parameter: Parameter, text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        parameter.read(text)


def test_an_unknown_choice_suggests_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="unknown value of avg 'mikro'; did you mean 'micro'"):
        AVG.read("mikro")
    with pytest.raises(UnknownNameError, match="avg"):
        AVG.check(3)


@pytest.mark.parametrize(("parameter", "value"), [(BETA, True), (BETA, "2"), (RANK, 2.0), (ROOT, 1), (BETA, None)])
def test_values_are_checked_in_python_too(parameter: Parameter, value: Any) -> None:
    with pytest.raises(ParameterError, match=f"{parameter.name} must be"):
        parameter.check(value)


def test_numbers_of_numpy_are_numbers() -> None:
    assert BETA.check(np.float32(2)) == 2
    assert RANK.check(np.int64(2)) == 2


def test_given_values_are_completed_with_the_defaults() -> None:
    usual = {"beta": 1.0, "rank": 10, "avg": "macro", "root": True, "file": None}
    assert completed({}, DECLARED, "thing") == usual
    assert completed({"rank": 3}, DECLARED, "thing") == usual | {"rank": 3}
    with pytest.raises(UnknownNameError, match="unknown parameter of thing 'rang'; did you mean 'rank'"):
        completed({"rang": 3}, DECLARED, "thing")
    with pytest.raises(UnknownNameError, match="unknown parameter of thing 'rang'"):
        read_values([("rang", "3")], DECLARED, "thing")


def test_a_list_prints_as_it_is_read() -> None:
    values = read_parameters("beta = 0.5, root=no", DECLARED, "F", "F(...)")
    assert shown_parameters(values, DECLARED) == "(beta=0.5, root=no)"
    assert read_parameters("beta=0.5, root=no", DECLARED, "F", "F(...)") == values
    assert shown_parameters(completed({}, DECLARED, "F"), DECLARED) == ""
    with pytest.raises(ParameterError, match="F: write beta=value"):
        read_parameters("beta", DECLARED, "F", "F")
    with pytest.raises(ParameterError, match=r"F\(rank=0\): rank must be"):
        read_parameters("rank=0", DECLARED, "F", "F(rank=0)")


@pytest.mark.parametrize("value", [1.23456789, 1e-7, 0.1 + 0.2, 2.0, np.float64(1 / 3), np.float32(0.1)])
def test_a_number_prints_so_that_it_is_read_as_the_same(value: float) -> None:
    text = shown_parameters({"beta": value}, [BETA])
    assert BETA.read(text.removeprefix("(beta=").removesuffix(")")) == value
    assert not text.endswith(".0)")


def test_a_wrong_choice_is_told_with_the_whole_text() -> None:
    with pytest.raises(UnknownNameError, match=r"F\(avg=mikro\): unknown value of avg 'mikro'; did you mean 'micro'"):
        read_parameters("avg=mikro", DECLARED, "F", "F(avg=mikro)")
