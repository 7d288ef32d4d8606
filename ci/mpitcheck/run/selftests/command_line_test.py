# SPDX-License-Identifier: BSD-3-Clause
"""The command line as a user meets it: bad input gives one clear line, and the documented exit code."""
import json
import os
import sys
import unittest

from mpitcheck.process import own
from mpitcheck.process.error import ExitCode
from mpitcheck.run.options import parse_options
from mpitcheck.selftests.fake_tree import FakeTreeTest

_REFUSED = (
    (["run", "TREE", "--wrong"], ExitCode.usage, "--wrong"),
    (["run", "TREE", "--filt", "*"], ExitCode.usage, "--filt"),
    (["run", "TREE", "--json"], ExitCode.usage, "--json"),
    (["run", "TREE", "--json", "a", "--json", "b"], ExitCode.usage, "--json"),
    (["run", "TREE", "--np", "4097"], ExitCode.usage, "--np: Value 4097 not in range 1 to 4096"),
    (["run", "TREE", "--bench", "x"], ExitCode.usage, "--bench requires --html"),
    (
        ["selftest", "blast", "TREE", "--all", "--every", "2"],
        ExitCode.usage,
        "--every excludes --all",
    ),
    (["list"], ExitCode.usage, "subcommand"),
    (["run", "/no/such/tree"], ExitCode.usage, "no such tree: '/no/such/tree'"),
    (["run", "."], ExitCode.usage, "no readable target.json"),
    (["run", "a\x1b[31m\n"], ExitCode.usage, "a\\x1b[31m\\n"),
    (["run", "TREE", "--filter", "nothing.like*"], ExitCode.nothing_selected, "nothing.like*"),
    (
        ["run", "TREE", "--filter", "plain.*", "--filter", "wrong"],
        ExitCode.nothing_selected,
        "'wrong'",
    ),
    (["run", "TREE", "--suite", "wrong"], ExitCode.nothing_selected, "--suite"),
    (["run", "TREE", "--level", "may"], ExitCode.usage, "may"),
    (["run", "TREE", "--timeout", "0"], ExitCode.usage, "--timeout"),
    (["run", "TREE", "--env", "novalue"], ExitCode.usage, "K=V"),
    (["run", "TREE", "--launcher", "mpiexec"], ExitCode.usage, "{np}"),
    (["run", "TREE", "--launcher", "mpiexec '{np}"], ExitCode.usage, "unbalanced quote"),
    (["run", "TREE", "--launcher", "/no/such/mpiexec -n {np}"], ExitCode.usage, "/no/such/mpiexec"),
    (["run", "TREE", "--preload", "/no/such.so"], ExitCode.usage, "--preload /no/such.so"),
    (["run", "TREE", "--preload", "/etc/passwd"], ExitCode.usage, "no such shared library"),
    (["run", "TREE", "--abi-library", "/no.so"], ExitCode.usage, "standard ABI"),
    (["run", "TREE", "--name", "a/b"], ExitCode.usage, "letters, digits"),
    (["run", "TREE", "TREE", "--name", "ab"], ExitCode.usage, "one tree"),
    (["run", "--timeout", "--", "TREE"], ExitCode.usage, "--timeout: Value -- not in range"),
    (["explain", "a", "--", "--json"], ExitCode.usage, "unrecognized arguments: --json"),
    (["run", "TREE", "--json", "no/folder/x.json"], ExitCode.usage, "no/folder/x.json"),
    (["run", "TREE", "--html", "tmp"], ExitCode.usage, "it is a folder"),
    (["explain", "wrong", "--tree", "TREE"], ExitCode.nothing_selected, "'wrong'"),
    (["list", "tests", "--tree", "/no/such"], ExitCode.usage, "no such tree"),
)


class Options(unittest.TestCase):
    def test_what_is_not_given_is_as_usual(self):
        usual = parse_options(["run", "a", "--filter", "x", "b"]).run
        self.assertEqual((usual.trees, usual.filters), (["a", "b"], ["x"]))
        self.assertEqual((usual.timeout, usual.grace, usual.np, usual.programs), (60, 2, 1, 0))
        self.assertEqual(parse_options(["run", "a", "--repro", "b"]).run.programs, sys.maxsize)
        hostile = parse_options(["selftest", "hostile"]).run
        self.assertEqual((hostile.timeout, hostile.jobs), (8, 4 * usual.jobs))
        self.assertEqual(
            parse_options(["selftest", "hostile", "--timeout", "9", "-j", "1"]).run.jobs, 1
        )
        for words, every in (
            ([], 23),
            (["--all"], 1),
            (["--filter", "x"], 1),
            (["--every", "7"], 7),
        ):
            self.assertEqual(parse_options(["selftest", "blast", *words]).every, every)
        self.assertEqual(parse_options(["finding", "F-1"]).report, "build/report/report.json")
        self.assertEqual(
            [parse_options(["inventory", "a", *words]).probe for words in ([], ["--probe"])],
            [False, True],
        )
        self.assertEqual(
            [parse_options(["site", *words, "--out", "a"]).subject for words in ([], ["b"])],
            ["", "b"],
        )

    def test_a_separator_ends_the_options_unless_it_is_the_value_of_one(self):
        self.assertEqual(parse_options(["diff", "--json", "--", "a", "b"]).reports, ["a", "b"])
        self.assertEqual(parse_options(["diff", "a", "--", "-b"]).reports, ["a", "-b"])
        self.assertEqual(parse_options(["diff", "--", "--", "--json"]).reports, ["--", "--json"])
        run = parse_options(["run", "--filter", "--", "a", "--name", "--", "--", "b"]).run
        self.assertEqual((run.filters, run.name, run.trees), (["--"], "--", ["a", "b"]))


