# SPDX-License-Identifier: BSD-3-Clause
"""What the runner says of programs that do not end: slow or stuck, and where they stand."""
import contextlib
import re

import pytest

from tests.fake_tree import FakeTree, content


_CASES = [
    ("late.deadlock", {}),
    ("late.system_call", {}),
    ("late.forked", {}),
    ("late.goes_on", {}),
    ("plain.fail", {}),
    ("late.system_call", {"PATH": "/nowhere"}),
]
_OPTIONS = "--timeout 2 --grace 1 --json report.json --html report.html --markdown report.md"


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


def test_a_deadlock_is_shown_by_the_stacks_of_its_threads(runs):
    tree, out, test = end_of(runs, "late.deadlock")
    assert re.search(r"; stuck: nothing moved in the last 0\.5 s\Z", test["message"])
    assert len(test["stacks"]) == 2, test
    assert test["stacks"][1]["thread"] == "rank 0, thread 2 of 2"
    for stack in test["stacks"]:
        assert "hostile::take_both" in stack["frames"]
        assert "pthread_mutex_lock (libc.so" in str(stack["frames"])
    for text in [
        out,
        *(content(tree.file(f"report.{form}")) for form in ("html", "md", "xml")),
    ]:
        assert "hostile::take_both" in text


def test_a_hang_in_a_system_call_is_shown(runs):
    test = end_of(runs, "late.system_call")[2]
    assert len(test["stacks"]) == 1, test
    assert "read (libc.so" in test["stacks"][0]["frames"][0]
    assert "hostile::read_from_nobody" in test["stacks"][0]["frames"]


def test_a_forked_process_is_shown_beside_its_parent(runs):
    test = end_of(runs, "late.forked")[2]
    assert len(test["stacks"]) == 2, test
    assert test["stacks"][0]["thread"] == "rank 0, thread 1 of 1"
    assert "another process" in test["stacks"][1]["thread"]
    assert "hostile::read_from_nobody" in test["stacks"][1]["frames"]


def test_a_process_that_still_moves_is_slow(runs):
    _, out, test = end_of(runs, "late.goes_on")
    assert (test["verdict"], test["failures"]) == ("inconclusive", [])
    assert "inconclusive: " in out
    assert re.search(r"; slow: still moving in the last 0\.5 s\Z", test["message"])
    assert len(test["stacks"]) == 1


def test_what_ends_in_time_has_no_stacks(runs):
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
