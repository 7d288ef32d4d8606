# SPDX-License-Identifier: BSD-3-Clause
"""Interprets the end of a command and the text that it printed."""
import os
import re

from mpitcheck.process.scheduler import Ending
from mpitcheck.process.text import decode, encode

_LINES_KEPT = 3
_LONGEST_LINE = 160  # bytes


def ending_signal(ending: Ending, launched: bool) -> int:
    """Returns the signal that ended the command, or 0.

    Launchers report a signal as exit code 128 + signal.
    """
    if os.WIFSIGNALED(ending.wait_status):
        return os.WTERMSIG(ending.wait_status)
    code = (
        os.WEXITSTATUS(ending.wait_status) if launched and os.WIFEXITED(ending.wait_status) else 0
    )
    return code - 128 if 128 < code < 128 + 65 else 0


def first_line(text: str) -> str:
    """Returns the first line that contains "error", else the first line, in at most 300 bytes.

    The first line alone is not enough, because launchers may begin with a warning.
    """
    lines = text.lstrip(" \t\r\n").split("\n")
    line = next((line for line in lines if "error" in line.lower()), lines[0])
    return decode(encode(line)[:300]) or "no output"


def last_lines(output: str) -> str:
    """Returns a note with the last lines of output that contain a letter; "" if none does."""
    lines = [line.strip() for line in output.splitlines() if re.search(r"[A-Za-z]", line)]
    shown = " / ".join(decode(encode(line)[:_LONGEST_LINE]) for line in lines[-_LINES_KEPT:])
    return "last lines of output: " + shown if shown else ""


# The beginning of a call that waits for the launcher. The launcher may be unable to start more
# processes, so a hang in this call breaks no rule of MPI_T.
OF_THE_LAUNCHER = "MPI_Comm_spawn("
# Messages of srun about a step that did not start, or that ended for a reason outside its
# processes: nodes, time, cancellation by others. After MPI_Abort the message has no "DUE TO".
_LAUNCHER_FAILURE = re.compile(
    r"srun: error: (?:Slurm job \d+ has expired|Unable to (?:create step|confirm allocation)|Task"
    r" launch for|"
    r"Application launch failed|[Tt]imeout waiting for task launch|Node failure)|CANCELLED AT \S+"
    r" DUE TO |Job step creation"
)

ALLOCATION_IS_OVER = ("has expired", "already completing or completed", "Invalid job id specified")


def launcher_failure(output: str) -> str:
    """Returns the line in which a launcher reports its own failure; "" if there is none."""
    found = _LAUNCHER_FAILURE.search(output)
    return (
        decode(encode(output[output.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0])[:300])
        if found
        else ""
    )
