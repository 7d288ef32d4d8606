# SPDX-License-Identifier: BSD-3-Clause
"""Reports to try the writers on."""
import copy

from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import (
    Behaviour,
    ClauseResult,
    Counts,
    Examination,
    Footer,
    GateFile,
    GateFinding,
    GateResult,
    Header,
    KnownDeviation,
    NamedObject,
    Repro,
    RunReport,
    TargetResult,
    TestName,
    TestResult,
    ThreadStack,
    Verdict,
)
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.results import breaks_must, derive_clause_verdicts
from mpitcheck.process.text import decode

MARK = "HOSTILE"
# Text that would run, break out or deceive wherever it is not escaped.
HOSTILE = decode(
    b"</script></noscript></style><script>document.title='HOSTILE'</script>"
    b"<img src=x onerror=\"document.title='HOSTILE'\"> & ' | `a` **b** [c](http://d) @e #1 ]]>\n"
    b"\x01\x1b[31m\x7f\xff\xc3\x28 \xe2\x80\xa8 \xe2\x80\xae \xef\xbf\xbe {{js}}"
)

_OFFENDED = {Verdict.fail, Verdict.warn, Verdict.quality}


def _empty_report():
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


def _clause(id, level, rule):
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


def _test(cited, target, verdict):
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


def _offence(broken, subject, expected, actual):
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


def _as_reported(test, cited):
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
            _offence(cited, "MPIR_CVAR_A", "a name of at least one character", '"" (length 1)'),
            _offence(cited, "MPIR_CVAR_B", "MPI_SUCCESS", "MPI_T_ERR_INVALID_INDEX"),
        ]
    return test


def _plausible_targets():
    targets = [
        make_target("reference", "mpitcheck reference 0.1.0", "5.0", [31, 74, 9, 4, 6, 2]),
        make_target(
            "mpich",
            "MPICH Version: 4.0.2\nMPICH Release date: Thu Apr 7 12:34:45 CDT 2022\n",
            "4.0",
            [344, 0, 20, 3, 0, 0],
        ),
        make_target(
            "openmpi",
            "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, May 26, 2022",
            "3.1",
            [1259, 33, 247, 12, 0, 0],
        ),
    ]
    limit = NamedObject(
        "cvar",
        "MPIR_CVAR_A",
        {"datatype": "MPI_INT", "scope": "MPI_T_SCOPE_LOCAL"},
        "Longest message that is sent at once.",
    )
    targets[0].inventory = [limit]
    targets[1].inventory = [limit, NamedObject("category", "COLLECTIVE")]
    return targets


# Level and rule, and the verdicts on the three targets.
_PLAUSIBLE = {
    "cvar-num-nonnegative": (
        "must",
        "The number of control variables is reported; zero means none are exported.",
        "pass pass pass",
    ),
    "cvar-name-nonempty": (
        "must",
        "A successful query yields a name of at least one character.",
        "pass fail pass",
    ),
    "cvar-name-unique": (
        "must",
        "The names of two control variables differ, so that a name leads to one index.",
        "pass pass fail",
    ),
    "cvar-info-null-out-ignored": (
        "must",
        "Any OUT argument given as null is skipped without error.",
        "pass pass pass",
    ),
    "cvar-desc-recommended": (
        "should",
        "A description is supplied for each variable.",
        "pass warn warn",
    ),
    "cvar-garbage-handle": (
        "quality",
        "A handle that was never allocated is refused with MPI_T_ERR_INVALID_HANDLE.",
        "pass quality pass",
    ),
    "init-finalize-after-mpi": (
        "must",
        "MPI_T_finalize may be called after MPI_Finalize.",
        "pass pass crash",
    ),
    "pvar-class-counter-monotonic": (
        "must",
        "A variable of class COUNTER never decreases while it runs.",
        "pass vacuous pass",
    ),
    "pvar-session-isolated": (
        "must",
        "Sessions do not influence each other's values.",
        "pass vacuous timeout",
    ),
    "event-callback-safety": (
        "must",
        "A callback is called at its safety level or above.",
        "vacuous not-applicable not-applicable",
    ),
    "category-changed-stamp": (
        "must",
        "The stamp grows whenever a category is added or changed.",
        "pass error pass",
    ),
    "errors-never-abort": ("must", "No call of the interface aborts the program.", ""),
}


def plausible():
    """Returns a report of three targets with plausible text, to look at the page."""
    report = _empty_report()
    report.targets = _plausible_targets()
    report.clauses = [_clause(id, level, rule) for id, (level, rule, _) in _PLAUSIBLE.items()]
    for t, target in enumerate(report.targets):
        for cited, (_, _, verdicts) in zip(report.clauses, _PLAUSIBLE.values()):
            if verdicts:
                report.tests.append(
                    _as_reported(
                        _test(cited, target.name, Verdict.named(verdicts.split()[t])), cited
                    )
                )
            if cited.id == "cvar-info-null-out-ignored":
                report.tests[-1].behaviours = [
                    Behaviour(cited.id, "code for a null argument", "MPI_SUCCESS")
                ]
    next(test for test in report.tests if test.target == "openmpi").notes = [
        "teardown: SIGSEGV in MPI_Finalize"
    ]
    report.clauses[
        -1
    ].untested = "Only visible in a process of its own; planned with the error tests."
    report.exit_code = 1
    derive_clause_verdicts(report)
    derive_findings(report)
    return report


