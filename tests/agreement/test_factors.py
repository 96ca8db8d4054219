"""The agreement map and its file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import goldscale as gs
from goldscale.agreement.agree import agreement_factors
from goldscale.data import Votes
from goldscale.data.vote_views import with_deselections
from goldscale.errors import ParameterError, UnknownNameError
from goldscale.formats.factors import read_factors, write_factors


def votes_of(cube: np.ndarray) -> Votes:
    """Annotators x items x labels, NaN where nobody voted."""
    annotator, item, label = np.nonzero(~np.isnan(cube))
    axes = ([f"{kind}{i}" for i in range(size)] for kind, size in zip("ail", cube.shape, strict=True))
    return Votes(annotator, item, label, cube[annotator, item, label], *axes)


CUBES = hnp.arrays(
    np.float64,
    st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(1, 4)),
    elements=st.sampled_from([0.0, 1.0, np.nan]),
)


@given(CUBES, st.sampled_from(["all", "selected"]))
def test_against_a_slow_count(cube: np.ndarray, reading: str) -> None:
    votes = votes_of(cube)
    expected = {}
    for j, label in enumerate(votes.labels):
        shares = []
        for i in range(cube.shape[1]):
            said = [v for v in cube[:, i, j] if v == v]
            if len(said) >= 2 and (reading == "all" or any(said)):
                shares.append(max(said.count(0.0), said.count(1.0)) / len(said))
        expected[label] = sum(shares) / len(shares) if shares else 1.0
    assert agreement_factors(votes, reading) == pytest.approx(expected)  # type: ignore[arg-type]


def test_nine_of_eleven_as_the_thesis_counts() -> None:
    """Thesis 6.4.1: if nine out of 11 annotators decided not to select a concept, the agreement is about 82 %."""
    cube = np.zeros((11, 2, 1))
    cube[:2, 0, 0] = 1
    assert agreement_factors(votes_of(cube), "selected") == {"l0": pytest.approx(9 / 11)}
    assert agreement_factors(votes_of(cube), "all") == {"l0": pytest.approx((9 / 11 + 1) / 2)}


def test_a_label_that_nobody_selected() -> None:
    votes = votes_of(np.zeros((3, 2, 1)))
    assert agreement_factors(votes, "all") == {"l0": 1.0}
    assert agreement_factors(votes, "selected") == {"l0": 1.0}
    assert agreement_factors(votes, "selected", unknown=0) == {"l0": 0.0}  # as figure 6.4 draws Snow


def test_recorded_selections_need_their_deselections() -> None:
    votes = Votes.from_records([("a", "1", "Sky", 1), ("a", "1", "Sea", 1), ("b", "1", "Sea", 1), ("c", "1", "Sea", 1)])
    assert agreement_factors(votes)["Sky"] == 1.0  # one vote alone
    assert agreement_factors(with_deselections(votes))["Sky"] == pytest.approx(2 / 3)


def test_votes_for_one_of_a_group() -> None:
    votes = Votes.from_records([(who, "1", "Place", said) for who, said in zip("abcd", "IIOX", strict=True)])
    assert agreement_factors(votes) == {"Place": 0.5}
    with pytest.raises(ParameterError, match="other votes select nothing"):
        agreement_factors(votes, "selected")


def test_refusals() -> None:
    votes = votes_of(np.zeros((2, 1, 1)))
    with pytest.raises(UnknownNameError, match="did you mean 'selected'"):
        agreement_factors(votes, "select")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="between 0 and 1"):
        agreement_factors(votes, unknown=2)


@given(
    st.dictionaries(
        st.text(st.characters(categories=("L", "N", "P"), codec="utf-8"), min_size=1), st.floats(0, 1), min_size=1
    )
)
def test_factors_survive_their_file(tmp_path_factory: pytest.TempPathFactory, factors: dict[str, float]) -> None:
    path = tmp_path_factory.mktemp("factors") / "agreement.csv"
    write_factors(factors, path)
    assert read_factors(path) == factors


def test_the_ontology_score_takes_the_map_and_its_file_alike(tmp_path: Path) -> None:
    cube = np.zeros((3, 1, 2))
    cube[0, 0, 0] = 1  # two of three agree on the first label, all on the second
    votes = votes_of(cube).replace(labels=["Mountains", "Sky"])
    factors = agreement_factors(votes)
    write_factors(factors, tmp_path / "map.csv")
    truth = gs.Judgements([[1, 0]], labels=list(votes.labels))
    run = gs.Run(decisions=[[0, 1]], labels=list(votes.labels))
    plain, by_map, by_file = (
        gs.evaluate(run, truth, "OS", ontology="pto-2009", agreement=given).summary()["run"]["OS"]
        for given in (None, factors, tmp_path / "map.csv")
    )
    assert by_map == by_file
    assert by_map != plain
