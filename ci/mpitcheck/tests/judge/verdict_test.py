# SPDX-License-Identifier: BSD-3-Clause
"""The derivation of verdicts from what is known of a test."""
import errno
import signal

import pytest

from mpitcheck.judge.clauses import all_clauses
from mpitcheck.judge.evidence import End, Evidence, LastSeen, RankEvidence
from mpitcheck.judge.model import Examination, TestResult, Verdict
from mpitcheck.judge.offence import Failure, death_in
from mpitcheck.judge.results import clause_verdict
from mpitcheck.judge.tree import TestEntry
from mpitcheck.judge.verdict import Trial, judge
from mpitcheck.process.error import ProgramExit
from mpitcheck.process.scheduler import Ending

MUST, SHOULD, QUALITY = (
    next(clause.id for clause in all_clauses() if clause.level == level)
    for level in ("must", "should", "quality")
)


def exited(code):
    return code << 8


@pytest.fixture
def trial():
    """A trial of one process whose account is whole."""
    made = Trial(
        TestEntry("t", clauses=[MUST, QUALITY]),
        time_limit=9,
        mpi_version="4.0",
        ending=Ending(),
    )
    ranks(made, whole(made, Verdict.good))
    return made


def ranks(trial, *ranks):
    trial.evidence = Evidence(list(ranks))


def rank(trial, index=0):
    return trial.evidence.ranks[index]


def whole(trial, verdict):
    """A rank with everything in order."""
    examinations = [Examination(MUST, 0 if verdict == Verdict.vacuous else 1, 0)]
    return RankEvidence(
        has_file=True,
        begins=1,
        np=trial.np,
        closed=True,
        end=End(verdict, examinations=examinations),
    )


def two_ranks(trial):
    trial.np, trial.launched = 2, True
    ranks(trial, whole(trial, Verdict.good), whole(trial, Verdict.good))


def late(trial, *movement, given=9):
    """The trial is ended at its time limit."""
    ending = trial.ending
    ending.timed_out, ending.given, ending.watched = True, given, 0.5
    ending.movement = list(movement)


def unfinished(trial, index, clause):
    """The rank dies inside a call."""
    dead = rank(trial, index)
    dead.end, dead.closed = None, False
    dead.progress = LastSeen(
        True,
        "after MPI_Init",
        clause,
        "MPI_T_x()",
        ["MPI_T_y() = MPI_SUCCESS"],
        frames=["lib.so+0x1"],
    )


def judged(trial):
    result = TestResult(clauses=trial.test.clauses)
    judge(trial, result)
    return result


def assert_verdict(trial, verdict):
    assert judged(trial).verdict == verdict


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
