# SPDX-License-Identifier: BSD-3-Clause
"""What test programs are told by their environment."""

from mpitcheck.job.job import TIME_LIMIT_VARIABLE
from tests.judge.sources import source


def test_names_agree_with_the_harness():
    assert f'time_limit_variable = "{TIME_LIMIT_VARIABLE}"' in source(
        "conformance/harness/test/run_test.hpp"
    )
