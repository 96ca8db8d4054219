"""What was asked of goldscale compare, and how its answer is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

import goldscale as gs
from goldscale.cli.forms import Form
from goldscale.cli.output import note

if TYPE_CHECKING:
    from goldscale.measures import Evaluation
    from goldscale.significance import ComparisonPlan

REPLICATES, RESAMPLES = 10_000, 1000
"""Flips of signs are cheap; each resample is an evaluation."""
OF_A_CAMPAIGN = 200
"""Resamples of a campaign, for the help, which is not to load what draws them."""


@dataclass(frozen=True)
class View:
    """Which tables are wanted, at most one; a ranking has them where every two runs of a campaign were compared."""

    pairs: bool = False
    matrix: bool = False
    stars: bool = False

    @classmethod
    def of(cls, pairs: bool, matrix: bool, stars: bool, of_pairs: Mapping[str, object], form: Form) -> View:
        """As the options say; ``of_pairs`` is what only a table of pairs has room for, by option."""
        chosen = [flag for flag, given in (("--pairs", pairs), ("--matrix", matrix), ("--stars", stars)) if given]
        if len(chosen) > 1:
            raise click.UsageError(f"choose one of {' and '.join(chosen)}")
        if form.ending == ".json" and (matrix or stars):
            raise click.UsageError(f"{chosen[0]} has no JSON: leave it out, or ask for another form")
        homeless = [option for option, given in of_pairs.items() if given is not None]
        if homeless and (matrix or stars):
            raise click.UsageError(f"{' and '.join(homeless)}: for a table of pairs; leave {chosen[0]} out")
        return cls(pairs, matrix, stars)

    def deliver(self, form: Form, scores: gs.Scores, found: Any, ranked: bool) -> None:
        """Print or write what was found; ``ranked``: as a ranking, where no other table was asked for."""
        from goldscale.data.result import Listing
        from goldscale.significance.ranking import ranking_tables
        from goldscale.significance.stars import starred_tables

        if self.matrix:
            form.deliver(Listing(found.matrix_tables(), found.to_dict()))
        elif self.stars:
            form.deliver(Listing(starred_tables(scores, found), {}))
        elif ranked and not self.pairs:
            form.deliver(Listing(ranking_tables(found), found.to_dict()))
        else:
            form.deliver(found)


@dataclass(frozen=True)
class Asked:
    """What was asked for, of files and of campaigns alike."""

    measures: tuple[str, ...]
    plan: ComparisonPlan
    of_all: str | None
    """A test of all runs at once, instead of pairs."""
    baseline: str | None
    replicates: int | None
    view: View


def test_of_all(test: str | None) -> str | None:
    """The test, if it is one of all runs at once; refuses what is none of either kind."""
    from goldscale.errors import known_name
    from goldscale.significance import TESTS
    from goldscale.significance.omnibus import TESTS_OF_ALL

    if test is not None:
        known_name(test, (*TESTS, *TESTS_OF_ALL), "test")
    return test if test in TESTS_OF_ALL else None


def tell(evaluation: Evaluation, scores: gs.Scores, form: Form) -> None:
    """What there is to say about the measures, the truth and the runs."""
    from goldscale.measures.legends import uncertain_legend

    told = [] if evaluation.usual is None or form.ending else [evaluation.usual.legend("-m", scores.measures[0])]
    if evaluation.truth.relevance == "probability":
        told.append(uncertain_legend(evaluation.settings))
    for said in told + scores.remarks():
        note(said)
