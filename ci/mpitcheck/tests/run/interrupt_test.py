# SPDX-License-Identifier: BSD-3-Clause
"""Ctrl-C, once and repeatedly, and the sudden death of the runner."""
import os
import signal
import time

from mpitcheck.process.error import ExitCode
from tests.fake_tree import assert_nothing_left, content


def wait_until(condition):
    """If it never comes true, the time limit of this test tells."""
    while not condition():
        time.sleep(0.02)


def start(tree, *options):
    """A run, once the hostile program has said that it runs."""
    run = tree.start(["run", tree.root, "--timeout", "3600", "--json", "report.json", *options])
    wait_until(lambda: os.path.exists(tree.file("mark")))
    return run


def finish(tree, run):
    finished = tree.finish(run)
    assert finished.exit_code == ExitCode.interrupted, finished.err
    return finished, tree.report()


def test_one_interrupt_ends_the_tests_and_writes_the_report(tree):
    run = start(tree, "--filter", "plain.pass", "--filter", "late.loop", "--jobs", "1")
    os.kill(run.pid, signal.SIGINT)
    finished, report = finish(tree, run)
    assert "Interrupted" in finished.out
    assert report["footer"]["interrupted"] is True
    assert report["footer"]["complete"] is False
    assert len(report["tests"]) == 1  # what was done before
    assert report["footer"]["missing"] == [{"target": "fake", "test": "late.loop"}]
    assert_nothing_left(tree)


def test_interrupt_keeps_reports_of_stopped_tests(tree):
    run = start(tree, "--filter", "late.reports_when_told")
    os.kill(run.pid, signal.SIGINT)
    assert [test["verdict"] for test in finish(tree, run)[1]["tests"]] == ["pass"]


def test_a_second_interrupt_ends_at_once(tree):
    run = start(tree, "--filter", "late.ignores_sigterm", "--grace", "3600")
    # The kernel merges two signals that come together, so they are sent until the runner is gone.
    while os.waitid(os.P_PID, run.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        os.kill(run.pid, signal.SIGINT)
        time.sleep(0.02)
    _, report = finish(tree, run)
    assert report["footer"]["interrupted"] is True
    assert_nothing_left(tree)


def test_a_killed_runner_leaves_no_processes(tree):
    run = start(tree, "--filter", "late.ignores_sigterm")
    os.kill(run.pid, signal.SIGKILL)
    tree.finish(run)
    wait_until(lambda: not tree.remaining_processes())  # the supervisor needs a moment


def test_a_killed_runner_leaves_a_report_of_missing_tests(tree):
    run = start(
        tree,
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
    tree.finish(run)
    footer = tree.report()["footer"]
    assert (footer["complete"], footer["interrupted"]) == (False, True)
    assert {"target": "fake", "test": "late.ignores_sigterm"} in footer["missing"]
    assert "Interrupted: selected tests that have not run: " in content(tree.file("report.md"))
    assert "has not run: the run was interrupted" in content(tree.file("report.xml"))
    wait_until(lambda: not tree.remaining_processes())
