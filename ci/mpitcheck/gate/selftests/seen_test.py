# SPDX-License-Identifier: BSD-3-Clause
"""When the tests of flaky entries were last seen to fail."""
import dataclasses
import glob
import os
import unittest

from mpitcheck.gate.expectations import load_expectations, parse_expectations, to_text
from mpitcheck.gate.seen import (
    Sight,
    last_sights,
    parse_sights,
    problem_with,
    sights_in,
    sights_text,
    with_last_sights,
)
from mpitcheck.judge.model import RunReport, TargetResult, TestResult, Verdict
from mpitcheck.process.error import UserError
from mpitcheck.process.files import read_input

OF_THE_SUITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../expectations")
TEXT = """library: Mine
version: 1.*

a.b  fail  bug  "why"  "m"
a.c  fail  flaky  "why"  "m"  seen=none@2026-01-01
"""
SIGHT = Sight("mine.txt", "a.c", "1.2", "2026-05-31", "fail", "m and more")


def the_file():
    return parse_expectations(TEXT, "ci/mine.txt")


def problem(seen, *sights):
    entry = dataclasses.replace(the_file().entries[1], seen=seen)
    return problem_with(entry, "ci/mine.txt", sights)


class Seen(unittest.TestCase):
    def test_a_report_shows_the_failures_that_flaky_entries_speak_of(self):
        fail, crash = Verdict.fail, Verdict.crash
        for test, verdict, message, version, count in (
            ("a.c", fail, "m and more", "1.2", 1),
            ("a.c", fail, "m and more", "2.0", 0),
            ("a.c", fail, "n", "1.2", 0),
            ("a.c", crash, "m and more", "1.2", 0),
            ("a.c", Verdict.good, "", "1.2", 0),
            ("a.b", fail, "m and more", "1.2", 0),
        ):
            with self.subTest(test=test, verdict=verdict, message=message, version=version):
                run = RunReport(
                    targets=[TargetResult("mine", f"Mine {version}")],
                    tests=[TestResult("mine", name=test, verdict=verdict, message=message)],
                )
                found = list(sights_in(run, SIGHT.day, [the_file()], "native"))
                self.assertEqual(found, [SIGHT] * count)

    def test_the_last_one_of_each_test_is_kept(self):
        later = dataclasses.replace(SIGHT, day="2026-06-01")
        other = dataclasses.replace(SIGHT, test="a.d")
        self.assertCountEqual(last_sights([later, SIGHT, other]), [other, later])

    def test_are_written_and_read(self):
        self.assertEqual(parse_sights(sights_text([SIGHT], "# Head.\n"), "x"), [SIGHT])
        with self.assertRaisesRegex(UserError, "^x:2: 3 fields, not 6"):
            parse_sights("# Head.\na\tb\tc\n", "x")

    def test_entries_say_so(self):
        self.assertEqual(
            to_text(with_last_sights(the_file(), [SIGHT])),
            TEXT.replace("none@2026-01-01", "1.2@2026-05-31"),
        )
        self.assertEqual(to_text(with_last_sights(the_file(), [])), TEXT)

    def test_what_no_recorded_run_shows_is_a_problem(self):
        self.assertEqual(problem("1.2@2026-05-31", SIGHT), "")
        self.assertEqual(problem("none@2026-01-01"), "")
        self.assertIn("seen=1.2@2026-05-31", problem("none@2026-01-01", SIGHT))
        for seen, sight in (
            ("1.2@2026-06-01", SIGHT),
            ("1.3@2026-05-31", SIGHT),
            ("1.2@2026-05-31", dataclasses.replace(SIGHT, file="other.txt")),
            ("1.2@2026-05-31", dataclasses.replace(SIGHT, test="a.b")),
            ("1.2@2026-05-31", dataclasses.replace(SIGHT, message="n")),
            ("1.2@2026-05-31", dataclasses.replace(SIGHT, verdict="crash")),
            ("1.2@2026-05-31", dataclasses.replace(SIGHT, verdict="pass")),
        ):
            with self.subTest(seen=seen, sight=sight):
                self.assertIn("no recorded run shows it", problem(seen, sight))

    def test_recorded_runs_bear_out_the_entries_of_the_suite(self):
        runs = os.path.join(OF_THE_SUITE, "runs.tsv")
        text = read_input(runs, "the recorded runs", "write them with ci/tools/seen")
        sights = parse_sights(text, runs)
        files = [load_expectations(path) for path in glob.glob(f"{OF_THE_SUITE}/*.txt")]
        flaky = [
            (file.path, entry) for file in files for entry in file.entries if entry.kind == "flaky"
        ]
        for path, entry in flaky:
            with self.subTest(file=os.path.basename(path), tests=entry.tests):
                self.assertEqual(problem_with(entry, path, sights), "")
        for sight in sights:
            with self.subTest(sight=sight):
                self.assertTrue(
                    any(sight.shows(entry, path) for path, entry in flaky), "no flaky entry"
                )


if __name__ == "__main__":
    unittest.main()
