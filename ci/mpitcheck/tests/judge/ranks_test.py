# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the verdict of several processes, and of the part of the launcher in it."""
import signal

import pytest

from mpitcheck.judge.evidence import RankEvidence
from mpitcheck.judge.model import Examination, Verdict
from mpitcheck.judge.offence import Failure, death_in
from tests.judge.trials import (
    MUST,
    QUALITY,
    assert_verdict,
    exited,
    judged,
    late,
    rank,
    ranks,
    two_ranks,
    unfinished,
    whole,
)


@pytest.fixture
def pair(trial):
    """A trial of two ranks whose accounts are whole."""
    two_ranks(trial)
    return trial


@pytest.mark.parametrize(
    "first, second, wanted",
    [
        (Verdict.good, Verdict.good, Verdict.good),
        (Verdict.good, Verdict.fail, Verdict.fail),
        (Verdict.vacuous, Verdict.good, Verdict.good),
    ],
)
def test_the_worst_rank_decides(pair, first, second, wanted):
    ranks(pair, whole(pair, first), whole(pair, second))
    assert_verdict(pair, wanted)


def test_a_rank_without_records_is_an_early_exit(pair):
    ranks(pair, whole(pair, Verdict.good), RankEvidence())
    assert_verdict(pair, Verdict.early_exit)
    assert "rank 1" in judged(pair).message


def test_a_rank_with_progress_makes_the_test_inconclusive(pair):
    unfinished(pair, 1, MUST)
    late(pair, "none", "some")
    assert_verdict(pair, Verdict.inconclusive)
    assert "rank 1: no end within 9 s" in judged(pair).message
    rank(pair, 0).end.verdict = Verdict.fail
    assert_verdict(pair, Verdict.fail)
    late(pair, "none", "none")
    assert_verdict(pair, Verdict.timeout)


def test_a_launcher_passes_a_signal_on_as_its_exit_code(pair):
    unfinished(pair, 1, MUST)
    pair.ending.wait_status = exited(128 + signal.SIGSEGV)
    assert (judged(pair).verdict, judged(pair).message) == (
        Verdict.crash,
        "rank 1: SIGSEGV in MPI_T_x()",
    )
    pair.launched = False
    assert_verdict(pair, Verdict.early_exit)


@pytest.mark.parametrize(
    "status, alone",
    [
        pytest.param(exited(9), Verdict.early_exit, id="exit code 9"),
        pytest.param(exited(1), Verdict.early_exit, id="exit code 1"),
        pytest.param(signal.SIGKILL, Verdict.crash, id="SIGKILL"),
    ],
)
def test_a_rank_that_fails_lets_the_launcher_end_the_others(pair, status, alone):
    unfinished(pair, 1, MUST)
    pair.ending.wait_status = status
    assert_verdict(pair, alone)
    rank(pair, 0).end.verdict = Verdict.fail
    result = judged(pair)
    assert (result.verdict, result.charged) == (Verdict.fail, [])
    assert "rank 1" in result.notes[-1]


@pytest.mark.parametrize(
    "status, verdict",
    [
        pytest.param(exited(0), Verdict.early_exit, id="exit code 0"),
        pytest.param(exited(128 + signal.SIGSEGV), Verdict.crash, id="SIGSEGV"),
    ],
)
def test_a_failing_rank_does_not_explain_a_launcher_crash(pair, status, verdict):
    unfinished(pair, 1, MUST)
    rank(pair, 0).end.verdict = Verdict.fail
    pair.ending.wait_status = status
    assert_verdict(pair, verdict)


def test_the_rank_inside_a_call_is_blamed(pair):
    unfinished(pair, 0, MUST)
    rank(pair, 0).progress.in_call = False
    unfinished(pair, 1, QUALITY)
    pair.ending.wait_status = exited(128 + signal.SIGSEGV)
    result = judged(pair)
    assert "rank 1" in result.message
    assert (result.charged, len(result.failures)) == ([QUALITY], 1)


def test_a_launcher_that_starts_nothing_is_our_error(pair):
    ranks(pair, RankEvidence(), RankEvidence())
    pair.ending.wait_status = exited(1)
    pair.output = "not enough slots"
    assert_verdict(pair, Verdict.error)
    assert judged(pair).message == "the launcher started nothing (exit code 1): not enough slots"


