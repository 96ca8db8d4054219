"""The page: what it says, that it asks nothing of a network, and that no name breaks it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from report_scores import EVIL, TRUTH, made_up_scores

import goldscale as gs
from goldscale.data import Concepts, Items, MeasureScores
from goldscale.data.table_forms import printable
from goldscale.errors import ParameterError
from goldscale.report.content import ReportContent, content_of
from goldscale.report.findings import baseline_finding, leaderboard_finding
from goldscale.report.page import page
from goldscale.report.page.markup import tag

VOID = {"meta", "input", "img", "br"}


class Elements(HTMLParser):
    """All elements of a page, and whether they are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def names(self) -> list[str]:
        return [name for name, _ in self.found]


def test_every_element_is_closed_and_nothing_comes_from_elsewhere() -> None:
    text = page(content_of(made_up_scores()))
    read = Elements(text)
    assert read.open == []
    assert not {"link", "iframe", "object", "embed"} & set(read.names())
    for _, attributes in read.found:
        assert not (attributes.get("src") or "").startswith(("http", "//"))
        assert (attributes.get("href") or "#").startswith("#")
    assert "default-src 'none'" in html.unescape(text)
    assert not re.search(r"@import|url\(", text)


def test_names_do_no_harm() -> None:
    text = page(content_of(made_up_scores(labels=EVIL, names=[f"{name}{i}" for i, name in enumerate(EVIL)])))
    read = Elements(text)
    assert read.open == []
    assert read.names().count("script") == 2, "the data and the page's own"
    assert "img" not in read.names()
    assert "\x1b" not in text
    assert "\x07" not in text
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert data is not None
    held = json.loads(data[1])
    assert sorted(run[:-1] for run in held["runs"]) == sorted(map(printable, EVIL))


def test_the_leaderboard_has_all_runs_in_order_with_their_tiers() -> None:
    scores = made_up_scores()
    content = content_of(scores)
    text = page(content)
    body = text[text.index("<tbody>") : text.index("</tbody>")]
    places = [body.index(f"<td>{run}</td>") for run in scores.ranking("AP")]
    assert places == sorted(places)
    assert content.tiers is not None
    assert body.count('class="again"') == len(scores.runs) - len(content.tiers)


def test_what_is_missing_is_not_shown() -> None:
    one = gs.evaluate(TRUTH.astype(float), TRUTH, "F1:item")
    text = page(content_of(one))
    assert 'id="runs"' not in text
    assert 'id="concepts"' not in text
    assert 'id="measures"' not in text


def test_a_report_is_written_by_its_ending(tmp_path: Path) -> None:
    gs.write_report(made_up_scores(), tmp_path / "report.html", title="Mine", baselines=["made_up_0"])
    text = (tmp_path / "report.html").read_text("utf-8")
    assert "<title>Mine</title>" in text
    assert text.count('class="baseline') == 1
    gs.write_report(made_up_scores(), tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(gs.UnknownNameError, match="made_up_9"):
        gs.write_report(made_up_scores(), tmp_path / "other.html", baselines="made_up_9")
    assert not (tmp_path / "other.html").exists()
    with pytest.raises(ParameterError, match=r"ends in \.html or \.pdf"):
        gs.write_report(made_up_scores(), tmp_path / "report.docx")


def test_attributes_are_escaped() -> None:
    assert tag("a", "x", title='"><b>') == '<a title="&quot;&gt;&lt;b&gt;">x</a>'


def test_the_policy_names_the_script_that_runs() -> None:
    text = page(content_of(made_up_scores()))
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)
    assert script is not None
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in html.unescape(text)


def test_undefined_is_a_dash_that_says_why() -> None:
    none = gs.Run(decisions=np.zeros_like(TRUTH), name="never")
    text = page(content_of(gs.evaluate([none, gs.Run(decisions=TRUTH, name="right")], TRUTH, ["F1:item", "P:item"])))
    assert '<span class="unseen">undefined: ' in text
    assert re.search(r'<td class="n" data-value="" title="[^"]+">', text)


