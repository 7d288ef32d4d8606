# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of several files of tests."""
import pytest

from mpitcheck.judge.model import Verdict
from mpitcheck.judge.tree import TestEntry
from mpitcheck.judge.trial import Trial
from mpitcheck.process.scheduler import Ending
from tests.judge.trials import MUST, QUALITY, ranks, whole


@pytest.fixture
def trial():
    """A trial of one process whose account is whole."""
    made = Trial(
        TestEntry("t", clauses=[MUST, QUALITY]),
        time_limit=9,
        mpi_version="4.0",
        ending=Ending(),
    )
    ranks(made, whole(made, Verdict.good))
    return made
