# SPDX-License-Identifier: BSD-3-Clause
"""What follows from the results of tests: verdicts of clauses, counts, the exit code."""
from collections.abc import Iterable

from mpitcheck.judge.blame import once_for_all
from mpitcheck.judge.grid import Outcome, add_cells, make_grid
from mpitcheck.judge.model import RunReport, TestResult, Verdict

_OF_GRID = "grid."  # begins the names of tests that try a state's cells; the state follows


def is_deviation(verdict: Verdict) -> bool:
    """Whether the target does otherwise than the standard has it: our own error says nothing of it."""
    return verdict >= Verdict.quality and verdict != Verdict.error


def is_known(test: TestResult) -> bool:
    """Whether the test deviates just as an expectations file says."""
    return test.known is not None and test.expected is True and test.verdict >= Verdict.quality


def got_no_end(test: TestResult) -> bool:
    """Whether the test is inconclusive as it was ended before it could tell, not for what it stepped over."""
    return test.verdict == Verdict.inconclusive and not test.left_out


def breaks_must(test: TestResult) -> bool:
    """Whether a `must` is broken by a fail, crash, timeout or early-exit."""
    return test.verdict >= Verdict.fail and test.level == "must"


def verdict_of_offence(level: str) -> Verdict:
    """What an offence against a clause of that level comes to. Advice binds nobody."""
    return {"must": Verdict.fail, "should": Verdict.warn, "quality": Verdict.quality}.get(
        level, Verdict.good
    )


def clause_verdict(test: TestResult, clause: str, level: str) -> Verdict:
    """What `test` says of `clause`, one of the clauses it cites."""
    if clause in test.charged:
        return test.verdict
    if any(failure.clause == clause for failure in test.failures):
        return verdict_of_offence(level)
    for examination in test.examinations:
        if examination.clause != clause:
            continue
        if examination.offenders > 0:
            return verdict_of_offence(level)
        if test.verdict == Verdict.error:
            return Verdict.error
        if examination.examined > 0:
            return Verdict.good
    if test.cut_off:  # the test ended over another clause before it came to this one
        return Verdict.inconclusive
    return (
        test.verdict if test.verdict in (Verdict.error, Verdict.not_applicable) else Verdict.vacuous
    )


def clauses_of(test: TestResult) -> list[str]:
    """Those that the test speaks of: which it cites, and others that some call of it broke (codes that are none of the interface's)."""
    return list(
        dict.fromkeys(
            [*test.clauses, *(failure.clause for failure in test.failures if failure.clause)]
        )
    )


def derive_clause_verdicts(report: RunReport) -> None:
    """Fills in `verdicts` of each of report.clauses from report.tests, and adds to its `tests` those that ran."""
    by_id = {clause.id: clause for clause in report.clauses}
    for test in report.tests:
        for clause in filter(None, map(by_id.get, clauses_of(test))):
            if test.name not in clause.tests:
                clause.tests.append(test.name)
            verdict = clause_verdict(test, clause.id, clause.level)
            clause.verdicts[test.target] = max(verdict, clause.verdicts.get(test.target, verdict))


def derive_grids(report: RunReport) -> None:
    """Fills in `grid` of each of report.targets from its tests."""
    states: dict[str, dict[str, tuple[str, dict[str, Outcome]]]] = {
        target.name: {} for target in report.targets
    }
    for test in report.tests:
        for state, cells in test.grid.items():
            add_cells(states[test.target].setdefault(state, (test.name, {}))[1], cells)
        if (
            not test.grid
            and test.name.startswith(_OF_GRID)
            and test.verdict != Verdict.not_applicable
        ):
            states[test.target].setdefault(test.name.removeprefix(_OF_GRID), (test.name, {}))
    for target in report.targets:
        target.grid = make_grid(states[target.name])


def verdict_counts(report: RunReport, target: str) -> dict[Verdict, int]:
    """Number of tests of `target` per verdict; verdicts without a test are left out."""
    counts: dict[Verdict, int] = {}
    for test in report.tests:
        if test.target == target:
            counts[test.verdict] = counts.get(test.verdict, 0) + 1
    return dict(sorted(counts.items()))


def lost_notes(tests: Iterable[TestResult], target: str) -> list[str]:
    """What is not of MPI_T and ended or hung processes of the target's tests: a line each."""
    texts = [
        text
        for test in tests
        if test.target == target
        for text in dict.fromkeys(map(once_for_all, test.lost))
    ]
    return [
        f"{text}: {texts.count(text)} test{'s' if texts.count(text) > 1 else ''} lost something"
        " by it"
        for text in dict.fromkeys(texts)
    ]


def exit_code_of(report: RunReport) -> int:
    """The exit code that the results call for: 1 broken must (with a gate: a finding of it), else 3 if a test came to `error`, else 0."""
    if report.gate.findings if report.gate else any(map(breaks_must, report.tests)):
        return 1
    return 3 if any(test.verdict == Verdict.error for test in report.tests) else 0
