"""Every public function that takes data, fed with odd objects: it works, or an error of ours says what is wrong."""

from __future__ import annotations

import datetime
import fractions
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest
from scipy import sparse

import goldscale as gs


class Tensor:
    """What a tensor that needs gradients or sits on a device looks like: made up."""

    dtype = "float32"

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        raise TypeError("can't convert cuda:0 device type tensor to numpy")


class Hostile:
    """An object whose every conversion fails."""

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        raise RuntimeError("no")

    def __len__(self) -> int:
        raise RuntimeError("no")


ODD: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "number": lambda: 3.5,
    "complex number": lambda: 1j,
    "text": lambda: "nowhere.csv",
    "empty text": lambda: "",
    "text with a null": lambda: "a\0b",
    "bytes": lambda: b"abc",
    "path": lambda: Path("nowhere.csv"),
    "folder": lambda: Path("."),
    "empty list": list,
    "list of nothing": lambda: [None],
    "nested nothing": lambda: [[]],
    "ragged": lambda: [[1, 2], [3]],
    "ragged names": lambda: [["a", 2], [None]],
    "list of texts": lambda: ["a", "b"],
    "list of sets": lambda: [{"a"}, set()],
    "list of dicts": lambda: [{"a": 0.5}, {}],
    "list of bad dicts": lambda: [{"a": "x"}],
    "tuple": lambda: (1, 2),
    "set": lambda: {1, 2},
    "range": lambda: range(3),
    "generator": lambda: (i for i in range(3)),
    "empty dict": dict,
    "dict of numbers": lambda: {"a": 1, "b": 0},
    "dict of texts": lambda: {"a": "b"},
    "dict of lists": lambda: {"a": ["x"], "b": []},
    "dict of dicts": lambda: {"a": {"x": 1}},
    "dict of dicts of text": lambda: {"a": {"x": "y"}},
    "dict of nothing": lambda: {"a": None},
    "mixed dict": lambda: {"a": {"x": 1}, "b": 3},
    "dict by number": lambda: {1: [2.0, 3.0], 2: [1.0, 0.0]},
    "0-d": lambda: np.array(1.0),
    "1-d": lambda: np.array([0.5, 0.2]),
    "infinite 1-d": lambda: np.array([np.inf, 1.0]),
    "NaN 1-d": lambda: np.array([np.nan, 1.0]),
    "3-d": lambda: np.zeros((2, 2, 2)),
    "no rows": lambda: np.zeros((0, 2)),
    "no columns": lambda: np.zeros((2, 0)),
    "NaN": lambda: np.array([[np.nan, 1.0]]),
    "infinite": lambda: np.array([[np.inf, -np.inf]]),
    "huge whole numbers": lambda: np.array([[2**62, 1]]),
    "objects": lambda: np.array([[object(), 1]], dtype=object),
    "fractions": lambda: [[fractions.Fraction(1, 2)]],
    "texts": lambda: np.array([["a", "b"]]),
    "byte texts": lambda: np.array([[b"a"]]),
    "dates": lambda: np.array([["2020-01-01"]], dtype="datetime64[D]"),
    "durations": lambda: np.array([[1]], dtype="timedelta64[s]"),
    "a date": lambda: datetime.date(2020, 1, 1),
    "complex": lambda: np.array([[1j]]),
    "records": lambda: np.zeros(2, dtype=[("a", float)]),
    "long doubles": lambda: np.array([[1, 3]], dtype=np.longdouble) / 3,
    "masked": lambda: np.ma.array([[1.0, 2.0]], mask=[[0, 1]]),
    "masked texts": lambda: np.ma.array([["a", "b"]], mask=[[0, 1]]),
    "sparse": lambda: sparse.coo_array(([1.0, 2.0], ([0, 0], [0, 0])), shape=(1, 1)),
    "sparse 1-d": lambda: sparse.coo_array(np.array([1.0, 0.0])),
    "sparse complex": lambda: sparse.csr_array(np.array([[1j]])),
    "frame of text": lambda: pandas.DataFrame({"a": [1], "b": ["x"]}),
    "frame of objects": lambda: pandas.DataFrame({"a": [1, None], "b": [object(), 2]}),
    "long frame, a cell twice": lambda: pandas.DataFrame({"item": "a", "label": "x", "score": [1, 2]}),
    "frame with a column twice": lambda: pandas.DataFrame([[1, 2]], columns=["a", "a"]),
    "frame with a row twice": lambda: pandas.DataFrame([[1], [2]], index=["a", "a"]),
    "nullable frame": lambda: pandas.DataFrame({"a": pandas.array([1, None], dtype="Int64")}),
    "empty frame": pandas.DataFrame,
    "series": lambda: pandas.Series(["a", "b"]),
    "tensor elsewhere": Tensor,
    "hostile": Hostile,
    "a type": lambda: int,
    "a function": lambda: len,
    "a module": lambda: np,
    "Run": lambda: gs.Run([[0.5, 0.1]]),
    "Judgements": lambda: gs.Judgements([[1, 0]]),
    "Votes": lambda: gs.Votes.from_records([("first", "a", "x", 1), ("second", "a", "x", 0)]),
    "Scores": lambda: gs.evaluate([[0.5, 0.1]], [[1, 0]], "AP:item"),
    "Items": lambda: gs.Items(["a", "b"]),
    "Groups": lambda: gs.Groups(["a", "b"], {"author": ["x", "y"]}),
}

TRUTH, RUN = gs.Judgements([[1, 0], [0, 1]]), gs.Run([[0.9, 0.1], [0.2, 0.8]])
VOTES = gs.Votes.from_records([("first", "a", "x", 1), ("second", "a", "x", 0)])
GROUPS = gs.Groups(["a", "b"], {"author": ["x", "y"]})
SCORES = gs.evaluate(RUN, TRUTH, "AP")

