# SPDX-License-Identifier: BSD-3-Clause
"""Judges a fault by comparing the findings of tests with and without it."""
import enum
import struct
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from mpitcheck.judge.clauses import level_of
from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import Finding, RunReport, TargetResult, TestResult, Verdict
from mpitcheck.judge.tree import FaultEntry
from mpitcheck.process.error import ExitCode, UserError


class FaultVerdict(str, enum.Enum):
    """The verdict on a fault. The values are printed in tables and files."""

    detected = "killed"  # a test reported one of the clauses that the fault breaks
    misattributed = "misattributed"  # tests failed, but reported only other clauses
    missed = "missed"  # the fault had an effect and tests examined something, but found nothing
    not_triggered = (  # tests examined something, but the fault had no effect on the target
        "not-triggered"
    )
    not_exercised = "not-exercised"  # no test examined anything: the target lacks the objects

    __str__ = str.__str__


@dataclass
class Collateral:
    """A test that fails because of clauses that the fault does not break."""

    test: str
    clauses: list[str]


@dataclass
class FaultRun:
    """A fault and its verdict."""

    fault: FaultEntry
    verdict: FaultVerdict
    detected_by: list[str]  # tests that reported a clause that the fault breaks
    collateral: list[Collateral]
    seconds: float = 0  # sum over its tests
    findings: list[Finding] = field(default_factory=list)  # findings of level must, if requested


@dataclass
class _Found:
    """The findings of one test about one clause."""

    offenders: int = 0
    subjects: set[str] = field(default_factory=set)  # as far as the test reported them
    details: set[str] = field(default_factory=set)  # each subject with its problem


@dataclass
class _Known(_Found):
    """The findings about one clause in results without a fault."""

    results: int = 0
    is_stable: bool = True  # all results reported the same details

    def add(self, found: _Found) -> None:
        self.is_stable = self.is_stable and (self.results == 0 or found.details == self.details)
        self.offenders = max(self.offenders, found.offenders)
        self.subjects |= found.subjects
        self.details |= found.details
        self.results += 1

    def covers(self, found: _Found) -> bool:
        """Whether the findings also occur without a fault.

        Details are compared only if several results agree on them. Details of a single result may
        vary.
        """
        compare_details = self.is_stable and self.results > 1
        return (
            found.offenders <= self.offenders
            and found.subjects <= self.subjects
            and (not compare_details or found.details <= self.details)
        )


def _found_by(test: TestResult) -> dict[str, _Found]:
    """Returns the findings of a test, by clause."""
    found: dict[str, _Found] = defaultdict(_Found)
    if test.verdict == Verdict.error:
        return found
    for clause in test.charged:
        found[clause].subjects.add(f"the test: {test.verdict.word}")
    for failure in test.failures:
        subject = failure.subject + (": crash" if failure.crash else "")
        found[failure.clause].subjects.add(subject)
        if not failure.crash:  # a crash message contains addresses, which vary
            found[failure.clause].details.add(f"{subject}: {failure.actual}")
    for examination in test.examinations:
        if examination.offenders > 0:
            found[examination.clause].offenders = examination.offenders
    return found


class Baseline:
    """The findings of tests without a fault.

    Offenders that these results contain are not attributed to a fault. A test may be added several
    times, because some findings are intermittent.
    """

    def __init__(self, results: Iterable[TestResult] = ()) -> None:
        self._known: dict[tuple[str, str], _Known] = defaultdict(_Known)
        for result in results:
            self.add(result)

    def add(self, result: TestResult) -> None:
        for clause, found in _found_by(result).items():
            self._known[result.name, clause].add(found)

    def newly_broken(self, test: TestResult) -> set[str]:
        """Returns the clauses about which the test found more than the baseline contains."""
        return {
            clause
            for clause, found in _found_by(test).items()
            if (test.name, clause) not in self._known
            or not self._known[test.name, clause].covers(found)
        }


def judge_fault(
    fault: FaultEntry, tests: list[TestResult], baseline: Baseline, showed: bool = True
) -> FaultRun:
    """Judges a fault by the results of tests under it.

    `showed`: a call returned something else than the MPI itself would.
    """
    run = FaultRun(fault, FaultVerdict.not_exercised, [], [], sum(test.seconds for test in tests))
    for test in sorted(tests, key=lambda test: test.name):
        broken = baseline.newly_broken(test)
        if not broken.isdisjoint(fault.clauses):
            run.detected_by.append(test.name)
        # A violation of advice is not an alarm.
        elif others := sorted(clause for clause in broken if level_of(clause) != "advice"):
            run.collateral.append(Collateral(test.name, others))
    if run.detected_by:
        run.verdict = FaultVerdict.detected
    elif run.collateral:
        run.verdict = FaultVerdict.misattributed
    elif any(test.verdict >= Verdict.good for test in tests):
        run.verdict = FaultVerdict.missed if showed else FaultVerdict.not_triggered
    return run


def must_findings(tests: list[TestResult], baseline: Baseline) -> list[Finding]:
    """Returns the findings of level must in these results, as a report about one target has them.

    Tests that find no more than the baseline are left out.
    """
    worse = [test for test in tests if baseline.newly_broken(test)]
    targets = [TargetResult(name) for name in {test.target for test in worse}]
    report = RunReport(targets=targets, tests=worse)
    derive_findings(report)
    return [finding for finding in report.counted_findings if finding.level == "must"]


class FaultEffect:
    """A file with three 64-bit counters that all processes under one fault share.

    They count the calls that the fault took over, the calls of these that ended, and the calls that
    showed an effect. The constructor writes zeros. It raises UserError (own error) if it cannot.
    """

    _numbers = struct.Struct("=3Q")

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            with open(path, "wb") as file:
                file.write(bytes(self._numbers.size))
        except OSError:
            raise UserError(f"cannot write '{path}'", ExitCode.own_error) from None

    def variable(self) -> str:
        """Returns the variable for the test programs, as "K=V"."""
        return f"MPITCHECK_FAULT_EFFECT={self._path}"

    def showed(self) -> bool:
        """Whether a call returned something else than the MPI itself would, or did not return."""
        try:
            with open(self._path, "rb") as file:
                data = file.read(self._numbers.size)
        except OSError:
            data = b""
        begun, ended, effects = self._numbers.unpack(data.ljust(self._numbers.size, b"\0"))
        return bool(begun != ended or effects != 0)
