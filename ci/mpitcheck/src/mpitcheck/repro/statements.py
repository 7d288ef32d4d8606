# SPDX-License-Identifier: BSD-3-Clause
"""Writes calls as C statements."""
from collections.abc import Iterator
from typing import Optional

from mpitcheck.judge.offence import is_handle
from mpitcheck.repro.answers import CODE, atoi
from mpitcheck.repro.arguments import Arguments
from mpitcheck.repro.predicate import Check, Term
from mpitcheck.repro.conditions import Conditions
from mpitcheck.repro.declarations import SELF_TAG, Declarations, callback_name
from mpitcheck.repro.objects import Made
from mpitcheck.repro.prototypes import is_callback, null_of, prototype
from mpitcheck.repro.slice import Slice
from mpitcheck.repro.trace import Call


def _is_self_message(call: Call) -> bool:
    return call.function in ("MPI_Isend", "MPI_Irecv") and call.arguments[2:6] == [
        "MPI_CHAR",
        "0",
        SELF_TAG,
        "MPI_COMM_SELF",
    ]


class Statements:
    """Writes calls in order and collects the declarations that they need."""

    def __init__(self, slice: Slice, check: Check, leave: str) -> None:
        """`leave` is the statement that ends the program with 0.

        `leave` is "" if other processes would wait for this one.
        """
        self.mpi_is_up = False
        # The callback that is judged, or in which the last call was made.
        self.callback: Optional[int] = None
        self.declarations = Declarations(slice, check)
        self._arguments = Arguments(slice, check, leave, self.declarations)
        self.conditions = Conditions(slice, check, self.declarations, self._arguments.written)
        self._slice, self._check, self._leave = slice, check, leave
        self._giver: Optional[int] = None  # the call that registered that callback
        self._used = {made for call in slice.chosen for made in slice.objects.of(call).values()}
        if slice.chosen:
            self._look_at_callbacks()

    def _look_at_callbacks(self) -> None:
        """Determines which callbacks the program checks: the judged one and the counted ones."""
        calls, objects, looked_at_from = (
            self._slice.calls,
            self._slice.objects,
            self._arguments.looked_at_from,
        )

        def add_like(giver: int, same_function: bool) -> None:
            function = calls[giver].function
            handle = prototype(function).find("event_registration")

            def registration(call: int) -> Optional[Made]:
                return None if handle is None else objects.of(call).get(handle)

            looked_at_from.update(
                call
                for call in self._slice.chosen
                if calls[call].function == function
                and registration(call) == registration(giver)
                and (not same_function or calls[call].arguments == calls[giver].arguments)
            )

        for term in (term for term in self._check.terms if term.counts):
            add_like(term.place.call, False)
            if term.others and is_callback(calls[term.other.call].function):
                giver = objects.handed_over(term.other.call)
                if giver is not None:
                    looked_at_from.add(giver)
                    self.declarations.functions["on_free"] = ["reached = 1;"]
        self.callback = objects.callbacks[self._slice.chosen[-1]]
        if self.callback is None:
            return
        self._giver = objects.handed_over(self.callback)
        if self._giver is not None:
            add_like(self._giver, True)
        for p, (_, name) in enumerate(prototype(calls[self.callback].function).parameters):
            self._arguments.written[self.callback, p] = name
        self.declarations.variables[Made(self.callback, 0)] = self._arguments.written[
            self.callback, 0
        ]

    @property
    def functions_use_variables(self) -> bool:
        """Whether variables have to be declared before the functions."""
        return bool(self._arguments.looked_at_from)

    def call(self, number: int, looked_at: set[int]) -> list[str]:
        """Returns the statements of one call.

        `looked_at` are the parameters whose answers are checked. Their OUT arguments start with the
        recorded content. If CODE is one of them, the code is kept in the variable `code`. Otherwise
        the program ends with 0 if the call does not succeed or fail as recorded.
        """
        call = self._slice.calls[number]
        leave = self._leave if self._slice.objects.callbacks[number] is None else "return;"
        lines: list[str] = []
        line = f"{call.function}({self._arguments.write(number, looked_at, lines)})"
        nulls = (
            []
            if looked_at or not leave
            else [f"{variable} == {null}" for variable, null in self._handles_used_later(number)]
        )
        if CODE in looked_at:
            self.declarations.declare("int", "code")
            lines.append(f"code = {line};")
        elif call.code and leave:
            failed = f"{line} {'!=' if call.code == 'MPI_SUCCESS' else '=='} MPI_SUCCESS"
            lines.append(f"if ({' || '.join([failed] + nulls)}) {leave}")
        else:
            lines.append(line + ";")
        self._arguments.remember(call)
        if call.code == "MPI_SUCCESS" and call.function in (
            "MPI_Init",
            "MPI_Init_thread",
            "MPI_Finalize",
        ):
            self.mpi_is_up = call.function != "MPI_Finalize"
        return lines

    def take_look_ups(self) -> list[str]:
        """Returns and clears the statements that look up by name the indices of the last calls."""
        taken, self._arguments.look_ups = self._arguments.look_ups, []
        return taken

    def _handles_used_later(self, number: int) -> Iterator[tuple[str, str]]:
        """Yields the handles that the call returns for later calls, each with its null constant.

        The program ends if a library returns the null handle, because later calls could show
        nothing.
        """
        for p, (type, _) in enumerate(prototype(self._slice.calls[number].function).parameters):
            null = (
                null_of(type)
                if type.endswith("*") and is_handle(self._slice.calls[number].answers[p])
                else ""
            )
            if null.endswith("_NULL") and (number, p) in self._used:
                yield self.declarations.variable_of(Made(number, p)), null

    def exchange(self, numbers: list[int]) -> str:
        """Returns the statement for three calls that send a message to this process itself.

        Returns "" if the calls do something else.
        """
        one, two, end = (self._slice.calls[number] for number in numbers)
        if (
            not _is_self_message(one)
            or not _is_self_message(two)
            or one.function == two.function
            or one.arguments[1] != two.arguments[1]
            or end.function != "MPI_Waitall"
            or end.arguments[0] != "2"
        ):
            return ""
        self.declarations.exchanged_bytes = max(
            self.declarations.exchanged_bytes or 0, atoi(one.arguments[1])
        )
        return f"exchange({one.arguments[1]}, {1 if one.function == 'MPI_Isend' else 0});"

    def waits(self, term: Term) -> bool:
        """Whether callbacks count only after the call of the term's other place.

        Earlier callbacks of the same function may come before that call.
        """
        if not term.others or self._slice.objects.callbacks[term.other.call] is not None:
            return False
        return (
            term.counts
            or self.callback is not None
            and self._giver is not None
            and term.other.call > self._giver
        )

    def end_of_wait(self) -> str:
        """Returns the statement from which on callbacks count."""
        return self.declarations.declare("int", "reached") + " = 1;"

    def callback_does(self, callback: int, lines: list[str]) -> None:
        """Sets the body of the judged callback."""
        name = callback_name(self._slice.calls[callback].function)
        self.declarations.functions[name] = lines
