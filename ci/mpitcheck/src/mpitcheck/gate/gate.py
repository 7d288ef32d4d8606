# SPDX-License-Identifier: BSD-3-Clause
"""Compares results with expectations.

The module is pure: it uses neither the clock nor files.
"""
import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Optional

from mpitcheck.gate.expectations import (
    Expectation,
    ExpectationsFile,
    ExpectedCause,
    applies,
    names_one_test,
    new_expectations,
)
from mpitcheck.gate.expectations_text import to_line
from mpitcheck.gate.expectations import GateTarget
from mpitcheck.gate.message import has_prefix, stable_prefix
from mpitcheck.judge.cause import cause_of, id_of
from mpitcheck.judge.library_id import families_of
from mpitcheck.judge.model import (
    GateFile,
    GateFinding,
    GateResult,
    KnownDeviation,
    TestResult,
    Verdict,
)
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.results import breaks_must, got_no_end, is_known
from mpitcheck.process.text import encode, glob_match

MOST_TESTS_OF_ENTRY = 20  # an entry that fits more tests of one target is too wide


def _told(test: TestResult) -> str:
    """Returns the text that an entry quotes: the message, or the verdict if there is none."""
    return test.message or test.verdict.word


def fits_message(entry: Expectation, told: str) -> bool:
    """Returns whether a failure with the text `told` begins with a prefix of the entry."""
    return any(has_prefix(told, prefix) for prefix in (entry.message, *entry.also))


def entry_of(test: TestResult, old: Optional[Expectation] = None) -> Expectation:
    """Returns an entry that the result fits, with the reason and kind of `old` if given."""
    return dataclasses.replace(
        old or Expectation(reason="to be reviewed"),
        tests=test.name,
        verdict=test.verdict,
        message=stable_prefix(_told(test)) or _told(test),
        also=(),
        text="",
    )


def _ids_of(
    failure: Failure,
    test: TestResult,
    joined: Mapping[tuple[str, str], str],
    families: dict[str, str],
) -> tuple[str, str]:
    """Returns the ids of the failure's own cause and of the finding that it belongs to."""
    own = id_of(cause_of(failure, test.name, families[test.target]))
    return own, joined.get((test.target, own), own)


def _has_other_cause(
    test: TestResult,
    entry: Expectation,
    joined: Mapping[tuple[str, str], str],
    families: dict[str, str],
) -> bool:
    """Returns whether the test shows another bug than the entry's, and not the entry's.

    A failure without a Fact may be a sign of any bug.
    """
    return bool(entry.cause and test.failures) and all(
        failure.fact and entry.cause not in _ids_of(failure, test, joined, families)
        for failure in test.failures
    )


def _broken(
    test: TestResult, joined: Mapping[tuple[str, str], str], families: dict[str, str]
) -> Iterator[tuple[Failure, set[str]]]:
    """Yields each failure of a `must` that has a Fact, with the ids of its cause."""
    for failure in test.failures:
        if failure.fact and failure.level == "must":
            yield failure, set(_ids_of(failure, test, joined, families))


def compare(
    test: TestResult,
    entry: Optional[Expectation],
    joined: Mapping[tuple[str, str], str],
    families: dict[str, str],
) -> Optional[str]:
    """Returns how a result differs from its entry: one of GATE_PROBLEMS, or None.

    `entry` is None if the test has no entry. A test that is `error` or that got no end says nothing
    about the target, and never differs. `joined` and `families` are joined_ids() and families_of()
    of the run's targets.
    """
    if test.verdict == Verdict.error or got_no_end(test):
        return None
    if entry is None:
        return "unexpected-failure" if breaks_must(test) else None
    flaky = entry.kind == "flaky"
    if test.verdict < Verdict.quality:
        return None if flaky and test.verdict == Verdict.good else "unexpected-pass"
    if test.verdict > entry.verdict:
        return "unexpected-failure"
    if test.verdict < entry.verdict and not flaky:
        return "improvement"
    if not fits_message(entry, _told(test)) or _has_other_cause(test, entry, joined, families):
        return "changed-message"
    return None


def _year_later(day: str) -> str:
    """Returns the same day of the next year; February 28 for February 29."""
    return f"{int(day[:4]) + 1:04}{day[4:].replace('-02-29', '-02-28')}"


