# SPDX-License-Identifier: BSD-3-Clause
"""Relates the calls of a trace: where handles come from, variable names and enclosing callbacks."""
from __future__ import annotations

import functools
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Optional

from mpitcheck.repro.answers import atoi
from mpitcheck.repro.prototypes import Prototype, base_type, is_callback, prototype

if TYPE_CHECKING:
    from mpitcheck.repro.trace import Call


class Made(NamedTuple):
    """A handle or other object: the result of call number `call` in its parameter `parameter`."""

    call: int
    parameter: int


class Listed(NamedTuple):
    """An entry of a list of MPI_T, e.g. ("cvar", 3) or ("category", 0)."""

    kind: str
    number: int


@dataclass
class Name:
    """The name of a listed entry, and the class of a pvar."""

    literal: str = ""
    pvar_class: str = ""


def _one_of(call: Call, texts: list[str], parameter: str) -> str:
    at = prototype(call.function).find(parameter)
    return "" if at is None else texts[at]


def argument(call: Call, parameter: str) -> str:
    """Returns the text of an argument; "" if the function has no such parameter."""
    return _one_of(call, call.arguments, parameter)


class Objects:
    """The relations between the calls of a trace. Calls are identified by their numbers."""

    def __init__(self, calls: list[Call]) -> None:
        self._calls = calls
        self.by_function: dict[str, list[int]] = {}  # calls of each function
        self.listed: dict[int, Listed] = {}  # by call: the entry that its index argument names
        self.mentions: dict[Listed, list[int]] = {}  # calls that name the entry
        self.names: dict[Listed, Name] = {}
        # By call and parameter: the origin of the argument.
        self.used: dict[int, dict[int, Made]] = {}
        self.users: dict[Made, list[int]] = {}  # calls that use the object
        # For each call, the callback in which it was made. A callback is its own.
        self.callbacks: list[Optional[int]] = []
        # Calls that register a callback, by its type and the function.
        self._givers: dict[tuple[str, str], list[int]] = {}
        alive: dict[tuple[str, str], Made] = {}  # the latest origin, by type and handle
        for i, call in enumerate(calls):
            known = prototype(call.function)
            self.by_function.setdefault(call.function, []).append(i)
            if is_callback(call.function):
                self.callbacks.append(i)
            else:
                self.callbacks.append(None if call.inside is None else self.callbacks[call.inside])
            self._take_handles(i, call, known, alive)
            if known.index:
                self._take_listed(i, call, known.index)

    def _take_handles(
        self, i: int, call: Call, known: Prototype, alive: dict[tuple[str, str], Made]
    ) -> None:
        called_back, frees = is_callback(call.function), call.function.endswith("_free")
        for p, text in [each for each in enumerate(call.arguments) if each[1][:1] == "@"]:
            type, name = known.parameters[p]
            if type.endswith("_function") and not called_back:
                self._givers.setdefault((name, text), []).append(i)
            elif type == "MPI_T_event_instance" and called_back:
                alive[type, text] = Made(i, p)
            elif frees or not type.endswith("*") or type == "void *":
                # Previous content of an OUT argument is ignored unless the call consumes it.
                # Arguments of type void * are objects of bindings.
                made = alive.get(
                    ("MPI_Comm" if type == "void *" else base_type(type), text)
                )  # handles of different types may have the same bits
                if made:
                    self.used.setdefault(i, {})[p] = made
                    self.users.setdefault(made, []).append(i)
        for p, text in (
            [] if frees else [each for each in enumerate(call.answers) if each[1][:1] == "@"]
        ):
            alive[base_type(known.parameters[p].type), text] = Made(i, p)

    def _take_listed(self, i: int, call: Call, index: tuple[int, str]) -> None:
        at, kind = index
        what = self.listed[i] = Listed(kind, atoi(call.arguments[at]))
        self.mentions.setdefault(what, []).append(i)
        name = _one_of(call, call.answers, "name")
        if call.function.endswith("_get_info") and len(name) > 2 and name.endswith('"'):
            entry = self.names.setdefault(what, Name())
            if len(entry.literal) < len(name):  # shorter texts are truncated
                entry.literal = name
            entry.pvar_class = _one_of(call, call.answers, "var_class") or entry.pvar_class

    def of(self, call: int) -> dict[int, Made]:
        """Returns the origins of the call's arguments, by parameter, where a call made them."""
        return self.used.get(call, {})

    @functools.cached_property
    def texts_returned(self) -> dict[str, list[int]]:
        """The calls that returned a text that is also an argument, by that text."""
        asked = {
            text
            for name in self.by_function
            for p, (type, _) in enumerate(prototype(name).parameters)
            if type == "const char *"
            for text in (self._calls[i].arguments[p] for i in self.by_function[name])
        } - {""}
        calls: dict[str, list[int]] = {}
        for i, call in enumerate(self._calls):
            for text in asked.intersection(call.answers):
                calls.setdefault(text, []).append(i)
        return calls

    @functools.cached_property
    def sources_returned(self) -> dict[tuple[Optional[int], str], list[int]]:
        """The calls that returned the source of an event, by enclosing call and source."""
        calls: dict[tuple[Optional[int], str], list[int]] = {}
        for i in self.calls_of("MPI_T_event_get_source"):
            if self._calls[i].answers[1]:
                calls.setdefault((self._calls[i].inside, self._calls[i].answers[1]), []).append(i)
        return calls

    def made_by(self, call: int) -> list[Made]:
        """Returns the objects that a call made and other calls use."""
        made = (Made(call, p) for p in range(len(self._calls[call].answers)))
        return [each for each in made if each in self.users]

    def calls_of(self, function: str) -> list[int]:
        """Returns the numbers of all calls of a function, in order."""
        return self.by_function.get(function, [])

    def subject(self, call: int) -> Optional[Listed]:
        """Returns the variable or other entry that a call is about, by its index or its handle.

        Returns None if there is none.
        """
        found = (
            self.listed.get(each)
            for each in [call, *(made.call for made in self.of(call).values())]
        )
        return next(filter(None, found), None)

    def handed_over(self, callback: int) -> Optional[int]:
        """Returns the call that registered the callback that was called as call number `callback`.

        The library may pass wrong arguments, so the call that agrees best with them is chosen.
        """
        back = self._calls[callback]
        best, most = None, -1
        givers = self._givers.get(
            (prototype(back.function).parameters[-1].name, back.arguments[-1]), []
        )
        for i in reversed(givers[: bisect_left(givers, callback)]):
            giver = self._calls[i]
            agreements = 2 * (argument(giver, "user_data") == argument(back, "user_data")) + (
                argument(giver, "event_registration") == argument(back, "event_registration")
            )
            if agreements > most:
                best, most = i, agreements
            if most == 3:
                break
        return best
