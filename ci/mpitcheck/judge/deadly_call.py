# SPDX-License-Identifier: BSD-3-Clause
"""A call that ends the process, or never returns, as the survey of an inventory notes it and test processes are given it: see
conformance/harness/calls/deadly_call.hpp."""
from collections.abc import Iterable
import builtins
from dataclasses import dataclass

from mpitcheck.judge.data import Invalid, JsonObject, from_data

NO_OBJECT = (
    -1
)  # in the place of an object's number: the call is about none, or meant is whatever object
ALL_HANDLES = -2  # likewise: the call is about MPI_T_PVAR_ALL_HANDLES
NEVER_RETURNS = "hang"
QUARANTINE_VARIABLE = (  # of the environment: the path of the list that a test process reads
    "MPITCHECK_QUARANTINE"
)
TELLER = (  # the test that makes these calls all the same and tells of them: others step over them
    "survival.queries"
)


@dataclass
class DeadlyCall:
    function: str  # "MPI_T_cvar_get_info"; meant is the profiling twin too
    object: int = NO_OBJECT  # its number
    how: str = ""  # "SIGSEGV", "exit status 1", NEVER_RETURNS

    def hangs(self) -> bool:
        return self.how == NEVER_RETURNS

    def label(self) -> str:
        """ "MPI_T_cvar_get_info of number 17"."""
        words = {NO_OBJECT: "", ALL_HANDLES: " of all handles"}
        return self.function + words.get(self.object, f" of number {self.object}")

    def end(self) -> str:
        """ "ends the process (SIGSEGV)" or "does not return"."""
        return "does not return" if self.hangs() else f"ends the process ({self.how})"

    def text(self) -> str:
        return f"{self.label()} {self.end()}"

    @classmethod
    def from_data(cls, data: builtins.object, place: str = "call") -> "DeadlyCall":
        """Of an inventory, which the target wrote; raises Invalid where something is missing or a type is wrong."""
        call: JsonObject = from_data(JsonObject, data, place)
        number = call.get("object", NO_OBJECT)
        if type(number) is not int or not -(2**31) <= number < 2**31:
            raise Invalid(f"{place}.object is no number of an object")
        return cls(
            from_data(str, call.get("function"), f"{place}.function"),
            number,
            from_data(str, call.get("how"), f"{place}.how"),
        )


def quarantine_text(calls: Iterable[DeadlyCall]) -> str:
    """The list as a file has it: a call a line."""
    return "".join(
        f"{call.function} {'*' if call.object == NO_OBJECT else call.object} {call.how}\n"
        for call in calls
    )
