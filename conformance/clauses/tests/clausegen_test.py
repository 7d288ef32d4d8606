# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the generated files, the command line, and the coverage by tests and faults."""
import json
import os

import pytest

from prototype import Prototype
import clausegen


CITED = '[{"name":"a.b.c","clauses":["cvar-num"],"np":1}]'
UNTESTED = "  untested: Nobody can.\n"
NO_FAULT = "  no_fault: Nobody can.\n"


@pytest.mark.parametrize(
    "listed, level, reason, wanted",
    [
        pytest.param(CITED, "must", "", [], id="tested"),
        pytest.param("[]", "must", "", ["cvar-num: must clause without a test"], id="not tested"),
        pytest.param("[]", "should", "", [], id="should"),
        pytest.param("[]", "must", UNTESTED, [], id="untested"),
        pytest.param(CITED, "must", UNTESTED, ["remove 'untested'"], id="untested but tested"),
        pytest.param(
            '[{"clauses":["cvar-num","cvar-gone"]}]',
            "must",
            "",
            ["'cvar-gone', which is not in the catalogue"],
            id="unknown clause",
        ),
        pytest.param(
            '{"clauses":[]}',
            "must",
            "",
            ["not the array that a test program", "without a test"],
            id="object",
        ),
        pytest.param(
            '[{"clauses":["cvar-num',
            "must",
            "",
            ["not the array that a test program", "without a test"],
            id="cut short",
        ),
    ],
)
def test_coverage_by_tests(catalogue, listed, level, reason, wanted):
    catalogue.check("coverage", listed, *wanted, level=level, reason=reason)


def test_coverage_needs_a_list(catalogue):
    said = catalogue.run_tool("coverage", catalogue.folder, catalogue.path("none.json"), code=1)
    assert "none.json:1: cannot be read" in said


@pytest.mark.parametrize(
    "listed, level, reason, wanted",
    [
        pytest.param(CITED, "must", "", [], id="with a fault"),
        pytest.param("[]", "must", "", ["cvar-num: must clause without a fault"], id="must"),
        pytest.param("[]", "should", "", ["cvar-num: should clause without a fault"], id="should"),
        pytest.param("[]", "advice", "", [], id="advice"),
        pytest.param("[]", "must", UNTESTED, [], id="untested"),
        pytest.param("[]", "must", NO_FAULT, [], id="no_fault"),
        pytest.param(CITED, "must", NO_FAULT, ["remove 'no_fault'"], id="no_fault but a fault"),
        pytest.param(
            "{}",
            "must",
            "",
            ["not the array that bin/faults prints", "without a fault"],
            id="object",
        ),
    ],
)
def test_coverage_by_faults(catalogue, listed, level, reason, wanted):
    catalogue.check("faults", listed, *wanted, level=level, reason=reason)


def test_generated_texts(catalogue):
    assert "inline constexpr Clause cvar_num{0};" in catalogue.generated("clauses.hpp")
    assert "clause_count = 1;" in catalogue.generated("clauses.hpp")
    assert (
        'MPITCHECK_API(MPI_T_cvar_get_num, 3, 0, int, (int *num_cvar), "num_cvar", (num_cvar))'
        in catalogue.generated("api.inc")
    )
    assert 'MPITCHECK_API(MPI_T_finalize, 3, 0, int, (void), "", ())' in catalogue.generated(
        "api.inc"
    )
    parameters = catalogue.generated("parameters.inc")
    assert "#define MPITCHECK_PARAMETERS_MPI_T_cvar_get_num (int *num_cvar)\n" in parameters
    assert "#define MPITCHECK_ARGUMENTS_MPI_T_cvar_get_num (num_cvar)\n" in parameters
    assert (
        "#define MPITCHECK_PARAMETERS_MPI_T_finalize (void)\n#define"
        " MPITCHECK_ARGUMENTS_MPI_T_finalize ()\n"
    ) in parameters
    assert "MPITCHECK_CODE(MPI_T_finalize, MPI_T_ERR_INVALID_NAME)" in catalogue.generated(
        "codes.inc"
    )
    assert (
        "MPITCHECK_MPI_CALL(MPI_Comm_rank, (MPI_Comm comm, int *rank), (comm, rank))"
        in catalogue.generated("recorded.inc")
    )
    assert "MPITCHECK_CONSTANT(MPI_T_ERR_INVALID_NAME, return_code, 3, 1)" in catalogue.generated(
        "constants.inc"
    )


