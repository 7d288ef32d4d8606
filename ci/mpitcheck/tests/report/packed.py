# SPDX-License-Identifier: BSD-3-Clause
"""What is packed in a page."""
import json
import re

from mpitcheck.report.packing import unpack


def data_of(page):
    """Returns the data that the page's scripts unpack."""
    return json.loads(unpack(re.search('id="_data">(.*?)</script>', page, re.DOTALL)[1].strip()))
