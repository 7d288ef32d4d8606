# SPDX-License-Identifier: BSD-3-Clause
"""Runs commands side by side under limits, captures their output, and obeys Ctrl-C: the work is done by the program executor.cpp."""
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


@dataclass
class Command:
    words: list[str]  # absolute program, arguments
    environment: dict[str, str]  # complete
    directory: str  # working directory


@dataclass
class Limits:
    seconds: float = 60  # that the machine gave it (conformance/harness/process); then SIGTERM to the command's process group
    grace: float = 2  # then SIGKILL to everything
    memory: int = 0  # bytes of all its processes; beyond it SIGKILL; 0: no limit
    # The progress page of each rank: a command that reaches its limit is looked at before it is ended.
    progress_pages: list[str] = field(default_factory=list)


@dataclass
class Job:
    """One command to run."""

    command: Command
    limits: Limits = field(default_factory=Limits)
    slots: int = 1  # how many of the parallel slots it takes
    launched: bool = False  # by a launcher, whose exit code says nothing
    errors_apart: bool = False  # keep stderr from stdout
    output_bound: int = 64 << 10
    nursery: str = ""  # name of the nursery where the command can be born instead of being started
    request: dict[str, object] = field(default_factory=dict)  # what that nursery is asked


@dataclass
class Ending:
    """How a command ended, as its supervisor says: struct Ending of conformance/harness/process/supervisor.hpp."""

    start_error: int = 0  # errno if the command could not be started
    wait_status: int = 0  # of the command itself, as waitpid gives it
    timed_out: bool = False
    seconds: float = 0
    given: float = (
        0  # if timed out: seconds that the machine gave it until then, fewer than its limit perhaps
    )
    memory: int = 0  # bytes that it took, if that was too much
    left_behind: int = 0  # descendants that outlived the command and had to be ended
    unkillable: int = 0  # descendants that could not be ended
    left_names: str = ""  # names of some of those left behind
    watched: float = 0  # if timed out: in so many of these before its end progress was watched
    movement: list[str] = field(default_factory=list)  # per rank: "unknown", "none", "some"

    @property
    def ended_by_interrupt(self) -> bool:
        """The command was, or its launcher says so, by a signal that may have come to all processes of a job."""
        code = os.waitstatus_to_exitcode(self.wait_status)
        return not self.timed_out and (code - 128 if code > 128 else -code) in _INTERRUPTS


@dataclass
class Outcome:
    """What became of a job. Texts are decoded by mpitcheck.process.text.decode."""

    ending: Optional[Ending] = None  # nothing: its supervisor was ended from outside
    output: str = ""
    errors: str = ""  # only if kept apart
    # Of what did not end in time: per thread its process, and names of functions
    stacks: list[tuple[int, list[str]]] = field(default_factory=list)
    stacks_problem: str = ""  # why there are none, or not all, and what helps
    output_lost: int = 0


_TICK = 1.0  # seconds
_SIGNAL_DELAY = 0.2  # seconds
_MOVEMENTS = ("unknown", "none", "some")  # enum Movement of supervisor.hpp
_VERDICTS = (
    0,
    1,
    77,
)  # exit codes of a test program that has come to one: conformance/harness/facts/protocol.hpp
_INTERRUPTS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


@functools.cache
def _interrupts() -> int:
    """From the first Scheduler on, Ctrl-C and the like only put a byte into the pipe that this returns: between two of them nothing is
    lost, and a report is written whole. What was ignored stays so, e.g. under nohup."""
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


def _has_spoken(outcome: Outcome) -> bool:
    """Ended with a verdict, though it may have been asked to stop. Of launchers nobody knows."""
    return (
        outcome.ending is not None
        and os.waitstatus_to_exitcode(outcome.ending.wait_status) in _VERDICTS
    )


