"""Whatever is written comes back, apart from what the format says it cannot hold."""

from __future__ import annotations

import pytest
from format_data import WORDS, judgements, runs, same_decisions, same_relevance, same_scores
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from goldscale.data import Concepts, Judgements, Run
from goldscale.errors import ParameterError
from goldscale.formats import formats, read_judgements, read_run, write_judgements, write_run
from goldscale.formats.registry import offering

RUN_FORMATS = [form.name for form in offering("write_run")]
TRUTH_FORMATS = [form.name for form in offering("write_judgements")]
# Of what a run did not retrieve a table has blank cells, which is said whenever one is read.
pytestmark = pytest.mark.filterwarnings("ignore:.*An empty cell counts as:goldscale.errors.GoldscaleWarning")
# A format may refuse most runs, but not all of them: without a single one that comes back a test fails.
REFUSING = settings(suppress_health_check=[*settings().suppress_health_check, HealthCheck.filter_too_much])


def says(losses, *words):
    return any(word in loss for loss in losses for word in words)


def given_labels(data, losses):
    """A format without label names gets them from the caller."""
    return data.labels if says(losses, "label names") else None


NO_ITEM_NAMES = ("image names", "item names", "document names", "thing names", "picture names")


def check_axes(before, after, losses):
    kept = {"items": not says(losses, "names", "without any cell"), "labels": not says(losses, "without any cell")}
    for axis, whole in kept.items():
        one, two = getattr(before, axis), getattr(after, axis)
        if whole:
            assert set(one.names) == set(two.names)
        assert says(losses, "the word") or says(losses, "label names") or one.noun == two.noun
        assert says(losses, "names") or one.named == two.named


def compare_runs(before, after, losses):
    check_axes(before, after, losses)
    as_decisions = says(losses, "read as decisions")
    if says(losses, *NO_ITEM_NAMES):
        if says(losses, "without any cell"):
            return  # nothing is left to tell the items apart
        after = after.replace(items=before.items)
    if before.scores is not None and not as_decisions and not says(losses, "not retrieved", "equal scores"):
        assert same_scores(before, after)
    if before.decisions is not None and not says(losses, "decisions"):
        assert same_decisions(before, after)
    elif before.decisions is None and not as_decisions:
        assert after.decisions is None
    if before.scores is None and not says(losses, "decisions"):
        assert after.scores is None
    if not says(losses, "team"):
        assert (before.team, before.notes) == (after.team, after.notes)
    if not says(losses, "threshold"):
        assert str(before.threshold) == str(after.threshold)


def compare_judgements(before, after, losses):
    check_axes(before, after, losses)
    if says(losses, *NO_ITEM_NAMES):
        if says(losses, "without any cell"):
            return
        after = type(after)(after.values, before.items, after.labels)
    assert same_relevance(before, after)
    assert says(losses, "merely unjudged", "closed") or before.is_sparse == after.is_sparse


@pytest.mark.parametrize("name", RUN_FORMATS)
@REFUSING
@given(run=st.one_of(runs(), runs(WORDS)))
def test_a_run_comes_back(tmp_path, name, run):
    path = tmp_path / "run"
    try:
        losses = write_run(run, path, name)
    except ParameterError:
        reject()
    after = read_run(path, name, labels=given_labels(run, losses), name=run.name)
    compare_runs(run, after, losses)


@pytest.mark.parametrize("name", TRUTH_FORMATS)
@REFUSING
@given(truth=st.one_of(judgements(), judgements(WORDS)))
def test_judgements_come_back(tmp_path, name, truth):
    path = tmp_path / "truth"
    try:
        losses = write_judgements(truth, path, name)
    except ParameterError:
        reject()
    compare_judgements(truth, read_judgements(path, name, labels=given_labels(truth, losses)), losses)


@REFUSING
@given(run=runs(WORDS), there=st.sampled_from(RUN_FORMATS), back=st.sampled_from(RUN_FORMATS))
def test_a_run_survives_two_formats(tmp_path, run, there, back):
    losses = []
    after = run
    for name in (there, back, there):
        path = tmp_path / "run"
        try:
            said = write_run(after, path, name)
        except ParameterError:
            reject()
        after = read_run(path, name, labels=given_labels(after, said), name=run.name)
        losses += said
    if says(losses, *NO_ITEM_NAMES) and "trec-run" in (there, back):
        return  # TREC sorts, and without names nobody can sort back
    compare_runs(run, after, losses)


@REFUSING
@given(truth=judgements(WORDS), there=st.sampled_from(TRUTH_FORMATS), back=st.sampled_from(TRUTH_FORMATS))
def test_judgements_survive_two_formats(tmp_path, truth, there, back):
    losses = []
    after = truth
    for name in (there, back, there):
        path = tmp_path / "truth"
        try:
            said = write_judgements(after, path, name)
        except ParameterError:
            reject()
        after = read_judgements(path, name, labels=given_labels(after, said))
        losses += said
    if says(losses, *NO_ITEM_NAMES) and "trec-qrels" in (there, back):
        return
    compare_judgements(truth, after, losses)


@pytest.mark.parametrize("name", sorted(formats()))
def test_the_whole_run_is_refused_before_anything_is_written(tmp_path, name):
    """A name with a blank cannot stand in a whitespace format, and no file is left behind."""
    run = Run([[0.5, 0.25]], [[1, 0]], items=["two words"], labels=Concepts(["x y", "z"]))
    truth = Judgements([[1, 0]], items=["two words"], labels=["x y", "z"])
    form = formats()[name]
    for write, data, offered in ((write_run, run, form.write_run), (write_judgements, truth, form.write_judgements)):
        if offered is None:
            continue
        if name.startswith(("imageclef", "trec")):
            with pytest.raises(ParameterError, match="blanks"):
                write(data, tmp_path / "out", name)
            assert not list(tmp_path.iterdir())
        else:
            write(data, tmp_path / "out", name)
            (tmp_path / "out").unlink()
