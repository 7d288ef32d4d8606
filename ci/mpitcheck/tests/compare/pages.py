# SPDX-License-Identifier: BSD-3-Clause
"""The page of a comparison, and the data in it."""
import json
import re

from mpitcheck.compare.comparison import compare
from mpitcheck.compare.comparison_page import comparison_page


def page_of(report):
    return comparison_page(compare([("a.json", report)]))


def data_of(page):
    return json.loads(re.search('id="_data">(.*?)</script>', page, re.DOTALL)[1])
