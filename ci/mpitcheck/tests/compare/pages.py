# SPDX-License-Identifier: BSD-3-Clause
"""The page of a comparison."""
from mpitcheck.compare.comparison import compare
from mpitcheck.compare.comparison_page import comparison_page


def page_of(report):
    return comparison_page(compare([("a.json", report)]))
