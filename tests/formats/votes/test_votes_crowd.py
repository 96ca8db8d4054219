"""Result files of crowd platforms."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
from vote_samples import FULL_REPORT, SAMPLES, records

from goldscale import FormatError, GoldscaleWarning, MismatchError, Votes, read_votes
from goldscale.data.vote_views import ungrouped
from goldscale.formats import gold_answers

Read = Callable[..., Votes]
HEAD = "HITId,HITTypeId,AssignmentId,WorkerId,AssignmentStatus,WorkTimeInSeconds"


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a text as votes."""

    def made(text: str, **options: object) -> Votes:
        path = tmp_path / "results.csv"
        path.write_text(text)
        return read_votes(path, **options)  # type: ignore[arg-type]

    return made


def mturk(inputs: Mapping[str, str], answers: Mapping[str, str]) -> str:
    """A batch: each column's cells between blanks, ~ for an empty one; two workers do image a, the first also b."""
    columns = {**inputs, **answers}
    rows = zip(*(cells.split() for cells in columns.values()), strict=True)
    workers = ("W1", "W2", "W1")
    lines = [
        f"h,t,{n},{worker},Approved,{n},{','.join('' if cell == '~' else cell for cell in row)}"
        for n, (worker, row) in enumerate(zip(workers, rows, strict=True))
    ]
    return "\n".join([f"{HEAD},{','.join(columns)}", *lines, ""])


IMAGES = {"Input.image_url": "a b a"}


