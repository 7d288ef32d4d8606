# SPDX-License-Identifier: BSD-3-Clause
"""Whose the stacks are."""

from mpitcheck.judge.evidence import Evidence, RankEvidence
from mpitcheck.judge.model import TestResult
from mpitcheck.judge.stacks import attach_stacks
from mpitcheck.process.scheduler import JobOutcome


def test_stacks_name_their_process():
    result = TestResult()
    ranks = Evidence([RankEvidence(pid=6), RankEvidence(pid=7)])
    attach_stacks(
        JobOutcome(stacks=[[5, ["a"]], [7, ["b", "c"]], [7, ["d"]]], stacks_problem="cut"),
        ranks,
        result,
    )
    assert [(stack.thread, stack.frames) for stack in result.stacks] == [
        ("rank 1, thread 1 of 2", ["b", "c"]),
        ("rank 1, thread 2 of 2", ["d"]),
        ("another process (5), thread 1 of 1", ["a"]),
    ]
    assert result.notes == ["stacks: cut"]


def test_a_note_explains_missing_stacks():
    result = TestResult()
    attach_stacks(JobOutcome(stacks_problem="late"), Evidence([]), result)
    assert (result.stacks, result.notes) == ([], ["no stacks: late"])
