# SPDX-License-Identifier: BSD-3-Clause
"""Adapts expectations files to the results of a run (`--update-expectations`)."""
import dataclasses
from collections.abc import Iterator, Mapping
from typing import Optional

from mpitcheck.gate.expectations import (
    Expectation,
    ExpectationsFile,
    ExpectedCause,
    applies,
    names_one_test,
    seen_again,
)
from mpitcheck.gate.gate import MOST_TESTS_OF_ENTRY, Gate, compare, entry_of
from mpitcheck.judge.cause import cause_of, id_of
from mpitcheck.judge.library_id import identify_library
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.judge.results import breaks_must, is_known
from mpitcheck.process.error import UserError


def _entry(
    test: TestResult, old: Optional[Expectation], file: ExpectationsFile, families: dict[str, str]
) -> Expectation:
    """Returns an entry for the test, and adds its cause to the file if it is new.

    The cause is that of the first failure with a Fact. Tests of the suite `properties` get no
    cause, because random sequences find another one each time.
    """
    added = entry_of(test, old)
    stated = next((failure for failure in test.failures if failure.fact), None)
    added.cause = (
        id_of(cause_of(stated, test.name, families[test.target]))
        if stated and test.suite != "properties"
        else ""
    )
    if not added.cause:
        return added
    cause = next((cause for cause in file.causes if cause.id == added.cause), None)
    if cause is None:
        file.causes.append(ExpectedCause(added.cause, added.kind, added.reason))
    elif old and old.kind != cause.kind:
        added.cause = ""  # the entry keeps its own kind
    else:
        added.kind, added.reason = cause.kind, cause.reason
    return added


def _successors(
    entry: Expectation,
    file: ExpectationsFile,
    tests: list[tuple[str, str]],
    results: dict[tuple[str, str], TestResult],
    joined: Mapping[tuple[str, str], str],
    families: dict[str, str],
) -> Iterator[Expectation]:
    """Yields the entries that replace `entry`, which is for `tests`."""
    judged = [results[test] for test in tests if test in results]
    narrow = names_one_test(entry) or len(tests) <= MOST_TESTS_OF_ENTRY
    if tests and (
        len(judged) < len(tests)
        or narrow
        and not any(compare(test, entry, joined, families) for test in judged)
    ):
        yield entry
        return
    comments = entry.comments
    for test in judged:
        if test.verdict < Verdict.quality or _has(file, test):
            continue
        added = _entry(test, entry, file, families)
        added.comments, comments = comments, ""
        if not compare(test, entry, joined, families):
            added.message, added.also = entry.message, entry.also
        yield added


def _seen_now(
    entry: Expectation, gate: Gate, results: dict[tuple[str, str], TestResult]
) -> Expectation:
    """Returns the entry; if it is flaky and its test failed in this run, with a new `seen`."""
    failed = next(
        (
            test
            for test in gate.tests_of(entry)
            if test in results and results[test].verdict >= Verdict.quality
        ),
        None,
    )
    if entry.kind != "flaky" or failed is None:
        return entry
    target = next(each for each in gate.targets if each.name == failed[0])
    return seen_again(entry, identify_library(target.library_version).version, gate.today)


def _has(file: ExpectationsFile, test: TestResult) -> bool:
    return any(entry.tests == test.name for entry in file.entries)


def updated_expectations(
    gate: Gate, tests: list[TestResult], joined: Mapping[tuple[str, str], str]
) -> list[ExpectationsFile]:
    """Returns the gate's files, adapted to the results.

    - An entry whose tests pass is removed, unless it is flaky. An entry whose tests no longer exist
      is removed too.
    - An entry whose test deviates in another way gets its verdict and message, and keeps its
      reason.
    - A test that breaks a `must` and has no entry gets one, with the reason "to be reviewed" and
      with the cause of its first failure that has a Fact.
    - A glob that no longer fits all its tests is replaced by one entry per test.
    - An entry remains if a test of it did not run or is `error`. An expired entry remains too: a
      person must review it.

    `joined` is joined_ids() of the tests.
    """
    results = {(test.target, test.name): test for test in tests if test.verdict != Verdict.error}
    files = []
    for old in gate.files:
        file = dataclasses.replace(old, entries=[], causes=list(old.causes))
        for entry in old.entries:
            its, seen = gate.tests_of(entry), _seen_now(entry, gate, results)
            for successor in _successors(entry, file, its, results, joined, gate.families):
                file.entries.append(
                    seen if successor is entry else dataclasses.replace(successor, seen=seen.seen)
                )
        for test in tests:
            if (
                breaks_must(test)
                and not is_known(test)
                and gate.file_for(test.target) is old
                and not gate.entry_for(test.target, test.name)
                and not _has(file, test)
            ):
                file.entries.append(_entry(test, None, file, gate.families))
        files.append(file)
    return files


def require_targets(gate: Gate) -> None:
    """Raises UserError if a file of the gate applies to none of its targets."""
    for file in gate.files:
        if any(applies(file, target) for target in gate.targets):
            continue
        known = map(identify_library, (target.library_version for target in gate.targets))
        raise UserError(
            f"--update-expectations: {file.path} is for {file.library} {file.version}, but the"
            " targets of this run are"
            f" {', '.join(f'{id.library} {id.version}' for id in known)}: omit the file, or add a"
            " tree for it"
        )
