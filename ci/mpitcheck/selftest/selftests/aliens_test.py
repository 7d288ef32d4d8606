# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck selftest aliens`: its table, pairs and groups, what is right about an alien, prefixes,
and the command on a fake tree."""
import json
import os
import re
import stat
import tempfile
import unittest

from mpitcheck.judge.model import Finding, Footer, RunReport, TargetResult, TestResult, Verdict
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.selftest import alien_prefix
from mpitcheck.selftest.alien import Alien, go_together, groups_of, joined, load_aliens, pairs_of
from mpitcheck.selftest.alien_verdict import problems_of
from mpitcheck.selftests.fake_tree import FakeTree, FakeTreeTest, content

_SOURCES = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", "..", ".."))
_TABLE = os.path.join(_SOURCES, "conformance", "aliens")
_HEADER = os.path.join(_SOURCES, "reference", "include", "mpi.h")


class Table(unittest.TestCase):
    def load(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write("from mpitcheck.selftest.alien import Alien\n" + text)
            file.flush()
            return load_aliens(file.name)

    def test_is_as_it_should_be(self):
        aliens = load_aliens(os.path.join(_TABLE, "table.py"))
        self.assertGreaterEqual(len(aliens), 30)
        with open(os.path.join(_TABLE, "behaviour", "alien.h"), encoding="utf-8") as file:
            known = set(re.findall(r"X\((\w+)\)", file.read()))
        for alien in aliens:
            with self.subTest(alien=alien.name):
                self.assertLessEqual(set(alien.behaviour), known)
                for source in alien.before_library + alien.archives + alien.shared:
                    self.assertTrue(os.path.exists(os.path.join(_TABLE, "prefix", source)), source)
                alien_prefix._edited_header(alien, _HEADER)  # each edit finds something

    def test_is_refused_if_it_is_not(self):
        for text in (
            'ALIENS = [Alien("a", change=1)]',
            'ALIENS = [Alien("a", excludes=["b"])]',
            'ALIENS = [Alien("a"), Alien("a")]',
            "",
            "ALIENS = [",
        ):
            with self.subTest(text=text), self.assertRaises(UserError):
                self.load(text)
        with self.assertRaises(UserError):
            load_aliens("/nowhere/table.py")

    def test_groups_keep_the_order(self):
        aliens = self.load(
            'ALIENS = [Alien("a"), Alien("b", group="g"), Alien("c"), Alien("d", group="g")]'
        )
        names = [[alien.name for alien in group] for group in groups_of(aliens)]
        self.assertEqual(names, [["a"], ["b", "d"], ["c"]])


class Pairs(unittest.TestCase):
    def test_have_what_both_have(self):
        one = Alien("a", "It is a", behaviour=["x"], sees=["c"], most=3, link="-la", least_pass=30)
        other = Alien(
            "b",
            "It is b",
            behaviour=["x", "y"],
            sees=["d"],
            notes=["n"],
            link="-lb",
            launcher="mpirun",
            tests=["t.*"],
        )
        pair = joined([one, other])
        self.assertEqual(
            (pair.name, pair.behaviour, pair.sees, pair.most_findings),
            ("a+b", ["x", "y"], ["c", "d"], 4),
        )
        self.assertEqual(
            (pair.link, pair.launcher, pair.notes, pair.tests, pair.least_pass),
            ("-la -lb", "mpirun", ["n"], ["t.*"], 30),
        )
        self.assertEqual((one.sees, one.behaviour), (["c"], ["x"]))

    def test_go_together_or_not(self):
        for one, other, right in (
            (Alien("a"), Alien("b"), True),
            (Alien("a", launcher=""), Alien("b", launcher="mpirun"), False),
            (Alien("a", configure_says="x"), Alien("b"), False),
            (Alien("a", excludes=["b"]), Alien("b"), False),
            (Alien("a", env=["K=1"]), Alien("b", env=["K=2"]), False),
            (Alien("a", env=["K=1"]), Alien("b"), True),
            (Alien("a", launcher="mpirun"), Alien("b"), True),
        ):
            with self.subTest(one=one, other=other):
                self.assertEqual((go_together(one, other), go_together(other, one)), (right, right))

    def test_are_drawn_by_the_seed(self):
        aliens = [Alien(name) for name in "abcdef"]
        drawn = [
            tuple(pair.name for pair in pairs_of(aliens, 3, seed)) for seed in (1, 1, *range(2, 10))
        ]
        self.assertEqual(drawn[0], drawn[1])
        self.assertGreater(len(set(drawn)), 2)
        self.assertEqual(len(pairs_of(aliens, 99, 1)), 15)


def _report(findings, verdicts=(Verdict.good,), notes=()):
    return RunReport(
        targets=[TargetResult("t", notes=list(notes))],
        tests=[TestResult(verdict=verdict) for verdict in verdicts],
        findings=[
            Finding(f"F-{i}", "line", "must", clauses=list(clauses))
            for i, clauses in enumerate(findings)
        ],
        footer=Footer(complete=True),
    )


class Judging(unittest.TestCase):
    def assert_problems(self, alien, report, *parts):
        problems = problems_of(alien, report)
        self.assertEqual(len(problems), len(parts), problems)
        for problem, part in zip(problems, parts):
            self.assertIn(part, problem)

    def test_nothing_is_found_about_legal_ones(self):
        self.assert_problems(Alien("a"), _report([]))
        self.assert_problems(Alien("a"), _report([["c"]]), "F-0 (must): line [c]")

    def test_illegal_ones_have_their_findings_and_no_other(self):
        alien = Alien("a", sees=["c", "d"], may=["e"])
        self.assert_problems(alien, _report([["c"], ["d", "e"]]))
        self.assert_problems(alien, _report([["c", "f"]]), "[f]", "no finding about d")
        self.assert_problems(alien, _report([["c"], ["d"], ["e"]]), "3 findings about what are 2")

    def test_lines_about_the_target(self):
        alien = Alien("a", notes=["Comm_dup"])
        self.assert_problems(alien, _report([], notes=["MPI_Comm_dup crashes"]))
        self.assert_problems(alien, _report([]), "no line says 'Comm_dup'")
        lost = _report([], notes=["no inventory: SIGSEGV"])
        self.assert_problems(Alien("a"), lost, "no inventory")

    def test_silence_is_right_only_if_something_was_examined(self):
        self.assert_problems(Alien("a"), _report([], [Verdict.good, Verdict.vacuous]))
        third = _report([], [Verdict.good, Verdict.vacuous, Verdict.inconclusive])
        self.assert_problems(Alien("a"), third, "only 1 of 3 tests pass")
        self.assert_problems(Alien("a", least_pass=30), third)
        self.assert_problems(Alien("a"), _report([], [Verdict.good, Verdict.error]), "error")


class Wrappers(unittest.TestCase):
    def wrapper(self, folder, alien):
        place = alien_prefix.Installation(folder, "/reference", _HEADER)
        sources, own.sources = own.sources, _SOURCES
        self.addCleanup(setattr, own, "sources", sources)
        includes = alien_prefix._make_includes(alien, place)
        compilers = {"mpicc": "echo"}
        alien_prefix._make_wrappers(alien, place, compilers, includes, "/lib", ["-lmpi_abi"])
        path = os.path.join(place.prefix, "bin", "mpicc")
        self.assertTrue(os.stat(path).st_mode & stat.S_IXUSR)
        return path, includes

    def printed(self, *words):
        with os.popen(" ".join(words) + " 2>&1") as pipe:
            return pipe.read().strip()

    def test_link_unless_asked_to_compile(self):
        with tempfile.TemporaryDirectory() as folder:
            path, includes = self.wrapper(folder, Alien("a", link="-lx", compile="-DX"))
            self.assertEqual(self.printed(path, "-c", "a.c"), f"-I{includes} -DX -c a.c")
            linked = self.printed(path, "a.c")
            self.assertTrue(linked.endswith("-lx -lmpi_abi"), linked)
            self.assertEqual(self.printed(path, "-show", "a.c"), f"echo {linked}")

    def test_may_know_no_options_and_fail_without_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            needy = '[ -n "$ALIEN_X" ] || { echo unset; exit 127; }'
            path, _ = self.wrapper(folder, Alien("a", show=False, before=needy))
            self.assertEqual(self.printed(path, "-show"), "unset")
            self.assertIn("-show", self.printed("ALIEN_X=1", path, "-show"))

    def test_the_first_problem_is_the_one_that_says_why(self):
        for output, line in (
            ("a\nCMake Error at x:1 (message):\n  No usable\n  MPI\n\nb", "No usable MPI"),
            ("a\nx.cpp:1:2: error: no\nninja: stopped", "x.cpp:1:2: error: no"),
            ("a\nb\n", "b"),
            ("", "nothing was printed"),
        ):
            self.assertEqual(alien_prefix.first_problem(output), line)


class SelftestAliens(FakeTreeTest):
    def selftest(self, *arguments):
        os.environ["MPITCHECK_SOURCES"] = _SOURCES
        return self.tree.mpitcheck(["selftest", "aliens", self.tree.root, *arguments])

    def make_reference(self):
        self.tree.manifest["kind"] = "reference"
        for program in self.tree.manifest["programs"]:
            program["suite"] = "conformance"
        self.tree.write()

    def test_lists_what_must_be_found(self):
        run = self.selftest("--list", "--filter", "name_twice", "--filter", "needs_environment")
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)
        self.assertIn("same name: cvar-name-unique\n", run.out)
        self.assertIn(": CMake says 'ALIEN_HOME is not set'\n", run.out)

    def test_tells_right_from_wrong(self):
        self.make_reference()
        for test, exit_code, part in (
            ("plain.pass", ExitCode.as_expected, "1 aliens, 0 not as expected"),
            ("plain.fail", ExitCode.broken_must, f"[{FakeTree.clause('must')}]"),
        ):
            run = self.selftest(
                "--filter", "progress_lock", "--test", test, "--json", "selftest.json"
            )
            self.assertEqual(run.exit_code, exit_code, run.out + run.err)
            self.assertIn(part, run.out)
            found = json.loads(content(self.tree.file("selftest.json")))
            names = [alien["name"] for alien in found["aliens"]]
            self.assertEqual((found["complete"], names), (True, ["progress_lock"]))

    def test_refuses_what_it_cannot_run(self):
        run = self.selftest("--filter", "none_such")
        self.assertEqual(run.exit_code, ExitCode.usage, run.out)  # another MPI's tree
        self.assertIn("aliens are made from the reference", run.err)
        self.make_reference()
        run = self.selftest("--filter", "none_such")
        self.assertEqual(run.exit_code, ExitCode.nothing_selected)
        run = self.selftest("--filter", "banner_at_init", "--test", "plain.pass")
        self.assertEqual(run.exit_code, ExitCode.usage, run.out)
        self.assertIn("was built without its aliens: cmake --build", run.err)


if __name__ == "__main__":
    unittest.main()
