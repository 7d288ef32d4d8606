# SPDX-License-Identifier: BSD-3-Clause
"""The functions that are recorded, with their parameters, as the catalogue has them; and how a program declares what they take."""
import functools
import re
from dataclasses import dataclass
from typing import NamedTuple, Optional

from mpitcheck.judge.clauses import recorded_prototypes

# Callbacks of the tool are noted like calls, by the names of their types; behind their own parameters comes the function that was called.
EVENT_CALLBACK, FREE_CALLBACK = "MPI_T_event_cb_function", "MPI_T_event_free_cb_function"
DROPPED_CALLBACK = "MPI_T_event_dropped_cb_function"


def is_callback(function: str) -> bool:
    return function.endswith("_function")


class Parameter(NamedTuple):
    type: str  # as C writes it, e.g. "int *", "MPI_Request []"
    name: str


@dataclass(frozen=True)
class Prototype:
    function: str
    parameters: list[Parameter]
    positions: dict[str, int]  # of parameters, by name
    index: Optional[
        tuple[int, str]
    ]  # position and kind of the first parameter that counts something listed

    def find(self, name: str) -> Optional[int]:
        """Number of that parameter; None if there is none."""
        return self.positions.get(name)

    def length_of(self, i: int) -> Optional[int]:
        """Number of the parameter with the length that goes with the text or array parameter number `i`; None if there is none."""
        type, name = self.parameters[i]
        if type == "char *":
            return self.find(name + "_len")
        if name.startswith("array_of_"):
            return self.find("num_elements")
        return self.find({"indices": "len", "requests": "count"}.get(name, ""))


def kind_of_index(parameter: str) -> str:
    """The kind that an index parameter counts ("cvar" for cvar_index); "" for others."""
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
    """Of "MPI_T_x(int a, char *b)", with or without what it returns: "int indices[]" is of type "int []"."""
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
    """None if the function is not one that is recorded."""
    return _table().get(function)


def prototype(function: str) -> Prototype:
    """Of a function that is recorded."""
    return _table()[function]


_OPAQUE = {  # by type: what a variable of it is called, the constant that it starts with
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
    """ "int" for "MPI_INT"; "" for what is no datatype of MPI_T."""
    return _C_TYPES.get(datatype, "")


def base_type(type: str) -> str:
    """ "MPI_T_enum" for "MPI_T_enum *", "int" for "int []"."""
    return type.rstrip(" *[]")


def variable_name(type: str) -> str:
    """What a variable of that type is called: "session" for MPI_T_pvar_session."""
    return _OPAQUE.get(base_type(type), ("value", ""))[0]


def is_opaque(type: str) -> bool:
    """An opaque type, as opposed to numbers, texts and datatypes."""
    return base_type(type) in _OPAQUE


def null_of(type: str) -> str:
    """The constant that a variable of an opaque type starts with."""
    return _OPAQUE.get(base_type(type), ("", "0"))[1]
