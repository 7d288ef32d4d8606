# SPDX-License-Identifier: BSD-3-Clause
"""Whose the stacks are."""
import unittest

from mpitcheck.judge.evidence import Evidence, RankEvidence
from mpitcheck.judge.model import TestResult
from mpitcheck.judge.stacks import attach_stacks
from mpitcheck.process.scheduler import Outcome


class Attach(unittest.TestCase):
    def test_whose_they_are(self):
        result = TestResult()
        ranks = Evidence([RankEvidence(pid=6), RankEvidence(pid=7)])
        attach_stacks(
            Outcome(stacks=[[5, ["a"]], [7, ["b", "c"]], [7, ["d"]]], stacks_problem="cut"),
            ranks,
            result,
        )
        self.assertEqual(
            [(stack.thread, stack.frames) for stack in result.stacks],
            [
                ("rank 1, thread 1 of 2", ["b", "c"]),
                ("rank 1, thread 2 of 2", ["d"]),
                ("another process (5), thread 1 of 1", ["a"]),
            ],
        )
        self.assertEqual(result.notes, ["stacks: cut"])

    def test_why_there_are_none(self):
        result = TestResult()
        attach_stacks(Outcome(stacks_problem="late"), Evidence([]), result)
        self.assertEqual((result.stacks, result.notes), ([], ["no stacks: late"]))


if __name__ == "__main__":
    unittest.main()
