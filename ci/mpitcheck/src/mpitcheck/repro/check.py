# SPDX-License-Identifier: BSD-3-Clause
"""Derives the check that a program makes: the predicate that failed, over calls of the trace."""
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Optional

from mpitcheck.judge.clauses import find_clause, parse_version
from mpitcheck.repro.answers import (
    CODE,
    TIMES_CALLED,
    TIMES_OTHERS_CALLED,
    Output,
    goes_in,
    parse_output,
    same_answer,
)
from mpitcheck.repro.call_search import CallSearch, same_registration
from mpitcheck.repro.objects import argument
from mpitcheck.repro.predicate import (
    Addend,
    Check,
    Place,
    Term,
    broken,
)
from mpitcheck.repro.prototypes import DROPPED_CALLBACK, find_prototype, is_callback, prototype
from mpitcheck.schema.records import CODE_OUTPUT, Fact

if TYPE_CHECKING:
    from mpitcheck.repro.trace import Call, FailureTrace


def _control(trace: FailureTrace, judged: int) -> Optional[int]:
    """Finds the last earlier call in main that made the same request and succeeded.

    A library that never grants the request breaks another rule.
    """
    calls, objects = trace.calls, trace.objects
    return next(
        (
            i
            for i in reversed(objects.calls_of(calls[judged].function))
            if i < judged
            and calls[i].code == "MPI_SUCCESS"
            and objects.callbacks[i] is None
            and objects.subject(i) == objects.subject(judged)
        ),
        None,
    )


def _add_code(check: Check, calls: list[Call]) -> None:
    """Adds the term that the judged call returned the recorded code.

    OUT arguments of a call that failed are not answers.
    """

    def is_answer(place: Place) -> bool:
        return (
            place.call == check.judged
            and place.output.parameter != CODE
            and not goes_in(calls[place.call], place.output.parameter)
        )

    if any(is_answer(place) for term in check.terms for place in term.places()):
        check.terms.insert(0, Term(Place(check.judged, Output()), "==", calls[check.judged].code))


def _add_level(check: Check, trace: FailureTrace, call: int) -> None:
    """Adds the term that the callback around `call` had the recorded safety level."""
    inside = trace.objects.callbacks[call]
    if inside is not None and inside != call:
        back = trace.calls[inside]
        safety = prototype(back.function).find("cb_safety")
        if safety is not None:
            place = Place(inside, Output(safety))
            check.terms.insert(0, Term(place, "==", argument(back, "cb_safety")))


def _check_of_number(trace: FailureTrace, fact: Fact) -> Optional[Check]:
    """Makes the check for a number of callbacks.

    `fact.output` is "calls" or "calls since MPI_T_x". Returns None if the trace lacks such a call,
    or a call that sets the callback.
    """
    calls, objects = trace.calls, trace.objects
    if find_prototype(fact.function) is None or not fact.wanted:
        return None
    function = prototype(fact.function).parameters[-1].name
    givers = [
        made[-1]
        for name, made in objects.by_function.items()
        if not is_callback(name) and prototype(name).find(function) is not None
    ]
    start, _, name = fact.output.partition(" since ")
    asked = objects.calls_of(name) if start == "calls" else []
    since = asked[-1] if asked else None
    if not givers or fact.output != "calls" and since is None:
        return None
    giver = max(givers)
    others = [
        i
        for i in objects.calls_of(calls[giver].function)
        if argument(calls[i], function) != "NULL" and not same_registration(calls[i], calls[giver])
    ]
    check = Check(next((i for i in reversed(range(len(calls))) if objects.callbacks[i] is None), 0))

    def add(which: int, op: str, value: str) -> None:
        beyond = [] if since is None else [Addend(Place(since, Output()))]
        check.terms.append(Term(Place(giver, Output(which)), op, value, beyond))

    add(TIMES_CALLED, broken(fact.relation), fact.wanted[0])
    # Missing callbacks break a rule only if other callbacks show that events occur. Reports of
    # dropped events break it only if there were no others, because a library may drop events.
    if fact.relation == "at-least":
        add(TIMES_OTHERS_CALLED, ">", "0")
    if fact.function == DROPPED_CALLBACK:
        add(TIMES_OTHERS_CALLED, "==", "0")
    if len(check.terms) > 1 and others:
        check.witness = others[-1]
    return check


def or_out_of_reach(check: Check, fact: Fact, mpi_version: str) -> Check:
    """Returns a check under which MPI_T_ERR_NOT_ACCESSIBLE counts as an error that was wanted.

    Since MPI 4.0 any function except those of event-safety-exempt-functions may return that code.
    Checks that do not want an error are returned unchanged.
    """
    exempt = find_clause("event-safety-exempt-functions")
    wants_error = (fact.output, fact.relation) == (
        CODE_OUTPUT,
        "one-of",
    ) and "MPI_SUCCESS" not in fact.wanted
    may = exempt and fact.function.removeprefix("P") not in exempt.functions
    if not may or not wants_error or parse_version(mpi_version) < (4, 0):
        return check
    also = [
        replace(term, value="MPI_T_ERR_NOT_ACCESSIBLE")
        for term in check.terms
        if term.value in fact.wanted[-1:]
    ]
    return replace(check, terms=[*check.terms, *also])


def check_of(trace: FailureTrace) -> Optional[Check]:
    """Makes the check for the complaint of a trace.

    The check judges the last call that gave the answer that the fact reports, or that did not
    return. Returns None if there is no fact or no such call.
    """
    fact, calls = trace.complaint.fact, trace.calls
    if not fact or not calls or fact.relation == "is":
        return None
    if fact.relation == "survives":
        return Check(len(calls) - 1)
    if fact.sources and not fact.wanted:
        return None
    if is_callback(fact.function) and fact.output.startswith("calls"):
        return _check_of_number(trace, fact)
    output, search = parse_output(fact.function, fact.output), CallSearch(trace, fact)
    later = search.later()
    if not output or not later:
        return None
    # The latest callback may lack a call to compare with, although an earlier callback has one.
    candidates = search.judged(output, later[1])
    call = next(
        (
            i
            for i in candidates
            if trace.objects.callbacks[i] is None or search.earlier(i) is not None
        ),
        None,
    )
    if call is None:
        return None
    earlier = search.earlier(call)
    if earlier is None:
        return None
    addends = later[0] + earlier
    place, op = Place(call, output), broken(fact.relation)
    check = Check(max([call] + [addend.place.call for addend in addends]))
    if check.judged != call and len(fact.wanted) > 1:
        return None
    if fact.sources:
        check.terms.append(Term(place, op, "", addends, fact.slack))
        check.witness = search.witness(call)
    for wanted in fact.wanted[1 if fact.sources else 0 :]:
        if fact.relation != "none-of" or same_answer(wanted, fact.seen):
            check.terms.append(Term(place, op, wanted))
    if fact.given:
        given = search.given(fact.given, call)
        if not given:
            return None
        check.terms.insert(0, Term(given, "==", fact.given.value))
    if output == Output() and fact.relation == "one-of" and "MPI_SUCCESS" in fact.wanted:
        check.control = _control(trace, call)
    _add_code(check, calls)
    _add_level(check, trace, call)
    return check
