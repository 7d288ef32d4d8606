# SPDX-License-Identifier: BSD-3-Clause
"""The part of a program before its statements: variables, callbacks and the function `exchange`."""
from typing import Optional

from mpitcheck.repro.predicate import Check
from mpitcheck.repro.objects import Made
from mpitcheck.repro.prototypes import (
    DROPPED_CALLBACK,
    EVENT_CALLBACK,
    FREE_CALLBACK,
    base_type,
    is_callback,
    is_opaque,
    null_of,
    prototype,
    variable_name,
)
from mpitcheck.repro.slice import Slice

EXTENT_FILLING = "'#'"  # initial byte of a buffer whose extent is queried
SELF_TAG = "7"  # tag of the messages that the harness sends to itself
_CALLBACK_NAMES = {EVENT_CALLBACK: "event", FREE_CALLBACK: "free", DROPPED_CALLBACK: "dropped"}


def callback_name(type: str, other: bool = False) -> str:
    """Returns the name of a callback in the program, e.g. "on_event".

    `other` selects the name for a function whose calls are not checked.
    """
    return ("on_other_" if other else "on_") + _CALLBACK_NAMES[type]


def _exchange_function(count: int) -> list[str]:
    rest = f"bytes, MPI_CHAR, 0, {SELF_TAG}, MPI_COMM_SELF, &requests["
    return [
        "static void exchange(int bytes, int send_first) {",
        f"  static char sent[{count}], received[{count}];",
        "  MPI_Request requests[2];",
        f"  if (!send_first) MPI_Irecv(received, {rest}1]);",
        f"  MPI_Isend(sent, {rest}0]);",
        f"  if (send_first) MPI_Irecv(received, {rest}1]);",
        "  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);",
        "}",
    ]


class Declarations:
    """Collects variables and functions while statements are written."""

    def __init__(self, slice: Slice, check: Check) -> None:
        self.functions: dict[str, list[str]] = {}  # bodies of callbacks, by name
        self.variables: dict[Made, str] = {}  # variables of objects
        self.asks_for_extents = False
        # Largest message that the process sends to itself; None: it does not send any.
        self.exchanged_bytes: Optional[int] = None
        self._slice = slice
        # Initializers, by type and name.
        self._declared: dict[str, dict[str, str]] = {}
        self._arrays: dict[str, tuple[str, int]] = {}  # type and size, by name
        self._last_use: dict[Made, int] = {}
        for place in (place for term in check.terms if term.others for place in term.places()):
            if place.output.parameter >= 0 and is_opaque(self._type_of(place.made)):
                self._last_use[place.made] = check.judged
        for call in slice.chosen:
            for made in slice.objects.of(call).values():
                self._last_use[made] = max(self._last_use.get(made, 0), call)

    def _type_of(self, made: Made) -> str:
        return prototype(self._slice.calls[made.call].function).parameters[made.parameter].type

    def declare(self, type: str, name: str, initial: str = "") -> str:
        """Declares a variable, if it is not declared yet, and returns its name."""
        self._declared.setdefault(type, {}).setdefault(name, initial)
        return name

    def reserve(self, type: str, name: str, size: int) -> str:
        """Declares an array of at least `size` elements and returns its name."""
        self._arrays[name] = type, max(size, self.size_of(name) or 0)
        return name

    def size_of(self, name: str) -> Optional[int]:
        """Returns the size of an array; None if there is no array of that name."""
        return self._arrays[name][1] if name in self._arrays else None

    def is_used(self, made: Made) -> bool:
        """Whether a later call uses the object or the check compares it."""
        return made in self._last_use

    def variable_of(self, made: Made) -> str:
        """Returns the variable of an object.

        A variable whose object is no longer used is reused for a new object of its type.
        """
        if made in self.variables:
            return self.variables[made]
        type = base_type(self._type_of(made))
        declared = self._declared.get(type, {})
        for other, name in sorted(self.variables.items()):
            if (
                name in declared and self._last_use.get(other, 0) < made.call
            ):  # its object is no longer used
                del self.variables[other]
                self.variables[made] = name
                return name
        number = f"{len(declared) + 1}" if declared else ""
        self.variables[made] = self.declare(type, variable_name(type) + number, null_of(type))
        return self.variables[made]

    def lines(self) -> list[str]:
        """Returns the declarations for the beginning of main."""
        lines = [
            f"""{type} {', '.join(
                name + (f' = {initial}' if initial else '')
                for name, initial in sorted(names.items())
            )};"""
            for type, names in sorted(self._declared.items())
        ]
        arrays: dict[str, list[str]] = {}
        for name, (type, size) in sorted(self._arrays.items()):
            arrays.setdefault(type, []).append(f"{name}[{size}]")
        return lines + [
            f"static {type} {', '.join(names)};" for type, names in sorted(arrays.items())
        ]

    def function_lines(self) -> list[str]:
        """Returns the functions before main."""
        lines = []
        for name, body in sorted(self.functions.items()):
            type = next(type for type, word in _CALLBACK_NAMES.items() if name.endswith(word))
            parameters = ", ".join(
                each.type + ("" if each.type.endswith("*") else " ") + each.name
                for each in prototype(type).parameters
                if not is_callback(each.type)
            )  # without the recorded function itself
            head = f"static void {name}({parameters}) {{"
            lines += (
                [head + "".join(f" {line} " for line in body) + "}"]
                if len(body) < 2
                else [head, *("  " + line for line in body), "}"]
            )
        if self.asks_for_extents:
            lines += [
                "/* How many elements there are up to the last one that was written. */",
                "static int extent(const void *buffer, size_t size, size_t element) {",
                (
                    f"  while (size > 0 && ((const char *)buffer)[size - 1] == {EXTENT_FILLING})"
                    " --size;"
                ),
                "  return (int)((size + element - 1) / element);",
                "}",
            ]
        return lines + (
            [] if self.exchanged_bytes is None else _exchange_function(max(self.exchanged_bytes, 1))
        )
