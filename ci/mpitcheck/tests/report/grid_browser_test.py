# SPDX-License-Identifier: BSD-3-Clause
"""What the page shows of grids in a browser, and how they follow clicks and keys."""
import functools
import re

import pytest

from mpitcheck.report.page import to_html
from tests.report import grid_samples, samples
from tests.report.browser import assert_harmless

_SAMPLES = {
    "plausible": samples.plausible,
    "gridded": grid_samples.gridded,
    "hostile_grid": grid_samples.hostile_grid,
}
# A reader scrolls to each grid.
_SCROLL = """
const unbuilt = [];
for (const box of document.querySelectorAll(".grids > .wide")) {
  unbuilt.push(box.childNodes.length);
  box.scrollIntoView();
  while (!box.firstChild) await later();
}
"""
_CLICKS_AND_KEYS = """
const seen = {};
const grid = document.querySelectorAll(".grid")[1];
const functions = [...grid.querySelectorAll("tbody th")].map((head) => head.textContent);
const lines = [...grid.tBodies[0].rows];
const field = (name, state) => lines[functions.indexOf(name)].cells[2 + state];
const detail = () => grid.querySelector(".cells");
const listed = () => detail().querySelector("table").tBodies[0].rows;
const press = (key) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
const facts = () => [...detail().querySelectorAll("article dl > *")].map((it) => it.textContent);
const fact = (name) => facts()[facts().indexOf(name) + 1];
field("MPI_T_cvar_read", 5).click();
seen.opened = [field("MPI_T_cvar_read", 5).ariaExpanded, listed().length];
seen.worstFirst = listed()[0].textContent;
for (const name of ["expected", "actual", "call"]) seen[name] = fact(name);
seen.finding = document.querySelector("#" + fact("finding"))?.className;
[...detail().querySelectorAll("summary")].find((it) => it.textContent === "C program").click();
field("MPI_T_cvar_handle_alloc", 9).click();
seen.lost = [
  grid.querySelectorAll(".cells").length,
  detail().textContent.includes("left out: MPI_T_cvar_handle_alloc SIGSEGV"),
];
field("MPI_T_cvar_read", 6).click();
seen.toldBy = fact("told by");
field("MPI_T_cvar_read", 6).click();
seen.closed = detail() === null;
field("MPI_T_finalize", 13).click();
seen.timeout = detail().textContent.includes(
  "grid.twice.finalized: timeout: no end within 30 s");
const first = grid.querySelector("td[tabindex='0']");
first.focus();
press("ArrowRight");
press("ArrowDown");
const now = document.activeElement;
seen.right = now.cellIndex - first.cellIndex;
seen.down = now.parentNode.rowIndex - first.parentNode.rowIndex;
seen.reachedByTab = grid.querySelectorAll("td[tabindex='0']").length;
press("Enter");
seen.enter = now.ariaExpanded;
seen.clauses = root.dataset.shown;
seen.bare = document.querySelectorAll(".grid:not(:has(> caption)), .grid th:not([scope])").length;
const width = root.scrollWidth;
document.querySelector(".grids").hidden = true;
seen.isWider = width > root.scrollWidth;
return seen;
"""


@pytest.fixture(scope="module")
def show(browser):
    """Shows the page of a sample to a reader who scrolls to its grids, then runs a script."""
    for name, sample in _SAMPLES.items():
        browser.write(f"{name}.html", to_html(sample()))

    def scrolled(name, script="return unbuilt;"):
        return browser.show(name, script=_SCROLL + script)

    return functools.lru_cache(maxsize=None)(scrolled)


def test_no_grid_is_shown_where_no_test_of_it_ran(show):
    assert 'id="_grid"' not in show("plausible").text


def test_the_grid_comes_after_the_findings(show):
    ids = re.findall('id="_(findings|grid|targets)"', show("gridded").text)
    assert ids == ["findings", "grid", "targets"]


def test_a_grid_is_not_built_before_a_reader_scrolls_to_it(show):
    assert show("gridded").seen == [0, 0]


@pytest.mark.parametrize(
    "part, count",
    [
        ('<table class="grid" role="grid">', 2),
        (
            "mpich</strong>: 30 states, 12 functions. Cells: 14 broken, 72 lost, 719 held,"
            " 84 no object, 161 undefined; 82.4 % examined.",
            1,
        ),
        (
            "Pairs of function and state by their worst cell: 14 broken, 14 lost, 303 held,"
            " 14 no object, 15 undefined.",
            1,
        ),
        ('<th scope="colgroup" colspan="5">once</th>', 2),
        (
            'class="o-broken first" tabindex="-1" aria-expanded="false"'
            ' aria-label="1 broken, 1 held, 2 undefined">✗</td>',
            3,
        ),
        ('class="cells"', 0),  # no cell is listed before it is asked for
    ],
    ids=["a table per target", "account", "pairs", "states", "sign and words", "cells"],
)
def test_grids_show(show, part, count):
    assert show("gridded").text.count(part) == count


def test_one_field_of_each_table_is_reached_by_tab(show):
    assert len(re.findall('<td class="o-[^>]* tabindex="0"', show("gridded").text)) == 2


def test_grids_follow_clicks_and_keys(show):
    assert show("gridded", _CLICKS_AND_KEYS).seen == {
        "opened": ["true", 4],
        "worstFirst": "handle:stale✗ broken",
        "expected": "MPI_T_ERR_INVALID_HANDLE",
        "actual": "MPI_SUCCESS",
        "call": "MPI_T_cvar_read(0x5, buf) = MPI_SUCCESS",
        "finding": "finding",
        "lost": [1, True],
        "toldBy": "grid.once.before, where the same call fails too",
        "closed": True,
        "timeout": True,
        "right": 1,
        "down": 1,
        "reachedByTab": 1,
        "enter": "true",
        "clauses": "13",
        "bare": 0,
        "isWider": False,
    }


def test_hostile_names_are_never_markup(show):
    page = show("hostile_grid")
    assert "ready" in page.data
    assert_harmless(page)
    assert "⟨U+202E⟩" in page.text
