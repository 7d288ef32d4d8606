# SPDX-License-Identifier: BSD-3-Clause
"""Sizes of buffers, and their content before a call."""
from typing import Optional

from mpitcheck.judge.offence import is_handle
from mpitcheck.repro.answers import CODE, Output, atoi, parse_values, recorded
from mpitcheck.repro.predicate import Check, Place
from mpitcheck.repro.declarations import EXTENT_FILLING
from mpitcheck.repro.prototypes import prototype
from mpitcheck.repro.trace import Call

SPARE_BYTES = 16  # bytes or elements after texts and arrays, to detect an overrun
# Bytes for a text that must be read completely; the text may be longer in other libraries.
ROOM_FOR_ANY_TEXT = 256
ROOM_FOR_ANY_LENGTH = 1 << 16  # elements of a buffer whose length another call returns


class Buffers:
    """Properties of the buffers in a trace; `at` is the number of a parameter."""

    def __init__(self, calls: list[Call], check: Check) -> None:
        self._calls, self._check = calls, check

    def is_compared_with(self, number: int, at: Optional[int]) -> bool:
        """Whether the call's answer is compared with the length in parameter `at`."""
        return at is not None and any(
            term.place.call == number
            and len(term.others) == 1
            and term.other.call < number
            and recorded(self._calls[term.other.call], term.other.output)
            == self._calls[number].arguments[at]
            for term in self._check.terms
        )

    def _has_room(self, number: int) -> bool:
        """Whether the sizes of the call's text buffers do not affect the check."""
        if number == self._check.judged and all(
            term.place.output == Output() for term in self._check.terms
        ):
            return False
        parameters = prototype(self._calls[number].function).parameters
        for place in (place for term in self._check.terms for place in term.places()):
            if place.call != number or place.output.parameter == CODE:
                continue
            type, name = parameters[place.output.parameter]
            is_part = place.output.element >= 0 or place.output.length or place.output.extent
            if type == "char *" and is_part or name.endswith("_len"):
                return False
        return True

    def room_for_text(self, number: int, at: int) -> int:
        """Returns the recorded size of a text buffer, or more where the size does not matter."""
        call = self._calls[number]
        length = prototype(call.function).length_of(at)
        size = 0 if length is None else atoi(call.arguments[length])
        if call.arguments[at] != "NULL" and self.is_compared_with(number, length):
            return ROOM_FOR_ANY_LENGTH
        # A text whose length is compared with a later answer must be complete.
        if number != self._check.judged and any(
            place.call == number and place.output.parameter == at and place.output.length
            for term in self._check.terms
            for place, _ in term.others
        ):
            return ROOM_FOR_ANY_LENGTH
        reads_all = (
            size > 0
            and call.arguments[at] != "NULL"
            and self._has_room(number)
            and not parse_values(call.answers[at]).odd
        )
        return max(size, ROOM_FOR_ANY_TEXT) if reads_all else size

    def filling(self, number: int, at: int, other: str) -> str:
        """Returns the initial content of a buffer: a value of its elements, EXTENT_FILLING or "".

        The content shows which elements a call leaves alone. `other` is used if the buffer is
        compared with the answer of another call, because that answer would still be in the buffer.
        """

        def is_here(place: Place) -> bool:
            return place.call == number and place.output.parameter == at

        for term in self._check.terms:
            here, in_part = is_here(term.place), term.place.output.element >= 0
            if here and term.place.output.extent:
                return EXTENT_FILLING
            if here and term.others and not in_part:
                return other
            if not in_part or not any(map(is_here, term.places())):
                continue
            if not term.others:
                return term.value
            # The recorded elements serve for both places.
            elements = parse_values(self._calls[number].arguments[at]).elements
            if elements and not is_handle(elements[0]):
                return elements[0]
            if here:
                return other
        return ""

    def compares_elements(self, number: int, at: int) -> bool:
        """Whether the check compares two elements of the array with each other."""
        return any(
            term.place.call == number
            and term.place.output.parameter == at
            and term.place.output.element >= 0
            and len(term.others) == 1
            and term.other.call == number
            for term in self._check.terms
        )
