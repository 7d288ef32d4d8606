# SPDX-License-Identifier: BSD-3-Clause
"""Decides which function is responsible for the end or the hang of a process.

That is a function of MPI_T, another function of MPI, or an unknown one. Tests apply the same rules
to their forked children (conformance/harness/calls/blame.hpp).
"""
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Optional

from mpitcheck.judge.offence import function_of
from mpitcheck.schema.records import NO_LIBRARY_FRAME


class Culprit(Enum):
    tool = "a function of MPI_T was in progress or on the stack, or MPI fails since it was used"
    mpi = "a function of MPI that nothing connects with MPI_T"
    nobody = "neither was in progress"


@dataclass
class Blame:
    culprit: Culprit
    call: str = ""  # "MPI_T_x(arguments)", or the name alone if only the stack shows it
    after: str = ""  # the last call that returned, if none was in progress


def _is_of_tool(function: str) -> bool:
    return re.match(r"P?MPI_T_", function) is not None


def is_of_mpi_alone(function: str) -> bool:
    """Returns whether the function belongs to MPI but not to MPI_T."""
    return re.match(r"P?MPI_(?!T_)", function) is not None


def _function_on(frames: Iterable[str]) -> str:
    """Returns the MPI_T function on the stack, else the outermost MPI function, else "".

    The frames begin with the innermost. They are those of a fault, "libmpi.so.12+0x1 MPI_x+0x2", or
    those of a printed stack, "MPI_x (libmpi.so.12)".
    """
    found = ""
    for frame in frames:
        function = re.match(r"(?:[^ (]+\+0x[0-9a-f]+ )?(P?MPI_\w+)", frame)
        if function and _is_of_tool(function[1]):
            return function[1]
        found = function[1] if function else found
    return found


def _works(function: str, works_alone: Optional[Collection[str]]) -> bool:
    function = function.removeprefix("P")
    return (
        works_alone is None
        or ("MPI_Init_thread" if function == "MPI_Init" else function) in works_alone
    )


def blame_for(
    in_call: bool,
    call: str,
    frames: list[str],
    tool_used: bool,
    works_alone: Optional[Collection[str]],
) -> Blame:
    """Returns the function that is responsible for the end of a process.

    The counterpart in C++ is blame_for() of conformance/harness/calls/blame.hpp. `in_call` is
    whether a call is in progress, and `call` is that call or the last one. `frames` is the stack.
    `tool_used` is whether the process has called MPI_T. `works_alone` is Preflight.works_alone. If
    it is None, there was no preflight, and all functions count as working without MPI_T.
    """
    on_stack = _function_on(frames)
    blame = Blame(Culprit.nobody, call if in_call else on_stack, "" if in_call else call)
    function = function_of(call) if in_call else on_stack
    if _is_of_tool(function):
        blame.culprit = Culprit.tool
    elif _is_of_tool(on_stack):  # called by a function of MPI, or by another thread
        blame.culprit = Culprit.tool
        blame.call = on_stack if is_of_mpi_alone(function) else blame.call
    elif is_of_mpi_alone(function):
        by_tool = tool_used and _works(function, works_alone)
        blame.culprit = Culprit.tool if by_tool else Culprit.mpi
    elif in_call:  # several threads call MPI_T (see "passage" in docs/attribution.md)
        blame.culprit = Culprit.tool
        if is_of_mpi_alone(on_stack):
            blame = Blame(Culprit.mpi, on_stack)
        elif NO_LIBRARY_FRAME in frames:
            blame = Blame(Culprit.nobody, "", call)
    return blame


def text_of(blame: Blame, how: str) -> str:
    """Returns e.g. "MPI_Comm_dup ends the process (SIGSEGV; no MPI_T call in progress)"."""
    what = "does not return" if how.startswith("no ") else "ends the process"
    who = function_of(blame.call) if blame.culprit == Culprit.mpi else "the test's own code"
    after = f", after {function_of(blame.after)} returned" if blame.after else ""
    return f"{who} {what} ({how}; no MPI_T call in progress){after}"


def once_for_all(text: str) -> str:
    """Shortens a result of text_of() to the part that does not differ from test to test."""
    return text.partition("), after ")[0].removesuffix(")") + ")"


def is_on_purpose(how: str) -> bool:
    """Returns whether a process ended on purpose, e.g. in a function that is not implemented.

    `how` is the way it ended, as a signal or "exit code N".
    """
    return how == "SIGABRT" or how.startswith("exit ")
