# SPDX-License-Identifier: BSD-3-Clause
"""Configures and builds trees of this machine with ci/tools/lib.sh, like ci/check."""
import os

from campaigns.shared.steps import BUILD, LOGS, ROOT, Failed, Steps, execute

# The sources of the suites, and of everything that a run depends on.
SUITE_SOURCES = (
    "CMakeLists.txt",
    "cmake",
    "reference",
    "conformance",
    "properties",
    "stress",
    "ci/mpitcheck",
    "ci/expectations",
)
_CALL = 'root=$1 logs=$2; shift 2; . "$root/ci/tools/lib.sh"; "$@"'


def _lib(*words: str) -> list[str]:
    """Returns the command line that calls a function of lib.sh."""
    os.makedirs(LOGS, exist_ok=True)
    return ["bash", "-euc", _CALL, "trees", ROOT, LOGS, *words]


def build_tree(steps: Steps, name: str, targets: str, *options: str) -> str:
    """Configures build/NAME and builds the targets in it. Returns its folder. Raises Failed."""
    steps.need(name, "build", _lib("tree", name, targets, *options))
    return os.path.join(BUILD, name)


def build_check_trees(targets: str) -> None:
    """Builds the targets in the trees of ci/check: reference, mpich, openmpi. Raises Failed."""
    if execute("trees", _lib("check_trees", targets), None).code != 0:
        raise Failed("the trees of ci/check cannot be built")


def expectations() -> list[str]:
    """Returns options of a run with all files of ci/expectations, relative to the checkout."""
    folder = os.path.join("ci", "expectations")
    names = sorted(os.listdir(os.path.join(ROOT, folder)))
    files = [os.path.join(folder, name) for name in names if name.endswith(".txt")]
    return [word for path in files for word in ("--expect", path)]
