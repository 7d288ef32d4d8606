# SPDX-License-Identifier: BSD-3-Clause
"""Follows the log of a running command: the steps of ninja, ctest and apt, and what failed."""
import re
import time
from collections.abc import Iterator
from typing import Optional

_SHOWN = 12  # lines of the output of a step that failed

_NINJA = re.compile(r"\[(\d+)/(\d+)\] (.*)")
_CTEST = re.compile(r" *(\d+)/(\d+) Test +#\d+: (\S+)")
_TO_INSTALL = re.compile(r"\d+ upgraded, (\d+) newly")
_INSTALLED = re.compile(r"(Get:|Unpacking |Setting up )\S+")
_OBJECT = re.compile(r"(.*)CMakeFiles/[^/]+\.dir/(.+)\.o")
_ERROR = re.compile(r"[Ee]rror|undefined|[Ff]atal")


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _source(output: str) -> str:
    """Returns the file that is compiled to this object, or the output itself."""
    output = output.strip()
    found = _OBJECT.fullmatch(output)
    return "".join(found.groups()) if found else output


class Activity:
    """What a command does."""

    def __init__(self, log: str) -> None:
        self._file = open(log, "rb")
        self._rest = b""  # of a line that is not complete
        self._began = time.monotonic()
        self._at = self._of = 0
        self._what = ""
        self._failure: Optional[list[str]] = None  # the command that failed, and its output
        self.has_shown_failure = False

    def update(self) -> list[str]:
        """Reads what the log has gained. Returns lines to show at once."""
        *lines, self._rest = (self._rest + self._file.read()).split(b"\n")
        texts = (line.decode("utf-8", "replace").replace("\r", "") for line in lines)
        return [shown for text in texts for shown in self._note(text)]

    def finish(self) -> list[str]:
        """Like update, when the command has ended."""
        shown = [*self.update(), *self._end_failure()]
        self._file.close()
        return shown

    def progress(self) -> str:
        """Returns the number of steps and the time left, as far as they are known."""
        if self._of == 0:
            return ""
        text = f" {self._at}/{self._of}"
        seconds = time.monotonic() - self._began
        # The first steps are not enough for an estimate.
        if 0 < self._at < self._of and seconds >= 5:
            text += f", about {clock(seconds * (self._of - self._at) / self._at)} left"
        return text

    def what(self) -> str:
        """Returns the step, or the last line of a log without steps."""
        return self._what

    def _note(self, line: str) -> Iterator[str]:
        if self._failure is not None:
            if not line.startswith(("[", "FAILED: ", "ninja: ")):
                self._failure.append(line)
                return
            yield from self._end_failure()
        if found := _NINJA.match(line) or _CTEST.match(line):
            self._at, self._of, self._what = int(found[1]), int(found[2]), found[3]
            if self._what.startswith("Building"):
                self._what = _source(self._what.split()[-1])
        elif found := _TO_INSTALL.match(line):
            self._of = 3 * int(found[1])  # each package is fetched, unpacked and set up
        elif found := _INSTALLED.match(line):
            self._at = min(self._at + 1, self._of)
            self._what = "fetching packages" if found[1] == "Get:" else found[0]
        elif line.startswith("FAILED: "):
            self._failure = []
            yield f"FAILED {_source(line[8:])}"
        elif line.startswith("Installing: "):
            yield line
        elif line and self._of == 0 and not line.startswith("ninja: Entering"):
            self._what = line

    def _end_failure(self) -> list[str]:
        """Returns the first lines that the failed step printed, from the first error on."""
        output = (self._failure or [])[1:]  # without the command
        self._failure = None
        first = next((i for i, line in enumerate(output) if _ERROR.search(line)), 0)
        self.has_shown_failure |= bool(output)
        return [f"  {line[:300]}" for line in output[first : first + _SHOWN]]
