# SPDX-License-Identifier: BSD-3-Clause
"""Verdicts come from the ranks' own records: how a launcher starts the ranks and what becomes of their output changes none, and a rank that
is missing is never a pass."""
import os

from mpitcheck.process.error import ExitCode
from mpitcheck.selftests.fake_tree import FakeTreeTest

_MANNERS = (
    ["--reversed"],
    ["--late", "0"],
    ["--late", "1"],
    ["--mute"],
    ["--forged"],
    ["--reversed", "--mute", "--forged"],
)
_LOSSES = (
    (["--lost", "0"], "early-exit", "rank 0: left without a verdict"),
    (["--lost", "1"], "early-exit", "rank 1: left without a verdict"),
    (["--lost", "1", "--forged"], "early-exit", "no result file"),
    (["--late", "0", "--lost", "0"], "early-exit", "rank 0: left without"),
    (["--twice", "1"], "error", "2 processes took themselves for rank 1"),
    (["--no-wait"], "early-exit", "no result file"),
    (["--no-such-option"], "error", "the launcher started nothing"),
)


class Launcher(FakeTreeTest):
    def run_under(self, filter, *manner):
        """Runs the tests of that name under the fake launcher, in that manner."""
        self.tree.manifest["launcher"] = [os.environ["FAKE_LAUNCHER"], *manner, "-n", "{np}"]
        self.tree.write()
        run = self.tree.mpitcheck(
            ["run", self.tree.root, "--filter", filter, "--json", "report.json", "--seed", "1"]
        )
        self.assertEqual(self.tree.remaining_processes(), [])
        self.assertNotIn("own error", run.err)
        return self.tree.report()["tests"]

    def said_under(self, *manner):
        """What the runner says of each test, apart from times and output."""
        return {
            test["name"]: [test[key] for key in ("verdict", "message", "charged", "examinations")]
            for test in self.run_under("ranks.*", *manner)
        }

    def test_the_manner_changes_no_verdict(self):
        usual = self.said_under()
        self.assertEqual(len(usual), 6)
        for manner in _MANNERS:
            with self.subTest(manner=manner):
                self.assertEqual(self.said_under(*manner), usual)

    def test_these_manners_are_what_they_are_called(self):
        first, second = "rank 0 here\n", "rank 1 here\n"
        for manner, expected in (
            (["--late", "1"], first + second),
            (["--late", "0"], second + first),
            (["--reversed"], second + first),
            (["--mute"], ""),
        ):
            with self.subTest(manner=manner):
                self.assertEqual(self.run_under("ranks.pass", *manner)[0]["output"], expected)
        self.assertIn('"verdict":"fail"', self.run_under("ranks.pass", "--forged")[0]["output"])

    def test_a_missing_rank_is_no_pass(self):
        for manner, verdict, message in _LOSSES:
            with self.subTest(manner=manner):
                test = self.run_under("ranks.pass", *manner)[0]
                self.assertEqual(test["verdict"], verdict, test)
                self.assertIn(message, test["message"])

    def test_a_template_of_the_command_line_replaces_the_trees_own(self):
        self.tree.manifest["launcher"] = []
        self.tree.write()
        launcher = os.environ["FAKE_LAUNCHER"] + " --reversed --ntasks={np}"
        run = self.tree.mpitcheck(
            [
                "run",
                self.tree.root,
                "--filter",
                "ranks.pass",
                "--launcher",
                launcher,
                "--json",
                "report.json",
            ]
        )
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.out)
        test = self.tree.test("ranks.pass")
        self.assertEqual(test["verdict"], "pass")
        self.assertIn(f"--launcher '{launcher}'", test["replay"])
