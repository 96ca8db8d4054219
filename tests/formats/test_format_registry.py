"""An outside package registers a format as ours do."""

from __future__ import annotations

from copy import copy
from importlib.metadata import EntryPoint

import pytest

from goldscale.data import Run
from goldscale.data import registry as lookup
from goldscale.errors import FormatError, ParameterError, UnknownNameError
from goldscale.formats import Format, formats, read_judgements, read_run, registry, write_run

OUTSIDE = (
    Format(
        name="shouting",
        title="A format of somebody else",
        sniff=lambda sample: registry.SURE if sample.head.startswith(b"SHOUT") else registry.NO,
        suffixes=(".shout",),
        read_run=lambda source, hints: Run([[1.0]], name=hints.name or source.stem),
        write_run=lambda run, stream: stream.write(b"SHOUT\n") and None,
    ),
)


@pytest.fixture
def register(monkeypatch):
    """Adds entry points to those that are installed."""

    def add(*values):
        more = [EntryPoint(f"outside{i}", value, registry.GROUP) for i, value in enumerate(values)]
        monkeypatch.setattr(lookup, "entry_points", lambda group: more)
        monkeypatch.setattr(registry, "_FORMATS", copy(formats()))
        for loaded in ("_things", "_spellings"):
            formats().__dict__.pop(loaded, None)

    return add


def test_an_outside_format(tmp_path, register):
    register(f"{__name__}:OUTSIDE")
    assert "shouting" in formats()
    write_run(Run([[1.0]]), tmp_path / "a.shout")
    assert read_run(tmp_path / "a.shout").name == "a"
    with pytest.raises(FormatError, match="expected judgements, found the format shouting"):
        read_judgements(tmp_path / "a.shout")
    with pytest.raises(ParameterError, match="cannot hold judgements"):
        read_judgements(tmp_path / "a.shout", "shouting")


def test_a_name_taken_twice(register):
    register(f"{__name__}:OUTSIDE", f"{__name__}:OUTSIDE")
    with pytest.raises(ParameterError, match="shouting"):
        list(formats())


def test_an_unknown_name():
    with pytest.raises(UnknownNameError, match="imageclef-2009"):
        read_run(__file__, "imageclef2009")


def test_ours_are_all_there():
    wanted = {"imageclef-2009", "imageclef-2010", "imageclef-2012", "csv", "csv-long", "tsv", "tsv-long"}
    wanted |= {"trec-run", "trec-qrels", "npz", "parquet", "jsonl", "mulan", "imageclef-plant"}
    wanted |= {
        "votes-csv",
        "votes-tsv",
        "votes-wide",
        "mturk",
        "crowdflower",
        "flickr8k-expert",
        "flickr8k-crowd",
        "coco-json",
    }
    wanted |= {"coco", "json", "npy", "tags"}
    assert set(formats()) == wanted
    for form in formats().values():
        assert form.title
        assert form.read_run or form.read_judgements or form.read_votes
