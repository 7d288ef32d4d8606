# SPDX-License-Identifier: BSD-3-Clause
"""Counts the lines and branches of the reference's engine, binding and component that its own
tests and the suites run. Prints a table, and the lines and branches that nothing runs and that
ci/campaigns/coverage/uncovered does not list.

Uses gcov of GCC. Only branches of the source count, not those that the compiler adds for exceptions
and their clean-up.

Exit codes:
  0  all lines run except the listed ones, and 98 of 100 branches
  1  fewer, or a listed line or branch runs
  2  a wrong call
  3  something could not be built or counted
  5  interrupted"""
import argparse
import os

from campaigns.coverage import table
from tools.stages.commands import BUILD, Refused
from tools.stages.steps import Steps
from tools.stages.trees import build_tree

_TREE = os.path.join(BUILD, "coverage")
_OPTIONS = ("-DCMAKE_CXX_FLAGS_DEBUG=-g1", "-DMPITCHECK_EXTRAS=OFF", "-DMPITCHECK_RUNNER=ON")
# The models are not sources of the engine. signal_storm does not end: with counted lines, its
# handler takes longer than the time between two signals.
_LEFT_OUT = "^(models[.].*|signal_storm)$"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--show", action="store_true", help="only print the table of the last counts"
    )


def _count() -> None:
    """Builds the tree and runs all tests in it. Raises Failed."""
    steps = Steps()
    steps.install("coverage")
    build_tree(steps, "coverage", ["all"], ["--preset", "coverage", *_OPTIONS])
    for folder, _, names in os.walk(_TREE):
        for name in names:
            if name.endswith(".gcda"):
                os.remove(os.path.join(folder, name))
    # A process that a test kills leaves no counts.
    tests = ["ctest", "--test-dir", f"{_TREE}/reference", "-E", _LEFT_OUT, "--output-on-failure"]
    steps.need("coverage", "tests", [*tests, "-j", str(os.cpu_count())])
    suites = [f"{_TREE}/bin/mpitcheck", "run", _TREE, "--json", f"{_TREE}/run.json"]
    steps.need("coverage", "suites", suites, good=(0, 1))


def run(options: argparse.Namespace) -> int:
    if not options.show:
        _count()
    elif not os.path.exists(f"{_TREE}/run.json"):
        raise Refused("nothing was counted yet: run ci/campaigns/campaign coverage")
    return table.show(_TREE)
