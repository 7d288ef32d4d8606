# SPDX-License-Identifier: BSD-3-Clause
"""Derives the check that a program makes: the predicate that failed, over calls of the trace."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Optional

from mpitcheck.judge.clauses import find_clause, parse_version
from mpitcheck.judge.offence import is_handle
from mpitcheck.judge.records import CODE_OUTPUT, Answer, Condition, Fact
from mpitcheck.repro.answers import (
    CODE,
    TIMES_CALLED,
    TIMES_OTHERS_CALLED,
    Output,
    goes_in,
    parse_output,
    recorded,
    same_answer,
)
from mpitcheck.repro.objects import Made, argument
from mpitcheck.repro.prototypes import DROPPED_CALLBACK, find_prototype, is_callback, prototype

if TYPE_CHECKING:
    from mpitcheck.repro.trace import Call, FailureTrace


class Place(NamedTuple):
    """One part of a call of the trace."""

    call: int  # number of the call
    output: Output

    @property
    def made(self) -> Made:
        return Made(self.call, self.output.parameter)


class Addend(NamedTuple):
    """One operand of a sum."""

    place: Place
    minus: bool = False


@dataclass
class Term:
    """A comparison of one answer with a value, or with answers of other calls."""

    place: Place
    op: str  # operator in C
    value: str = ""  # in the notation of Call.answers
    # The answers whose sum replaces `value`.
    others: list[Addend] = field(default_factory=list)
    slack: str = ""  # signed number that is added to the sum; may be empty

    @property
    def counts(self) -> bool:
        """Whether the term compares a number of callbacks.

        With `others`, only callbacks after the call of `others[0]` count.
        """
        return self.place.output.parameter <= TIMES_CALLED

    @property
    def other(self) -> Place:
        """The first place that the answer is compared with. `others` must not be empty."""
        return self.others[0].place

    def places(self) -> list[Place]:
        return [self.place, *(addend.place for addend in self.others)]


def broken(relation: str) -> str:
    """Returns the C operator that holds between answer and wanted value in a broken relation."""
    return {"none-of": "==", "at-least": "<", "at-most": ">", "above": "<=", "below": ">="}.get(
        relation, "!="
    )


@dataclass
class Check:
    """A predicate over calls: the rule is broken if all terms hold.

    `judged` is the last call that the terms refer to. They are evaluated after it. Without terms,
    the rule is broken if `judged` crashes or hangs.
    """

    judged: int
    terms: list[Term] = field(default_factory=list)
    witness: Optional[int] = None  # a call that the program needs although no term refers to it
    control: Optional[int] = None  # an earlier call that made the same request and succeeded

    def calls(self) -> list[int]:
        """Returns the calls that the check needs, each once, in ascending order."""
        others = {call for call in (self.witness, self.control) if call is not None}
        return sorted(
            {self.judged} | others | {place.call for term in self.terms for place in term.places()}
        )


class _Likeness:
    """Compares the arguments of two calls of one function, without lengths of buffers."""

    def __init__(self, one: Call, other: Call) -> None:
        self.same_handles, self.same_rest, self.has_rest = True, True, False
        for (type, name), mine, yours in zip(
            prototype(one.function).parameters, one.arguments, other.arguments
        ):
            if type in ("int", "const char *") and name != "len":
                self.has_rest = True
                self.same_rest &= mine == yours
            elif name != "len" and not type.endswith(("[]", "*")):
                self.same_handles &= mine == yours

    def all(self) -> bool:
        return self.same_handles and self.same_rest

    def of_another(self) -> bool:
        """Whether the calls ask about different objects of the same kind."""
        return self.same_handles and not self.same_rest if self.has_rest else not self.same_handles


def _same_registration(one: Call, other: Call) -> bool:
    """Whether two calls set a callback on the same registration.

    Calls of different functions count as the same.
    """
    return one.function != other.function or argument(one, "event_registration") == argument(
        other, "event_registration"
    )


class _Calls:
    """Searches for the call that a fact is about and for the calls that it is compared with."""

    def __init__(self, trace: FailureTrace, fact: Fact) -> None:
        self.calls, self.objects, self.fact = trace.calls, trace.objects, fact
        self._answering: dict[tuple[str, str, str], tuple[Optional[Output], list[int]]] = {}

    def telling(self, function: str, output: str, value: str) -> tuple[Optional[Output], list[int]]:
        """Parses `output` and finds the calls that returned `value` there, or were passed it.

        Returns the parsed output (None if the function has no such parameter) and the calls, latest
        first.
        """
        key = function, output, value
        if key not in self._answering:
            parsed = parse_output(function, output)
            calls = (
                [
                    i
                    for i in reversed(self.objects.calls_of(function))
                    if self._may_tell(i, parsed, value)
                    and recorded(self.calls[i], parsed) is not None
                ]
                if parsed
                else []
            )
            self._answering[key] = parsed, calls
        return self._answering[key]

    def _may_tell(self, call: int, output: Output, text: str) -> bool:
        """Whether the call returned and its answer may be `text`.

        An answer that was not recorded matches any text.
        """
        answer = recorded(self.calls[call], output) if self.calls[call].code else None
        return bool(self.calls[call].code) and (answer is None or same_answer(answer, text))

    def judged(self, output: Output, end: int) -> Iterator[int]:
        """Yields the calls before `end` that the fact may be about.

        Calls outside callbacks come before calls inside callbacks, and later calls before earlier
        ones.
        """
        for inside in (False, True):
            for i in reversed(self.objects.calls_of(self.fact.function)):
                if (
                    i < end
                    and (self.objects.callbacks[i] is not None) == inside
                    and self._may_tell(i, output, self.fact.seen)
                    and self._is_about(i, self.fact.number)
                ):
                    yield i

    def _is_about(self, call: int, number: Optional[int]) -> bool:
        return (
            number is None
            or (what := self.objects.subject(call)) is not None
            and what.number == number
        )

    def _are_about_the_same(self, a: int, b: int) -> bool:
        """Whether both calls refer to the same object.

        Calls that refer to no object, or to objects of different kinds, count as the same.
        """
        one, other = self.calls[a], self.calls[b]
        if one.function == other.function and argument(one, "element_index") != argument(
            other, "element_index"
        ):
            return False
        first, second = self.objects.subject(a), self.objects.subject(b)
        return not first or not second or first.kind != second.kind or first.number == second.number

    def _is_near(self, call: int, judged: Optional[int]) -> bool:
        """Whether the call is outside callbacks or in the same callback as the judged call."""
        around = self.objects.callbacks[call]
        return around is None or judged is not None and around == self.objects.callbacks[judged]

    def later(self) -> Optional[tuple[list[Addend], int]]:
        """Finds the sources of the fact that were queried after the judged call.

        Returns their addends, last call first, and the number of the first of these calls (the
        number of all calls if there is no such source). Returns None if a source is not found.
        """
        addends, end = [], len(self.calls)
        for source in (each for each in reversed(self.fact.sources) if each.later):
            place = self._place_of(source, 0, end, None)
            if not place:
                return None
            addends.append(Addend(place, source.minus))
            end = place.call
        return addends, end

    def earlier(self, judged: int) -> Optional[list[Addend]]:
        """Finds the sources of the fact that were not queried later.

        Returns None if one is not found.
        """
        addends, end = [], judged if self.fact.compares_with_before() else judged + 1
        for source in (each for each in reversed(self.fact.sources) if not each.later):
            place = self._place_of(source, 0, end, judged)
            # A list may be requested after the answer that is compared with it.
            if not place and len(self.fact.sources) == 1 and self.objects.callbacks[judged] is None:
                place = self._place_of(source, judged + 1, len(self.calls), judged)
            if not place:
                return None
            addends.append(Addend(place, source.minus))
            end = min(end, place.call)
        return addends

    def _place_of(
        self, source: Answer, begin: int, end: int, judged: Optional[int]
    ) -> Optional[Place]:
        """Finds the last call in [begin, end) that returned the source's value.

        The call refers to the object that the source names, otherwise to the object of the judged
        call. A call with the same arguments as the judged call is preferred.
        """
        output, calls = self.telling(
            source.function, source.output, source.value or self.fact.wanted[0]
        )
        if output is None:
            return None
        calls = [i for i in calls if begin <= i < end and self._is_near(i, judged)]
        giver = (
            self.objects.handed_over(judged)
            if judged is not None and self.objects.callbacks[judged] == judged
            else None
        )
        if giver is not None and source.number is None:
            calls = [i for i in calls if _same_registration(self.calls[i], self.calls[giver])]
        found = (
            i
            for asked_so in (True, False)
            for i in calls
            if self._fits(source, i, judged, asked_so)
        )
        return next((Place(i, output) for i in found), None)

    def _fits(self, source: Answer, call: int, judged: Optional[int], asked_so: bool) -> bool:
        if source.number is not None:
            return self._is_about(call, source.number)
        if judged is None or source.value:
            return True
        one, other, never = self.calls[call], self.calls[judged], self.fact.relation == "none-of"
        same_function = one.function == other.function
        # Values that must differ were returned for different objects.
        if never and self.fact.compares_with_before() and "_get_" in self.fact.function:
            return same_function and _Likeness(one, other).of_another()
        if not asked_so and never:
            return True
        return self._are_about_the_same(call, judged) and (
            not asked_so or not same_function or _Likeness(one, other).all()
        )

    def given(self, given: Condition, judged: int) -> Optional[Place]:
        """Finds the record of the value that the rule presupposes.

        It is in the judged call or before it.
        """
        output, calls = self.telling(given.function, given.output, given.value)
        if output is None:
            return None
        return next(
            (
                Place(i, output)
                for i in calls
                if i <= judged and self._is_near(i, judged) and self._are_about_the_same(i, judged)
            ),
            None,
        )

    def witness(self, judged: int) -> Optional[int]:
        """Finds the call that returned the wrong handle for another object.

        The program has to create that object, or the handle does not occur.
        """
        source = self.fact.sources[0]
        calls = (
            self.telling(source.function, source.output, self.fact.seen)[1]
            if is_handle(self.fact.seen)
            else []
        )
        return next((i for i in calls if i < judged), None)


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
        if argument(calls[i], function) != "NULL" and not _same_registration(calls[i], calls[giver])
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
    output, search = parse_output(fact.function, fact.output), _Calls(trace, fact)
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
