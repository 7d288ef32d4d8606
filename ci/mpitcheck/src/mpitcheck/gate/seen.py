# SPDX-License-Identifier: BSD-3-Clause
"""Recorded failures of flaky tests.

A file of records has, for each flaky entry, the last run in which its test failed as the entry
says. Each line has fields separated by tabs: expectations file, test, version, day, verdict,
message. `ci/tools/seen` writes the file.
"""
import dataclasses
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mpitcheck.gate.expectations import (
    Expectation,
    ExpectationsFile,
    applies,
    seen_again,
    version_and_day,
)
from mpitcheck.gate.expectations import GateTarget
from mpitcheck.gate.gate import fits_message
from mpitcheck.judge.library_id import identify_library
from mpitcheck.judge.model import RunReport, Verdict
from mpitcheck.judge.results import is_deviation
from mpitcheck.process.error import UserError
from mpitcheck.process.text import escape_line, glob_match

_LONGEST_MESSAGE = 200


@dataclass(frozen=True)
class RecordedFailure:
    """One failure of a test that has a flaky entry."""

    file: str  # its expectations file, without folders
    test: str
    version: str
    day: str
    verdict: str
    message: str

    @property
    def seen(self) -> str:
        return f"{self.version}@{self.day}"

    def shows(self, entry: Expectation, path: str) -> bool:
        verdict = Verdict.named(self.verdict)
        return (
            self.file == os.path.basename(path)
            and glob_match(entry.tests, self.test)
            and verdict is not None
            and is_deviation(verdict)
            and verdict <= entry.verdict
            and fits_message(entry, self.message)
        )


def parse_recorded(text: str, path: str) -> list[RecordedFailure]:
    """Parses a file of records; raises UserError if a line is malformed."""
    records = []
    for number, line in enumerate(text.split("\n"), 1):
        if line and not line.startswith("#"):
            fields = line.split("\t")
            expected = len(dataclasses.fields(RecordedFailure))
            if len(fields) != expected:
                raise UserError(
                    f"{path}:{number}: {len(fields)} fields instead of {expected}: write the record"
                    " with ci/tools/seen"
                )
            records.append(RecordedFailure(*fields))
    return records


def records_text(records: Iterable[RecordedFailure], head: str) -> str:
    lines = sorted("\t".join(dataclasses.astuple(record)) for record in records)
    return head + "".join(line + "\n" for line in lines)


def flaky_failures(
    report: RunReport, day: str, files: Iterable[ExpectationsFile], interface: str
) -> Iterator[RecordedFailure]:
    """Yields the failures in a report that flaky entries expect.

    `day` is the day of the report. `interface` is the one through which its targets were run.
    """
    for target in report.targets:
        gate_target = GateTarget(target.name, target.library_version, [], interface)
        version = identify_library(target.library_version).version
        for file in (file for file in files if applies(file, gate_target)):
            for test in (test for test in report.tests if test.target == target.name):
                message = escape_line(test.message)[:_LONGEST_MESSAGE] or test.verdict.word
                record = RecordedFailure(
                    os.path.basename(file.path), test.name, version, day, test.verdict.word, message
                )
                if any(
                    entry.kind == "flaky" and record.shows(entry, file.path)
                    for entry in file.entries
                ):
                    yield record


def last_records(records: Iterable[RecordedFailure]) -> list[RecordedFailure]:
    """Returns the last record of each test of each file."""
    last: dict[tuple[str, str], RecordedFailure] = {}
    for record in sorted(records, key=lambda record: (record.day, record.version)):
        last[record.file, record.test] = record
    return list(last.values())


def with_last_records(
    file: ExpectationsFile, records: Sequence[RecordedFailure]
) -> ExpectationsFile:
    """Returns the file with `seen` of its flaky entries set to their last records."""
    last: dict[Expectation, RecordedFailure] = {}
    for entry in file.entries:
        for record in records:
            if entry.kind == "flaky" and record.shows(entry, file.path):
                last[entry] = max(last.get(entry, record), record, key=lambda each: each.day)
    entries = [
        seen_again(entry, last[entry].version, last[entry].day) if entry in last else entry
        for entry in file.entries
    ]
    return dataclasses.replace(file, entries=entries)


def problem_with(entry: Expectation, path: str, records: Iterable[RecordedFailure]) -> str:
    """Returns how the recorded runs contradict `seen` of a flaky entry, or ""."""
    shown = [record for record in records if record.shows(entry, path)]
    version, day = version_and_day(entry)
    if not version:
        last = max(shown, key=lambda record: record.day, default=None)
        return f"a recorded run shows the failure: write seen={last.seen}" if last else ""
    if any(record.seen == entry.seen for record in shown):
        return ""
    return f"no recorded run with {version} on {day} shows the failure"
