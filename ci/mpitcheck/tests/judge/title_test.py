# SPDX-License-Identifier: BSD-3-Clause
"""The titles of findings."""
import pytest

from mpitcheck.judge.offence import Failure, death_in
from mpitcheck.judge.records import Answer, Fact
from mpitcheck.judge.title import MOST_COLUMNS, title_of

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
            'The library breaks the rule "Dropped handler receives a callback\'s user pointer":'
            " user_data NULL",
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
