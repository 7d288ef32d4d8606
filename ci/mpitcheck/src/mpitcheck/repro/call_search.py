# SPDX-License-Identifier: BSD-3-Clause
"""Finds the calls of a trace that gave an answer."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Optional, TYPE_CHECKING

from mpitcheck.judge.offence import is_handle
from mpitcheck.repro.answers import Output, parse_output, recorded, same_answer
from mpitcheck.repro.objects import argument
from mpitcheck.repro.predicate import Addend, Place
from mpitcheck.repro.prototypes import prototype
from mpitcheck.schema.records import Answer, Condition, Fact

if TYPE_CHECKING:
    from mpitcheck.repro.trace import Call, FailureTrace


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


def same_registration(one: Call, other: Call) -> bool:
    """Whether two calls set a callback on the same registration.

    Calls of different functions count as the same.
    """
    return one.function != other.function or argument(one, "event_registration") == argument(
        other, "event_registration"
    )


class CallSearch:
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
            calls = [i for i in calls if same_registration(self.calls[i], self.calls[giver])]
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
