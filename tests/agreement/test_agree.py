"""The function itself: what it takes, what it refuses, what its result tells."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import replace
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from vote_tables import made_up_cube, votes_of, votes_of_cube

from goldscale import Votes
from goldscale.agreement import AgreementOverview, agree, coefficient, list_coefficients, usual_coefficients
from goldscale.data.vote_views import on_scale
from goldscale.errors import ParameterError, UnknownNameError


@pytest.fixture
def votes() -> Votes:
    return votes_of_cube(made_up_cube())


def test_a_coefficient_prints_as_it_parses() -> None:
    assert str(coefficient("Alpha( metric = interval )")) == "alpha(metric=interval)"
    assert str(coefficient("alpha(metric=nominal)")) == "alpha"
    assert coefficient("gwet(weights=linear)") == coefficient(coefficient("gwet(weights=linear)"))
    assert coefficient("gwet(weights=linear)").title == "Gwet's AC1 and AC2 (linear)"
    assert len(list_coefficients()) == 11


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("alfa", UnknownNameError, "did you mean 'alpha'"),
        ("alpha(metrik=interval)", UnknownNameError, "parameter of alpha 'metrik'; did you mean 'metric'"),
        ("alpha(metric=cubic)", UnknownNameError, "value of metric 'cubic'; known: nominal, ordinal"),
        ("alpha(metric)", ParameterError, "write metric=value"),
        ("alpha(", ParameterError, "the form is"),
    ],
)
def test_what_does_not_parse_is_explained(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        coefficient(text)


def test_the_usual_coefficients_follow_the_votes(votes: Votes) -> None:
    assert [str(c) for c in usual_coefficients(votes)][:3] == ["accuracy", "majority", "alpha"]
    seats = votes.replace(anonymous=True)
    assert [str(c) for c in usual_coefficients(seats)][:2] == ["accuracy(over=pooled)", "majority"]
    graded = votes_of(np.array([[1.0, 2, 4], [1, 3, 4]]))
    assert [str(c) for c in usual_coefficients(graded)][:4:3] == ["alpha(metric=interval)", "cohen(weights=quadratic)"]
    ordered = [str(c) for c in usual_coefficients(on_scale(graded, "ordinal"))]
    wanted = ["alpha(metric=ordinal)", "alpha", "cohen(weights=ordinal)", "gwet(weights=ordinal)", "majority"]
    assert ordered == wanted
    named = [str(c) for c in usual_coefficients(on_scale(graded, "nominal"))]
    assert named == ["accuracy", "majority", "alpha", "cohen", "fleiss", "randolph", "gwet"]
    named = graded.replace(categories=["a", "b", "c", "d", "e"])
    assert str(usual_coefficients(named)[0]) == "accuracy"
    assert {str(c) for c in usual_coefficients(votes, "annotator")} == {"accuracy", "cohen", "majority"}
    assert {str(c) for c in usual_coefficients(votes, interval="analytic")} == {"alpha", "fleiss", "randolph", "gwet"}
    for held in (votes, seats, graded, named):
        assert agree(held, replicates=10).results
        assert agree(held, interval="analytic").results


def test_seats_are_refused_where_people_are_compared(votes: Votes) -> None:
    seats = votes.replace(anonymous=True)
    for name in ("accuracy", "cohen", "conger", "cronbach"):
        with pytest.raises(ParameterError, match="do not tell who gave them"):
            agree(seats, name)
    with pytest.raises(ParameterError, match="do not tell who gave them"):
        agree(seats, "majority", by="annotator")
    for name in ("alpha", "fleiss", "randolph", "gwet", "majority", "accuracy_ex", "observed"):
        assert agree(seats, name, ci=None)[name].overall.value == agree(votes, name, ci=None)[name].overall.value


def test_only_the_first_vote_counts(votes: Votes) -> None:
    again = votes.replace(
        annotator=np.concatenate([votes.annotator, votes.annotator]),
        item=np.concatenate([votes.item, votes.item]),
        label=np.concatenate([votes.label, votes.label]),
        values=np.concatenate([votes.values, 1 - votes.values]),
        occasion=np.repeat([0, 1], len(votes)),
    )
    assert agree(again, "alpha", seed=1).results[0].overall == agree(votes, "alpha", seed=1).results[0].overall


def test_named_values_have_no_order(votes: Votes) -> None:
    named = votes.replace(categories=["no", "yes"])
    for name in ("alpha(metric=ordinal)", "gwet(weights=linear)", "cohen(weights=quadratic)", "cronbach"):
        with pytest.raises(ParameterError, match="values with an order; these votes are for one of no, yes"):
            agree(named, name)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "labels"}, "did you mean 'label'"),
        ({"interval": "analytical"}, "did you mean 'analytic'"),
        ({"ci": 95}, "between 0 and 1, not 95"),
        ({"replicates": 0}, "from 1 to 1000000"),
        ({"coefficients": "cohen", "interval": "analytic"}, "no analytic interval"),
        ({"coefficients": "fleiss", "by": "annotator"}, "fleiss has no value per annotator"),
    ],
)
def test_wrong_arguments_are_explained(votes: Votes, options: dict[str, object], message: str) -> None:
    with pytest.raises((ParameterError, UnknownNameError), match=message):
        agree(votes, **options)  # type: ignore[arg-type]


def test_a_label_alone_is_its_votes_alone(votes: Votes) -> None:
    for name in ("alpha", "fleiss", "conger", "cohen", "gwet", "accuracy"):
        result = agree(votes, name, by="label", ci=None)[name]
        for j, label in enumerate(votes.labels):
            alone = agree(votes.select(votes.label == j), name, ci=None)[name].overall
            assert result[label].value == pytest.approx(alone.value)
            assert result[label].votes == alone.votes


def test_an_item_alone_is_its_votes_alone(votes: Votes) -> None:
    for name in ("alpha", "fleiss", "conger", "cohen", "gwet"):
        result = agree(votes, name, by="item", ci=None)[name]
        wanted = [agree(votes.select(votes.item == i), name, ci=None)[name].overall.value for i in range(12)]
        assert result.values == pytest.approx(wanted, nan_ok=True)


def test_the_signature_tells_how_to_get_the_number_again(votes: Votes) -> None:
    signature = agree(votes, "alpha(metric=interval)", by="label", replicates=10, seed=3).results[0].signature
    parts = signature.split("|")
    assert parts[:3] == ["alpha(metric=interval)", "by=label", "ci=0.95 bootstrap over items, 10 resamples, seed 3"]
    assert f"votes={votes.hash}" in parts
    assert parts[-1].startswith("goldscale=")
    assert "|ci=0.95 analytic|" in agree(votes, "alpha", interval="analytic").results[0].signature
    assert "|ci=" not in agree(votes, "alpha", ci=None).results[0].signature


def test_tables_csv_and_json_say_the_same(votes: Votes, tmp_path: Path) -> None:
    found = agree(votes, ["alpha", "majority(reading=selected)"], by="label", replicates=20)
    held = json.loads(found.to_json(tmp_path / "agreement.json"))["coefficients"]
    assert json.loads((tmp_path / "agreement.json").read_text("utf-8"))["coefficients"] == held
    rows = list(csv.DictReader(io.StringIO(found.to_csv(tmp_path / "agreement.csv"))))
    assert len(rows) == 2 * (2 + len(votes.labels))
    for row in rows:
        group = {"all": "all", "mean": "mean"}.get(row["of"])
        entry = held[row["coefficient"]]
        estimate = entry[group] if group else entry["groups"][row["of"]]
        assert float(row["value"]) == estimate["value"]
        assert int(row["votes"]) == estimate["votes"]
    table = found.group_table(3)
    assert [column.heading for column in table.columns] == ["label", "alpha", "majority(reading=selected)"]
    for column in table.columns[1:]:
        assert column.cells()[0] == found[column.heading]["l0"].shown(3)
    assert [column.heading for column in found.table().columns[:3]] == ["coefficient", "all", "mean over labels"]
    shown = [f"{r.coefficient} {r.overall.shown(2)}" for r in found]
    assert repr(found) == f"Agreement(by label: {', '.join(shown)})"
    assert list(found) == list(found.results)


def test_what_is_not_there_is_named(votes: Votes) -> None:
    found = agree(votes, "alpha", by="label", ci=None)
    with pytest.raises(UnknownNameError, match="coefficient in this agreement 'fleiss'"):
        found["fleiss"]
    with pytest.raises(UnknownNameError, match="did you mean 'l0'"):
        found["alpha"]["l00"]


def test_an_undefined_value_is_null_in_json_and_a_dash_in_tables() -> None:
    found = agree(votes_of(np.ones((2, 3))), "alpha")
    assert found.to_dict()["coefficients"]["alpha"]["all"]["value"] is None
    assert found.table()["all"].cells() == ["-"]
    assert ",all,,,,3,0,6,all votes are 1" in found.to_csv()


def test_coefficients_of_real_workers(data_folder: Path) -> None:
    """Bluebird: 39 workers on 108 images, all of them on all; alpha as the krippendorff package gives it."""
    lines = (data_folder / "crowd" / "bluebird" / "label.csv").read_text("utf-8").splitlines()[1:]
    rows = [line.split(",") for line in lines]
    votes = Votes.from_records([(worker, item, "indigo", float(said)) for item, worker, said in rows])
    found = agree(votes, ["alpha", "fleiss", "accuracy"], replicates=50)
    wanted = krippendorff.alpha(votes.cube()[:, :, 0], level_of_measurement="nominal")
    assert found["alpha"].overall.value == pytest.approx(wanted)
    assert found["alpha"].overall.low < wanted < found["alpha"].overall.high
    assert not math.isnan(found["accuracy"].overall.low)


def test_a_coefficient_of_another_definition_stays_what_it_is() -> None:
    usual = coefficient("alpha")
    other = replace(usual, definition=replace(usual.definition, title="Of somebody else"))
    assert coefficient(usual) is usual
    assert coefficient(other) is other


def test_a_table_says_what_its_intervals_are(votes: Votes) -> None:
    found = agree(votes, "alpha", by="label", ci=0.9, replicates=10, seed=3)
    legend = "[low, high]: interval at 90 % confidence (bootstrap over items, 10 resamples, seed 3)"
    assert found.table().notes == [legend]
    assert legend in found.to_markdown()
    assert "at 95 % confidence (analytic)" in agree(votes, "gwet", interval="analytic").to_markdown()
    assert not agree(votes, "alpha", ci=None).table().notes
    both = AgreementOverview(votes, {"groups": found, "labels": found}, None)
    assert both.to_markdown().count(legend) == 1


def test_replicates_that_would_run_for_ever_are_refused() -> None:
    votes = Votes.from_records([("A", "a.jpg", "Sky", 1), ("B", "a.jpg", "Sky", 1)])
    with pytest.raises(ParameterError, match="replicates must be a whole number from 1 to 1000000, not 1000000000000"):
        agree(votes, "alpha", replicates=10**12)
