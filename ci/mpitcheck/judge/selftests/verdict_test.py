# SPDX-License-Identifier: BSD-3-Clause
"""The derivation of verdicts from what is known of a test."""
import errno
import re
import signal
import unittest

from mpitcheck.judge.clauses import all_clauses
from mpitcheck.judge.evidence import End, Evidence, LastSeen, RankEvidence
from mpitcheck.judge.model import Examination, TestResult, Verdict
from mpitcheck.judge.offence import Failure, death_in
from mpitcheck.judge.results import clause_verdict
from mpitcheck.judge.selftests.sources import source
from mpitcheck.judge.tree import TestEntry
from mpitcheck.judge.verdict import EXIT_USAGE, EXITS_WITH_VERDICT, Trial, judge
from mpitcheck.process.scheduler import Ending

MUST, SHOULD, QUALITY = (
    next(clause.id for clause in all_clauses() if clause.level == level)
    for level in ("must", "should", "quality")
)


def exited(code):
    return code << 8


class Judge(unittest.TestCase):
    def setUp(self):
        self.trial = Trial(
            TestEntry("t", clauses=[MUST, QUALITY]),
            time_limit=9,
            mpi_version="4.0",
            ending=Ending(),
        )
        self.ending = self.trial.ending
        self.ranks(self.whole(Verdict.good))

    def ranks(self, *ranks):
        self.trial.evidence = Evidence(list(ranks))

    def rank(self, index=0):
        return self.trial.evidence.ranks[index]

    def whole(self, verdict):
        """A rank with everything in order."""
        examinations = [Examination(MUST, 0 if verdict == Verdict.vacuous else 1, 0)]
        return RankEvidence(
            has_file=True,
            begins=1,
            np=self.trial.np,
            closed=True,
            end=End(verdict, examinations=examinations),
        )

    def two_ranks(self):
        self.trial.np, self.trial.launched = 2, True
        self.ranks(self.whole(Verdict.good), self.whole(Verdict.good))

    def late(self, *movement, given=9):
        """It was ended at its limit."""
        self.ending.timed_out, self.ending.given, self.ending.watched, self.ending.movement = (
            True,
            given,
            0.5,
            list(movement),
        )

    def unfinished(self, index, clause):
        """The rank dies inside a call."""
        rank = self.rank(index)
        rank.end, rank.closed = None, False
        rank.progress = LastSeen(
            True,
            "after MPI_Init",
            clause,
            "MPI_T_x()",
            ["MPI_T_y() = MPI_SUCCESS"],
            frames=["lib.so+0x1"],
        )

    def judged(self):
        result = TestResult(clauses=self.trial.test.clauses)
        judge(self.trial, result)
        return result

    def assert_verdict(self, verdict):
        self.assertEqual(self.judged().verdict, verdict)


