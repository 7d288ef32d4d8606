# SPDX-License-Identifier: BSD-3-Clause
"""mpitcheck bench as a user runs it, over trees whose benchmark program is fake_bench.py.

A program that misbehaves is named in one line, and no other figure is lost.
"""
import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from unittest import mock

from mpitcheck.bench.measure import load_tree
from mpitcheck.process import own

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = {
    "baseline/clock": {"ns": 10},
    "call/a/all": {"ns": 200, "label": "baseline=clock"},
    "call/a/hot": {"ns": 20, "label": "baseline=clock"},
}


class Bench(unittest.TestCase):
    """A folder with a tree `fake`: a baseline of 10 ns, call/a/hot (20 ns), call/a/all (200 ns)."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="bench-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        os.mkdir(self.path("tmp"))
        self.plan = self.tree("fake")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def tree(self, name, benchmarks=({"name": "calls", "path": "bin/bench_calls"},), **plan):
        os.makedirs(self.path(f"{name}/bin"), exist_ok=True)
        shutil.copy(os.path.join(HERE, "fake_bench.py"), self.path(f"{name}/bin/bench_calls"))
        self.write(
            f"{name}/target.json",
            {
                "schema": 1,
                "suite_version": own.version,
                "name": name,
                "kind": "external",
                "mpi_version": "4.0",
                "library_version": "Fake MPI 1.0",
                "env": {},
                "programs": [],
                "benchmarks": list(benchmarks),
            },
        )
        plan = {"rows": json.loads(json.dumps(ROWS)), **plan}
        self.write(f"{name}/bin/plan.json", plan)
        return plan

    def start(self, *arguments):
        return subprocess.Popen(
            [os.environ["MPITCHECK_PROGRAM"], "bench", *arguments],
            cwd=self.folder,
            env={**os.environ, "TMPDIR": self.path("tmp")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run_tool(self, *arguments, code=0):
        """Returns what it printed and said."""
        with self.start(*arguments) as process:
            out, err = (text.decode() for text in process.communicate())
        self.assertEqual(process.returncode, code, err + out)
        self.assertEqual(os.listdir(self.path("tmp")), [])
        return out, err

    def bench(self, *arguments, code=0):
        """Measures the tree `fake`, with the present plan; returns what was printed."""
        self.write("fake/bin/plan.json", self.plan)
        defaults = [
            word
            for option, value in (("--repetitions", "2"), ("--json", "out.json"))
            if option not in arguments
            for word in (option, value)
        ]
        return self.run_tool("fake", *defaults, *arguments, code=code)[0]

    def row(self, name, target="fake"):
        rows = json.loads(self.read("out.json"))["rows"]
        return next(row for row in rows if row["name"] == name and row["target"] == target)

    def problems(self):
        return json.loads(self.read("out.json"))["problems"]


class Command(Bench):
    def test_trees_in_turns_and_every_report(self):
        self.tree("second", rows={**ROWS, "call/a/hot": {"ns": 60, "label": "baseline=clock"}})
        out = self.bench("second", "--html", "out.html", "--markdown", "out.md", "--raw", "raw")
        for text in ("call/a/hot", "fake", "second", "2 repetitions of 3 x 50 ms"):
            self.assertIn(text, out)
        self.assertEqual(
            (
                self.row("call/a/hot")["ratio"]["sample"],
                self.row("call/a/hot", "second")["ratio"]["sample"],
            ),
            ([2, 2], [6, 6]),
        )
        self.assertEqual(self.row("call/a/hot")["baseline"], "baseline/clock")
        self.assertEqual(len(json.loads(self.read("out.json"))["rows"]), 6)
        raw = [
            "raw/fake/calls.1.json",
            "raw/second/calls.1.json",
            "raw/fake/calls.2.json",
            "raw/second/calls.2.json",
        ]
        self.assertEqual(sorted(raw, key=lambda name: os.stat(self.path(name)).st_mtime_ns), raw)
        for name in ("out.html", "out.md", "raw/fake/calls.first.json"):
            self.assertTrue(os.path.exists(self.path(name)), name)

    def test_the_reference_is_measured_whatever_library_the_environment_names(self):
        self.write(
            "fake/target.json", self.read("fake/target.json").replace('"external"', '"reference"')
        )
        own_folder = os.path.realpath(self.path("fake/lib"))
        for others, wanted in (("", own_folder), ("/other", own_folder + ":/other")):
            with mock.patch.dict(os.environ, LD_LIBRARY_PATH=others):
                self.assertEqual(
                    load_tree(self.path("fake"))["environment"]["LD_LIBRARY_PATH"], wanted
                )

    def test_filter_takes_the_baselines_along(self):
        self.bench("--filter", "*/hot")
        self.assertEqual(len(json.loads(self.read("out.json"))["rows"]), 2)
        self.assertEqual(self.row("call/a/hot")["ratio"]["median"], 2)

    def test_rows_on_threads_run_beside_their_own_baseline(self):
        self.plan["rows"].update(
            {
                "baseline/clock/threads:2": {"ns": 5},
                "call/a/hot/threads:2": {"ns": 20, "label": "baseline=clock"},
            }
        )
        self.bench()
        self.assertEqual(
            (
                self.row("call/a/hot/threads:2")["ratio"]["median"],
                self.row("call/a/hot")["ratio"]["median"],
            ),
            (4, 2),
        )

    def test_pinning(self):
        if len(os.sched_getaffinity(0)) > 1:
            self.assertIn(f"bound to core {max(os.sched_getaffinity(0))};", self.bench())
        self.assertIn("not bound to a core", self.bench("--no-pin"))
        self.assertIsNone(json.loads(self.read("out.json"))["machine"]["pinned"])

    def test_an_earlier_run_is_shown_again(self):
        first = self.bench()
        again, _ = self.run_tool("--from", "out.json", "--json", "again.json")
        self.assertEqual((again, self.read("again.json")), (first, self.read("out.json")))
        self.assertIn("<svg", self.run_tool("--from", "out.json", "--section")[0])

    def test_against(self):
        for row in self.plan["rows"].values():
            row["noise"] = 0.01
        self.bench("--repetitions", "5", "--json", "old.json")
        against = "--repetitions", "5", "--against", "old.json", "--even-if-noisy"
        self.assertIn("0 slower, 0 faster, 2 cannot tell", self.bench(*against))
        self.plan["rows"]["call/a/hot"]["ns"] = 30
        out = self.bench(*against, code=1)
        self.assertIn("1 slower, 0 faster, 1 cannot tell", out)
        self.assertIn("slower: fake call/a/hot: ", out)
        self.plan["rows"]["call/a/hot"]["ns"] = 10
        self.assertIn("0 slower, 1 faster, 1 cannot tell", self.bench(*against))

    def test_nothing_in_common(self):
        self.bench("--json", "old.json")
        self.tree("other")
        out, err = self.run_tool("other", "--repetitions", "1", "--against", "old.json", code=4)
        self.assertIn("no benchmark in common", err)
        self.assertIn("call/a/hot", out)  # what was measured is not lost

    def test_refusals(self):
        self.write("rubbish.json", "rubbish")
        self.write("other.json", {"schema": 1, "tests": []})
        self.write("deep.json", "[" * 100000)
        self.tree("bare", benchmarks=())
        self.tree("old")
        self.write(
            "old/target.json",
            self.read("old/target.json").replace(f'"{own.version}"', '"0.0.0-old"'),
        )
        for arguments, code, part in (
            ((), 2, "TREE"),
            (("/no/such",), 2, "no such tree"),
            ((".",), 2, "no readable target.json"),
            (("bare",), 4, "has no benchmark"),
            (("old",), 2, "rebuild the tree"),
            (("fake", "--wrong"), 2, "--wrong"),
            (("fake", "--repetitions", "0"), 2, "1"),
            (("fake", "--timeout", "soon"), 2, "--timeout"),
            (("fake", "--from", "x"), 2, "--from"),
            (("--section",), 2, "--from"),
            (("--from", "no.json"), 2, "--from 'no.json' cannot be read"),
            (("--from", "deep.json"), 2, "no JSON at byte"),
            (
                ("--from", "rubbish.json", "--section"),
                2,
                "--bench 'rubbish.json': no JSON at byte 0",
            ),
            (("fake", "--against", "."), 2, "'.'"),
            (("fake", "--against", "other.json"), 2, "not written by mpitcheck bench"),
            (("fake", "--filter", "nothing/*"), 4, "nothing/*"),
            (("fake", "--raw", "rubbish.json"), 2, "--raw"),
            (("fake", "--json", "no/folder/x"), 2, "no/folder/x"),
            (("fake", "--html", "."), 2, "'.'"),
        ):
            with self.subTest(arguments=arguments):
                out, err = self.run_tool(*arguments, code=code)
                self.assertEqual((out, err.count("\n")), ("", 1), err)
                self.assertIn(part, err)

    def test_a_broken_pipe_does_not_lose_the_reports(self):
        self.bench()
        process = self.start("--from", "out.json", "--markdown", "out.md")
        process.stdout.close()
        self.assertEqual((process.stderr.read(), process.wait()), (b"", 0))
        process.stderr.close()
        self.assertIn("call/a/hot", self.read("out.md").replace("\\", ""))


class Hostile(Bench):
    def test_a_program_that_fails_is_named_and_the_other_tree_is_reported(self):
        for act, message in (
            ("exit", "exit code 7: it went wrong"),
            ("hang", "it did not end within 2 s"),
            ("rubbish", "it wrote no figures"),
            ("nothing", "it wrote no figures"),
        ):
            with self.subTest(act=act):
                self.tree("bad", act=act)
                out = self.bench(
                    "bad",
                    *(("--timeout", "2") if act == "hang" else ()),
                    "--repetitions",
                    "1",
                    code=3,
                )
                self.assertIn("failed: bad calls: " + message, out)
                self.assertNotIn("\x1b", out)
                self.assertEqual(len(self.problems()), 1, self.problems())
                self.assertEqual(self.row("call/a/hot")["ratio"]["median"], 2)

    def test_a_benchmark_that_fails_is_found_among_the_others(self):
        others = [f"call/b/{i}" for i in (1, 3, 4)]
        for act, message in (
            ("crash", "SIGSEGV"),
            ("error", "a call did not return MPI_SUCCESS"),
            ("zero", "its time per operation is 0 ns"),
        ):
            with self.subTest(act=act):
                for name in (*others, "call/b/2"):
                    self.plan["rows"][name] = {
                        "ns": 40,
                        "label": "baseline=clock",
                        **({"act": act} if name == "call/b/2" else {}),
                    }
                self.assertIn("failed: fake calls: call/b/2: " + message, self.bench(code=3))
                self.assertEqual(len(self.problems()), 1, self.problems())
                self.assertEqual([self.row(name)["ratio"]["median"] for name in others], [4, 4, 4])
                self.assertIsNone(self.row("call/b/2")["ns"])

    def test_failures_of_repetitions_are_counted(self):
        self.tree(
            "bad", act="crash later", rows={**ROWS, "call/a/hot/threads:2": {"ns": 20}}
        )  # a second process per repetition
        self.assertIn(
            "failed: bad calls: SIGSEGV (in 2 of 2 repetitions)", self.bench("bad", code=3)
        )
        self.assertEqual(len(self.problems()), 1, self.problems())
        self.assertEqual(self.row("call/a/hot")["ratio"]["median"], 2)

    def test_programs_that_are_not_there_or_cannot_list(self):
        self.tree(
            "bad",
            [{"name": "calls", "path": "bin/bench_calls"}, {"name": "gone", "path": "bin/none"}],
            list="crash",
        )
        self.tree("bare", benchmarks=())
        out = self.bench("bad", "bare", code=3)
        for line in (
            "bad calls: SIGSEGV",
            "bad gone: it could not be started (No such file",
            "bare: its tree has no benchmark programs",
        ):
            self.assertIn("failed: " + line, out)
        self.assertEqual(self.row("call/a/hot")["ratio"]["median"], 2)

    def test_a_baseline_that_is_not_there_is_said(self):
        self.plan["rows"]["call/a/hot"]["label"] = "baseline=none"
        self.assertIn("call/a/hot: the program lacks its baseline none", self.bench(code=3))
        self.assertIsNone(self.row("call/a/hot")["ratio"])
        self.assertEqual(self.row("call/a/hot")["ns"]["median"], 20)

    def test_floods_are_bounded_and_children_ended(self):
        for act in ("flood", "child"):
            self.plan["act"] = act
            self.bench("--repetitions", "1", "--timeout", "60")
            self.assertEqual(self.row("call/a/hot")["ratio"]["median"], 2)
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                with open(path, "rb") as file:
                    self.assertNotIn(self.folder.encode(), file.read())
            except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                pass

    def test_ctrl_c_keeps_what_was_done(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("fake", "--repetitions", "100", "--json", "out.json")
            while b"repetition 1 of" not in process.stderr.readline():
                self.assertIsNone(process.poll())
            process.send_signal(number)
            out, _ = process.communicate()
            self.assertEqual(process.returncode, 5)
            self.assertIn(b"Interrupted", out)
            self.assertTrue(json.loads(self.read("out.json"))["run"]["interrupted"])
            self.assertEqual(self.row("call/a/hot")["ratio"]["median"], 2)

    def test_ctrl_c_ends_a_program_that_hangs(self):
        self.tree("fake", act="hang")
        process = self.start("fake", "--json", "out.json")
        while not os.path.exists(self.path("fake/bin/hangs")):
            self.assertIsNone(process.poll())
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
        self.assertEqual((process.returncode, b"Interrupted" in out), (5, True), out)
