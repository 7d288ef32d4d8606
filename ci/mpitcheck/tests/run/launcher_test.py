# SPDX-License-Identifier: BSD-3-Clause
"""Verdicts come from the ranks' own records. How a launcher starts the ranks, and what becomes of
their output, changes no verdict. A missing rank is never a pass."""
import os

import pytest

from mpitcheck.process.error import ExitCode

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
    (["--twice", "1"], "error", "2 processes started as rank 1"),
    (["--no-wait"], "early-exit", "no result file"),
    (["--no-such-option"], "error", "the launcher started nothing"),
)


def run_under(tree, filter, *manner):
    """Runs the tests of that name under the fake launcher, in that manner."""
    tree.manifest["launcher"] = [os.environ["FAKE_LAUNCHER"], *manner, "-n", "{np}"]
    tree.write()
    run = tree.mpitcheck(
        ["run", tree.root, "--filter", filter, "--json", "report.json", "--seed", "1"]
    )
    assert tree.remaining_processes() == []
    assert "own error" not in run.err
    return tree.report()["tests"]


def said_under(tree, *manner):
    """What the runner says of each test, apart from times and output."""
    return {
        test["name"]: [test[key] for key in ("verdict", "message", "charged", "examinations")]
        for test in run_under(tree, "ranks.*", *manner)
    }


@pytest.mark.parametrize("manner", _MANNERS, ids=" ".join)
def test_launcher_styles_do_not_change_verdicts(tree, manner):
    usual = said_under(tree)
    assert len(usual) == 6
    assert said_under(tree, *manner) == usual


@pytest.mark.parametrize(
    "manner, expected",
    [
        (["--late", "1"], "rank 0 here\nrank 1 here\n"),
        (["--late", "0"], "rank 1 here\nrank 0 here\n"),
        (["--reversed"], "rank 1 here\nrank 0 here\n"),
        (["--mute"], ""),
    ],
    ids=["late 1", "late 0", "reversed", "mute"],
)
def test_launcher_styles_match_their_names(tree, manner, expected):
    assert run_under(tree, "ranks.pass", *manner)[0]["output"] == expected


def test_a_forged_output_holds_a_verdict(tree):
    assert '"verdict":"fail"' in run_under(tree, "ranks.pass", "--forged")[0]["output"]


@pytest.mark.parametrize(
    "manner, verdict, message", _LOSSES, ids=[" ".join(row[0]) for row in _LOSSES]
)
def test_a_missing_rank_is_not_a_pass(tree, manner, verdict, message):
    test = run_under(tree, "ranks.pass", *manner)[0]
    assert test["verdict"] == verdict, test
    assert message in test["message"]


def test_a_template_of_the_command_line_replaces_the_trees_own(tree):
    tree.manifest["launcher"] = []
    tree.write()
    launcher = os.environ["FAKE_LAUNCHER"] + " --reversed --ntasks={np}"
    run = tree.mpitcheck(
        [
            "run",
            tree.root,
            "--filter",
            "ranks.pass",
            "--launcher",
            launcher,
            "--json",
            "report.json",
        ]
    )
    assert run.exit_code == ExitCode.as_expected, run.out
    test = tree.test("ranks.pass")
    assert test["verdict"] == "pass"
    assert f"--launcher '{launcher}'" in test["replay"]