class WholeAccounts(Judge):
    def test_stand(self):
        for verdict in (
            Verdict.good,
            Verdict.fail,
            Verdict.warn,
            Verdict.quality,
            Verdict.vacuous,
            Verdict.not_applicable,
            Verdict.error,
        ):
            with self.subTest(verdict):
                self.ranks(self.whole(verdict))
                self.assert_verdict(verdict)
                self.assertEqual(self.judged().notes, [])

    def test_a_pass_needs_an_examination(self):
        self.rank().end.examinations = []
        self.assert_verdict(Verdict.vacuous)

    def test_a_pass_with_offenders_is_none(self):
        self.rank().end.examinations = [Examination(QUALITY, 3, 1)]
        self.assert_verdict(Verdict.quality)
        self.assertEqual(self.judged().level, "quality")
        self.rank().failures.append(Failure(MUST))
        result = self.judged()
        self.assertEqual((result.verdict, result.level), (Verdict.fail, "must"))
        self.assertNotEqual(result.failures[0].rule, "")
        self.assertNotEqual(result.failures[0].section, "")

    def test_a_crash_of_a_forked_process_is_charged_to_its_clause(self):
        self.ranks(self.whole(Verdict.crash))
        self.rank().failures = [Failure(MUST), Failure(QUALITY, crash=True)]
        result = self.judged()
        self.assertEqual((result.verdict, result.charged), (Verdict.crash, [QUALITY]))
        self.assertEqual(clause_verdict(result, QUALITY, "quality"), Verdict.crash)
        self.assertEqual(clause_verdict(result, MUST, "must"), Verdict.fail)

    def test_the_teardown_is_a_note(self):
        self.rank().closed = False
        self.rank().progress = LastSeen(True, "teardown", "", "MPI_Finalize()", [])
        self.ending.wait_status = signal.SIGSEGV
        result = self.judged()
        self.assertEqual(
            (result.verdict, result.notes, result.charged),
            (Verdict.good, ["teardown: SIGSEGV in MPI_Finalize()"], []),
        )
        self.rank().closed = True
        self.assertEqual(self.judged().notes, ["after teardown: SIGSEGV"])
        self.ending.wait_status = exited(5)
        self.assertEqual(self.judged().notes, ["after teardown: exit code 5"])
        for code in EXITS_WITH_VERDICT:
            self.ending.wait_status = exited(code)
            self.assertEqual(self.judged().notes, [])

    def test_processes_left_behind_are_a_note(self):
        self.ending.left_behind, self.ending.left_names = 2, "daemon daemon"
        result = self.judged()
        self.assertEqual(result.verdict, Verdict.good)
        self.assertEqual(
            result.notes, ["left 2 processes behind (daemon daemon), which had to be ended"]
        )
        self.ending.left_behind, self.ending.unkillable = 1, 3
        self.assertEqual(
            self.judged().notes,
            [
                "left 1 process behind (daemon daemon), which had to be ended",
                "3 of its processes could not be ended",
            ],
        )

    def test_what_was_left_out_is_inconclusive(self):
        self.rank().end.left_out = ["a SIGSEGV", "b hang", "c hang", "d hang"]
        result = self.judged()
        self.assertEqual(
            result.notes, ["1 examined, left out: a SIGSEGV; b hang; c hang; and 1 more"]
        )
        self.assertEqual((result.cut_off, result.left_out), (True, self.rank().end.left_out))
        self.assertEqual(clause_verdict(result, QUALITY, "quality"), Verdict.inconclusive)


