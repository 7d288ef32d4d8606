# SPDX-License-Identifier: BSD-3-Clause
"""Configures and builds trees of this machine."""
import functools
import os
import re
from collections.abc import Sequence

from tools.stages.commands import BUILD, ROOT
from tools.stages.steps import Steps, at_once

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
# The targets that `mpitcheck run`, and its option --repro, need in a tree.
RUN_TARGETS = ("manifest", "recorder")
# Trees share one compiler cache. Files that do not depend on the MPI are compiled once.
CACHE = {"CCACHE_NOHASHDIR": "1", "CCACHE_BASEDIR": ROOT}
# The trees of ci/check, and their options.
_CHECK_TREES = {
    "reference": (
        "-DMPITCHECK_TARGET=reference",
        "-DMPITCHECK_RUNNER=ON",
        "-DMPITCHECK_OWN_TESTS=OFF",
    ),
    **{
        name: (
            f"-DMPI_CXX_COMPILER=mpicxx.{name}",
            f"-DMPI_C_COMPILER=mpicc.{name}",
            "-DMPITCHECK_RUNNER=OFF",
        )
        for name in ("mpich", "openmpi")
    },
}


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def _is_configured(tree: str, options: str) -> bool:
    """Whether the tree was configured with these options, and not otherwise since. Ninja itself
    notices changed CMake files."""
    stamp, cache = os.path.join(tree, "configured"), os.path.join(tree, "CMakeCache.txt")
    return (
        os.path.exists(os.path.join(tree, "build.ninja"))
        and _read(stamp) == options
        and os.stat(cache).st_mtime_ns <= os.stat(stamp).st_mtime_ns
    )


def build_tree(
    steps: Steps,
    name: str,
    targets: Sequence[str],
    options: Sequence[str],
    nice: int = 0,
    jobs: int = os.cpu_count() or 1,
) -> str:
    """Configures build/NAME and builds the targets in it. Returns its folder. Raises Failed."""
    tree = os.path.join(BUILD, name)
    words = "\n".join((ROOT, *options, _read(os.path.join(ROOT, "CMakePresets.json"))))
    if not _is_configured(tree, words):
        command = ["cmake", "-S", ROOT, "-B", tree, "-G", "Ninja", *options]
        steps.need(name, "configure", command, env=CACHE)
        with open(os.path.join(tree, "configured"), "w", encoding="utf-8") as file:
            file.write(words)
    # Not `cmake --build`, which kills ninja at an interruption before ninja has tidied up.
    cache = _read(os.path.join(tree, "CMakeCache.txt"))
    found = re.search("^CMAKE_MAKE_PROGRAM:[^=]*=(.*)", cache, re.MULTILINE)
    ninja = found[1] if found else "ninja"
    command = ["nice", "-n", str(nice), ninja, "-C", tree, "-j", str(jobs), *targets]
    steps.need(name, "build", command, env={**CACHE, "NINJA_STATUS": "[%f/%t] "})
    return tree


def build_check_trees(steps: Steps, targets: Sequence[str]) -> list[str]:
    """Builds the targets in the trees of ci/check, one per MPI, and the program
    build/bin/mpitcheck. Returns the trees. Raises Failed."""
    actions = []
    for name, options in _CHECK_TREES.items():
        wanted = [*targets, "mpitcheck"] if name == "reference" else targets
        actions.append(functools.partial(build_tree, steps, name, wanted, options))
    trees = [os.path.join(BUILD, name) for name in _CHECK_TREES]
    if all(os.path.exists(os.path.join(tree, "target.json")) for tree in trees):
        at_once(*actions)  # where little has changed, each keeps one core busy
    else:
        for action in actions:
            action()
    link = os.path.join(BUILD, "bin", "mpitcheck")
    os.makedirs(os.path.dirname(link), exist_ok=True)
    if os.path.lexists(link):
        os.remove(link)
    os.symlink("../reference/bin/mpitcheck", link)
    return trees


def expectations(root: str = "") -> list[str]:
    """Returns options of a run with all files of ci/expectations, relative to the root."""
    folder = os.path.join("ci", "expectations")
    names = sorted(os.listdir(os.path.join(ROOT, folder)))
    files = [os.path.join(root, folder, name) for name in names if name.endswith(".txt")]
    return [word for path in files for word in ("--expect", path)]
