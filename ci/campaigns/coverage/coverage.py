# SPDX-License-Identifier: BSD-3-Clause
"""Counts which lines and branches of the engine, the binding and the component of the reference are
run by its own tests and by the suites. Prints a table, and what none of them runs and
ci/campaigns/coverage/uncovered does not name.

It uses gcov of GCC. Branches are those of the source: not the arcs by which a call that throws is
left, and none that the compiler adds to clean up on lines that throw or catch.

Exit code: 0 all lines except those named, and 98 of 100 branches, 1 not so, or something named that
is run, 2 a wrong call, 3 it could not be built or measured, 5 interrupted."""
import argparse
import os

from campaigns.coverage import table
from campaigns.shared.steps import BUILD, Refused, Steps
from campaigns.shared.trees import build_tree

_TREE = os.path.join(BUILD, "coverage")
_OPTIONS = ("-DCMAKE_CXX_FLAGS_DEBUG=-g1", "-DMPITCHECK_EXTRAS=OFF", "-DMPITCHECK_RUNNER=ON")
# The models are not sources of the engine. Where lines are counted, a handler of signal_storm lasts
# longer than the time between two signals, so the program does not end.
_LEFT_OUT = "^(models[.].*|signal_storm)$"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--show", action="store_true", help="the table of the last counts again")


def _count() -> None:
    """Builds the tree and runs all tests in it. Raises Failed."""
    steps = Steps()
    steps.install("coverage")
    build_tree(steps, "coverage", "all", "--preset", "coverage", *_OPTIONS)
    for folder, _, names in os.walk(_TREE):
        for name in names:
            if name.endswith(".gcda"):
                os.remove(os.path.join(folder, name))
    # Only what ends by itself is counted: a process that a test kills leaves no counts.
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
