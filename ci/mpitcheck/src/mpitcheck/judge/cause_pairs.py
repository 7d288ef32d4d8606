# SPDX-License-Identifier: BSD-3-Clause
"""Goes through pairs of cause and failure, to join causes that are one bug."""
from collections.abc import Iterator
from typing import Callable

from mpitcheck.judge.cause import Cause, Causes
from mpitcheck.judge.model import TestResult
from mpitcheck.judge.offence import Failure

RANDOM_SUITES = ("properties", "stress")  # their tests state no condition


def offences(causes: Causes, tests: list[TestResult]) -> Iterator[tuple[str, Cause, Failure]]:
    """Yields the target, cause and failure of each pair."""
    for place, its in causes.items():
        for cause, failure in its:
            yield tests[place].target, cause, failure


def set_causes(
    causes: Causes, tests: list[TestResult], cause_for: Callable[[str, Cause, Failure], Cause]
) -> None:
    """Sets the cause of each failure to cause_for(target, cause, failure)."""
    for place, its in causes.items():
        its[:] = [
            (cause_for(tests[place].target, cause, failure), failure) for cause, failure in its
        ]


def found_causes(causes: Causes, tests: list[TestResult]) -> set[tuple[str, str, Cause]]:
    return {(target, failure.clause, cause) for target, cause, failure in offences(causes, tests)}


def function_in(failure: Failure) -> str:
    """Returns the function that the Fact is about, "" if there is none."""
    return failure.fact.function if failure.fact else ""
