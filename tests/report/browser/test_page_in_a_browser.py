"""The page in a browser, by keyboard: it sorts, filters, compares, opens and closes, and asks nothing of a network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from chromium import PROGRAM, Browser
from report_campaign import report_campaign
from report_scores import EVIL, TRUTH, made_up_scores

import goldscale as gs
from goldscale.data.table_forms import printable
from goldscale.report.content import content_of
from goldscale.report.page import packing, page
from goldscale.report.reports import campaign_content

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


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A campaign with stories of its concepts, and stability."""
    folder = tmp_path_factory.mktemp("told")
    path = folder / "report.html"
    path.write_text(page(campaign_content(report_campaign(folder / "campaign"))), "utf-8")
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


COPIED = "navigator.clipboard.writeText = async (text) => { window.copied = text; }"


def copied(browser: Browser, form: str) -> list[str]:
    """What a copy button of the leaderboard hands out."""
    browser.ask("window.copied = undefined")
    browser.focus(f"#leaderboard [aria-label='Copy as {form}']")
    browser.press("Enter")
    browser.until("window.copied !== undefined")
    return browser.ask("window.copied").splitlines()


def test_what_is_shown_is_copied_in_its_order_with_the_tier(browser: Browser, report: str) -> None:
    browser.open(report)
    browser.ask(f"Object.defineProperty(navigator, 'clipboard', {{value: {{}}}}); {COPIED}; 0")
    content = content_of(made_up_scores())
    assert content.tiers is not None
    table = copied(browser, "CSV")
    assert table[0].startswith("rank,tier,run,AP,AP low,AP high,")
    assert [line.split(",")[1:3] for line in table[1:]] == [
        [str(content.tiers.of(run)), run] for run in content.scores.runs
    ]
    browser.focus("#leaderboard th:nth-child(2) button")
    browser.press("Enter")  # by name
    browser.focus("#leaderboard input")
    browser.press("up_")
    browser.ask("[...document.querySelectorAll('#leaderboard tbody tr')][1].hidden = true")
    shown = browser.ask(FIRST_CELLS)
    assert shown == ["made_up_0", "made_up_2", "made_up_3", "made_up_4"]
    assert [line.split(",")[2] for line in copied(browser, "CSV")[1:]] == shown
    assert [line.split("|")[3].strip() for line in copied(browser, "Markdown")[2:]] == shown
    latex = copied(browser, "LaTeX")
    assert [line.split(" & ")[2].replace("\\_", "_") for line in latex[4:-2]] == shown
    assert (latex[0][:15], latex[-1]) == ("\\begin{tabular}", "\\end{tabular}")


def test_coarse_numbers_are_told_as_such(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "FINE", 0)
    (tmp_path / "report.html").write_text(page(content_of(made_up_scores())), "utf-8")
    browser.open((tmp_path / "report.html").as_uri())
    browser.focus("#runs select[name=units]")
    browser.ask(
        "(s => { s.value = s.options.length - 1; s.dispatchEvent(new Event('change')) })(document.activeElement)"
    )
    said = browser.ask("document.querySelector('#duel .how').textContent")
    values = made_up_scores()["F1:item"].values
    step = (np.nanmax(values) - np.nanmin(values)) / (packing.BASE - 2)
    found = re.match(
        r"made_up_4 is higher by more than (\S+) on at least (\d+) of \d+ items, made_up_3 on at least (\d+)", said
    )
    assert found is not None, said
    assert 0.9 * step < float(found[1]) <= step
    apart = values[4] - values[3]
    for number, differences in ((found[2], apart), (found[3], -apart)):
        assert (differences > 2.5 * step).sum() <= int(number) <= (differences > step).sum()
    browser.focus("#items select")
    browser.press("ArrowDown")
    browser.until("document.querySelector('#items figcaption').textContent.includes('made_up_4')")
    caption = browser.ask("document.querySelector('#items figcaption').textContent")
    assert re.search(r"between \d\.\d\d and \d\.\d\d by", caption)


