# SPDX-License-Identifier: BSD-3-Clause
"""Offences and findings for tests of causes, joins and findings."""
import dataclasses

from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import RunReport, TargetResult, TestResult, Verdict
from mpitcheck.judge.offence import Failure, death_in
from mpitcheck.schema.records import Condition, Fact


INVALID_INDEX = "MPI_T_ERR_INVALID_INDEX"
NO_WRITE, INVALID, INVALID_HANDLE = (
    "MPI_T_ERR_PVAR_NO_WRITE",
    "MPI_T_ERR_INVALID",
    "MPI_T_ERR_INVALID_HANDLE",
)


def offence(clause, fact=None, level="must"):
    return Failure(clause, "pvar 0", "this", "that", fact=fact, level=level)


def code(function, wanted, seen):
    return Fact(function, "code", "one-of", wanted, seen)


def death(function, how, *frames):
    return death_in(function, how, list(frames))


def under(function, how):
    """A death at another thread level."""
    condition = Condition("MPI_T_init_thread", "required", "another thread level")
    return dataclasses.replace(death(function, how), given=condition)


def length(function, relation, wanted, seen):
    return Fact(function, "desc_len", relation, [wanted], seen)


def result(target, name, failures, **members):
    return TestResult(
        target,
        name=name,
        failures=failures,
        clauses=[each.clause for each in failures],
        **{"verdict": Verdict.fail, "level": "must", **members},
    )


def findings_of(*tests):
    run = RunReport(targets=[TargetResult("old"), TargetResult("new")], tests=list(tests))
    derive_findings(run)
    return run.findings
