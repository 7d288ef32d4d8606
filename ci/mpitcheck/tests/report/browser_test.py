# SPDX-License-Identifier: BSD-3-Clause
"""What the page shows in a browser, and how it follows links, clicks and keys."""
import functools
import re

import pytest

from mpitcheck.report.page import to_html
from tests.report import samples
from tests.report.browser import assert_harmless

_SAMPLES = {
    "plausible": samples.plausible,
    "gated": samples.gated,
    "small": samples.small,
    "signals": samples.with_signals,
    "big": lambda: samples.big(4_000, 10, 10),
}
_FINDING = 'class="finding" id="([^"]*)"'
# A browser that cannot unpack the data.
_OLD = """
  delete window.DecompressionStream;
  addEventListener("unhandledrejection", () => { document.documentElement.dataset.ready = "no"; });
"""
_CLICKS_AND_KEYS = """
const link = document.querySelector("#cvar-num-nonnegative a");
const detail = () => document.querySelector(".detail").hidden;
const seen = {};
link.click();
seen.opened = [link.getAttribute("aria-expanded"), detail(), location.hash];
link.click();
seen.closed = [link.getAttribute("aria-expanded"), detail()];
document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true}));
seen.focus = document.activeElement.id;
document.querySelector("input[value=fail]").click();
seen.chip = root.dataset.shown + location.hash;
document.querySelector(".finding summary").click();
location.hash = "#verdict=vacuous";
await later(50);
seen.hash = [root.dataset.shown, document.querySelector("input[value=vacuous]").checked];
seen.finding = document.querySelectorAll(".finding article").length;
document.querySelector("button[type=reset]").click();
seen.reset = root.dataset.shown + location.hash;
return seen;
"""
_NARROW_THEN_PAPER = """
const all = (selector) => [...document.querySelectorAll(selector)];
const seen = {};
document.querySelector("#cvar-name-nonempty a").click();
for (const details of all("details")) details.open = true;
await later(50);
const isWider = (node) => node.getBoundingClientRect().right > root.clientWidth + 1;
seen.width = innerWidth;
seen.isWhole = root.scrollWidth <= root.clientWidth;
seen.wider = all("body *").filter((node) =>
  isWider(node) && !node.closest("table.overview, .detail table, .wide")).length;
seen.matrix = document.getElementById("_matrix").className;
for (const details of all("details")) details.open = false;
dispatchEvent(new Event("beforeprint"));
seen.onPaper = [
  all(".finding").every((finding) => finding.open && finding.querySelector("article dl") !== null),
  all("details:not([open])").length,
];
dispatchEvent(new Event("afterprint"));
seen.openAfterwards = all("details[open]").length;
return seen;
"""


@pytest.fixture(scope="module")
def show(browser):
    """Shows the page of a sample. Pages that differ in nothing are loaded once."""
    for name, sample in _SAMPLES.items():
        browser.write(f"{name}.html", to_html(sample()))
    return functools.lru_cache(maxsize=None)(browser.show)


def _rows(page):
    """The visible clauses in order."""
    return re.findall('<tr class="row[a-z ]*" id="([^"]*)">', page.text)


def _findings(text):
    return re.findall(_FINDING, text)


def test_without_a_filter_every_clause_is_shown_and_deviating_ones_come_first(show):
    page = show("plausible")
    assert page.data["shown"] == "12"
    assert _rows(page) == [
        "cvar-name-nonempty",
        "cvar-name-unique",
        "init-finalize-after-mpi",
        "pvar-session-isolated",
        "cvar-desc-recommended",
        "cvar-garbage-handle",
        "category-changed-stamp",
        "cvar-num-nonnegative",
        "cvar-info-null-out-ignored",
        "pvar-class-counter-monotonic",
        "event-callback-safety",
        "errors-never-abort",
    ]


@pytest.mark.parametrize(
    "part",
    [
        '</th><td class="level">must</td><td class="pass">pass</td><td class="fail">fail</td>'
        '<td class="pass">pass</td></tr>',
        'role="status" aria-live="polite">12 of 12 clauses shown',
        "<title>MPI_T conformance: reference, mpich, openmpi</title>",
        "<summary>MPICH Version: 4.0.2</summary>",
        '<a href="#target=openmpi&amp;verdict=crash">1</a> <small>1</small>',
    ],
    ids=["a clause's verdicts", "its count", "its title", "a library's first line", "its links"],
)
def test_page_shows(show, part):
    assert part in show("plausible").text


@pytest.mark.parametrize(
    "part, count",
    [
        ('<td class="not-run">not run</td>', 3),
        ('<tr id="_d-', 0),  # details are built when they are asked for
        ('aria-expanded="false"', 12),  # every clause can be opened by keyboard
        ("signal handlers", 0),
    ],
    ids=["not run", "details", "closed", "signal handlers"],
)
def test_page_shows_as_many(show, part, count):
    assert show("plausible").text.count(part) == count


def test_a_complete_run_has_no_notice(show):
    text = re.sub("<noscript>.*</noscript>", "", show("plausible").text, flags=re.DOTALL)
    assert 'class="notice">' not in text


def test_without_scripts_other_files_are_named():
    page = to_html(samples.plausible())
    assert len(re.findall("<noscript>.*report.md.*report.json", page)) == 1


def test_outcomes_in_signal_handlers_are_shown(show):
    assert show("signals").text.count("<td>MPI_T_pvar_read</td><td>MPI_SUCCESS</td>") == 3


