# SPDX-License-Identifier: BSD-3-Clause
"""What the end of a command and the text that it printed say: its signal, a launcher's own failure, lines for people."""
import os
import re

from mpitcheck.process.scheduler import Ending
from mpitcheck.process.text import decode, encode

_LINES_KEPT = 3
_LONGEST_LINE = 160  # bytes


def ending_signal(ending: Ending, launched: bool) -> int:
    """The signal that ended the command, 0 if none did. Launchers pass it on as 128 + signal."""
    if os.WIFSIGNALED(ending.wait_status):
        return os.WTERMSIG(ending.wait_status)
    code = (
        os.WEXITSTATUS(ending.wait_status) if launched and os.WIFEXITED(ending.wait_status) else 0
    )
    return code - 128 if 128 < code < 128 + 65 else 0


def first_line(text: str) -> str:
    """The first that speaks of an error, else the first: launchers may begin with a warning."""
    lines = text.lstrip(" \t\r\n").split("\n")
    line = next((line for line in lines if "error" in line.lower()), lines[0])
    return decode(encode(line)[:300]) or "no output"


def last_lines(output: str) -> str:
    """A note with the last lines of the output that say something; "" if none does."""
    lines = [line.strip() for line in output.splitlines() if re.search(r"[A-Za-z]", line)]
    shown = " / ".join(decode(encode(line)[:_LONGEST_LINE]) for line in lines[-_LINES_KEPT:])
    return "last lines of output: " + shown if shown else ""


# Begins a call that waits for a launcher which may be unable to start further processes: a hang there breaks no rule of the interface.
OF_THE_LAUNCHER = "MPI_Comm_spawn("
# How srun says that a step did not begin, or ended, for reasons that no process of it has: nodes, time, others' orders. An order to end
# that a process gave itself (MPI_Abort) has no "DUE TO".
_LAUNCHER_FAILURE = re.compile(
    r"srun: error: (?:Slurm job \d+ has expired|Unable to (?:create step|confirm allocation)|Task"
    r" launch for|"
    r"Application launch failed|[Tt]imeout waiting for task launch|Node failure)|CANCELLED AT \S+"
    r" DUE TO |Job step creation"
)

ALLOCATION_IS_OVER = ("has expired", "already completing or completed", "Invalid job id specified")


def launcher_failure(output: str) -> str:
    """The line of a launcher's output that tells of its own failure; "" if none does."""
    found = _LAUNCHER_FAILURE.search(output)
    return (
        decode(encode(output[output.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0])[:300])
        if found
        else ""
    )