class CommandLine(FakeTreeTest):
    def run_tree(self, *arguments):
        return self.tree.mpitcheck(["run", self.tree.root, "--json", "report.json", *arguments])

    def test_bad_ones_are_refused_in_one_line(self):
        self.assert_all_refused(_REFUSED)
        self.assertEqual(self.tree.remaining_files(), [])

    def test_help_and_version(self):
        self.assertIn(own.version, self.tree.mpitcheck(["--version"]).out)
        for command in ([], ["list"], ["run"], ["selftest", "repro"]):
            help = self.tree.mpitcheck([*command, "--help"])
            self.assertEqual(help.exit_code, ExitCode.as_expected)
            self.assertIn("Exit codes:", help.out)

    def test_a_refused_report_path_runs_nothing(self):
        os.mkdir(self.tree.file("folder"))
        self.run_tree("--filter", "plain.pass", "--junit", "folder")
        self.assertFalse(os.path.exists(self.tree.file("report.json")))

    def test_all_reports_are_written_even_if_nobody_reads_the_summary(self):
        arguments = [
            "--filter",
            "plain.pass",
            "--junit",
            "j.xml",
            "--markdown",
            "m.md",
            "--html",
            "h.html",
        ]
        run = self.run_tree(*arguments)
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)
        files = [self.tree.file(name) for name in ("report.json", "j.xml", "m.md", "h.html")]
        for file in files:
            self.assertGreater(os.path.getsize(file), 0)
            os.unlink(file)
        reading, writing = os.pipe()
        os.close(reading)
        started = self.tree.start(
            ["run", self.tree.root, "--json", "report.json", *arguments], stdout=writing
        )
        os.close(writing)
        self.assertEqual(self.tree.finish(started).exit_code, ExitCode.as_expected)
        for file in files:
            self.assertGreater(os.path.getsize(file), 0)

    def test_a_filter_takes_clause_ids_and_the_seed_is_passed_on(self):
        run = self.run_tree(
            "--filter",
            self.tree.clause("must"),
            "--filter",
            "plain.*",
            "--timeout",
            "1",
            "--grace",
            "0",
            "--seed",
            "7",
        )
        self.assertEqual(run.exit_code, ExitCode.broken_must)
        self.assertEqual(len(self.tree.report()["tests"]), len(self.tree.tests))
        self.assertIn("--filter plain.pass --seed 7", self.tree.test("plain.pass")["replay"])

    def test_a_test_may_want_less_time_than_the_run_allows(self):
        for each in self.tree.tests:
            each["most_seconds"] = 1
        self.tree.write()
        self.run_tree("--filter", "late.loop", "--timeout", "3600", "--grace", "0")
        self.assertEqual(self.tree.test("late.loop")["verdict"], "timeout")

    def test_only_our_own_errors_exit_with_three(self):
        self.assertEqual(self.run_tree("--filter", "result.garbage").exit_code, ExitCode.own_error)

    def test_several_processes_per_test_need_the_launcher(self):
        run = self.run_tree("--filter", "plain.pass", "--np", "3")
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.out)
        self.assertEqual(self.tree.test("plain.pass")["np"], 3)

    def test_the_same_tree_twice_gives_two_targets(self):
        self.run_tree(self.tree.root, "--filter", "plain.pass")
        targets = self.tree.report()["targets"]
        self.assertEqual([target["name"] for target in targets], ["fake", "fake-2"])
        self.assertEqual(targets[0]["counts"]["cvars"], 2)

    def test_lists_clauses_with_their_tests_and_faults_as_json(self):
        must = self.tree.clause("must")
        self.tree.manifest["faults"] = {
            "library": "lib/none.so",
            "list": [{"name": "bad", "brief": "It is bad.", "clauses": [must]}],
        }
        self.tree.write()
        self.assertIn("bad", self.tree.mpitcheck(["explain", must, "--tree", self.tree.root]).out)
        run = self.tree.mpitcheck(["list", "clauses", "--json", "--tree", self.tree.root])
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)
        clauses = json.loads(run.out)
        for clause in clauses:
            self.assertLessEqual(
                {"id", "level", "area", "since", "derived", "tests", "faults", "no_fault"},
                clause.keys(),
            )
            self.assertEqual(len(clause["faults"]), clause["id"] == must)
        self.assertEqual(sum(bool(clause["tests"]) for clause in clauses), 2)

    def test_lists_and_explains_tests(self):
        listed = json.loads(
            self.tree.mpitcheck(["list", "tests", "--json", "--tree", self.tree.root]).out
        )
        self.assertEqual(len(listed), len(self.tree.tests))
        must = self.tree.clause("must")
        for subject, part in (("plain.pass", must), (must, "ranks.pass")):
            self.assertIn(
                part, self.tree.mpitcheck(["explain", subject, "--tree", self.tree.root]).out
            )
