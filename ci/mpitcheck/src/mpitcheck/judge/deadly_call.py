# SPDX-License-Identifier: BSD-3-Clause
"""Calls that end the process or never return.

The survey of an inventory finds them, and test processes receive them as a list. See
conformance/harness/calls/deadly_call.hpp.
"""
from collections.abc import Iterable
import builtins
from dataclasses import dataclass

from mpitcheck.judge.data import Invalid, JsonObject, from_data

NO_OBJECT = -1  # an object's number: the call is about no object, or about any object
ALL_HANDLES = -2  # an object's number: the call is about MPI_T_PVAR_ALL_HANDLES
NEVER_RETURNS = "hang"
# Environment variable: path of the list that a test process reads
QUARANTINE_VARIABLE = "MPITCHECK_QUARANTINE"
# The test that makes these calls and reports them. All other tests skip them.
TELLER = "survival.queries"


@dataclass
class DeadlyCall:
    function: str  # "MPI_T_cvar_get_info"; stands for the profiling twin too
    object: int = NO_OBJECT  # its number
    how: str = ""  # "SIGSEGV", "exit status 1", NEVER_RETURNS

    def hangs(self) -> bool:
        return self.how == NEVER_RETURNS

    def label(self) -> str:
        """Returns e.g. "MPI_T_cvar_get_info of number 17"."""
        words = {NO_OBJECT: "", ALL_HANDLES: " of all handles"}
        return self.function + words.get(self.object, f" of number {self.object}")

    def end(self) -> str:
        """Returns "ends the process (SIGSEGV)" or "does not return"."""
        return "does not return" if self.hangs() else f"ends the process ({self.how})"

    def text(self) -> str:
        return f"{self.label()} {self.end()}"

    @classmethod
    def from_data(cls, data: builtins.object, place: str = "call") -> "DeadlyCall":
        """Converts an entry of an inventory; raises Invalid.

        The target wrote the inventory, so members may be missing or have a wrong type.
        """
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
    """Returns the content of the list in a file: one call per line."""
    return "".join(
        f"{call.function} {'*' if call.object == NO_OBJECT else call.object} {call.how}\n"
        for call in calls
    )
