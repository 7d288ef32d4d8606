# SPDX-License-Identifier: BSD-3-Clause
"""--quick: only tests that have found something in a library. Those are the tests that a file of ci/expectations, of whatever library and
version, expects a deviation of; the files come with mpitcheck, and so the choice grows with what is found."""
import glob
import os

from mpitcheck.gate.expectations import load_expectations
from mpitcheck.process import own
from mpitcheck.process.error import UserError


def fruitful_globs() -> list[str]:
    """Globs of these tests' names. Raises UserError if this mpitcheck came without the files."""
    folder = os.path.join(own.sources, "ci", "expectations")
    files = sorted(glob.glob(os.path.join(glob.escape(folder), "*.txt")))
    if not files:
        raise UserError(
            f"--quick takes its tests from the known deviations in {folder}, where no file is: use"
            " --filter"
        )
    return sorted({entry.tests for path in files for entry in load_expectations(path).entries})
