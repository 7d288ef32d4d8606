# SPDX-License-Identifier: BSD-3-Clause
"""Joins causes that are one bug.

Several failures of a target may reveal together that they have one cause. Each function below
gives such failures the same Cause. `causes` is derive_causes() (finding.py): pairs of cause and
failure, by the test's place in `tests`. See docs/attribution.md#causes.
"""
from collections.abc import Iterator
from typing import Callable, Optional

from mpitcheck.judge.blame import is_on_purpose
from mpitcheck.judge.cause import UNDER, Cause, Causes
from mpitcheck.judge.model import TestResult
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.records import Fact

_TWINS = {"desc": "name", "desc_len": "name_len"}
_RANDOM_SUITES = ("properties", "stress")  # their tests state no condition


def _place_of_death(fact: Fact) -> Optional[tuple[str, ...]]:
    """Returns the frames that identify a bug, or None if they are unknown.

    These are the innermost frame and, if the process ended on purpose, its caller.
    """
    innermost = 2 if fact.seen == "SIGABRT" else 1
    frames = tuple(
        frame.partition(" ")[0] for frame in fact.frames[:innermost] if not frame.startswith("(")
    )
    return frames if len(frames) == innermost else None


def _offences(causes: Causes, tests: list[TestResult]) -> Iterator[tuple[str, Cause, Failure]]:
    """Yields the target, cause and failure of each pair."""
    for place, its in causes.items():
        for cause, failure in its:
            yield tests[place].target, cause, failure


def _join(
    causes: Causes, tests: list[TestResult], cause_for: Callable[[str, Cause, Failure], Cause]
) -> None:
    """Sets the cause of each failure to cause_for(target, cause, failure)."""
    for place, its in causes.items():
        its[:] = [
            (cause_for(tests[place].target, cause, failure), failure) for cause, failure in its
        ]


def _join_deaths(causes: Causes, tests: list[TestResult]) -> None:
    """Joins functions that end the process in the same frames of a library, and in no others.

    They get the first of their causes. The wanted codes do not matter: if every refusal ends the
    process, there are many of them.
    """
    # (target, cause) -> the frames of each death
    places: dict[tuple[str, Cause], set[tuple[str, ...]]] = {}
    for target, cause, failure in _offences(causes, tests):
        where = _place_of_death(failure.fact) if failure.fact and failure.is_deadly else None
        if where and cause.predicate.startswith("survives"):
            places.setdefault((target, cause), set()).add(where)
    first: dict[tuple[str, tuple[object, ...], frozenset[tuple[str, ...]]], Cause] = {}
    for target, cause in sorted(places):
        first.setdefault((target, cause[2:], frozenset(places[target, cause])), cause)

    def first_there(target: str, cause: Cause, _: Failure) -> Cause:
        where = places.get((target, cause))
        return first[target, cause[2:], frozenset(where)] if where else cause

    _join(causes, tests, first_there)


def _join_conditions(causes: Causes, tests: list[TestResult]) -> None:
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
            elif tests[place].suite not in _RANDOM_SUITES:
                always.add((tests[place].target, plain))

    def of_condition(target: str, cause: Cause, _: Failure) -> Cause:
        plain = cause._replace(predicate=cause.predicate.partition(UNDER)[0])
        found = under.get((target, plain), set())
        if (target, plain) in always:
            return plain
        return next(iter(found)) if cause == plain and len(found) == 1 else cause

    _join(causes, tests, of_condition)


def _join_to_handler(causes: Causes, tests: list[TestResult]) -> None:
    """Joins refused calls that end the process on purpose to the finding on error handlers.

    A failure of general-failure-no-errhandler shows that refused calls invoke an error handler of
    MPI. The handler then ends the process.
    """
    seen = {
        target: cause
        for target, cause, failure in _offences(causes, tests)
        if failure.clause == "general-failure-no-errhandler"
    }

    def of_handler(target: str, cause: Cause, failure: Failure) -> Cause:
        on_purpose = failure.is_deadly and failure.fact and is_on_purpose(failure.fact.seen)
        was_refused = (
            cause.predicate.startswith("survives MPI_T_ERR_")
            or failure.clause == "general-failure-not-fatal"
        )
        return seen.get(target, cause) if on_purpose and was_refused else cause

    _join(causes, tests, of_handler)


def _found(causes: Causes, tests: list[TestResult]) -> set[tuple[str, str, Cause]]:
    return {(target, failure.clause, cause) for target, cause, failure in _offences(causes, tests)}


def _join_unchecked(causes: Causes, tests: list[TestResult]) -> None:
    """Joins wrong calls that end the process to wrong calls that succeed.

    If both are against the same clause, they lack the same check.
    """
    found = _found(causes, tests)

    def of_let_pass(target: str, cause: Cause, failure: Failure) -> Cause:
        let_pass = cause._replace(
            predicate=cause.predicate.replace("survives", "code"), answer="MPI_SUCCESS"
        )
        return (
            let_pass
            if cause.answer == "ends" and (target, failure.clause, let_pass) in found
            else cause
        )

    _join(causes, tests, of_let_pass)


def _join_granted(causes: Causes, tests: list[TestResult]) -> None:
    """Joins calls that succeed where any error is wanted to those where one error is wanted.

    This happens only if there is exactly one cause of the latter kind for the function.
    """
    granted: dict[tuple[str, str], set[Cause]] = {}
    for target, cause, _ in _offences(causes, tests):
        if cause.answer == "MPI_SUCCESS" and cause.predicate.startswith("code MPI_T_ERR_"):
            granted.setdefault((target, cause.about), set()).add(cause)

    def of_one_error(target: str, cause: Cause, _: Failure) -> Cause:
        found = granted.get((target, cause.about), set())
        return (
            next(iter(found))
            if (cause.predicate, cause.answer) == ("code", "MPI_SUCCESS") and len(found) == 1
            else cause
        )

    _join(causes, tests, of_one_error)


