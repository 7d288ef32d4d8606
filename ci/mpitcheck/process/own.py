# SPDX-License-Identifier: BSD-3-Clause
"""Where this mpitcheck lies: bin/mpitcheck says so, tests by the environment."""
import os

bin = os.environ.get(
    "MPITCHECK_BIN", ""
)  # the folder of the programs mpitcheck and mpitcheck-executor
sources = os.environ.get("MPITCHECK_SOURCES", "")  # what suites for other MPIs are built from
version = os.environ.get("MPITCHECK_VERSION", "0.0.0")


def executor() -> str:
    return os.path.join(bin, "mpitcheck-executor")


def clauses() -> str:
    """The catalogue, as clausegen writes it for the runner."""
    return os.path.join(bin, "..", "share", "mpitcheck", "clauses.json")
