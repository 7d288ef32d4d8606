# SPDX-License-Identifier: BSD-3-Clause
"""Calls that end the process or never return.

The survey of an inventory finds them, and test processes receive them as a list. See
conformance/harness/calls/deadly_call.hpp.
"""
from collections.abc import Iterable
import builtins
from dataclasses import dataclass

from mpitcheck.judge.data import JsonObject, from_data
from mpitcheck.schema.records import ALL_OF_SESSION, NEVER_RETURNS, NO_OBJECT, Int

# The test that makes these calls and reports them. All other tests skip them.
QUARANTINE_TEST = "survival.queries"


@dataclass
class DeadlyCall:
    function: str  # "MPI_T_cvar_get_info"; stands for the profiling twin too
    object: int = NO_OBJECT  # its number
    how: str = ""  # "SIGSEGV", "exit status 1", NEVER_RETURNS

    def hangs(self) -> bool:
        return self.how == NEVER_RETURNS

    def label(self) -> str:
        """Returns e.g. "MPI_T_cvar_get_info of number 17"."""
        words = {NO_OBJECT: "", ALL_OF_SESSION: " of all handles"}
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
        return cls(
            from_data(str, call.get("function"), f"{place}.function"),
            from_data(Int, call.get("object", NO_OBJECT), f"{place}.object"),
            from_data(str, call.get("how"), f"{place}.how"),
        )


def quarantine_text(calls: Iterable[DeadlyCall]) -> str:
    """Returns the content of the list in a file: one call per line."""
    return "".join(
        f"{call.function} {'*' if call.object == NO_OBJECT else call.object} {call.how}\n"
        for call in calls
    )