CANCELLED = "slurmstepd-node1: error: *** STEP 1.4 ON node1 CANCELLED AT 2026-11-25T04:25:39"


@pytest.mark.parametrize(
    "line, allocation_is_over",
    [
        pytest.param("srun: error: Node failure on node3", False, id="node failure"),
        pytest.param("srun: error: Slurm job 1 has expired", True, id="expired"),
        pytest.param(
            "srun: error: Unable to create step for job 5: Required node not available (down,"
            " drained or reserved)",
            False,
            id="node not available",
        ),
        pytest.param(
            "srun: error: Task launch for StepId=9.7 failed on node node3: Communication"
            " connection failure",
            False,
            id="no connection",
        ),
        pytest.param(CANCELLED + " DUE TO TIME LIMIT ***", False, id="time limit"),
    ],
)
def test_failures_of_the_launcher_are_not_charged(pair, line, allocation_is_over):
    unfinished(pair, 1, MUST)
    pair.ending.wait_status = exited(128 + signal.SIGKILL)
    pair.output = f"rank 0 here\n{line}\nsrun: error: node1: task 0: Killed\n"
    result = judged(pair)
    assert (result.verdict, result.message, result.charged) == (
        Verdict.error,
        "the launcher failed: " + line,
        [],
    )
    assert result.launcher_failed
    assert result.allocation_is_over == allocation_is_over


def test_an_mpi_that_aborts_and_is_cancelled_is_charged(pair):
    unfinished(pair, 1, MUST)
    pair.ending.wait_status = exited(128 + signal.SIGKILL)
    pair.output = CANCELLED + " ***\n"
    assert_verdict(pair, Verdict.crash)


def test_complete_records_outweigh_the_launcher(pair):
    pair.output = "srun: error: Node failure on node3"
    assert_verdict(pair, Verdict.good)


def test_a_hanging_spawn_is_not_charged(pair):
    unfinished(pair, 1, MUST)
    rank(pair, 1).progress.call = "MPI_Comm_spawn(env spawned, 1 process)"
    pair.ending.timed_out, pair.ending.wait_status = True, signal.SIGTERM
    result = judged(pair)
    assert (result.verdict, result.charged, result.failures, result.cut_off) == (
        Verdict.inconclusive,
        [],
        [],
        True,
    )
    assert "which depends on the launcher" in result.message


@pytest.mark.parametrize("tool_used", [False, True])
@pytest.mark.parametrize(
    "call, outside",
    [
        ("MPI_Init(NULL, NULL)", True),
        ("MPI_Session_init(..)", True),
        ("MPI_T_init_thread(..)", False),
    ],
)
def test_a_hang_outside_the_interface_is_inconclusive(pair, call, outside, tool_used):
    unfinished(pair, 1, MUST)
    late(pair, "none", "none")
    rank(pair, 1).progress.tool_used, rank(pair, 1).progress.call = tool_used, call
    pair.ending.wait_status = signal.SIGTERM
    assert judged(pair).stopped_outside == outside


@pytest.mark.parametrize(
    "call, how, outside",
    [
        ("MPI_Init(NULL, NULL)", "exit status 1", True),
        ("MPI_Init(NULL, NULL)", "SIGSEGV", False),
        ("MPI_T_finalize()", "exit status 1", False),
    ],
)
def test_an_exit_outside_the_interface_is_inconclusive(pair, call, how, outside):
    rank(pair).failures = [Failure(MUST, fact=death_in(call, how, []))]
    result = judged(pair)
    assert (result.verdict, result.stopped_outside) == (Verdict.fail, outside)


def test_records_of_ranks_are_merged(pair):
    for index, codes, metric, missing in (
        (0, ["MPI_SUCCESS", "A"], "1", ""),
        (1, ["A", "B"], "2", "pvars"),
    ):
        end = rank(pair, index).end
        end.codes, end.metrics, end.missing = {"z": codes, "f": codes}, {"cases": metric}, missing
    result = judged(pair)
    assert list(result.codes.items()) == [
        ("f", ["MPI_SUCCESS", "A", "B"]),
        ("z", ["MPI_SUCCESS", "A", "B"]),
    ]
    assert (result.metrics, result.missing, result.examinations) == (
        {"cases": "1"},
        "pvars",
        [Examination(MUST, 2, 0)],
    )
