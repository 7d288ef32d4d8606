# SPDX-License-Identifier: BSD-3-Clause
"""The place of a measurement: a copy of the checkout with its own build folder, on this system or
in a new Debian root."""
import dataclasses
import filecmp
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Optional

from tools.stages.commands import BUILD, ROOT, Failed, execute, last_lines, relative, say
from tools.stages.steps import touch


@dataclasses.dataclass
class Row:
    """The cost of a stage; None if it is not known."""

    name: str
    cpu: float
    wall: float
    files: Optional[int] = None
    peak: Optional[float] = None  # MiB of the largest process: compiling, that is the compiler
    note: str = ""


def _busy_seconds() -> float:
    """Returns the CPU seconds that all processes of the machine have used."""
    with open("/proc/stat", encoding="ascii") as file:
        words = file.readline().split()
    return sum(int(words[i]) for i in (1, 2, 3, 6, 7)) / os.sysconf("SC_CLK_TCK")


def _listed(folder: str, *options: str) -> set[str]:
    """Returns the files that `git ls-files` lists."""
    command = ["git", "-C", folder, "ls-files", "-z", *options]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {path for path in listed.split("\0") if path}


class Place:
    """A copy of the checkout, in a root of a Debian release if one is given."""

    def __init__(self, release: Optional[str]) -> None:
        self._release = release
        self._folder = os.path.join(BUILD, "cost", "fresh" if release else "here")
        self._root = os.path.join(self._folder, "root")
        self.copy = os.path.join(self._folder, "checkout")
        self.build = os.path.join(self._folder, "work") if release else f"{self.copy}/build"

    def prepare(self, anew: bool) -> None:
        """Copies the checkout, including uncommitted changes, and makes the root if it is missing.
        With `anew`, removes both first."""
        if anew and os.path.exists(self._folder):
            # The option protects mounted folders. None should be mounted there (shared/enter).
            subprocess.run(["rm", "-rf", "--one-file-system", self._folder], check=True)
        os.makedirs(os.path.join(self.copy, "build"), exist_ok=True)
        os.makedirs(self.build, exist_ok=True)
        self.refresh()
        ready = os.path.join(self._folder, "root.ready")
        if self._release and not os.path.exists(ready):
            say(f"Making a root of Debian {self._release}, which is not counted ...")
            make = [f"{self.copy}/ci/campaigns/shared/make-root", self._root, self.build]
            self.run("root", [*make, self._release, "-", "bare"], inside=False)
            touch(ready)

    def refresh(self) -> None:
        """Updates the copy from the checkout. Unchanged files keep their times."""
        wanted = {
            path
            for path in _listed(ROOT, "--cached", "--others", "--exclude-standard")
            if os.path.isfile(os.path.join(ROOT, path))
        }
        if not os.path.exists(os.path.join(self.copy, ".git")):
            subprocess.run(["git", "init", "-q", self.copy], check=True)
        for path in _listed(self.copy) - wanted:
            os.remove(os.path.join(self.copy, path))
        for path in wanted:
            old, new = os.path.join(ROOT, path), os.path.join(self.copy, path)
            if not os.path.exists(new) or not filecmp.cmp(old, new, shallow=False):
                os.makedirs(os.path.dirname(new), exist_ok=True)
                shutil.copy(old, new)
        subprocess.run(["git", "-C", self.copy, "add", "-A"], check=True)

    def change(self, path: str, old: str, new: str) -> None:
        """Replaces a text that occurs exactly once in a file of the copy."""
        path = os.path.join(self.copy, path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if text.count(old) != 1:
            raise Failed(f"{path}: expected once: {old}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))

    def run(
        self, name: str, command: list[str], good: Sequence[int] = (0,), inside: bool = True
    ) -> Row:
        """Runs the command in the copy, or in the root, without the compiler cache. Returns its
        cost. Raises Failed."""
        if inside and self._release:
            enter = [f"{self.copy}/ci/campaigns/shared/enter", self._root, self.build]
            command = [*enter, "env", "CCACHE_DISABLE=1", *command]
        log = os.path.join(self._folder, re.sub("[^a-z]+", "-", name) + ".log")
        busy = _busy_seconds()
        outcome = execute(name, command, log, cwd=self.copy, env={"CCACHE_DISABLE": "1"})
        if outcome.code not in good:
            sys.stderr.writelines(f"{line}\n" for line in last_lines(log, 20))
            raise Failed(f"{name}: exit code {outcome.code}; the whole log: {relative(log)}")
        row = Row(name, outcome.cpu, outcome.wall, peak=outcome.peak)
        others = _busy_seconds() - busy - outcome.cpu
        if others > 0.05 * outcome.wall * (os.cpu_count() or 1) and others > 1:
            row.note = f"others took {others:.0f} CPU s"
        return row
