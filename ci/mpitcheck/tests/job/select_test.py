# SPDX-License-Identifier: BSD-3-Clause
"""Which tests a run takes."""
import os

import pytest

from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned, Target, load_targets, select_tests, starting_order
from mpitcheck.judge.deadly_call import QUARANTINE_TEST
from mpitcheck.judge.tree import Program, TestEntry, Tree
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError


@pytest.fixture
def tree(tree):
    """A tree with a test of a must, one of a quality, and one of both."""
    must, quality = tree.clause("must"), tree.clause("quality")
    tree.tests[:] = [
        {"name": "a.must", "clauses": [must]},
        {"name": "a.quality", "clauses": [quality]},
        {"name": "b.both", "clauses": [must, quality], "np": 2},
    ]
    tree.write()
    return tree


def plan(tree, **options):
    options = RunOptions(trees=[tree.root], **options)
    return select_tests(load_targets(options), options)


@pytest.mark.parametrize(
    "options, expected",
    [
        ({}, ["a.must", "a.quality", "b.both"]),
        ({"filters": ["a.q*"]}, ["a.quality"]),
        ({"filters": ["QUALITY"]}, ["a.quality", "b.both"]),
        ({"filters": ["a.must", "b.*"]}, ["a.must", "b.both"]),
        ({"filters": ["a.*"], "without": ["*.must"]}, ["a.quality"]),
        ({"without": ["QUALITY"]}, ["a.must"]),
        ({"levels": ["quality"]}, ["a.quality", "b.both"]),
    ],
    ids=lambda value: repr(value) if isinstance(value, dict) else "",
)
def test_filters_and_levels_select_tests(tree, options, expected):
    named = {
        name: [tree.clause("quality") if word == "QUALITY" else word for word in words]
        for name, words in options.items()
    }
    assert [planned.test.name for planned in plan(tree, **named)] == expected


@pytest.mark.parametrize(
    "options",
    [{"levels": ["quality"], "suites": ["stress"]}, {"without": ["none.such"]}],
    ids=repr,
)
def test_empty_selections_are_refused(tree, options):
    with pytest.raises(UserError):
        plan(tree, **options)


def test_quick_selects_tests_with_expectations(tree, monkeypatch):
    os.makedirs(tree.file("ci/expectations"))
    monkeypatch.setattr(own, "sources", tree.file(""))
    with pytest.raises(UserError, match="which has none"):
        plan(tree, quick=True)
    for library, entries in (
        ("One", 'a.m*  fail  bug  "why"  "m"'),
        ("Two", 'b.both  crash  bug  "why"  "m"\nno.such  fail  bug  "why"  "m"'),
    ):
        tree.write_file(
            f"ci/expectations/{library}.txt", f"library: {library}\nversion: *\n{entries}\n"
        )
    assert [planned.test.name for planned in plan(tree, quick=True)] == ["a.must", "b.both"]
    without = plan(tree, quick=True, without=["a.must"])
    assert [planned.test.name for planned in without] == ["b.both"]
    with pytest.raises(UserError) as refused:
        plan(tree, quick=True, filters=["a.quality"])
    assert refused.value.exit_code == ExitCode.nothing_selected


def test_select_gives_each_test_the_processes_it_needs(tree):
    assert [planned.np for planned in plan(tree)] == [1, 1, 2]
    assert [planned.np for planned in plan(tree, np=4)] == [4, 4, 4]


def test_select_reports_why_a_clause_selects_nothing(tree):
    with pytest.raises(UserError, match="has no test") as refused:
        plan(tree, filters=[tree.clause("advice")])
    assert refused.value.exit_code == ExitCode.nothing_selected


def test_select_starts_large_tests_first_and_alternates_programs():
    target = Target(Tree("tree", "/tree"))
    long, short, some = Program("long", "/long"), Program("short", "/short"), TestEntry("some")
    plan = [
        Planned(target, program, some, np)
        for program, np in ((long, 1), (long, 1), (long, 1), (long, 1), (short, 1), (short, 4))
    ]
    assert starting_order(plan) == [5, 0, 4, 1, 2, 3]
    plan[3].test = TestEntry(QUARANTINE_TEST)
    assert starting_order(plan) == [3, 5, 0, 4, 1, 2]
