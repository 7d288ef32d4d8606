# SPDX-License-Identifier: BSD-3-Clause
"""How a program tells a broken rule: the predicate that failed, over the call that it is about."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Optional

from mpitcheck.judge.clauses import find_clause, parse_version
from mpitcheck.judge.offence import CODE_OUTPUT, Answer, Fact, is_handle
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
    """A part of a call of the trace."""

    call: int  # its number
    output: Output

    @property
    def made(self) -> Made:
        return Made(self.call, self.output.parameter)


class Addend(NamedTuple):
    """A part of a sum."""

    place: Place
    minus: bool = False


@dataclass
class Term:
    """A comparison of one answer with a value, or with what other calls returned."""

    place: Place
    op: str  # as C writes it
    value: str = ""  # as Call tells answers
    others: list[Addend] = field(default_factory=list)  # compared with their sum instead of `value`
    slack: str = ""  # and this number with its sign; may be empty

    @property
    def counts(self) -> bool:
        """Callbacks are counted; those since the first of `others`, if there is one."""
        return self.place.output.parameter <= TIMES_CALLED

    @property
    def other(self) -> Place:
        """The first place that it is compared with: only where there are `others`."""
        return self.others[0].place

    def places(self) -> list[Place]:
        return [self.place, *(addend.place for addend in self.others)]


def broken(relation: str) -> str:
    """What an answer is to what was wanted if the relation does not hold."""
    return {"none-of": "==", "at-least": "<", "at-most": ">", "above": "<=", "below": ">="}.get(
        relation, "!="
    )


@dataclass
class Check:
    """The rule is broken if all terms hold behind `judged`, the last call that they are about; without terms if that crashes or hangs."""

    judged: int
    terms: list[Term] = field(default_factory=list)
    witness: Optional[int] = None  # a call that it needs beside those that it is about
    control: Optional[int] = None  # one that did the same before, and succeeded

    def calls(self) -> list[int]:
        """The calls that it needs, each once, in their order."""
        others = {call for call in (self.witness, self.control) if call is not None}
        return sorted(
            {self.judged} | others | {place.call for term in self.terms for place in term.places()}
        )


class _Likeness:
    """What two calls of one function have in common of what they were asked, but for the room that they were given."""

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
        """One asks about another thing of the same kind."""
        return self.same_handles and not self.same_rest if self.has_rest else not self.same_handles


def _same_registration(one: Call, other: Call) -> bool:
    """Both hand over functions for the same registration, if they hand over functions of one type."""
    return one.function != other.function or argument(one, "event_registration") == argument(
        other, "event_registration"
    )


class _Calls:
    """The search for the call that a fact is about, and for those that returned what the fact compares with."""

    def __init__(self, trace: FailureTrace, fact: Fact) -> None:
        self.calls, self.objects, self.fact = trace.calls, trace.objects, fact
        self._answering: dict[tuple[str, str, str], tuple[Optional[Output], list[int]]] = {}

    def telling(self, function: str, output: str, value: str) -> tuple[Optional[Output], list[int]]:
        """What `output` stands for, and the calls that answered `value` there or were asked with it, the latest first."""
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
        """What was not recorded may be it."""
        answer = recorded(self.calls[call], output) if self.calls[call].code else None
        return bool(self.calls[call].code) and (answer is None or same_answer(answer, text))

    def judged(self, output: Output, end: int) -> Iterator[int]:
        """Those before `end` that the fact may be about, the latest first; those in callbacks come behind the others."""
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
        """Both are about the same object, if they are about objects of one kind."""
        one, other = self.calls[a], self.calls[b]
        if one.function == other.function and argument(one, "element_index") != argument(
            other, "element_index"
        ):
            return False
        first, second = self.objects.subject(a), self.objects.subject(b)
        return not first or not second or first.kind != second.kind or first.number == second.number

    def _is_near(self, call: int, judged: Optional[int]) -> bool:
        """In no callback, or in that of the judged call."""
        around = self.objects.callbacks[call]
        return around is None or judged is not None and around == self.objects.callbacks[judged]

    def later(self) -> Optional[tuple[list[Addend], int]]:
        """What was asked for after the judged call, the last one first, and where that begins; None if one is not found."""
        addends, end = [], len(self.calls)
        for source in (each for each in reversed(self.fact.sources) if each.later):
            place = self._place_of(source, 0, end, None)
            if not place:
                return None
            addends.append(Addend(place, source.minus))
            end = place.call
        return addends, end

    def earlier(self, judged: int) -> Optional[list[Addend]]:
        """What was asked for before; None if one is not found."""
        addends, end = [], judged if self.fact.compares_with_before() else judged + 1
        for source in (each for each in reversed(self.fact.sources) if not each.later):
            place = self._place_of(source, 0, end, judged)
            # A list may be made after what it is compared with.
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
        """The last of these calls with the source's value, about the object that it names or the judged call's, rather asked the same."""
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
        # What must not be the same was returned for another object.
        if never and self.fact.compares_with_before() and "_get_" in self.fact.function:
            return same_function and _Likeness(one, other).of_another()
        if not asked_so and never:
            return True
        return self._are_about_the_same(call, judged) and (
            not asked_so or not same_function or _Likeness(one, other).all()
        )

    def given(self, given: Answer, judged: int) -> Optional[Place]:
        """Where what the rule is about was recorded, in the judged call or before."""
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
        """A wrong handle may be that of another object, which has to be there."""
        source = self.fact.sources[0]
        calls = (
            self.telling(source.function, source.output, self.fact.seen)[1]
            if is_handle(self.fact.seen)
            else []
        )
        return next((i for i in calls if i < judged), None)


def _control(trace: FailureTrace, judged: int) -> Optional[int]:
    """The last call of main before that one which asked for the same and got it: a library that never grants it breaks another rule."""
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
    """What a call that failed left in a variable is no answer."""

    def is_answer(place: Place) -> bool:
        return (
            place.call == check.judged
            and place.output.parameter != CODE
            and not goes_in(calls[place.call], place.output.parameter)
        )

    if any(is_answer(place) for term in check.terms for place in term.places()):
        check.terms.insert(0, Term(Place(check.judged, Output()), "==", calls[check.judged].code))


def _add_level(check: Check, trace: FailureTrace, call: int) -> None:
    """What was seen inside a callback is a matter of the level that it came with."""
    inside = trace.objects.callbacks[call]
    if inside is not None and inside != call:
        back = trace.calls[inside]
        safety = prototype(back.function).find("cb_safety")
        if safety is not None:
            place = Place(inside, Output(safety))
            check.terms.insert(0, Term(place, "==", argument(back, "cb_safety")))


def _check_of_number(trace: FailureTrace, fact: Fact) -> Optional[Check]:
    """ "calls", or "calls since MPI_T_x"."""
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
    # Events are to come only if there are some; a library may drop events of its own accord.
    if fact.relation == "at-least":
        add(TIMES_OTHERS_CALLED, ">", "0")
    if fact.function == DROPPED_CALLBACK:
        add(TIMES_OTHERS_CALLED, "==", "0")
    if len(check.terms) > 1 and others:
        check.witness = others[-1]
    return check


def or_out_of_reach(check: Check, fact: Fact, mpi_version: str) -> Check:
    """The check, kept also by a function that says it is out of reach where an error was wanted:
    since MPI 4.0 any but a few may."""
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
    """About the last call that answered what the fact says was seen, or that did not return; None if there is none, or no fact."""
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
    # One callback may have been given what is wanted, a later one not.
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
