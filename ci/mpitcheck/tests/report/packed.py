# SPDX-License-Identifier: BSD-3-Clause
"""What is packed in a page, and a report in which nothing is packed."""
import json
import re

from mpitcheck.report.packing import unpack
from mpitcheck.report.report_json import page_data


def plain_json(report):
    """The report as JSON, with nothing packed or left out."""
    return page_data(report, {})


def data_of(page):
    """Returns the data that the page's scripts unpack."""
    return json.loads(unpack(re.search('id="_data">(.*?)</script>', page, re.DOTALL)[1].strip()))
