"""Methods that estimate the workers with the truth: Dawid-Skene, GLAD and MACE."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from goldscale.agreement.aggregation.method import Method, MethodResult, Task
from goldscale.agreement.aggregation.questions import ALL, Questions
from goldscale.data.parameter import Parameter
from goldscale.errors import ParameterError
from goldscale.kernels.crowd.answers import CrowdAnswers
from goldscale.kernels.crowd.dawid_skene import dawid_skene
from goldscale.kernels.crowd.glad import glad
from goldscale.kernels.crowd.mace import mace
from goldscale.kernels.crowd.smoothing import CANDIDATES, SAMPLE, best_smoothing
from goldscale.limits import check_table

AUTO = "auto"
_OF_CANDIDATES = (
    f"of {', '.join(map(str, CANDIDATES))} the one under which each vote is foretold best by all others "
    f"(with more than {SAMPLE} votes, a part of the questions decides)"
)
POOLED = Parameter(
    "pooled",
    "whether an annotator is equally good on all labels (by default where a class means the same on all of them), "
    "or estimated label by label",
    "flag",
)
FEW = 20
"""Labels with fewer questions than this on average have one common prior: so few cannot tell a class' frequency."""
ITERATIONS = Parameter("iterations", "at most so many rounds of EM", "count", 500, low=1)
TOLERANCE = Parameter(
    "tolerance", "EM has converged when the objective rises by no more than this fraction of itself", "number", 1e-9
)


def _prior(more: str = "", *choices: str) -> Parameter:
    return Parameter(
        "prior",
        "how common a class is: label by label, or on all labels together (by default where labels have fewer than "
        f"{FEW} questions on average, as captions do){more}",
        "choice",
        None,
        ("label", "all", *choices),
    )


def _smoothing(default: float | str, more: str = "", *choices: str) -> Parameter:
    return Parameter("smoothing", f"what is added to every count of answers; above 0{more}", "number", default, choices)


def _dawid_skene(task: Task) -> MethodResult:
    answers, pair = _with_prior(task)
    _check_matrices(answers, pair, task.questions)
    by_itself = task.options["smoothing"] == AUTO
    smoothing = best_smoothing(answers) if by_itself else _above_zero(task)
    fit = dawid_skene(answers, smoothing=smoothing, **_limits(task))
    confusion = fit.parameters["confusion"]
    # Weighed by how common the classes are among the tasks that the worker had.
    met = answers.mass(fit.posterior).sum(axis=1)
    right = (met * np.nan_to_num(np.diagonal(confusion, axis1=1, axis2=2))).sum(axis=1)
    quality = np.divide(right, answers.per_worker, out=np.full(answers.workers, np.nan), where=answers.per_worker > 0)
    return MethodResult(
        fit.posterior,
        quality=task.questions.per_annotator(quality, answers, pair),
        confusion=_confusion_matrices(confusion, pair, task.questions),
        fit=fit,
        chosen={"smoothing": smoothing} if by_itself else {},
    )


def _check_matrices(answers: CrowdAnswers, pair: np.ndarray | None, questions: Questions) -> None:
    """Confusion matrices hold every class beside every other, for annotators with a single vote too."""
    check_table(questions.votes.name, answers.workers, answers.classes, answers.classes)
    if pair is not None:  # as they are given back: all annotators for each label
        classes = questions.allowed.sum(axis=1)
        check_table(questions.votes.name, len(questions.votes.annotators), int((classes**2).sum()))


def _glad(task: Task) -> MethodResult:
    answers, pair = _answers(task)
    fit = glad(answers, **_limits(task))
    ability, accuracy = (
        task.questions.per_annotator(fit.parameters[name], answers, pair) for name in ("ability", "accuracy")
    )
    return MethodResult(fit.posterior, quality=accuracy, estimates={"ability": ability}, fit=fit)


def _mace(task: Task) -> MethodResult:
    answers, pair = _with_prior(task)
    fit = mace(answers, equal=task.options["prior"] == "equal", smoothing=_above_zero(task), **_limits(task))
    quality = task.questions.per_annotator(fit.parameters["competence"], answers, pair)
    return MethodResult(fit.posterior, quality=quality, fit=fit)


