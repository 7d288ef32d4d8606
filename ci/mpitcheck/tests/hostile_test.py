# SPDX-License-Identifier: BSD-3-Clause
"""The whole runner against programs that misbehave: each gets the right verdict, and all end."""
import pytest

from mpitcheck.process.error import ExitCode
from tests.fake_tree import FakeTree, assert_nothing_left

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
    "signal.kills_supervisor": ("error", "supervisor was ended by another process", ""),
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
        "repeated, after MPI_Init does not return (no end within 5 s",
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


@pytest.fixture(scope="module")
def whole():
    """A tree whose tests all have run, and that run."""
    with FakeTree() as made:
        options = ("--timeout", "5", "--grace", "1", "--jobs", "6", "--memory", "50")
        yield made, run_tests(made, *options)


def run_tests(tree, *arguments):
    return tree.mpitcheck(["run", tree.root, "--json", "report.json", *arguments])


def test_misbehaving_programs_do_not_stop_the_run(whole):
    tree, run = whole
    assert run.exit_code == ExitCode.broken_must, run.err
    report = tree.report()
    assert len(report["tests"]) == len(_EXPECTED)
    assert report["footer"]["complete"] is True
    assert report["summary"]["exit_code"] == ExitCode.broken_must
    assert_nothing_left(tree)
    assert run.most_memory_kib < 100 * 1024


@pytest.mark.parametrize("name", _EXPECTED)
def test_each_program_gets_its_verdict(whole, name):
    verdict, message, note = _EXPECTED[name]
    test = whole[0].test(name)
    assert test["verdict"] == verdict, test
    assert message in test["message"]
    assert bool(test["notes"]) == bool(note), test
    assert note in "".join(test["notes"][:1])


def test_nothing_reaches_the_terminal_unescaped(tree):
    for more in ((), ("--verbose",)):
        run = run_tests(tree, "--filter", "output.controls", *more)
        assert run.exit_code == ExitCode.broken_must
        for text in (run.out, run.err):
            for character in ("\x1b", "\u202e", "\udcff"):
                assert character not in text
    assert "cvar <b>\\x1b[31m\\u{202e}" in run.out
    assert "replay    mpitcheck run" in run.out


def test_output_is_bounded(tree):
    run = run_tests(tree, "--filter", "output.filled_pipe")
    assert run.exit_code == ExitCode.as_expected, run.out
    assert len(tree.test("output.filled_pipe")["output"]) <= 65536 + 100


def test_memory_is_limited_only_on_request(tree):
    run = run_tests(tree, "--filter", "memory.taken", "--timeout", "2", "--memory", "1000")
    test = tree.test("memory.taken")
    assert test["verdict"] == "timeout", run.out
    assert " --memory 1000" in test["replay"]


def test_a_crash_is_charged_to_the_clause_in_progress(tree):
    run = run_tests(tree, "--filter", "signal.segv")
    # The program was examining a `quality` clause: the crash is shown, but decides nothing.
    assert run.exit_code == ExitCode.as_expected, run.out
    test = tree.test("signal.segv")
    assert test["level"] == "quality"
    assert [failure["clause"] for failure in test["failures"]] == [tree.clause("quality")]
    assert test["failures"][0]["calls"][-1] == f"{_READ} = (no return)"


def test_without_a_launcher_several_ranks_are_not_applicable(tree):
    tree.manifest["launcher"] = []
    tree.write()
    assert run_tests(tree, "--filter", "ranks.pass").exit_code == ExitCode.as_expected
    test = tree.test("ranks.pass")
    assert test["verdict"] == "not-applicable"
    assert "--launcher" in test["message"]
