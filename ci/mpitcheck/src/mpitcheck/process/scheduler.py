# SPDX-License-Identifier: BSD-3-Clause
"""Runs commands in parallel under limits, captures their output, and handles Ctrl-C.

The program mpitcheck-executor (executor.cpp) controls the processes.
"""
import functools
import itertools
import json
import os
import select
import signal
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Callable, NoReturn, Optional

from mpitcheck.process import own
from mpitcheck.process.text import decode, encode, signal_name
from mpitcheck.schema.progress_page import ProgramExit


@dataclass
class Command:
    words: list[str]  # absolute program, arguments
    environment: dict[str, str]  # complete
    directory: str  # working directory


@dataclass
class Limits:
    # Given time (docs/time-limits.md); then SIGTERM to the command's process group
    seconds: float = 60
    grace: float = 2  # then SIGKILL to everything
    memory: int = 0  # bytes of all its processes; beyond it SIGKILL; 0: no limit
    # The progress page of each rank. If there are any, a command that reaches its limit is
    # inspected before it is ended.
    progress_pages: list[str] = field(default_factory=list)


@dataclass
class Job:
    """One command to run."""

    command: Command
    limits: Limits = field(default_factory=Limits)
    slots: int = 1  # the number of parallel slots that it takes
    launched: bool = False  # by a launcher, whose exit code does not show a verdict
    errors_apart: bool = False  # keep stderr separate from stdout
    output_bound: int = 64 << 10


@dataclass
class Ending:
    """How a command ended, as its supervisor reports it.

    The counterpart in C++ is struct Ending of conformance/harness/process/supervisor.hpp.
    """

    start_error: int = 0  # errno if the command could not be started
    wait_status: int = 0  # of the command itself, as waitpid gives it
    timed_out: bool = False
    seconds: float = 0
    given: float = 0  # if timed out: seconds of given time until then; may be below the limit
    memory: int = 0  # bytes that it used, if that was too much
    left_behind: int = 0  # descendants that outlived the command and had to be ended
    unkillable: int = 0  # descendants that could not be ended
    left_names: str = ""  # names of some of those left behind
    watched: float = 0  # if timed out: seconds before its end during which progress was watched
    movement: list[str] = field(default_factory=list)  # per rank: "unknown", "none", "some"

    @property
    def ended_by_interrupt(self) -> bool:
        """Whether the command died of a signal that may have been sent to all processes of a job.

        The exit code of a launcher may report that signal.
        """
        code = os.waitstatus_to_exitcode(self.wait_status)
        return not self.timed_out and (code - 128 if code > 128 else -code) in _INTERRUPTS


@dataclass
class JobOutcome:
    """The result of a job. Texts are decoded by mpitcheck.process.text.decode()."""

    ending: Optional[Ending] = None  # None: its supervisor was ended from outside
    output: str = ""
    errors: str = ""  # only if kept separate
    # Of processes that did not end in time: per thread its process and the names of functions
    stacks: list[tuple[int, list[str]]] = field(default_factory=list)
    stacks_problem: str = ""  # why stacks are missing, and what helps
    output_lost: int = 0


_TICK = 1.0  # seconds
_SIGNAL_DELAY = 0.2  # seconds
_MOVEMENTS = ("unknown", "none", "some")  # enum Movement of supervisor.hpp
_VERDICTS = (ProgramExit.passed, ProgramExit.failed, ProgramExit.skipped)
_INTERRUPTS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


@functools.cache
def _interrupts() -> int:
    """Handles SIGINT, SIGTERM and SIGHUP from now on; returns a pipe that reports them.

    A signal handler only writes the signal's number to the pipe. Signals between two reads are thus
    not lost, and no signal interrupts the writing of a report. A signal that was ignored, e.g.
    under nohup, remains ignored.
    """
    reading, writing = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in _INTERRUPTS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    return reading


def _texts(texts: Iterable[str]) -> bytes:
    return b"".join(encode(text) + b"\0" for text in texts)


def _parts(command: Command) -> list[bytes]:
    return [
        _texts(command.words),
        _texts(f"{key}={value}" for key, value in command.environment.items()),
        encode(command.directory),
    ]


def _has_spoken(outcome: JobOutcome) -> bool:
    """Returns whether a test program gave a verdict, perhaps after a request to stop.

    The exit code of a launcher does not show this.
    """
    return (
        outcome.ending is not None
        and os.waitstatus_to_exitcode(outcome.ending.wait_status) in _VERDICTS
    )