def _answers(task: Task) -> tuple[CrowdAnswers, np.ndarray | None]:
    """The answers as the model is to see them; not pooled, also the annotator and label of each of its workers."""
    pooled, questions = task.options["pooled"], task.questions
    if pooled and not questions.alike:
        raise ParameterError("pooled=True needs labels whose values mean the same; leave it out for groups of labels")
    if questions.alike if pooled is None else pooled:
        return questions.answers, None
    return questions.answers_by_label()


def _with_prior(task: Task) -> tuple[CrowdAnswers, np.ndarray | None]:
    """The same, where the model estimates how common classes are: on all labels together, all tasks are of one kind."""
    answers, pair = _answers(task)
    if _one_prior(task):
        answers = replace(answers, kind=np.zeros_like(answers.kind), allowed=answers.allowed[:1])
    return answers, pair


def _one_prior(task: Task) -> bool:
    prior, questions = task.options["prior"], task.questions
    if prior == "all" and not questions.alike:
        raise ParameterError("prior='all' needs labels whose values mean the same; leave it out for groups of labels")
    return prior == "all" or (
        prior is None and questions.alike and len(questions.cell) < FEW * len(np.unique(questions.label))
    )


def _limits(task: Task) -> dict[str, Any]:
    return {name: task.options[name] for name in ("iterations", "tolerance")}


def _above_zero(task: Task) -> float:
    smoothing: float = task.options["smoothing"]
    if smoothing <= 0:
        raise ParameterError("smoothing must be above 0: an answer that was never seen is not impossible")
    return smoothing


def _confusion_matrices(confusion: np.ndarray, pair: np.ndarray | None, questions: Questions) -> dict[str, np.ndarray]:
    if pair is None:
        return {ALL: confusion}
    labels = questions.votes.labels
    found: dict[str, np.ndarray] = {}
    for j, name in enumerate(labels):
        classes = int(questions.allowed[j].sum())
        found[name] = np.full((len(questions.votes.annotators), classes, classes), np.nan)
        here = pair % len(labels) == j
        found[name][pair[here] // len(labels)] = confusion[here, :classes, :classes]
    return found


METHODS = (
    Method(
        name="dawid-skene",
        title="Dawid-Skene",
        summary="EM over the true classes and a confusion matrix per annotator.",
        probability="posterior probability",
        quality="probability that the annotator's answer is right, on the classes that they met",
        reference="Dawid and Skene 1979, doi:10.2307/2346806",
        run=_dawid_skene,
        options=(
            _smoothing(AUTO, f"; {AUTO}: {_OF_CANDIDATES}", AUTO),
            POOLED,
            _prior(),
            ITERATIONS,
            TOLERANCE,
        ),
        needs_people=True,
    ),
    Method(
        name="glad",
        title="GLAD",
        summary="EM over the true classes, the ability of annotators and the difficulty of questions.",
        probability="posterior probability, with a uniform prior over the classes",
        quality="mean probability that the annotator's answers are right, given their ability and their questions",
        reference="Whitehill et al. 2009, Advances in Neural Information Processing Systems 22",
        run=_glad,
        options=(POOLED, ITERATIONS, Parameter(TOLERANCE.name, TOLERANCE.about, TOLERANCE.kind, 1e-6)),
        needs_people=True,
    ),
    Method(
        name="mace",
        title="MACE",
        summary="EM over the true classes and how often each annotator answers truthfully instead of spamming.",
        probability="posterior probability",
        quality="competence: probability that the annotator's answer is the truth and not spam",
        reference="Hovy et al. 2013, aclanthology.org/N13-1132",
        run=_mace,
        options=(
            _smoothing(0.1),
            POOLED,
            _prior(
                "; or all equally, as in the paper, which takes the common answer to a rare thing for spam", "equal"
            ),
            ITERATIONS,
            TOLERANCE,
        ),
        needs_people=True,
    ),
)
