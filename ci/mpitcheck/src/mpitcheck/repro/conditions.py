# SPDX-License-Identifier: BSD-3-Clause
"""Writes terms as C expressions over the variables that calls have filled."""
from collections.abc import Mapping
from typing import NamedTuple, Optional

from mpitcheck.repro.answers import (
    CODE,
    ELEMENTS_COMPARED,
    TIMES_CALLED,
    TIMES_OTHERS_CALLED,
    goes_in,
    parse_values,
    recorded,
)
from mpitcheck.repro.buffers import ROOM_FOR_ANY_TEXT, SPARE_BYTES
from mpitcheck.repro.predicate import Check, Place, Term
from mpitcheck.repro.declarations import Declarations
from mpitcheck.repro.objects import Made, argument
from mpitcheck.repro.prototypes import c_type, is_callback, is_opaque, prototype, variable_name
from mpitcheck.repro.slice import Slice


def _all_of(parts: list[str], negated: bool) -> str:
    """Joins conditions by "&&"; `negated` negates the whole."""
    text = " && ".join(parts) or "1"
    return f"!({text})" if negated else text


class NotKept(Exception):
    """No variable of the program holds the answer, e.g. an argument of another callback."""


class _Whole(NamedTuple):
    """A text or a list, which is compared as a whole."""

    is_text: bool
    place: str  # C expression of the array
    elements: int = 0  # of a list


