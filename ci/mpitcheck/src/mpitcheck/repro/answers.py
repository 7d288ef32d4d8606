# SPDX-License-Identifier: BSD-3-Clause
"""Parses recorded answers: C literals, values of variables, and the part a fact is about."""
from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Optional

from mpitcheck.judge.offence import as_number
from mpitcheck.process.text import encode
from mpitcheck.repro.prototypes import find_prototype, prototype
from mpitcheck.schema.records import CODE_OUTPUT

if TYPE_CHECKING:
    from mpitcheck.repro.trace import Call

ELEMENTS_COMPARED = 16  # further elements of a value are not compared


def _octal(byte: int) -> str:
    return f"\\{byte:03o}"


def c_literal(text: str) -> str:
    """Returns `text` as a C string literal.

    Bytes that are not printable ASCII become octal escapes. So does '?', which could begin a
    trigraph.
    """
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
    """Returns the bytes of a literal that c_literal() made."""

    def byte(found: re.Match[bytes]) -> bytes:
        return found[1] if len(found[1]) == 1 else bytes([int(found[1], 8) & 255])

    return re.sub(rb"\\([0-7]{3}|.)", byte, encode(literal[1:-1]))


def in_single_quotes(byte: int) -> str:
    """Returns a C character constant: 'x', or '\\ooo' in octal."""
    return "'" + (chr(byte) if 32 <= byte <= 126 and byte not in b"'\\" else _octal(byte)) + "'"


def whole_number(text: str) -> Optional[int]:
    """Returns the C int that `text` consists of; None if it is not one."""
    value = int(text) if re.fullmatch(r"-?[0-9]{1,10}", text) else None
    return value if value is not None and -(2**31) <= value < 2**31 else None


def atoi(text: str) -> int:
    """Returns the number at the beginning of `text`; 0 if there is none."""
    found = re.match(r"\s*([+-]?[0-9]{1,18})", text)
    return int(found[1]) if found else 0


@dataclass
class Values:
    """A value of a variable, a list without datatype, or a text."""

    datatype: str = ""  # "": not a value of a variable
    elements: list[str] = field(default_factory=list)  # for all datatypes except MPI_CHAR
    text: str = ""  # string literal, for MPI_CHAR
    unterminated: bool = False
    overrun: bool = False

    @property
    def odd(self) -> bool:
        """Whether bytes after the text matter."""
        return self.unterminated or self.overrun


@functools.lru_cache(1024)
def parse_values(text: str) -> Values:
    """Parses "MPI_INT:{1, 2}", "MPI_CHAR:\\"text\\"", "{1, 2}" or a text.

    The result is cached and must not be modified.
    """
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
    """The part of a call that a fact is about: an answer or argument, an element or its length."""

    parameter: int = -1
    element: int = -1  # index in an array or a text; -1: the whole
    length: bool = False  # length of the text
    extent: bool = False  # number of elements up to the last one written
    offset: int = 0  # added to the value


CODE = -1  # in place of a parameter: the return code
# In place of a parameter, for a call that registers a callback: calls of it since the term's other
# call; calls of it before that, and of other functions of its type.
TIMES_CALLED, TIMES_OTHERS_CALLED = -2, -3


def parse_output(function: str, output: str) -> Optional[Output]:
    """Parses the output that a Fact or an Answer names.

    Returns None if the function has no such parameter.
    """
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
    """Whether the parameter is only an input.

    A text buffer without length is not recorded, but is an output.
    """
    return (
        parameter >= 0
        and not call.answers[parameter]
        and prototype(call.function).parameters[parameter].type != "char *"
    )


def recorded(call: Call, output: Output) -> Optional[str]:
    """Returns the recorded answer at `output`, or the argument if the parameter is only an input.

    Returns None if that part was not recorded, e.g. elements after the length of an array.
    """
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
    """Removes quotes, braces, datatype, suffixes of numbers and remarks about unnamed constants."""
    text = answer.partition(" (no ")[0]
    found = re.search(r'[{"](.*)[}"]', text, re.DOTALL)
    return re.sub(r"(?<=[0-9])U+", "", found[1] if found else text)


def same_answer(one: str, said: str) -> bool:
    """Whether a recorded answer equals the one that a test reports.

    The notations differ, and a test reports only the first elements of a long list.
    """
    one, other = _plain(one), _plain(said)
    start, cut, _ = other.partition(", ...")
    if cut:
        return one.startswith(start + ", ")
    number = as_number(one)
    return one == other if number is None else number == as_number(other)
