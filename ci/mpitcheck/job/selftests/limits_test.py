# SPDX-License-Identifier: BSD-3-Clause
"""How the limit of a test follows from options and from the MPI's start."""
import unittest

from mpitcheck.job.limits import USUAL_START, time_limit
from mpitcheck.job.run_options import RunOptions


class Limits(unittest.TestCase):
    def test_what_is_asked_for_is_the_base(self):
        self.assertEqual(time_limit(RunOptions(timeout=30)), 30)
        self.assertEqual(time_limit(RunOptions(timeout=30), USUAL_START / 10), 30)

    def test_a_slow_start_makes_it_longer(self):
        self.assertEqual(time_limit(RunOptions(timeout=30), 6 * USUAL_START), 180)

    def test_stress_has_its_duration_beyond_it(self):
        self.assertEqual(time_limit(RunOptions(timeout=30, stress_duration=5), 2 * USUAL_START), 65)


if __name__ == "__main__":
    unittest.main()