class Ends(Judge):
    def test_no_records_are_an_early_exit_whatever_the_code(self):
        self.ranks(RankEvidence())
        for code in (0, 1, 77, 200):
            with self.subTest(code):
                self.ending.wait_status = exited(code)
                result = self.judged()
                self.assertEqual(
                    (result.verdict, result.charged, result.level), (Verdict.early_exit, [], "must")
                )
                self.assertIn(f"exit code {code}", result.message)

    def test_a_program_that_did_not_start_is_our_error(self):
        self.ranks(RankEvidence())
        self.trial.output = "\n x: error while loading shared libraries\nmore"
        self.ending.wait_status = exited(127)
        self.assert_verdict(Verdict.error)
        self.assertEqual(
            self.judged().message,
            (
                "the test program did not start (exit code 127): x: error while loading shared"
                " libraries"
            ),
        )
        self.ending.start_error = errno.ENOENT
        self.assertIn("cannot be started", self.judged().message)
        self.trial.ending = None
        self.assert_verdict(Verdict.error)

    def test_a_crash_names_signal_call_and_clause(self):
        self.unfinished(0, QUALITY)
        self.ending.wait_status = signal.SIGSEGV
        result = self.judged()
        self.assertEqual((result.verdict, result.message), (Verdict.crash, "SIGSEGV in MPI_T_x()"))
        self.assertEqual((result.charged, result.level), ([QUALITY], "quality"))
        self.assertEqual(
            [failure.calls for failure in result.failures],
            [["MPI_T_y() = MPI_SUCCESS", "MPI_T_x() = (no return)"]],
        )

    def test_a_clause_that_the_test_does_not_cite_is_not_believed(self):
        self.unfinished(0, "trampled")
        self.ending.wait_status = signal.SIGSEGV
        self.assertEqual((self.judged().charged, self.judged().level), ([], "must"))

    def test_an_end_is_evidence_about_one_clause_only(self):
        self.unfinished(0, MUST)
        self.trial.test.clauses.append(SHOULD)
        self.rank().progress.examinations = [
            Examination(MUST, 1, 0),
            Examination(QUALITY, 0, 0),
            Examination(SHOULD, 3, 0),
        ]
        self.late()
        result = self.judged()
        self.assertEqual(clause_verdict(result, MUST, "must"), Verdict.timeout)
        self.assertEqual(clause_verdict(result, QUALITY, "quality"), Verdict.inconclusive)
        self.assertEqual(clause_verdict(result, SHOULD, "should"), Verdict.good)
        self.assertEqual([failure.fact.function for failure in result.failures], ["MPI_T_x"])
        self.assertEqual(result.failures[0].fact.frames, ["lib.so+0x1"])

        self.rank().progress.clause = ""
        result = self.judged()
        self.assertEqual(clause_verdict(result, MUST, "must"), Verdict.good)
        self.assertEqual(clause_verdict(result, QUALITY, "quality"), Verdict.inconclusive)

    def test_the_time_limit_comes_before_the_signal_that_enforced_it(self):
        self.unfinished(0, MUST)
        self.late()
        for status in (signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV, exited(0)):
            self.ending.wait_status = status
            self.assertEqual(
                (self.judged().verdict, self.judged().message),
                (Verdict.timeout, "no end within 9 s in MPI_T_x()"),
            )

    def test_a_late_end_tells_its_pace_and_a_greedy_one_its_memory(self):
        self.unfinished(0, MUST)
        for movement, verdict, said in (
            ("none", Verdict.timeout, "; stuck: nothing moved in the last 0.5 s"),
            ("some", Verdict.inconclusive, "; slow: still moving in the last 0.5 s"),
            ("unknown", Verdict.timeout, ""),
        ):
            self.late(movement)
            self.assertEqual(
                (self.judged().verdict, self.judged().message),
                (verdict, "no end within 9 s in MPI_T_x()" + said),
            )
        self.ending.timed_out, self.ending.memory, self.ending.wait_status = (
            False,
            3 << 20,
            signal.SIGKILL,
        )
        self.assertEqual(
            self.judged().message, "SIGKILL for taking 3 MiB of memory (--memory) in MPI_T_x()"
        )

    def test_what_the_machine_gave_no_time_is_inconclusive(self):
        self.unfinished(0, MUST)
        self.late("none", given=2)
        self.ending.seconds = 180
        result = self.judged()
        self.assertEqual(
            (result.verdict, result.charged, result.failures), (Verdict.inconclusive, [], [])
        )
        self.assertEqual(
            result.message,
            (
                "no end within 9 s (180 s, of which the machine gave it 2.0 s) in MPI_T_x(); "
                "stuck: nothing moved in the last 0.5 s"
            ),
        )
        self.assertEqual(
            [
                clause_verdict(result, clause, level)
                for clause, level in ((MUST, "must"), (QUALITY, "quality"))
            ],
            [Verdict.inconclusive] * 2,
        )

    def test_what_was_found_before_a_slow_end_stands(self):
        self.unfinished(0, QUALITY)
        self.late("some")
        self.rank().failures = [Failure(MUST, "x")]
        result = self.judged()
        self.assertEqual((result.verdict, result.level), (Verdict.fail, "must"))
        self.assertEqual(
            [
                clause_verdict(result, clause, level)
                for clause, level in ((MUST, "must"), (QUALITY, "quality"))
            ],
            [Verdict.fail, Verdict.inconclusive],
        )
        for clause, verdict in (
            (MUST, Verdict.crash),
            (QUALITY, Verdict.fail),
        ):  # a death over the strictest rule broken
            self.rank().failures = [Failure(MUST, "x"), Failure(clause, "y", crash=True)]
            self.assert_verdict(verdict)

    def test_defective_records_are_never_a_pass(self):
        for damage in (
            {"defect": "0.jsonl line 2 is not a record"},
            {"begins": 2},
            {"np": 2},
            {"cut_short": True},
        ):
            with self.subTest(damage):
                self.ranks(self.whole(Verdict.good))
                for name, value in damage.items():
                    setattr(self.rank(), name, value)
                self.assert_verdict(Verdict.error)
        self.ranks(self.whole(Verdict.good))
        self.trial.evidence.stray = "1.jsonl"
        self.assert_verdict(Verdict.error)

    def test_a_crash_explains_defective_records(self):
        self.rank().defect = "0.jsonl line 2 is not a record"
        self.ending.wait_status = signal.SIGBUS
        self.assert_verdict(Verdict.crash)


