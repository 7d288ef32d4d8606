#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a site for browser_test.sh: write_site.py FOLDER.

It has several versions, each in four nights, and hostile names.
"""
import json
import os
import sys
import tempfile

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path[:0] = [os.path.join(PROJECT, "src"), PROJECT]
from mpitcheck.process.text import encode
from mpitcheck.report.report_json import to_json
from mpitcheck.site.site import make_site
from tests.report import samples
from tests.report.packed import plain_json
from tests.site.derived import write_all

with tempfile.TemporaryDirectory() as reports:
    write_all(json.loads(plain_json(samples.gated())), reports, range(1, 9), range(4))
    with open(os.path.join(reports, "hostile.json"), "wb") as file:
        file.write(encode(to_json(samples.small())))
    sys.exit(make_site(reports, sys.argv[1], ""))