class Gate:
    """Compares `targets` with the expectations in `files`; `today` is like "2026-01-31"."""

    def __init__(
        self, files: list[ExpectationsFile], targets: list[GateTarget], today: str
    ) -> None:
        self.files, self.targets, self.today = files, targets, today
        # Set by conclude(): unknown while tests run.
        self._joined: Mapping[tuple[str, str], str] = {}
        self.families = families_of(targets)
        # (target, test) -> its entry
        self._entries: dict[tuple[str, str], Expectation] = {}
        self._path = {entry: file.path for file in files for entry in file.entries}
        # Entry of a file that applies to a target -> the most tests of one target that it fits
        self._widest: dict[Expectation, int] = {}
        # Target -> causes in the files that apply to it, each with its file
        self._causes: dict[str, list[tuple[ExpectedCause, ExpectationsFile]]] = {
            target.name: [] for target in targets
        }
        for file in files:
            for target in targets:
                if applies(file, target):
                    self._add_entries(file, target)
                    self._causes[target.name] += [(cause, file) for cause in file.causes]

    def _add_entries(self, file: ExpectationsFile, target: GateTarget) -> None:
        tests = set(target.tests)
        for entry in file.entries:
            one = names_one_test(entry)
            fitting = (
                tests & {entry.tests}
                if one
                else [test for test in tests if glob_match(entry.tests, test)]
            )
            self._widest[entry] = max(self._widest.get(entry, 0), len(fitting))
            for test in fitting:
                other = self._entries.setdefault((target.name, test), entry)
                if (one, len(encode(entry.tests))) > (
                    names_one_test(other),
                    len(encode(other.tests)),
                ):
                    self._entries[target.name, test] = entry

    def entry_for(self, target: str, test: str) -> Optional[Expectation]:
        """Returns the entry for a test, or None.

        If several entries fit, the name of the test has priority, then the longest glob.
        """
        return self._entries.get((target, test))

    def tests_of(self, entry: Expectation) -> list[tuple[str, str]]:
        """Returns the tests that the entry is for, as pairs (target, test)."""
        return sorted(test for test, its in self._entries.items() if its is entry)

    def file_for(self, target: str) -> Optional[ExpectationsFile]:
        """Returns the first file that applies to the target, or None."""
        named = [each for each in self.targets if each.name == target]
        return next((file for each in named for file in self.files if applies(file, each)), None)

    def _anywhere(self, test: TestResult) -> Optional[KnownDeviation]:
        """Returns the known deviation of a test that needs no entry, or None.

        Each broken `must` of such a test has a cause whose `in=` allows it in this test.
        """
        if not breaks_must(test):
            return None
        fitting = {
            cause.id: KnownDeviation(cause.kind, cause.reason, file.path)
            for cause, file in self._causes.get(test.target, ())
            if cause.where and glob_match(cause.where, test.name)
        }
        broken = list(_broken(test, self._joined, self.families))
        strictest = [failure for failure in test.failures if failure.level == "must"]
        if (
            not broken
            or len(broken) < len(strictest)
            or not all(ids & set(fitting) for _, ids in broken)
        ):
            return None
        return next(known for id, known in fitting.items() if id in broken[0][1])

    def _failure_of_other_cause(self, test: TestResult) -> Optional[Failure]:
        """Returns the first failure of a bug that no cause in the files is about, or None.

        Only a test whose entry has a cause and is not flaky is checked: the expected bug must not
        hide another one.
        """
        entry = self.entry_for(test.target, test.name)
        if entry is None or not entry.cause or entry.kind == "flaky":
            return None
        ids = {cause.id for cause, _ in self._causes.get(test.target, ())}
        return next(
            (
                failure
                for failure, its in _broken(test, self._joined, self.families)
                if not its & ids
            ),
            None,
        )

    def mark(self, test: TestResult) -> Optional[str]:
        """Sets `expected` and `known` of a result; returns its problem like compare().

        A failure of a bug that no cause in the files is about is an unexpected-failure.
        """
        test.known = self._anywhere(test)
        if test.known:
            test.expected = True
            return None
        entry = self.entry_for(test.target, test.name)
        problem = compare(test, entry, self._joined, self.families) or (
            "unexpected-failure" if self._failure_of_other_cause(test) else None
        )
        test.expected = test.verdict != Verdict.error and not problem
        test.known = (
            KnownDeviation(entry.kind, entry.reason, self._source(entry)) if entry else None
        )
        return problem

    def _source(self, entry: Expectation) -> str:
        return f"{self._path[entry]}:{entry.line}"

    def _where_to_add(self, target: str) -> str:
        file = self.file_for(target)
        if file:
            return f"add to {file.path}:"
        for each in self.targets:
            if each.name == target:
                file = new_expectations("", each.library_version)
                return (
                    f"add to an expectations file with 'library: {file.library}' and 'version:"
                    f" {file.version}':"
                )
        return "add:"

    def _finding_of_test(self, test: TestResult, problem: str) -> GateFinding:
        entry = self.entry_for(test.target, test.name)
        found = GateFinding(
            problem,
            test.target,
            test.name,
            message=test.verdict.word + (f": {test.message}" if test.message else ""),
        )
        if entry is None:
            found.advice, found.line = self._where_to_add(test.target), to_line(entry_of(test))
            return found
        found.source = source = self._source(entry)
        fits = compare(test, entry, self._joined, self.families) is None
        other = self._failure_of_other_cause(test) if fits else None
        if other:
            found.message = (
                f"{other.clause}: {other.subject}: expected {other.expected}, got {other.actual}"
            )
            found.advice = (
                f"add to {self._path[entry]}, and keep {source}, which has another cause:"
            )
            own, _ = _ids_of(other, test, self._joined, self.families)
            found.line = f'cause  {own}  bug  "to be reviewed"'
            return found
        expected = entry.verdict.word + (f": {entry.message}" if entry.message else "")
        found.message = f"expected {expected}, got {found.message}"
        one = names_one_test(entry)
        if problem == "unexpected-pass":
            found.advice = (
                f"remove {source}:"
                if one
                else f"narrow the glob of {source}, so that it does not match this test:"
            )
            found.line = to_line(entry)
        else:
            found.advice = (
                f"replace {source} by:" if one else f"add, and keep {source} with its wider glob:"
            )
            fitting = entry_of(test, entry)
            if _has_other_cause(test, entry, self._joined, self.families):
                _, fitting.cause = _ids_of(test.failures[0], test, self._joined, self.families)
                if problem == "changed-message":
                    found.message += f"; the cause is not {entry.cause}"
            found.line = to_line(fitting)
        return found

    def _findings_of_entry(self, entry: Expectation) -> Iterator[GateFinding]:
        source = self._source(entry)

        def finding(
            problem: str, message: str, advice: str, its: Expectation = entry
        ) -> GateFinding:
            return GateFinding(
                problem,
                source=source,
                message=f"'{entry.tests}' {message}",
                advice=advice,
                line=to_line(its),
            )

        if entry not in self._entries.values():
            yield finding("stale", "matches no test of these targets", f"remove {source}:")
            return
        if self._widest[entry] > MOST_TESTS_OF_ENTRY:
            yield finding(
                "too-wide",
                f"matches {self._widest[entry]} tests, more than {MOST_TESTS_OF_ENTRY}",
                f"narrow the glob of {source}, or write a line per test:",
            )
        if entry.until and entry.until < self.today:
            yield finding(
                "expired",
                f"was valid until {entry.until}",
                f"check whether it is still true, then remove {source} or change its date, e.g.:",
                dataclasses.replace(entry, until=_year_later(self.today)),
            )

    def conclude(
        self, tests: Sequence[TestResult], joined: Mapping[tuple[str, str], str]
    ) -> GateResult:
        """Returns the result of the gate after all tests have run.

        Marks each test again, because `joined`, joined_ids() of the tests, is known only now.
        """
        self._joined = joined
        files = [
            GateFile(
                file.path,
                file.library,
                file.version,
                [target.name for target in self.targets if applies(file, target)],
            )
            for file in self.files
        ]
        findings = [
            self._finding_of_test(test, problem) for test in tests if (problem := self.mark(test))
        ]
        for entry in self._path:  # _widest lacks entries of files for other libraries
            findings += self._findings_of_entry(entry) if entry in self._widest else ()
        return GateResult(files, sum(map(is_known, tests)), findings)
