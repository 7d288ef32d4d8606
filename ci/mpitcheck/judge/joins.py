# SPDX-License-Identifier: BSD-3-Clause
"""Causes that are one bug: where several offences of a target show by each other what is behind them, they get one cause. `causes` is
that of derive_causes() (finding.py): a list of pairs of cause and offence by a test's place in `tests`."""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Callable, Optional

from mpitcheck.judge.blame import is_on_purpose
from mpitcheck.judge.model import TestResult
from mpitcheck.judge.offence import Fact, Failure

if TYPE_CHECKING:  # finding.py imports this module
    from mpitcheck.judge.finding import Cause, Causes

_TWINS = {"desc": "name", "desc_len": "name_len"}
UNDER = " with "  # in a predicate, before the condition under which a call does not survive
_RANDOM_SUITES = ("properties", "stress")  # whose tests state no condition


def _place_of_death(fact: Fact) -> Optional[tuple[str, ...]]:
    """Of the frames those that tell one bug: the innermost, of an end on purpose with its caller; None if they are not known."""
    innermost = 2 if fact.seen == "SIGABRT" else 1
    frames = tuple(
        frame.partition(" ")[0] for frame in fact.frames[:innermost] if not frame.startswith("(")
    )
    return frames if len(frames) == innermost else None


def _offences(causes: Causes, tests: list[TestResult]) -> Iterator[tuple[str, Cause, Failure]]:
    """Target, cause and offence of each."""
    for place, its in causes.items():
        for cause, failure in its:
            yield tests[place].target, cause, failure


def _join(
    causes: Causes, tests: list[TestResult], cause_for: Callable[[str, Cause, Failure], Cause]
) -> None:
    """Gives each offence the cause that cause_for(target, cause, offence) answers."""
    for place, its in causes.items():
        its[:] = [
            (cause_for(tests[place].target, cause, failure), failure) for cause, failure in its
        ]


def _join_deaths(causes: Causes, tests: list[TestResult]) -> None:
    """Functions that end the process at the same places of a target's library, and nowhere else, do so by one cause: that of the first. What
    was wanted of the calls does not matter: where each refusal ends the process they are many."""
    # (target, cause) -> places of death
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
    """A function that ends the process without the condition does so for the same reason under it.
    What random sequences find states no condition: it joins what other tests find under one, if
    these find nothing without."""
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
    """Where refused calls are seen to go through an error handler of MPI, which ends processes on purpose, that is how they end."""
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
    """Wrong calls that end the process lack the same check as those that are let pass against the same clause."""
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
    """A call that is granted where just one error is wanted of its function is granted for that reason where any error would do."""
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
    """A function that refuses with one wrong code where this or that is wanted does so for the reason that another finding has of it, with
    just that wanted first: success, or an error."""
    # (target, function, cause) -> offences
    refused: dict[tuple[str, str, Cause], list[Fact]] = {}
    for target, cause, failure in _offences(causes, tests):
        if (
            failure.fact
            and cause.predicate.startswith("code")
            and cause.answer.startswith("MPI_T_ERR_")
        ):
            refused.setdefault((target, failure.fact.function, cause), []).append(failure.fact)

    def others(target: str, function: str, cause: Cause) -> list[Cause]:
        """What else its offences could be."""
        wanted = [set(fact.wanted) for fact in refused[target, function, cause]]
        return [
            other
            for where, who, other in refused
            if (where, who) == (target, function)
            and other != cause
            and other[2:] == cause[2:]
            and all(
                (other.predicate.partition(" ")[2] or "MPI_SUCCESS") in codes for codes in wanted
            )
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


def _join_texts(causes: Causes, tests: list[TestResult]) -> None:
    """A query has one piece of code for both its texts: what is wrong with each in the same way against the same rule is one bug."""
    found = _found(causes, tests)

    def of_name(target: str, cause: Cause, failure: Failure) -> Cause:
        twin = cause._replace(about=_TWINS.get(cause.about, ""))
        return twin if (target, failure.clause, twin) in found else cause

    _join(causes, tests, of_name)


def _join_answers(causes: Causes, tests: list[TestResult]) -> None:
    """One output of one function that is wrong against the same rule here in this way and there in
    that way (too small, too large, not as before) is one bug."""
    first: dict[tuple[str, str, str], Cause] = {}

    def first_answer(target: str, cause: Cause, failure: Failure) -> Cause:
        is_answer = cause.predicate in ("value", "as before")
        return (
            first.setdefault((target, failure.clause, cause.about), cause) if is_answer else cause
        )

    _join(causes, tests, first_answer)


def _join_hangs(causes: Causes, tests: list[TestResult]) -> None:
    """A function that hangs here and ends the process there has one bug: a library may catch the fault itself, and hang in its handler."""
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
    """Suites that compare with an oracle tell no Fact; what they find of a rule is what others do, if these find one thing."""
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
        _join_factless,
    ):
        join(causes, tests)
