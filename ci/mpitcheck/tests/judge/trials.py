# SPDX-License-Identifier: BSD-3-Clause
"""Trials of tests, and their judged results."""
from mpitcheck.judge.clauses import all_clauses
from mpitcheck.judge.evidence import End, Evidence, LastSeen, RankEvidence
from mpitcheck.judge.model import Examination, TestResult, Verdict
from mpitcheck.judge.verdict import judge


MUST, SHOULD, QUALITY = (
    next(clause.id for clause in all_clauses() if clause.level == level)
    for level in ("must", "should", "quality")
)


def exited(code):
    return code << 8


def ranks(trial, *ranks):
    trial.evidence = Evidence(list(ranks))


def rank(trial, index=0):
    return trial.evidence.ranks[index]


def whole(trial, verdict):
    """A rank with everything in order."""
    examinations = [Examination(MUST, 0 if verdict == Verdict.vacuous else 1, 0)]
    return RankEvidence(
        has_file=True,
        begins=1,
        np=trial.np,
        closed=True,
        end=End(verdict, examinations=examinations),
    )


def two_ranks(trial):
    trial.np, trial.launched = 2, True
    ranks(trial, whole(trial, Verdict.good), whole(trial, Verdict.good))


def late(trial, *movement, given=9):
    """The trial is ended at its time limit."""
    ending = trial.ending
    ending.timed_out, ending.given, ending.watched = True, given, 0.5
    ending.movement = list(movement)


def unfinished(trial, index, clause):
    """The rank dies inside a call."""
    dead = rank(trial, index)
    dead.end, dead.closed = None, False
    dead.progress = LastSeen(
        True,
        "after MPI_Init",
        clause,
        "MPI_T_x()",
        ["MPI_T_y() = MPI_SUCCESS"],
        frames=["lib.so+0x1"],
    )


def judged(trial):
    result = TestResult(clauses=trial.test.clauses)
    judge(trial, result)
    return result


def assert_verdict(trial, verdict):
    assert judged(trial).verdict == verdict
