# SPDX-License-Identifier: BSD-3-Clause
"""The titles of findings."""
import pytest

from mpitcheck.judge.offence import Failure, death_in
from mpitcheck.judge.title import MOST_COLUMNS, title_of
from mpitcheck.schema.records import Answer, Condition, Fact

INVALID_HANDLE = "MPI_T_ERR_INVALID_HANDLE"


def title(clause: str, *facts: Fact) -> str:
    return title_of([Failure(clause, "pvar 0", "this", "that", fact=fact) for fact in facts])


def code(function: str, seen: str, *wanted: str, relation: str = "one-of") -> Fact:
    return Fact(function, "code", relation, list(wanted), seen)


def length(seen: str, **members: object) -> Fact:
    return Fact("MPI_T_cvar_get_info", "desc_len", "at-least", ["1"], seen, **members)


@pytest.mark.parametrize(
    "expected, clause, facts",
    [
        pytest.param(
            "MPI_T_cvar_get_num crashes (SIGSEGV) after re-initialization",
            "init-reinitialization",
            [death_in("MPI_T_cvar_get_num(1)", "SIGSEGV", [])],
            id="crash",
        ),
        pytest.param(
            "MPI_T_pvar_reset and MPI_T_pvar_start crash (SIGSEGV) or hang with"
            " MPI_T_PVAR_ALL_HANDLES",
            "pvar-start-all-handles",
            [
                death_in("MPI_T_pvar_start(MPI_T_PVAR_ALL_HANDLES)", "SIGSEGV", []),
                death_in("MPI_T_pvar_reset(MPI_T_PVAR_ALL_HANDLES)", "no end within 60 s", []),
            ],
            id="several-functions-and-ways",
        ),
        pytest.param(
            "MPI_T_cvar_get_num crashes (SIGSEGV) after re-initialization",
            "init-reinitialization",
            [
                Fact("4 threads: MPI_T_cvar_get_num", "", "survives", [], "SIGSEGV"),
                death_in("MPI_T_cvar_get_num()", "SIGSEGV", []),
            ],
            id="one-thread-shows-it",
        ),
        pytest.param(
            "MPI_T_pvar_read ends the process (exit status 3)",
            "init-repeatable",  # is not about this function
            [death_in("MPI_T_pvar_read()", "exit status 3", [])],
            id="on-the-way-to-the-examination",
        ),
        pytest.param(
            "The process crashes (SIGSEGV)",
            "init-repeatable",
            [death_in("", "SIGSEGV", [])],
            id="crash-of-nobody",
        ),
        pytest.param(
            "The process ends (exit code 6)",
            "init-repeatable",
            [death_in("", "exit code 6", [])],
            id="end-of-nobody",
        ),
        pytest.param(
            "MPI_T_cvar_get_index fails with MPI_T_ERR_INVALID_NAME for an existing name",
            "cvar-get-index-roundtrip",
            [code("MPI_T_cvar_get_index", "MPI_T_ERR_INVALID_NAME", "MPI_SUCCESS")],
            id="refused",
        ),
        pytest.param(
            "MPI_T_finalize returns MPI_SUCCESS without a matching MPI_T_init_thread"
            " (expected an error)",
            "init-excess-finalize-code",
            [code("MPI_T_finalize", "MPI_SUCCESS", "MPI_SUCCESS", relation="none-of")],
            id="not-refused",
        ),
        pytest.param(
            "MPI_T_cvar_get_info returns desc_len 0 for a missing description (expected 1 or more)",
            "cvar-desc-optional",
            [length("0")],
            id="value",
        ),
        pytest.param(
            'MPI_T_cvar_get_info returns the same name "x" for two cvars',
            "cvar-name-unique",
            [
                Fact(
                    "MPI_T_cvar_get_info",
                    "name",
                    "none-of",
                    ['"x"'],
                    '"x"',
                    [Answer("MPI_T_cvar_get_info", "name")],
                )
            ],
            id="not-unique",
        ),
        pytest.param(
            "mpi.h does not declare MPI_T_A, MPI_T_B and 1 more",
            "general-constants-complete",
            [Fact("mpi.h", name, "declared", [], "") for name in ("MPI_T_A", "MPI_T_B", "MPI_T_C")],
            id="not-declared",
        ),
        pytest.param(
            "MPI_T_pvar_handle_alloc returns count 0 for an MPI_CHAR variable (expected 1 or more)",
            "datatype-char-count-covers-max",
            [
                Fact(
                    "MPI_T_pvar_read",
                    "strlen(buf)",
                    "below",
                    ["0"],
                    "0",
                    [Answer("MPI_T_pvar_handle_alloc", "count")],
                )
            ],
            id="no-room-for-a-null",
        ),
        pytest.param(
            "MPI_Init, MPI_Init_thread and MPI_Session_init crash (SIGSEGV)"
            " after re-initialization",
            "init-reinitialization",
            [
                death_in(f"{name}()", "SIGSEGV", [])
                for name in ("MPI_Session_init", "MPI_Init", "MPI_Init_thread")
            ],
            id="three-functions",
        ),
        pytest.param(
            "MPI_T_cvar_get_num ends the process (exit status 1 or 60)"
            " while MPI_T is not initialized",
            "init-required-first",
            [death_in("MPI_T_cvar_get_num()", f"exit status {number}", []) for number in (1, 60)],
            id="two-exit-codes",
        ),
        pytest.param(
            "MPI_T_pvar_* of one handle, and messages in 4 threads crash (SIGSEGV)",
            "general-thread-safe",
            [
                Fact(
                    "4 threads: MPI_T_pvar_* of one handle, and messages",
                    "",
                    "survives",
                    [],
                    "SIGSEGV",
                )
            ],
            id="threads",
        ),
        pytest.param(
            "MPI_T_init_thread and 2 more beside MPI_Init_thread in 4 threads crash (SIGABRT)",
            "general-thread-safe",
            [
                Fact(
                    "4 threads: MPI_T_init_thread, MPI_T_cvar_get_num, MPI_T_finalize beside"
                    " MPI_Init_thread",
                    "",
                    "survives",
                    [],
                    "SIGABRT",
                )
            ],
            id="threads-with-many-calls",
        ),
        pytest.param(
            "Calls in several threads crash (SIGSEGV)",
            "general-thread-safe",
            [
                Fact(f"{number} threads: queries of {number}", "", "survives", [], "SIGSEGV")
                for number in (4, 8)
            ],
            id="threads-with-various-calls",
        ),
        pytest.param(
            "MPI_T_pvar_write fails with 16 (not an MPI_T code)",
            "no-such-rule",
            [code("MPI_T_pvar_write", "16 (no MPI_T code)", "MPI_SUCCESS")],
            id="stray-code",
        ),
        pytest.param(
            "MPI_T_pvar_write fails with 16, 17 and 1 more (not MPI_T codes)",
            "no-such-rule",
            [
                code("MPI_T_pvar_write", f"{seen} (no MPI_T code)", "MPI_SUCCESS")
                for seen in (16, 17, 18)
            ],
            id="stray-codes",
        ),
        pytest.param(
            "MPI_T_finalize leaks 30 keys in 10 cycles (expected less than 3)",
            "general-resources-steady",
            [Fact("MPI_T_finalize", "keys more after 10 cycles", "below", ["3"], "30")],
            id="leak",
        ),
        pytest.param(
            "MPI_T_pvar_read returns the value 1.515e-06 (expected 2)",
            "no-such-rule",
            [Fact("MPI_T_pvar_read", "buf[*]", "one-of", ["2"], "1.5150000000000003e-06")],
            id="rounded",
        ),
        pytest.param(
            "MPI_T_pvar_read writes 5 elements of buf (expected 4 or less)",
            "no-such-rule",
            [Fact("MPI_T_pvar_read", "extent(buf)", "at-most", ["4"], "5")],
            id="too-many-elements",
        ),
        pytest.param(
            "MPI_T_cvar_get_info returns a name of 0 characters (expected 1 or more)",
            "no-such-rule",
            [Fact("MPI_T_cvar_get_info", "strlen(name)", "at-least", ["1"], "0")],
            id="length-of-a-text",
        ),
        pytest.param(
            "MPI_T_event_copy writes bytes behind the last element",
            "no-such-rule",
            [
                Fact(
                    "MPI_T_event_copy",
                    "bytes behind the last element",
                    "is",
                    ["untouched"],
                    "written",
                )
            ],
            id="written",
        ),
        pytest.param(
            "MPI_T_pvar_read does not write buf",
            "no-such-rule",
            [Fact("MPI_T_pvar_read", "buf[*]", "is", ["written"], "left as it was")],
            id="not-written",
        ),
        pytest.param(
            "MPI_T_cvar_get_num returns num_cvar 0 in another thread (before: 314)",
            "no-such-rule",
            [
                Fact(
                    "MPI_T_cvar_get_num",
                    "num_cvar in another thread",
                    "one-of",
                    ["314"],
                    "0",
                    [Answer("MPI_T_cvar_get_num", "num_cvar in another thread")],
                )
            ],
            id="value-in-a-place",
        ),
        pytest.param(
            "MPI_T_cvar_get_info returns a non-null enumtype for a variable of type MPI_C_BOOL",
            "enum-nonint-none-returned",
            [
                Fact(
                    "MPI_T_cvar_get_info",
                    "enumtype",
                    "one-of",
                    ["MPI_T_ENUM_NULL"],
                    "@7f62",
                    given=Condition("MPI_T_cvar_get_info", "datatype", "MPI_C_BOOL"),
                )
            ],
            id="handle-and-datatype",
        ),
        pytest.param(
            'The library breaks the rule "No two cvars share a name": another type',
            "cvar-name-unique",
            [Fact("", "type", "is", ["that of a function of the standard"], "another")],
            id="another",
        ),
        pytest.param(
            'The library breaks the rule "No two cvars share a name":'
            " a call returns 0 (expected 1)",
            "cvar-name-unique",
            [Fact("", "code", "one-of", ["1"], "0")],
            id="code-of-an-unknown-call",
        ),
        pytest.param(
            "MPI_T_event_dropped_cb_function gets user_data NULL (expected 1)",
            "event-dropped-user-data",
            [Fact("MPI_T_event_dropped_cb_function", "user_data", "one-of", ["1"], "NULL")],
            id="of-a-callback",
        ),
    ],
)
def test_title(expected: str, clause: str, facts: list[Fact]) -> None:
    assert title(clause, *facts) == expected


