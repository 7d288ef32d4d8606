#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Determines at configure time which parts of the target's mpi.h the suites can use.

Usage: probe.py SOURCES FOLDER [--c-header] -- COMPILER WORD...

The results are headers in FOLDER:

  mpi_before.hpp     facts that are needed before mpi.h is included
  mpi_declares.hpp   undefines macros that conflict with the suites, and defines
                     MPITCHECK_DECLARES_<name> for each name that can be used
  mpi_stand_ins.hpp  constants in place of those that are missing or cannot be used
  mpi_unusable.inc   MPITCHECK_UNUSABLE(name, words): names that mpi.h has but no program can use,
                     with the compiler's words

It prints the path of mpi.h and a line for each name that is declared but cannot be used. It exits
with a message and code 1 if the compiler rejects mpi.h.
"""
import os
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "conformance", "clauses", "clausegen"))

from header import Header  # noqa: E402
from interface import Interface, identifiers_of  # noqa: E402
from trial import Compiler, Refusal  # noqa: E402
from usable import Usable  # noqa: E402

_GENERATED = "// Written at configure time from the target's mpi.h (cmake/mpi_probe).\n"
_FIRST_STAND_IN = -70001  # no library returns these
# Headers of the C library whose first inclusion must not be inside extern "C".
_C_HEADERS = "".join(
    f"#include <{name}.h>\n" for name in ("stddef", "stdint", "stdio", "stdlib", "sys/types")
)


def including(c_header):
    """Returns the lines that include mpi.h, as in conformance/harness/facts/mpi.hpp."""
    text = "#define OMPI_SKIP_MPICXX 1\n#define MPICH_SKIP_MPICXX 1\n"
    if c_header:
        return text + _C_HEADERS + 'extern "C" {\n#include <mpi.h>\n}\n'
    return text + "#include <mpi.h>\n"


def before(usable, c_header):
    return [
        "#pragma once",
        f"#define MPITCHECK_HEADERS_FIRST {int(usable.headers_first or c_header)}",
        f"#define MPITCHECK_HEADER_IS_C {int(c_header)}",
    ]


def declares(usable):
    lines = ["#pragma once"]
    lines += [f"#undef {name}" for name in usable.undefined]
    for name in usable.macro_functions:
        lines.append(f"#define MPITCHECK_IS_MACRO_{name} 1")
    for name in sorted(usable.declared):
        lines.append(f"#define MPITCHECK_DECLARES_{name} 1")
        is_function = name[name.startswith("P") :] in usable.interface.functions
        if is_function and name not in usable.in_header and name not in usable.macro_only:
            lines.append(f"#define MPITCHECK_EXTERNAL_{name} 1")
            if name not in usable.fixed:
                lines.append(f"#define MPITCHECK_REPLACEABLE_{name} 1")
    for name in sorted(usable.macro_only):
        prototype = usable.interface.functions[name[name.startswith("P") :]]
        stand_in = f"mpitcheck_call_{name}"
        call = f"{name}({', '.join(prototype.names)})"
        lines += [
            f"inline int {stand_in}({prototype.parameters}) {{ return {call}; }}",
            f"#define MPITCHECK_DECLARES_{stand_in} 1",
        ]
    lines += [f"#undef {name}" for name in usable.macro_functions if usable.header.macros[name]]
    lines += [f"#define {name} mpitcheck_call_{name}" for name in sorted(usable.macro_only)]
    lines += [
        f"#undef {name}\n#define {name} mpitcheck_no_{name}"
        for name in sorted(usable.unusable)
        if usable.lacks_type(name)
    ]
    return lines


def stand_ins(usable):
    lines = ["#pragma once"]
    for name, of in sorted(usable.converted.items()):
        declaration = f"constexpr {of}" if of == "int" else f"inline {of} const"
        lines += [
            f"{declaration} mpitcheck_value_of_{name} = ({of})({name});",
            f"#undef {name}",
            f"#define {name} mpitcheck_value_of_{name}",
        ]
    value = _FIRST_STAND_IN
    for name, of in sorted(usable.missing.items()):
        if of == "int":
            text = f"constexpr int mpitcheck_no_{name} = {value};"
            value -= 1
        elif of == "bound":
            text = f"constexpr int mpitcheck_no_{name} = 8192;"
        elif of == "MPI_Datatype":
            is_null = name == "MPI_DATATYPE_NULL"
            text = "" if is_null else f"#define mpitcheck_no_{name} MPI_DATATYPE_NULL"
        else:
            text = f"inline {of} const mpitcheck_no_{name}{{}};"
        if text:
            lines += [text, f"#undef {name}", f"#define {name} mpitcheck_no_{name}"]
    return lines


def unusable(usable):
    def literal(text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    return [
        f'MPITCHECK_UNUSABLE("{name}", {literal(words)})'
        for name, words in sorted(usable.unusable.items())
    ]


def write(path, lines):
    text = _GENERATED + "\n".join(lines) + "\n"
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main(arguments):
    split = arguments.index("--")
    (sources, folder), c_header = arguments[:2], "--c-header" in arguments[2:split]
    compiler = Compiler(arguments[split + 1 :], folder)
    status, text, errors = compiler.run(["-E", "-dD"], including(c_header))
    if status != 0:
        sys.exit(f"The preprocessor refuses mpi.h:\n{errors}")
    usable = Usable(Interface(sources), Header(text), identifiers_of(sources))
    try:
        usable.find_out(compiler, including(c_header))
    except Refusal as refusal:
        sys.exit(f"mpi.h does not compile as C++: {refusal}")
    write(os.path.join(folder, "mpi_before.hpp"), before(usable, c_header))
    write(os.path.join(folder, "mpi_declares.hpp"), declares(usable))
    write(os.path.join(folder, "mpi_stand_ins.hpp"), stand_ins(usable))
    write(os.path.join(folder, "mpi_unusable.inc"), unusable(usable))
    # For CMake: the file that the tree depends on, then messages for the user.
    print(usable.header.path)
    for name, why in sorted(usable.unusable.items()):
        if why:
            print(f"mpi.h declares {name}, which cannot be used: {why}")


if __name__ == "__main__":
    main(sys.argv[1:])