class Conditions:
    """The terms of a check, and the answers of earlier calls that they need.

    `written` has the arguments as the program writes them, by call and parameter.
    """

    def __init__(
        self,
        slice: Slice,
        check: Check,
        declarations: Declarations,
        written: Mapping[tuple[int, int], str],
    ) -> None:
        self._calls, self._check, self._declarations, self._written = (
            slice.calls,
            check,
            declarations,
            written,
        )
        self._kept: dict[Made, str] = {}  # variable of each kept answer

    def _answer(self, place: Place) -> str:
        """Returns the expression for an answer, valid directly after its call."""
        _, _, is_length, is_extent, offset = place.output
        if place.output.parameter in (TIMES_CALLED, TIMES_OTHERS_CALLED):
            return "calls" if place.output.parameter == TIMES_CALLED else "others"
        text = self._whole_answer(place)
        if is_length:
            text = f"(int)strlen({text})"
        if is_extent:
            self._declarations.asks_for_extents = True
            array = "value" if text.startswith("((") else text  # one name for all datatypes
            text = (
                f"extent({array}, sizeof {array}, sizeof"
                f" {text}{')' if text.endswith('[0]') else '[0])'}"
            )
        return f"{text} {'-' if offset < 0 else '+'} {abs(offset)}" if offset else text

    def _whole_answer(self, place: Place) -> str:
        at = place.output.parameter
        if at == CODE:
            return "code"
        call = self._calls[place.call]
        if goes_in(call, at):
            if place.made not in self._written:
                raise NotKept
            return self._written[place.made]
        type, name = prototype(call.function).parameters[at]
        values, element = (
            parse_values(call.answers[at]),
            "" if place.output.element < 0 else f"[{place.output.element}]",
        )
        if values.datatype:
            return (
                f"((char *)value){element}"
                if values.text
                else f"(({c_type(values.datatype)} *)value){element or '[0]'}"
            )
        if type.startswith("MPI_") and type.endswith("*"):
            if place.made in self._declarations.variables:
                return self._declarations.variables[place.made]
            if call.function.endswith("_free"):
                return "gone_" + variable_name(type)
            if is_opaque(type):
                return "some_" + variable_name(type)
        return name + element

    def _whole(self, place: Place) -> Optional[_Whole]:
        """Returns None if the answer is neither a text nor a list."""
        output = place.output
        if output.parameter == CODE or output.element >= 0 or output.length or output.extent:
            return None
        values = parse_values(recorded(self._calls[place.call], output) or "")
        if values.text:
            return _Whole(True, self._answer(place))
        if len(values.elements) < (
            2 if values.datatype else 1
        ):  # a value of one element is compared as a number
            return None
        type = c_type(values.datatype)
        return _Whole(
            False, f"(({type} *)value)" if type else self._answer(place), len(values.elements)
        )

    def _value_then(self, place: Place) -> str:
        """Returns the expression for an answer, valid where the check is made.

        Raises NotKept if there is none.
        """
        if place.call == self._check.judged or goes_in(
            self._calls[place.call], place.output.parameter
        ):
            return self._answer(place)
        for variables in (self._kept, self._declarations.variables):
            if place.made in variables:
                return variables[place.made]
        raise NotKept

    def _compared(self, term: Term) -> str:
        left, right, whole = (
            self._value_then(term.place),
            self._value_then(term.other),
            self._whole(term.other),
        )
        if right.startswith("&own["):
            return f"{left} {term.op} {right} && {self._is_own(left, term.place)}"
        if whole and whole.is_text:
            return f"strcmp({left}, {right}) {term.op} 0"
        if whole and term.op in ("==", "!="):

            def place_of(place: Place, otherwise: str) -> str:
                here = self._whole(place)
                return here.place if here and place.call == self._check.judged else otherwise

            here, there = place_of(term.place, left), place_of(term.other, right)
            element = there if term.other.call == self._check.judged else here
            return f"memcmp({here}, {there}, {whole.elements} * sizeof {element}[0]) {term.op} 0"
        total = ""
        for place, minus in term.others:
            sign = "-" if minus else "+" if total else ""
            total += (f" {sign} " if total else sign) + self._value_then(place)
        if term.slack:
            total += f" {term.slack[0]} {term.slack[1:]}"
        # A negative count breaks a rule of its own.
        counted = term.other.call != self._check.judged and self._calls[
            term.other.call
        ].function.endswith("_get_num")
        if counted:
            return f"{right} >= 0 && {left} {term.op} {total}"
        filling = self._filling_of_value(term)
        return (
            f"{left} != {filling} && {left} {term.op} {total}"
            if filling
            else f"{left} {term.op} {total}"
        )

    def _is_own(self, pointer: str, place: Place) -> str:
        """Returns the condition on where a wrong user pointer points.

        A pointer of another registration and a pointer of none break different rules.
        """
        seen = self._calls[place.call].arguments[place.output.parameter]
        registered = any(
            argument(call, "user_data") == seen
            for call in self._calls
            if not is_callback(call.function)
        )
        return f"(size_t)((char *){pointer} - own) {'<' if registered else '>='} sizeof own"

    def _filling_of_value(self, term: Term) -> str:
        """Returns what the buffer held before a read whose value should grow or change.

        A read that writes nothing is not evidence about the value. Returns "" for other terms.
        """
        judged, at = self._calls[term.place.call], term.place.output.parameter
        if term.op == "!=" or at == CODE or term.place.output.extent or goes_in(judged, at):
            return ""
        began = parse_values(judged.arguments[at])
        return began.elements[0] if began.datatype and began.elements else ""

    def condition(self, term: Term) -> str:
        """Returns the C expression that is true if the term holds.

        It is valid directly after the term's call.
        """
        place, output = term.place, term.place.output
        if term.counts:
            return f"{self._answer(place)} {term.op} {term.value}"
        judged = self._calls[place.call]
        if is_callback(judged.function) and output.parameter + 1 == len(judged.arguments):
            # A call of this function breaks the rule: another one should be called.
            return "1"
        if term.others:
            return self._compared(term)
        left, negated, values = self._value_then(place), term.op == "!=", parse_values(term.value)
        if (
            output.parameter == CODE
            or output.element >= 0
            or output.extent
            or term.op not in ("==", "!=")
            or not values.elements
            and not values.text
        ):
            return (
                "1"
                if term.value == "{}" or term.value.endswith(":{}")
                else f"{left} {term.op} {term.value}"
            )
        if values.text:
            return _all_of([f"strcmp({left}, {values.text}) == 0"], negated)
        whole = self._whole(place)
        array = whole.place if whole else left
        return _all_of(
            [
                f"{array}[{i}] == {element}"
                for i, element in enumerate(values.elements[:ELEMENTS_COMPARED])
            ],
            negated,
        )

    def all_hold(self) -> str:
        """Returns the C expression that is true if the rule is broken.

        It is valid directly after the judged call.
        """
        return " && ".join(map(self.condition, self._check.terms))

    def keep(self, place: Place) -> list[str]:
        """Returns the lines that save an answer for a check after a later call."""
        call = self._calls[place.call]
        if (
            goes_in(call, place.output.parameter)
            or place.made in self._kept
            or place.made in self._declarations.variables
        ):
            return []
        name = self._kept[place.made] = "earlier" + (str(len(self._kept) + 1) if self._kept else "")
        whole = self._whole(place)
        if whole and whole.is_text:  # another library may return a longer text
            size = self._declarations.size_of(whole.place) or SPARE_BYTES + max(
                len(recorded(call, place.output) or ""), ROOM_FOR_ANY_TEXT
            )
            self._declarations.reserve("char", name, size)
            return [f'snprintf({name}, sizeof {name}, "%s", {whole.place});']
        if whole:
            self._declarations.reserve("long long", name, whole.elements)
            return [f"memcpy({name}, {whole.place}, {whole.elements} * sizeof {whole.place}[0]);"]
        type, datatype = "", ""
        if place.output.parameter != CODE:
            type = prototype(call.function).parameters[place.output.parameter].type
            datatype = parse_values(call.answers[place.output.parameter]).datatype
        self._declarations.declare(
            (
                "double"
                if datatype in ("MPI_DOUBLE", "MPI_FLOAT")
                else "MPI_Datatype"
                if type.startswith("MPI_Datatype")
                else "long long"
            ),
            name,
        )
        return [f"{name} = {self._answer(place)};"]
