from __future__ import annotations

import pytest

import goldscale as gs
from goldscale.data.signature import Signature


def test_a_signature_prints_as_it_parses() -> None:
    signature = Signature.signed("AP", "ties=expected")
    assert str(signature) == f"AP|ties=expected|goldscale={gs.__version__}"
    assert Signature.parse(str(signature)) == signature
    assert signature["ties"] == "expected"
    with pytest.raises(gs.UnknownNameError, match="ties"):
        signature["tie"]


def test_more_stands_behind_what_is_there() -> None:
    assert str(Signature(("AP",)).adding("drawing error=0.1")) == "AP|drawing error=0.1"


def test_every_result_is_signed_with_what_made_it() -> None:
    truth = [[1, 0], [0, 1], [1, 0]]
    scores = gs.evaluate({"a": truth, "b": [[0, 1]] * 3}, truth, "Top1")
    found = Signature.parse(scores.signature("Top1"))
    assert found.parts[0] == "Top1"
    assert found["goldscale"] == gs.__version__
    assert gs.compare(scores, "Top1").signature.endswith(f"scores: {found}")
