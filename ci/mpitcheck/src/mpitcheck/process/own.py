# SPDX-License-Identifier: BSD-3-Clause
"""The location and version of this mpitcheck.

bin/mpitcheck sets the variables below. Unit tests set them through the environment.
"""
import os

# The folder of the programs mpitcheck and mpitcheck-executor
bin = os.environ.get("MPITCHECK_BIN", "")
# The sources from which suites for other MPIs are built
sources = os.environ.get("MPITCHECK_SOURCES", "")
version = os.environ.get("MPITCHECK_VERSION", "0.0.0")


def executor() -> str:
    return os.path.join(bin, "mpitcheck-executor")


def clauses() -> str:
    """Returns the path of the catalogue that clausegen writes for the runner."""
    return os.path.join(bin, "..", "share", "mpitcheck", "clauses.json")
