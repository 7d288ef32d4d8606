# SPDX-License-Identifier: BSD-3-Clause
"""The prototypes of the recorded functions, from the catalogue, and C types of their parameters."""
import functools
import re
from dataclasses import dataclass
from typing import NamedTuple, Optional

from mpitcheck.judge.clauses import recorded_prototypes

# Calls of the tool's callbacks are recorded under the name of the function type. The called
# function follows as an additional parameter.
EVENT_CALLBACK, FREE_CALLBACK = "MPI_T_event_cb_function", "MPI_T_event_free_cb_function"
DROPPED_CALLBACK = "MPI_T_event_dropped_cb_function"


def is_callback(function: str) -> bool:
    return function.endswith("_function")


class Parameter(NamedTuple):
    type: str  # in C notation, e.g. "int *", "MPI_Request []"
    name: str


@dataclass(frozen=True)
class Prototype:
    function: str
    parameters: list[Parameter]
    positions: dict[str, int]  # parameter numbers, by name
    # Position and kind of the first parameter that is an index.
    index: Optional[tuple[int, str]]

    def find(self, name: str) -> Optional[int]:
        """Returns the number of the parameter; None if there is none of that name."""
        return self.positions.get(name)

    def length_of(self, i: int) -> Optional[int]:
        """Returns the number of the length parameter of text or array parameter `i`.

        Returns None if it has no length.
        """
        type, name = self.parameters[i]
        if type == "char *":
            return self.find(name + "_len")
        if name.startswith("array_of_"):
            return self.find("num_elements")
        return self.find({"indices": "len", "requests": "count"}.get(name, ""))


def kind_of_index(parameter: str) -> str:
    """Returns the kind of entry that an index parameter selects; "" for other parameters.

    Example: "cvar" for cvar_index.
    """
    return {
        "cat_index": "category",
        "cvar_index": "cvar",
        "pvar_index": "pvar",
        "event_index": "event",
        "source_index": "source",
    }.get(parameter, "")


def _parse_parameter(text: str) -> Parameter:
    found = re.fullmatch(r"(.*?[ *])(\w+)(\[\])?", text)
    if not found:
        raise ValueError(f"'{text}' is not a parameter")
    return Parameter(found[1].strip() + (" []" if found[3] else ""), found[2])


def parse_prototype(text: str) -> Prototype:
    """Parses "MPI_T_x(int a, char *b)", with or without return type.

    The type of "int indices[]" is "int []". Raises ValueError if `text` is not a prototype.
    """
    found = re.search(r"(\w+)\(([^)]*)\)", text)
    if not found:
        raise ValueError(f"'{text}' is not a prototype")
    function, parameters = found[1], found[2]
    known = (
        []
        if parameters in ("", "void")
        else [_parse_parameter(each.strip()) for each in parameters.split(",")]
    )
    indices = [
        (i, kind_of_index(name))
        for i, (type, name) in enumerate(known)
        if type == "int" and kind_of_index(name)
    ]
    return Prototype(
        function,
        known,
        {each.name: i for i, each in enumerate(known)},
        indices[0] if indices else None,
    )


@functools.cache
def _table() -> dict[str, Prototype]:
    return {each.function: each for each in map(parse_prototype, recorded_prototypes())}


def find_prototype(function: str) -> Optional[Prototype]:
    """Returns the prototype of a function; None if the function is not recorded."""
    return _table().get(function)


def prototype(function: str) -> Prototype:
    """Returns the prototype of a recorded function."""
    return _table()[function]


_OPAQUE = {  # by type: name and initial value of a variable
    "MPI_T_enum": ("enumeration", "MPI_T_ENUM_NULL"),
    "MPI_T_cvar_handle": ("handle", "MPI_T_CVAR_HANDLE_NULL"),
    "MPI_T_pvar_handle": ("handle", "MPI_T_PVAR_HANDLE_NULL"),
    "MPI_T_pvar_session": ("session", "MPI_T_PVAR_SESSION_NULL"),
    "MPI_T_event_registration": ("registration", "0"),
    "MPI_T_event_instance": ("instance", "0"),
    "MPI_Comm": ("comm", "MPI_COMM_NULL"),
    "MPI_Info": ("info", "MPI_INFO_NULL"),
}
_C_TYPES = {
    "MPI_INT": "int",
    "MPI_UNSIGNED": "unsigned",
    "MPI_UNSIGNED_LONG": "unsigned long",
    "MPI_UNSIGNED_LONG_LONG": "unsigned long long",
    "MPI_COUNT": "MPI_Count",
    "MPI_CHAR": "char",
    "MPI_DOUBLE": "double",
    "MPI_INT32_T": "int",
    "MPI_INT64_T": "long long",
    "MPI_UINT32_T": "unsigned",
    "MPI_UINT64_T": "unsigned long long",
    "MPI_LONG": "long",
    "MPI_SHORT": "short",
    "MPI_BYTE": "unsigned char",
    "MPI_C_BOOL": "_Bool",
    "MPI_FLOAT": "float",
    "MPI_LONG_LONG": "long long",
}


def c_type(datatype: str) -> str:
    """Returns the C type of a datatype, e.g. "int" for "MPI_INT"; "" if MPI_T does not allow it."""
    return _C_TYPES.get(datatype, "")


def base_type(type: str) -> str:
    """Removes pointer and array: "MPI_T_enum" for "MPI_T_enum *", "int" for "int []"."""
    return type.rstrip(" *[]")


def variable_name(type: str) -> str:
    """Returns the name of a variable of the type, e.g. "session" for MPI_T_pvar_session."""
    return _OPAQUE.get(base_type(type), ("value", ""))[0]


def is_opaque(type: str) -> bool:
    """Whether the type is opaque. Numbers, texts and datatypes are not."""
    return base_type(type) in _OPAQUE


def null_of(type: str) -> str:
    """Returns the initial value of a variable of an opaque type."""
    return _OPAQUE.get(base_type(type), ("", "0"))[1]
