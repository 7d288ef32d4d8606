# SPDX-License-Identifier: BSD-3-Clause
"""Derives verdicts of clauses, grids, counts and the exit code from the results of tests."""
from collections.abc import Iterable

from mpitcheck.judge.blame import once_for_all
from mpitcheck.judge.grid import Outcome, add_cells, make_grid
from mpitcheck.judge.model import RunReport, TestResult, Verdict

_OF_GRID = "grid."  # prefix of tests that try the cells of a state; the state's name follows


def is_deviation(verdict: Verdict) -> bool:
    """Returns whether the verdict is a deviation from the standard; `error` is not."""
    return verdict >= Verdict.quality and verdict != Verdict.error


def is_known(test: TestResult) -> bool:
    """Returns whether the test deviates exactly as an expectations file states."""
    return test.known is not None and test.expected is True and test.verdict >= Verdict.quality


def got_no_end(test: TestResult) -> bool:
    """Returns whether the test is inconclusive because it was ended too early.

    A test that is inconclusive because of calls that it skipped does not count.
    """
    return test.verdict == Verdict.inconclusive and not test.left_out


def breaks_must(test: TestResult) -> bool:
    """Returns whether the test broke a `must` (fail, crash, timeout or early-exit)."""
    return test.verdict >= Verdict.fail and test.level == "must"


def verdict_of_offence(level: str) -> Verdict:
    """Returns the verdict for a failure of a clause of that level; a pass for advice."""
    return {"must": Verdict.fail, "should": Verdict.warn, "quality": Verdict.quality}.get(
        level, Verdict.good
    )


def clause_verdict(test: TestResult, clause: str, level: str) -> Verdict:
    """Returns the verdict of `test` on `clause`, one of clauses_of(test), of that level."""
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
    if test.cut_off:  # the test ended before it examined this clause
        return Verdict.inconclusive
    return (
        test.verdict if test.verdict in (Verdict.error, Verdict.not_applicable) else Verdict.vacuous
    )


def clauses_of(test: TestResult) -> list[str]:
    """Returns the clauses that the test has a verdict on.

    These are the clauses that it cites, and others that one of its calls broke, e.g. by a code that
    is not a code of MPI_T.
    """
    return list(
        dict.fromkeys(
            [*test.clauses, *(failure.clause for failure in test.failures if failure.clause)]
        )
    )


def derive_clause_verdicts(report: RunReport) -> None:
    """Fills in `verdicts` of report.clauses from report.tests.

    Adds the tests that ran to `tests` of each clause.
    """
    by_id = {clause.id: clause for clause in report.clauses}
    for test in report.tests:
        for clause in filter(None, map(by_id.get, clauses_of(test))):
            if test.name not in clause.tests:
                clause.tests.append(test.name)
            verdict = clause_verdict(test, clause.id, clause.level)
            clause.verdicts[test.target] = max(verdict, clause.verdicts.get(test.target, verdict))


def derive_grids(report: RunReport) -> None:
    """Fills in `grid` of report.targets from report.tests."""
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
    """Returns the number of tests of `target` per verdict, without zeros."""
    counts: dict[Verdict, int] = {}
    for test in report.tests:
        if test.target == target:
            counts[test.verdict] = counts.get(test.verdict, 0) + 1
    return dict(sorted(counts.items()))


def lost_notes(tests: Iterable[TestResult], target: str) -> list[str]:
    """Returns a line for each cause outside MPI_T that ended or hung tests of the target."""
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
    """Returns the exit code for the results.

    1: a `must` is broken, or with a gate, the gate has findings. 3: otherwise, if a test is
    `error`. 0: otherwise.
    """
    if report.gate.findings if report.gate else any(map(breaks_must, report.tests)):
        return 1
    return 3 if any(test.verdict == Verdict.error for test in report.tests) else 0
