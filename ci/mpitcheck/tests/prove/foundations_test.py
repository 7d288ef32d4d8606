# SPDX-License-Identifier: BSD-3-Clause
"""Which foundations `mpitcheck prove foundations` finds wrongly charged."""
import pytest

from mpitcheck.judge.clauses import all_clauses
from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import RunReport, TargetResult, TestResult, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.tree import FaultEntry
from mpitcheck.prove.foundations import FoundationRun
from mpitcheck.schema.records import Fact

ONE, OTHER, THIRD = [clause.id for clause in all_clauses() if clause.level == "must"][:3]
LESS = next(clause.id for clause in all_clauses() if clause.level == "quality")


def report(*charges, verdict=Verdict.fail):
    """Of a run in which one test charges these clauses, each for a cause of that number."""
    failures = [
        Failure(
            clause,
            level="quality" if clause == LESS else "must",
            expected="this",
            actual="that",
            fact=Fact(f"MPI_T_{cause}", "num", "one-of", ["2"], "1"),
        )
        for clause, cause in charges
    ]
    test = TestResult(
        "library", name="a.test", failures=failures, clauses=[ONE], verdict=verdict, level="must"
    )
    run = RunReport(targets=[TargetResult("library")], tests=[test])
    derive_findings(run)
    return run


def judged(charges, *breaks, usual=()):
    fault = FaultEntry("foundation_x", "It is broken.", list(breaks))
    return FoundationRun(
        fault, report(*charges), report(*usual, verdict=Verdict.fail if usual else Verdict.good)
    )


@pytest.mark.parametrize(
    "charges, breaks, is_right",
    [
        ([(ONE, 1)], [ONE], True),
        ([(ONE, 1), (OTHER, 1)], [ONE, OTHER], True),
        ([(ONE, 1), (LESS, 2)], [ONE], True),
        ([(ONE, 1), (OTHER, 2)], [ONE], False),
        ([(ONE, 1)], [ONE, OTHER], False),
        ([(ONE, 1), (ONE, 2)], [ONE], False),
    ],
    ids=["the one", "both", "and advice", "and another", "one is missing", "twice"],
)
def test_foundations_pass_if_only_broken_rules_are_charged(charges, breaks, is_right):
    assert judged(charges, *breaks).is_right == is_right


def test_foundations_list_extra_and_missing_charges():
    run = judged([(ONE, 1), (THIRD, 2)], ONE, OTHER)
    assert (run.beyond, run.unseen) == ([THIRD], [OTHER])


def test_foundations_ignore_findings_without_the_fault():
    run = judged([(ONE, 1), (THIRD, 2)], ONE, usual=[(THIRD, 2)])
    assert run.is_right
    assert run.charged == {ONE}
    assert run.more(Verdict.fail) == 0
