# SPDX-License-Identifier: BSD-3-Clause
"""Holds mpi.h against constants.tsv: every constant is there, with its type and value, in C and in C++.

usage: constants_test.py HEADER_DIRECTORY C_COMPILER C++_COMPILER"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def read_table():
    with open(os.path.join(HERE, "constants.tsv"), encoding="utf-8") as table:
        rows = [line.rstrip("\n").split("\t") for line in table if not line.startswith("#")]
    if len(rows) < 300 or any(len(row) != 3 for row in rows):
        sys.exit("constants.tsv is not the table")
    return rows


# What every compiler of C says of a constant: its type, or something else, and its value.
def checks_in_c(rows):
    yield "#include <stddef.h>\n#include <stdint.h>\n#include <mpi.h>\n"
    for name, kind, value in rows:
        yield f'_Static_assert(_Generic(({name}), {kind}: 1, default: 0), "{name} is no {kind}");\n'
        yield f'_Static_assert((intptr_t)({name}) == {value}, "{name} is not {value}");\n'


def checks_in_cpp(rows):
    yield "#include <cstddef>\n#include <mpi.h>\nint main() {\n  int wrong = 0;\n"
    for name, _, value in rows:
        yield f"  wrong += (long long)({name}) != {value};\n"
    yield "  return wrong;\n}\n"


def compile_lines(command, suffix, lines, output):
    with tempfile.NamedTemporaryFile("w", suffix=suffix) as source:
        source.writelines(lines)
        source.flush()
        done = subprocess.run([*command, source.name, "-o", output], capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def main():
    include, c_compiler, cpp_compiler = sys.argv[1:]
    rows = read_table()
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "program")
        said = compile_lines([c_compiler, "-std=c11", "-c", "-I", include], ".c", checks_in_c(rows), program + ".o")
        said += compile_lines([cpp_compiler, "-I", include], ".cpp", checks_in_cpp(rows), program)
        if not said and subprocess.run([program]).returncode:
            said = "C++ sees other values\n"
    # A table that the header does not fit must be found out, or nothing was compared.
    other = [[name, kind, str(int(value) + 1)] for name, kind, value in rows[:1]]
    if not compile_lines([c_compiler, "-std=c11", "-c", "-I", include], ".c", checks_in_c(other), os.devnull):
        said += "a wrong value was not noticed\n"
    sys.stderr.write(said)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
