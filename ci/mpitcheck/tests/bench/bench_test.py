# SPDX-License-Identifier: BSD-3-Clause
"""mpitcheck bench as a user runs it, over trees whose benchmark program is fake_bench.py."""
import os

import pytest

from mpitcheck.bench.trees import load_tree
from mpitcheck.process import own
from tests.bench.bench_folder import ROWS


def test_trees_in_turns_and_every_report(folder):
    folder.tree("second", rows={**ROWS, "call/a/hot": {"ns": 60, "label": "baseline=clock"}})
    out = folder.bench("second", "--html", "out.html", "--markdown", "out.md", "--raw", "raw")
    for text in ("call/a/hot", "fake", "second", "2 repetitions of 3 x 50 ms"):
        assert text in out
    assert folder.row("call/a/hot")["ratio"]["sample"] == [2, 2]
    assert folder.row("call/a/hot", "second")["ratio"]["sample"] == [6, 6]
    assert folder.row("call/a/hot")["baseline"] == "baseline/clock"
    assert len(folder.report()["rows"]) == 6
    raw = [
        "raw/fake/calls.1.json",
        "raw/second/calls.1.json",
        "raw/fake/calls.2.json",
        "raw/second/calls.2.json",
    ]
    assert sorted(raw, key=lambda name: os.stat(folder.path(name)).st_mtime_ns) == raw
    for name in ("out.html", "out.md", "raw/fake/calls.first.json"):
        assert os.path.exists(folder.path(name)), name


@pytest.mark.parametrize("others", ["", "/other"])
def test_the_reference_is_measured_whatever_library_the_environment_names(
    folder, monkeypatch, others
):
    folder.write(
        "fake/target.json", folder.read("fake/target.json").replace('"external"', '"reference"')
    )
    own_folder = os.path.realpath(folder.path("fake/lib"))
    monkeypatch.setenv("LD_LIBRARY_PATH", others)
    found = load_tree(folder.path("fake"))["environment"]["LD_LIBRARY_PATH"]
    assert found == (f"{own_folder}:{others}" if others else own_folder)


def test_filter_includes_the_baselines(folder):
    folder.bench("--filter", "*/hot")
    assert len(folder.report()["rows"]) == 2
    assert folder.row("call/a/hot")["ratio"]["median"] == 2


def test_threaded_rows_run_with_their_own_baseline(folder):
    folder.plan["rows"].update(
        {
            "baseline/clock/threads:2": {"ns": 5},
            "call/a/hot/threads:2": {"ns": 20, "label": "baseline=clock"},
        }
    )
    folder.bench()
    assert folder.row("call/a/hot/threads:2")["ratio"]["median"] == 4
    assert folder.row("call/a/hot")["ratio"]["median"] == 2


def test_pinning(folder):
    if len(os.sched_getaffinity(0)) > 1:
        assert f"bound to core {max(os.sched_getaffinity(0))};" in folder.bench()
    assert "not bound to a core" in folder.bench("--no-pin")
    assert folder.report()["machine"]["pinned"] is None


def test_an_earlier_run_is_shown_again(folder):
    first = folder.bench()
    again, _ = folder.run_tool("--from", "out.json", "--json", "again.json")
    assert again == first
    assert folder.read("again.json") == folder.read("out.json")
    assert "<svg" in folder.run_tool("--from", "out.json", "--section")[0]


def test_against(folder):
    for row in folder.plan["rows"].values():
        row["noise"] = 0.01
    folder.bench("--repetitions", "5", "--json", "old.json")
    against = "--repetitions", "5", "--against", "old.json", "--even-if-noisy"
    assert "0 slower, 0 faster, 2 cannot tell" in folder.bench(*against)
    folder.plan["rows"]["call/a/hot"]["ns"] = 30
    out = folder.bench(*against, code=1)
    assert "1 slower, 0 faster, 1 cannot tell" in out
    assert "slower: fake call/a/hot: " in out
    folder.plan["rows"]["call/a/hot"]["ns"] = 10
    assert "0 slower, 1 faster, 1 cannot tell" in folder.bench(*against)


def test_nothing_in_common(folder):
    folder.bench("--json", "old.json")
    folder.tree("other")
    out, err = folder.run_tool("other", "--repetitions", "1", "--against", "old.json", code=4)
    assert "no benchmark in common" in err
    assert "call/a/hot" in out  # what was measured is not lost


@pytest.fixture
def unusable(folder):
    """The folder, with files and trees that cannot be used."""
    folder.write("rubbish.json", "rubbish")
    folder.write("other.json", {"schema": 1, "tests": []})
    folder.write("deep.json", "[" * 100000)
    folder.tree("bare", benchmarks=())
    folder.tree("old")
    folder.write(
        "old/target.json",
        folder.read("old/target.json").replace(f'"{own.version}"', '"0.0.0-old"'),
    )
    return folder


@pytest.mark.parametrize(
    "arguments, code, part",
    [
        ("", 2, "TREE"),
        ("/no/such", 2, "no such tree"),
        (".", 2, "no readable target.json"),
        ("bare", 4, "has no benchmark"),
        ("old", 2, "rebuild the tree"),
        ("fake --wrong", 2, "--wrong"),
        ("fake --repetitions 0", 2, "1"),
        ("fake --timeout soon", 2, "--timeout"),
        ("fake --from x", 2, "--from"),
        ("--section", 2, "--from"),
        ("--from no.json", 2, "--from 'no.json' cannot be read"),
        ("--from deep.json", 2, "invalid JSON at byte"),
        ("--from rubbish.json --section", 2, "--bench 'rubbish.json': invalid JSON at byte 0"),
        ("fake --against .", 2, "'.'"),
        ("fake --against other.json", 2, "not written by mpitcheck bench"),
        ("fake --filter nothing/*", 4, "nothing/*"),
        ("fake --raw rubbish.json", 2, "--raw"),
        ("fake --json no/folder/x", 2, "no/folder/x"),
        ("fake --html .", 2, "'.'"),
    ],
)
def test_refusals(unusable, arguments, code, part):
    out, err = unusable.run_tool(*arguments.split(), code=code)
    assert out == ""
    assert err.count("\n") == 1, err
    assert part in err


def test_a_broken_pipe_does_not_lose_the_reports(folder):
    folder.bench()
    with folder.start("--from", "out.json", "--markdown", "out.md") as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
    assert "call/a/hot" in folder.read("out.md").replace("\\", "")
