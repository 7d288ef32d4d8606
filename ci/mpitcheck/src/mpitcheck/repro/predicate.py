# SPDX-License-Identifier: BSD-3-Clause
"""The predicate that a program checks, over calls of the trace."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Optional

from mpitcheck.repro.answers import Output, TIMES_CALLED
from mpitcheck.repro.objects import Made


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
