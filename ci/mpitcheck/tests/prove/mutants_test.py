# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove mutants`: the mutants of a source, and the results for a small engine."""
import json
import os
import stat
import unittest

from mpitcheck.process.error import ExitCode
from mpitcheck.prove.mutants.ledger import EQUIVALENTS, UNSEEN
from mpitcheck.prove.mutants.source import all_mutants, mutants_of
from tests.fake_tree import FakeTreeTest, content

_SOURCE = """\
// if (a < b) in a comment
#include <vector>
constexpr int most = 3;
template <class Item>
class Table {
 public:
  explicit Table(int size = 7) : size_{size} { fill(); }
  std::vector<Item>* find(int key) const {
    const int place = key % 8;
    if (int* found = at(place); found != nullptr) return true;
    for (int i = 0; i != place; ++i) {
      used_ = i;
      last_ = key;
    }
    return items_.load(std::memory_order_acquire) ? first : second;
  }
};
"""


def _changes(file, kind):
    return [
        (mutant.function, mutant.change)
        for mutant in mutants_of(file, _SOURCE)
        if mutant.kind == kind
    ]


class Sources(unittest.TestCase):
    def test_have_mutants_by_kind(self):
        for kind, expected in {
            "relation": [("find", "!= -> =="), ("find", "!= -> ==")],
            "arithmetic": [("find", "% -> *"), ("find", "++ -> --")],
            "constant": [
                ("", "3 -> 4"),
                ("", "7 -> 8"),
                ("find", "8 -> 9"),
                ("find", "true -> false"),
                ("find", "0 -> 1"),
            ],
            "dropped": [("Table", "fill();"), ("find", "used_ = i;"), ("find", "last_ = key;")],
            "branch": [
                ("find", "if (found != nullptr) swapped"),
                ("find", "? first : second swapped"),
            ],
            "order": [("find", "used_ = i; after last_ = key;")],
        }.items():
            with self.subTest(kind=kind):
                self.assertEqual(_changes("table.cpp", kind), expected)

    def test_of_headers_are_in_functions(self):
        self.assertEqual(
            [change for _, change in _changes("table.hpp", "constant")],
            ["8 -> 9", "true -> false", "0 -> 1"],
        )

    def test_know_the_lines_of_their_function(self):
        bodies = {(mutant.function, mutant.body) for mutant in mutants_of("table.cpp", _SOURCE)}
        self.assertEqual(bodies, {("", range(0)), ("Table", range(6, 8)), ("find", range(8, 16))})

    def test_are_changed_in_that_place_alone(self):
        for mutant in mutants_of("table.cpp", _SOURCE):
            mutated = mutant.applied_to(_SOURCE)
            with self.subTest(change=mutant.change):
                self.assertEqual(mutated[: mutant.begin], _SOURCE[: mutant.begin])
                self.assertTrue(mutated.endswith(_SOURCE[mutant.end :]))
                self.assertNotEqual(mutated, _SOURCE)
        swapped = next(
            mutant for mutant in mutants_of("table.cpp", _SOURCE) if mutant.kind == "branch"
        )
        self.assertIn(
            "if (int* found = at(place); !(found != nullptr)) return", swapped.applied_to(_SOURCE)
        )

    def test_keep_their_names_when_lines_come_before_them(self):
        moved = [mutant.key for mutant in mutants_of("table.cpp", "int before = 1;\n" + _SOURCE)]
        self.assertLess({mutant.key for mutant in mutants_of("table.cpp", _SOURCE)}, set(moved))
        self.assertEqual(len(moved), len(set(moved)))


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


