# SPDX-License-Identifier: BSD-3-Clause
"""Joins causes of calls that do not return. See joins.py."""
from typing import Optional

from mpitcheck.judge.blame import is_on_purpose
from mpitcheck.judge.cause import UNDER, Cause, Causes
from mpitcheck.judge.cause_pairs import (
    RANDOM_SUITES,
    found_causes,
    function_in,
    offences,
    set_causes,
)
from mpitcheck.judge.model import TestResult
from mpitcheck.judge.offence import Failure
from mpitcheck.schema.records import Fact


def _place_of_death(fact: Fact) -> Optional[tuple[str, ...]]:
    """Returns the frames that identify a bug, or None if they are unknown.

    These are the innermost frame and, if the process ended on purpose, its caller.
    """
    innermost = 2 if fact.seen == "SIGABRT" else 1
    frames = tuple(
        frame.partition(" ")[0] for frame in fact.frames[:innermost] if not frame.startswith("(")
    )
    return frames if len(frames) == innermost else None


def join_deaths(causes: Causes, tests: list[TestResult]) -> None:
    """Joins functions that end the process in the same frames of a library, and in no others.

    They get the first of their causes. The wanted codes do not matter: if every refusal ends the
    process, there are many of them.
    """
    # (target, cause) -> the frames of each death
    places: dict[tuple[str, Cause], set[tuple[str, ...]]] = {}
    for target, cause, failure in offences(causes, tests):
        where = _place_of_death(failure.fact) if failure.fact and failure.is_deadly else None
        if where and cause.predicate.startswith("survives"):
            places.setdefault((target, cause), set()).add(where)
    first: dict[tuple[str, tuple[object, ...], frozenset[tuple[str, ...]]], Cause] = {}
    for target, cause in sorted(places):
        first.setdefault((target, cause[2:], frozenset(places[target, cause])), cause)

    def first_there(target: str, cause: Cause, _: Failure) -> Cause:
        where = places.get((target, cause))
        return first[target, cause[2:], frozenset(where)] if where else cause

    set_causes(causes, tests, first_there)


def join_conditions(causes: Causes, tests: list[TestResult]) -> None:
    """Joins the deaths of a function under a condition and without it.

    If a function ends the process without the condition, it does so under it for the same reason.
    Random sequences state no condition. Their cause joins the one that other tests have under a
    condition, if these have none without.
    """
    always: set[tuple[str, Cause]] = set()
    under: dict[tuple[str, Cause], set[Cause]] = {}
    for place, its in causes.items():
        for cause, _ in its:
            predicate, *condition = cause.predicate.split(UNDER)
            plain = cause._replace(predicate=predicate)
            if condition:
                under.setdefault((tests[place].target, plain), set()).add(cause)
            elif tests[place].suite not in RANDOM_SUITES:
                always.add((tests[place].target, plain))

    def of_condition(target: str, cause: Cause, _: Failure) -> Cause:
        plain = cause._replace(predicate=cause.predicate.partition(UNDER)[0])
        found = under.get((target, plain), set())
        if (target, plain) in always:
            return plain
        return next(iter(found)) if cause == plain and len(found) == 1 else cause

    set_causes(causes, tests, of_condition)


def join_to_handler(causes: Causes, tests: list[TestResult]) -> None:
    """Joins refused calls that end the process on purpose to the finding on error handlers.

    A failure of general-failure-no-errhandler shows that refused calls invoke an error handler of
    MPI. The handler then ends the process. Random sequences do not say which of their calls should
    be refused, so that a function that ends so when it is refused counts there.
    """
    seen = {
        target: cause
        for target, cause, failure in offences(causes, tests)
        if failure.clause == "general-failure-no-errhandler"
    }

    def is_refusal(cause: Cause, failure: Failure) -> bool:
        return (
            cause.predicate.startswith("survives MPI_T_ERR_")
            or failure.clause == "general-failure-not-fatal"
        )

    def ends_on_purpose(failure: Failure) -> bool:
        return bool(failure.is_deadly and failure.fact and is_on_purpose(failure.fact.seen))

    refused = {
        (target, function_in(failure))
        for target, cause, failure in offences(causes, tests)
        if ends_on_purpose(failure) and is_refusal(cause, failure)
    }

    def of_handler(target: str, cause: Cause, failure: Failure) -> Cause:
        its = (target, function_in(failure)) in refused
        return seen.get(target, cause) if ends_on_purpose(failure) and its else cause

    set_causes(causes, tests, of_handler)


def join_unchecked(causes: Causes, tests: list[TestResult]) -> None:
    """Joins wrong calls that end the process to wrong calls that succeed.

    If both are against the same clause, they lack the same check.
    """
    found = found_causes(causes, tests)

    def of_let_pass(target: str, cause: Cause, failure: Failure) -> Cause:
        let_pass = cause._replace(
            predicate=cause.predicate.replace("survives", "code"), answer="MPI_SUCCESS"
        )
        return (
            let_pass
            if cause.answer == "ends" and (target, failure.clause, let_pass) in found
            else cause
        )

    set_causes(causes, tests, of_let_pass)


def join_hangs(causes: Causes, tests: list[TestResult]) -> None:
    """Joins the hang of a function to its crash, if there is one cause for that.

    A library may catch the fault and hang in its own handler.
    """
    ends: dict[tuple[str, str, bool], set[Cause]] = {}
    for target, cause, failure in offences(causes, tests):
        if failure.is_deadly and failure.fact and cause.answer == "ends":
            ends.setdefault((target, failure.fact.function, cause.optional), set()).add(cause)

    def of_end(target: str, cause: Cause, failure: Failure) -> Cause:
        if not failure.fact or cause.answer != "hangs":
            return cause
        found = ends.get((target, failure.fact.function, cause.optional), set())
        return next(iter(found)) if len(found) == 1 else cause

    set_causes(causes, tests, of_end)
