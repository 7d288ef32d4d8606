# SPDX-License-Identifier: BSD-3-Clause
"""What test programs are told by their environment."""
import unittest

from mpitcheck.job.job import TIME_LIMIT_VARIABLE
from mpitcheck.judge.selftests.sources import source


class Words(unittest.TestCase):
    def test_are_those_of_the_harness(self):
        self.assertIn(
            f'time_limit_variable = "{TIME_LIMIT_VARIABLE}"',
            source("conformance/harness/test/run_test.hpp"),
        )


if __name__ == "__main__":
    unittest.main()
