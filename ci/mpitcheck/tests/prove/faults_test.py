# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove faults` on a tree of its own."""
import json
import os

import pytest

from mpitcheck.process.error import ExitCode
from tests.fake_tree import FakeTree, content


@pytest.fixture
def tree(tree):
    """A tree with the fault `bad`."""
    os.symlink(os.environ["PRELOAD_LIBRARY"], os.path.join(tree.root, "bin/preload.so"))
    list_faults(tree, "bad")
    return tree


def list_faults(tree, *names):
    """The tree's faults."""
    faults = [
        {"name": name, "brief": f"It is {name}.", "clauses": [FakeTree.clause("must")]}
        for name in names
    ]
    tree.manifest["faults"] = {"list": faults, "library": "bin/preload.so"}
    tree.write()


def prove(tree, *arguments):
    return tree.mpitcheck(
        [
            "prove",
            "faults",
            tree.root,
            "--test",
            "plain.variant",
            "--whole-suite",
            *arguments,
        ]
    )


def assert_run(run, exit_code, *parts):
    assert run.exit_code == exit_code, run.out + run.err
    for part in parts:
        assert part in run.out


def entry(tree):
    """Of the first fault in faults.json."""
    return json.loads(content(tree.file("faults.json")))["faults"][0]


def test_prove_faults_lists_tests_that_detected_each_fault(tree):
    assert_run(
        prove(tree, "--json", "faults.json"), ExitCode.as_expected, "1 of 1 faults: 1 killed"
    )
    assert (entry(tree)["verdict"], entry(tree)["killed_by"]) == ("killed", ["plain.variant"])


def test_prove_faults_counts_findings_per_fault(tree):
    list_faults(tree, "bad")
    assert_run(
        prove(tree, "--findings", "--json", "faults.json"),
        ExitCode.as_expected,
        "must findings  faults\n            1       1\n",
    )
    assert [finding["clauses"] for finding in entry(tree)["findings"]] == [
        [FakeTree.clause("must")]
    ]


def test_prove_faults_fails_if_a_fault_is_missed(tree):
    list_faults(tree, "bad", "subtle")
    assert_run(prove(tree), ExitCode.broken_must, "missed: subtle: It is subtle.")
    assert_run(prove(tree, "--filter", "bad"), ExitCode.as_expected)


def test_prove_faults_reports_faults_without_an_effect(tree):
    list_faults(tree, "quiet")
    assert_run(prove(tree), ExitCode.as_expected, "not-triggered: quiet: It is quiet.")
    tree.manifest["kind"] = "reference"
    tree.write()
    assert_run(prove(tree), ExitCode.broken_must)  # on the reference each fault must show


def test_prove_faults_reports_the_size_of_a_sample(tree):
    list_faults(tree, "a", "bad", "subtle")
    assert_run(prove(tree, "--every", "3"), ExitCode.as_expected, "1 of 3 faults: 1 killed")
    assert_run(prove(tree, "--every", "0"), ExitCode.usage)
    assert_run(prove(tree, "--every", "9"), ExitCode.nothing_selected)


def test_prove_faults_starts_a_sample_at_the_offset(tree):
    list_faults(tree, "a", "bad", "subtle")
    assert_run(
        prove(tree, "--every", "3", "--offset", "2"),
        ExitCode.broken_must,
        "1 of 3 faults: 0 killed, 0 misattributed, 1 missed",
    )
    assert_run(prove(tree, "--every", "3", "--offset", "3"), ExitCode.nothing_selected)


def test_prove_faults_refuses_what_it_cannot_run(tree):
    assert_run(prove(tree, "--filter", "none_such"), ExitCode.nothing_selected)
    del tree.manifest["faults"]
    tree.write()
    run = prove(tree)
    assert_run(run, ExitCode.usage)
    assert "without its faults" in run.err


@pytest.mark.parametrize(
    "written, random",
    [
        ("plain.pass", "plain.variant"),
        ("plain.variant", "plain.variant"),
    ],
)
def test_random_tests_run_if_other_tests_miss_a_fault(tree, written, random):
    tree.manifest["programs"] = [
        {
            "suite": suite,
            "path": "bin/hostile",
            "random": suite == "random",
            "tests": [{"name": test, "clauses": [FakeTree.clause("must")], "np": 1}],
        }
        for suite, test in (("random", random), ("written", written))
    ]
    tree.write()
    run = tree.mpitcheck(["prove", "faults", tree.root, "--json", tree.file("faults.json")])
    assert_run(run, ExitCode.as_expected)
    assert entry(tree)["killed_by"] == ["plain.variant"]  # once, even if both could
