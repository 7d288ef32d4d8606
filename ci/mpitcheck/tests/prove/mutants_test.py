# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove mutants` for a small engine."""
import json
import os
import stat

import pytest

from mpitcheck.process.error import ExitCode
from mpitcheck.prove.mutants.ledger import EQUIVALENTS, UNSEEN
from mpitcheck.prove.mutants.source import all_mutants
from tests.fake_tree import FakeTree, assert_nothing_left, assert_refusal, content

# An engine of one file and one header. `sum` is tested below the interface, `most` through it,
# `unseen` nowhere.
_ENGINE = {
    "reference/engine/small.hpp": (
        "#pragma once\ninline int shift(int value) {\n  return value + 5;\n}\nint sum(int a, int"
        " b);\n"
    ),
    "reference/engine/small.cpp": """\
#include "reference/engine/small.hpp"

int sum(int a, int b) {
  return a + b;
}
extern "C" [[gnu::visibility("default")]] int most(int a, int b) {
  return a > b ? a : b;
}
extern "C" [[gnu::visibility("default")]] int shifted(int value) {
  return shift(value);
}
int unseen(int a, int b) {
  if (a > b) return a;
  return b;
}
static int next(int a) {
  return a + 1;
}
int unchanged(int a) {
  return next(a) - next(a);
}
""",
    "other.cpp": (
        '#include "reference/engine/small.hpp"\nextern "C" int elsewhere(int value) { return'
        " shift(value); }\n"
    ),
    "engine_test.cpp": """\
#include <cstdio>
#include "reference/engine/small.hpp"
int main() {
  std::puts("[ RUN      ] Small.Sum");
  if (sum(3, 4) != 7) return 1;
  std::puts("[       OK ] Small.Sum (0 ms)");
}
""",
    "CMakeLists.txt": """\
cmake_minimum_required(VERSION 3.25)
project(small CXX)
include_directories(${PROJECT_SOURCE_DIR})
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
add_library(mpit_engine STATIC reference/engine/small.cpp)
add_library(mpit_reference SHARED other.cpp reference/engine/small.cpp)
set_target_properties(mpit_reference PROPERTIES OUTPUT_NAME mpi_abi VERSION 0 SOVERSION 0)
foreach(tests engine allocation model)
  add_executable(reference_${tests}_tests engine_test.cpp)
  target_link_libraries(reference_${tests}_tests mpit_engine)
endforeach()
""",
}
# The suite: one test, which asks the library that it finds; notes that it was started.
_SUITE = """\
#!/bin/sh
echo started >>"$0.starts"
MPIT_VARIANT=$(python3 -c 'import ctypes, os
library = ctypes.CDLL(os.environ["LD_LIBRARY_PATH"].split(":")[0] + "/libmpi_abi.so.0")
right = library.most(3, 4) == 4 and library.most(4, 3) == 4
right = right and library.elsewhere(2) == 7 and library.shifted(2) == 7
print("" if right else "bad")')
export MPIT_VARIANT
exec "$(dirname "$0")/hostile" "$@"
"""


def add_engine(tree):
    """Adds the sources of the engine and the suite to the tree."""
    for name, text in _ENGINE.items():
        os.makedirs(os.path.dirname(tree.file("small/" + name)), exist_ok=True)
        tree.write_file("small/" + name, text)
    tree.write_file("tree/bin/suite", _SUITE)
    os.chmod(tree.file("tree/bin/suite"), stat.S_IRWXU)
    tree.manifest["kind"] = "reference"
    tree.manifest["programs"][0] |= {
        "path": "bin/suite",
        "tests": [test for test in tree.tests if test["name"] == "plain.variant"],
    }
    tree.write()


@pytest.fixture
def tree(tree):
    """A tree with the engine."""
    add_engine(tree)
    return tree


@pytest.fixture(scope="module")
def tried():
    """A tree in which all mutants were tried, that run, and what killed them."""
    with FakeTree() as made:
        add_engine(made)
        run = prove(made)
        yield made, run, fates(made)


@pytest.fixture
def known(tried):
    """The tree in which all mutants were tried, for tests that declare mutants of their own."""
    made = tried[0]
    yield made
    for name in (EQUIVALENTS, UNSEEN):
        declare(made, name)


def prove(tree, *arguments):
    return tree.mpitcheck(
        [
            "prove",
            "mutants",
            tree.root,
            "--sources",
            tree.file("small"),
            "--json",
            "mutants.json",
            *arguments,
        ]
    )


def fates(tree):
    """Per mutant the engine's test that killed it, and whether the suites did."""
    mutants = json.loads(content(tree.file("mutants.json")))["mutants"]
    return {
        (mutant["function"], mutant["change"]): (
            mutant["engine"].rpartition(" ")[2],
            bool(mutant["suites"]),
        )
        for mutant in mutants
    }