def packed(*sheets: Mapping[str, object]) -> str:
    """A batch whose answers are JSON, a sheet of each worker on image a."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow([*HEAD.split(","), "Input.image_url", "Answer.taskAnswers"])
    table.writerows(["h", "t", n, f"W{n}", "Approved", n, "a", json.dumps([sheet])] for n, sheet in enumerate(sheets))
    return text.getvalue()


def by_label(votes: Votes) -> dict[str, list[object]]:
    """What was said of each label, in the order of rows."""
    found: dict[str, list[object]] = {label: [] for label in votes.labels}
    for _, _, label, value, _ in records(votes):
        found[label].append(value)
    return found


class TestMechanicalTurk:
    def test_boxes_that_are_not_ticked_are_a_no(self, read: Read) -> None:
        votes = read(SAMPLES["mturk"])
        assert records(votes) == [
            ("W1", "a.jpg", "Sky", 1, 0),
            ("W1", "a.jpg", "Sea", 0, 0),
            ("W2", "a.jpg", "Sky", 0, 0),
            ("W2", "a.jpg", "Sea", 1, 0),
            ("W1", "b.jpg", "Sky", 1, 0),
            ("W1", "b.jpg", "Sea", 1, 0),
        ]
        assert votes.details["seconds"].tolist() == [12, 12, 9, 9, 7, 7]
        assert votes.details["status"].tolist() == ["Approved"] * 2 + ["Rejected"] * 2 + ["Submitted"] * 2
        assert set(votes.details["batch"]) == {"t"}
        assert (votes.annotators.noun, votes.items.noun) == ("worker", "image")

    @pytest.mark.parametrize(
        ("answers", "said"),
        [
            ({"Answer.Sky": "on ~ on"}, {"Sky": [1, 0, 1]}),
            ({"Answer.Sky": "1 ~ 1"}, {"Sky": [1, 0, 1]}),
            ({"Answer.Sky": "Sky ~ ~"}, {"Sky": [1, 0, 0]}),
            ({"Answer.Sky": "yes no ~"}, {"Sky": [1, 0]}),
            ({"Answer.Sky.on": "true false ~"}, {"Sky": [1, 0, 0]}),
            ({"Answer.Sky": "on ~ ~", "Answer.Sky.on": "true ~ true"}, {"Sky": [1, 0, 0], "Sky.on": [1, 0, 1]}),
            ({"Answer.Quality": "4 2 ~"}, {"Quality": [4, 2]}),
            ({"Answer.Quality": "4 2 5", "Answer.Sky": "on ~ ~"}, {"Quality": [4, 2, 5], "Sky": [1, 0, 0]}),
            ({"Answer.Place": "Indoor ~ Outdoor"}, {"Place": ["Indoor", "Outdoor"]}),
            ({"Answer.Place": "In Out In", "Answer.Sun": "~ ~ ~"}, {"Place": ["In", "Out", "In"], "Sun": []}),
            ({"Answer.Sky": "on ~ ~", "Answer.Sun": "~ ~ ~"}, {"Sky": [1, 0, 0], "Sun": []}),
            ({"Answer.mood.label": "Calm Calm Gay"}, {"mood": ["Calm", "Calm", "Gay"]}),
            ({"Answer.what": "Sky|Clouds Sky ~"}, {"Sky": [1, 1, 0], "Clouds": [1, 0, 0]}),
            (
                {"Answer.Place": "Indoor ~ Outdoor", "Answer.Sky": "on ~ ~"},
                {"Indoor": [1, 0], "Outdoor": [0, 1], "Sky": [1, 0, 0]},
            ),
            (
                {"Answer.Place": "Other In In", "Answer.Time": "Other Day Day", "Answer.Sky": "on ~ ~"},
                {
                    "Place: Other": [1, 0, 0],
                    "In": [0, 1, 1],
                    "Time: Other": [1, 0, 0],
                    "Day": [0, 1, 1],
                    "Sky": [1, 0, 0],
                },
            ),
        ],
    )
    @pytest.mark.filterwarnings("ignore:.*hold no vote")
    def test_what_each_kind_of_question_says(
        self, read: Read, answers: dict[str, str], said: dict[str, list[object]]
    ) -> None:
        assert by_label(read(mturk(IMAGES, answers))) == said

    def test_groups_of_radio_buttons_are_categories_with_their_choices(self, read: Read) -> None:
        votes = read(mturk(IMAGES, {"Answer.Place": "In Out In", "Answer.Time": "Day Day Night"}))
        assert votes.categories == ("In", "Out", "Day", "Night")
        assert votes.choices == {"Place": (0, 1), "Time": (2, 3)}
        assert ungrouped(votes).labels.names == ("In", "Out", "Day", "Night")

    def test_ticks_beside_grades_say_what_they_may_be(self, read: Read) -> None:
        votes = read(mturk(IMAGES, {"Answer.Quality": "4 2 5", "Answer.Sky": "on ~ ~"}))
        assert votes.choices == {"Sky": (0, 1)}

    @pytest.mark.parametrize(
        ("sheets", "said"),
        [
            (({"Sky": {"on": True}}, {"Sky": {"on": False}}), {"Sky": [1, 0]}),
            (({"mood": {"label": "Calm"}}, {"mood": {"label": "Gay"}}), {"mood": ["Calm", "Gay"]}),
            (({"seen": {"labels": ["Cat", "Dog"]}}, {"seen": {"labels": []}}), {"Cat": [1, 0], "Dog": [1, 0]}),
            (({"seen": {"labels": ["Cat"]}}, {"seen": {"labels": []}}), {"Cat": [1, 0]}),
            (({"seen": ["1", "2"]}, {"seen": ["2"]}), {"1": [1, 0], "2": [1, 1]}),
            (
                ({"sun": {"yes": True, "no": False}}, {"sun": {"yes": False, "no": True}}),
                {"sun.yes": [1, 0], "sun.no": [0, 1]},
            ),
            (({"grade": 4, "age": "30"}, {"grade": 2.5, "age": None}), {"grade": [4, 2.5], "age": [30]}),
        ],
    )
    @pytest.mark.filterwarnings("ignore:.*hold no vote")
    def test_answers_packed_as_json_are_taken_apart(
        self, read: Read, sheets: tuple[dict[str, object], ...], said: dict[str, list[object]]
    ) -> None:
        assert by_label(read(packed(*sheets))) == said

    def test_a_packed_comment_is_a_comment_and_what_was_drawn_is_told(self, read: Read) -> None:
        box = {"boundingBoxes": [{"label": "Cat", "left": 1}], "inputImageProperties": {"height": 2}}
        none = {"boundingBoxes": [], "inputImageProperties": {"height": 2}}
        text = packed({"Sky": "yes", "comment": "two\nlines", "cats": box}, {"Sky": "no", "comment": "", "cats": none})
        with pytest.warns(GoldscaleWarning, match="left out of Answer.taskAnswers.*: cats"):
            votes = read(text)
        assert by_label(votes) == {"Sky": [1, 0]}
        assert votes.details["comment"].tolist() == ["two\nlines", ""]

    def test_a_second_assignment_on_the_same_item_is_another_occasion(self, read: Read) -> None:
        votes = read(mturk(IMAGES, {"Answer.Sky": "on on ~"}))
        assert records(votes) == [("W1", "a", "Sky", 1, 0), ("W2", "b", "Sky", 1, 0), ("W1", "a", "Sky", 0, 1)]

    @pytest.mark.parametrize(
        ("inputs", "items"),
        [
            ({"Input.x": "1 2 3"}, ("1", "2", "3")),
            ({"Input.x": "1 2 3", "Input.photo": "a b c"}, ("a", "b", "c")),
            ({"Input.photo": "a a a", "Input.x": "1 2 3"}, ("1", "2", "3")),
            ({"Input.x": "1 2 3", "Input.y": "a b c"}, ("1", "2", "3")),
            ({}, ("h",)),
        ],
    )
    def test_the_item_is_the_input_that_looks_most_like_a_picture(
        self, read: Read, inputs: dict[str, str], items: tuple[str, ...]
    ) -> None:
        assert read(mturk(inputs, {"Answer.Sky": "on ~ on"})).items.names == items

    def test_several_pictures_in_a_task_are_told(self, read: Read) -> None:
        table = mturk({"Input.image1": "a b c", "Input.image2": "d e f"}, {"Answer.Sky": "on ~ on"})
        with pytest.warns(GoldscaleWarning, match="Input.image1 and Input.image2 look like pictures"):
            assert read(table).items.names == ("a", "b", "c")
        assert read(table, columns={"item": "Input.image2"}).items.names == ("d", "e", "f")

    def test_the_item_and_the_questions_can_be_named(self, read: Read) -> None:
        table = mturk({**IMAGES, "Input.x": "1 2 3"}, {"Answer.Sky": "on ~ on", "Answer.agent": "Fox Cat Fox"})
        votes = read(table, columns={"item": "Input.x"}, labels=["Sky"])
        assert votes.items.names == ("1", "2", "3")
        assert by_label(votes) == {"Sky": [1, 0, 1]}
        with pytest.raises(MismatchError, match="Fox"):
            read(table, labels=["Sea"])

    def test_a_comment_stands_once(self, read: Read) -> None:
        votes = read(mturk(IMAGES, {"Answer.Sky": "on ~ on", "Answer.Sea": "~ on on", "Answer.Comments": "good ~ ~"}))
        assert votes.details["comment"].tolist() == ["good", "", "", "", "", ""]
        other = read(
            mturk(IMAGES, {"Answer.Sky": "on ~ on", "Answer.remark": "good ~ ~"}), columns={"comment": "Answer.remark"}
        )
        assert other.details["comment"].tolist() == ["good", "", ""]
        assert other.labels.names == ("Sky",)

    def test_assignments_without_any_answer_are_told(self, read: Read) -> None:
        with pytest.warns(GoldscaleWarning, match="1 assignments hold no vote, the first in line 3"):
            votes = read(mturk(IMAGES, {"Answer.Place": "In ~ Out"}))
        assert votes.annotators.names == ("W1", "W2")

    def test_rows_may_end_before_approve_and_reject(self, read: Read) -> None:
        plain = mturk(IMAGES, {"Answer.Sky": "on ~ on"})
        longer = plain.replace("Answer.Sky", "Answer.Sky,Approve,Reject")
        assert records(read(longer)) == records(read(plain))


class TestCrowdFlower:
    def test_the_full_report_is_one_vote_per_row_and_field(self, read: Read) -> None:
        votes = read(FULL_REPORT)
        assert records(votes) == [
            ("501", "a.jpg", "Indoor", 1, 0),
            ("501", "a.jpg", "Outdoor", 0, 0),
            ("501", "a.jpg", "sky", 1, 0),
            ("502", "a.jpg", "Indoor", 0, 0),
            ("502", "a.jpg", "Outdoor", 1, 0),
            ("502", "a.jpg", "sky", 1, 0),
            ("501", "b.jpg", "Indoor", 0, 0),
            ("501", "b.jpg", "Outdoor", 1, 0),
            ("501", "b.jpg", "sky", 0, 0),
        ]
        assert votes.details["seconds"].tolist() == [40] * 3 + [60] * 3 + [30] * 3
        assert votes.details["status"].tolist() == [""] * 3 + ["tainted"] * 3 + [""] * 3
        assert votes.items.noun == "image"

    def test_only_the_fields_named_are_read(self, read: Read) -> None:
        assert by_label(read(FULL_REPORT, labels=["sky"])) == {"sky": [1, 1, 0]}
        assert by_label(read(FULL_REPORT, labels=["place"])) == {"place": ["Indoor", "Outdoor", "Outdoor"]}

    def test_answers_are_what_differs_within_a_unit(self, read: Read) -> None:
        report = "_unit_id,_worker_id,sky,width\n1,x,yes,640\n1,y,no,640\n2,x,yes,800\n"
        assert by_label(read(report)) == {"sky": [1, 0, 1]}
        with pytest.raises(FormatError, match="Name the columns of answers with labels="):
            read("_unit_id,_worker_id,sky\n1,x,yes\n2,x,yes\n")
        assert by_label(read("_unit_id,_worker_id,sky\n1,x,yes\n2,x,yes\n", labels=["sky"])) == {"sky": [1, 1]}

    def test_the_aggregated_report_counts_yes_and_no(self, read: Read) -> None:
        votes = read(SAMPLES["crowdflower"])
        assert votes.anonymous
        assert votes.annotators.names == ("seat 1", "seat 2", "seat 3")
        cube = votes.cube()
        assert np.nansum(cube[:, votes.items.index["a.jpg"], 0]) == 2
        assert np.nansum(cube[:, votes.items.index["b.jpg"], 0]) == 0

    def test_a_confidence_that_is_no_number_of_votes_is_told(self, read: Read) -> None:
        with pytest.warns(GoldscaleWarning, match="in 1 units .the first in line 2. .* weighted by trust"):
            votes = read(SAMPLES["crowdflower"].replace("0.6667", "0.7244"))
        assert votes.values.sum() == 2

    def test_other_answers_must_be_unanimous(self, read: Read) -> None:
        report = "_unit_id,_trusted_judgments,place,place:confidence\n1,2,Indoor,1.0\n2,3,Outdoor,1\n"
        assert by_label(read(report)) == {"place": ["Indoor"] * 2 + ["Outdoor"] * 3}
        with pytest.raises(FormatError, match="use the full report") as caught:
            read(report.replace("Outdoor,1", "Outdoor,0.66"))
        assert (caught.value.line, caught.value.field) == (3, "place")

    def test_gold_is_a_truth_over_the_same_labels(self, tmp_path: Path) -> None:
        path = tmp_path / "full.csv"
        path.write_text(FULL_REPORT)
        truth, votes = gold_answers(path), read_votes(path)
        assert truth.items == votes.items
        assert truth.labels == votes.labels
        np.testing.assert_array_equal(truth.values, [[1, 0, 1], [-1, -1, -1]])

    def test_several_gold_answers_are_all_right(self, tmp_path: Path) -> None:
        path = tmp_path / "full.csv"
        path.write_text(
            '_unit_id,_worker_id,place,place_gold\n1,x,In,"In\nOut"\n1,y,Air,"In\nOut"\n2,x,Air,\n3,x,In,Air\n'
        )
        truth = gold_answers(path)
        assert truth.labels.names == ("In", "Air", "Out")
        np.testing.assert_array_equal(truth.values, [[1, 0, 1], [-1, -1, -1], [0, 1, 0]])
        path.write_text("_unit_id,_worker_id,place\n1,x,In\n1,y,Out\n")
        with pytest.raises(FormatError, match="a column FIELD_gold"):
            gold_answers(path)
