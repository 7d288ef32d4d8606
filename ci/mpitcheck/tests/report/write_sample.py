#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a sample report as JSON: write_sample.py SAMPLE FILE.

Samples: small, plausible, gated, gridded.
"""
import os
import sys

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path[:0] = [os.path.join(PROJECT, "src"), PROJECT]
from mpitcheck.process.text import encode
from mpitcheck.report.report_json import to_json
from tests.report import grid_samples, samples

_SAMPLES = {
    "small": samples.small,
    "plausible": samples.plausible,
    "gated": samples.gated,
    "gridded": grid_samples.gridded,
}


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in _SAMPLES:
        print(__doc__.replace("Writes a sample report as JSON", "usage"), file=sys.stderr)
        return 2
    sample, path = arguments
    with open(path, "wb") as file:
        file.write(encode(to_json(_SAMPLES[sample]())))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
