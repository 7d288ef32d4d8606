# SPDX-License-Identifier: BSD-3-Clause
"""A column of the campaign matrix, from its root to its report."""
import contextlib
import os
import shutil
import subprocess
import threading
import time
from typing import Optional

from campaigns.shared.roots import Roots
from tools.stages.commands import BUILD, ROOT, CommandResult, last_lines, say
from tools.stages.steps import Steps, is_newer_than
from tools.stages.trees import SUITE_SOURCES, expectations

_RUNNER_ROOT = "bookworm"  # the oldest release: programs built there run in all roots
_SOURCES = (
    *SUITE_SOURCES,
    "ci/campaigns/matrix/make-suites",
    "ci/campaigns/shared/build.sh",
)
_PAGES = ("report.json", "report.md", "index.html")


class Matrix:
    """The shared parts of all columns: roots, the runner, and the folder of reports."""

    def __init__(self, steps: Steps, rows: dict[str, list[str]]) -> None:
        self.steps = steps
        self.rows = rows
        self.roots = Roots(steps, "matrix")
        self.reports = os.path.join(self.roots.work, "report")
        self._has_runner: Optional[bool] = None
        self._locks: dict[str, threading.Lock] = {}
        os.makedirs(self.reports, exist_ok=True)

    def report(self, name: str) -> str:
        return os.path.join(self.reports, name)

    def _read(self, name: str, file: str) -> str:
        try:
            with open(os.path.join(self.report(name), file), encoding="utf-8") as text:
                return text.read().strip()
        except FileNotFoundError:
            return ""

    def times(self, name: str) -> list[str]:
        """Returns wall and CPU seconds of the column; nothing if it has no report."""
        return self._read(name, "done").split()

    def failed_stage(self, name: str) -> str:
        return self._read(name, "failed")

    def note(self, name: str, file: str, text: str) -> None:
        with open(os.path.join(self.report(name), file), "w", encoding="utf-8") as output:
            output.write(text + "\n")

    def lock_of(self, tree: str) -> threading.Lock:
        """Returns the lock that a column holds while it works on the tree."""
        return self._locks.setdefault(tree, threading.Lock())

    def have_runner(self) -> bool:
        """Builds the runner. Returns whether that succeeded."""
        if self._has_runner is None:
            make = self.roots.within(_RUNNER_ROOT, "ci/campaigns/matrix/make-runner")
            self._has_runner = self.roots.have(_RUNNER_ROOT, _RUNNER_ROOT, "-") and bool(
                self.steps.run("runner", "build", make)
            )
        return self._has_runner

    def compare(self, names: list[str]) -> bool:
        """Compares all columns with a report, from this run or an older one."""
        reports = [f"build/report/{name}/report.json" for name in names if self.times(name)]
        if not reports:
            return True
        command = ["build/runner/bin/mpitcheck", "compare", *reports]
        command += ["--html", "build/report/index.html", "--markdown", "build/report/report.md"]
        within = self.roots.within(_RUNNER_ROOT, *command)
        return self.have_runner() and bool(self.steps.run("all", "compare", within))


