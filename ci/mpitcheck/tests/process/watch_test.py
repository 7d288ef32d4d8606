# SPDX-License-Identifier: BSD-3-Clause
"""What the runner says of programs that do not end: slow or stuck, and where they stand."""
import contextlib
import re

import pytest

from tests.fake_tree import FakeTree, content
from tests.report.packed import data_of


_CASES = [
    ("late.deadlock", {}),
    ("late.system_call", {}),
    ("late.forked", {}),
    ("late.goes_on", {}),
    ("plain.fail", {}),
    ("late.system_call", {"PATH": "/nowhere"}),
]
_OPTIONS = (
    "--timeout 2 --grace 1 --verbose --json report.json --html report.html --markdown report.md"
)


@pytest.fixture(scope="module")
def runs():
    """All runs and their trees, each of one test into its time limit. They run side by side, for
    they wait more than they compute."""
    with contextlib.ExitStack() as stack:
        begun = {}
        for name, variables in _CASES:
            tree = stack.enter_context(FakeTree())
            words = ["run", tree.root, "--filter", name, *_OPTIONS.split(), "--junit", "report.xml"]
            run = tree.start(words, **variables)
            stack.callback(run.process.wait)
            key = name, *variables
            begun[key] = tree, run
        yield begun


def end_of(runs, *key):
    """The tree, what the run printed, the test."""
    tree, run = runs[key]
    finished = tree.finish(run)
    return tree, finished.out, tree.test(key[0])


def test_stacks_of_threads_show_a_deadlock(runs):
    tree, out, test = end_of(runs, "late.deadlock")
    assert re.search(r"; stuck: nothing moved in the last 0\.5 s\Z", test["message"])
    assert len(test["stacks"]) == 2, test
    assert test["stacks"][1]["thread"] == "rank 0, thread 2 of 2"
    for stack in test["stacks"]:
        assert "hostile::take_both" in stack["frames"]
        assert "pthread_mutex_lock (libc.so" in str(stack["frames"])
    for text in [
        out,
        str(data_of(content(tree.file("report.html")))),
        *(content(tree.file(f"report.{form}")) for form in ("md", "xml")),
    ]:
        assert "hostile::take_both" in text


def test_a_hang_in_a_system_call_is_shown(runs):
    test = end_of(runs, "late.system_call")[2]
    assert len(test["stacks"]) == 1, test
    assert "read (libc.so" in test["stacks"][0]["frames"][0]
    assert "hostile::read_from_nobody" in test["stacks"][0]["frames"]


def test_a_forked_process_is_shown_with_its_parent(runs):
    test = end_of(runs, "late.forked")[2]
    assert len(test["stacks"]) == 2, test
    assert test["stacks"][0]["thread"] == "rank 0, thread 1 of 1"
    assert "another process" in test["stacks"][1]["thread"]
    assert "hostile::read_from_nobody" in test["stacks"][1]["frames"]


def test_a_process_with_progress_is_slow(runs):
    _, out, test = end_of(runs, "late.goes_on")
    assert (test["verdict"], test["failures"]) == ("inconclusive", [])
    assert "inconclusive: " in out
    assert re.search(r"; slow: still moving in the last 0\.5 s\Z", test["message"])
    assert len(test["stacks"]) == 1


def test_processes_that_end_in_time_have_no_stacks(runs):
    _, out, test = end_of(runs, "plain.fail")
    assert test["stacks"] == []
    assert "stack " not in out


def test_without_a_printer_the_report_says_what_to_install(runs):
    test = end_of(runs, "late.system_call", "PATH")[2]
    assert test["verdict"] == "timeout"
    assert test["stacks"] == []
    assert test["notes"] == [
        "no stacks: eu-stack does not start (No such file or directory): install the"
        " package elfutils"
    ]