def _join_refusals(causes: Causes, tests: list[TestResult]) -> None:
    """Joins refusals with the same wrong code of a function.

    If several codes are allowed, or all but this one, the reason is that of another cause with the
    same wrong code, for which an allowed code (success or an error) is the wanted one. There must
    be exactly one such cause that does not join another one itself.
    """
    # (target, function, cause) -> facts
    refused: dict[tuple[str, str, Cause], list[Fact]] = {}
    for target, cause, failure in _offences(causes, tests):
        if (
            failure.fact
            and cause.predicate.startswith("code")
            and cause.answer.startswith("MPI_T_ERR_")
        ):
            refused.setdefault((target, failure.fact.function, cause), []).append(failure.fact)

    def others(target: str, function: str, cause: Cause) -> list[Cause]:
        """Returns the other causes that all facts of this cause allow."""
        facts = refused[target, function, cause]

        def is_allowed(code: str) -> bool:
            return not code.startswith("not ") and all(
                (code in fact.wanted) != (fact.relation == "none-of") for fact in facts
            )

        return [
            other
            for where, who, other in refused
            if (where, who) == (target, function)
            and other != cause
            and other[2:] == cause[2:]
            and is_allowed(other.predicate.partition(" ")[2] or "MPI_SUCCESS")
        ]

    first = {key: found for key in refused if (found := others(*key))}

    def of_root(target: str, cause: Cause, failure: Failure) -> Cause:
        if not failure.fact:
            return cause
        key = (target, failure.fact.function, cause)
        roots = [
            other
            for other in first.get(key, ())
            if (target, failure.fact.function, other) not in first
        ]
        return roots[0] if len(roots) == 1 else cause

    _join(causes, tests, of_root)


def _join_uninitialized(causes: Causes, tests: list[TestResult]) -> None:
    """Joins functions that say that MPI_T is not initialized although it is.

    They all ask the same counter of initializations.
    """
    refusing: dict[str, set[Cause]] = {}

    def says_so(cause: Cause) -> bool:
        return (cause.predicate, cause.answer) == ("code", "MPI_T_ERR_NOT_INITIALIZED")

    for target, cause, _ in _offences(causes, tests):
        if says_so(cause):
            refusing.setdefault(target, set()).add(cause)

    def of_all(target: str, cause: Cause, _: Failure) -> Cause:
        is_one_of_many = says_so(cause) and len(refusing[target]) > 1
        return cause._replace(about="MPI_T_*") if is_one_of_many else cause

    _join(causes, tests, of_all)


def _join_texts(causes: Causes, tests: list[TestResult]) -> None:
    """Joins the name and the description of an object.

    One piece of code returns both. They are one bug if they are wrong in the same way against the
    same clause.
    """
    found = _found(causes, tests)

    def of_name(target: str, cause: Cause, failure: Failure) -> Cause:
        twin = cause._replace(about=_TWINS.get(cause.about, ""))
        return twin if (target, failure.clause, twin) in found else cause

    _join(causes, tests, of_name)


def _join_answers(causes: Causes, tests: list[TestResult]) -> None:
    """Joins wrong values of one output against the same clause.

    The kind of deviation (too small, too large, different from before) does not matter.
    """
    first: dict[tuple[str, str, str], Cause] = {}

    def first_answer(target: str, cause: Cause, failure: Failure) -> Cause:
        is_answer = cause.predicate in ("value", "as before")
        return (
            first.setdefault((target, failure.clause, cause.about), cause) if is_answer else cause
        )

    _join(causes, tests, first_answer)


def _join_hangs(causes: Causes, tests: list[TestResult]) -> None:
    """Joins the hang of a function to its crash, if there is one cause for that.

    A library may catch the fault and hang in its own handler.
    """
    ends: dict[tuple[str, str, bool], set[Cause]] = {}
    for target, cause, failure in _offences(causes, tests):
        if failure.is_deadly and failure.fact and cause.answer == "ends":
            ends.setdefault((target, failure.fact.function, cause.optional), set()).add(cause)

    def of_end(target: str, cause: Cause, failure: Failure) -> Cause:
        if not failure.fact or cause.answer != "hangs":
            return cause
        found = ends.get((target, failure.fact.function, cause.optional), set())
        return next(iter(found)) if len(found) == 1 else cause

    _join(causes, tests, of_end)


def _join_factless(causes: Causes, tests: list[TestResult]) -> None:
    """Joins failures without a Fact to the cause of their clause, if there is just one.

    Suites that compare with an oracle record no Fact.
    """
    stated: dict[tuple[str, str], set[Cause]] = {}
    for target, cause, failure in _offences(causes, tests):
        if failure.fact:
            stated.setdefault((target, failure.clause), set()).add(cause)

    def of_stated(target: str, cause: Cause, failure: Failure) -> Cause:
        found = stated.get((target, failure.clause), set())
        return next(iter(found)) if not failure.fact and len(found) == 1 else cause

    _join(causes, tests, of_stated)


def join_all(causes: Causes, tests: list[TestResult]) -> None:
    for join in (
        _join_conditions,
        _join_unchecked,
        _join_deaths,
        _join_to_handler,
        _join_hangs,
        _join_answers,
        _join_texts,
        _join_granted,
        _join_refusals,
        _join_uninitialized,
        _join_factless,
    ):
        join(causes, tests)
