# SPDX-License-Identifier: BSD-3-Clause
"""Writes lines of C++ that use each name of mpi.h as the suites do, for a trial compilation."""
import re

HANDLE_TYPES = (
    "MPI_T_enum",
    "MPI_T_cvar_handle",
    "MPI_T_pvar_handle",
    "MPI_T_pvar_session",
    "MPI_T_event_registration",
    "MPI_T_event_instance",
)
EVENT_TYPES = (
    "MPI_T_event_registration",
    "MPI_T_event_instance",
    "MPI_T_cb_safety",
    "MPI_T_source_order",
    "MPI_T_event_cb_function",
    "MPI_T_event_free_cb_function",
    "MPI_T_event_dropped_cb_function",
)
EVENT_FUNCTION = re.compile(r"P?MPI_T_(event|source)_")
TYPE_OF_HANDLE = {
    "MPI_T_ENUM_NULL": "MPI_T_enum",
    "MPI_T_CVAR_HANDLE_NULL": "MPI_T_cvar_handle",
    "MPI_T_PVAR_HANDLE_NULL": "MPI_T_pvar_handle",
    "MPI_T_PVAR_ALL_HANDLES": "MPI_T_pvar_handle",
    "MPI_T_PVAR_SESSION_NULL": "MPI_T_pvar_session",
}
# Handles of MPI that the suites use. An mpi.h for C may define them as ((void*)0), which is not a
# handle in C++.
_HANDLES = {
    "MPI_Datatype": (
        "MPI_DATATYPE_NULL MPI_INT MPI_UNSIGNED MPI_UNSIGNED_LONG "
        "MPI_UNSIGNED_LONG_LONG MPI_COUNT MPI_CHAR MPI_DOUBLE MPI_INT32_T "
        "MPI_INT64_T MPI_UINT32_T MPI_UINT64_T MPI_LONG MPI_SHORT MPI_BYTE "
        "MPI_C_BOOL MPI_FLOAT MPI_LONG_LONG"
    ),
    "MPI_Comm": "MPI_COMM_NULL MPI_COMM_WORLD MPI_COMM_SELF",
    "MPI_Errhandler": "MPI_ERRORS_RETURN MPI_ERRORS_ARE_FATAL",
    "MPI_Op": "MPI_SUM MPI_MIN MPI_MAX",
    "MPI_Info": "MPI_INFO_NULL",
    "MPI_Request": "MPI_REQUEST_NULL",
    "MPI_Win": "MPI_WIN_NULL",
    "MPI_File": "MPI_FILE_NULL",
    "MPI_Status*": "MPI_STATUS_IGNORE MPI_STATUSES_IGNORE",
}
MPI_HANDLES = {name: of for of, names in _HANDLES.items() for name in names.split()}
_SCALAR = (
    "static_assert(std::is_scalar_v<{0}> && sizeof({0}) <= sizeof(unsigned long long), "
    '"{0} is not a scalar of at most 8 bytes");'
)


class Uses:
    """Lines of code by their subject.

    A subject is a name, "NAME()" for a call of a macro, or "NAME ..." for a property that an mpi.h
    for C need not have.
    """

    def __init__(self):
        self.lines = {}

    def _add(self, about, code):
        self.lines[about] = code.replace("@", f"mpitcheck_use_{len(self.lines)}")

    def type(self, name):
        if name in HANDLE_TYPES:
            self._add(
                name,
                (
                    f"inline bool @({name} a, {name} b) {{ {name} c = a; a = b; "
                    f"return a == b || c != b; }} {_SCALAR.format(name)}"
                ),
            )
        else:
            self._add(
                name,
                (
                    f"inline int @({name} a) {{ {name} b = static_cast<{name}>(0); "
                    "return static_cast<int>(a) + static_cast<int>(b); } "
                    f"{_SCALAR.format(name)}"
                ),
            )

    def callback(self, name, parameters):
        standard = f"std::is_same_v<std::decay_t<{name}>, void (*)({parameters})>"
        words = f"{name} is not the type of a function with the standard's parameters"
        self._add(name, f'static_assert({standard}, "{words}");')

    def function(self, name, prototype=None):
        self._add(name, f"inline auto* @() {{ return &::{name}; }}")
        if prototype:
            self._add(
                f"{name} defined again",
                f'extern "C" {prototype.result} {name}({prototype.parameters});',
            )

    def call(self, name, parameters, arguments):
        self._add(f"{name}()", f"inline int @({parameters}) {{ return {name}({arguments}); }}")

    def integer(self, name):
        self._add(name, f"inline bool @(int a) {{ return a == static_cast<int>({name}); }}")

    def not_enumerator(self, name):
        self._add(
            f"{name} is an int",
            f"static_assert(!std::is_enum_v<std::remove_cvref_t<decltype({name})>>);",
        )

    def bound(self, name):
        self._add(name, f"static_assert({name} > 0);")

    def handle(self, name, of):
        self._add(
            f"{name} converts",
            f"inline bool @({of} a) {{ {of} b = {name}; return a == {name} || b != {name}; }}",
        )
        self._add(name, f"inline {of} @() {{ return ({of})({name}); }}")
