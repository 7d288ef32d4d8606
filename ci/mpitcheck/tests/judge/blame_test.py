# SPDX-License-Identifier: BSD-3-Clause
"""Who ended a process."""
import pytest

from mpitcheck.judge.blame import Culprit, blame_for, is_on_purpose, once_for_all, text_of
from mpitcheck.schema.records import NO_LIBRARY_FRAME

DUP, RESET = "MPI_Comm_dup(MPI_COMM_SELF, newcomm)", "MPI_T_pvar_reset(0x1, 0x2)"


def frame(symbol):
    return f"libmpi.so.12+0x8a2b0 {symbol}+0x1c"


def check(culprit, in_call, call, frames=(), tool_used=True, works_alone=None):
    blame = blame_for(in_call, call, list(frames), tool_used, works_alone)
    assert blame.culprit == culprit
    return blame


@pytest.mark.parametrize("call", [RESET, "P" + RESET])
def test_a_call_in_progress_is_blamed(call):
    assert check(Culprit.tool, True, call).call == call


@pytest.mark.parametrize(
    "frames",
    [
        [],
        [NO_LIBRARY_FRAME],
        ["libmpi.so.12+0x8a2b0"],
        ["std::thread::join (libstdc++.so.6)"],
    ],
    ids=["no frame", "not in a library", "no symbol", "another library"],
)
def test_a_returned_call_is_not_blamed(frames):
    blame = check(Culprit.nobody, False, RESET, frames)
    assert (blame.call, blame.after) == ("", RESET)


@pytest.mark.parametrize(
    "frames",
    [
        [frame("inner"), frame("MPI_T_cvar_read")],
        ["inner (libmpi.so.12)", "PMPI_T_cvar_read (libmpi.so.12)"],
    ],
    ids=["of the harness", "of eu-stack"],
)
def test_the_function_on_the_stack_is_blamed(frames):
    blame = check(Culprit.tool, False, RESET, frames)
    assert (blame.call.removeprefix("P"), blame.after) == ("MPI_T_cvar_read", RESET)


def test_an_mpi_t_function_called_by_another_is_blamed():
    frames = [frame("MPI_T_cvar_read"), frame("MPI_Comm_dup")]
    assert check(Culprit.tool, True, DUP, frames).call == "MPI_T_cvar_read"


@pytest.mark.parametrize(
    "in_call, call, frames",
    [(True, DUP, []), (False, RESET, [frame("inner"), frame("PMPI_Comm_dup")])],
    ids=["in progress", "on the stack"],
)
def test_an_mpi_function_is_blamed_unless_it_works_alone(in_call, call, frames):
    check(Culprit.mpi, in_call, call, frames, works_alone=["MPI_Barrier"])
    check(Culprit.mpi, in_call, call, frames, tool_used=False)
    check(Culprit.tool, in_call, call, frames, works_alone=["MPI_Comm_dup"])
    check(Culprit.tool, in_call, call, frames)  # nobody looked


@pytest.mark.parametrize(
    "init",
    ["MPI_Init(NULL, NULL)", "MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, provided)"],
)
def test_one_working_mpi_initialization_clears_all(init):
    check(Culprit.tool, True, init, works_alone=["MPI_Init_thread"])
    check(Culprit.mpi, True, init, works_alone=[])


PASSAGE = "4 threads: MPI_T_cvar_handle_alloc, MPI_T_cvar_read"


@pytest.mark.parametrize(
    "frames",
    [[], ["libmpi.so.12+0x8a2b0"], [frame("MPI_T_cvar_read")]],
    ids=["no frame", "no symbol", "MPI_T"],
)
def test_calls_in_progress_of_several_threads_are_blamed(frames):
    check(Culprit.tool, True, PASSAGE, frames)


def test_the_stack_takes_precedence_with_several_threads():
    check(Culprit.nobody, True, PASSAGE, [NO_LIBRARY_FRAME, '(in thread "x", not that of main)'])
    assert check(Culprit.mpi, True, PASSAGE, [frame("inner"), frame("MPI_Send")]).call == "MPI_Send"


def test_texts_about_blame():
    mpi, nobody = (
        blame_for(in_call, call, [], False, {}) for in_call, call in ((True, DUP), (False, RESET))
    )
    assert (
        text_of(mpi, "SIGSEGV")
        == "MPI_Comm_dup ends the process (SIGSEGV; no MPI_T call in progress)"
    )
    assert (
        text_of(mpi, "no end within 60 s")
        == "MPI_Comm_dup does not return (no end within 60 s; no MPI_T call in progress)"
    )
    text = text_of(nobody, "SIGSEGV")
    assert text == (
        "the test's own code ends the process (SIGSEGV; no MPI_T call in progress), after"
        " MPI_T_pvar_reset returned"
    )
    assert (
        once_for_all(text)
        == "the test's own code ends the process (SIGSEGV; no MPI_T call in progress)"
    )
    assert once_for_all(text_of(mpi, "SIGSEGV")) == text_of(mpi, "SIGSEGV")
    assert [
        is_on_purpose(how) for how in ("SIGABRT", "exit code 6", "exit status 6", "SIGSEGV")
    ] == [True, True, True, False]
