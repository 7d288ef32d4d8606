# SPDX-License-Identifier: BSD-3-Clause
"""How long a test may take."""

USUAL_START = 0.5  # seconds that an MPI takes to come up and down, at most, for --timeout as it stands


def time_limit(options, start_seconds=0.0):
    """Seconds for a test, where MPI takes `start_seconds` to come up and down: tests do that many times. The load of the machine needs no
    place here: seconds are those that the machine gives the test (GivenTime of conformance/harness/process)."""
    return options.timeout * max(1.0, start_seconds / USUAL_START) + options.stress_duration
