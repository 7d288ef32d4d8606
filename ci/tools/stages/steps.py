# SPDX-License-Identifier: BSD-3-Clause
"""The steps of a script or campaign: commands with a log and the time of each."""
import concurrent.futures
import contextlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Optional, TypeVar

from tools.stages.commands import (
    LOGS,
    ROOT,
    CommandResult,
    Failed,
    Refused,
    end_running,
    execute,
    handle_interruptions,
    last_lines,
    relative,
    say,
)

T = TypeVar("T")
TIMES = os.path.join(LOGS, "stages")  # of the last ci/check, ci/gate or ci/test

_SHOWN = 15  # lines shown from the end of the log of a failed command


class Steps:
    """Runs the steps of a script or campaign, with their logs in one folder."""

    def __init__(self, logs: str = LOGS, times: Optional[str] = None) -> None:
        """With `times`, writes a line per step to this new file: name, wall and CPU seconds."""
        self._logs = logs
        self._times = times
        if times:
            os.makedirs(os.path.dirname(times), exist_ok=True)
            touch(times)

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
        self.record(f"{subject} {stage}", outcome.wall, outcome.cpu)
        lines = [f"{subject:<24} {stage:<9} {outcome.wall:5.0f} s  {outcome.cpu:5.0f} CPU s{note}"]
        if not is_good:
            lines += [] if outcome.is_explained else last_lines(log, _SHOWN)
            lines.append(f"The whole log: {relative(log)}")
        say("\n".join(lines))
        return outcome if is_good else None

    def record(self, name: str, wall: float, cpu: float) -> None:
        if self._times:
            with open(self._times, "a", encoding="utf-8") as file:
                file.write(f"{name}\t{wall:.1f}\t{cpu:.1f}\n")

    def need(
        self,
        subject: str,
        stage: str,
        command: Sequence[str],
        good: Sequence[int] = (0,),
        env: Optional[Mapping[str, str]] = None,
    ) -> CommandResult:
        """Runs a step that the script needs. Raises Failed if it fails."""
        outcome = self.run(subject, stage, command, good, env=env)
        if outcome is None:
            raise Failed(f"{subject} {stage}: failed")
        return outcome

    def install(self, name: str) -> None:
        """Installs the packages that `ci/install-deps NAME` lists. Raises Failed."""
        self.need("install", name, [os.path.join(ROOT, "ci/install-deps"), name])


def at_once(*actions: Callable[[], T]) -> list[T]:
    """Calls all actions at the same time, and returns their results in order. Raises what the first
    of them raised, when all have ended."""
    with concurrent.futures.ThreadPoolExecutor(len(actions)) as pool:
        try:
            futures = [pool.submit(action) for action in actions]
            concurrent.futures.wait(futures)
        except KeyboardInterrupt:
            end_running()
            raise
        return [future.result() for future in futures]


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


def guarded(program: str, action: Callable[[], int]) -> int:
    """Runs the action of a script. Returns its exit code: 2 if Refused, 3 if Failed, 5 if
    interrupted."""
    handle_interruptions()
    try:
        return action()
    except Refused as problem:
        print(f"{program}: {problem}", file=sys.stderr)
        return 2
    except Failed as problem:
        print(f"{program}: {problem}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        end_running()
        with contextlib.suppress(KeyboardInterrupt):  # nothing reads the output
            say(f"{program}: interrupted; the next call resumes")
        return 5