FED: dict[str, list[Callable[[Any], Any]]] = {
    "Concepts": [gs.Concepts],
    "Groups": [lambda x: gs.Groups(x, {"author": ["x"]}), lambda x: gs.Groups(["a"], x)],
    "Items": [gs.Items],
    "Judgements": [
        gs.Judgements,
        gs.Judgements.from_dict,
        gs.Judgements.from_classes,
        lambda x: gs.Judgements([[1, 0]], x),
        lambda x: gs.Judgements([[1, 0]], None, x),
    ],
    "Relatedness": [gs.Relatedness, lambda x: gs.Relatedness([[1]], x)],
    "Run": [
        gs.Run,
        gs.Run.from_dict,
        gs.Run.from_classes,
        lambda x: gs.Run(decisions=x),
        lambda x: gs.Run([[1.0, 0.5]], items=x),
        lambda x: gs.Run([[1.0, 0.5]], labels=x),
        lambda x: gs.Run([[1.0, 0.5]], threshold=x),
    ],
    "Votes": [gs.Votes.from_records],
    "agree": [gs.agree],
    "agreement_factors": [gs.agreement_factors],
    "annotator_matrix": [gs.annotator_matrix],
    "build_relatedness": [lambda x: gs.build_relatedness("identity", x)],
    "check_votes": [gs.check_votes, lambda x: gs.check_votes(VOTES, gold=x)],
    "compare": [lambda x: gs.compare(x, "AP:item")],
    "compare_thresholds": [lambda x: gs.compare_thresholds(x, TRUTH, [1], [1])],
    "curves": [lambda x: gs.curves(x, TRUTH), lambda x: gs.curves(RUN, x), lambda x: gs.curves(x, x)],
    "evaluate": [
        lambda x: gs.evaluate(x, TRUTH, "AP"),
        lambda x: gs.evaluate(RUN, x, "AP"),
        lambda x: gs.evaluate(x, x, "AP"),
        lambda x: gs.evaluate({"mine": x}, [0, 1], "AP"),
        lambda x: gs.evaluate([x, x], TRUTH, "AP"),
        lambda x: gs.evaluate(x, ["a", "b"], "AP"),
        lambda x: gs.evaluate(x, [0, 2], "AP"),
        lambda x: gs.evaluate(x, {"a": ["x"], "b": []}, "AP"),
        lambda x: gs.evaluate(x, {"a": {"x": 1}}, "AP"),
        lambda x: gs.evaluate(RUN, TRUTH, x),
        lambda x: gs.evaluate(RUN, TRUTH, "F1", threshold=x),
        lambda x: gs.evaluate(RUN, TRUTH, "F1:item", groups=x),
    ],
    "find_leaks": [lambda x: gs.find_leaks(x, ["b"], GROUPS), lambda x: gs.find_leaks(["a"], ["b"], x)],
    "folds_by_group": [lambda x: gs.folds_by_group(x, "author", 2)],
    "influence": [lambda x: gs.influence(x, {"a": TRUTH, "b": TRUTH}, "AP"), lambda x: gs.influence([RUN], x, "AP")],
    "label_cardinality": [gs.label_cardinality],
    "label_density": [gs.label_density],
    "measure": [gs.measure],
    "merge_votes": [gs.merge_votes],
    "read_groups": [gs.read_groups],
    "read_judgements": [gs.read_judgements, lambda x: gs.read_judgements("nowhere.csv", labels=x)],
    "read_ontology": [gs.read_ontology],
    "read_relatedness": [gs.read_relatedness],
    "read_run": [gs.read_run],
    "read_votes": [gs.read_votes],
    "relevance": [lambda x: gs.relevance(x, 1)],
    "split_by_group": [lambda x: gs.split_by_group(x, "author")],
    "truths_of": [gs.truths_of],
    "write_groups": [lambda x: gs.write_groups(x, "never.csv")],
    "write_judgements": [lambda x: gs.write_judgements(x, "never.csv")],
    "write_ontology": [lambda x: gs.write_ontology(x, "never.ttl")],
    "write_relatedness": [lambda x: gs.write_relatedness(x, "never.json")],
    "write_report": [
        lambda x: gs.write_report(x, "never.html"),
        lambda x: gs.write_report(SCORES, x),
        lambda x: gs.write_report(SCORES, "report.html", title=x),
        lambda x: gs.write_report(SCORES, "report.html", baselines=x),
    ],
    "write_run": [lambda x: gs.write_run(x, "never.csv")],
    "write_votes": [lambda x: gs.write_votes(x, "never.csv")],
}
NO_DATA = {"Campaign", "Measure", "Ontology", "Scores", "limits_set", "list_measures", "no_limits"}
"""What is made from other things than the data of a user, or from nothing."""


def test_every_public_name_is_fed() -> None:
    errors = {name for name in gs.__all__ if name.endswith(("Error", "Warning"))}
    assert set(gs.__all__) - errors == set(FED) | NO_DATA


@pytest.mark.parametrize("name", FED)
def test_only_errors_of_ours_come_out(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = []
    for number, function in enumerate(FED[name]):
        for what, make in ODD.items():
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.simplefilter("ignore", gs.GoldscaleWarning)
                try:
                    function(make())
                except gs.GoldscaleError as error:
                    if not str(error).strip():
                        wrong.append(f"{number} {what}: no message")
                except Exception as error:  # what must never reach a user
                    wrong.append(f"{number} {what}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)
