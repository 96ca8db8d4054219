"""Plain NumPy arrays of numbers or names from whatever holds them: lists, tensors, other libraries' arrays."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from goldscale.errors import ParameterError


def as_array(values: Any, what: str) -> np.ndarray:
    """An array of booleans, whole or floating-point numbers, or text; anything else is an error that says what to do.

    >>> as_array([[True, False]], "the truth").dtype
    dtype('bool')
    """
    if isinstance(values, str | bytes | os.PathLike):
        raise ParameterError(f"{what} is a path or text; read a file with gs.read_run or gs.read_judgements first")
    if isinstance(values, np.ma.MaskedArray):
        raise ParameterError(
            f"{what} is a masked array; say what its masked cells are, as .filled(-np.inf) for cells not retrieved"
        )
    array = np.asarray(values) if isinstance(values, np.ndarray) else _converted(values, what)
    return _plain(array, what)


def _converted(values: Any, what: str) -> np.ndarray:
    try:
        if hasattr(values, "detach") and hasattr(values, "cpu"):  # a tensor of PyTorch, perhaps on another device
            values = values.detach().cpu()
            if str(values.dtype).endswith("bfloat16"):  # NumPy has no such type; float32 holds all of its numbers
                values = values.float()
        if hasattr(values, "__dlpack__") and not hasattr(values, "__array__"):
            return np.from_dlpack(values)
        return np.asarray(values)
    except ValueError as error:
        if isinstance(values, list | tuple):
            raise ParameterError(f"{what} is no items x labels matrix: its rows must have one length") from error
        raise _unreadable(values, what, error) from error
    except Exception as error:  # other libraries raise nearly anything where they cannot give an array
        raise _unreadable(values, what, error) from error


def _unreadable(values: Any, what: str, error: Exception) -> ParameterError:
    reason = " ".join(str(error).split())[:200]
    return ParameterError(f"{what} is a {type(values).__name__} that gives no NumPy array ({reason}); make one of it")


def _plain(array: np.ndarray, what: str) -> np.ndarray:
    """Numbers in a type that the rest of the program knows."""
    kind = array.dtype.kind
    if kind in "biuU":
        return array
    if kind == "f":
        return _as_double(array, what) if array.dtype.itemsize > 8 else array
    if kind == "V" and array.dtype.names is None and "float" in array.dtype.name:
        return array.astype(np.float32)  # a short type of machine learning (bfloat16, float8)
    if kind == "O":
        return _from_objects(array, what)
    words = {"c": "complex numbers", "M": "dates", "m": "durations", "S": "bytes", "V": "records"}
    raise ParameterError(f"{what} holds {words.get(kind, str(array.dtype))}, not numbers; turn them into numbers first")


def _as_double(array: np.ndarray, what: str) -> np.ndarray:
    with np.errstate(over="ignore"):
        double = array.astype(np.float64)
    lost = ~((double == array) | (np.isnan(double) & np.isnan(array)))
    if lost.any():
        raise ParameterError(
            f"{what} holds {int(lost.sum())} numbers of type {array.dtype} that float64 would round, the first "
            f"{array[lost][0]!s}; round them yourself with .astype(float)"
        )
    return double


def _from_objects(array: np.ndarray, what: str) -> np.ndarray:
    """Text, where there is nothing else; Python objects are not guessed at."""
    cells = array.ravel().tolist()
    if array.ndim == 0:
        raise ParameterError(f"{what} is a {type(cells[0]).__name__}, which gives no array of numbers")
    if cells and all(isinstance(cell, str) for cell in cells):
        return array.astype(str)
    odd = [cell for cell in cells if not isinstance(cell, int | float | np.number | np.bool_)]
    shown = f" (as {odd[0]!r:.40})" if odd else ""
    raise ParameterError(
        f"{what} holds Python objects{shown}; turn them into numbers first: .astype(float), NaN for what is unjudged"
    )
