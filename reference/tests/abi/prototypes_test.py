# SPDX-License-Identifier: BSD-3-Clause
"""Compares mpi.h with types.tsv and functions.tsv: what it declares has the type of the published
ABI, in C and in C++, and there is nothing else. A function of the table may be absent from the
header, but only with its PMPI_ twin."""
import re
import subprocess

import pytest


@pytest.fixture(scope="module")
def types(read_table):
    return read_table("types.tsv", 40)


@pytest.fixture(scope="module")
def functions(read_table):
    return read_table("functions.tsv", 600)


@pytest.fixture(scope="module")
def known(functions):
    """The names of the functions of the ABI."""
    return {row[0] for row in functions}


@pytest.fixture(scope="module")
def header(in_c):
    """The names of types and of functions that mpi.h declares."""
    text = subprocess.run(
        [*in_c, "-E", "-P", "-include", "mpi.h", "-x", "c", "/dev/null"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    types = re.findall(r"\btypedef\b[^;{]*?\b(MPI_\w+)\s*(?:\([^;]*\))?;|}\s*(MPI_\w+);", text)
    return {one or other for one, other in types}, set(
        re.findall(r"\b(P?MPI_\w+)\s*\([^;{}]*\);", re.sub(r"\btypedef\b[^;]*;", "", text))
    )


@pytest.fixture(scope="module")
def claims(types, functions, header):
    """Pairs of an expression and the type that it has."""
    declared_types, declared = header
    return [*type_claims(types, declared_types), *function_claims(functions, declared)]


def pointer_to(definition):
    """The type of a pointer to what `definition` names: an object, an array, or a function such as
    `void(int, char*)`."""
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


def test_functions_are_those_of_the_abi(header, known):
    assert header[1] - known - {"P" + name for name in known} == set()


def test_every_function_has_a_pmpi_function(header, known):
    declared = header[1]
    assert [name for name in known if (name in declared) != ("P" + name in declared)] == []


def test_types_are_those_of_the_abi(header, types):
    assert header[0] - {row[0] for row in types} - {"MPI_Status"} == set()


def test_declarations_of_c_have_the_types_of_the_abi(refusal, in_c, claims):
    assert refusal([*in_c, "-c"], ".c", checks_in_c(claims)) == ""


def test_structures_have_the_layout_of_the_abi(refusal, in_c, types):
    assert refusal([*in_c, "-c"], ".c", layout(types)) == ""


def test_declarations_of_cpp_have_the_types_of_the_abi(refusal, in_cpp, claims):
    assert refusal([*in_cpp, "-c"], ".cpp", checks_in_cpp(claims)) == ""


def test_a_wrong_type_is_detected(refusal, in_c):
    wrong = [("&MPI_Send", "int (*)(void*, int, MPI_Datatype, int, int, MPI_Comm)")]
    assert refusal([*in_c, "-c"], ".c", checks_in_c(wrong)) != ""


def test_many_declarations_are_compared(claims):
    assert len(claims) >= 2 * 125
