# SPDX-License-Identifier: BSD-3-Clause
"""Holds mpi.h against types.tsv and functions.tsv: what it declares has the type of the published ABI, in C and in C++, and
there is nothing else. A function of the table may be absent from the header, but only with its PMPI_ twin.

usage: prototypes_test.py HEADER_DIRECTORY C_COMPILER C++_COMPILER"""
import os
import re
import subprocess
import sys
import tempfile

from constants_test import HERE, compile_lines


def read_table(name, least):
    with open(os.path.join(HERE, name), encoding="utf-8") as table:
        rows = [line.rstrip("\n").split("\t") for line in table if not line.startswith("#")]
    if len(rows) < least:
        sys.exit(f"{name} is not the table")
    return rows


def read_header(include, compiler):
    """The names of types and of functions that mpi.h declares."""
    command = [compiler, "-std=c11", "-E", "-P", os.path.join(include, "mpi.h")]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    types = re.findall(r"\btypedef\b[^;{]*?\b(MPI_\w+)\s*(?:\([^;]*\))?;|}\s*(MPI_\w+);", text)
    return {one or other for one, other in types}, set(
        re.findall(r"\b(P?MPI_\w+)\s*\([^;{}]*\);", re.sub(r"\btypedef\b[^;]*;", "", text))
    )


def pointer_to(definition):
    """The type of a pointer to what `definition` names: an object, a function (`void(int, char*)`) or an array."""
    found = re.fullmatch(r"(.*?)(\(.*\)|\[\d+\])", definition)
    return f"{found[1]}(*){found[2]}" if found else definition + "*"


def type_claims(rows, declared):
    """Pairs of an expression and the type that it has."""
    for name, definition, *offset in rows:
        if offset:
            structure, member = name.split(".")
            yield f"&(({structure}*)0)->{member}", pointer_to(definition)
        elif name in declared:
            yield f"({name}*)0", pointer_to(definition)


def function_claims(rows, declared):
    for name, result, parameters in rows:
        for twin in (name, "P" + name):
            if twin in declared:
                yield f"&{twin}", f"{result} (*)({parameters})"


def checks_in_c(claims):
    yield "#include <stddef.h>\n#include <stdint.h>\n#include <mpi.h>\n"
    for expression, kind in claims:
        yield (
            f'_Static_assert(_Generic(({expression}), {kind}: 1, default: 0), "{expression} is no'
            f' {kind}");\n'
        )


def checks_in_cpp(claims):
    yield "#include <cstddef>\n#include <cstdint>\n#include <type_traits>\n#include <mpi.h>\n"
    for expression, kind in claims:
        yield (
            f'static_assert(std::is_same_v<decltype({expression}), {kind}>, "{expression} is no'
            f' {kind}");\n'
        )


def layout(rows):
    yield "#include <stddef.h>\n#include <mpi.h>\n"
    for name, _, *offset in rows:
        if offset:
            structure, member = name.split(".")
            yield f'_Static_assert(offsetof({structure}, {member}) == {offset[0]}, "{name}");\n'
    yield '_Static_assert(sizeof(MPI_Status) == 32, "MPI_Status");\n'


def main():
    include, c_compiler, cpp_compiler = sys.argv[1:]
    types, functions = read_table("types.tsv", 40), read_table("functions.tsv", 600)
    declared_types, declared = read_header(include, c_compiler)
    known = {row[0] for row in functions}
    said = "".join(
        f"{name} is no function of the ABI\n"
        for name in sorted(declared - known - {"P" + name for name in known})
    )
    said += "".join(
        f"{name} has no twin\n"
        for name in sorted(known)
        if (name in declared) != ("P" + name in declared)
    )
    extra = declared_types - {row[0] for row in types} - {"MPI_Status"}
    said += "".join(f"{name} is no type of the ABI\n" for name in sorted(extra))

    claims = [*type_claims(types, declared_types), *function_claims(functions, declared)]
    in_c = [c_compiler, "-std=c11", "-c", "-I", include]
    said += compile_lines(in_c, ".c", checks_in_c(claims), os.devnull)
    said += compile_lines(in_c, ".c", layout(types), os.devnull)
    said += compile_lines(
        [cpp_compiler, "-std=c++20", "-c", "-I", include], ".cpp", checks_in_cpp(claims), os.devnull
    )
    # A table that the header does not fit must be found out, or nothing was compared.
    wrong = [("&MPI_Send", "int (*)(void*, int, MPI_Datatype, int, int, MPI_Comm)")]
    if not compile_lines(in_c, ".c", checks_in_c(wrong), os.devnull):
        said += "a wrong type was not noticed\n"
    if len(claims) < 2 * 125:
        said += f"only {len(claims)} declarations were compared\n"
    sys.stderr.write(said)
    print(
        f"{len(claims)} declarations compared: {len(declared_types)} types,"
        f" {sum(name in known for name in declared)} of {len(known)} functions"
    )
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