@pytest.mark.parametrize(
    "filters, rows",
    [
        ("area=cvar&verdict=fail", "cvar-name-nonempty cvar-name-unique"),
        ("target=mpich&verdict=fail,warn", "cvar-name-nonempty cvar-desc-recommended"),
        ("level=should,quality", "cvar-desc-recommended cvar-garbage-handle"),
        ("only=1&area=cvar", "cvar-name-nonempty cvar-name-unique cvar-garbage-handle"),
        ("only=1&target=openmpi&verdict=crash", "init-finalize-after-mpi"),
        ("text=within+30+s", "pvar-session-isolated"),
    ],
)
def test_filters_leave_the_clauses_that_match(show, filters, rows):
    page = show("plausible", f"#{filters}")
    assert _rows(page) == rows.split()
    assert page.data["shown"] == str(len(rows.split()))


def test_page_says_that_nothing_matches(show):
    assert "None of the 12 clauses matches." in show("plausible", "#text=nosuchtext").text


def test_anchor_of_a_clause_opens_its_details(show):
    page = show("plausible", "#cvar-name-nonempty")
    assert page.text.count('<tr id="_d-') == 1
    assert page.text.count('aria-expanded="true"') == 1


@pytest.mark.parametrize(
    "clause, part",
    [
        ("cvar-name-nonempty", "<td><code>a name of at least one character</code></td>"),
        (
            "cvar-name-nonempty",
            "mpitcheck run build/mpich --filter cvar.info.name-nonempty --seed 7</pre>",
        ),
        ("cvar-name-nonempty", "3.0–3.1: 14.3.6, 4.0–5.0: 15.3.6"),
        ("pvar-session-isolated", "<summary>stacks</summary>"),
        ("pvar-session-isolated", "Missing: a performance variable of class COUNTER"),
    ],
    ids=["expected", "replay", "sections", "stacks", "missing"],
)
def test_details_of_a_clause_show(show, clause, part):
    assert part in show("plausible", f"#{clause}").text


def test_known_deviations_lead_to_their_addresses(show):
    link = (
        "known bug: the event base is gone: "
        '<a href="https://example.org/issues/1" rel="noreferrer">'
    )
    assert show("gated", "#init-finalize-after-mpi").text.count(link) == 1


@pytest.mark.parametrize(
    "part",
    [
        "Differences from the expectations: 2. Known deviations: 1.",
        "<li>unexpected-failure: mpich <code>cvar.info.name-nonempty</code>",
        '<span class="where">mpich (new)</span>',
    ],
    ids=["numbers", "test", "where"],
)
def test_page_of_a_gate_shows(show, part):
    assert part in show("gated").text


def test_findings_come_before_the_targets(show):
    before, targets, after = show("gated").text.partition('id="_targets"')
    assert targets and len(_findings(before)) > 2
    assert _findings(after) == []


def test_anchor_of_a_finding_opens_only_it(show):
    finding = _findings(show("gated").text)[1]
    page = show("gated", f"#{finding}")
    assert re.findall(f'<details {_FINDING} open=""', page.text) == [finding]
    assert '<tr id="_d-' not in page.text
    # Its calls are those of its program, not the last ones of the test.
    assert "<code>MPI_T_finalize() = MPI_SUCCESS</code>" in page.text
    assert "MPI_T_cvar_get_info(17)" not in page.text
    assert '<dt>expected</dt><dd class="text">a name of at least one character</dd>' in page.text


def test_anchor_of_a_folded_finding_opens_its_section_too(show):
    page = show("gated").text
    folded = _findings(page[page.index('class="folded"') :])[0]
    assert '<details class="folded" open="">' not in page
    assert '<details class="folded" open="">' in show("gated", f"#{folded}").text


def test_an_old_browser_is_told(show):
    notice = '<p class="notice" id="_old">This browser is too old'
    assert notice in show("plausible", first=_OLD).text
    assert notice not in show("plausible").text


def test_page_follows_clicks_keys_and_the_hash(show):
    assert show("plausible", script=_CLICKS_AND_KEYS).seen == {
        "opened": ["true", False, "#cvar-num-nonnegative"],
        "closed": ["false", True],
        "focus": "_text",
        "chip": "2#verdict=fail",
        "hash": ["3", True],
        "finding": 1,
        "reset": "12",
    }


def test_page_fits_a_narrow_window_and_paper(show):
    """All is open on paper, and not afterwards."""
    assert show("gated", width=400, script=_NARROW_THEN_PAPER).seen == {
        "width": 400,
        "isWhole": True,
        "wider": 0,
        "matrix": "stacked",
        "onPaper": [True, 0],
        "openAfterwards": 0,
    }


@pytest.mark.parametrize(
    "clause", ["", "cvar-name-nonempty", "cvar-name-unique", "pvar-session-isolated"]
)
def test_hostile_text_is_never_markup(show, clause):
    page = show("small", f"#{clause}")
    assert page.data["shown"] == "12"
    assert_harmless(page)
    assert "⟨U+202E⟩" in page.text


def test_an_interrupted_run_says_so(show):
    assert "Interrupted: this report holds what was done until then." in show("small").text


def test_a_big_page_is_filtered(show):
    # How soon it is ready is reported, not asserted: the machine may be busy.
    page = show("big", "#verdict=fail&text=deviate")
    print(f"4,000 tests on 10 targets, filtered by text: ready after {page.data['ready']} ms")
    # One target breaks each of 400 clauses, a quarter of them on level should, hence a warning.
    assert page.data["shown"] == "300"
