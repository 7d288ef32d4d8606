# SPDX-License-Identifier: BSD-3-Clause
"""The load, and what differs under it."""
import os
import time
import unittest

from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.selftest.load import differences, load


def _children():
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        return file.read().split()


def _processor_seconds(process):
    with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[11]) / os.sysconf("SC_CLK_TCK")


class Load(unittest.TestCase):
    def test_processes_compute_until_its_end(self):
        before = set(_children())
        with load(2):
            spinning = set(_children()) - before
            self.assertEqual(len(spinning), 2)
            while not all(_processor_seconds(process) > 0.1 for process in spinning):
                time.sleep(0.01)
        self.assertEqual(set(_children()), before)

    def test_another_verdict_is_a_difference(self):
        def result(name, verdict, message=""):
            return TestResult(name=name, verdict=verdict, message=message)
        quiet = [result("a", Verdict.good), result("b", Verdict.fail, "x"), result("c", Verdict.vacuous)]
        loaded = [result("b", Verdict.fail, "y"), result("a", Verdict.inconclusive), result("c", Verdict.vacuous)]
        self.assertEqual(differences(quiet, loaded), [(quiet[0], loaded[1])])


if __name__ == "__main__":
    unittest.main()
