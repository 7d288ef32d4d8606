# SPDX-License-Identifier: BSD-3-Clause
"""Ctrl-C, once and repeatedly, and the sudden death of the runner."""
import os
import signal
import time
import unittest

from mpitcheck.process.error import ExitCode
from mpitcheck.selftests.fake_tree import FakeTreeTest, content


def wait_until(condition):
    """If it never comes true, the time limit of this test tells."""
    while not condition():
        time.sleep(0.02)


class Interrupt(FakeTreeTest):
    def start(self, *options):
        """A run, once the hostile program has said that it runs."""
        run = self.tree.start(
            ["run", self.tree.root, "--timeout", "3600", "--json", "report.json", *options]
        )
        wait_until(lambda: os.path.exists(self.tree.file("mark")))
        return run

    def finish(self, run):
        finished = self.tree.finish(run)
        self.assertEqual(finished.exit_code, ExitCode.interrupted, finished.err)
        return finished, self.tree.report()

    def test_once_ends_the_tests_and_writes_the_report(self):
        run = self.start("--filter", "plain.pass", "--filter", "late.loop", "--jobs", "1")
        os.kill(run.pid, signal.SIGINT)
        finished, report = self.finish(run)
        self.assertIn("Interrupted", finished.out)
        self.assertIs(report["footer"]["interrupted"], True)
        self.assertIs(report["footer"]["complete"], False)
        self.assertEqual(len(report["tests"]), 1)  # what was done before
        self.assertEqual(report["footer"]["missing"], [{"target": "fake", "test": "late.loop"}])
        self.assert_nothing_left()

    def test_keeps_what_a_test_reports_when_it_is_told_to_stop(self):
        run = self.start("--filter", "late.reports_when_told")
        os.kill(run.pid, signal.SIGINT)
        self.assertEqual([test["verdict"] for test in self.finish(run)[1]["tests"]], ["pass"])

    def test_again_ends_at_once(self):
        run = self.start("--filter", "late.ignores_sigterm", "--grace", "3600")
        # Two signals that come together are one to the kernel, so they are sent until the runner is gone.
        while os.waitid(os.P_PID, run.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            os.kill(run.pid, signal.SIGINT)
            time.sleep(0.02)
        _, report = self.finish(run)
        self.assertIs(report["footer"]["interrupted"], True)
        self.assert_nothing_left()

    def test_a_killed_runner_leaves_no_processes(self):
        run = self.start("--filter", "late.ignores_sigterm")
        os.kill(run.pid, signal.SIGKILL)
        self.tree.finish(run)
        wait_until(lambda: not self.tree.remaining_processes())  # the supervisor needs a moment

    def test_a_killed_runner_leaves_a_report_that_names_what_is_missing(self):
        run = self.start(
            "--filter",
            "late.ignores_sigterm",
            "--filter",
            "plain.pass",
            "--markdown",
            "report.md",
            "--junit",
            "report.xml",
        )
        os.kill(run.pid, signal.SIGKILL)
        self.tree.finish(run)
        footer = self.tree.report()["footer"]
        self.assertEqual((footer["complete"], footer["interrupted"]), (False, True))
        self.assertIn({"target": "fake", "test": "late.ignores_sigterm"}, footer["missing"])
        self.assertIn(
            "Interrupted: selected tests that have not run: ", content(self.tree.file("report.md"))
        )
        self.assertIn("has not run: the run was interrupted", content(self.tree.file("report.xml")))
        wait_until(lambda: not self.tree.remaining_processes())


if __name__ == "__main__":
    unittest.main()