def test_a_large_campaign_stays_below_two_megabytes() -> None:
    rng = np.random.default_rng(0)
    runs = tuple(f"made_up_group_{i // 5}_run_{i}" for i in range(73))
    units = {
        "label": Concepts([f"Concept_{i}" for i in range(53)]),
        "item": Items([f"image_{i:05}.jpg" for i in range(13_000)]),
    }
    by_label, by_item = (
        ["AP", "AUC", "EER", "F1", "P", "R", "RPrec"],
        ["F1:item", "P:item", "R:item", "OS", "Jaccard", "Hamming"],
    )
    parts = []
    for name in (*by_label, *by_item):
        side = "label" if name in by_label else "item"
        values = rng.random((73, len(units[side])))
        mean = values.mean(axis=1)
        signatures = (f"{name}|made up",) * 73
        parts.append(
            MeasureScores(
                name, values, units[side], mean, np.zeros(73, int), signatures, low=mean - 0.01, high=mean + 0.01
            )
        )
    text = page(content_of(gs.Scores(runs, parts)))
    assert len(text.encode()) < 2_000_000


def test_baselines_above_systems_are_told() -> None:
    content = content_of(made_up_scores())
    assert baseline_finding(content) == ""
    second = content.scores.runs[2]
    told = baseline_finding(replace(content, baselines=frozenset({second})))
    assert told.startswith("The baseline ranks above a system by ")


def board_of(content: ReportContent) -> str:
    text = page(content)
    return text[text.index("<tbody>") : text.index("</tbody>")]


def test_an_interval_is_given_by_both_ends() -> None:
    mean = np.array([0.638, 0.5])
    result = MeasureScores(
        "AP",
        np.tile(mean[:, None], 3),
        Concepts(["a", "b", "c"]),
        mean,
        np.zeros(2, int),
        ("made up",) * 2,
        low=np.array([0.621, 0.48]),
        high=np.array([0.706, 0.53]),
    )
    board = board_of(content_of(gs.Scores(("one", "other"), [result])))
    assert "0.638<small> [0.621, 0.706]</small>" in board
    assert "±" not in board


def test_runs_that_share_the_first_place_are_all_named() -> None:
    right = [gs.Run(decisions=TRUTH, name=name) for name in "ABCD"]
    worse = gs.Run(decisions=np.ones_like(TRUTH), name="E")
    tied = content_of(gs.evaluate([*right, worse], TRUTH, ["F1:item"]))
    assert leaderboard_finding(tied).startswith(
        "A, B, C and D share the best F1:item (1.000), and differ significantly"
    )
    every = content_of(gs.evaluate(right[:2], TRUTH, ["F1:item"]))
    assert leaderboard_finding(every) == "A and B share the best F1:item (1.000)."
    many = [gs.Run(decisions=TRUTH, name=name) for name in "ABCDEFG"]
    told = leaderboard_finding(content_of(gs.evaluate(many, TRUTH, ["F1:item"])))
    assert told == "A, B, C, D, E and 2 more share the best F1:item (1.000)."
    close = [gs.Run(decisions=TRUTH, name="A"), gs.Run(decisions=TRUTH ^ (np.arange(TRUTH.size) == 0).reshape(-1, 5))]
    assert leaderboard_finding(content_of(gs.evaluate(close, TRUTH, ["F1:item"]))).startswith("A is best by F1:item")


def test_one_of_a_thing_is_no_plural() -> None:
    content = content_of(made_up_scores(names=["one", "other"]))
    text = page(content)
    assert not re.search(r"\b1 (pairs|runs|tiers|measures)\b", re.sub("<[^>]+>", " ", text))
    assert "corrected for 1 pair (" in text
    one = content_of(gs.evaluate(TRUTH.astype(float), TRUTH, "F1:item"))
    assert one.facts[:2] == (("1", "run"), ("1", "measure"))
    assert "1 run was evaluated with" in page(one)