class Blamed(Judge):
    def setUp(self):
        super().setUp()
        self.trial.works_alone = ["MPI_Comm_dup"]

    def ended_in(self, call, in_call=True, frames=(), tool_used=True, status=signal.SIGSEGV):
        self.unfinished(0, MUST)
        progress = self.rank().progress
        progress.call, progress.in_call, progress.frames, progress.tool_used = (
            call,
            in_call,
            list(frames),
            tool_used,
        )
        self.ending.wait_status = status
        return self.judged()

    def assert_lost(self, result, text, verdict=Verdict.inconclusive):
        self.assertEqual(
            (result.verdict, result.charged, result.failures, result.cut_off),
            (verdict, [], [], True),
        )
        self.assertIn(text, result.message)

    def test_a_call_that_returned_is_not(self):
        result = self.ended_in("MPI_T_category_changed(&n)", in_call=False)
        text = (
            "the test's own code ends the process (SIGSEGV; no MPI_T call in progress), after"
            " MPI_T_category_changed returned"
        )
        self.assert_lost(result, text)
        self.assertEqual(result.lost, [text])
        self.late()
        self.assert_lost(self.judged(), "the test's own code does not return (no end within 9 s")

    def test_the_stack_of_a_hang_tells(self):
        self.ended_in("MPI_T_category_changed(&n)", in_call=False)
        self.late()
        self.rank().pid = 7
        for process, frame, verdict in (
            (7, "PMPI_T_pvar_read (libmpi.so.12)", Verdict.timeout),
            (8, "MPI_T_pvar_read (x.so)", Verdict.timeout),
            (7, "pthread_join (libc.so.6)", Verdict.inconclusive),
        ):
            self.trial.stacks = [[process, ["futex (libc.so.6)", frame]]]
            self.assert_verdict(verdict)
        self.trial.stacks = [[7, ["PMPI_T_pvar_read (libmpi.so.12)"]]]
        result = self.judged()
        self.assertEqual(
            result.message,
            "no end within 9 s in PMPI_T_pvar_read, after MPI_T_category_changed(&n) returned",
        )
        self.assertEqual(
            (result.failures[0].fact.function, result.failures[0].fact.after),
            ("PMPI_T_pvar_read", "MPI_T_category_changed(&n)"),
        )

    def test_a_function_of_mpi_that_fails_alone_is_that(self):
        dup = "MPI_Comm_dup(MPI_COMM_SELF, newcomm)"
        self.assertEqual(self.ended_in(dup).verdict, Verdict.crash)
        self.assert_lost(self.ended_in(dup, tool_used=False), "MPI_Comm_dup ends the process")
        self.trial.works_alone = []
        self.assert_lost(
            self.ended_in(dup), "MPI_Comm_dup ends the process (SIGSEGV; no MPI_T call in progress)"
        )

    def test_a_function_of_mpi_that_the_rule_is_about_is_charged(self):
        self.trial.works_alone = []
        for call, clause, verdict in (
            ("MPI_Error_string(4711, string, resultlen)", "errors-are-classes", Verdict.crash),
            ("MPI_Error_string(4711, string, resultlen)", MUST, Verdict.inconclusive),
            ("MPI_Init_thread(..)", "init-beside-mpi-init", Verdict.inconclusive),
        ):
            self.unfinished(0, clause)
            self.rank().progress.call = call
            self.ending.wait_status = signal.SIGSEGV
            self.assert_verdict(verdict)

    def test_what_is_not_implemented_is_missing(self):
        result = self.ended_in("MPI_Comm_spawn(env spawned, 1 process)", status=exited(6))
        self.assert_lost(
            result,
            "missing: MPI_Comm_spawn (here it ends the process: exit code 6)",
            Verdict.vacuous,
        )
        self.assertEqual(result.missing, "MPI_Comm_spawn (here it ends the process: exit code 6)")

    def test_one_that_waits_for_another_is_no_cause(self):
        self.two_ranks()
        for index, call in enumerate(
            ("MPI_Comm_spawn(env spawned, 1 process)", "MPI_Barrier(comm)")
        ):
            self.unfinished(index, MUST)
            self.rank(index).progress.call, self.rank(index).progress.tool_used = call, True
        self.ending.wait_status = exited(6)
        self.assert_lost(self.judged(), "MPI_Comm_spawn", Verdict.vacuous)

    def test_one_that_ends_with_another_is_no_cause(self):
        self.two_ranks()
        self.trial.works_alone = []
        dup = "MPI_Comm_dup ends the process (SIGSEGV; no MPI_T call in progress)"
        self.unfinished(1, MUST)
        self.rank(1).progress.call = "MPI_Comm_dup(MPI_COMM_SELF, newcomm)"
        self.ending.wait_status = signal.SIGSEGV
        for progress in (None, LastSeen(False, "", MUST, "MPI_T_x()")):
            self.unfinished(0, MUST)
            self.rank(0).progress = progress
            result = self.judged()
            self.assert_lost(result, dup)
            self.assertEqual(set(result.lost), {dup})

    def test_lost_processes_of_a_whole_account(self):
        self.rank().end.verdict, self.rank().end.lost = Verdict.inconclusive, [
            "MPI_Comm_dup ends the process (SIGSEGV; ...)"
        ]
        result = self.judged()
        self.assertEqual(
            (result.verdict, result.lost, result.cut_off),
            (Verdict.inconclusive, self.rank().end.lost, True),
        )

    def test_the_last_lines_of_output_are_a_note(self):
        self.trial.output = "a\n====\n[error] SIGSEGV\nin mpc_dup\n ==== \nbye\n"
        self.assertEqual(
            self.ended_in("MPI_T_x()").notes,
            ["last lines of output: [error] SIGSEGV / in mpc_dup / bye"],
        )


