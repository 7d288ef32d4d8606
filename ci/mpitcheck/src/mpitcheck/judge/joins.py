# SPDX-License-Identifier: BSD-3-Clause
"""Joins causes that are one bug.

Several failures of a target may reveal together that they have one cause. Each function below
gives such failures the same Cause. `causes` is derive_causes() (finding.py): pairs of cause and
failure, by the test's place in `tests`. See docs/attribution.md#causes.
"""
from mpitcheck.judge.cause import Cause, Causes
from mpitcheck.judge.cause_pairs import (
    RANDOM_SUITES,
    found_causes,
    function_in,
    offences,
    set_causes,
)
from mpitcheck.judge.death_joins import (
    join_conditions,
    join_deaths,
    join_hangs,
    join_to_handler,
    join_unchecked,
)
from mpitcheck.judge.model import TestResult
from mpitcheck.judge.offence import Failure
from mpitcheck.schema.records import Fact

_TWINS = {"desc": "name", "desc_len": "name_len"}


def _join_granted(causes: Causes, tests: list[TestResult]) -> None:
    """Joins calls that succeed where any error is wanted to those where one error is wanted.

    This happens only if there is exactly one cause of the latter kind for the function.
    """
    granted: dict[tuple[str, str], set[Cause]] = {}
    for target, cause, failure in offences(causes, tests):
        if cause.answer == "MPI_SUCCESS" and cause.predicate.startswith("code MPI_T_ERR_"):
            granted.setdefault((target, function_in(failure)), set()).add(cause)

    def of_one_error(target: str, cause: Cause, failure: Failure) -> Cause:
        found = granted.get((target, function_in(failure)), set())
        return (
            next(iter(found))
            if (cause.predicate, cause.answer) == ("code", "MPI_SUCCESS") and len(found) == 1
            else cause
        )

    set_causes(causes, tests, of_one_error)


def _join_refusals(causes: Causes, tests: list[TestResult]) -> None:
    """Joins refusals with the same wrong code of a function.

    If several codes are allowed, or all but this one, the reason is that of another cause with the
    same wrong code, for which an allowed code (success or an error) is the wanted one. There must
    be exactly one such cause that does not join another one itself.
    """
    # (target, function, cause) -> facts
    refused: dict[tuple[str, str, Cause], list[Fact]] = {}
    for target, cause, failure in offences(causes, tests):
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

    set_causes(causes, tests, of_root)


def _join_uninitialized(causes: Causes, tests: list[TestResult]) -> None:
    """Joins functions that say that MPI_T is not initialized although it is.

    They all ask the same counter of initializations.
    """
    refusing: dict[str, set[Cause]] = {}

    def says_so(cause: Cause) -> bool:
        is_code = cause.predicate.split(" ")[0] == "code"
        return is_code and cause.answer == "MPI_T_ERR_NOT_INITIALIZED"

    for target, cause, _ in offences(causes, tests):
        if says_so(cause):
            refusing.setdefault(target, set()).add(cause)

    def of_all(target: str, cause: Cause, _: Failure) -> Cause:
        its = refusing.get(target, set())
        is_one_of_many = cause in its and any(
            other != cause and other.predicate == "code" for other in its
        )
        all_functions = cause._replace(about="MPI_T_*", predicate="code")
        return all_functions if is_one_of_many else cause

    set_causes(causes, tests, of_all)


def _join_texts(causes: Causes, tests: list[TestResult]) -> None:
    """Joins the name and the description of an object.

    One piece of code returns both. They are one bug if they are wrong in the same way against the
    same clause.
    """
    found = found_causes(causes, tests)

    def of_name(target: str, cause: Cause, failure: Failure) -> Cause:
        twin = cause._replace(about=_TWINS.get(cause.about, ""))
        return twin if (target, failure.clause, twin) in found else cause

    set_causes(causes, tests, of_name)


def _join_answers(causes: Causes, tests: list[TestResult]) -> None:
    """Joins wrong values of one output against the same clause.

    The kind of deviation (too small, too large, different from before) does not matter, nor whether
    MPI_T_pvar_read or MPI_T_pvar_readreset returned the value. Causes that share a clause with one
    cause are one bug. It gets the cause of a test that is not random, if there is one.
    """
    first: dict[tuple[str, str, str], tuple[str, Cause]] = {}
    joined: dict[tuple[str, Cause], tuple[str, Cause]] = {}

    def root_of(key: tuple[str, Cause]) -> tuple[str, Cause]:
        while key in joined:
            key = joined[key]
        return key

    random_last = dict(sorted(causes.items(), key=lambda it: tests[it[0]].suite in RANDOM_SUITES))
    places: dict[tuple[str, Cause], int] = {}
    for target, cause, failure in offences(random_last, tests):
        if cause.predicate in ("value", "as before"):
            places.setdefault((target, cause), len(places))
            output = cause.about.replace("_readreset.", "_read.")
            root = root_of((target, cause))
            other = root_of(first.setdefault((target, failure.clause, output), root))
            if other != root:
                earlier, later = sorted((root, other), key=lambda key: places[key])
                joined[later] = earlier
    set_causes(causes, tests, lambda target, cause, _: root_of((target, cause))[1])


def _join_factless(causes: Causes, tests: list[TestResult]) -> None:
    """Joins failures that name no function to the first cause of their clause that names one.

    Suites that compare with an oracle may record no Fact. A random sequence names no function if
    it did not fail again when its calls were recorded.
    """
    named: dict[tuple[str, str], Cause] = {}
    for target, cause, failure in offences(causes, tests):
        if cause.predicate != "clause":
            named.setdefault((target, failure.clause), cause)

    def of_named(target: str, cause: Cause, failure: Failure) -> Cause:
        if cause.predicate != "clause":
            return cause
        return named.get((target, failure.clause), cause)

    set_causes(causes, tests, of_named)


def join_all(causes: Causes, tests: list[TestResult]) -> None:
    for join in (
        join_conditions,
        join_unchecked,
        join_deaths,
        join_to_handler,
        join_hangs,
        _join_answers,
        _join_texts,
        _join_granted,
        _join_refusals,
        _join_uninitialized,
        _join_factless,
    ):
        join(causes, tests)
