# SPDX-License-Identifier: BSD-3-Clause
"""Compares mpi.h with constants.tsv: every constant has its type and value, in C and in C++."""
import subprocess

import pytest


@pytest.fixture(scope="module")
def constants(read_table):
    """Name, type and value of each constant."""
    rows = read_table("constants.tsv", 300)
    assert all(len(row) == 3 for row in rows)
    return rows


def program_of(rows, of_types):
    """A program that prints which constants have another value. It runs, for addresses are not
    constant expressions."""
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


@pytest.fixture
def complaints(tmp_path, refusal):
    """Compiles and runs a program, and returns what the compiler or the program says."""

    def compile_and_run(command, suffix, lines):
        program = tmp_path / "program"
        return (
            refusal(command, suffix, lines, program)
            or subprocess.run([program], capture_output=True, text=True, check=True).stdout
        )

    return compile_and_run


def test_constants_of_c_have_type_and_value(complaints, in_c, constants):
    assert complaints(in_c, ".c", program_of(constants, True)) == ""


def test_constants_of_cpp_have_their_values(complaints, in_cpp, constants):
    assert complaints(in_cpp, ".cpp", program_of(constants, False)) == ""


def test_a_wrong_value_is_detected(complaints, in_c, constants):
    name, kind, value = constants[0]
    wrong = int(value) + 1
    said = complaints(in_c, ".c", program_of([[name, kind, str(wrong)]], True))
    assert said == f"{name} is not {wrong}\n"
