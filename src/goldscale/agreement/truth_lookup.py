"""Looking up single cells of a truth, and holding votes against them."""

from __future__ import annotations

import numpy as np

from goldscale.data import Concepts, Judgements, Votes
from goldscale.data import matrix as mx
from goldscale.data.judgements import UNJUDGED
from goldscale.data.parameter import shown
from goldscale.errors import MismatchError, ParameterError
from goldscale.formats.votes.headings import ANSWER


def grades_at(truth: Judgements, row: np.ndarray, column: np.ndarray) -> np.ndarray:
    """The grades of these cells; UNJUDGED where a cell is not judged or lies outside (row or column below 0).

    >>> grades_at(Judgements([[1, 0], [-1, 2]]), np.array([0, 1, -1]), np.array([1, 1, 0]))
    array([ 0.,  2., -1.])
    """
    rows, columns, grades = mx.coordinates(truth.values)
    place = mx.places(rows, columns, row, column, len(truth.labels))
    return np.append(np.nan_to_num(grades.astype(float), nan=UNJUDGED), UNJUDGED)[place]


def known_answers(truth: Judgements, votes: Votes, row: np.ndarray, column: np.ndarray) -> np.ndarray:
    """The right votes on these cells, UNJUDGED as ``grades_at``; where votes are yes or no, any grade is a yes.

    >>> votes = Votes.from_records([("first", "a.jpg", "Sky", 1)])
    >>> known_answers(Judgements([[2, 0]]), votes, np.array([0, 0]), np.array([0, 1]))
    array([1., 0.])
    """
    if truth.relevance == "probability":
        raise ParameterError(
            "known answers must be certain, and these are probabilities; decide first: Judgements(truth.values >= 0.5)"
        )
    grades = grades_at(truth, row, column)
    if votes.is_binary:
        return np.minimum(grades, 1)
    possible = (*votes.levels, *(value for values in votes.choices.values() for value in values))
    if votes.categories is None and 0 not in possible and np.any(grades == 0):
        raise MismatchError(
            f"the votes are grades from {min(possible):g} to {max(possible):g}, and a known answer is 0",
            hint="Known answers must be on the scale of the votes",
        )
    return grades


def label_columns(labels: Concepts, truth: Judgements) -> np.ndarray:
    """The truth's column of each label, -1 where it has none; a question without a name is the truth's only one.

    >>> label_columns(Concepts(["Sky", "Sea"]), Judgements([[1]], labels=["Sea"]))
    array([-1,  0])
    """
    if labels.names == (ANSWER,) and len(truth.labels) == 1:
        return np.zeros(1, dtype=int)
    return labels.locate(truth.labels)


def one_of_several(truth: Judgements, labels: Concepts) -> Judgements:
    """A truth whose only column holds the number by which one of the labels is called: a column for each of them.

    >>> one_of_several(Judgements([[3], [0]], labels=["breed"]), Concepts(["0", "3"])).values
    array([[0, 1],
           [1, 0]], dtype=int8)
    """
    if len(truth.labels) != 1 or truth.labels[0] in labels or not all(map(_spells_number, labels)):
        return truth
    rows, _, grades = mx.coordinates(truth.values)
    known = grades >= 0
    called = np.array([float(name) for name in labels])
    unknown = np.setdiff1d(grades[known], called)
    if unknown.size:
        hint = "Known answers must be among those that people gave"
        raise MismatchError(
            "the truth has answers that nobody gave", extra=[shown(float(g)) for g in unknown], hint=hint
        )
    values = np.full((len(truth.items), len(labels)), UNJUDGED)
    values[rows[known]] = grades[known][:, None] == called
    return Judgements(values, truth.items, labels, truth.name)


def _spells_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True
