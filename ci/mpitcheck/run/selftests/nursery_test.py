# SPDX-License-Identifier: BSD-3-Clause
"""Tests that are born in a nursery: like those in processes of their own, and what happens where there is none."""
import os
import shutil
import unittest

from mpitcheck.selftests.contexts import entered
from mpitcheck.selftests.fake_tree import FakeTree, FakeTreeTest

# What a test is expected to come to, part of the message, and the setup that the program says it has.
_CASES = {
    "a.first.waits": ("nothing", "pass", ""),
    "b.mpi.pass": ("mpi", "pass", ""),
    "b.phases.pass": ("each phase", "pass", ""),
    "b.tool.pass": ("tool", "pass", ""),
    "c.nothing.one": ("nothing", "pass", ""),
    "c.nothing.other": ("nothing", "pass", ""),
    "c.nothing.third": ("nothing", "pass", ""),
    "d.tool.crash": ("tool", "crash", "SIGSEGV in MPI_T_crash()"),
    "d.tool.exit": ("tool", "inconclusive", "the test's own code"),
    "d.tool.forked-only": ("tool", "pass", ""),
    "d.tool.hang": ("tool", "timeout", "no end within 3 s in MPI_T_hang()"),
    "d.tool.prints": ("tool", "pass", ""),
    "d.tool.stray": ("tool", "pass", ""),
    "e.tool.surroundings": ("tool", "pass", ""),
    "f.tool.kills-nursery": ("tool", "pass", ""),
    "g.tool.after": ("tool", "pass", ""),
}
_WELL_BEHAVED = [
    word
    for pattern in ("b.*", "a.*", "c.*", "e.*", "g.*", "d.tool.prints")
    for word in ("--filter", pattern)
]


class NurseryTree(FakeTree):
    def __init__(self):
        super().__init__()
        shutil.copy(os.environ["NURSERY_PROGRAM"], os.path.join(self.root, "bin/hostile"))
        self.manifest["programs"][0]["tests"] = [
            {"name": name, "setup": setup, "clauses": [self.clause("must")], "np": 1}
            for name, (setup, _, _) in _CASES.items()
        ]
        del self.manifest["inventory"]

    def begin(self, act, *options):
        """Starts the tests, one after another, with what the library is to do in the nursery."""
        self.manifest["env"]["NURSERY_ACT"] = act
        self.write()
        return self.start(
            [
                "run",
                self.root,
                "--json",
                "report.json",
                "--jobs",
                "1",
                "--grace",
                "1",
                "--timeout",
                "3",
                "--seed",
                "1",
                *options,
            ]
        )

    def measured(self, what):
        """What those tests measured that lived to say so."""
        return {
            test["name"]: test["metrics"][what]
            for test in self.report()["tests"]
            if what in test.get("metrics", {})
        }


class Nursery(FakeTreeTest):
    def test_tests_born_there_are_as_those_of_their_own(self):
        tree = entered(NurseryTree(), self.addCleanup)
        tree.finish(tree.begin(""))
        for name, (_, verdict, message) in _CASES.items():
            with self.subTest(name):
                test = tree.test(name)
                self.assertEqual(test["verdict"], verdict, test)
                self.assertIn(message, test["message"])
        self.assertIn(
            "tried again, after the test's own code ends the process (SIGSEGV",
            str(tree.test("d.tool.forked-only")["notes"]),
        )
        self.assertEqual(tree.test("d.tool.crash")["notes"], [])
        self.assertIn("left 1 process behind", str(tree.test("d.tool.stray")["notes"]))
        self.assertIn("on stdout", tree.test("d.tool.prints")["output"])
        self.assertIn("on stderr", tree.test("d.tool.prints")["output"])
        self.assert_nothing_left(tree)
        places = tree.measured("born")
        for name in ("d.tool.forked-only", "g.tool.after"):  # the nursery is dead then
            self.assertEqual(places[name], "by itself", name)
        for name in (
            "c.nothing.one",
            "c.nothing.other",
            "c.nothing.third",
            "b.mpi.pass",
            "b.phases.pass",
            "b.tool.pass",
            "d.tool.prints",
            "d.tool.stray",
            "e.tool.surroundings",
            "f.tool.kills-nursery",
        ):
            self.assertEqual(places[name], "in a nursery", name)
        self.assertEqual(len(set(tree.measured("descriptors").values())), 1)

    def assert_each_by_itself(self, trees, runs, unless=("nothing",)):
        """Of runs side by side, by what distinguishes them; not of tests with those setups."""
        for which, run in runs.items():
            with self.subTest(which), trees[which] as tree:
                tree.finish(run)
                for test in tree.report()["tests"]:  # those that ran
                    self.assertEqual(test["verdict"], "pass", test)
                self.assert_nothing_left(tree)
                self.assertEqual(
                    {
                        place
                        for test, place in tree.measured("born").items()
                        if _CASES[test][0] not in unless
                    },
                    {"by itself"},
                )

    def test_without_one_every_test_has_its_own_process(self):
        trees = {
            act: NurseryTree()
            for act in (
                "dies",
                "leaves",
                "hangs",
                "prints",
                "threads",
                "opens",
                "shares",
                "forks",
                "times",
            )
        }
        self.assert_each_by_itself(
            trees, {act: tree.begin(act, *_WELL_BEHAVED) for act, tree in trees.items()}
        )

    def test_what_loading_leaves_behind_is_not_copied(self):
        trees = {
            act: NurseryTree()
            for act in (
                "early-threads",
                "early-opens",
                "early-shares",
                "early-forks",
                "early-times",
            )
        }
        options = [word for pattern in ("a.*", "c.*") for word in ("--filter", pattern)]
        for tree in trees.values():
            tree.write_file("mark", "nobody to wait for")
        self.assert_each_by_itself(
            trees, {act: tree.begin(act, *options) for act, tree in trees.items()}, unless=()
        )

    def test_some_options_ask_for_none(self):
        trees = {
            options: NurseryTree()
            for options in [
                ("--process-per-test",),
                ("--env", "A=B"),
                ("--preload", os.environ["PRELOAD_LIBRARY"]),
            ]
        }
        for tree in trees.values():
            tree.write_file("mark", "nobody to wait for")
        self.assert_each_by_itself(
            trees,
            {options: tree.begin("", *options, *_WELL_BEHAVED) for options, tree in trees.items()},
            unless=(),
        )


if __name__ == "__main__":
    unittest.main()