class Scheduler:
    """Runs jobs in parallel; a context manager that ends running jobs when it is left.

    Until the first Scheduler exists, Ctrl-C ends Python. Methods raise RuntimeError if the executor
    fails.
    """

    def __init__(self, slots: int) -> None:
        """Starts the executor; `slots` is the number of jobs at once, if each takes one."""
        import socket  # only commands that run jobs need it

        self._slots, self._used, self._count = slots, 0, 0
        self._numbers = itertools.count()
        self._running: dict[int, tuple[Job, int, Callable[[JobOutcome], None]]] = {}
        self._tick: Optional[Callable[[], None]] = None
        self._last_tick = time.monotonic()
        self._signals = _interrupts()
        self._received, self._no_signal = bytearray(), socket.MSG_NOSIGNAL
        self._socket, theirs = socket.socketpair()
        with theirs:
            actions = [
                (os.POSIX_SPAWN_DUP2, theirs.fileno(), 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            ]
            self._pid = os.posix_spawn(
                own.executor(),
                [own.executor()],
                os.environ,
                file_actions=actions,
                setsid=True,
                setsigmask=_INTERRUPTS,
            )
        self._poll = select.poll()
        for file in (self._socket.fileno(), self._signals):
            self._poll.register(file, select.POLLIN)

    def __enter__(self) -> "Scheduler":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        if self._pid:
            os.waitpid(self._pid, 0)

    @property
    def busy(self) -> bool:
        """Whether jobs are running."""
        return bool(self._running)

    @property
    def interrupted(self) -> bool:
        """Whether SIGINT, SIGTERM or SIGHUP has arrived.

        The running jobs are then ended, immediately if a second signal arrives. From then on `done`
        is called only for jobs without a launcher that gave a verdict.
        """
        return self._count > 0

    def start(self, job: Job, done: Callable[[JobOutcome], None]) -> bool:
        """Waits for free slots, then starts the job and returns True.

        `done` is called with its JobOutcome during this call or a later one. After an interrupt no
        job is started, and the result is False.
        """
        slots = min(job.slots, self._slots)
        while not self.interrupted and self._used + slots > self._slots:
            self.wait()
        self._take_signals()
        if self.interrupted:
            return False
        number, limits = next(self._numbers), job.limits
        self._running[number] = job, slots, done
        self._used += slots
        self._ask(
            "start",
            *_parts(job.command),
            _texts(limits.progress_pages),
            id=number,
            seconds=limits.seconds,
            grace=limits.grace,
            memory=limits.memory,
            errors_apart=job.errors_apart,
            output_bound=job.output_bound,
        )
        return True

    def interrupt(self) -> None:
        """Acts as if a first SIGTERM had arrived."""
        self._count += 1
        self._ask("end", at_once=False)

    def one_at_a_time(self) -> None:
        """From now on, starts a job only after all others have ended."""
        self._slots = 1

    def finish(self) -> None:
        """Waits until every started job is done."""
        while self._running:
            self.wait()

    def wait(self) -> None:
        """Waits for an event, for at most a second."""
        ready = dict(self._poll.poll(_TICK * 1000))
        self._take_signals()
        if self._socket.fileno() in ready:
            self._receive()
        now = time.monotonic()
        if self._tick and now - self._last_tick >= _TICK:
            self._last_tick = now
            self._tick()

    def on_tick(self, tick: Optional[Callable[[], None]]) -> None:
        """Sets a function that is called about once a second while waiting (None: none)."""
        self._tick = tick

    def _ask(self, what: str, *parts: bytes, **how: object) -> None:
        head = json.dumps({"do": what, "parts": [len(part) for part in parts], **how}).encode()
        try:
            # The executor always reads, so this does not block for long.
            self._socket.sendall(b"".join((head, b"\n", *parts)), self._no_signal)
        except OSError:
            self._fail()

    def _take_signals(self) -> None:
        try:
            signals = os.read(self._signals, 4096)
        except BlockingIOError:
            return
        for number in signals:
            if number in _INTERRUPTS:
                self._count += 1
                self._ask("end", at_once=self._count > 1)

    def _receive(self) -> None:
        try:
            data = self._socket.recv(1 << 20)
        except OSError:  # the executor ended before it had read everything
            data = b""
        if not data:
            self._fail()
        self._received += data
        while message := self._next():
            self._obey(*message)

    def _next(self) -> Optional[tuple[dict[str, Any], list[str]]]:
        """Returns head and parts of the next complete message, or None."""
        end = self._received.find(b"\n")
        if end < 0:
            return None
        head = json.loads(self._received[:end])
        places = list(itertools.accumulate(head["parts"], initial=end + 1))
        if len(self._received) < places[-1]:
            return None
        parts = [decode(self._received[begin:end]) for begin, end in zip(places, places[1:])]
        del self._received[: places[-1]]
        return head, parts

    def _obey(self, head: dict[str, Any], parts: list[str]) -> None:
        if head["tell"] == "done":
            self._conclude(head, *parts)
        elif head["tell"] == "error":
            raise RuntimeError(parts[0])

    def _conclude(self, head: dict[str, Any], output: str, errors: str, left_names: str) -> None:
        job, slots, done = self._running.pop(head["id"])
        self._used -= slots
        stacks = [(process, frames) for process, frames in head["stacks"]["threads"]]
        problem, lost = head["stacks"]["problem"], head["output_lost"]
        outcome = JobOutcome(None, output, errors, stacks, problem, lost)
        if said := head["ending"]:
            movement = [_MOVEMENTS[number] for number in said.pop("movement")]
            outcome.ending = Ending(**said, left_names=left_names, movement=movement)
            if outcome.ending.ended_by_interrupt:
                self._await_signal()
        if not self.interrupted or (not job.launched and _has_spoken(outcome)):
            done(outcome)

    def _await_signal(self) -> None:
        """Waits briefly for a signal that has ended a job but has not arrived here yet.

        Batch systems send a signal to all processes of a job.
        """
        select.select([self._signals], [], [], _SIGNAL_DELAY)
        self._take_signals()

    def _fail(self) -> NoReturn:
        """Raises RuntimeError with the way the executor ended; it never ends by itself."""
        pid, self._pid = self._pid, 0
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if pid else 0
        raise RuntimeError(
            "mpitcheck-executor was ended by " + signal_name(-status)
            if status < 0
            else f"mpitcheck-executor ended with exit code {status}"
        )
