# SPDX-License-Identifier: BSD-3-Clause
"""Determines which names of an mpi.h can be used in the way the suites use them.

Most headers need one run of the compiler.
"""
import re

from trial import is_unknown
from uses import EVENT_FUNCTION, EVENT_TYPES, HANDLE_TYPES, MPI_HANDLES, TYPE_OF_HANDLE, Uses

_MOST_ROUNDS = 6
_RESERVED = re.compile(r"[A-Z]*MPI[A-Z0-9]*(_|$)|_|mpitcheck")
# Macros of these names replace functions on purpose, so they are kept.
_KEPT = re.compile(r"main|pthread_\w+|PTHREAD_\w+|sem_\w+")


class Usable:
    """The names of the interface, grouped by result.

    declared    can be used as the standard requires
    unusable    names that mpi.h has but no program can use, with the compiler's words; "" for names
                that are dropped with another one
    in_header   functions with a body in mpi.h; they cannot be weak
    fixed       functions that a program cannot define as the standard declares them
    macro_only  functions that mpi.h provides only as macros
    converted   constants that the suites use as another expression of the same value
    missing     constants that get a stand-in
    """

    def __init__(self, interface, header, words):
        self.interface, self.header, self._words = interface, header, words
        offending = {
            name
            for name in header.macros
            if not _RESERVED.match(name) and not _KEPT.fullmatch(name)
        }
        self.undefined = sorted(offending & words)
        # Whether a macro may conflict with a header that is included later. Names of such headers
        # are short, or also used by the suites.
        self.headers_first = bool(self.undefined) or any(
            name != name.upper() and "_" not in name for name in offending
        )
        self.macro_functions = sorted(
            name
            for each in interface.functions
            for name in (each, "P" + each)
            if name in header.macros
        )
        self.unusable, self.macro_only, self.converted, self.missing = {}, set(), {}, {}
        self.in_header = set(header.with_body)
        self.fixed = self.in_header | {name for name in self.macro_functions if header.macros[name]}
        self.declared = {
            name
            for name in header.names
            if re.match(r"P?MPI_T_", name) or name[name.startswith("P") :] in interface.optional
        }

    def find_out(self, compiler, before):
        """Compiles `before`, which includes mpi.h, with a line for each name.

        Compilation is repeated without the rejected lines until no line is rejected.
        """
        lines = self._lines()
        before += "".join(f"#undef {name}\n" for name in self.undefined)
        before += "#include <cstddef>\n#include <type_traits>\n"
        for _ in range(_MOST_ROUNDS):
            refused = compiler.refused(before, lines)
            if not refused:
                break
            for about in refused:
                del lines[about]
            self._judge(refused)
            # Rejections of these lines do not affect others.
            if all(" " in about for about in refused):
                break
        self._drop_what_depends()

    def _lines(self):
        uses, header = Uses(), self.header
        for name in self.interface.types:
            if name in header.names:
                uses.type(name)
        for name, prototype in self.interface.callbacks.items():
            if name in header.names:
                uses.callback(name, prototype.parameters)
        for each, prototype in self.interface.functions.items():
            for name in (each, "P" + each):
                if name in header.names:
                    uses.function(name, None if name in self.fixed else prototype)
                if header.macros.get(name):
                    uses.call(name, prototype.parameters, ", ".join(prototype.names))
        for name in self.interface.optional:
            if name in header.names:
                uses.function(name)
        for name in self.interface.constants:
            if name in TYPE_OF_HANDLE:
                self._handle(uses, name, TYPE_OF_HANDLE[name])
            else:
                self._integer(uses, name)
            if self.interface.constants[name] == "return_code" and name in header.names:
                uses.not_enumerator(name)
        for name, of in MPI_HANDLES.items():
            if of.rstrip("*") in header.names:
                self._handle(uses, name, of)
        ours = re.compile(r"MPI_(SUCCESS|(ERR|MODE|THREAD)_[A-Z_]+)")
        for name in sorted(filter(ours.fullmatch, self._words)):
            self._integer(uses, name)
            if name in header.names:
                uses.not_enumerator(name)
        for name in (
            "MPI_MAX_LIBRARY_VERSION_STRING",
            "MPI_MAX_ERROR_STRING",
            "MPI_MAX_INFO_KEY",
            "MPI_MAX_INFO_VAL",
        ):
            if name in header.names:
                uses.bound(name)
            else:
                self.missing[name] = "bound"
        return uses.lines

    def _handle(self, uses, name, of):
        if name in self.header.names:
            uses.handle(name, of)
        else:
            self.missing[name] = of

    def _integer(self, uses, name):
        if name in self.header.names:
            uses.integer(name)
        else:
            self.missing[name] = "int"

    def _judge(self, refused):
        for about, words in refused.items():
            name, _, rest = about.partition(" ")
            bare = name.removesuffix("()")
            if rest == "defined again":
                self.fixed.add(name)
            elif rest == "converts":
                self.converted[name] = TYPE_OF_HANDLE.get(name) or MPI_HANDLES[name]
            elif rest:
                self.converted[name] = "int"  # an enumerator
            elif name != bare:
                self.macro_only.discard(bare)
                self._refuse(bare, words)
            elif self.header.macros.get(name) and f"{name}()" not in refused:
                self.macro_only.add(name)
            else:
                self._refuse(name, words)

    def _refuse(self, name, words):
        self.declared.discard(name)
        self.converted.pop(name, None)
        if not is_unknown(words):
            self.unusable.setdefault(name, words)
        if name.startswith("MPI_MAX_"):
            self.missing[name] = "bound"
        elif name in TYPE_OF_HANDLE or name in MPI_HANDLES:
            self.missing[name] = TYPE_OF_HANDLE.get(name) or MPI_HANDLES[name]
        elif name == name.upper() or name in self.interface.constants:
            self.missing[name] = "int"

    def _drop(self, name):
        if name in self.declared:
            self.declared.discard(name)
            self.unusable.setdefault(name, "")

    def _drop_what_depends(self):
        """Drops functions whose parameters cannot be used. Event functions are dropped together."""
        known = (*self.interface.types, *self.interface.callbacks)
        types = {name for name in self.unusable if name in known}
        if types & set(EVENT_TYPES):
            types |= set(EVENT_TYPES) - {"MPI_T_cb_safety", "MPI_T_source_order"}
        for name in types:
            self._drop(name)
        for each, prototype in self.interface.functions.items():
            of_events = types & set(EVENT_TYPES) and EVENT_FUNCTION.match(each)
            if of_events or any(re.search(rf"\b{name}\b", prototype.parameters) for name in types):
                self._drop(each)
                self._drop("P" + each)
        for name, of in TYPE_OF_HANDLE.items():
            if of in types:
                self._drop(name)
                self.missing[name] = of
        for name in set(self.converted) & set(self.missing):
            del self.converted[name]

    def lacks_type(self, name):
        return name not in self.declared and name in (*HANDLE_TYPES, *EVENT_TYPES)
