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


def program_of(rows, of_types):
    """A program that prints which constants have another value. Addresses are no constant expressions: a compiler alone cannot tell."""
    yield "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <mpi.h>\n"
    if of_types:
        for name, kind, _ in rows:
            yield (
                f'_Static_assert(_Generic(({name}), {kind}: 1, default: 0), "{name} is no'
                f' {kind}");\n'
            )
    yield "int main(void) {\n"
    for name, _, value in rows:
        yield f'  if ((long long)({name}) != {value}) puts("{name} is not {value}");\n'
    yield "  return 0;\n}\n"


def compile_lines(command, suffix, lines, output):
    """What the compiler says if it refuses them."""
    with tempfile.NamedTemporaryFile("w", suffix=suffix) as source:
        source.writelines(lines)
        source.flush()
        done = subprocess.run([*command, source.name, "-o", output], capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def compiled_and_run(command, suffix, lines):
    """What compiler or program say."""
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "program")
        return (
            compile_lines(command, suffix, lines, program)
            or subprocess.run([program], capture_output=True, text=True, check=True).stdout
        )


def main():
    include, c_compiler, cpp_compiler = sys.argv[1:]
    rows = read_table()
    in_c = [c_compiler, "-std=c11", "-I", include]
    said = compiled_and_run(in_c, ".c", program_of(rows, True))
    said += compiled_and_run([cpp_compiler, "-I", include], ".cpp", program_of(rows, False))
    # A table that the header does not fit must be found out, or nothing was compared.
    name, kind, value = rows[0]
    if (
        compiled_and_run(in_c, ".c", program_of([[name, kind, str(int(value) + 1)]], True))
        != f"{name} is not {int(value) + 1}\n"
    ):
        said += "a wrong value was not noticed\n"
    sys.stderr.write(said)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
