# SPDX-License-Identifier: BSD-3-Clause
"""Runs the commands of a campaign, with a log and the time of each. Shows the last line of the log
of a running command. An interruption ends the process group of each running command."""
import dataclasses
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import Optional, TextIO

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
BUILD = os.path.join(ROOT, "build")
LOGS = os.path.join(BUILD, "logs")

_GRACE = 10  # seconds until a command that was interrupted is killed
_PAUSE = 30  # seconds between two lines of progress, without a terminal
_SHOWN = 15  # lines shown from the end of the log of a failed command


class Refused(Exception):
    """The call is wrong, or the campaign cannot run here: exit code 2."""


class Failed(Exception):
    """Something cannot be installed, built or measured: exit code 3."""


@dataclasses.dataclass
class CommandResult:
    """The exit code and the cost of a command and its children."""

    code: int
    wall: float
    cpu: float
    peak: float  # MiB of the largest process


@dataclasses.dataclass
class _Running:
    name: str
    log: Optional[str]
    began: float


_running: dict[int, _Running] = {}  # by process group
_lock = threading.RLock()  # held while lines are printed and while _running changes
_is_ending = False  # no further command may start
_is_live = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def last_lines(path: str, count: int) -> list[str]:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().rstrip().splitlines()[-count:]


def discard(*streams: TextIO) -> None:
    """Redirects the streams to /dev/null."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nothing, stream.fileno())
    os.close(nothing)


def _print(text: str, stream: TextIO, end: str = "\n") -> None:
    """Prints the text. Interrupts the campaign if the reader has closed the stream."""
    try:
        print(text, end=end, file=stream, flush=True)
    except BrokenPipeError:
        discard(stream)
        if threading.current_thread() is not threading.main_thread():
            os.kill(os.getpid(), signal.SIGTERM)  # the main thread may wait for this one
        raise KeyboardInterrupt from None


def say(line: str) -> None:
    """Prints a line that progress does not overwrite."""
    with _lock:
        if _is_live:
            _print("\r\033[K", sys.stderr, end="")
        _print(line, sys.stdout)


def relative(path: str) -> str:
    return os.path.relpath(path, ROOT)


def _clock(began: float) -> str:
    seconds = int(time.monotonic() - began)
    return f"{seconds // 60}:{seconds % 60:02}"


def _show(running: _Running) -> None:
    """Shows progress: on a terminal one line for all running commands, elsewhere a line for this
    one."""
    with _lock:
        shown = list(_running.values()) if _is_live else [running]
        text = ", ".join(f"{each.name} {_clock(each.began)}" for each in shown)
        if len(shown) == 1 and running.log:
            text += ": " + "".join(last_lines(running.log, 1))
        text = "".join(sign for sign in text if sign.isprintable())
        if _is_live:
            width = os.get_terminal_size(sys.stderr.fileno()).columns - 3
            _print(f"\r\033[K{text[:width]}", sys.stderr, end="")
        else:
            _print(f"  {text[:150]}", sys.stderr)


class _Start:
    """Delays an interruption while the main thread starts a command, so that end_running knows the
    command."""

    is_going_on = False
    was_interrupted = False

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            _Start.is_going_on = True

    def __exit__(self, *_: object) -> None:
        if threading.current_thread() is threading.main_thread():
            _Start.is_going_on = False
            if _Start.was_interrupted:
                raise KeyboardInterrupt


def execute(
    name: str,
    command: Sequence[str],
    log: Optional[str],
    cwd: str = ROOT,
    env: Optional[Mapping[str, str]] = None,
) -> CommandResult:
    """Runs the command. Its output goes to the log, or to the terminal if there is no log."""
    if _is_ending:
        raise KeyboardInterrupt
    began = time.monotonic()
    output = None
    if log:
        os.makedirs(os.path.dirname(log), exist_ok=True)
        output = open(log, "wb")
    running = _Running(name, log, began)
    try:
        with _Start():
            child = subprocess.Popen(
                command,
                cwd=cwd,
                env={**os.environ, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT if output else None,
                start_new_session=True,
            )
            with _lock:
                _running[child.pid] = running
            if _is_ending:  # end_running may have run before this thread started the command
                os.killpg(child.pid, signal.SIGKILL)
    finally:
        if output:
            output.close()
    next_line = began + (1 if _is_live else _PAUSE)
    while True:
        try:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        except ChildProcessError:  # end_running has waited for it
            raise KeyboardInterrupt from None
        if pid:
            break
        if log and time.monotonic() >= next_line:
            next_line = time.monotonic() + (1 if _is_live else _PAUSE)
            _show(running)
        time.sleep(0.05)
    with _lock:
        del _running[child.pid]
    child.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    return CommandResult(child.returncode, time.monotonic() - began, cpu, usage.ru_maxrss / 1024)


class Steps:
    """Runs the steps of a campaign, with their logs in one folder."""

    def __init__(self, logs: str = LOGS) -> None:
        self._logs = logs

    def log_of(self, subject: str, stage: str) -> str:
        return os.path.join(self._logs, f"{subject}-{stage}.log".replace(" ", "-"))

    def run(
        self,
        subject: str,
        stage: str,
        command: Sequence[str],
        good: Sequence[int] = (0,),
        cwd: str = ROOT,
        env: Optional[Mapping[str, str]] = None,
    ) -> Optional[CommandResult]:
        """Runs a step and prints its times. After a failure, prints the end of its log and returns
        None."""
        log = self.log_of(subject, stage)
        outcome = execute(f"{subject} {stage}", command, log, cwd, env)
        is_good = outcome.code in good
        note = "" if is_good else f"  exit code {outcome.code}"
        with _lock:
            say(f"{subject:<24} {stage:<8} {outcome.wall:5.0f} s  {outcome.cpu:5.0f} CPU s{note}")
            if not is_good:
                say("\n".join([*last_lines(log, _SHOWN), f"The whole log: {relative(log)}"]))
        return outcome if is_good else None

    def need(
        self,
        subject: str,
        stage: str,
        command: Sequence[str],
        good: Sequence[int] = (0,),
        env: Optional[Mapping[str, str]] = None,
    ) -> CommandResult:
        """Runs a step that the campaign needs. Raises Failed if it fails."""
        outcome = self.run(subject, stage, command, good, env=env)
        if outcome is None:
            raise Failed(f"{subject} {stage}: failed")
        return outcome

    def install(self, name: str) -> None:
        """Installs the packages that `ci/install-deps NAME` lists. Raises Failed."""
        self.need("install", name, [os.path.join(ROOT, "ci/install-deps"), name])


def is_newer_than(stamp: str, *sources: str) -> bool:
    """Whether the stamp and the sources exist and no source file except Markdown is newer."""
    if not os.path.exists(stamp):
        return False
    made = os.stat(stamp).st_mtime_ns
    for source in sources:
        if not os.path.exists(source):
            return False
        files = [source]
        if os.path.isdir(source):
            files = [
                os.path.join(folder, name)
                for folder, _, names in os.walk(source)
                if os.path.basename(folder) != "__pycache__"
                for name in names
            ]
        for path in files:
            if not path.endswith(".md") and os.stat(path).st_mtime_ns > made:
                return False
    return True


def touch(path: str) -> None:
    with open(path, "w", encoding="utf-8"):
        pass


def _interrupt(_signal: int, _frame: Optional[FrameType]) -> None:
    _Start.was_interrupted = True
    if not _Start.is_going_on:
        raise KeyboardInterrupt


def handle_interruptions() -> None:
    """Makes signals that end a program raise KeyboardInterrupt, also in the background."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)


def end_running() -> None:
    """Interrupts all running commands, so that ninja removes half-written outputs."""
    global _is_ending
    _is_ending = True
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups = list(_running)
    for number, grace in ((signal.SIGINT, _GRACE), (signal.SIGKILL, 1)):
        for group in groups:
            try:
                os.killpg(group, number)
            except ProcessLookupError:
                pass
        deadline = time.monotonic() + grace
        while any(map(_is_alive, groups)) and time.monotonic() < deadline:
            time.sleep(0.1)


def _is_alive(group: int) -> bool:
    try:
        os.waitpid(group, os.WNOHANG)  # a zombie would keep the process group alive
    except ChildProcessError:
        pass
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
