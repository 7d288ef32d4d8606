# SPDX-License-Identifier: BSD-3-Clause
"""Which tests a run takes."""
import os
from unittest import mock

from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned, Target, load_targets, select_tests, starting_order
from mpitcheck.judge.deadly_call import TELLER
from mpitcheck.judge.tree import Program, TestEntry, Tree
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.selftests.fake_tree import FakeTreeTest


class Select(FakeTreeTest):
    def setUp(self):
        super().setUp()
        self.must, self.quality = self.tree.clause("must"), self.tree.clause("quality")
        self.tree.tests[:] = [
            {"name": "a.must", "clauses": [self.must]},
            {"name": "a.quality", "clauses": [self.quality]},
            {"name": "b.both", "clauses": [self.must, self.quality], "np": 2},
        ]
        self.tree.write()

    def plan(self, **options):
        options = RunOptions(trees=[self.tree.root], **options)
        return select_tests(load_targets(options), options)

    def test_takes_what_filters_and_levels_let(self):
        for options, expected in (
            ({}, ["a.must", "a.quality", "b.both"]),
            ({"filters": ["a.q*"]}, ["a.quality"]),
            ({"filters": [self.quality]}, ["a.quality", "b.both"]),
            ({"filters": ["a.must", "b.*"]}, ["a.must", "b.both"]),
            ({"filters": ["a.*"], "without": ["*.must"]}, ["a.quality"]),
            ({"without": [self.quality]}, ["a.must"]),
            ({"levels": ["quality"]}, ["a.quality", "b.both"]),
        ):
            with self.subTest(options=options):
                self.assertEqual([planned.test.name for planned in self.plan(**options)], expected)
        with self.assertRaises(UserError):
            self.plan(levels=["quality"], suites=["stress"])
        with self.assertRaises(UserError):
            self.plan(without=["none.such"])

    def test_quick_takes_what_has_found_something(self):
        os.makedirs(self.tree.file("ci/expectations"))
        with mock.patch.object(own, "sources", self.tree.file("")):
            with self.assertRaisesRegex(UserError, "where no file is"):
                self.plan(quick=True)
            for library, entries in (
                ("One", 'a.m*  fail  bug  "why"  "m"'),
                ("Two", 'b.both  crash  bug  "why"  "m"\nno.such  fail  bug  "why"  "m"'),
            ):
                self.tree.write_file(
                    f"ci/expectations/{library}.txt", f"library: {library}\nversion: *\n{entries}\n"
                )
            self.assertEqual(
                [planned.test.name for planned in self.plan(quick=True)], ["a.must", "b.both"]
            )
            self.assertEqual(
                [planned.test.name for planned in self.plan(quick=True, without=["a.must"])],
                ["b.both"],
            )
            with self.assertRaises(UserError) as refused:
                self.plan(quick=True, filters=["a.quality"])
            self.assertEqual(refused.exception.exit_code, ExitCode.nothing_selected)

    def test_gives_each_test_the_processes_it_needs(self):
        self.assertEqual([planned.np for planned in self.plan()], [1, 1, 2])
        self.assertEqual([planned.np for planned in self.plan(np=4)], [4, 4, 4])

    def test_says_why_a_clause_selects_nothing(self):
        with self.assertRaisesRegex(UserError, "has no test") as refused:
            self.plan(filters=[self.tree.clause("advice")])
        self.assertEqual(refused.exception.exit_code, ExitCode.nothing_selected)

    def test_starts_several_processes_first_and_programs_in_turns(self):
        target = Target(Tree("tree", "/tree"))
        long, short, some = Program("long", "/long"), Program("short", "/short"), TestEntry("some")
        plan = [
            Planned(target, program, some, np)
            for program, np in ((long, 1), (long, 1), (long, 1), (long, 1), (short, 1), (short, 4))
        ]
        self.assertEqual(starting_order(plan), [5, 0, 4, 1, 2, 3])
        plan[3].test = TestEntry(TELLER)
        self.assertEqual(starting_order(plan), [3, 5, 0, 4, 1, 2])
