# SPDX-License-Identifier: BSD-3-Clause
"""Tests of which end of a process is charged, and which is lost to something outside MPI_T."""
import signal

import pytest

from mpitcheck.judge.evidence import LastSeen
from mpitcheck.judge.model import Verdict
from tests.judge.trials import (
    MUST,
    assert_verdict,
    exited,
    judged,
    late,
    rank,
    two_ranks,
    unfinished,
)


@pytest.fixture
def probed(trial):
    """A trial of a library of which MPI_Comm_dup alone is known to work without MPI_T."""
    trial.works_alone = ["MPI_Comm_dup"]
    return trial


def ended_in(trial, call, in_call=True, frames=(), tool_used=True, status=signal.SIGSEGV):
    unfinished(trial, 0, MUST)
    progress = rank(trial).progress
    progress.call, progress.in_call, progress.frames, progress.tool_used = (
        call,
        in_call,
        list(frames),
        tool_used,
    )
    trial.ending.wait_status = status
    return judged(trial)


def assert_lost(result, text, verdict=Verdict.inconclusive):
    assert (result.verdict, result.charged, result.failures, result.cut_off) == (
        verdict,
        [],
        [],
        True,
    )
    assert text in result.message


def test_a_call_that_returned_is_not_blamed(probed):
    result = ended_in(probed, "MPI_T_category_changed(&n)", in_call=False)
    text = (
        "the test's own code ends the process (SIGSEGV; no MPI_T call in progress), after"
        " MPI_T_category_changed returned"
    )
    assert_lost(result, text)
    assert result.lost == [text]
    late(probed)
    assert_lost(judged(probed), "the test's own code does not return (no end within 9 s")


@pytest.mark.parametrize(
    "process, frame, verdict",
    [
        (7, "PMPI_T_pvar_read (libmpi.so.12)", Verdict.timeout),
        (8, "MPI_T_pvar_read (x.so)", Verdict.timeout),
        (7, "pthread_join (libc.so.6)", Verdict.inconclusive),
    ],
)
def test_the_stack_of_a_hang_decides_the_blame(probed, process, frame, verdict):
    ended_in(probed, "MPI_T_category_changed(&n)", in_call=False)
    late(probed)
    rank(probed).pid = 7
    probed.stacks = [[process, ["futex (libc.so.6)", frame]]]
    assert_verdict(probed, verdict)


def test_the_stack_of_a_hang_names_the_function(probed):
    ended_in(probed, "MPI_T_category_changed(&n)", in_call=False)
    late(probed)
    rank(probed).pid = 7
    probed.stacks = [[7, ["PMPI_T_pvar_read (libmpi.so.12)"]]]
    result = judged(probed)
    assert (
        result.message
        == "no end within 9 s in PMPI_T_pvar_read, after MPI_T_category_changed(&n) returned"
    )
    assert (result.failures[0].fact.function, result.failures[0].fact.after) == (
        "PMPI_T_pvar_read",
        "MPI_T_category_changed(&n)",
    )


def test_an_mpi_function_that_fails_alone_is_not_charged(probed):
    dup = "MPI_Comm_dup(MPI_COMM_SELF, newcomm)"
    assert ended_in(probed, dup).verdict == Verdict.crash
    assert_lost(ended_in(probed, dup, tool_used=False), "MPI_Comm_dup ends the process")
    probed.works_alone = []
    assert_lost(
        ended_in(probed, dup),
        "MPI_Comm_dup ends the process (SIGSEGV; no MPI_T call in progress)",
    )


@pytest.mark.parametrize(
    "call, clause, verdict",
    [
        ("MPI_Error_string(4711, string, resultlen)", "errors-are-classes", Verdict.crash),
        ("MPI_Error_string(4711, string, resultlen)", MUST, Verdict.inconclusive),
        ("MPI_Init_thread(..)", "init-beside-mpi-init", Verdict.inconclusive),
    ],
)
def test_an_mpi_function_in_its_own_rule_is_charged(probed, call, clause, verdict):
    probed.works_alone = []
    unfinished(probed, 0, clause)
    rank(probed).progress.call = call
    probed.ending.wait_status = signal.SIGSEGV
    assert_verdict(probed, verdict)


def test_unimplemented_functions_are_missing(probed):
    result = ended_in(probed, "MPI_Comm_spawn(env spawned, 1 process)", status=exited(6))
    assert_lost(
        result,
        "missing: MPI_Comm_spawn (here it ends the process: exit code 6)",
        Verdict.vacuous,
    )
    assert result.missing == "MPI_Comm_spawn (here it ends the process: exit code 6)"


def test_a_waiting_rank_is_not_blamed(probed):
    two_ranks(probed)
    for index, call in enumerate(("MPI_Comm_spawn(env spawned, 1 process)", "MPI_Barrier(comm)")):
        unfinished(probed, index, MUST)
        rank(probed, index).progress.call, rank(probed, index).progress.tool_used = call, True
    probed.ending.wait_status = exited(6)
    assert_lost(judged(probed), "MPI_Comm_spawn", Verdict.vacuous)


@pytest.mark.parametrize(
    "progress",
    [None, LastSeen(False, "", MUST, "MPI_T_x()")],
    ids=["unknown", "outside of calls"],
)
def test_a_rank_that_ends_with_another_is_not_blamed(probed, progress):
    two_ranks(probed)
    probed.works_alone = []
    unfinished(probed, 0, MUST)
    rank(probed, 0).progress = progress
    unfinished(probed, 1, MUST)
    rank(probed, 1).progress.call = "MPI_Comm_dup(MPI_COMM_SELF, newcomm)"
    probed.ending.wait_status = signal.SIGSEGV
    result = judged(probed)
    dup = "MPI_Comm_dup ends the process (SIGSEGV; no MPI_T call in progress)"
    assert_lost(result, dup)
    assert set(result.lost) == {dup}


def test_lost_processes_with_complete_records(probed):
    lost = ["MPI_Comm_dup ends the process (SIGSEGV; ...)"]
    rank(probed).end.verdict, rank(probed).end.lost = Verdict.inconclusive, lost
    result = judged(probed)
    assert (result.verdict, result.lost, result.cut_off) == (Verdict.inconclusive, lost, True)


def test_the_last_lines_of_output_are_a_note(probed):
    probed.output = "a\n====\n[error] SIGSEGV\nin mpc_dup\n ==== \nbye\n"
    assert ended_in(probed, "MPI_T_x()").notes == [
        "last lines of output: [error] SIGSEGV / in mpc_dup / bye"
    ]