def gated():
    """plausible(), with a gate: one crash is known, a failure is not, an entry has expired."""
    report = plausible()
    for test in report.tests:
        test.expected = not breaks_must(test) and test.verdict != Verdict.error
        if test.target == "openmpi" and test.verdict == Verdict.crash:
            test.expected = True
            test.known = KnownDeviation(
                "bug",
                "the event base is gone: https://example.org/issues/1",
                "ci/expectations/openmpi-4.1.4.txt:7",
            )
    report.gate = GateResult(
        [GateFile("ci/expectations/openmpi-4.1.4.txt", "Open MPI", "4.1.4", ["openmpi"])],
        1,
        [
            GateFinding(
                "unexpected-failure",
                "mpich",
                "cvar.info.name-nonempty",
                "",
                "fail: 3 of 344",
                "add to ci/expectations/mpich-4.0.2.txt:",
                'cvar.info.name-nonempty  fail  bug  "to be reviewed"  "3 of 344"',
            ),
            GateFinding(
                "expired",
                "",
                "",
                "ci/expectations/openmpi-4.1.4.txt:7",
                "'init.*' counted until 2025-12-31",
                "look at it again:",
                'init.*  crash  bug  "why"  "SIGSEGV"  until=2027-01-02',
            ),
        ],
    )
    derive_findings(report)
    return report


def _spoil(test, bad):
    if test.target == "openmpi":
        test.target = bad
    test.brief = test.message = test.output = test.replay = bad
    test.notes = [bad]
    test.stacks = [ThreadStack(bad, [bad, "main"])]
    test.behaviours = [Behaviour(test.clauses[0], bad, bad)]
    test.codes = {"MPI_T_cvar_get_info": ["MPI_SUCCESS", bad]}
    test.metrics = {"cases": "200", "note": bad}
    if test.verdict == Verdict.vacuous:
        test.missing = bad
    for failure in test.failures:
        failure.subject = failure.expected = failure.actual = failure.phase = bad
        failure.calls = [bad, "MPI_T_finalize() = MPI_SUCCESS"]
        failure.rank = 3


def small():
    """Three targets and every verdict; names, messages, output and values are hostile."""
    report, bad = plausible(), HOSTILE
    report.header.command.append(bad)
    report.footer.complete, report.footer.interrupted, report.footer.missing = (
        False,
        True,
        [TestName(bad, bad)],
    )
    odd = report.targets[1]
    odd.counts, odd.notes, odd.library_version = None, ["no inventory: " + bad], bad
    odd.inventory = [NamedObject("pvar", bad, {"datatype": bad}, bad)]
    report.targets[2].name = bad
    report.clauses[0].until = "5.0"
    report.clauses[1].rule = report.clauses[1].note = bad
    for test in report.tests:
        _spoil(test, bad)
    report.tests[0].expected, report.tests[0].known = False, KnownDeviation("flaky", bad, bad)
    report.gate = GateResult(
        [GateFile(bad, bad, bad, [bad])],
        7,
        [
            GateFinding("changed-message", bad, bad, bad, bad, bad, bad),
            GateFinding("stale", "", "", bad, bad, bad, bad),
        ],
    )
    left = _test(report.clauses[2], bad, Verdict.early_exit)
    left.name, left.charged, left.level, left.message = (
        "cvar." + bad,
        [report.clauses[2].id],
        "must",
        bad,
    )
    report.tests.append(left)
    for clause in report.clauses:
        clause.verdicts.clear()
    derive_clause_verdicts(report)
    derive_findings(report)
    return report


def big(tests, targets, every):
    """Returns a report of `tests` tests on each of `targets` targets.

    It has `tests` / 10 clauses. One test in `every` fails, with evidence.
    """
    report = _empty_report()
    clauses = tests // 10
    report.clauses = [
        _clause(
            f"cvar-rule-{c}",
            "must" if c % 4 else "should",
            f"Rule {c} says what a library has to do, in a sentence of usual length.",
        )
        for c in range(clauses)
    ]
    for t in range(targets):
        target = make_target(f"target-{t}", f"Some MPI 4.{t}", "4.0", [1259, 33, 247, 12, 0, 0])
        report.targets.append(target)
        for i in range(tests):
            cited = report.clauses[i % clauses]
            test = _test(cited, target.name, Verdict.good if (i + t) % every else Verdict.fail)
            test.name += f".{i // clauses}"
            if test.verdict == Verdict.fail:
                test.message = "3 of 344 variables deviate"
                failure = _offence(
                    cited, "MPIR_CVAR_A", "a name of at least one character", '"" (length 1)'
                )
                test.failures = [copy.copy(failure) for _ in range(3)]
            report.tests.append(test)
    derive_clause_verdicts(report)
    derive_findings(report)
    return report