class Ranks(Judge):
    def setUp(self):
        super().setUp()
        self.two_ranks()

    def test_the_worst_decides(self):
        for verdicts, wanted in (
            ((Verdict.good, Verdict.good), Verdict.good),
            ((Verdict.good, Verdict.fail), Verdict.fail),
            ((Verdict.vacuous, Verdict.good), Verdict.good),
        ):
            self.ranks(*map(self.whole, verdicts))
            self.assert_verdict(wanted)
        self.ranks(self.whole(Verdict.good), RankEvidence())
        self.assert_verdict(Verdict.early_exit)
        self.assertIn("rank 1", self.judged().message)

    def test_one_that_still_moves_makes_all_inconclusive(self):
        self.unfinished(1, MUST)
        self.late("none", "some")
        self.assert_verdict(Verdict.inconclusive)
        self.assertIn("rank 1: no end within 9 s", self.judged().message)
        self.rank(0).end.verdict = Verdict.fail
        self.assert_verdict(Verdict.fail)
        self.late("none", "none")
        self.assert_verdict(Verdict.timeout)

    def test_a_launcher_passes_a_signal_on_as_its_exit_code(self):
        self.unfinished(1, MUST)
        self.ending.wait_status = exited(128 + signal.SIGSEGV)
        self.assertEqual(
            (self.judged().verdict, self.judged().message),
            (Verdict.crash, "rank 1: SIGSEGV in MPI_T_x()"),
        )
        self.trial.launched = False
        self.assert_verdict(Verdict.early_exit)

    def test_one_that_fails_lets_the_launcher_end_the_others(self):
        self.unfinished(1, MUST)
        for status, alone in (
            (exited(9), Verdict.early_exit),
            (exited(1), Verdict.early_exit),
            (signal.SIGKILL, Verdict.crash),
        ):
            with self.subTest(status):
                self.ending.wait_status = status
                self.rank(0).end.verdict = Verdict.good
                self.assert_verdict(alone)
                self.rank(0).end.verdict = Verdict.fail
                result = self.judged()
                self.assertEqual((result.verdict, result.charged), (Verdict.fail, []))
                self.assertIn("rank 1", result.notes[-1])
        for status, verdict in (
            (exited(0), Verdict.early_exit),
            (exited(128 + signal.SIGSEGV), Verdict.crash),
        ):
            self.ending.wait_status = status
            self.assert_verdict(verdict)

    def test_the_one_inside_a_call_is_the_culprit(self):
        self.unfinished(0, MUST)
        self.rank(0).progress.in_call = False
        self.unfinished(1, QUALITY)
        self.ending.wait_status = exited(128 + signal.SIGSEGV)
        result = self.judged()
        self.assertIn("rank 1", result.message)
        self.assertEqual((result.charged, len(result.failures)), ([QUALITY], 1))

    def test_a_launcher_that_starts_nothing_is_our_error(self):
        self.ranks(RankEvidence(), RankEvidence())
        self.ending.wait_status = exited(1)
        self.trial.output = "not enough slots"
        self.assert_verdict(Verdict.error)
        self.assertEqual(
            self.judged().message, "the launcher started nothing (exit code 1): not enough slots"
        )

    def test_what_a_launcher_says_of_its_own_failure_is_charged_to_nobody(self):
        self.unfinished(1, MUST)
        self.ending.wait_status = exited(128 + signal.SIGKILL)
        for line in (
            "srun: error: Node failure on node3",
            "srun: error: Slurm job 1 has expired",
            (
                "srun: error: Unable to create step for job 5: Required node not available (down,"
                " drained or reserved)"
            ),
            (
                "srun: error: Task launch for StepId=9.7 failed on node node3: Communication"
                " connection failure"
            ),
            (
                "slurmstepd-node1: error: *** STEP 1.4 ON node1 CANCELLED AT 2026-11-25T04:25:39"
                " DUE TO TIME LIMIT ***"
            ),
        ):
            self.trial.output = f"rank 0 here\n{line}\nsrun: error: node1: task 0: Killed\n"
            result = self.judged()
            self.assertEqual(
                (result.verdict, result.message, result.charged),
                (Verdict.error, "the launcher failed: " + line, []),
            )
            self.assertTrue(result.launcher_failed)
            self.assertEqual(result.allocation_is_over, "expired" in line)
        # An MPI that aborts is cancelled as well.
        self.trial.output = (
            "slurmstepd-node1: error: *** STEP 1.4 ON node1 CANCELLED AT 2026-11-25T04:25:39 ***\n"
        )
        self.assert_verdict(Verdict.crash)

    def test_whole_accounts_stand_whatever_the_launcher_says(self):
        self.trial.output = "srun: error: Node failure on node3"
        self.assert_verdict(Verdict.good)

    def test_a_spawn_that_hangs_is_the_launchers_affair(self):
        self.unfinished(1, MUST)
        self.rank(1).progress.call = "MPI_Comm_spawn(env spawned, 1 process)"
        self.ending.timed_out, self.ending.wait_status = True, signal.SIGTERM
        result = self.judged()
        self.assertEqual(
            (result.verdict, result.charged, result.failures, result.cut_off),
            (Verdict.inconclusive, [], [], True),
        )
        self.assertIn("which is the launcher's affair", result.message)

    def test_a_hang_outside_of_the_interface_is_doubtful(self):
        self.unfinished(1, MUST)
        self.late("none", "none")
        for call, outside in (
            ("MPI_Init(NULL, NULL)", True),
            ("MPI_Session_init(..)", True),
            ("MPI_T_init_thread(..)", False),
        ):
            for self.rank(1).progress.tool_used in (False, True):
                self.rank(1).progress.call, self.ending.wait_status = call, signal.SIGTERM
                self.assertEqual(self.judged().stopped_outside, outside)

    def test_who_leaves_outside_of_the_interface_is_doubtful(self):
        for call, how, outside in (
            ("MPI_Init(NULL, NULL)", "exit status 1", True),
            ("MPI_Init(NULL, NULL)", "SIGSEGV", False),
            ("MPI_T_finalize()", "exit status 1", False),
        ):
            self.rank().failures = [Failure(MUST, fact=death_in(call, how, []))]
            result = self.judged()
            self.assertEqual((result.verdict, result.stopped_outside), (Verdict.fail, outside))

    def test_their_accounts_are_merged(self):
        for rank, codes, metric, missing in (
            (self.rank(0), ["MPI_SUCCESS", "A"], "1", ""),
            (self.rank(1), ["A", "B"], "2", "pvars"),
        ):
            rank.end.codes, rank.end.metrics, rank.end.missing = (
                {"z": codes, "f": codes},
                {"cases": metric},
                missing,
            )
        result = self.judged()
        self.assertEqual(
            list(result.codes.items()),
            [("f", ["MPI_SUCCESS", "A", "B"]), ("z", ["MPI_SUCCESS", "A", "B"])],
        )
        self.assertEqual(
            (result.metrics, result.missing, result.examinations),
            ({"cases": "1"}, "pvars", [Examination(MUST, 2, 0)]),
        )


class Protocol(unittest.TestCase):
    def test_exit_codes(self):
        codes = dict(
            re.findall(r"exit_(\w+) = (\d+)", source("conformance/harness/facts/protocol.hpp"))
        )
        self.assertEqual(int(codes.pop("usage")), EXIT_USAGE)
        self.assertEqual(sorted(map(int, codes.values())), list(EXITS_WITH_VERDICT))


if __name__ == "__main__":
    unittest.main()