class ProveMutants(FakeTreeTest):
    def setUp(self):
        super().setUp()
        for name, text in _ENGINE.items():
            os.makedirs(os.path.dirname(self.tree.file("small/" + name)), exist_ok=True)
            self.tree.write_file("small/" + name, text)
        self.tree.write_file("tree/bin/suite", _SUITE)
        os.chmod(self.tree.file("tree/bin/suite"), stat.S_IRWXU)
        self.tree.manifest["kind"] = "reference"
        self.tree.manifest["programs"][0] |= {
            "path": "bin/suite",
            "tests": [test for test in self.tree.tests if test["name"] == "plain.variant"],
        }
        self.tree.write()

    def prove(self, *arguments):
        return self.tree.mpitcheck(
            [
                "prove",
                "mutants",
                self.tree.root,
                "--sources",
                self.tree.file("small"),
                "--json",
                "mutants.json",
                *arguments,
            ]
        )

    def fates(self):
        mutants = json.loads(content(self.tree.file("mutants.json")))["mutants"]
        return {
            (mutant["function"], mutant["change"]): (
                mutant["engine"].rpartition(" ")[2],
                bool(mutant["suites"]),
            )
            for mutant in mutants
        }

    def declare(self, name, *mutants):
        os.makedirs(os.path.dirname(self.tree.file("small/" + name)), exist_ok=True)
        self.tree.write_file(
            "small/" + name, "".join("\t".join((*key, "because")) + "\n" for key in mutants)
        )

    def test_asks_tests_that_come_to_the_function_and_tells_who_killed_what(self):
        self.prove("--filter", "most", "--by", "suites")
        before = content(self.tree.file("tree/bin/suite.starts"))
        self.assertIn("suites: survives", self.prove("--filter", "sum", "--by", "suites").out)
        self.assertEqual(content(self.tree.file("tree/bin/suite.starts")), before)
        run = self.prove()
        self.assertEqual(run.exit_code, ExitCode.broken_must, run.out + run.err)
        self.assertEqual(
            self.fates(),
            {
                ("sum", "+ -> -"): ("Small.Sum", False),
                ("most", "? a : b swapped"): ("", True),
                ("shift", "+ -> -"): ("", True),
                ("shift", "5 -> 6"): ("", True),
                ("unseen", "if (a > b) swapped"): ("", False),
                ("unchanged", "- -> +"): ("", False),
            },
        )
        self.assertIn("not counted: 2 same object, 2 same when optimised", run.out)
        for line in (
            "killed by both: 4 of 6 (66.7 %), at least 98 % wanted",
            "killed by suites: 3 of 6 (50.0 %), at least 90 % wanted",
            "killed by engine: 1 of 6 (16.7 %)",
        ):
            self.assertIn(line, run.out)
        self.assert_nothing_left()

    def test_goes_on_with_what_is_known_and_with_what_is_declared(self):
        unseen = [
            mutant.key
            for mutant in all_mutants(self.tree.file("small"))
            if mutant.function in ("unseen", "unchanged", "next")
        ]
        self.declare(EQUIVALENTS, *unseen)
        self.assertIn("2 of 2 mutants of seed 1 tried", self.prove("--count", "2").out)
        before = content(self.tree.file("tree/mutants/results.jsonl"))
        run = self.prove()
        self.assertIn("killed by both: 4 of 4 (100.0 %)", run.out)
        self.assertTrue(content(self.tree.file("tree/mutants/results.jsonl")).startswith(before))
        suites = self.prove("--filter", "most", "--by", "suites")
        self.assertEqual(
            (suites.exit_code, "killed by suites: 1 of 1" in suites.out),
            (ExitCode.as_expected, True),
            suites.out,
        )
        self.counts_for_the_suites_what_they_can_see()
        self.refuses_an_untrue_list_of_equivalent_ones()

    def counts_for_the_suites_what_they_can_see(self):
        keys = {
            mutant.function: mutant.key
            for mutant in all_mutants(self.tree.file("small"))
            if mutant.kind in ("arithmetic", "branch")
        }
        self.declare(UNSEEN, keys["sum"])
        run = self.prove("--filter", "sum", "--filter", "most")
        self.assertIn(
            (
                "killed by suites: 1 of 1 (100.0 %), at least 90 % wanted; the other 1 no call can"
                " show"
            ),
            run.out,
        )
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.out + run.err)
        self.declare(UNSEEN, keys["most"])
        run = self.prove("--filter", "sum", "--filter", "most")
        self.assertEqual(run.exit_code, ExitCode.broken_must)
        self.assertIn(
            (
                "killed by the suites, and not unseen as"
                f" {UNSEEN} says:\nreference/engine/small.cpp\tmost"
            ),
            run.out,
        )
        self.assertIn(
            (
                "survives the suites, for a test of theirs, or with a reason in"
                f" {UNSEEN}:\nreference/engine/small.cpp\tsum"
            ),
            run.out,
        )

    def refuses_an_untrue_list_of_equivalent_ones(self):
        self.declare(UNSEEN)
        most = next(
            mutant.key
            for mutant in all_mutants(self.tree.file("small"))
            if mutant.function == "most" and mutant.kind == "branch"
        )
        self.declare(EQUIVALENTS, most, ("gone.cpp", *most[1:]))
        run = self.prove("--filter", "most", "--by", "suites")
        self.assertEqual(run.exit_code, ExitCode.broken_must, run.out + run.err)
        self.assertIn("killed, and not equivalent", run.out)
        self.assertIn("no longer there", run.out)

    def test_refuses_what_it_cannot_use(self):
        self.declare(EQUIVALENTS, ("too", "few"))
        self.assert_refusal(self.prove(), ExitCode.usage, f"{EQUIVALENTS}:1: not six fields")
        self.assert_refusal(
            self.prove("--filter", "nothing"),
            ExitCode.nothing_selected,
            "no mutant fits 'nothing'",
        )
        self.tree.manifest["kind"] = "external"
        self.tree.write()
        self.assert_refusal(self.prove(), ExitCode.usage, "does not test the reference")
