# SPDX-License-Identifier: BSD-3-Clause
"""One way in which a clause was broken, and its texts for people.

conformance/harness/facts/offence.cpp has the same texts, for the records of a test.
"""
import math
import re
from dataclasses import dataclass
from typing import Optional

from mpitcheck.judge.data import JsonObject, from_data, read_members
from mpitcheck.schema.records import (
    ALL_HANDLES,
    CODE_OUTPUT,
    MOST_SHOWN,
    RELATIONS,
    Condition,
    Fact,
    Offence,
)


@dataclass
class Failure(Offence):
    """A broken clause, with the catalogue's data on the clause."""

    level: str = ""  # "must", "should", "quality" or "advice"
    rule: str = ""  # the statement of the clause, in our own words
    section: str = ""  # in the target's MPI version, e.g. "14.3.6"; "" if that does not state it
    rank: int = 0

    @property
    def is_deadly(self) -> bool:
        """Whether a process ended or hung because of it."""
        return self.fact is not None and self.fact.relation == "survives"

    @classmethod
    def from_data(cls, data: object, place: str = "failure") -> "Failure":
        """Converts a test's record, which lacks the catalogue's data, or an entry of a report.

        Raises Invalid if the clause is missing or a type is wrong. A fact with an unknown relation
        is ignored.
        """
        given: JsonObject = from_data(JsonObject, data, place)
        fact = given.get("fact")
        if fact is not None:
            where = f"{place}.fact"
            relation = from_data(JsonObject, fact, where).get("relation")
            if from_data(str, relation, f"{where}.relation") not in RELATIONS:
                given = {**given, "fact": None}
        failure: Failure = read_members(cls, given, place)
        return failure


def function_of(call: str) -> str:
    """Returns "MPI_T_x" for "MPI_T_x(arguments)"."""
    return call.partition("(")[0]


def death_in(call: str, how: str, frames: list[str], after: str = "") -> Fact:
    """Returns the Fact that a call did not return.

    `call` is "" if it is unknown. `how` is the way the process ended. `after` is the last call that
    returned, if none was in progress.
    """
    function = function_of(call)
    given = Condition(function, "handle", ALL_HANDLES) if ALL_HANDLES in call else None
    return Fact(function, "", "survives", [], how, given=given, frames=frames, after=after)


def is_handle(answer: str) -> bool:
    """Returns whether an answer is a handle, "@<hexadecimal>"."""
    return answer.startswith("@")


_NUMBER = re.compile(r"-?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf(inity)?|nan)", re.ASCII | re.IGNORECASE)

_WHOLE = re.compile(r"-?\d{1,40}", re.ASCII)  # kept as int: a double rounds above 2^53


def as_number(answer: str) -> Optional[float]:
    """Returns an answer as a number; None if it is not one, or out of the range of double."""
    if not _NUMBER.fullmatch(answer):
        return None
    value = float(answer)
    vanished = value == 0 and re.match(r"-?[0.]*[1-9]", answer)
    if vanished or math.isinf(value) and "i" not in answer.lower():
        return None
    return int(answer) if _WHOLE.fullmatch(answer) else value


def _for_people(value: str) -> str:
    """Shortens a value for people: no bits of handles, only the beginning of long lists."""
    enough = 80
    if is_handle(value):
        return "a handle"
    if not value.startswith("{") or len(value) <= enough:
        return value
    end = value.rfind(", ", 0, enough + 2)
    return (value if end < 0 else value[:end]) + ", ...}"


def _source_text(fact: Fact) -> str:
    if fact.compares_with_before():
        return ", which another call returned" if fact.relation == "none-of" else ", as before"
    if not fact.sources:
        return ""
    source = fact.sources[0]
    if len(fact.sources) > 1:
        return f", according to other results of {source.function}"
    return f", the {source.output}" + (
        "" if source.function == fact.function else f" of {source.function}"
    )


def wanted_text(fact: Fact) -> str:
    """Returns the wanted values for people: "MPI_SUCCESS or MPI_T_ERR_INVALID", "1 or more"."""
    if fact.sources and fact.wanted and is_handle(fact.wanted[0]):
        return ("not that of " if fact.relation == "none-of" else "that of ") + (
            "another call" if fact.compares_with_before() else fact.sources[0].function
        )
    words = RELATIONS[fact.relation]
    if words.whole:
        return words.whole
    shown = [_for_people(value) + words.after for value in fact.wanted[:MOST_SHOWN]]
    if shown:
        shown[0] += _source_text(fact)
    more = len(fact.wanted) - MOST_SHOWN
    return words.before + " or ".join(shown) + (f" or one of {more} more" if more > 0 else "")


def seen_text(fact: Fact) -> str:
    """Returns the actual value for people, without the bits of handles."""
    if not is_handle(fact.seen):
        return _for_people(fact.seen)
    if fact.relation == "none-of":
        return "the same"
    return "another" if fact.wanted and is_handle(fact.wanted[0]) else "a handle"


def frames_text(fact: Fact) -> str:
    """Returns the frames as "libmpi.so.40: inner+0x1b < outer+0x8c"; "" if unknown."""
    texts, module = [], ""
    for frame in fact.frames:
        if frame.startswith("("):
            texts.append(frame)
            continue
        place, _, symbol = frame.partition(" ")
        its_module, _, offset = place.rpartition("+")
        texts.append(("" if its_module == module else its_module + ": ") + (symbol or "+" + offset))
        module = its_module
    return " < ".join(texts)


def expected_text(fact: Fact) -> str:
    """Returns wanted_text() with the name of the output before it: "desc_len 1 or more".

    There is no name for the code that a call returns, and for declarations.
    """
    plain = fact.relation == "declared" or fact.output in (CODE_OUTPUT, "")
    return ("" if plain else fact.output + " ") + wanted_text(fact)
