# SPDX-License-Identifier: BSD-3-Clause
"""What the page of `mpitcheck compare` shows in a browser, and how it follows links and clicks."""
import functools
import os
import re
import subprocess

import pytest

from mpitcheck.report.report_json import to_json
from tests.report import grid_samples, samples
from tests.report.browser import assert_harmless

_SAMPLES = {
    "plausible": samples.plausible,
    "small": samples.small,
    "gridded": grid_samples.gridded,
}
_PAGES = {**{name: [name] for name in _SAMPLES}, "both": ["gridded", "plausible"]}
_CLICKS = """
const seen = {};
const all = (selector) => [...document.querySelectorAll(selector)];
const show = document.getElementById("_show");
const choose = (value) => {
  show.value = value;
  show.dispatchEvent(new Event("input", {bubbles: true}));
};
choose("one");
seen.filter = root.dataset.shown + location.hash;
location.hash = "#cvar-num-nonnegative";
await later(50);
const row = document.getElementById("cvar-num-nonnegative");
seen.hiddenClause = [root.dataset.shown, row.hidden, row.matches(":target"), show.value];
choose("1");
location.hash = "#cvar-name-nonempty";
await later(50);
seen.visibleClause = [
  root.dataset.shown, document.querySelector("#cvar-name-nonempty details").open];
document.querySelector("button[type=reset]").click();
await later(50);
seen.reset = root.dataset.shown + location.hash;
const focusable = document.querySelector("#cvar-name-nonempty a");
focusable.focus();
seen.outline = getComputedStyle(focusable).outlineStyle;
const field = document.querySelector(".heat .broken a");
field.focus();
seen.outlineOfField = getComputedStyle(field).outlineStyle;
field.click();
await later(50);
seen.target = document.querySelector("tr:target").id;
const ids = all("[id]").map((node) => node.id);
seen.twice = ids.filter((id, i) => ids.indexOf(id) !== i);
seen.nowhere = all("a").filter((link) => !ids.includes(link.hash.slice(1))).map(String);
seen.bare = all("table:not(:has(> caption)), th:not([scope]), " +
  "tbody > tr:not(:has(> th[scope=row]))").length;
return seen;
"""
_WIDTH = """
const all = (selector) => [...document.querySelectorAll(selector)];
for (const details of all("details")) details.open = true;
await later(50);
const isWider = (node) => node.getBoundingClientRect().right > root.clientWidth + 1;
const named = getComputedStyle(document.querySelector("#_matrix .pass"), "::after").content;
return {
  isWhole: root.scrollWidth <= root.clientWidth,
  wider: all("body *").filter((it) => isWider(it) && !it.closest("table.overview, .wide")).length,
  words: getComputedStyle(document.querySelector(".heat td span")).display,
  stacked: all("table.side.stacked").length,
  tables: all("table.side").length,
  heads: document.querySelector("#_matrix thead").getClientRects().length,
  named: named.replaceAll('"', ""),
};
"""


@pytest.fixture(scope="module")
def show(browser):
    """Shows a page of some reports. Pages that differ in nothing are loaded once."""
    for name, sample in _SAMPLES.items():
        browser.write(f"{name}.json", to_json(sample()))
    for name, reports in _PAGES.items():
        files = [browser.file(f"{report}.json") for report in reports]
        command = [os.environ["MPITCHECK_PROGRAM"], "compare", *files]
        subprocess.run([*command, "--html", browser.file(f"{name}.html")], check=True)
    return functools.lru_cache(maxsize=None)(browser.show)


def _rows(page):
    """The visible clauses."""
    return re.findall('<tr class="row" id="([^_"][^"]*)">', page.text)


def test_without_a_filter_every_clause_is_shown(show):
    assert show("plausible").data["shown"] == "12"


def test_the_page_begins_with_a_heat_map_before_the_findings(show):
    heads = '<(table class="heat"|table class="differences"|table id="_found")'
    assert re.findall(heads, show("plausible").text) == [
        'table class="heat"',
        'table class="differences"',
        'table id="_found"',
    ]


