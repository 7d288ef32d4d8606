# SPDX-License-Identifier: BSD-3-Clause
"""Reports of findings in groups, with one that follows from another one."""
from mpitcheck.judge.model import Finding, GateResult, Sighting, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.schema.records import Fact
from tests.report import samples

READ, READ_TOO, ALONE, FOLLOWS = ("F-00000a", "F-00000b", "F-00000c", "F-00000d")


def finding(id, function, level="must", standing="", rests_on=""):
    """A finding on the target mpich."""
    fact = Fact(function, "code", "one-of", ["MPI_SUCCESS"], "MPI_T_ERR_INVALID")
    example = Failure("cvar-read-any-scope", "cvar 0", "this", "that", fact=fact, level=level)
    sighting = Sighting(
        "mpich",
        standing=standing,
        tests=[12],
        objects=["cvar 0"],
        examples=[example],
        rests_on=rests_on,
    )
    return Finding(id, f"{function} fails", level, Verdict.fail, [example.clause], [sighting])


def with_findings(*findings, gated=False):
    """plausible() with these findings only."""
    report = samples.plausible()
    report.findings = list(findings)
    report.gate = GateResult() if gated else None
    return report


def grouped():
    return with_findings(
        finding(READ, "MPI_T_cvar_read"),
        finding(FOLLOWS, "MPI_T_cvar_write", rests_on=READ),
        finding(ALONE, "MPI_T_finalize"),
        finding(READ_TOO, "MPI_T_cvar_read"),
    )
