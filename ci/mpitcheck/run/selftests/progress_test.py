# SPDX-License-Identifier: BSD-3-Clause
"""What is shown of a run that takes long, where stderr is not a terminal."""
import unittest
from unittest import mock

from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.run import progress
from mpitcheck.run.progress import Asking, Progress


class ProgressTest(unittest.TestCase):
    def setUp(self):
        self.now, self.shown = 1000.0, []
        clock = mock.Mock(monotonic=lambda: self.now)
        for name, stand_in in (("show", self.shown.append), ("time", clock)):
            patch = mock.patch.object(progress, name, stand_in)
            patch.start()
            self.addCleanup(patch.stop)

    def finish(self, of, number=1):
        for _ in range(number):
            of.finished(TestResult(verdict=Verdict.good))

    def test_a_line_a_minute(self):
        of = Progress(100)
        for _ in range(150):
            self.now += 1
            of.tick()
        self.assertEqual(self.shown, ["0 of 100 tests, 0 failed\n"] * 2)

    def test_a_line_a_tenth(self):
        of = Progress(10)
        self.finish(of, 2)
        self.assertEqual(len(self.shown), 2)
        of = Progress(10, quiet=True)
        self.now += 1000
        of.tick()
        self.assertEqual(len(self.shown), 2)

    def test_a_hint_once_if_it_takes_long(self):
        for tests, hints in ((100, 1), (5, 0)):
            self.shown.clear()
            of = Progress(tests)
            self.now += 61
            self.finish(of, 2)
            of.tick()
            self.now += 61
            of.tick()
            self.assertEqual(sum("--quick" in line for line in self.shown), hints, self.shown)

    def test_while_the_library_is_asked(self):
        for quiet, lines in ((False, 2), (True, 0)):
            self.shown.clear()
            of = Asking(quiet)
            for _ in range(130):
                self.now += 1
                of.tick()
            of.end()
            self.assertEqual(len(self.shown), lines, self.shown)


if __name__ == "__main__":
    unittest.main()
