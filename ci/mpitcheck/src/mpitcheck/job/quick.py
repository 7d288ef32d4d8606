# SPDX-License-Identifier: BSD-3-Clause
"""The selection of --quick: the tests that have found something in a known library.

These are the tests for which any file in ci/expectations has an entry, whatever its library and
version. The files are shipped with mpitcheck.
"""
import glob
import os

from mpitcheck.gate.expectations import load_expectations
from mpitcheck.process import own
from mpitcheck.process.error import UserError


def fruitful_globs() -> list[str]:
    """Returns globs that match the names of these tests.

    Raises UserError if this mpitcheck has no expectations files.
    """
    folder = os.path.join(own.sources, "ci", "expectations")
    files = sorted(glob.glob(os.path.join(glob.escape(folder), "*.txt")))
    if not files:
        raise UserError(
            f"--quick takes its tests from the known deviations in {folder}, where no file is: use"
            " --filter"
        )
    return sorted({entry.tests for path in files for entry in load_expectations(path).entries})
