# SPDX-License-Identifier: BSD-3-Clause
"""What the site shows in a browser that opens its files. It has several versions, each in four
nights, and hostile names."""
import functools
import json
import os
import re

import pytest

from mpitcheck.process.text import encode
from mpitcheck.report.report_json import to_json
from mpitcheck.site.site import make_site
from tests.report import samples
from tests.report.browser import assert_harmless
from tests.report.packed import plain_json
from tests.site.derived import write_all

_HOSTILE = "%3Cimg+src%3Dx+onerror%3Ddocument.title%3D%22HOSTILE%22%3E"
# A reader with a keyboard, and one with a narrow screen.
_REACH = """
const focusable = [
  ...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]"),
].filter((it) => it.tabIndex >= 0);
const isUnseen = (it) => {
  it.focus();
  return document.activeElement !== it && it.checkVisibility();
};
return {
  first: focusable[0].getAttribute("href"),
  unseen: focusable.filter(isUnseen).length,
  jumps: focusable.filter((it) => it.tabIndex > 0).length,
  bar: getComputedStyle(document.querySelector(".bar")).display,
  isWide: root.scrollWidth > root.clientWidth,
};
"""


@pytest.fixture(scope="module")
def site(browser):
    """The browser, with a site in its folder."""
    reports = browser.file("reports")
    os.mkdir(reports)
    write_all(json.loads(plain_json(samples.gated())), reports, range(1, 9), range(4))
    with open(os.path.join(reports, "hostile.json"), "wb") as file:
        file.write(encode(to_json(samples.small())))
    assert make_site(reports, browser.file("site"), "") == 0
    return browser


@pytest.fixture(scope="module")
def show(site):
    """Shows a page of the site. Pages that differ in nothing are loaded once."""
    return functools.lru_cache(maxsize=None)(lambda page, how: site.show(f"site/{page}", how))


@pytest.mark.parametrize(
    "page, part",
    [
        ("index", 'href="libraries/mpich-4.2.1.html"'),
        ("index", 'href="findings/F-'),
        ("index", "Since the run before"),
        ("index", 'role="img" aria-label="Rules broken per run: '),
        ("search", "The search needs JavaScript"),
        ("diff/index", "mpich-3.4.1..mpich-4.0.2.html"),
        ("rules/cvar-name-nonempty", '<td class="fail">fail</td>'),
    ],
    ids=["libraries", "findings", "changes", "trend", "search", "differences", "rule"],
)
def test_page_shows_without_scripts(site, page, part):
    with open(site.file(f"site/{page}.html"), encoding="utf-8") as file:
        assert part in file.read()


@pytest.mark.parametrize(
    "words, part",
    [
        ("cvar-name-nonempty", '<p id="said" role="status">'),
        ("at+least+one+character", "rules/cvar-name-nonempty.html"),
        ("mpir_cvar_a", "variables/mpich.html#cvar.MPIR_CVAR_A"),
        (
            "cvar.info.name-nonempty",
            '<a href="rules/cvar-name-nonempty.html">cvar.info.name-nonempty</a>',
        ),
        (_HOSTILE, "Nothing holds"),
    ],
    ids=["number", "words of a rule", "variable", "test", "nothing"],
)
def test_search_finds(show, words, part):
    assert part in show("search", f"?q={words}").text


def test_search_finds_an_id_first(show):
    found = re.findall('<li><a href="([^"]*)">', show("search", "?q=cvar-name-nonempty").text)
    assert found[0] == "rules/cvar-name-nonempty.html"


def test_words_to_search_are_never_markup(show):
    assert_harmless(show("search", f"?q={_HOSTILE}"))


@pytest.mark.parametrize(
    "part",
    [
        '<th scope="col">Open MPI 4.1.4</th>',
        '<a href="../rules/cvar-name-unique.html">cvar-name-unique</a>',
    ],
    ids=["versions", "rules"],
)
def test_any_two_versions_are_compared(show, part):
    assert part in show("diff/index", "#mpich-4.0.2..open-mpi-4.1.4").text


def test_unknown_versions_are_not_compared(show):
    assert show("diff/index", "#x..y").data["ready"] == "yes"


@pytest.mark.parametrize(
    "page", ["index", "search", "diff/index", "variables/index", "nights/index"]
)
def test_hostile_names_are_never_markup(show, page):
    shown = show(page, "?q=hostile")
    assert_harmless(shown)
    assert "&lt;/script&gt;&lt;/noscript&gt;" in shown.text


@pytest.mark.parametrize(
    "page",
    [
        "index",
        "rules/index",
        "rules/cvar-name-nonempty",
        "findings/index",
        "libraries/mpich-4.0.2",
        "variables/mpich",
        "diff/index",  # whose script compares the first version with the last one, a hostile one
        "diff/mpich-3.4.1..mpich-4.0.2",
        "nights/index",
        "search",
        "about",
    ],
)
def test_page_is_reached_by_keyboard_and_fits_a_narrow_window(site, page):
    assert site.show(f"site/{page}", width=390, script=_REACH).seen == {
        "first": "#main",
        "unseen": 0,
        "jumps": 0,
        "bar": "flex",
        "isWide": False,
    }


def test_a_page_is_printed(site):
    assert site.pdf("site/libraries/mpich-4.0.2").startswith(b"%PDF-")