def declare(tree, name, *mutants):
    """Writes a list of mutants, each with a reason."""
    os.makedirs(os.path.dirname(tree.file("small/" + name)), exist_ok=True)
    lines = ["\t".join((*key, "because")) + "\n" for key in mutants]
    tree.write_file("small/" + name, "".join(lines))


def key_of(tree, function, *kinds):
    """The mutant of the function that is of one of these kinds."""
    return next(
        mutant.key
        for mutant in all_mutants(tree.file("small"))
        if mutant.function == function and mutant.kind in kinds
    )


def test_mutants_run_against_tests_that_reach_the_function(tree):
    prove(tree, "--filter", "most", "--by", "suites")
    before = content(tree.file("tree/bin/suite.starts"))
    assert "suites: survives" in prove(tree, "--filter", "sum", "--by", "suites").out
    assert content(tree.file("tree/bin/suite.starts")) == before


def test_mutants_are_listed_with_the_tests_that_killed_them(tried):
    tree, run, found = tried
    assert run.exit_code == ExitCode.broken_must, run.out + run.err
    assert found == {
        ("sum", "+ -> -"): ("Small.Sum", False),
        ("most", "? a : b swapped"): ("", True),
        ("shift", "+ -> -"): ("", True),
        ("shift", "5 -> 6"): ("", True),
        ("unseen", "if (a > b) swapped"): ("", False),
        ("unchanged", "- -> +"): ("", False),
    }
    assert "not counted: 2 same object, 2 same when optimised" in run.out
    for line in (
        "killed by both: 4 of 6 (66.7 %), at least 98 % required",
        "killed by suites: 3 of 6 (50.0 %), at least 90 % required",
        "killed by engine: 1 of 6 (16.7 %)",
    ):
        assert line in run.out
    assert_nothing_left(tree)


def test_mutants_reuse_known_and_declared_results(tree):
    unseen = [
        mutant.key
        for mutant in all_mutants(tree.file("small"))
        if mutant.function in ("unseen", "unchanged", "next")
    ]
    declare(tree, EQUIVALENTS, *unseen)
    assert "2 of 2 mutants of seed 1 tried" in prove(tree, "--count", "2").out
    before = content(tree.file("tree/mutants/results.jsonl"))
    assert "killed by both: 4 of 4 (100.0 %)" in prove(tree).out
    assert content(tree.file("tree/mutants/results.jsonl")).startswith(before)
    suites = prove(tree, "--filter", "most", "--by", "suites")
    assert suites.exit_code == ExitCode.as_expected, suites.out
    assert "killed by suites: 1 of 1" in suites.out


def test_mutants_without_visible_effect_skip_the_suites(known):
    declare(known, UNSEEN, key_of(known, "sum", "arithmetic", "branch"))
    run = prove(known, "--filter", "sum", "--filter", "most")
    part = (
        "killed by suites: 1 of 1 (100.0 %), at least 90 % required; no call can show the other 1"
    )
    assert part in run.out
    assert run.exit_code == ExitCode.as_expected, run.out + run.err


def test_wrongly_declared_unseen_mutants_are_reported(known):
    declare(known, UNSEEN, key_of(known, "most", "arithmetic", "branch"))
    run = prove(known, "--filter", "sum", "--filter", "most")
    assert run.exit_code == ExitCode.broken_must
    for part in (
        f"killed by the suites, although {UNSEEN} lists it:\n" "reference/engine/small.cpp\tmost",
        "survives the suites: write a test of a suite, or list it with a reason in"
        f" {UNSEEN}:\n"
        "reference/engine/small.cpp\tsum",
    ):
        assert part in run.out


def test_wrongly_declared_equivalent_mutants_are_reported(known):
    most = key_of(known, "most", "branch")
    declare(known, EQUIVALENTS, most, ("gone.cpp", *most[1:]))
    run = prove(known, "--filter", "most", "--by", "suites")
    assert run.exit_code == ExitCode.broken_must, run.out + run.err
    assert "killed, although" in run.out
    assert "does not exist any more" in run.out


def test_mutants_refuse_what_they_cannot_use(tree):
    declare(tree, EQUIVALENTS, ("too", "few"))
    assert_refusal(prove(tree), ExitCode.usage, f"{EQUIVALENTS}:1: not six fields")
    assert_refusal(
        prove(tree, "--filter", "nothing"),
        ExitCode.nothing_selected,
        "no mutant matches 'nothing'",
    )
    tree.manifest["kind"] = "external"
    tree.write()
    assert_refusal(prove(tree), ExitCode.usage, "does not test the reference")
