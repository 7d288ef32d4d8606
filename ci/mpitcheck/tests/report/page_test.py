# SPDX-License-Identifier: BSD-3-Clause
"""The file of the page, and its size for 10,000 tests on 8 targets. browser_test.py tests what it
shows."""
import json
import time

import pytest

from mpitcheck.process.text import encode
from mpitcheck.report.junit import to_junit
from mpitcheck.report.markdown import to_markdown
from mpitcheck.report.page import BenchSection, to_html
from mpitcheck.report.report_json import page_data, to_json
from tests.report import overview_samples, samples
from tests.report.packed import data_of


def test_hostile_text_is_never_markup():
    page = to_html(samples.small())
    assert samples.MARK in str(data_of(page))
    assert "<img" not in page
    assert 'onerror="' not in page
    assert page.count("<script") == 2  # the data, what shows them
    assert page.count("</script") == 2
    assert page.count("<style") == 1
    assert page.count("<noscript>") == page.count("</noscript>")


def test_page_has_no_control_characters_or_invalid_utf8():
    page = to_html(samples.small())
    assert {character for character in page if character < " "} - {"\n", "\t"} == set()
    page.encode()  # which refuses what stands for invalid UTF-8


@pytest.mark.parametrize("report", [samples.small(), samples.gated()], ids=["small", "gated"])
def test_page_contains_the_report(report):
    assert data_of(to_html(report)) == json.loads(page_data(report))


def test_page_shows_findings_without_scripts():
    page = to_html(overview_samples.grouped())
    page = page[: page.index('id="_page"')]
    assert "<li><strong>MPICH 4.0.2</strong>: 3 findings break a must rule." in page
    places = [
        page.index(part)
        for part in (
            "<h3>Broken rules <small>3</small></h3>",
            '<div class="group"><h4><code>MPI_T_cvar_read</code></h4>',
            f'id="{overview_samples.READ}"',
            '<details class="following"><summary>Follow from it: <small>1</small>',
            f'id="{overview_samples.FOLLOWS}"',
            f'id="{overview_samples.READ_TOO}"',
            f'</div>\n<details class="finding" id="{overview_samples.ALONE}"',
        )
    ]
    assert places == sorted(places)
    assert "<dt>expected</dt><dd>this</dd><dt>actual</dt><dd>that</dd>" in page


def test_page_starts_with_differences_from_the_expectations():
    page = to_html(samples.gated())
    assert '<a href="#_gate">Differences from the expectations</a>: 2' in page
    assert "#_gate" not in to_html(samples.plausible())


def test_page_is_self_contained():
    page = to_html(samples.plausible())
    assert "default-src 'none'" in page
    for sign in ("<link", " src=", "url(", "{{"):
        assert sign not in page


def test_page_shows_what_benchmarks_measured():
    page = to_html(samples.plausible(), BenchSection("<p>{{css}}</p>\n", "/* of the section */"))
    assert "What MPI_T costs</h2>\n<p>{{css}}</p>\n</section>\n" in page
    assert '<a href="#_bench">What MPI_T costs</a>\n' in page
    assert "/* of the section */\n</style>" in page
    assert "_bench" not in to_html(samples.plausible())


@pytest.mark.parametrize(
    "form, write, most_bytes",
    [
        ("page", to_html, 10_000_000),
        ("JSON", to_json, 100_000_000),
        ("JUnit", to_junit, 40_000_000),
        ("Markdown", to_markdown, 40_000),
    ],
    ids=repr,
)
def test_big_report_is_bounded(form, write, most_bytes):
    report = samples.big(10_000, 8, 10)
    # Time is reported, not asserted: the machine may be busy.
    start = time.process_time()
    size = len(encode(write(report)))
    print(f"{form}: {time.process_time() - start:.2f} s of processor time, {size} bytes")
    assert size <= most_bytes
