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
from mpitcheck.gate.gate import GateTarget, fits_message
from mpitcheck.judge.library_id import identify_library
from mpitcheck.judge.model import RunReport, Verdict
from mpitcheck.judge.results import is_deviation
from mpitcheck.process.error import UserError
from mpitcheck.process.text import escape_line, glob_match

_LONGEST_MESSAGE = 200


@dataclass(frozen=True)
class Sight:
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


def parse_sights(text: str, path: str) -> list[Sight]:
    """Parses a file of records; raises UserError if a line is malformed."""
    sights = []
    for number, line in enumerate(text.split("\n"), 1):
        if line and not line.startswith("#"):
            fields = line.split("\t")
            if len(fields) != len(dataclasses.fields(Sight)):
                raise UserError(
                    f"{path}:{number}: {len(fields)} fields, not "
                    f"{len(dataclasses.fields(Sight))}: write it anew with ci/tools/seen"
                )
            sights.append(Sight(*fields))
    return sights


def sights_text(sights: Iterable[Sight], head: str) -> str:
    lines = sorted("\t".join(dataclasses.astuple(sight)) for sight in sights)
    return head + "".join(line + "\n" for line in lines)


def sights_in(
    report: RunReport, day: str, files: Iterable[ExpectationsFile], interface: str
) -> Iterator[Sight]:
    """Yields the failures in a report that flaky entries expect.

    `day` is the day of the report. `interface` is the one through which its targets were run.
    """
    for target in report.targets:
        gate_target = GateTarget(target.name, target.library_version, [], interface)
        version = identify_library(target.library_version).version
        for file in (file for file in files if applies(file, gate_target)):
            for test in (test for test in report.tests if test.target == target.name):
                told = escape_line(test.message)[:_LONGEST_MESSAGE] or test.verdict.word
                sight = Sight(
                    os.path.basename(file.path), test.name, version, day, test.verdict.word, told
                )
                if any(
                    entry.kind == "flaky" and sight.shows(entry, file.path)
                    for entry in file.entries
                ):
                    yield sight


def last_sights(sights: Iterable[Sight]) -> list[Sight]:
    """Returns the last sight of each test of each file."""
    last: dict[tuple[str, str], Sight] = {}
    for sight in sorted(sights, key=lambda sight: (sight.day, sight.version)):
        last[sight.file, sight.test] = sight
    return list(last.values())


def with_last_sights(file: ExpectationsFile, sights: Sequence[Sight]) -> ExpectationsFile:
    """Returns the file with `seen` of its flaky entries set to their last sights."""
    last: dict[Expectation, Sight] = {}
    for entry in file.entries:
        for sight in sights:
            if entry.kind == "flaky" and sight.shows(entry, file.path):
                last[entry] = max(last.get(entry, sight), sight, key=lambda each: each.day)
    entries = [
        seen_again(entry, last[entry].version, last[entry].day) if entry in last else entry
        for entry in file.entries
    ]
    return dataclasses.replace(file, entries=entries)


def problem_with(entry: Expectation, path: str, sights: Iterable[Sight]) -> str:
    """Returns how the recorded runs contradict `seen` of a flaky entry, or ""."""
    shown = [sight for sight in sights if sight.shows(entry, path)]
    version, day = version_and_day(entry)
    if not version:
        last = max(shown, key=lambda sight: sight.day, default=None)
        return f"recorded runs show it: seen={last.seen}" if last else ""
    if any(sight.seen == entry.seen for sight in shown):
        return ""
    return f"no recorded run shows it with {version} on {day}"
