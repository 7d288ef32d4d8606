# SPDX-License-Identifier: BSD-3-Clause
"""The parts of sample reports: targets, clauses, and tests with offences."""
from mpitcheck.judge.model import (
    ClauseResult,
    Counts,
    Examination,
    Footer,
    Header,
    Repro,
    RunReport,
    TargetResult,
    TestResult,
    ThreadStack,
    Verdict,
)
from mpitcheck.judge.offence import Failure

_OFFENDED = {Verdict.fail, Verdict.warn, Verdict.quality}


def empty_report():
    return RunReport(
        header=Header(
            version="0.1.0",
            started="2026-01-02T03:04:05Z",
            command=["mpitcheck", "run", "build/mpich"],
            system="Linux x86_64",
            cores=2,
        ),
        footer=Footer(complete=True, finished="2026-01-02T03:04:46Z", seconds=41.2),
    )


def make_target(name, library, version, counts):
    return TargetResult(
        name=name,
        library_version=library,
        mpi_version=version,
        tree=f"build/{name}",
        seconds=12.5,
        counts=Counts(*counts),
    )


def make_clause(id, level, rule):
    return ClauseResult(
        id=id,
        level=level,
        area=id.partition("-")[0],
        rule=rule,
        observe="Query every variable of the target.",
        since="3.0",
        section={
            "3.0": "14.3.6",
            "3.1": "14.3.6",
            "4.0": "15.3.6",
            "4.1": "15.3.6",
            "5.0": "15.3.6",
        },
        functions=["MPI_T_cvar_get_info", "MPI_T_cvar_get_num"],
    )


def make_test(cited, target, verdict):
    """A test called after its only clause."""
    name = f"{cited.area}.info.{cited.id.removeprefix(cited.area + '-')}"
    test = TestResult(
        target=target,
        suite="conformance",
        name=name,
        brief="Queries every variable.",
        file="conformance/tests/cvar_info.cpp",
        line=42,
        clauses=[cited.id],
        verdict=verdict,
        level=cited.level,
        seconds=0.012,
        seed=0xFEDCBA9876543210,
        replay=f"mpitcheck run build/{target} --filter {name} --seed 7",
    )
    if verdict in _OFFENDED:
        test.repro = Repro(
            True,
            "int main(void) { return 1; }\n",
            f"repro/{name}.c",
            "",
            ["MPI_T_finalize() = MPI_SUCCESS"],
        )
    elif verdict == Verdict.crash:
        test.repro = Repro(reason="the failure did not come again")
    if verdict == Verdict.good or verdict in _OFFENDED:
        test.examinations = [Examination(cited.id, 344, 3 if verdict in _OFFENDED else 0)]
    return test


def make_offence(broken, subject, expected, actual):
    return Failure(
        clause=broken.id,
        level=broken.level,
        rule=broken.rule,
        section="15.3.6",
        subject=subject,
        expected=expected,
        actual=actual,
        phase="before MPI_Init",
        calls=[
            "MPI_T_init_thread(MPI_THREAD_SINGLE) = MPI_SUCCESS",
            "MPI_T_cvar_get_info(17) = MPI_SUCCESS",
        ],
    )


def as_reported(test, cited):
    """`test` with what tests of its verdict tell."""
    if test.verdict == Verdict.crash:
        test.charged = [cited.id]
        test.message = "SIGSEGV in MPI_T_finalize, the call in progress"
        test.output = "[warn] something odd\nSegmentation fault\n"
    elif test.verdict == Verdict.timeout:
        test.charged = [cited.id]
        test.message = "no end within 30 s; the call in progress: MPI_T_pvar_read"
        test.stacks = [
            ThreadStack("rank 0, thread 1 of 2", ["__lll_lock_wait (libc.so.6)", "main"])
        ]
    elif test.verdict == Verdict.vacuous:
        test.missing = "a performance variable of class COUNTER"
    elif test.verdict == Verdict.not_applicable:
        test.message = "needs MPI 4.0 or later with events"
    elif test.verdict == Verdict.error:
        test.message = "the result file ends in the middle of a record"
    elif test.verdict in _OFFENDED:
        test.message = "3 of 344 variables deviate: MPIR_CVAR_A, MPIR_CVAR_B, MPIR_CVAR_C"
        test.failures = [
            make_offence(cited, "MPIR_CVAR_A", "a name of at least one character", '"" (length 1)'),
            make_offence(cited, "MPIR_CVAR_B", "MPI_SUCCESS", "MPI_T_ERR_INVALID_INDEX"),
        ]
    return test
