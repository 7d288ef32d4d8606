# SPDX-License-Identifier: BSD-3-Clause
"""What is packed in a page, and a report in which nothing is packed."""
import json
import re

from mpitcheck.report.packing import unpack
from mpitcheck.report.report_json import LEFT_OUT, to_json


def plain_json(report):
    """The report as JSON, with nothing packed or left out."""
    data = json.loads(to_json(report))
    for key, columns in json.loads(unpack(data.pop("packed"))).items():
        for name, values in columns.items():
            for entry, value in zip(data[key], values):
                entry[name] = value
    for entry, test in zip(data["tests"], report.tests):
        for name in LEFT_OUT:
            entry.setdefault(name, None if name == "missing" else getattr(test, name))
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def data_of(page):
    """Returns the data that the page's scripts unpack."""
    return json.loads(unpack(re.search('id="_data">(.*?)</script>', page, re.DOTALL)[1].strip()))
