# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs one by one, with limits on time and output, and measures the load by others.

When a program ends, all processes that it started are ended.
"""
import ctypes
import glob
import os
import re
import selectors
import signal
import subprocess
import time
import types
from typing import Optional

from mpitcheck.bench.figures import is_baseline, median
from mpitcheck.bench.shapes import Machine, Noise, RowData
from mpitcheck.process.files import Scratch
from mpitcheck.process.text import signal_name

LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
MOST_OUTPUT = 4 << 20  # bytes kept of each pipe
MOST_WORDS = 200  # characters kept of the last line of a failed program
# Spread of the baselines; shares of all cores.
MOST_SPREAD, MOST_OTHERS, MOST_STOLEN = 0.05, 0.25, 0.02


class Interrupted(Exception):
    """SIGINT, SIGTERM or SIGHUP was received."""


def children() -> set[int]:
    """Returns the processes whose parent is this process."""
    found = set()
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except OSError:  # it has ended
            continue
        if parent == os.getpid():
            found.add(int(path.split("/")[2]))
    return found


class Processes:
    """Runs programs, adopts the processes that they leave behind and records signals.

    These signals are requests to end this process.
    """

    def __init__(self, timeout: float) -> None:
        self.timeout, self.interrupted, self.spared = timeout, False, children()
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.note_signal)

    def note_signal(self, _number: int, _frame: Optional[types.FrameType]) -> None:
        self.interrupted = True

    def run(
        self, words: list[str], environment: dict[str, str], core: Optional[int] = None
    ) -> tuple[str, str, float]:
        """Runs a program. Returns its problem, its output and its seconds.

        The problem is "" if the program succeeds. Raises Interrupted.
        """

        def prepare() -> None:
            LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            if core is not None:
                os.sched_setaffinity(0, {core})

        if self.interrupted:
            raise Interrupted
        begin = time.monotonic()
        with Scratch() as work:
            try:
                process = subprocess.Popen(
                    words,
                    cwd=work,
                    env={**os.environ, **environment, "TMPDIR": work},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                    preexec_fn=prepare,
                )
            except (OSError, ValueError) as why:
                return f"it could not be started ({getattr(why, 'strerror', why)})", "", 0.0
            with process:
                has_ended, output, errors = self.watch(process)
        if self.interrupted:
            raise Interrupted
        problem = "" if has_ended else f"it did not end within {self.timeout:g} s"
        if has_ended and process.returncode != 0:
            problem = (
                f"exit code {process.returncode}"
                if process.returncode > 0
                else signal_name(-process.returncode)
            )
        if problem:
            problem += last_words(errors or output)
        return problem, output.decode(errors="replace"), time.monotonic() - begin

    def watch(self, process: subprocess.Popen[bytes]) -> tuple[bool, bytes, bytes]:
        """Waits until the program or its time ends, then ends all processes that it left.

        Returns whether the program ended by itself, its standard output and its standard error.
        """
        assert process.stdout and process.stderr  # run() requests both
        output, errors = process.stdout.fileno(), process.stderr.fileno()
        kept = {output: bytearray(), errors: bytearray()}

        def keep(pipe: int) -> bytes:
            data = os.read(pipe, 1 << 16)
            kept[pipe] += data
            del kept[pipe][:-MOST_OUTPUT]
            return data

        deadline, has_ended, end = (
            time.monotonic() + self.timeout,
            False,
            os.pidfd_open(process.pid),
        )
        with selectors.DefaultSelector() as selector:
            for source in (end, *kept):
                selector.register(source, selectors.EVENT_READ)
            while not (has_ended or self.interrupted) and time.monotonic() < deadline:
                for key, _ in selector.select(0.2):
                    if key.fd == end:
                        has_ended = True
                    elif not keep(key.fd):
                        selector.unregister(key.fd)
        os.close(end)
        # It is not reaped yet, so the group id is still valid.
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        while left := children() - self.spared:
            for pid in left:
                end_one(pid, self.spared)
        for pipe in kept:
            os.set_blocking(pipe, False)
            try:
                while keep(pipe):
                    pass
            except BlockingIOError:  # a process that holds it could not be ended
                pass
        return has_ended, bytes(kept[output]), bytes(kept[errors])


def end_one(pid: int, spared: set[int]) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except PermissionError:
        spared.add(pid)


def last_words(said: bytes) -> str:
    """Returns the last line of a program's output, in a form for a message."""
    line = said.rstrip(b"\n").rpartition(b"\n")[2].decode(errors="replace")
    return (": " + line[:MOST_WORDS] + "…" * (len(line) > MOST_WORDS)) if line else ""


def core_to_bind() -> Optional[int]:
    """Returns the last core that this process may use.

    Returns None if there is only one core or if binding is not allowed.
    """
    cores = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {max(cores)})
        os.sched_setaffinity(0, cores)
    except OSError:
        return None
    return max(cores) if len(cores) > 1 else None


def describe_machine(core: Optional[int]) -> Machine:
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        name = re.search(r"^model name\s*: (.*)$", file.read(), re.MULTILINE)
    return {
        "processor": name[1] if name else "unknown",
        "pinned": core,
        "load": os.getloadavg()[0],
        "others": 0.0,
        "stolen": 0.0,
    }


def used() -> tuple[float, float, float]:
    """Returns the seconds of all cores: used by other programs, stolen by a hypervisor, total."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(word) / os.sysconf("SC_CLK_TCK") for word in file.readline().split()[1:9]]
    _, _, _, idle, waiting, _, _, stolen = ticks
    return sum(ticks) - idle - waiting - stolen - sum(os.times()[:4]), stolen, sum(ticks)


def share_of_others(before: tuple[float, float, float]) -> tuple[float, float]:
    """Returns the shares of all cores that other programs and a hypervisor used since `before`."""
    others, stolen, total = (now - then for now, then in zip(used(), before))
    return (max(0.0, others / total), stolen / total) if total > 0 else (0.0, 0.0)


def judge_noise(rows: list[RowData], machine: Machine) -> Noise:
    """Decides whether the machine was too noisy for small differences."""
    spread = median(
        [
            row["ns"]["spread"]
            for row in rows
            if is_baseline(row["name"]) and row["ns"] and row["ns"]["repetitions"] > 1
        ]
    )
    checks = (
        (spread, MOST_SPREAD, "the baselines spread by", ""),
        (machine["others"], MOST_OTHERS, "other programs took", " of the cores"),
        (machine["stolen"], MOST_STOLEN, "a hypervisor took", " of the cores"),
    )
    return {
        "baseline_spread": spread,
        "reasons": [
            f"{what} {value:.0%}{of}, more than {most:.0%}".replace("%", " %")
            for value, most, what, of in checks
            if value > most
        ],
    }