class Scheduler:
    """Runs jobs side by side, in a `with`: what still runs after that is ended at once. Until the first one is made, Ctrl-C ends Python.
    Raises RuntimeError if the executor cannot go on."""

    def __init__(self, slots: int) -> None:
        """`slots` is the number of jobs that run at once, if each takes one."""
        import socket  # late: commands that run nothing start without it

        self._slots, self._used, self._count = slots, 0, 0
        self._numbers = itertools.count()
        self._running: dict[int, tuple[Job, int, Callable[[Outcome], None]]] = {}
        self._tick: Optional[Callable[[], None]] = None
        self._last_tick, self._swept = time.monotonic(), True
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
        """Jobs are running."""
        return bool(self._running)

    @property
    def interrupted(self) -> bool:
        """SIGINT, SIGTERM or SIGHUP has come: jobs that ran then are ended, at once if another comes, and their `done` is not called."""
        return self._count > 0

    def start(self, job: Job, done: Callable[[Outcome], None]) -> bool:
        """Waits for free slots, then starts the job; `done` is called with its Outcome from this or a later call. Once interrupted,
        nothing is started any more and the call returns False."""
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
            json.dumps(job.request).encode(),
            id=number,
            seconds=limits.seconds,
            grace=limits.grace,
            memory=limits.memory,
            errors_apart=job.errors_apart,
            output_bound=job.output_bound,
            nursery=job.nursery,
        )
        return True

    def interrupt(self) -> None:
        """Does what a first SIGTERM does."""
        self._count += 1
        self._ask("end", at_once=False)

    def one_at_a_time(self) -> None:
        """From now on no job is started before the others are done."""
        self._slots = 1

    def finish(self) -> None:
        """Waits until every started job is done."""
        while self._running:
            self.wait()

    def wait(self) -> None:
        """Waits for something to happen, a second at most."""
        ready = dict(self._poll.poll(_TICK * 1000))
        self._take_signals()
        if self._socket.fileno() in ready:
            self._receive()
        now = time.monotonic()
        if self._tick and now - self._last_tick >= _TICK:
            self._last_tick = now
            self._tick()

    def on_tick(self, tick: Optional[Callable[[], None]]) -> None:
        """`tick` (None: nothing) is called about once a second while waiting."""
        self._tick = tick

    def end_orphans(self) -> None:
        """Ends what has lost its supervisor or never had one."""
        self._swept = False
        self._ask("orphans")
        while not self._swept:
            self.wait()

    def open_nursery(self, name: str, command: Command) -> None:
        """Starts a nursery (conformance/harness/test/nursery.hpp): `command` with the option --nursery. At worst it does not come up."""
        self._ask("nursery", *_parts(command), name=name)

    def close_nurseries(self) -> None:
        self._ask("close")

    def _ask(self, what: str, *parts: bytes, **how: object) -> None:
        head = json.dumps({"do": what, "parts": [len(part) for part in parts], **how}).encode()
        try:
            self._socket.sendall(
                b"".join((head, b"\n", *parts)), self._no_signal
            )  # the executor always listens
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
        except OSError:  # it ended without reading all that it was sent
            data = b""
        if not data:
            self._fail()
        self._received += data
        while message := self._next():
            self._obey(*message)

    def _next(self) -> Optional[tuple[dict[str, Any], list[str]]]:
        """The next message that has come whole: its head, its parts."""
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
        elif head["tell"] == "orphans":
            self._swept = True
        elif head["tell"] == "error":
            raise RuntimeError(parts[0])

    def _conclude(self, head: dict[str, Any], output: str, errors: str, left_names: str) -> None:
        job, slots, done = self._running.pop(head["id"])
        self._used -= slots
        stacks = [(process, frames) for process, frames in head["stacks"]["threads"]]
        problem, lost = head["stacks"]["problem"], head["output_lost"]
        outcome = Outcome(None, output, errors, stacks, problem, lost)
        if said := head["ending"]:
            movement = [_MOVEMENTS[number] for number in said.pop("movement")]
            outcome.ending = Ending(**said, left_names=left_names, movement=movement)
            if outcome.ending.ended_by_interrupt:
                self._await_signal()
        if not self.interrupted or (not job.launched and _has_spoken(outcome)):
            done(outcome)

    def _await_signal(self) -> None:
        """Batch systems send a signal to all processes of a job: what it ended may be known here before it has come here."""
        select.select([self._signals], [], [], _SIGNAL_DELAY)
        self._take_signals()

    def _fail(self) -> NoReturn:
        """Says how the executor ended, which it never does by itself."""
        pid, self._pid = self._pid, 0
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if pid else 0
        raise RuntimeError(
            "mpitcheck-executor was ended by " + signal_name(-status)
            if status < 0
            else f"mpitcheck-executor ended with exit code {status}"
        )
