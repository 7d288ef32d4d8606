# SPDX-License-Identifier: BSD-3-Clause
"""Reports to try the writers on."""
import copy

from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import (
    Behaviour,
    GateFile,
    GateFinding,
    GateResult,
    KnownDeviation,
    NamedObject,
    TestName,
    ThreadStack,
    Verdict,
)
from mpitcheck.judge.results import breaks_must, derive_clause_verdicts
from mpitcheck.process.text import decode
from tests.report.sample_parts import (
    as_reported,
    empty_report,
    make_clause,
    make_offence,
    make_target,
    make_test,
)

MARK = "HOSTILE"
# Text that would run, break out or deceive wherever it is not escaped.
HOSTILE = decode(
    b"</script></noscript></style><script>document.title='HOSTILE'</script>"
    b"<img src=x onerror=\"document.title='HOSTILE'\"> & ' | `a` **b** [c](http://d) @e #1 ]]>\n"
    b"\x01\x1b[31m\x7f\xff\xc3\x28 \xe2\x80\xa8 \xe2\x80\xae \xef\xbf\xbe {{js}}"
)


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
    report = empty_report()
    report.targets = _plausible_targets()
    report.clauses = [make_clause(id, level, rule) for id, (level, rule, _) in _PLAUSIBLE.items()]
    for t, target in enumerate(report.targets):
        for cited, (_, _, verdicts) in zip(report.clauses, _PLAUSIBLE.values()):
            if verdicts:
                report.tests.append(
                    as_reported(
                        make_test(cited, target.name, Verdict.named(verdicts.split()[t])), cited
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


def with_signals():
    """plausible(), with an outcome in signal handlers on each target."""
    report = plausible()
    for behaviour in (each for test in report.tests for each in test.behaviours):
        behaviour.key = "MPI_T_pvar_read in a signal handler"
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
    left = make_test(report.clauses[2], bad, Verdict.early_exit)
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
    report = empty_report()
    clauses = tests // 10
    report.clauses = [
        make_clause(
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
            test = make_test(cited, target.name, Verdict.good if (i + t) % every else Verdict.fail)
            test.name += f".{i // clauses}"
            if test.verdict == Verdict.fail:
                test.message = "3 of 344 variables deviate"
                failure = make_offence(
                    cited, "MPIR_CVAR_A", "a name of at least one character", '"" (length 1)'
                )
                test.failures = [copy.copy(failure) for _ in range(3)]
            report.tests.append(test)
    derive_clause_verdicts(report)
    derive_findings(report)
    return report
