# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck selftest faults` on a tree of its own."""
import json
import os
import unittest

from mpitcheck.process.error import ExitCode
from mpitcheck.selftests.fake_tree import FakeTree, FakeTreeTest, content


class SelftestFaults(FakeTreeTest):
    def setUp(self):
        super().setUp()
        os.symlink(os.environ["PRELOAD_LIBRARY"], os.path.join(self.tree.root, "bin/preload.so"))
        self.list("bad")

    def list(self, *names):
        """The tree's faults."""
        faults = [
            {"name": name, "brief": f"It is {name}.", "clauses": [FakeTree.clause("must")]}
            for name in names
        ]
        self.tree.manifest["faults"] = {"list": faults, "library": "bin/preload.so"}
        self.tree.write()

    def selftest(self, *arguments):
        return self.tree.mpitcheck(
            [
                "selftest",
                "faults",
                self.tree.root,
                "--test",
                "plain.variant",
                "--whole-suite",
                *arguments,
            ]
        )

    def assert_run(self, run, exit_code, *parts):
        self.assertEqual(run.exit_code, exit_code, run.out + run.err)
        for part in parts:
            self.assertIn(part, run.out)

    def entry(self):
        """Of the first fault in faults.json."""
        return json.loads(content(self.tree.file("faults.json")))["faults"][0]

    def test_tells_who_detected_what(self):
        self.assert_run(
            self.selftest("--json", "faults.json"), ExitCode.as_expected, "1 of 1 faults: 1 killed"
        )
        self.assertEqual(
            (self.entry()["verdict"], self.entry()["killed_by"]), ("killed", ["plain.variant"])
        )

    def test_counts_the_findings_of_each(self):
        self.list("bad")
        self.assert_run(
            self.selftest("--findings", "--json", "faults.json"),
            ExitCode.as_expected,
            "must findings  faults\n            1       1\n",
        )
        self.assertEqual(
            [finding["clauses"] for finding in self.entry()["findings"]],
            [[FakeTree.clause("must")]],
        )

    def test_fails_over_a_missed_one(self):
        self.list("bad", "subtle")
        self.assert_run(self.selftest(), ExitCode.broken_must, "missed: subtle: It is subtle.")
        self.assert_run(self.selftest("--filter", "bad"), ExitCode.as_expected)

    def test_tells_what_had_no_occasion_to_show(self):
        self.list("quiet")
        self.assert_run(self.selftest(), ExitCode.as_expected, "not-triggered: quiet: It is quiet.")
        self.tree.manifest["kind"] = "reference"
        self.tree.write()
        self.assert_run(
            self.selftest(), ExitCode.broken_must
        )  # on the reference each fault must show

    def test_tells_of_how_many_a_sample_is(self):
        self.list("a", "bad", "subtle")
        self.assert_run(
            self.selftest("--every", "3"), ExitCode.as_expected, "1 of 3 faults: 1 killed"
        )
        self.assert_run(self.selftest("--every", "0"), ExitCode.usage)
        self.assert_run(self.selftest("--every", "9"), ExitCode.nothing_selected)

    def test_starts_a_sample_where_asked(self):
        self.list("a", "bad", "subtle")
        self.assert_run(
            self.selftest("--every", "3", "--offset", "2"),
            ExitCode.broken_must,
            "1 of 3 faults: 0 killed, 0 misattributed, 1 missed",
        )
        self.assert_run(self.selftest("--every", "3", "--offset", "3"), ExitCode.nothing_selected)

    def test_refuses_what_it_cannot_run(self):
        self.assert_run(self.selftest("--filter", "none_such"), ExitCode.nothing_selected)
        del self.tree.manifest["faults"]
        self.tree.write()
        run = self.selftest()
        self.assert_run(run, ExitCode.usage)
        self.assertIn("without its faults", run.err)

    def test_random_tests_come_where_the_written_ones_miss_a_fault(self):
        for written, random in (
            ("plain.pass", "plain.variant"),
            ("plain.variant", "plain.variant"),
        ):
            with self.subTest(written=written):
                self.tree.manifest["programs"] = [
                    {
                        "suite": suite,
                        "path": "bin/hostile",
                        "random": suite == "random",
                        "tests": [{"name": test, "clauses": [FakeTree.clause("must")], "np": 1}],
                    }
                    for suite, test in (("random", random), ("written", written))
                ]
                self.tree.write()
                run = self.tree.mpitcheck(
                    ["selftest", "faults", self.tree.root, "--json", self.tree.file("faults.json")]
                )
                self.assert_run(run, ExitCode.as_expected)
                self.assertEqual(
                    self.entry()["killed_by"], ["plain.variant"]
                )  # once, even if both could


if __name__ == "__main__":
    unittest.main()
