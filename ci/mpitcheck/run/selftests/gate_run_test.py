# SPDX-License-Identifier: BSD-3-Clause
"""The gate as a user meets it: `mpitcheck run --expect FILE`."""
import os

from mpitcheck.process.error import ExitCode
from mpitcheck.selftests.fake_tree import FakeTreeTest, content

_HEAD = "library: Fake MPI\nversion: 1.*\n"
_KNOWN_FAIL = 'plain.fail  fail  bug  "why"  "fail"\n'
_KNOWN_QUALITY = 'signal.segv  crash  wontfix  "why"  "SIGSEGV in MPI_T_"\n'


class GateRun(FakeTreeTest):
    def write(self, text):
        self.tree.write_file("x.txt", text)

    def run_gate(self, *more):
        """Runs a pass, a broken `must` and a crash that breaks only a `quality` clause."""
        return self.tree.mpitcheck(
            [
                "run",
                self.tree.root,
                "--filter",
                "plain.pass",
                "--filter",
                "plain.fail",
                "--filter",
                "signal.segv",
                "--expect",
                "x.txt",
                "--json",
                "report.json",
                *more,
            ]
        )

    def problems(self, entries):
        """The problems that the gate found with these entries, once exit code and report are checked."""
        self.write(_HEAD + entries)
        finished = self.run_gate()
        summary = self.tree.report()["summary"]
        for finding in summary["gate"]["findings"]:
            self.assertIn(finding["line"], finished.out)
        found = [finding["problem"] for finding in summary["gate"]["findings"]]
        self.assertEqual(
            finished.exit_code,
            ExitCode.broken_must if found else ExitCode.as_expected,
            finished.out,
        )
        self.assertEqual(summary["exit_code"], finished.exit_code)
        return found

    def test_known_deviations_are_expected(self):
        self.assertEqual(self.problems(_KNOWN_FAIL + _KNOWN_QUALITY), [])
        self.assertEqual(self.tree.report()["summary"]["gate"]["known"], 2)
        self.assertIs(self.tree.test("plain.fail")["expected"], True)
        self.assertEqual(self.tree.test("plain.fail")["known"]["reason"], "why")
        self.assertIsNone(self.tree.test("plain.pass")["known"])

    def test_one_expectation_removed(self):
        self.assertEqual(self.problems(_KNOWN_QUALITY), ["unexpected-failure"])
        self.assertIs(self.tree.test("plain.fail")["expected"], False)

    def test_each_difference_is_a_problem(self):
        for entries, expected in (
            (_KNOWN_FAIL + 'plain.pass  fail  bug  "why"  "m"\n', ["unexpected-pass"]),
            ('plain.fail  crash  bug  "why"  "fail"\n', ["improvement"]),
            (_KNOWN_FAIL + 'signal.segv  crash  bug  "why"  "SIGBUS"\n', ["changed-message"]),
            (_KNOWN_FAIL + 'no.such  fail  bug  "why"  "m"\n', ["stale"]),
            (_KNOWN_FAIL + 'late.loop  timeout  bug  "why"  "m"\n', []),  # it is not selected
            ('plain.fail  fail  bug  "why"  "fail"  until=2001-01-01\n', ["expired"]),
        ):
            with self.subTest(entries=entries):
                self.assertEqual(self.problems(entries), expected)
        self.assertLessEqual(
            {"too-wide", "unexpected-pass"}, set(self.problems('*  fail  bug  "why"  "fail"\n'))
        )

    def test_files_for_other_libraries_are_ignored(self):
        self.tree.write_file("other.txt", 'library: Other\nversion: 1\nx  fail  bug  "r"  "m"\n')
        self.write(_HEAD + _KNOWN_FAIL)
        self.assertEqual(self.run_gate("--expect", "other.txt").exit_code, ExitCode.as_expected)
        self.assertEqual(
            self.run_gate("--expect", "other.txt", "--update-expectations").exit_code,
            ExitCode.usage,
        )

    def test_a_malformed_file_is_refused_in_one_line(self):
        self.write(_HEAD + "plain.fail  fail\n")
        self.assert_refusal(self.run_gate(), ExitCode.usage, "x.txt:3: an entry is:")
        os.unlink(self.tree.file("x.txt"))
        self.assertIn("expectations 'x.txt' cannot be read", self.run_gate().err)

    def test_known_deviations_are_told_in_a_line_each(self):
        self.write(_HEAD + _KNOWN_FAIL)
        finished = self.run_gate()
        self.assertIn("[fake (known), 1 test]\n", finished.out)
        self.assertIn("Gate: as expected. Known deviations: 1.", finished.out)
        self.assertNotIn("plain.fail", finished.err)

    def test_the_update_makes_the_file_fit(self):
        self.write(
            "# Mine.\n" + _HEAD + 'gone  fail  bug  "r"  "m"\nplain.pass  fail  bug  "r"  "m"\n'
        )
        finished = self.run_gate("--update-expectations")
        self.assertEqual(finished.exit_code, ExitCode.as_expected, finished.out)
        self.assertIn("x.txt: 1 added, 2 removed, 0 changed", finished.err)
        self.assertEqual(
            content(self.tree.file("x.txt")),
            "# Mine.\n" + _HEAD + '\nplain.fail  fail  bug  "to be reviewed"  "fail"\n',
        )
        self.assertEqual(self.run_gate().exit_code, ExitCode.as_expected)
        self.assertEqual(self.tree.remaining_files(), [])

    def test_the_update_writes_the_first_file_of_a_library(self):
        self.assertEqual(self.run_gate("--update-expectations").exit_code, ExitCode.as_expected)
        self.assertEqual(
            content(self.tree.file("x.txt")),
            'library: Fake MPI\nversion: 1.0\n\nplain.fail  fail  bug  "to be reviewed"  "fail"\n',
        )
        self.assertIn(
            "'more.txt' does not exist",
            self.run_gate("--expect", "more.txt", "--update-expectations").err,
        )

    def test_the_update_needs_a_file(self):
        self.assertEqual(
            self.tree.mpitcheck(["run", self.tree.root, "--update-expectations"]).exit_code,
            ExitCode.usage,
        )
