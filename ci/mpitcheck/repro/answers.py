# SPDX-License-Identifier: BSD-3-Clause
"""What calls tell, in the syntax of C: literals, values of variables, and the part of a call that a fact is about."""
from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Optional

from mpitcheck.judge.offence import CODE_OUTPUT, as_number
from mpitcheck.process.text import encode
from mpitcheck.repro.prototypes import find_prototype, prototype

if TYPE_CHECKING:
    from mpitcheck.repro.trace import Call

ELEMENTS_COMPARED = 16  # of a value with many elements only the first are compared


def _octal(byte: int) -> str:
    return f"\\{byte:03o}"


def c_literal(text: str) -> str:
    """`text` as a string literal of C; what is not plain ASCII becomes an octal escape, as does '?', which could begin a trigraph."""
    return (
        '"'
        + "".join(
            (
                "\\" + chr(byte)
                if byte in b'"\\'
                else chr(byte)
                if 32 <= byte <= 126 and byte != 63
                else _octal(byte)
            )
            for byte in encode(text)
        )
        + '"'
    )


def literal_text(literal: str) -> bytes:
    """The bytes of a literal that c_literal made."""

    def byte(found: re.Match[bytes]) -> bytes:
        return found[1] if len(found[1]) == 1 else bytes([int(found[1], 8) & 255])

    return re.sub(rb"\\([0-7]{3}|.)", byte, encode(literal[1:-1]))


def in_single_quotes(byte: int) -> str:
    """A character as C writes it: 'x', or '\\ooo' in octal."""
    return "'" + (chr(byte) if 32 <= byte <= 126 and byte not in b"'\\" else _octal(byte)) + "'"


def whole_number(text: str) -> Optional[int]:
    """An int of C that is all of `text`; None if it is none."""
    value = int(text) if re.fullmatch(r"-?[0-9]{1,10}", text) else None
    return value if value is not None and -(2**31) <= value < 2**31 else None


def atoi(text: str) -> int:
    """The number that `text` begins with, else 0."""
    found = re.match(r"\s*([+-]?[0-9]{1,18})", text)
    return int(found[1]) if found else 0


@dataclass
class Values:
    """A value, a list without a datatype, or a text."""

    datatype: str = ""  # "": the text is no value
    elements: list[str] = field(default_factory=list)  # for all but MPI_CHAR
    text: str = ""  # for MPI_CHAR: a string literal
    unterminated: bool = False
    overrun: bool = False

    @property
    def odd(self) -> bool:
        """Whether what lies behind a text matters."""
        return self.unterminated or self.overrun


@functools.lru_cache(1024)
def parse_values(text: str) -> Values:
    """Reads "MPI_INT:{1, 2}", "MPI_CHAR:\\"text\\"", "{1, 2}" or a text. The answer is not to be changed."""
    found = re.search(r'[{"]', text)
    start, end = found.start() if found else -1, max(text.rfind("}"), text.rfind('"'))
    if start < 0 or end <= start:
        return Values()
    values = Values(
        text[: max(start - 1, 0)],
        unterminated="unterminated" in text[end:],
        overrun="overrun" in text[end:],
    )
    if text[start] == '"':
        values.text = text[start : end + 1]
    else:
        values.elements = (
            text[start + 1 : end].removesuffix(", ").split(", ") if end > start + 1 else []
        )
    return values


class Output(NamedTuple):
    """What a fact is about, as a part of a call: an answer or argument, an element or the length of it."""

    parameter: int = -1
    element: int = -1  # of an array or a text; -1: all of it
    length: bool = False  # of the text
    extent: bool = False  # elements up to the last one written
    offset: int = 0  # is added


CODE = -1  # stands for a parameter: what the call returned
# The same for a call that hands over a function of the tool: how often it was called back since, and how often other functions of its type
# were, or itself before.
TIMES_CALLED, TIMES_OTHERS_CALLED = -2, -3


def parse_output(function: str, output: str) -> Optional[Output]:
    """Reads what a Fact or an Answer names; None if the function has no such parameter."""
    if output == CODE_OUTPUT:
        return Output()
    known = find_prototype(function)
    if known is None:
        return None
    name, blank, distance = output.partition(" ")
    offset, asked = 0, set()
    element: Optional[int] = -1
    if blank:
        number = whole_number(distance[2:])
        if number is None:
            return None
        offset = -number if distance[0] == "-" else number
    for part in ("strlen", "extent"):
        if name.startswith(part + "("):
            asked.add(part)
            name = name[len(part) + 1 : -1]
    name, bracket, index = name.partition("[")
    if bracket:
        element = whole_number(index[:-1])
    parameter = known.find(name)
    return (
        None
        if parameter is None or element is None
        else Output(parameter, element, "strlen" in asked, "extent" in asked, offset)
    )


def goes_in(call: Call, parameter: int) -> bool:
    """Whether the parameter goes in only. Without a length a text is not recorded, and goes out all the same."""
    return (
        parameter >= 0
        and not call.answers[parameter]
        and prototype(call.function).parameters[parameter].type != "char *"
    )


def recorded(call: Call, output: Output) -> Optional[str]:
    """What was recorded of the call there, as Call has it: the answer, or else the argument. None if that was not, as what lies behind the
    length of an array."""
    if output.parameter == CODE:
        return call.code
    text = (call.arguments if goes_in(call, output.parameter) else call.answers)[output.parameter]
    values = parse_values(text)
    if output.extent:
        return None
    if output.length and not values.text:
        return ""
    if output.element >= 0 and values.text:
        characters = literal_text(values.text) + (b"" if values.unterminated else b"\0")
        return (
            in_single_quotes(characters[output.element])
            if output.element < len(characters)
            else None
        )
    if output.element >= 0:
        if output.element >= len(values.elements):
            return None
        text = values.elements[output.element]
    if output.length:
        text = str(len(literal_text(values.text)))
    if output.offset == 0:
        return text
    number = whole_number(text)
    return None if number is None else str(number + output.offset)


@functools.lru_cache(1024)
def _plain(answer: str) -> str:
    """Without quotes, braces, datatype, the suffixes of numbers and what is said of those without name."""
    text = answer.partition(" (no ")[0]
    found = re.search(r'[{"](.*)[}"]', text, re.DOTALL)
    return re.sub(r"(?<=[0-9])U+", "", found[1] if found else text)


def same_answer(one: str, said: str) -> bool:
    """Whether a call returned what a test says: they write it differently, and a test shows the first elements of a long list only."""
    one, other = _plain(one), _plain(said)
    start, cut, _ = other.partition(", ...")
    if cut:
        return one.startswith(start + ", ")
    number = as_number(one)
    return one == other if number is None else number == as_number(other)