def test_circumstance_of_few_failures_is_omitted() -> None:
    others = [code(f"MPI_T_cvar_{name}", INVALID_HANDLE, "MPI_SUCCESS") for name in "abc"]
    failures = [Failure("cvar-read-any-scope", "", "this", "that", fact=fact) for fact in others]
    failures.insert(0, Failure("cvar-name-unique", "", "this", "that", fact=others[0]))
    assert "for two cvars" not in title_of(failures)


def test_long_title_is_cut() -> None:
    assert (
        len(title("no-such-rule", code("MPI_T_" + "x" * 200, "17", "MPI_SUCCESS"))) == MOST_COLUMNS
    )


def test_failure_without_a_fact_names_its_rule() -> None:
    assert (
        title_of([Failure("cvar-name-unique", actual="there are two")])
        == 'The library breaks the rule "No two cvars share a name": there are two'
    )


def test_failure_without_any_account_names_its_rule_alone() -> None:
    assert title_of([Failure("")]) == "The process ended"


def test_missing_functions_are_named_by_their_subjects() -> None:
    missing = Fact("", "definition", "is", ["in the library"], "none")
    failures = [
        Failure("profiling-pmpi-twin-exists", name, fact=missing)
        for name in ("PMPI_T_a", "PMPI_T_b", "PMPI_T_c")
    ]
    assert title_of(failures) == "The library does not define PMPI_T_a, PMPI_T_b and 1 more"