def test_clauses_for_the_runner(catalogue):
    catalogue.replace("The number is reported.", "'say \"a\\b\"'")
    catalogue.replace(
        "  codes:",
        (
            "  heading: Query\n  note: 'größe\n\n    two'\n  ambiguity: A1\n  accept: [one,"
            " another]\n  codes:"
        ),
    )
    data = json.loads(catalogue.generated("clauses.json"))
    assert data["clauses"] == [
        {
            "id": "cvar-num",
            "title": "Number of cvars is reported",
            "when": "",
            "level": "must",
            "area": "cvar",
            "rule": 'say "a\\b"',
            "derived": "",
            "observe": "Call it.",
            "note": "größe two",
            "draft2011": "same",
            "actor": "",
            "since": "3.1",
            "until": "",
            "untested": "",
            "no_fault": "",
            "ambiguity": "A1",
            "accept": "one; another",
            "section": {"3.1": "14.3.6", "4.0": "15.3.6 (Query)"},
            "functions": ["MPI_T_cvar_get_num"],
            "codes": ["MPI_SUCCESS"],
            "rests_on": [],
        }
    ]
    assert data["functions"] == [
        {
            "name": "MPI_T_cvar_get_num",
            "since": "3.0",
            "prototype": "int MPI_T_cvar_get_num(int *num_cvar);",
            "codes": [],
        },
        {
            "name": "MPI_T_finalize",
            "since": "3.0",
            "prototype": "int MPI_T_finalize(void);",
            "codes": ["MPI_T_ERR_INVALID_NAME"],
        },
    ]
    assert data["constants"] == [
        {"name": "MPI_T_ERR_MEMORY", "since": "3.0"},
        {"name": "MPI_T_ERR_INVALID_NAME", "since": "3.1"},
    ]
    assert data["recorded"] == ["int MPI_Comm_rank(MPI_Comm comm, int *rank)"]


def test_rewording_a_rule_does_not_change_generated_headers(catalogue):
    files = (
        "clauses.hpp",
        "clause_keys.cpp",
        "api.inc",
        "parameters.inc",
        "codes.inc",
        "recorded.inc",
    )
    catalogue.generated("clauses.hpp")
    for name in files:
        os.utime(catalogue.path("out/" + name), (1, 1))
    catalogue.replace("The number is reported.", "The number of them is reported.")
    assert "The number of them" in catalogue.generated("clauses.json")
    assert [os.stat(catalogue.path("out/" + name)).st_mtime for name in files] == [1] * len(files)


def test_a_condition_reaches_the_runner(catalogue):
    catalogue.replace("  level:", "  when: after\n    MPI_Init\n  level:")
    clause = json.loads(catalogue.generated("clauses.json"))["clauses"][0]
    assert clause["when"] == "after MPI_Init"


def test_output_that_cannot_be_written_is_refused(catalogue):
    with pytest.raises(OSError):
        clausegen.main(["generate", catalogue.folder, catalogue.path("api.yaml/out")])
    catalogue.replace("level: must", "level: may")
    catalogue.run_tool("generate", catalogue.folder, catalogue.path("out"), code=1)
    assert not os.path.exists(catalogue.path("out"))


@pytest.mark.parametrize(
    "arguments",
    ["", "check FOLDER", "lint FOLDER/none", "lint FOLDER more"]
    + [f"{command} FOLDER" for command in ("generate", "coverage", "faults")],
)
def test_a_wrong_command_line_prints_the_usage(catalogue, arguments):
    words = arguments.replace("FOLDER", catalogue.folder).split()
    assert "usage: clausegen" in catalogue.run_tool(*words, code=2)


def test_a_prototype_has_parts(catalogue):
    prototype = Prototype("int f(const char *name, int  list[], MPI_Info info);")
    assert (prototype.result, prototype.name, prototype.parameters, prototype.names) == (
        "int",
        "f",
        "const char *name, int list[], MPI_Info info",
        ["name", "list", "info"],
    )
    assert Prototype("int f(void);").names == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "f()",
        "int f",
        "int f(int)",
        "int f(int level, ...)",
        "int f(int a,)",
        "int f(void (*g)(int))",
    ],
)
def test_a_malformed_prototype_is_refused(catalogue, text):
    with pytest.raises(ValueError):
        Prototype(text)
