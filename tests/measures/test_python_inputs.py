"""What people have in Python, against what scikit-learn, pytrec_eval and pandas make of the same."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pyarrow
import pytest
import pytrec_eval
from scipy import sparse
from sklearn import metrics
from sklearn.preprocessing import MultiLabelBinarizer

import goldscale as gs

RNG = np.random.default_rng(3)
NAMES = ["ant", "bee", "cat", "dog"]
CLASS = RNG.integers(0, 4, 40)
CLASS[:4] = range(4)
SOFTMAX = RNG.dirichlet(np.ones(4), 40)
PREDICTED = SOFTMAX.argmax(axis=1)
ONE_HOT = np.eye(4, dtype=int)[CLASS]
BINARY, SCORES = RNG.integers(0, 2, 40), RNG.random(40)
SETS = [["Sky", "Sea"], [], ["Sky"], ["Sun", "Sea"]]
PREDICTED_SETS = [{"Sky"}, {"Sun"}, {"Sky", "Snow"}, {"Sea"}]


def value(runs: Any, truth: Any, measure: str, **rules: Any) -> float:
    return gs.evaluate(runs, truth, measure, **rules).summary()["run"][measure]


@pytest.mark.parametrize(
    "classes",
    [
        CLASS,
        CLASS.tolist(),
        CLASS.astype(float),
        CLASS + 1,
        [NAMES[c] for c in CLASS],
        pandas.Series([NAMES[c] for c in CLASS]),
        pandas.Series(CLASS).astype("category").astype(int),
        np.array([NAMES[c] for c in CLASS], dtype=object),
    ],
    ids=["int", "list", "float", "from 1", "names", "series", "codes", "objects"],
)
def test_classes_beside_a_column_per_class(classes: Any) -> None:
    expected = metrics.average_precision_score(ONE_HOT, SOFTMAX, average="macro")
    assert value(SOFTMAX, classes, "AP") == pytest.approx(expected)
    assert value(SOFTMAX, classes, "Top1") == pytest.approx(metrics.accuracy_score(CLASS, PREDICTED))


def test_classes_beside_named_columns() -> None:
    mixed = [2, 0, 3, 1]
    frame = pandas.DataFrame(SOFTMAX[:, mixed], columns=[NAMES[i] for i in mixed])
    expected = value(SOFTMAX, CLASS, "AP")
    assert value(frame, [NAMES[c] for c in CLASS], "AP") == pytest.approx(expected)
    assert value(frame, np.argsort(mixed)[CLASS], "AP") == pytest.approx(expected)  # numbers of the columns
    with pytest.raises(gs.MismatchError, match=r"1 missing \('ANT'\).*1 matches in one case: match='loose'"):
        gs.evaluate(frame, ["ANT" if c == 0 else NAMES[c] for c in CLASS], "AP")
    loose = gs.evaluate(frame, ["ANT" if c == 0 else NAMES[c] for c in CLASS], "AP", match="loose")
    assert loose.summary()["run"]["AP"] == pytest.approx(expected)


def test_a_class_that_never_occurs_has_to_be_named() -> None:
    few = ["ant", "bee"] * 2
    with pytest.raises(gs.ParameterError, match=r"2 classes and the run 4 columns without names; .*from_classes"):
        gs.evaluate(SOFTMAX[:4], few, "AP")
    truth = gs.Judgements.from_classes(few, labels=NAMES)
    assert truth.shape == (4, 4)
    assert value(SOFTMAX[:4], truth, "AP") == value(SOFTMAX[:4], [0, 1, 0, 1], "AP")


def test_predicted_classes() -> None:
    for truth, run in (
        (CLASS, PREDICTED),
        ([NAMES[c] for c in CLASS], [NAMES[c] for c in PREDICTED]),
        (CLASS, {"run": PREDICTED}),
        ([NAMES[c] for c in CLASS], {"run": [NAMES[c] for c in PREDICTED]}),
        (gs.Judgements(ONE_HOT, labels=NAMES), [NAMES[c] for c in PREDICTED]),
        (gs.Judgements(ONE_HOT, labels=NAMES), PREDICTED),
        (ONE_HOT, PREDICTED),
        (CLASS, gs.Run.from_classes(PREDICTED, labels=range(4))),
    ):
        assert value(run, truth, "F1") == pytest.approx(metrics.f1_score(CLASS, PREDICTED, average="macro"))
        assert value(run, truth, "Top1") == pytest.approx(metrics.accuracy_score(CLASS, PREDICTED))


def test_a_predicted_class_that_the_truth_lacks_counts() -> None:
    expected = metrics.precision_score(["a", "b"], ["a", "c"], average="micro")
    assert value(["a", "c"], ["a", "b"], "P(avg=micro)") == expected


def test_one_label() -> None:
    assert value(SCORES, BINARY, "AUC") == pytest.approx(metrics.roc_auc_score(BINARY, SCORES))
    assert value(SCORES, BINARY.astype(bool), "AUC") == pytest.approx(metrics.roc_auc_score(BINARY, SCORES))
    assert value(SCORES > 0.4, BINARY, "F1") == pytest.approx(metrics.f1_score(BINARY, SCORES > 0.4))
    assert value(SCORES, 2 * BINARY - 1, "AUC") == pytest.approx(metrics.roc_auc_score(BINARY, SCORES))
    grades = RNG.integers(0, 4, 40)
    assert value(SCORES, grades, "nDCG") == pytest.approx(metrics.ndcg_score([grades], [SCORES]))
    assert gs.curves(SCORES, BINARY)["0"].x[-1] == 1


def test_vectors_that_mean_nothing_are_refused() -> None:
    with pytest.raises(gs.ParameterError, match="no class; the truth has 4 labels"):
        gs.evaluate(SCORES, ONE_HOT, "AP")
    with pytest.raises(gs.ParameterError, match="one dimension and fractions"):
        gs.evaluate(SOFTMAX, SCORES, "AP")
    for make in (gs.Run, gs.Judgements):
        with pytest.raises(gs.ParameterError, match=r"two dimensions .* not 1: .*reshape\(-1, 1\).*from_classes"):
            make([0, 2, 1])


def test_label_sets() -> None:
    fitted = MultiLabelBinarizer().fit([*SETS, *PREDICTED_SETS])
    truth, predicted = fitted.transform(SETS), fitted.transform(PREDICTED_SETS)
    expected = metrics.f1_score(truth, predicted, average="micro")
    items = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
    by_item = dict(zip(items, SETS, strict=True))
    mixed = {item: PREDICTED_SETS[i] for i, item in reversed(list(enumerate(items)))}
    for run, judged in (
        (PREDICTED_SETS, SETS),
        (mixed, by_item),
        (pandas.Series(PREDICTED_SETS), pandas.Series(SETS)),
        (gs.Run(decisions=PREDICTED_SETS, labels=fitted.classes_), gs.Judgements(SETS, labels=fitted.classes_)),
        (predicted, gs.Judgements(truth)),
    ):
        assert value(run, judged, "F1(avg=micro)") == pytest.approx(expected)
    scores = pandas.DataFrame(RNG.random((4, 3)), columns=["Sky", "Sun", "Sea"], index=items)
    assert value(scores, by_item, "AP") == pytest.approx(
        np.mean([metrics.average_precision_score([name in s for s in SETS], scores[name]) for name in scores])
    )
    shouted = [[name.upper() for name in labels] for labels in PREDICTED_SETS]
    assert value(shouted, SETS, "F1(avg=micro)", match="loose") == pytest.approx(expected)
    assert value(shouted, gs.Judgements(SETS, labels=fitted.classes_), "F1(avg=micro)", match="loose") == pytest.approx(
        expected
    )
    with pytest.raises(gs.MismatchError, match=r"1 extra \('Snow'\)"):
        gs.evaluate(PREDICTED_SETS, gs.Judgements(SETS), "F1")
    with pytest.raises(gs.MismatchError, match=r"not among the labels given: 1 extra \('Sun'\)"):
        gs.Judgements(SETS, labels=["Sky", "Sea"])
    with pytest.raises(gs.ParameterError, match=r"labels that it predicts are Run\(decisions="):
        gs.Run(SETS)


def test_dictionaries_by_item() -> None:
    run = {"b.jpg": {"Sky": 0.2, "Sea": 0.7}, "a.jpg": {"Sky": 0.9, "Sea": 0.4}}
    truth = {"a.jpg": ["Sky"], "b.jpg": ["Sky", "Sea"]}
    assert value(run, truth, "AP:item") == 1
    held = gs.Judgements(truth)
    assert value(run, held, "AP:item") == value(gs.Run.from_dict(run, by="item"), truth, "AP:item") == 1
    assert value([{"Sky": 0.9, "Sea": 0.4}, {"Sky": 0.2, "Sea": 0.7}], [["Sky"], ["Sky", "Sea"]], "AP:item") == 1
    frame = pandas.DataFrame({"Sky": [1, 1], "Sea": [0, 1]}, index=["a.jpg", "b.jpg"])
    assert value(run, frame, "AP:item") == 1
    one = gs.evaluate({"mine": run, "same": run}, truth, "AP:item").summary()
    assert one == {"mine": {"AP:item": 1}, "same": {"AP:item": 1}}
    assert value({"a.jpg": {"cat": 0.9, "dog": 0.1}}, {"a.jpg": "cat"}, "Top1") == 1
    assert value({"b.jpg": 0.1, "a.jpg": 0.9}, {"a.jpg": 1, "b.jpg": 0}, "AP") == 1


def test_dictionaries_of_pytrec_eval() -> None:
    qrels = {"q1": {"d1": 1, "d2": 0, "d3": 2}, "q2": {"d2": 1}}
    run = {"q1": {"d1": 0.3, "d2": 0.9, "d9": 0.5}, "q2": {"d2": 0.1, "d1": 0.8}}
    expected = pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)
    mean = np.mean([scores["map"] for scores in expected.values()])
    held = gs.Judgements.from_dict(qrels)
    assert value(gs.Run.from_dict(run), held, "AP") == pytest.approx(mean)
    assert value(run, held, "AP") == pytest.approx(mean)  # the truth tells which names are topics
    assert value(gs.Run.from_dict(run), qrels, "AP") == pytest.approx(mean)
    with pytest.raises(gs.ParameterError, match=r"topics or items: use from_dict .* with by='item'"):
        gs.evaluate(run, qrels, "AP")
    with pytest.raises(gs.ParameterError, match="from_dict reads"):
        gs.Judgements(qrels)
    assert gs.Judgements.from_dict({"q": {"d": 0.5}}).relevance == "probability"


def test_two_runs_of_one_name() -> None:
    with pytest.raises(gs.MismatchError, match=r"1 double \('1'\)"):
        gs.evaluate({1: SOFTMAX, "1": SOFTMAX}, CLASS, "AP")


def test_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("truth.csv").write_text("image,Sky\na,1\nb,0\n")
    for name in ("mine", "other"):
        Path(f"{name}.csv").write_text("image,Sky\na,0.9\nb,0.1\n")
    both = {"mine": {"AP": 1.0}, "other": {"AP": 1.0}}
    assert gs.evaluate("mine.csv", "truth.csv", "AP").summary() == {"mine": {"AP": 1.0}}
    assert gs.evaluate(["mine.csv", Path("other.csv")], Path("truth.csv"), "AP").summary() == both
    assert gs.evaluate([gs.read_run("mine.csv"), "other.csv"], "truth.csv", "AP").summary() == both
    assert gs.evaluate({"mine": "mine.csv", "other": Path("other.csv")}, "truth.csv", "AP").summary() == both
    assert list(gs.curves("mine.csv", "truth.csv")) == ["Sky"]
    assert gs.influence(["mine.csv", "other.csv"], {"one": "truth.csv", "two": "truth.csv"}, "AP").items == 2
    with pytest.raises(gs.ParameterError, match="arrays need names"):
        gs.evaluate([Path("mine.csv"), [[0.1], [0.2]]], "truth.csv", "AP")


WIDE = pandas.DataFrame({"Sky": [0.9, 0.2, 0.4], "Sea": [0.1, 0.7, 0.6]}, index=["a", "b", "c"])
JUDGED = gs.Judgements([[1, 0], [0, 1], [1, 1]], ["a", "b", "c"], ["Sky", "Sea"])
LONG = WIDE.rename_axis("image").reset_index().melt("image", var_name="concept", value_name="score")


@pytest.mark.parametrize(
    "frame",
    [
        WIDE.iloc[::-1],
        WIDE.rename_axis("image").reset_index(),
        WIDE.reset_index(drop=True).assign(image=["a", "b", "c"])[["image", "Sky", "Sea"]],
        WIDE.astype({"Sky": object}),
        WIDE.astype({"Sky": "Float64"}),
        LONG,
        LONG.sample(frac=1, random_state=0),
        pyarrow.table(WIDE.rename_axis("image").reset_index()),
        pyarrow.table(LONG),
    ],
    ids=["index", "id column", "image first", "objects", "nullable", "long", "shuffled", "arrow", "long arrow"],
)
def test_data_frames(frame: Any) -> None:
    found = gs.evaluate(frame, JUDGED, ["AP", "AP:item"])
    expected = gs.evaluate(gs.Run(WIDE), JUDGED, ["AP", "AP:item"])
    assert found.summary() == expected.summary()


def test_numbers_under_a_heading_of_ids_are_ids() -> None:
    frame = pandas.DataFrame({"id": [7, 8], "Sky": [0.9, 0.2]})
    assert gs.Run(frame).items.names == ("7", "8")
    assert gs.Run(frame).labels.names == ("Sky",)


IDS = [30, 10, 20]
TRUE_SKY = gs.Judgements([[1, 0], [0, 1], [1, 1]], items=["10", "20", "30"], labels=["Sky", "Sea"])


@pytest.mark.parametrize(
    "ids",
    [
        {"image_id": IDS},
        {"filename": IDS},
        {"Unnamed: 0": IDS},
        {"Unnamed: 0": [0, 1, 2], "image_id": IDS},
        {"image_id": [float(number) for number in IDS]},
    ],
)
@pytest.mark.parametrize("values", [[[0.9, 0.1], [0.2, 0.7], [0.4, 0.6]], [[1, 0], [0, 1], [1, 1]]])
def test_a_frame_has_the_ids_that_its_file_has(tmp_path: Path, ids: dict[str, Any], values: list[list[float]]) -> None:
    frame = pandas.DataFrame({**ids, **dict(zip(("Sky", "Sea"), np.transpose(values), strict=True))})
    frame.astype(dict.fromkeys(ids, int)).to_csv(tmp_path / "run.csv", index=False)
    read = gs.read_run(tmp_path / "run.csv")
    for made in (gs.Run(frame, name="run"), gs.Run(frame[::-1], name="run"), gs.Run(frame[frame.Sky >= 0])):
        assert sorted(made.items.names) == ["10", "20", "30"]
        assert (made.items.noun, made.labels.noun) == (read.items.noun, read.labels.noun)
        assert made.labels.names == ("Sky", "Sea")
    assert value(frame, TRUE_SKY, "AP") == value(tmp_path / "run.csv", TRUE_SKY, "AP")


def test_fractions_below_a_heading_of_ids_are_scores_of_a_label() -> None:
    assert gs.Run(pandas.DataFrame({"Path": [0.5, 0.25], "Sky": [0.9, 0.2]})).labels.names == ("Path", "Sky")


def test_a_long_frame_calls_things_as_its_file_does() -> None:
    long = gs.Run(pandas.DataFrame({"image_id": [1, 2], "category": ["x", "y"], "score": [0.5, 0.2]}))
    assert (long.items.noun, long.labels.noun) == ("image", "label")


def test_frames_of_judgements() -> None:
    assert gs.Run(decisions=WIDE > 0.5).decisions.tolist() == (WIDE > 0.5).to_numpy().tolist()
    nullable = pandas.DataFrame({"Sky": pandas.array([1, None], dtype="Int64"), "Sea": [True, False]})
    assert gs.Judgements(nullable).unjudged == 1
    some = gs.Judgements(pandas.DataFrame({"item": ["a", "b"], "label": ["x", "y"], "relevance": [1, 0]}))
    assert (some.is_sparse, some.unjudged, some.relevant) == (True, 2, 1)
    with pytest.raises(gs.ParameterError, match="column 'Sky' of the truth holds text, as 'yes'"):
        gs.Judgements(pandas.DataFrame({"Sea": [1], "Sky": ["yes"]}))
    with pytest.raises(gs.ParameterError, match="several columns of values"):
        gs.Run(LONG.assign(decision=1))


class Tensor:
    """A tensor as PyTorch has it, elsewhere and with gradients: made up."""

    def __init__(self, values: np.ndarray, dtype: str = "torch.float32", ready: bool = False) -> None:
        self.values, self.dtype, self.ready = values, dtype, ready

    def detach(self) -> Tensor:
        return self

    def cpu(self) -> Tensor:
        return Tensor(self.values, self.dtype, ready=True)

    def float(self) -> Tensor:
        return Tensor(self.values, ready=True)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if not self.ready or self.dtype == "torch.bfloat16":
            raise TypeError("can't convert cuda:0 device type tensor to numpy")
        return self.values


class OnlyDlpack:
    """An array that speaks nothing but DLPack: made up."""

    def __init__(self, values: np.ndarray) -> None:
        self.__dlpack__, self.__dlpack_device__ = values.__dlpack__, values.__dlpack_device__


@pytest.mark.parametrize(
    "scores",
    [
        Tensor(SOFTMAX),
        Tensor(SOFTMAX, "torch.bfloat16"),
        OnlyDlpack(SOFTMAX),
        SOFTMAX.astype(np.longdouble),
        np.asfortranarray(SOFTMAX),
        memoryview(SOFTMAX),
        SOFTMAX.tolist(),
        tuple(map(tuple, SOFTMAX)),
        sparse.csr_matrix(SOFTMAX),
        np.matrix(SOFTMAX),
    ],
    ids=lambda given: type(given).__name__,
)
def test_arrays_of_others(scores: Any) -> None:
    assert value(scores, CLASS, "AP") == value(SOFTMAX, CLASS, "AP")


def test_short_and_long_numbers() -> None:
    short = SOFTMAX.astype(np.float16)
    assert value(short, CLASS, "AP") == value(short.astype(np.float64), CLASS, "AP")
    third = np.array([[1, 2]], dtype=np.longdouble) / 3
    with pytest.raises(gs.ParameterError, match=r"2 numbers of type \w+ that float64 would round"):
        gs.Run(third)


def test_scores_of_scikit_learn_by_output() -> None:
    with pytest.raises(gs.ParameterError, match=r"np.column_stack\(\[p\[:, 1\] for p in arrays\]\)"):
        gs.evaluate([SOFTMAX[:, :2], SOFTMAX[:, 2:]], ONE_HOT[:, :2], "AP")


def test_the_order_of_scikit_learn_is_told() -> None:
    for run, truth in ((ONE_HOT, SOFTMAX), (BINARY, SCORES), (ONE_HOT.tolist(), SOFTMAX.tolist())):
        with pytest.warns(gs.GoldscaleWarning, match="0 or 1 throughout and the truth is not: runs come first"):
            gs.evaluate(run, truth, "P", draws=2)
    with pytest.warns(gs.GoldscaleWarning, match="one of classes and the truth is not: runs come first"):
        gs.evaluate(CLASS, SOFTMAX, "Top1", draws=2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gs.evaluate(ONE_HOT, gs.Judgements(SOFTMAX), "P", draws=2)
    with pytest.raises(gs.ParameterError, match="runs come first"):
        gs.evaluate(ONE_HOT, 3 * SOFTMAX, "P")


def test_what_is_neither_run_nor_truth() -> None:
    votes = gs.Votes.from_records([("first", "a", "x", 1)])
    with pytest.raises(gs.ParameterError, match=r"the truth is Votes; merge them first, gs.merge_votes\(votes\)"):
        gs.evaluate(SOFTMAX, votes, "AP")
    with pytest.raises(gs.ParameterError, match=r"expected Scores, not a list; make it with gs.evaluate"):
        gs.compare([[0.5]], "AP")
    with pytest.raises(gs.ParameterError, match=r"expected Votes, not a Judgements; make it with gs\.read_votes"):
        gs.agree(JUDGED)


FRAMES = {
    "names": (["cat", "dog", "owl", "dog"], ["cat", "dog", "dog", "dog"]),
    "numbers": ([0, 1, 2, 1], [0, 2, 2, 1]),
    "lists": ([["sky", "sea"], ["sky"], [], ["sea"]], [["sky"], ["sky", "sea"], [], ["sea"]]),
}


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("library", ["pandas", "pyarrow"])
def test_a_frame_of_items_and_labels_is_read_as_the_file_is(tmp_path, kind, library):
    heading = "tags" if kind == "lists" else "class"
    items = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
    truth, run = (pandas.DataFrame({"image": items, heading: cells}) for cells in FRAMES[kind])
    run = run.iloc[::-1]
    for name, frame in (("truth", truth), ("run", run)):
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    expected = gs.evaluate(
        gs.read_run(tmp_path / "run.csv"), gs.read_judgements(tmp_path / "truth.csv"), ["F1"]
    ).summary()
    if library == "pyarrow":
        truth, run = (pyarrow.Table.from_pandas(frame, preserve_index=False) for frame in (truth, run))
    assert gs.evaluate(run, truth, ["F1"]).summary()["run"] == pytest.approx(expected["run"])


def test_a_frame_of_zeros_and_ones_under_label_is_one_label():
    frame = pandas.DataFrame({"image": ["a", "b"], "label": [0, 1]})
    assert gs.Judgements(frame).labels.names == ("label",)
