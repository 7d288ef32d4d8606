# SPDX-License-Identifier: BSD-3-Clause
"""What is shown of a run that takes long, where stderr is not a terminal."""

import pytest

from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.run import progress
from mpitcheck.run.progress import Asking, Progress


class Clock:
    """Stands in for the module time."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(progress, "time", made)
    return made


@pytest.fixture
def shown(monkeypatch):
    """The lines that are shown."""
    lines = []
    monkeypatch.setattr(progress, "show", lines.append)
    return lines


def finish(of, number=1):
    for _ in range(number):
        of.finished(TestResult(verdict=Verdict.good))


def test_a_line_a_minute(clock, shown):
    of = Progress(100)
    for _ in range(150):
        clock.now += 1
        of.tick()
    assert shown == ["0 of 100 tests, 0 failed\n"] * 2


def test_a_line_a_tenth(clock, shown):
    of = Progress(10)
    finish(of, 2)
    assert len(shown) == 2
    of = Progress(10, quiet=True)
    clock.now += 1000
    of.tick()
    assert len(shown) == 2


@pytest.mark.parametrize("tests, hints", [(100, 1), (5, 0)])
def test_a_long_run_gets_one_hint(clock, shown, tests, hints):
    of = Progress(tests)
    clock.now += 61
    finish(of, 2)
    of.tick()
    clock.now += 61
    of.tick()
    assert sum("--quick" in line for line in shown) == hints, shown


@pytest.mark.parametrize("quiet, lines", [(False, 2), (True, 0)])
def test_progress_during_the_inventory(clock, shown, quiet, lines):
    of = Asking(quiet)
    for _ in range(130):
        clock.now += 1
        of.tick()
    of.end()
    assert len(shown) == lines, shown


def test_no_line_is_wider_than_the_terminal(clock, shown, monkeypatch):
    monkeypatch.setattr(progress, "is_terminal", lambda descriptor: True)
    monkeypatch.setattr(progress, "width_of", lambda descriptor, usual: 40)
    of = Progress(10)
    clock.now += 10
    of.finished(TestResult("mpich", name="a.test", verdict=Verdict.fail, message="m" * 100))
    assert "fail: mpich a.test: " + "m" * 17 + "...\n" in shown
    assert shown[-1] == "1 of 10 tests, 1 failed, about 2 min..."
    of = Progress(10)
    monkeypatch.setattr(progress, "width_of", lambda descriptor, usual: usual)
    clock.now += 1
    finish(of)
    assert shown[-1] == "1 of 10 tests, 0 failed, about 9 s left"
