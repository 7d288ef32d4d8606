# SPDX-License-Identifier: BSD-3-Clause
"""Shows the progress of a run on stderr: a live line on a terminal, else plain lines."""
import math
import os
import time

from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.judge.results import is_known
from mpitcheck.process.text import escape_line, shortened
from mpitcheck.run.terminal import STDERR, show


_LONGEST_SILENCE = 60  # seconds without a line
_LONG_RUN = 20 * 60  # estimated remaining seconds from which a hint is shown


def _terminal_width() -> int:
    try:
        columns = os.get_terminal_size(STDERR).columns
    except OSError:
        columns = 0
    return columns if columns > 20 else 80


def _duration(seconds: float) -> str:
    whole = math.ceil(seconds)
    return f"{whole} s" if whole < 90 else f"{(whole + 59) // 60} min"


class LiveLine:
    """A line of the terminal that is overwritten.

    If stderr is not a terminal, `is_live` is False and nothing is shown.
    """

    def __init__(self, quiet: bool = False) -> None:
        self.is_live = not quiet and os.isatty(STDERR) and os.environ.get("TERM", "dumb") != "dumb"

    def set(self, text: str) -> None:
        if self.is_live:
            self.erase()
            show(shortened(text, _terminal_width() - 1))

    def erase(self) -> None:
        if self.is_live:
            show("\r\x1b[K")


class Asking:
    """The progress shown by tick() while the targets' preflight and inventory run."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet, self._line, self._begin = quiet, LiveLine(quiet), time.monotonic()
        self._shown = 0.0  # seconds at the last plain line

    def tick(self) -> None:
        seconds = time.monotonic() - self._begin
        text = f"Asking the library what it has, for {seconds:.0f} s"
        if self._line.is_live:
            self._line.set(text)
        elif not self._quiet and seconds - self._shown >= _LONGEST_SILENCE:
            self._shown = seconds
            show(text + "\n")

    def end(self) -> None:
        self._line.erase()


class Progress:
    """The progress of one run's tests."""

    def __init__(self, total: int, quiet: bool = False) -> None:
        """Prepares to show the progress of `total` tests, or nothing if `quiet`."""
        self._total, self._quiet = total, quiet
        self._line = LiveLine(quiet)
        self._done = self._broken = self._tenths = 0
        self._begin = self._shown = time.monotonic()
        self._has_hint = False

    @property
    def left(self) -> int:
        """The number of tests that have not finished."""
        return self._total - self._done

    def _state(self) -> str:
        text = f"{self._done} of {self._total} tests, {self._broken} failed"
        if 0 < self._done < self._total:
            text += (
                ", about"
                f" {_duration((time.monotonic() - self._begin) / self._done * self.left)} left"
            )
        return text + (", finishing" if self._done == self._total else "")

    def finished(self, test: TestResult) -> None:
        """Counts a finished test, and shows its result if that is an unexpected failure."""
        self._done += 1
        if self._quiet:
            return
        if test.verdict >= Verdict.error and not is_known(test):
            self._broken += 1
            self._line.erase()
            show(
                f"{test.verdict.word}: {escape_line(test.target)} {escape_line(test.name)}:"
                f" {escape_line(shortened(test.message, 300))}\n"
            )
        tenths = self._done * 10 // self._total
        if not self._line.is_live and tenths > self._tenths:
            self._show_state()
        self._tenths = tenths
        self.tick()

    def _show_state(self) -> None:
        self._shown = time.monotonic()
        show(self._state() + "\n")

    def _hint(self) -> None:
        """Shows once how to shorten a run, if its estimated remaining time is long."""
        spent = time.monotonic() - self._begin
        if self._has_hint or spent < _LONGEST_SILENCE or not self._done:
            return
        if spent / self._done * self.left >= _LONG_RUN:
            self._has_hint = True
            self._line.erase()
            show("This takes long: --quick, --filter and --suite conformance run fewer tests\n")

    def tick(self) -> None:
        """Refreshes the live line, or prints a plain line after a long silence."""
        if self._quiet:
            return
        self._hint()
        if not self._line.is_live and time.monotonic() - self._shown >= _LONGEST_SILENCE:
            self._show_state()
        self._line.set(self._state())

    def end(self) -> None:
        """Erases the live line and shows nothing on it afterwards."""
        self._line.erase()
        self._line.is_live = False
