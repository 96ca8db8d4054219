from __future__ import annotations

import pytest

from goldscale import errors


def test_format_error_names_file_line_field_found_and_expected() -> None:
    error = errors.FormatError("run.txt", "a number", line=3, field="Sky", found="abc", hint="Mend it.")
    assert str(error) == "run.txt, line 3, field Sky: expected a number, found 'abc'. Mend it."
    assert (error.file, error.line, error.field, error.found, error.expected) == (
        "run.txt",
        3,
        "Sky",
        "abc",
        "a number",
    )
    assert isinstance(error, ValueError)


def test_long_finds_are_shortened() -> None:
    assert len(str(errors.FormatError("f", "x", found="y" * 1000))) < 100


def test_mismatch_error_names_the_first_five_and_counts() -> None:
    error = errors.MismatchError("run 'a'", missing=[str(i) for i in range(7)], extra=["x"])
    assert str(error) == "run 'a': 7 missing ('0', '1', '2', '3', '4', ...), 1 extra ('x')"
    assert len(error.missing) == 7


def test_unknown_name_suggests_near_ones_whatever_the_case() -> None:
    assert "did you mean 'AUC'" in str(errors.UnknownNameError("measure", "acu", ["AUC", "AP"]))
    assert "known: AUC, AP" in str(errors.UnknownNameError("measure", "zzzzz", ["AUC", "AP"]))


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (errors.FormatError("f", "x"), 3),
        (errors.MismatchError("m"), 3),
        (errors.UnknownNameError("k", "n", []), 2),
        (errors.ParameterError("p"), 2),
        (errors.MissingResourceError("w", "h"), 4),
    ],
)
def test_each_kind_has_its_exit_code(kind: errors.GoldscaleError, code: int) -> None:
    assert kind.exit_code == code


def test_what_we_say_is_not_quoted_as_if_the_file_said_it() -> None:
    error = errors.FormatError("run.txt", "data", instead="an empty file")
    assert str(error) == "run.txt: expected data, found an empty file"
    assert error.found == "an empty file"
