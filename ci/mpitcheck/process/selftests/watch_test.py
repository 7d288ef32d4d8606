# SPDX-License-Identifier: BSD-3-Clause
"""What the runner says of programs that do not end: slow or stuck, and where they stand."""
import unittest

from mpitcheck.selftests.contexts import entered
from mpitcheck.selftests.fake_tree import FakeTree, content


class Watch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Starts all runs, each of one test into its time limit: they wait more than they compute."""
        cls.trees, cls.runs = {}, {}
        for name, variables in [
            ("late.deadlock", {}),
            ("late.system_call", {}),
            ("late.forked", {}),
            ("late.goes_on", {}),
            ("plain.fail", {}),
            ("late.system_call", {"PATH": "/nowhere"}),
        ]:
            key = name, *variables
            tree = cls.trees[key] = entered(FakeTree(), cls.addClassCleanup)
            cls.runs[key] = tree.start(
                [
                    "run",
                    tree.root,
                    "--filter",
                    name,
                    "--timeout",
                    "2",
                    "--grace",
                    "1",
                    "--json",
                    "report.json",
                    "--html",
                    "report.html",
                    "--markdown",
                    "report.md",
                    "--junit",
                    "report.xml",
                ],
                **variables,
            )

    def end_of(self, *key):
        """The tree, what the run printed, the test."""
        finished = self.trees[key].finish(self.runs[key])
        return self.trees[key], finished.out, self.trees[key].test(key[0])

    def test_a_deadlock_is_shown_by_the_stacks_of_its_threads(self):
        tree, out, test = self.end_of("late.deadlock")
        self.assertRegex(test["message"], r"; stuck: nothing moved in the last 0\.5 s\Z")
        self.assertEqual(len(test["stacks"]), 2, test)
        self.assertEqual(test["stacks"][1]["thread"], "rank 0, thread 2 of 2")
        for stack in test["stacks"]:
            self.assertIn("hostile::take_both", stack["frames"])
            self.assertIn("pthread_mutex_lock (libc.so", str(stack["frames"]))
        for text in [
            out,
            *(content(tree.file(f"report.{form}")) for form in ("html", "md", "xml")),
        ]:
            self.assertIn("hostile::take_both", text)

    def test_a_hang_in_a_system_call_is_shown(self):
        test = self.end_of("late.system_call")[2]
        self.assertEqual(len(test["stacks"]), 1, test)
        self.assertIn("read (libc.so", test["stacks"][0]["frames"][0])
        self.assertIn("hostile::read_from_nobody", test["stacks"][0]["frames"])

    def test_a_forked_process_is_shown_beside_its_parent(self):
        test = self.end_of("late.forked")[2]
        self.assertEqual(len(test["stacks"]), 2, test)
        self.assertEqual(test["stacks"][0]["thread"], "rank 0, thread 1 of 1")
        self.assertIn("another process", test["stacks"][1]["thread"])
        self.assertIn("hostile::read_from_nobody", test["stacks"][1]["frames"])

    def test_what_still_moves_is_slow(self):
        _, out, test = self.end_of("late.goes_on")
        self.assertEqual((test["verdict"], test["failures"]), ("inconclusive", []))
        self.assertIn("inconclusive: ", out)
        self.assertRegex(test["message"], r"; slow: still moving in the last 0\.5 s\Z")
        self.assertEqual(len(test["stacks"]), 1)

    def test_what_ends_in_time_has_no_stacks(self):
        _, out, test = self.end_of("plain.fail")
        self.assertEqual(test["stacks"], [])
        self.assertNotIn("stack ", out)

    def test_without_a_printer_the_report_says_what_to_install(self):
        test = self.end_of("late.system_call", "PATH")[2]
        self.assertEqual(test["verdict"], "timeout")
        self.assertEqual(test["stacks"], [])
        self.assertEqual(
            test["notes"],
            [
                "no stacks: eu-stack does not start (No such file or directory): install the"
                " package elfutils"
            ],
        )


if __name__ == "__main__":
    unittest.main()
