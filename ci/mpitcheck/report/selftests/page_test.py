# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the page's file; browser_test.sh tests what it shows. Size of a report of 10,000 tests on 8 targets."""
import json
import time
import unittest

from mpitcheck.process.text import encode
from mpitcheck.report.junit import to_junit
from mpitcheck.report.markdown import to_markdown
from mpitcheck.report.page import BenchSection, to_html
from mpitcheck.report.report_json import to_json
from mpitcheck.report.selftests import samples


class Page(unittest.TestCase):
    def test_hostile_text_is_never_markup(self):
        page = to_html(samples.small())
        self.assertIn(samples.MARK, page)
        self.assertNotIn("<img", page)
        self.assertNotIn('onerror="', page)
        self.assertEqual(page.count("<script"), 2)  # the data, what shows them
        self.assertEqual(page.count("</script"), 2)
        self.assertEqual(page.count("<style"), 1)
        self.assertEqual(page.count("<noscript>"), page.count("</noscript>"))

    def test_holds_no_control_characters_and_no_invalid_utf8(self):
        page = to_html(samples.small())
        self.assertEqual({character for character in page if character < " "} - {"\n", "\t"}, set())
        page.encode()  # which refuses what stands for invalid UTF-8

    def test_holds_the_report(self):
        for report in (samples.small(), samples.gated()):
            page = to_html(report)
            start = page.index("{", page.index('id="_data"'))
            text = page[start : page.index("</script>", start)]
            self.assertNotIn("<", text)
            self.assertEqual(json.loads(text), json.loads(to_json(report)))

    def test_needs_nothing_from_outside(self):
        page = to_html(samples.plausible())
        self.assertIn("default-src 'none'", page)
        for sign in ("<link", " src=", "url(", "{{"):
            self.assertNotIn(sign, page)

    def test_shows_what_benchmarks_measured(self):
        page = to_html(
            samples.plausible(), BenchSection("<p>{{css}}</p>\n", "/* of the section */")
        )
        self.assertIn("What MPI_T costs</h2>\n<p>{{css}}</p>\n</section>\n", page)
        self.assertIn('<a href="#_bench">What MPI_T costs</a>\n', page)
        self.assertIn("/* of the section */\n</style>", page)
        self.assertNotIn("_bench", to_html(samples.plausible()))


class BigReport(unittest.TestCase):
    def test_is_bounded(self):
        report = samples.big(10_000, 8, 10)
        # Time is reported, not asserted: the machine may be busy.
        for form, write, most_bytes in (
            ("page", to_html, 100_000_000),
            ("JSON", to_json, 100_000_000),
            ("JUnit", to_junit, 40_000_000),
            ("Markdown", to_markdown, 900_000),
        ):
            with self.subTest(form):
                start = time.process_time()
                size = len(encode(write(report)))
                print(
                    f"{form}: {time.process_time() - start:.2f} s of processor time, {size} bytes"
                )
                self.assertLessEqual(size, most_bytes)