@pytest.mark.parametrize(
    "part",
    [
        'role="status" aria-live="polite">12 of 12 clauses shown.',
        "12 clauses, 6 of them differ in verdict or behaviour.",
        '</details></th><td class="level">must</td>'
        '<td class="differs">verdict<small>only MPICH 4.0.2</small></td><td class="pass">',
        '<li>MPICH 4.0.2: <span class="fail plain">fail</span>'
        " <code>cvar.info.name-nonempty</code><br>",
        "<summary>Only MPICH 4.0.2 has: 1 × category</summary>",
    ],
    ids=["count", "header", "words", "what they do", "names of one column"],
)
def test_page_shows(show, part):
    assert part in show("plausible").text


def test_behaviour_has_a_table_of_its_own_and_is_not_a_fault(show):
    text = show("plausible").text
    rows = re.findall('<tr class="row" id="(_b-[^"]*)">', text)
    assert rows == ["_b-cvar-info-null-out-ignored"]
    assert '</th><td class="differs"></td>' + "<td>MPI_<wbr>SUCCESS</td>" * 3 + "</tr>" in text


@pytest.mark.parametrize(
    "filters, rows",
    [
        (
            "show=one&area=cvar",
            "cvar-name-nonempty cvar-name-unique cvar-desc-recommended cvar-garbage-handle",
        ),
        ("show=1", "cvar-name-nonempty cvar-garbage-handle"),
        ("show=differing&area=pvar", "pvar-session-isolated"),
        ("text=within+30+s", "pvar-session-isolated"),
    ],
)
def test_filters_leave_the_clauses_that_match(show, filters, rows):
    assert _rows(show("plausible", f"#{filters}")) == rows.split()


def test_an_unknown_filter_shows_all(show):
    assert show("plausible", "#show=nonsense").data["shown"] == "12"


def test_no_grid_is_shown_where_no_test_of_it_ran(show):
    assert 'id="_grid"' not in show("plausible").text


@pytest.mark.parametrize(
    "part",
    [
        '<a href="#_grid">Grid</a>',
        '<tr><th scope="row">all functions</th>'
        '<td class="o-held" title="885 held, 165 undefined">✓ 100.0 %</td>'
        '<td class="o-broken" title="14 broken, 72 lost, 719 held, 84 no object, 161 undefined">'
        '✗ 82.4 %<small>14 broken, 72 lost</small></td><td class="not-run">not run</td></tr>',
        "MPI_<wbr>T_<wbr>cvar_<wbr>read</th>"
        '<td class="o-held" title="45 held, 30 undefined">✓ 100.0 %</td>',
    ],
    ids=["link", "all functions", "each function"],
)
def test_a_grid_is_shown(show, part):
    assert show("gridded").text.count(part) == 1


def test_page_follows_filters_anchors_and_focus_and_its_tables_are_sound(show):
    assert show("plausible", script=_CLICKS).seen == {
        "filter": "5#show=one",
        "hiddenClause": ["12", False, True, ""],
        "visibleClause": ["2", True],
        "reset": "12",
        "outline": "solid",
        "outlineOfField": "solid",
        "target": "_a-cvars",
        "twice": [],
        "nowhere": [],
        "bare": 0,
    }


@pytest.mark.parametrize(
    "name, width, words, stacked, heads, named",
    [
        ("gridded", 400, "none", 4, 1, "none"),
        ("gridded", 1400, "inline", 0, 1, "none"),
        # Below each other, the cells of many columns name their own.
        ("both", 400, "none", 4, 0, "mpitcheck reference 0.1.0"),
        ("both", 1400, "inline", 0, 1, "none"),
    ],
    ids=["few, narrow", "few, wide", "many, narrow", "many, wide"],
)
def test_columns_fit_the_window(show, name, width, words, stacked, heads, named):
    assert show(name, width=width, script=_WIDTH).seen == {
        "isWhole": True,
        "wider": 0,
        "words": words,
        "stacked": stacked,
        "tables": 4,
        "heads": heads,
        "named": named,
    }


@pytest.mark.parametrize("how", ["", "#cvar-name-nonempty", "#show=one"])
def test_hostile_text_is_never_markup(show, how):
    page = show("small", how)
    assert "ready" in page.data
    assert_harmless(page)
    assert "⟨U+202E⟩" in page.text
