"""From the answers on a crowd platform's forms to votes: ticks, radio buttons, several ticks of one name, numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from goldscale.data import Annotators, Concepts, Items, Votes
from goldscale.data.occasions import occasions
from goldscale.data.votes import YES_NO
from goldscale.errors import FormatError
from goldscale.formats.votes.table import VoteColumn, VoteTable
from goldscale.limits import CELLS

TICKS = ("on", "true", "yes", "1", "checked", "selected")
"""What a ticked box sends; one that is not ticked sends nothing."""
BETWEEN = re.compile(r"\s*[|\n]\s*")
"""What stands between several ticks of one name."""


@dataclass(frozen=True)
class Question:
    """A field of the form: its name and what each sheet says."""

    name: str
    answers: VoteColumn
    is_box: bool = False
    """Whether it is known to be a box to tick."""
    several: bool = False
    """Whether it is known to take several ticks."""


@dataclass(frozen=True)
class FormAnswers:
    """All votes on the sheets: which sheet, label and value; of categories where each question asks for one."""

    sheet: np.ndarray
    label: np.ndarray
    values: np.ndarray
    labels: tuple[str, ...]
    questions: tuple[str, ...]
    """The question that each label belongs to."""
    categories: tuple[str, ...] | None = None
    choices: dict[str, tuple[float, ...]] = field(default_factory=dict)

    def votes(
        self, annotator: np.ndarray, item: np.ndarray, annotators: Annotators, items: Items, name: str, **more: Any
    ) -> Votes:
        """The answers as votes, given the annotator and the item of each sheet."""
        return Votes(
            annotator[self.sheet],
            item[self.sheet],
            self.label,
            self.values,
            annotators,
            items,
            Concepts(self.labels),
            name,
            categories=self.categories,
            choices=self.choices,
            **more,
        )


@dataclass(frozen=True)
class _Field:
    """A question and the numbers its answers stand for; the options where these are words."""

    question: Question
    numbers: np.ndarray | None
    options: tuple[str, ...] = ()
    several: bool = False


def answered(table: VoteTable, questions: Sequence[Question]) -> FormAnswers:
    """The votes that the answers are.

    Where every question is for one of several words, a vote is one of these categories. Else every word becomes a
    label of its own, with 1 for who chose it and 0 for who chose another. A box that is not ticked is a 0; a question
    without any other answer is no vote.
    """
    fields = [_understood(table, question) for question in questions]
    one_of_several = all(f.numbers is None and not f.several for f in fields)
    labels = sum(1 if f.numbers is not None else max(len(f.options), 1) for f in fields)
    if not one_of_several and labels * len(table) > CELLS.now:
        raise CELLS.error(table.source.name, found=f"{labels} answers to choose from on {len(table)} sheets")
    found = _chosen(fields) if one_of_several else _counted(fields)
    if not found.sheet.size:
        raise FormatError(table.source.name, "at least one vote", instead="none")
    return found


def _counted(fields: Sequence[_Field]) -> FormAnswers:
    """A number for every label."""
    columns = [column for f in fields for column in _labels(f)]
    times = Counter(label for label, _, _ in columns)
    names = tuple(label if times[label] == 1 else f"{question}: {label}" for label, question, _ in columns)
    values = np.column_stack([column for _, _, column in columns])
    sheet, label = np.nonzero(~np.isnan(values))
    binary = [np.isin(column[~np.isnan(column)], YES_NO).all() for column in values.T]
    choices: dict[str, tuple[float, ...]] = {}
    if not all(binary):
        choices = {name: YES_NO for name, yes_no in zip(names, binary, strict=True) if yes_no}
    asked = tuple(question for _, question, _ in columns)
    return FormAnswers(sheet, label, values[sheet, label], names, asked, choices=choices)


def _understood(table: VoteTable, question: Question) -> _Field:
    column = question.answers
    texts = [text for text in column.texts if text]
    if not texts:
        return _Field(question, None)
    if question.several:
        return _ticks(question, texts)
    ticked = len(texts) == 1 and texts[0].casefold() in (*TICKS, question.name.casefold())
    if ticked:
        return _Field(question, np.array([float(text != "") for text in column.texts]))
    numbers = table.answers(column)
    if numbers is not None:
        if question.is_box:
            table.refuse(~np.isin(numbers, YES_NO)[column.codes] & column.filled, column.name, "true or false")
        return _Field(question, np.nan_to_num(numbers) if question.is_box else numbers)
    if any(BETWEEN.search(text) for text in texts):
        return _ticks(question, texts)
    return _Field(question, None, tuple(texts))


def _ticks(question: Question, texts: Sequence[str]) -> _Field:
    pieces = tuple(dict.fromkeys(piece for text in texts for piece in BETWEEN.split(text) if piece))
    return _Field(question, None, pieces, several=True)


def _chosen(fields: Sequence[_Field]) -> FormAnswers:
    """A vote for one of the words of each question."""
    categories = tuple(dict.fromkeys(option for f in fields for option in f.options))
    code = {category: float(i) for i, category in enumerate(categories)}
    values = np.column_stack([f.question.answers.each(lambda text: code.get(text, np.nan)) for f in fields])
    sheet, label = np.nonzero(~np.isnan(values))
    choices = {f.question.name: tuple(code[option] for option in f.options) for f in fields}
    return FormAnswers(sheet, label, values[sheet, label], tuple(choices), tuple(choices), categories, choices)


def _labels(f: _Field) -> Iterator[tuple[str, str, np.ndarray]]:
    """Each label that the field stands for, its question, and the number on each sheet (NaN for no vote)."""
    name, column = f.question.name, f.question.answers
    if f.numbers is not None:
        yield name, name, f.numbers[column.codes]
        return
    if not f.options:
        yield name, name, np.full(len(column.codes), np.nan)
    pieces = [set(BETWEEN.split(text)) if f.several else {text} for text in column.texts]
    silent = np.array([not text and not f.several for text in column.texts])
    for option in f.options:
        chosen = np.array([option in said for said in pieces], dtype=float)
        yield option, name, np.where(silent, np.nan, chosen)[column.codes]


def sheet_votes(
    found: FormAnswers, worker: VoteColumn, item: VoteColumn, items: Items, details: Mapping[str, np.ndarray], name: str
) -> Votes:
    """The answers as votes of workers; who fills in a sheet on the same item again does so on another occasion."""
    occasion = occasions(worker.codes, item.codes)[found.sheet]
    people = Annotators(worker.texts, "worker")
    return found.votes(worker.codes, item.codes, people, items, name, occasion=occasion, details=details)
