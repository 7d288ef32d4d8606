#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a sample report: write_sample.py SAMPLE FORMAT FILE.

Samples: small, plausible, gated, big, gridded, hostile_grid. Formats: json, html, markdown, junit.
"""
import os
import sys

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path[:0] = [os.path.join(PROJECT, "src"), PROJECT]
from mpitcheck.process.text import encode
from mpitcheck.report.junit import to_junit
from mpitcheck.report.markdown import to_markdown
from mpitcheck.report.page import to_html
from mpitcheck.report.report_json import to_json
from tests.report import grid_samples, samples

_SAMPLES = {
    "small": samples.small,
    "plausible": samples.plausible,
    "gated": samples.gated,
    "big": lambda: samples.big(4_000, 10, 10),
    "gridded": grid_samples.gridded,
    "hostile_grid": grid_samples.hostile_grid,
}
_FORMS = {"json": to_json, "html": to_html, "markdown": to_markdown, "junit": to_junit}


def main(arguments):
    if len(arguments) != 3 or arguments[0] not in _SAMPLES or arguments[1] not in _FORMS:
        print(__doc__.replace("Writes a sample report", "usage"), file=sys.stderr)
        return 2
    sample, form, path = arguments
    with open(path, "wb") as file:
        file.write(encode(_FORMS[form](_SAMPLES[sample]())))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
