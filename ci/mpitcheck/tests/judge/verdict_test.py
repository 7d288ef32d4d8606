# SPDX-License-Identifier: BSD-3-Clause
"""Tests of how verdicts are derived from the evidence about a test."""
import errno
import signal

import pytest

from mpitcheck.judge.evidence import LastSeen, RankEvidence
from mpitcheck.judge.model import Examination, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.results import clause_verdict
from mpitcheck.schema.progress_page import ProgramExit
from tests.judge.trials import (
    MUST,
    QUALITY,
    SHOULD,
    assert_verdict,
    exited,
    judged,
    late,
    rank,
    ranks,
    unfinished,
    whole,
)


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict.good,
        Verdict.fail,
        Verdict.warn,
        Verdict.quality,
        Verdict.vacuous,
        Verdict.not_applicable,
        Verdict.error,
    ],
    ids=repr,
)
def test_complete_records_decide(trial, verdict):
    ranks(trial, whole(trial, verdict))
    assert_verdict(trial, verdict)
    assert judged(trial).notes == []


def test_a_pass_needs_an_examination(trial):
    rank(trial).end.examinations = []
    assert_verdict(trial, Verdict.vacuous)


def test_a_pass_with_offenders_is_not_a_pass(trial):
    rank(trial).end.examinations = [Examination(QUALITY, 3, 1)]
    assert_verdict(trial, Verdict.quality)
    assert judged(trial).level == "quality"
    rank(trial).failures.append(Failure(MUST))
    result = judged(trial)
    assert (result.verdict, result.level) == (Verdict.fail, "must")
    assert result.failures[0].rule != ""
    assert result.failures[0].section != ""


def test_a_crash_of_a_forked_process_is_charged_to_its_clause(trial):
    ranks(trial, whole(trial, Verdict.crash))
    rank(trial).failures = [Failure(MUST), Failure(QUALITY, crash=True)]
    result = judged(trial)
    assert (result.verdict, result.charged) == (Verdict.crash, [QUALITY])
    assert clause_verdict(result, QUALITY, "quality") == Verdict.crash
    assert clause_verdict(result, MUST, "must") == Verdict.fail


def test_a_crash_in_teardown_is_a_note(trial):
    rank(trial).closed = False
    rank(trial).progress = LastSeen(True, "teardown", "", "MPI_Finalize()", [])
    trial.ending.wait_status = signal.SIGSEGV
    result = judged(trial)
    assert (result.verdict, result.notes, result.charged) == (
        Verdict.good,
        ["teardown: SIGSEGV in MPI_Finalize()"],
        [],
    )
    rank(trial).closed = True
    assert judged(trial).notes == ["after teardown: SIGSEGV"]
    trial.ending.wait_status = exited(5)
    assert judged(trial).notes == ["after teardown: exit code 5"]
    for code in set(ProgramExit) - {ProgramExit.usage}:
        trial.ending.wait_status = exited(code)
        assert judged(trial).notes == []


def test_orphaned_processes_are_a_note(trial):
    trial.ending.left_behind, trial.ending.left_names = 2, "daemon daemon"
    result = judged(trial)
    assert result.verdict == Verdict.good
    assert result.notes == ["left 2 processes behind (daemon daemon), which had to be ended"]
    trial.ending.left_behind, trial.ending.unkillable = 1, 3
    assert judged(trial).notes == [
        "left 1 process behind (daemon daemon), which had to be ended",
        "3 of its processes could not be ended",
    ]


def test_quarantined_calls_are_inconclusive(trial):
    rank(trial).end.left_out = ["a SIGSEGV", "b hang", "c hang", "d hang"]
    result = judged(trial)
    assert result.notes == ["1 examined, left out: a SIGSEGV; b hang; c hang; and 1 more"]
    assert (result.cut_off, result.left_out) == (True, rank(trial).end.left_out)
    assert clause_verdict(result, QUALITY, "quality") == Verdict.inconclusive


@pytest.mark.parametrize("code", [0, 1, 77, 200])
def test_missing_records_are_an_early_exit(trial, code):
    ranks(trial, RankEvidence())
    trial.ending.wait_status = exited(code)
    result = judged(trial)
    assert (result.verdict, result.charged, result.level) == (Verdict.early_exit, [], "must")
    assert f"exit code {code}" in result.message


def test_a_program_that_did_not_start_is_our_error(trial):
    ranks(trial, RankEvidence())
    trial.output = "\n x: error while loading shared libraries\nmore"
    trial.ending.wait_status = exited(127)
    assert_verdict(trial, Verdict.error)
    assert judged(trial).message == (
        "the test program did not start (exit code 127): x: error while loading shared libraries"
    )
    trial.ending.start_error = errno.ENOENT
    assert "cannot be started" in judged(trial).message
    trial.ending = None
    assert_verdict(trial, Verdict.error)


def test_a_crash_names_signal_call_and_clause(trial):
    unfinished(trial, 0, QUALITY)
    trial.ending.wait_status = signal.SIGSEGV
    result = judged(trial)
    assert (result.verdict, result.message) == (Verdict.crash, "SIGSEGV in MPI_T_x()")
    assert (result.charged, result.level) == ([QUALITY], "quality")
    assert [failure.calls for failure in result.failures] == [
        ["MPI_T_y() = MPI_SUCCESS", "MPI_T_x() = (no return)"]
    ]


