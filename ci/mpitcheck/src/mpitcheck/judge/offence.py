# SPDX-License-Identifier: BSD-3-Clause
"""One way in which a clause was broken (conformance/harness/facts/offence.hpp).

Programs read the Fact of a failure. They never parse the text for people.
"""
import dataclasses
import math
import re
from dataclasses import dataclass, field
from typing import Any, Optional

from mpitcheck.judge.data import Invalid, JsonObject, from_data, to_data

RELATIONS = (
    "one-of",
    "none-of",
    "at-least",
    "at-most",
    "above",
    "below",
    "declared",
    "survives",
    "is",
)
# In place of frames: the stack was read, and the library is not on it
NO_LIBRARY_FRAME = "(none of the library)"
CODE_OUTPUT = "code"  # the output that stands for the code that a call returns
ALL_HANDLES = "MPI_T_PVAR_ALL_HANDLES"
MPI_HEADER = "mpi.h"  # stands for the function in facts about constants
MOST_SHOWN = 8  # of the wanted values


@dataclass
class Answer:
    """The source of a value; see offence.hpp."""

    function: str = ""
    output: str = ""
    number: Optional[int] = None
    value: str = ""
    minus: bool = False
    later: bool = False


@dataclass
class Fact:
    """One answer, and the values that it should have had; see offence.hpp."""

    function: str
    output: str
    relation: str  # one of RELATIONS
    wanted: list[str]
    seen: str
    sources: list[Answer] = field(default_factory=list)
    slack: str = ""
    given: Optional[Answer] = None
    number: Optional[int] = None
    # Frames in parentheses are about the stack or its thread.
    frames: list[str] = field(default_factory=list)
    after: str = ""

    def compares_with_before(self) -> bool:
        """Returns whether the wanted value is one that the same call returned at another time."""
        return (
            len(self.sources) == 1
            and (self.sources[0].function, self.sources[0].output) == (self.function, self.output)
            and self.sources[0].number is None
            and not self.sources[0].value
        )

    def to_data(self) -> dict[str, object]:
        """Returns the members as JSON data, without empty optional ones."""
        data = {
            key: getattr(self, key) for key in ("function", "output", "relation", "wanted", "seen")
        }
        if self.sources:
            data["sources"] = [
                {key: value for key, value in dataclasses.asdict(each).items() if value is not None}
                for each in self.sources
            ]
        if self.slack:
            data["slack"] = self.slack
        if self.given:
            data["given"] = {
                key: getattr(self.given, key) for key in ("function", "output", "value")
            }
        if self.number is not None:
            data["number"] = self.number
        if self.frames:
            data["frames"] = self.frames
        if self.after:
            data["after"] = self.after
        return data

    @classmethod
    def from_data(cls, data: object, place: str = "fact") -> "Fact":
        """Converts JSON data, which is untrusted.

        Raises Invalid if a member is missing or has a wrong type, or if the relation is unknown.
        """
        empty: dict[str, object] = {
            "sources": [],
            "slack": "",
            "given": None,
            "number": None,
            "frames": [],
            "after": "",
        }
        members: dict[str, object] = {"number": None, "value": "", "minus": False, "later": False}
        if not isinstance(data, dict):
            raise Invalid(f"{place} is not an object")
        given = {**empty, **data}
        read: dict[str, Any] = {}
        for each in dataclasses.fields(cls):
            if each.name not in given:
                raise Invalid(f"{place}.{each.name} is missing")
            value, here = given[each.name], f"{place}.{each.name}"
            if each.name == "sources":
                read["sources"] = [
                    _answer(one, members, here) for one in from_data(list[JsonObject], value, here)
                ]
            elif each.name == "given":
                read["given"] = None if value is None else _answer(value, members, here)
            elif each.name == "number":
                read["number"] = _number(value, here)
            elif each.name in ("wanted", "frames"):
                read[each.name] = from_data(list[str], value, here)
            else:
                read[each.name] = from_data(str, value, here)
        if read["relation"] not in RELATIONS:
            raise Invalid(f"{place}.relation: no such relation")
        return cls(**read)