@pytest.mark.parametrize("width", [1280, 390])
def test_long_names_leave_room_for_the_numbers(browser: Browser, tmp_path: Path, width: int) -> None:
    labels = ["made_up_label_" * 22, "b", "c", "d", "e"]
    names = [f"made_up_run_{i}_" * 14 for i in range(3)]
    content = content_of(made_up_scores(labels=labels, names=names))
    (tmp_path / "report.html").write_text(page(content), "utf-8")
    browser.open((tmp_path / "report.html").as_uri(), width=width)
    seen = "document.querySelector('{}').getBoundingClientRect().{}"
    assert browser.ask(seen.format("#leaderboard tbody td:nth-child(3)", "right")) < width
    assert browser.ask(seen.format("#concepts tbody td:nth-child(2)", "right")) < width
    browser.ask("location.hash = '#unit-0'")
    browser.until("document.getElementById('unit-page').open")
    caption = browser.ask("(r => [r.width, r.height])(document.querySelector('#unit caption').getBoundingClientRect())")
    assert max(caption) <= 1
    browser.ask("document.getElementById('unit-page').scrollTop = 9999")
    assert browser.ask(seen.format("#unit-page [name=close]", "top")) >= 0
    assert (
        browser.ask(
            "(r => document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2).name)"
            "(document.querySelector('#unit-page [name=close]').getBoundingClientRect())"
        )
        == "close"
    )
    assert browser.ask("document.documentElement.scrollWidth") <= width


def test_a_concepts_story_is_in_its_dialog_and_put_back(browser: Browser, told: str) -> None:
    browser.open(told)
    home = "document.getElementById('unit-1').parentElement.id"
    before = browser.ask("[...document.querySelectorAll('article.concept')].map(a => a.id)")
    assert browser.ask(home) == "concepts"
    browser.focus("#concepts tbody a[href='#unit-1']")
    browser.press("Enter")
    browser.until("document.getElementById('unit-page').open")
    assert browser.ask(home) == "unit"
    assert browser.ask("document.querySelectorAll('#unit .concept svg.curves').length") == 2
    assert browser.ask("document.querySelector('#unit .concept').offsetHeight") > 100
    browser.press("ArrowRight")
    browser.until(f"{home} === 'concepts'")
    assert browser.ask("document.querySelectorAll('#unit .concept').length") == 1
    browser.press("Escape")
    browser.until("location.hash === '#concepts'")
    assert browser.ask("[...document.querySelectorAll('#concepts > article.concept')].map(a => a.id)") == before
    assert browser.complaints == []


def test_a_curve_says_its_values_under_the_pointer(browser: Browser, told: str) -> None:
    browser.open(f"{told}#unit-0")
    browser.until("document.getElementById('unit-page').open")
    assert browser.ask("document.getElementById('unit-page').scrollTop") == 0
    readout = "document.querySelector('#unit .readout').textContent"
    assert browser.ask(readout) == ""
    x, y = browser.ask(
        "(line => { line.scrollIntoView({block: 'center', behavior: 'instant'}); const at = line.points[0];"
        " const p = new DOMPoint(at.x, at.y).matrixTransform(line.getScreenCTM()); return [p.x, p.y] })"
        "(document.querySelector('#unit svg.curves polyline'))"
    )
    browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    browser.until(f"/^good: recall [01]\\.\\d{{3}}, precision [01]\\.\\d{{3}}$/.test({readout})")
    assert browser.ask("document.querySelectorAll('#unit polyline.near').length") == 1
    browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    browser.until(f"{readout} === ''")
    assert browser.complaints == []


def test_stability_can_be_read_point_by_point(browser: Browser, told: str) -> None:
    browser.open(told)
    points = "[...document.querySelectorAll('#truth svg.curves circle')]"
    assert browser.ask(f"{points}.length") == 3 * 4
    assert browser.ask(f"{points}.every(p => p.tabIndex === 0 && / % flipped: /.test(p.ariaLabel))")
    boxes = browser.ask(
        "(svg => { const all = svg.getBoundingClientRect(); return [...svg.querySelectorAll('text')].every(t => {"
        " const box = t.getBoundingClientRect(); return box.top >= all.top - 1 && box.bottom <= all.bottom + 1 }) })"
        "(document.querySelector('#truth svg.curves'))"
    )
    assert boxes
