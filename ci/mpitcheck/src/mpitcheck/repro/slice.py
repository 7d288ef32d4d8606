# SPDX-License-Identifier: BSD-3-Clause
"""Selects the calls of a trace that a failure needs, backwards from the calls in question."""
import enum
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Optional

from mpitcheck.repro.objects import Listed, Made, Objects, argument
from mpitcheck.repro.prototypes import is_callback, prototype
from mpitcheck.repro.trace import Call, FailureTrace

LIFE_CYCLE = ("MPI_Init", "MPI_Init_thread", "MPI_Finalize", "MPI_T_init_thread", "MPI_T_finalize")
TRAFFIC = ("MPI_Isend", "MPI_Irecv", "MPI_Waitall", "MPI_Sendrecv", "MPI_Barrier", "MPI_Allreduce")


class Width(enum.IntEnum):
    """Which calls a slice includes besides the calls in question."""

    objects = 0  # calls that made their objects, and all calls that changed these
    variables = 1  # also calls that ask about the same variables and categories
    functions = 2  # also all calls of the same functions
    everything = 3


@dataclass
class Slice:
    """The calls of a trace that a program makes."""

    trace: FailureTrace
    chosen: list[int]
    by_name: bool = True  # the program looks up variables by name, otherwise by number
    repeat: int = 1  # how often the last call is made and judged

    @property
    def calls(self) -> list[Call]:
        return self.trace.calls

    @property
    def objects(self) -> Objects:
        return self.trace.objects


class _Slicer:
    def __init__(self, trace: FailureTrace, last: int, width: Width) -> None:
        self._calls, self._objects, self._last, self._width = (
            trace.calls,
            trace.objects,
            last,
            width,
        )
        self.needed: set[int] = set()
        self._open: list[int] = []
        self._followed: set[Made] = set()
        # For each listed entry, how many of the calls that name it are already added.
        self._mentioned: dict[Listed, int] = {}
        self._all_of: set[Made] = set()  # sessions all of whose handles are needed
        self._first_moving: Optional[int] = None  # messages from this call on matter

    def need(self, calls: Iterable[Optional[int]]) -> None:
        for call in calls:
            if call is not None and call <= self._last and call not in self.needed:
                self.needed.add(call)
                self._open.append(call)

    def follow(self) -> None:
        """Adds the calls that the needed calls depend on."""
        while self._open:
            number = self._open.pop()
            call = self._calls[number]
            self.need(
                [
                    call.inside,
                    self._objects.handed_over(number) if is_callback(call.function) else None,
                ]
            )
            for made in self._objects.of(number).values():
                self._need_object(made)
                if "MPI_T_PVAR_ALL_HANDLES" in call.arguments and made not in self._all_of:
                    self._all_of.add(made)
                    self.need(self._users(made, "MPI_T_pvar_handle_alloc"))
            self._need_variable(number)
            self._need_texts(number)
            if self._objects.callbacks[number] is not None:
                self.need(self._source_of(number))

    def need_traffic(self) -> None:
        first = self._first_moving
        if first is not None:
            self.need(i for name in TRAFFIC for i in self._objects.calls_of(name) if i >= first)
            self.follow()

    def _users(self, made: Made, function: str) -> list[int]:
        return [
            user
            for user in self._objects.users.get(made, ())
            if self._calls[user].function == function
        ]

    def _need_object(self, made: Made) -> None:
        if made in self._followed:
            return
        self._followed.add(made)
        self.need([made.call])
        maker = self._calls[made.call].function
        if maker in ("MPI_T_pvar_handle_alloc", "MPI_T_event_handle_alloc"):
            self._first_moving = min(
                made.call, made.call if self._first_moving is None else self._first_moving
            )
        # Queries about an enumeration, an event instance or hints do not change anything.
        if maker.endswith("_get_info") or is_callback(maker):
            return
        for user in self._objects.users.get(made, ()):
            call = self._calls[user]
            if not call.function.endswith("_get_info") and (
                maker != "MPI_T_pvar_session_create"
                or call.function == "MPI_T_pvar_session_free"
                or "MPI_T_PVAR_ALL_HANDLES" in call.arguments
            ):
                self.need([user])

    def _source_of(self, number: int) -> list[int]:
        """Returns the call that returned the event source that a call in a callback asks about."""
        source = argument(self._calls[number], "source_index")
        calls = self._objects.sources_returned.get((self._calls[number].inside, source), [])
        return calls[: bisect_left(calls, number)][-1:]

    def _need_texts(self, number: int) -> None:
        """Adds the calls that returned the names that the call passes."""
        call = self._calls[number]
        for (type, _), text in zip(prototype(call.function).parameters, call.arguments):
            if type == "const char *" and text != '""':
                calls = self._objects.texts_returned.get(text, ())
                self.need(calls[: bisect_left(calls, number)][-1:])

    def _need_variable(self, number: int) -> None:
        """Adds the calls that the index argument of a call depends on.

        Another handle may have written the same cvar. The index may be relative to the number of
        entries.
        """
        what = self._objects.listed.get(number)
        if what is None:
            return
        mentions, known = self._objects.mentions[what], self._mentioned.get(what)
        if known is None:
            opened = [
                i
                for i in mentions
                if i <= self._last and self._calls[i].function == "MPI_T_cvar_handle_alloc"
            ]
            self.need(
                user
                for i in opened
                for made in self._objects.made_by(i)
                for user in self._users(made, "MPI_T_cvar_write")
            )
        before = bisect_left(mentions, number) if self._width >= Width.variables else 0
        for other in mentions[known or 0 : before]:
            self.need([other])
            for made in (
                self._objects.made_by(other)
                if self._calls[other].function.endswith("_handle_alloc")
                else ()
            ):
                if self._objects.users[made][0] <= self._last:
                    self._need_object(made)
        self._mentioned[what] = max(known or 0, before)
        if what not in self._objects.names:
            counts = self._objects.calls_of(f"MPI_T_{what.kind}_get_num")
            self.need(counts[: bisect_left(counts, number)][-1:])


def slice_of(trace: FailureTrace, wanted: Sequence[int], width: Width) -> list[int]:
    """Returns the numbers of the needed calls up to the last one of `wanted`, in order.

    Calls that initialize or finalize are always included.
    """
    if not wanted:
        return []
    slicer, objects = _Slicer(trace, max(wanted), width), trace.objects
    functions = (
        {trace.calls[call].function for call in wanted} if width >= Width.functions else set()
    )
    slicer.need(chain(wanted, *map(objects.calls_of, functions.union(LIFE_CYCLE))))
    if width == Width.everything:
        slicer.need(range(max(wanted) + 1))
    slicer.follow()
    slicer.need_traffic()
    return sorted(slicer.needed)