def _number(value: object, place: str) -> Optional[int]:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise Invalid(f"{place} is not a number")
    return value


def _answer(data: object, members: dict[str, object], place: str) -> Answer:
    said: JsonObject = from_data(JsonObject, data, place)
    given = {**members, **said}
    number = _number(given["number"], place)
    given["number"] = None
    answer = from_data(Answer, given, place)
    answer.number = number
    return answer


@dataclass
class Failure:
    """One way in which a clause was broken, with the catalogue's data on the clause."""

    clause: str
    subject: str = ""  # the variable or object concerned
    expected: str = ""  # for people, like `actual`
    actual: str = ""
    phase: str = ""  # e.g. "before MPI_Init"; may be empty
    # The last calls before it, with arguments and codes
    calls: list[str] = field(default_factory=list)
    crash: bool = False  # a forked child of the test died of it
    fact: Optional[Fact] = None  # None: the rule does not compare one answer
    level: str = ""  # "must", "should", "quality" or "advice"
    rule: str = ""  # the statement of the clause, in our own words
    section: str = ""  # in the target's MPI version, e.g. "14.3.6"; "" if that does not state it
    rank: int = 0

    @property
    def is_deadly(self) -> bool:
        """Whether a process ended or hung because of it."""
        return self.fact is not None and self.fact.relation == "survives"

    def to_data(self) -> dict[str, object]:
        return {each.name: to_data(getattr(self, each.name)) for each in dataclasses.fields(self)}

    @classmethod
    def from_data(cls, data: object, place: str = "failure") -> "Failure":
        """Converts a test's record, which lacks the catalogue's data, or an entry of a report.

        Raises Invalid if the clause is missing or a type is wrong. A fact with an unknown relation
        is ignored.
        """
        given = from_data(JsonObject, data, place)
        read: dict[str, Any] = {}
        for each in dataclasses.fields(cls):
            kind: Any = {"calls": list[str], "crash": bool, "rank": int}.get(each.name, str)
            if each.name == "fact" or each.name not in given and each.name != "clause":
                continue
            if each.name not in given:
                raise Invalid(f"{place}.clause is missing")
            read[each.name] = from_data(kind, given[each.name], f"{place}.{each.name}")
        fact, where = given.get("fact"), f"{place}.fact"
        if fact is not None:
            relation = from_data(JsonObject, fact, where).get("relation")
            if from_data(str, relation, f"{where}.relation") in RELATIONS:
                read["fact"] = Fact.from_data(fact, where)
        return cls(**read)


def function_of(call: str) -> str:
    """Returns "MPI_T_x" for "MPI_T_x(arguments)"."""
    return call.partition("(")[0]


def death_in(call: str, how: str, frames: list[str], after: str = "") -> Fact:
    """Returns the Fact that a call did not return.

    `call` is "" if it is unknown. `how` is the way the process ended. `after` is the last call that
    returned, if none was in progress. See offence.hpp.
    """
    function = function_of(call)
    given = Answer(function, "handle", value=ALL_HANDLES) if ALL_HANDLES in call else None
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
    if fact.relation == "survives":
        return "the process survives"
    if fact.relation == "declared":
        return "declared by mpi.h"
    before = {"none-of": "not ", "above": "more than ", "below": "less than "}.get(
        fact.relation, ""
    )
    after = {"at-least": " or more", "at-most": " or less"}.get(fact.relation, "")
    shown = [_for_people(value) + after for value in fact.wanted[:MOST_SHOWN]]
    if shown:
        shown[0] += _source_text(fact)
    more = len(fact.wanted) - MOST_SHOWN
    return before + " or ".join(shown) + (f" or one of {more} more" if more > 0 else "")


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
