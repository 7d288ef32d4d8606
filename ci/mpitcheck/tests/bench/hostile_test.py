# SPDX-License-Identifier: BSD-3-Clause
"""mpitcheck bench over programs that misbehave, and interrupted.

A program that misbehaves is named in one line, and no other figure is lost.
"""
import glob
import os
import signal
import time

import pytest

from tests.bench.bench_folder import ROWS


@pytest.mark.parametrize(
    "act, options, message",
    [
        ("exit", (), "exit code 7: it went wrong"),
        ("hang", ("--timeout", "2"), "it did not end within 2 s"),
        ("rubbish", (), "it wrote no figures"),
        ("nothing", (), "it wrote no figures"),
    ],
    ids=["exit", "hang", "rubbish", "nothing"],
)
def test_a_failing_program_is_named_and_the_other_tree_is_reported(folder, act, options, message):
    folder.tree("bad", act=act)
    out = folder.bench("bad", *options, "--repetitions", "1", code=3)
    assert "failed: bad calls: " + message in out
    assert "\x1b" not in out
    assert len(folder.problems()) == 1, folder.problems()
    assert folder.row("call/a/hot")["ratio"]["median"] == 2


@pytest.mark.parametrize(
    "act, message",
    [
        ("crash", "SIGSEGV"),
        ("error", "a call did not return MPI_SUCCESS"),
        ("zero", "its time per operation is 0 ns"),
    ],
)
def test_a_failing_benchmark_is_identified(folder, act, message):
    others = [f"call/b/{i}" for i in (1, 3, 4)]
    for name in (*others, "call/b/2"):
        folder.plan["rows"][name] = {"ns": 40, "label": "baseline=clock"}
    folder.plan["rows"]["call/b/2"]["act"] = act
    assert "failed: fake calls: call/b/2: " + message in folder.bench(code=3)
    assert len(folder.problems()) == 1, folder.problems()
    assert [folder.row(name)["ratio"]["median"] for name in others] == [4, 4, 4]
    assert folder.row("call/b/2")["ns"] is None


def test_failures_of_repetitions_are_counted(folder):
    folder.tree(
        "bad", act="crash later", rows={**ROWS, "call/a/hot/threads:2": {"ns": 20}}
    )  # a second process per repetition
    out = folder.bench("bad", code=3)
    assert "failed: bad calls: SIGSEGV (in 2 of 2 repetitions)" in out
    assert len(folder.problems()) == 1, folder.problems()
    assert folder.row("call/a/hot")["ratio"]["median"] == 2


def test_missing_programs_and_failing_lists_are_reported(folder):
    folder.tree(
        "bad",
        [{"name": "calls", "path": "bin/bench_calls"}, {"name": "gone", "path": "bin/none"}],
        list="crash",
    )
    folder.tree("bare", benchmarks=())
    out = folder.bench("bad", "bare", code=3)
    for line in (
        "bad calls: SIGSEGV",
        "bad gone: it could not be started (No such file",
        "bare: the tree has no benchmark programs",
    ):
        assert "failed: " + line in out
    assert folder.row("call/a/hot")["ratio"]["median"] == 2


def test_a_missing_baseline_is_reported(folder):
    folder.plan["rows"]["call/a/hot"]["label"] = "baseline=none"
    assert "call/a/hot: the program has no baseline none" in folder.bench(code=3)
    assert folder.row("call/a/hot")["ratio"] is None
    assert folder.row("call/a/hot")["ns"]["median"] == 20


@pytest.mark.parametrize("act", ["flood", "child"])
def test_floods_are_bounded_and_children_ended(folder, act):
    folder.plan["act"] = act
    folder.bench("--repetitions", "1", "--timeout", "60")
    assert folder.row("call/a/hot")["ratio"]["median"] == 2
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                assert folder.root.encode() not in file.read()
        except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            pass


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_finished_results(folder, number):
    process = folder.start("fake", "--repetitions", "100", "--json", "out.json")
    while b"repetition 1 of" not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(number)
    out, _ = process.communicate()
    assert process.returncode == 5
    assert b"Interrupted" in out
    assert folder.report()["run"]["interrupted"]
    assert folder.row("call/a/hot")["ratio"]["median"] == 2


def test_ctrl_c_ends_a_program_that_hangs(folder):
    folder.tree("fake", act="hang")
    process = folder.start("fake", "--json", "out.json")
    while not os.path.exists(folder.path("fake/bin/hangs")):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert process.returncode == 5
    assert b"Interrupted" in out
