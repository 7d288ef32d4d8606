# SPDX-License-Identifier: BSD-3-Clause
"""The file of the comparison's page; browser_test.py tests what it shows."""
import re

import pytest

from tests.compare.pages import page_of
from tests.report.packed import data_of
from tests.report.samples import MARK, big, plausible, small


@pytest.mark.parametrize("report", [plausible(), small()], ids=["plausible", "small"])
def test_comparison_page_has_a_verdict_per_clause_and_column(report):
    data = data_of(page_of(report))
    assert [len(clause["verdicts"]) for clause in data["clauses"]] == [len(report.targets)] * len(
        report.clauses
    )
    assert len(data["findings"]) == len(report.findings)


def test_comparison_page_contains_differences():
    data = data_of(page_of(plausible()))
    clause = data["clauses"][1]
    assert [clause[key] for key in ("id", "verdicts", "verdicts_differ", "odd")] == [
        "cvar-name-nonempty",
        ["pass", "fail", "pass"],
        True,
        [1],
    ]
    assert (clause["deviations"][0]["column"], data["columns"][1]["label"]) == (1, "MPICH 4.0.2")


def test_hostile_text_is_never_markup():
    page = page_of(small())
    assert MARK in str(data_of(page))
    assert "<img" not in page
    assert "{{column" not in page
    assert page.count("<script") == 2  # the data, and what shows it
    assert not re.search("[\0-\x08\x0b-\x1f]", page)
    page.encode()  # which refuses invalid UTF-8


def test_comparison_page_is_self_contained():
    page = page_of(plausible())
    assert "default-src 'none'" in page
    for part in ("<link", " src=", "url("):
        assert part not in page


def test_comparison_page_stays_small_with_many_columns_and_clauses():
    page = page_of(big(4000, 8, 10))
    assert len(page.encode()) < 3_000_000
    assert len(data_of(page)["clauses"]) == 400
