# SPDX-License-Identifier: BSD-3-Clause
"""The file of the comparison's page; browser_test.sh tests what it shows."""
import json
import re
import unittest

from mpitcheck.compare.comparison import compare
from mpitcheck.compare.comparison_page import comparison_page
from mpitcheck.report.selftests.samples import MARK, big, plausible, small


def page_of(report):
    return comparison_page(compare([("a.json", report)]))


def data_of(page):
    return json.loads(re.search('id="_data">(.*?)</script>', page, re.DOTALL)[1])


class ComparisonPage(unittest.TestCase):
    def test_holds_a_verdict_per_clause_and_column(self):
        for report in (plausible(), small()):
            data = data_of(page_of(report))
            self.assertEqual(
                [len(clause["verdicts"]) for clause in data["clauses"]],
                [len(report.targets)] * len(report.clauses),
            )
            self.assertEqual(len(data["findings"]), len(report.findings))

    def test_holds_what_differs(self):
        data = data_of(page_of(plausible()))
        clause = data["clauses"][1]
        self.assertEqual(
            [clause[key] for key in ("id", "verdicts", "verdicts_differ", "odd")],
            ["cvar-name-nonempty", ["pass", "fail", "pass"], True, [1]],
        )
        self.assertEqual(
            (clause["deviations"][0]["column"], data["columns"][1]["label"]), (1, "MPICH 4.0.2")
        )

    def test_hostile_text_is_never_markup(self):
        page = page_of(small())
        self.assertIn(MARK, page)
        self.assertNotIn("<img", page)
        self.assertNotIn("{{column", page)
        self.assertEqual(page.count("<script"), 2)  # the data, and what shows it
        self.assertNotRegex(page, "[\0-\x08\x0b-\x1f]")
        page.encode()  # which refuses invalid UTF-8

    def test_needs_nothing_from_outside(self):
        page = page_of(plausible())
        self.assertIn("default-src 'none'", page)
        for part in ("<link", " src=", "url("):
            self.assertNotIn(part, page)

    def test_stays_small_with_many_columns_and_clauses(self):
        page = page_of(big(4000, 8, 10))
        self.assertLess(len(page.encode()), 3_000_000)
        self.assertEqual(len(data_of(page)["clauses"]), 400)
