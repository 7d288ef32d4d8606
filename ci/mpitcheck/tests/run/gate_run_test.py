# SPDX-License-Identifier: BSD-3-Clause
"""The gate as a user meets it: `mpitcheck run --expect FILE`."""
import os

import pytest

from mpitcheck.process.error import ExitCode
from tests.fake_tree import assert_refusal, content

_HEAD = "library: Fake MPI\nversion: 1.*\n"
_KNOWN_FAIL = 'plain.fail  fail  bug  "why"  "fail"\n'
_KNOWN_QUALITY = 'signal.segv  crash  wontfix  "why"  "SIGSEGV in MPI_T_"\n'


def write(tree, text):
    tree.write_file("x.txt", text)


def run_gate(tree, *more):
    """Runs a pass, a broken `must` and a crash that breaks only a `quality` clause."""
    return tree.mpitcheck(
        [
            "run",
            tree.root,
            "--filter",
            "plain.pass",
            "--filter",
            "plain.fail",
            "--filter",
            "signal.segv",
            "--expect",
            "x.txt",
            "--json",
            "report.json",
            "--verbose",
            *more,
        ]
    )


def problems(tree, entries):
    """The problems that the gate finds with these entries. Checks exit code and report first."""
    write(tree, _HEAD + entries)
    finished = run_gate(tree)
    summary = tree.report()["summary"]
    for finding in summary["gate"]["findings"]:
        assert finding["line"] in finished.out
    found = [finding["problem"] for finding in summary["gate"]["findings"]]
    assert finished.exit_code == (
        ExitCode.broken_must if found else ExitCode.as_expected
    ), finished.out
    assert summary["exit_code"] == finished.exit_code
    return found


def test_known_deviations_are_expected(tree):
    assert problems(tree, _KNOWN_FAIL + _KNOWN_QUALITY) == []
    assert tree.report()["summary"]["gate"]["known"] == 2
    assert tree.test("plain.fail")["expected"] is True
    assert tree.test("plain.fail")["known"]["reason"] == "why"
    assert tree.test("plain.pass")["known"] is None


def test_a_failure_without_entry_is_a_problem(tree):
    assert problems(tree, _KNOWN_QUALITY) == ["unexpected-failure"]
    assert tree.test("plain.fail")["expected"] is False


@pytest.mark.parametrize(
    "entries, expected",
    [
        (_KNOWN_FAIL + 'plain.pass  fail  bug  "why"  "m"\n', ["unexpected-pass"]),
        ('plain.fail  crash  bug  "why"  "fail"\n', ["improvement"]),
        (_KNOWN_FAIL + 'signal.segv  crash  bug  "why"  "SIGBUS"\n', ["changed-message"]),
        (_KNOWN_FAIL + 'no.such  fail  bug  "why"  "m"\n', ["stale"]),
        (_KNOWN_FAIL + 'late.loop  timeout  bug  "why"  "m"\n', []),
        ('plain.fail  fail  bug  "why"  "fail"  until=2001-01-01\n', ["expired"]),
    ],
    ids=["pass", "improvement", "message", "stale", "not selected", "expired"],
)
def test_each_difference_is_a_problem(tree, entries, expected):
    assert problems(tree, entries) == expected


def test_an_entry_that_is_too_wide_is_a_problem(tree):
    assert {"too-wide", "unexpected-pass"} <= set(problems(tree, '*  fail  bug  "why"  "fail"\n'))


def test_files_for_other_libraries_are_ignored(tree):
    tree.write_file("other.txt", 'library: Other\nversion: 1\nx  fail  bug  "r"  "m"\n')
    write(tree, _HEAD + _KNOWN_FAIL)
    assert run_gate(tree, "--expect", "other.txt").exit_code == ExitCode.as_expected
    assert (
        run_gate(tree, "--expect", "other.txt", "--update-expectations").exit_code == ExitCode.usage
    )


def test_a_malformed_file_is_refused_in_one_line(tree):
    write(tree, _HEAD + "plain.fail  fail\n")
    assert_refusal(run_gate(tree), ExitCode.usage, "x.txt:3: an entry is:")
    os.unlink(tree.file("x.txt"))
    assert "expectations 'x.txt' cannot be read" in run_gate(tree).err


def test_known_deviations_get_one_line_each(tree):
    write(tree, _HEAD + _KNOWN_FAIL)
    finished = run_gate(tree)
    assert "[fake (known), 1 test]\n" in finished.out
    assert "Gate: as expected. Known deviations: 1." in finished.out
    assert "plain.fail" not in finished.err


def test_the_update_makes_the_file_match(tree):
    write(
        tree, "# Mine.\n" + _HEAD + 'gone  fail  bug  "r"  "m"\nplain.pass  fail  bug  "r"  "m"\n'
    )
    finished = run_gate(tree, "--update-expectations")
    assert finished.exit_code == ExitCode.as_expected, finished.out
    assert "x.txt: 1 added, 2 removed, 0 changed" in finished.err
    assert (
        content(tree.file("x.txt"))
        == "# Mine.\n" + _HEAD + '\nplain.fail  fail  bug  "to be reviewed"  "fail"\n'
    )
    assert run_gate(tree).exit_code == ExitCode.as_expected
    assert tree.remaining_files() == []


def test_the_update_writes_the_first_file_of_a_library(tree):
    assert run_gate(tree, "--update-expectations").exit_code == ExitCode.as_expected
    assert (
        content(tree.file("x.txt"))
        == 'library: Fake MPI\nversion: 1.0\n\nplain.fail  fail  bug  "to be reviewed"  "fail"\n'
    )
    assert (
        "'more.txt' does not exist"
        in run_gate(tree, "--expect", "more.txt", "--update-expectations").err
    )


def test_the_update_needs_a_file(tree):
    assert tree.mpitcheck(["run", tree.root, "--update-expectations"]).exit_code == ExitCode.usage