def test_an_uncited_clause_is_rejected(trial):
    unfinished(trial, 0, "trampled")
    trial.ending.wait_status = signal.SIGSEGV
    assert (judged(trial).charged, judged(trial).level) == ([], "must")


def test_a_crash_is_evidence_about_one_clause(trial):
    unfinished(trial, 0, MUST)
    trial.test.clauses.append(SHOULD)
    rank(trial).progress.examinations = [
        Examination(MUST, 1, 0),
        Examination(QUALITY, 0, 0),
        Examination(SHOULD, 3, 0),
    ]
    late(trial)
    result = judged(trial)
    assert clause_verdict(result, MUST, "must") == Verdict.timeout
    assert clause_verdict(result, QUALITY, "quality") == Verdict.inconclusive
    assert clause_verdict(result, SHOULD, "should") == Verdict.good
    assert [failure.fact.function for failure in result.failures] == ["MPI_T_x"]
    assert result.failures[0].fact.frames == ["lib.so+0x1"]

    rank(trial).progress.clause = ""
    result = judged(trial)
    assert clause_verdict(result, MUST, "must") == Verdict.good
    assert clause_verdict(result, QUALITY, "quality") == Verdict.inconclusive


@pytest.mark.parametrize(
    "status", [signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV, exited(0)], ids=str
)
def test_a_timeout_takes_precedence_over_its_signal(trial, status):
    unfinished(trial, 0, MUST)
    late(trial)
    trial.ending.wait_status = status
    result = judged(trial)
    assert (result.verdict, result.message) == (
        Verdict.timeout,
        "no end within 9 s in MPI_T_x()",
    )


@pytest.mark.parametrize(
    "movement, verdict, said",
    [
        ("none", Verdict.timeout, "; stuck: nothing moved in the last 0.5 s"),
        ("some", Verdict.inconclusive, "; slow: still moving in the last 0.5 s"),
        ("unknown", Verdict.timeout, ""),
    ],
)
def test_a_timeout_reports_progress(trial, movement, verdict, said):
    unfinished(trial, 0, MUST)
    late(trial, movement)
    result = judged(trial)
    assert (result.verdict, result.message) == (verdict, "no end within 9 s in MPI_T_x()" + said)


def test_running_out_of_memory_is_reported(trial):
    unfinished(trial, 0, MUST)
    trial.ending.memory, trial.ending.wait_status = 3 << 20, signal.SIGKILL
    message = "SIGKILL for taking 3 MiB of memory (--memory) in MPI_T_x()"
    assert judged(trial).message == message


def test_a_starved_process_is_inconclusive(trial):
    unfinished(trial, 0, MUST)
    late(trial, "none", given=2)
    trial.ending.seconds = 180
    result = judged(trial)
    assert (result.verdict, result.charged, result.failures) == (Verdict.inconclusive, [], [])
    assert result.message == (
        "no end within 9 s (180 s, of which the machine gave it 2.0 s) in MPI_T_x(); "
        "stuck: nothing moved in the last 0.5 s"
    )
    assert [
        clause_verdict(result, clause, level)
        for clause, level in ((MUST, "must"), (QUALITY, "quality"))
    ] == [Verdict.inconclusive] * 2


def test_failures_before_a_timeout_are_kept(trial):
    unfinished(trial, 0, QUALITY)
    late(trial, "some")
    rank(trial).failures = [Failure(MUST, "x")]
    result = judged(trial)
    assert (result.verdict, result.level) == (Verdict.fail, "must")
    assert [
        clause_verdict(result, clause, level)
        for clause, level in ((MUST, "must"), (QUALITY, "quality"))
    ] == [Verdict.fail, Verdict.inconclusive]


@pytest.mark.parametrize(
    "clause, verdict",
    [(MUST, Verdict.crash), (QUALITY, Verdict.fail)],
    ids=["must", "quality"],
)
def test_a_crash_under_the_strictest_broken_rule_is_a_crash(trial, clause, verdict):
    unfinished(trial, 0, QUALITY)
    late(trial, "some")
    rank(trial).failures = [Failure(MUST, "x"), Failure(clause, "y", crash=True)]
    assert_verdict(trial, verdict)


@pytest.mark.parametrize(
    "damage",
    [
        {"defect": "0.jsonl line 2 is not a record"},
        {"begins": 2},
        {"np": 2},
        {"cut_short": True},
    ],
    ids=repr,
)
def test_defective_records_are_never_a_pass(trial, damage):
    ranks(trial, whole(trial, Verdict.good))
    for name, value in damage.items():
        setattr(rank(trial), name, value)
    assert_verdict(trial, Verdict.error)


def test_a_stray_file_is_never_a_pass(trial):
    ranks(trial, whole(trial, Verdict.good))
    trial.evidence.stray = "1.jsonl"
    assert_verdict(trial, Verdict.error)


def test_a_crash_explains_defective_records(trial):
    rank(trial).defect = "0.jsonl line 2 is not a record"
    trial.ending.wait_status = signal.SIGBUS
    assert_verdict(trial, Verdict.crash)