class Column:
    """A line of the table."""

    def __init__(self, matrix: Matrix, row: list[str]) -> None:
        self._matrix = matrix
        self.name, self._release, self._mpis, self._suites = row[:4]
        self._build = row[4] if len(row) > 4 else "-"
        self._settings = row[5:]
        self._root = self._release
        if self._mpis != "-":
            self._root += f"-with-{self._mpis}"
        self._last = os.path.join(matrix.roots.work, f"{self.name}.last")
        self._cpu = 0.0

    def last_time(self) -> float:
        """Returns the seconds of its last run; a large number for a new column."""
        try:
            with open(self._last, encoding="utf-8") as file:
                return float(file.read().split()[0])
        except FileNotFoundError:
            return 99999

    def has_report(self) -> bool:
        sources = [os.path.join(ROOT, path) for path in _SOURCES]
        if self._build != "-":
            sources.append(os.path.join(ROOT, "ci/campaigns/matrix", self._build))
        if self._suites == "processors":
            sources.append(os.path.join(ROOT, "ci/campaigns/processors"))
        if self._release != "-":
            sources.append(self._matrix.roots.stamp(self._root))
        done = os.path.join(self._matrix.report(self.name), "done")
        if not is_newer_than(done, *sources):
            return False
        say(f"{self.name:<24} has its report")
        return True

    def prepare(self) -> bool:
        """Makes its root and the shared parts. Returns whether that succeeded."""
        shutil.rmtree(self._matrix.report(self.name), ignore_errors=True)
        os.makedirs(self._matrix.report(self.name))
        if self._release == "-":
            return True
        stage = "root"
        if self._matrix.roots.have(self._root, self._release, self._mpis):
            stage = "runner"
            if self._matrix.have_runner():
                return True
        self._matrix.note(self.name, "failed", stage)
        return False

    def make(self) -> bool:
        """Makes the report of a prepared column. Returns whether that succeeded."""
        began = time.monotonic()
        stage = self._failed_stage()
        if stage:
            self._matrix.note(self.name, "failed", stage)
            return False
        times = f"{time.monotonic() - began:.0f} {self._cpu:.0f}"
        self._matrix.note(self.name, "done", times)
        with open(self._last, "w", encoding="utf-8") as file:
            file.write(times + "\n")
        return True

    def _ran(self, outcome: Optional[CommandResult]) -> bool:
        self._cpu += outcome.cpu if outcome else 0
        return outcome is not None

    def _within(self, stage: str, *command: str, good: tuple[int, ...] = (0,)) -> bool:
        within = self._matrix.roots.within(self._root, *command)
        return self._ran(self._matrix.steps.run(self.name, stage, within, good))

    def _failed_stage(self) -> str:
        """Runs the stages. Returns the name of the one that failed, or ""."""
        if self._build != "-" and not self._within("build", f"ci/campaigns/matrix/{self._build}"):
            return "build"
        if self._suites == "processors":
            return "" if self._run_on_processor() else "run"
        kind, _, rest = self._suites.partition(":")
        tree, wrapper, options = self.name, self._suites, []
        if kind == "abi":
            library = f"/usr/lib/{_multiarch()}/{rest}"
            tree, wrapper, options = "runner", "", ["--name", self.name, "--abi-library", library]
        elif kind == "as":
            tree, wrapper, options = rest, self._matrix.rows[rest][3], ["--name", self.name]
        if wrapper:
            with self._matrix.lock_of(tree):
                make = "ci/campaigns/matrix/make-suites"
                if not self._within("suites", make, tree, wrapper):
                    return "suites"
        return "" if self._run(tree, options) else "run"

    def _run(self, tree: str, options: list[str]) -> bool:
        folder = f"build/report/{self.name}"
        command = ["build/runner/bin/mpitcheck", "run", f"build/{tree}", *options]
        command += [word for setting in self._settings for word in ("--env", setting)]
        command += [
            *expectations(),
            "--repro",
            f"{folder}/repro",
            "--json",
            f"{folder}/report.json",
        ]
        command += ["--markdown", f"{folder}/report.md", "--html", f"{folder}/index.html"]
        return self._within("run", *command, good=(0, 1))

    def _run_on_processor(self) -> bool:
        """Runs the line of this name of the campaign processors. Exit code 1 is accepted only if
        there is a report: it may mean that a run differs."""
        made = os.path.join(BUILD, "processors", "work", "report", self.name)
        shutil.rmtree(made, ignore_errors=True)
        program = os.path.join(ROOT, "ci/campaigns/campaign")
        steps = self._matrix.steps
        if not self._ran(steps.run(self.name, "run", [program, "processors", self.name], (0, 1))):
            return False
        with contextlib.suppress(FileNotFoundError):
            for page in _PAGES:
                shutil.copy(os.path.join(made, page), self._matrix.report(self.name))
            return True
        say("\n".join(last_lines(steps.log_of(self.name, "run"), 15)))
        return False


def _multiarch() -> str:
    command = ["gcc", "-print-multiarch"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
