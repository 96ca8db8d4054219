"""The page in a browser, by keyboard: it sorts, filters, compares, opens and closes, and asks nothing of a network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from chromium import PROGRAM, Browser
from report_scores import EVIL, TRUTH, made_up_scores

import goldscale as gs
from goldscale.data.table_forms import printable
from goldscale.report.content import content_of
from goldscale.report.page import page

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium; on Debian: apt install chromium")
NAMES = [*EVIL, "\u202eturned"]
FIRST_CELLS = (
    "[...document.querySelectorAll('#leaderboard tbody tr')].filter(r => !r.hidden).map(r => r.cells[1].textContent)"
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    started = Browser(tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Scores with a baseline, in a page."""
    content = content_of(made_up_scores())
    chance = {"AP": 0.3, "AUC": 0.5}
    made = replace(content, baselines=frozenset({"made_up_0"}), chance=chance, prevalence=dict.fromkeys("01234", 0.4))
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page(made), "utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Long names, many columns, and numbers that are undefined at the far end."""
    never = gs.Run(decisions=np.zeros_like(TRUTH), name="made_up_run_that_never_says_anything_" * 3)
    runs = [never, gs.Run(TRUTH * 0.5 + np.random.default_rng(0).random(TRUTH.shape), name="made_up")]
    asked = ["F1:item", "R:item", "Jaccard", "Hamming", "ExactMatch", "Acc", "R", "F1", "P:item", "P"]
    path = tmp_path_factory.mktemp("wide") / "report.html"
    path.write_text(page(content_of(gs.evaluate(runs, TRUTH, asked))), "utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Runs and labels whose names do harm where they are not written with care."""
    labels = NAMES[:4] + NAMES[5:]
    content = content_of(made_up_scores(labels=labels, names=labels), title=EVIL[0])
    path = tmp_path_factory.mktemp("hostile") / "report.html"
    path.write_text(page(content), "utf-8")
    return path.as_uri()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_fits_without_a_complaint_and_asks_nothing(browser: Browser, report: str, width: int, dark: bool) -> None:
    browser.open(report, width=width, dark=dark)
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.ask("getComputedStyle(document.body).backgroundColor") == (
        "rgb(20, 22, 26)" if dark else "rgb(252, 251, 247)"
    )
    assert browser.complaints == []
    assert [address for address in browser.asked if address not in (report, "about:blank")] == []


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_wide_scrolls_inside_the_page(browser: Browser, wide: str, width: int) -> None:
    browser.open(wide, width=width)
    assert "undefined" in browser.ask("document.querySelector('#leaderboard .unseen').textContent")
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.complaints == []


def test_a_column_is_sorted_by_keyboard_and_put_back(browser: Browser, report: str) -> None:
    browser.open(report)
    before = browser.ask(FIRST_CELLS)
    browser.focus("#leaderboard th:nth-child(2) button")
    browser.press("Enter")
    assert browser.ask("document.querySelector('#leaderboard th:nth-child(2)').ariaSort") == "ascending"
    assert browser.ask(FIRST_CELLS) == sorted(before)
    browser.press("Space")
    assert browser.ask(FIRST_CELLS) == sorted(before, reverse=True)
    browser.press("Enter")
    assert browser.ask(FIRST_CELLS) == before
    assert browser.ask("document.querySelector('#leaderboard [aria-sort]')") is None


def test_the_bars_are_of_the_measure_that_sorts(browser: Browser, report: str) -> None:
    browser.open(report)
    told = "[...document.querySelectorAll('#leaderboard td .bar')].map(b => b.getAttribute('aria-label'))"
    before = browser.ask(told)
    column = browser.ask(
        "[...document.querySelectorAll('#leaderboard th')].findIndex(h => h.textContent === 'AUC') + 1"
    )
    browser.focus(f"#leaderboard th:nth-child({column}) button")
    browser.press("Enter")
    assert browser.ask("document.querySelector('th.bars').textContent").startswith("AUC with its interval")
    shown = browser.ask(
        f"[...document.querySelectorAll('#leaderboard td:nth-child({column})')].map(c => c.textContent)"
    )
    assert [bar.partition(",")[0] for bar in browser.ask(told)] == shown
    browser.press("Enter", "Enter")
    assert browser.ask(told) == before
    assert browser.ask("document.querySelector('th.bars').textContent").startswith("AP with its interval")
    assert browser.complaints == []


def test_runs_are_filtered_and_escape_shows_all(browser: Browser, report: str) -> None:
    browser.open(report)
    browser.focus("#leaderboard input")
    browser.press("UP_3")
    assert browser.ask(FIRST_CELLS) == ["made_up_3"]
    assert browser.ask("document.querySelector('#leaderboard output').textContent") == "1 of 5"
    browser.press("Escape")
    assert len(browser.ask(FIRST_CELLS)) == 5


def test_a_concept_has_a_page_of_its_own(browser: Browser, report: str) -> None:
    browser.open(report)
    browser.focus("#concepts tbody a")
    opened = browser.ask("document.activeElement.hash")
    name = browser.ask("document.activeElement.textContent")
    browser.press("Enter")
    browser.until("document.getElementById('unit-page').open")
    assert browser.ask("document.getElementById('unit-name').textContent") == name
    # The numbers that were packed are those of the scores.
    result = made_up_scores()["AP"]
    at = result.units.names.index(name)
    values = sorted(np.round(result.values[:, at], 3).tolist(), reverse=True)
    drawn = "[...document.querySelectorAll('#unit tbody tr')].map(r => Number(r.cells[1].textContent))"
    assert browser.ask(drawn) == pytest.approx(values, abs=0.00101)
    browser.press("ArrowRight")
    browser.until(f"document.getElementById('unit-name').textContent !== {json.dumps(name)}")
    browser.press("ArrowLeft")
    browser.until(f"document.getElementById('unit-name').textContent === {json.dumps(name)}")
    browser.press("Escape")
    browser.until("location.hash === '#concepts'")
    assert not browser.ask("document.getElementById('unit-page').open")
    assert browser.ask("document.activeElement.hash") == opened


def test_an_address_opens_a_concept_and_back_closes_it(browser: Browser, report: str) -> None:
    browser.open(f"{report}#unit-2")
    assert browser.ask("document.getElementById('unit-name').textContent") == "2"
    browser.ask("location.hash = '#methods'")
    browser.until("!document.getElementById('unit-page').open")


def test_two_runs_are_chosen_by_keyboard(browser: Browser, report: str) -> None:
    browser.open(report)
    told = "document.querySelector('#duel .finding').textContent"
    assert "made_up_4 minus made_up_3 by AP" in browser.ask(told)
    browser.focus("#runs select[name=second]")
    browser.press("ArrowDown")
    browser.until(f"{told}.includes('minus made_up_2')")
    browser.focus("#runs select[name=units]")
    browser.ask(
        "(s => { s.value = s.options.length - 1; s.dispatchEvent(new Event('change')) })(document.activeElement)"
    )
    assert "by F1:item" in browser.ask("document.querySelector('#duel .how').textContent")
    assert browser.ask("document.querySelectorAll('#duel .line').length") > 5
    browser.focus("#duel svg")
    browser.press("ArrowRight")
    assert " and " in browser.ask("document.querySelector('#duel .told').textContent")


def test_measures_and_spreads_follow_the_choice(browser: Browser, report: str) -> None:
    browser.open(report)
    browser.focus("#scatter svg")
    browser.press("ArrowRight")
    assert browser.ask("document.querySelector('#scatter .told').textContent").startswith("chance: AP 0.300")
    assert browser.ask("['run', 'baseline', 'chance'].every(k => document.querySelector(`#scatter path.${k}`))")
    before = browser.ask("document.querySelector('#items figcaption').textContent")
    browser.focus("#items select")
    browser.press("ArrowDown")
    browser.until("document.querySelector('#items figcaption').textContent.includes('made_up_4')")
    low, high = np.nanquantile(made_up_scores().select(["made_up_4"])["F1:item"].values, [0.25, 0.75])
    told = browser.ask("document.querySelector('#items figcaption').textContent")
    assert f"between {low:.3f} and {high:.3f}" in told
    assert told != before


def test_the_theme_changes_and_is_kept_nowhere(browser: Browser, report: str) -> None:
    browser.open(report)
    browser.focus("#theme")
    browser.press("Enter")
    assert browser.ask("getComputedStyle(document.body).backgroundColor") == "rgb(20, 22, 26)"
    browser.open(report)
    assert browser.ask("getComputedStyle(document.body).backgroundColor") == "rgb(252, 251, 247)"


@pytest.mark.parametrize("width", [1280, 390])
def test_hostile_names_are_only_text(browser: Browser, hostile: str, width: int) -> None:
    browser.open(hostile, width=width)
    assert browser.complaints == []
    assert browser.ask("document.documentElement.scrollWidth") <= width
    expected = sorted(map(printable, NAMES[:4] + NAMES[5:]))
    assert sorted(browser.ask(FIRST_CELLS)) == expected
    assert browser.ask("[...document.querySelector('#runs select').options].map(o => o.textContent).sort()") == expected
    browser.focus("#concepts tbody a")
    browser.press("Enter")
    browser.until("document.getElementById('unit-page').open")
    assert (
        sorted(browser.ask("[...document.querySelectorAll('#unit tbody tr')].map(r => r.cells[0].textContent)"))
        == expected
    )
    assert browser.ask("document.querySelectorAll('img').length") == 0


def test_no_script_but_the_pages_own_runs(browser: Browser, report: str) -> None:
    browser.open(report)
    browser.ask(
        "document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.harm = 1'}))"
    )
    assert browser.ask("window.harm === undefined")


def test_it_can_be_read_without_a_script(browser: Browser, report: str) -> None:
    browser.open(report, script=False)
    try:
        assert "made_up_4 is best by AP" in browser.ask("document.body.innerText")
        assert browser.ask("[...document.querySelectorAll('.needs-script')].every(e => !e.offsetHeight)")
    finally:
        browser.send("Emulation.setScriptExecutionDisabled", value=False)


def test_paper_has_no_controls_and_everything_unfolded(browser: Browser, report: str) -> None:
    browser.open(report, dark=True)
    browser.send("Emulation.setEmulatedMedia", media="print", features=[])
    assert browser.ask("[...document.querySelectorAll('nav, input, select')].every(e => !e.offsetHeight)")
    assert browser.ask("getComputedStyle(document.documentElement).getPropertyValue('--paper')") == "#fcfbf7"
    browser.ask("dispatchEvent(new Event('beforeprint'))")
    assert browser.ask("document.querySelectorAll('details:not([open])').length") == 0
