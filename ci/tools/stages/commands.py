# SPDX-License-Identifier: BSD-3-Clause
"""Runs commands, and shows what those with a log do. An interruption ends the process group of each
running command."""
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

from tools.stages.activity import Activity, clock

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
BUILD = os.path.join(ROOT, "build")
LOGS = os.path.join(BUILD, "logs")

_GRACE = 10  # seconds until a command that was interrupted is killed
_CANNOT_START = 127
_PAUSE = 15  # seconds between two lines of progress, without a terminal


class Refused(Exception):
    """The call is wrong, or the script cannot run here: exit code 2."""


class Failed(Exception):
    """Something cannot be installed, built or measured: exit code 3."""


@dataclasses.dataclass
class CommandResult:
    """The exit code and the cost of a command and its children."""

    code: int
    wall: float
    cpu: float
    peak: float  # MiB of the largest process
    is_explained: bool = False  # the output of a step that failed has been shown


@dataclasses.dataclass
class _Running:
    name: str
    activity: Optional[Activity]  # None if there is no log
    began: float


_running: dict[int, _Running] = {}  # by process group
_lock = threading.RLock()  # held while lines are printed and while _running changes
_next_show = 0.0
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
    """Prints the text. Interrupts the script if the reader has closed the stream."""
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


def _show() -> None:
    """Shows what the running commands do, if it is time: on a terminal in one line that changes,
    elsewhere in a new line."""
    global _next_show
    with _lock:
        now = time.monotonic()
        if now < _next_show:
            return
        _next_show = now + (1 if _is_live else _PAUSE)
        shown = [(each, each.activity) for each in _running.values() if each.activity]
        text = "; ".join(
            f"{each.name} {clock(now - each.began)}{activity.progress()}"
            for each, activity in shown
        )
        if len(shown) == 1:
            text += f": {shown[0][1].what()}"
        text = "".join(sign for sign in text if sign.isprintable())
        if _is_live:
            width = os.get_terminal_size(sys.stderr.fileno()).columns - 3
            _print(f"\r\033[K{text[:width]}", sys.stderr, end="")
        elif text:
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
    """Runs the command. Its output goes to the log, or to the terminal if there is no log. The exit
    code is 127 if the command cannot be started, as in a shell."""
    global _next_show
    if _is_ending:
        raise KeyboardInterrupt
    began = time.monotonic()
    output = None
    if log:
        os.makedirs(os.path.dirname(log), exist_ok=True)
        output = open(log, "wb")
    with _lock:
        if not _running:
            _next_show = began + (1 if _is_live else _PAUSE)
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
            activity = Activity(log) if log else None
            with _lock:
                _running[child.pid] = _Running(name, activity, began)
            if _is_ending:  # end_running may have run before this thread started the command
                os.killpg(child.pid, signal.SIGKILL)
    except OSError as problem:
        line = f"{command[0]}: {problem.strerror}"
        if output:
            output.write(f"{line}\n".encode())
        else:
            say(line)
        return CommandResult(_CANNOT_START, time.monotonic() - began, 0, 0)
    finally:
        if output:
            output.close()
    while True:
        try:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        except ChildProcessError:  # end_running has waited for it
            raise KeyboardInterrupt from None
        if pid:
            break
        if activity:
            _tell(name, activity.update())
            _show()
        time.sleep(0.05)
    with _lock:
        del _running[child.pid]
        if activity:
            _tell(name, activity.finish())
    child.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    is_explained = activity is not None and activity.has_shown_failure
    wall = time.monotonic() - began
    return CommandResult(child.returncode, wall, cpu, usage.ru_maxrss / 1024, is_explained)


def _tell(name: str, lines: Sequence[str]) -> None:
    for line in lines:
        say(line if line.startswith(" ") else f"{name}: {line}")


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
