# SPDX-License-Identifier: BSD-3-Clause
"""The whole runner against programs that misbehave: each gets the right verdict, and all end."""
from mpitcheck.process.error import ExitCode
from tests.fake_tree import FakeTreeTest

_READ = "MPI_T_cvar_read(handle 1, buffer)"
# Of each test its verdict, part of its message and part of its first note; "": no note.
_EXPECTED = {
    "plain.pass": ("pass", "", ""),
    "plain.environment": ("pass", "", ""),
    "plain.variant": ("pass", "", ""),
    "plain.fail": ("fail", "", ""),
    "plain.quality": ("quality", "", ""),
    "plain.forked_crash": ("crash", "", ""),
    "plain.nothing_examined": ("vacuous", "", ""),
    "lie.pass_with_offender": ("fail", "", ""),
    "result.garbage": ("error", "0.jsonl line 2 is not a record", ""),
    "result.garbage_after": ("error", "0.jsonl line 4 is not a record", ""),
    "result.deeply_nested": ("error", "0.jsonl line 2 is not a record", ""),
    "result.huge": ("error", "0.jsonl is larger than", ""),
    "result.deleted": ("early-exit", "exit code 0", ""),
    "result.fifo": ("early-exit", "no result file", ""),
    "result.link": ("early-exit", "no result file", ""),
    "result.wrong_nonce": ("error", "wrong nonce", ""),
    "result.end_twice": ("error", "'end' after 'end'", ""),
    "result.cut_short": ("early-exit", "cut short", ""),
    "result.cut_short_after_end": ("error", "cut short", ""),
    "output.filled_pipe": ("pass", "", ""),
    "output.controls": ("fail", "", ""),
    "output.closed": ("pass", "", ""),
    "leaves.child": ("pass", "", "left 1 process behind (hostile)"),
    "leaves.many": ("pass", "", "left 40 processes behind"),
    "leaves.daemon": ("pass", "", "left 1 process behind (hostile)"),
    "leaves.locked_folder": ("pass", "", ""),
    "memory.taken": ("crash", "SIGKILL for taking", ""),
    "exit.zero": ("early-exit", f"exit code 0 in {_READ}", ""),
    "exit.zero_before_begin": ("early-exit", "exit code 0 before its first call", ""),
    "exit.usage": ("error", "did not start (exit code 2)", ""),
    "signal.segv": ("crash", f"SIGSEGV in {_READ}", ""),
    "signal.abort": ("crash", f"SIGABRT in {_READ}", ""),
    "signal.kills_supervisor": ("error", "supervisor was ended from outside", ""),
    "signal.bothers_supervisor": ("pass", "", ""),
    "signal.stops_itself": ("timeout", "in MPI_T_cvar_read", ""),
    "late.loop": ("timeout", f"no end within 5 s in {_READ}", ""),
    "late.deadlock": ("timeout", "; stuck: nothing moved in the last 1.25 s", ""),
    "late.system_call": ("timeout", "; stuck: nothing moved", ""),
    "late.forked": ("timeout", "; stuck: nothing moved", ""),
    "late.goes_on": ("inconclusive", "; slow: still moving in the last 1.25 s", ""),
    "late.in_mpi_once": (
        "pass",
        "",
        "tried again, after MPI_Init does not return (no end within 5 s",
    ),
    "late.ignores_sigterm": ("timeout", "in MPI_T_cvar_read", ""),
    "late.reports_when_told": ("pass", "", "after teardown: no end within 5 s"),
    "teardown.segv": ("pass", "", "teardown: SIGSEGV in MPI_Finalize()"),
    "teardown.hang": ("pass", "", "teardown: no end within 5 s in MPI_Finalize()"),
    "teardown.exit": ("pass", "", "teardown: exit code 9 in MPI_Finalize()"),
    "ranks.pass": ("pass", "", ""),
    "ranks.one_silent": ("early-exit", "rank 1: left without a verdict", ""),
    "ranks.one_fails": ("fail", "", ""),
    "ranks.one_crashes": ("crash", "rank 1: SIGSEGV in MPI_T_pvar_start(..)", "after teardown"),
    "ranks.strangers": ("error", "is the launcher that of this MPI?", ""),
    "ranks.stray": ("error", "7.jsonl", ""),
}


class HostilePrograms(FakeTreeTest):
    def run_tests(self, *arguments):
        return self.tree.mpitcheck(["run", self.tree.root, "--json", "report.json", *arguments])

    def test_each_gets_its_verdict(self):
        run = self.run_tests("--timeout", "5", "--grace", "1", "--jobs", "6", "--memory", "50")
        self.assertEqual(run.exit_code, ExitCode.broken_must, run.err)
        report = self.tree.report()
        self.assertEqual(len(report["tests"]), len(_EXPECTED))
        self.assertIs(report["footer"]["complete"], True)
        self.assertEqual(report["summary"]["exit_code"], ExitCode.broken_must)
        for test in report["tests"]:
            verdict, message, note = _EXPECTED[test["name"]]
            with self.subTest(test=test["name"]):
                self.assertEqual(test["verdict"], verdict, test)
                self.assertIn(message, test["message"])
                self.assertEqual(bool(test["notes"]), bool(note), test)
                self.assertIn(note, "".join(test["notes"][:1]))
        self.assert_nothing_left()
        self.assertLess(run.most_memory_kib, 100 * 1024)

    def test_nothing_reaches_the_terminal_unescaped(self):
        run = self.run_tests("--filter", "output.controls")
        self.assertEqual(run.exit_code, ExitCode.broken_must)
        for text in (run.out, run.err):
            for character in ("\x1b", "\u202e", "\udcff"):
                self.assertNotIn(character, text)
        self.assertIn("cvar <b>\\x1b[31m\\u{202e}", run.out)
        self.assertIn("replay    mpitcheck run", run.out)

    def test_output_is_bounded(self):
        run = self.run_tests("--filter", "output.filled_pipe")
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.out)
        self.assertLessEqual(len(self.tree.test("output.filled_pipe")["output"]), 65536 + 100)

    def test_memory_is_limited_only_as_asked(self):
        run = self.run_tests("--filter", "memory.taken", "--timeout", "2", "--memory", "1000")
        test = self.tree.test("memory.taken")
        self.assertEqual(test["verdict"], "timeout", run.out)
        self.assertIn(" --memory 1000", test["replay"])

    def test_an_end_is_charged_to_the_clause_in_progress(self):
        run = self.run_tests("--filter", "signal.segv")
        # The program was examining a `quality` clause: the crash is shown, but decides nothing.
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.out)
        test = self.tree.test("signal.segv")
        self.assertEqual(test["level"], "quality")
        self.assertEqual(
            [failure["clause"] for failure in test["failures"]], [self.tree.clause("quality")]
        )
        self.assertEqual(test["failures"][0]["calls"][-1], f"{_READ} = (no return)")

    def test_without_a_launcher_several_ranks_are_not_applicable(self):
        self.tree.manifest["launcher"] = []
        self.tree.write()
        self.assertEqual(self.run_tests("--filter", "ranks.pass").exit_code, ExitCode.as_expected)
        test = self.tree.test("ranks.pass")
        self.assertEqual(test["verdict"], "not-applicable")
        self.assertIn("--launcher", test["message"])
