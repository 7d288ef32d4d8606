# SPDX-License-Identifier: BSD-3-Clause
"""What became of a fault: what tests find under it is compared with what they find without."""
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
    """The values are the words of tables and files."""

    detected = "killed"  # a test named one of the clauses that it breaks
    misattributed = "misattributed"  # tests failed, but none over a clause that it breaks
    missed = "missed"  # it showed, something was examined, and nothing found
    not_triggered = (  # something was examined, but the target gave it no occasion to show
        "not-triggered"
    )
    not_exercised = "not-exercised"  # nothing was examined: the target lacks what it is about

    __str__ = str.__str__


@dataclass
class Collateral:
    """A test that fails over other clauses than those of the fault."""

    test: str
    clauses: list[str]


@dataclass
class FaultRun:
    """A fault and what became of it."""

    fault: FaultEntry
    verdict: FaultVerdict
    detected_by: list[str]  # tests that named a clause that it breaks
    collateral: list[Collateral]
    seconds: float = 0  # of its tests, added up
    findings: list[Finding] = field(default_factory=list)  # of level must, if they are asked for


@dataclass
class _Found:
    """What a test found against one clause."""

    offenders: int = 0
    subjects: set[str] = field(default_factory=set)  # as far as they were reported
    details: set[str] = field(default_factory=set)  # each with what was wrong about it


@dataclass
class _Known(_Found):
    """What results without a fault found against one clause."""

    results: int = 0
    is_stable: bool = True  # each result reported the same details

    def add(self, found: _Found) -> None:
        self.is_stable = self.is_stable and (self.results == 0 or found.details == self.details)
        self.offenders = max(self.offenders, found.offenders)
        self.subjects |= found.subjects
        self.details |= found.details
        self.results += 1

    def covers(self, found: _Found) -> bool:
        """Details that vary by themselves tell nothing; of a single result it is not known."""
        compare_details = self.is_stable and self.results > 1
        return (
            found.offenders <= self.offenders
            and found.subjects <= self.subjects
            and (not compare_details or found.details <= self.details)
        )


def _found_by(test: TestResult) -> dict[str, _Found]:
    """By clause."""
    found: dict[str, _Found] = defaultdict(_Found)
    if test.verdict == Verdict.error:
        return found
    for clause in test.charged:
        found[clause].subjects.add(f"the test: {test.verdict.word}")
    for failure in test.failures:
        subject = failure.subject + (": crash" if failure.crash else "")
        found[failure.clause].subjects.add(subject)
        if not failure.crash:  # how a process died names addresses, which differ each time
            found[failure.clause].details.add(f"{subject}: {failure.actual}")
    for examination in test.examinations:
        if examination.offenders > 0:
            found[examination.clause].offenders = examination.offenders
    return found


class Baseline:
    """What tests found without a fault: offenders that were there before are not its doing. A test may be added several times, for some
    findings come and go."""

    def __init__(self, results: Iterable[TestResult] = ()) -> None:
        self._known: dict[tuple[str, str], _Known] = defaultdict(_Known)
        for result in results:
            self.add(result)

    def add(self, result: TestResult) -> None:
        for clause, found in _found_by(result).items():
            self._known[result.name, clause].add(found)

    def newly_broken(self, test: TestResult) -> set[str]:
        """The clauses against which the test found more."""
        return {
            clause
            for clause, found in _found_by(test).items()
            if (test.name, clause) not in self._known
            or not self._known[test.name, clause].covers(found)
        }


def judge_fault(
    fault: FaultEntry, tests: list[TestResult], baseline: Baseline, showed: bool = True
) -> FaultRun:
    """The FaultRun of a fault, given the results of tests under it; `showed`: some call gave something else than the MPI itself."""
    run = FaultRun(fault, FaultVerdict.not_exercised, [], [], sum(test.seconds for test in tests))
    for test in sorted(tests, key=lambda test: test.name):
        broken = baseline.newly_broken(test)
        if not broken.isdisjoint(fault.clauses):
            run.detected_by.append(test.name)
        # Nobody is bound by advice: no alarm.
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
    """What a report about one target says of these results, without tests that find no more than
    they find without a fault."""
    worse = [test for test in tests if baseline.newly_broken(test)]
    targets = [TargetResult(name) for name in {test.target for test in worse}]
    report = RunReport(targets=targets, tests=worse)
    derive_findings(report)
    return [finding for finding in report.counted_findings if finding.level == "must"]


class FaultEffect:
    """A file of three numbers of 64 bits, shared by all processes under one fault: how many calls the fault took over, how many of them
    came to their end, how many showed. Made all zero; raises UserError (own error) if it cannot."""

    _numbers = struct.Struct("=3Q")

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            with open(path, "wb") as file:
                file.write(bytes(self._numbers.size))
        except OSError:
            raise UserError(f"cannot write '{path}'", ExitCode.own_error) from None

    def variable(self) -> str:
        """ "K=V" for the environment of the test programs."""
        return f"MPITCHECK_FAULT_EFFECT={self._path}"

    def showed(self) -> bool:
        """Some call gave something else than the MPI itself, or did not return."""
        try:
            with open(self._path, "rb") as file:
                data = file.read(self._numbers.size)
        except OSError:
            data = b""
        begun, ended, effects = self._numbers.unpack(data.ljust(self._numbers.size, b"\0"))
        return bool(begun != ended or effects != 0)
