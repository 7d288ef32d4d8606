# SPDX-License-Identifier: BSD-3-Clause
"""Columns of the campaign matrix for MPIs that are installed on this machine (--prefix NAME=PATH).
They need no root and no privileges. The machine's own compiler builds them in
build/matrix/installed."""
import json
import os
import re
import shutil
import time
from collections.abc import Sequence
from typing import Optional

from campaigns.matrix.column import Matrix
from tools.stages.commands import BUILD, ROOT, CommandResult, Refused, say
from tools.stages.steps import Steps
from mpitcheck.process.error import UserError
from mpitcheck.run.own_build import PAIRS, wrappers_of

_FOLDER = os.path.join(BUILD, "matrix/installed")
_RUNNER = os.path.join(_FOLDER, "runner/bin/mpitcheck")
_BUILD = (
    '. ci/campaigns/shared/build.sh; name=$1 targets=$2; shift 2; configure "$name" "$@";'
    ' exec cmake --build "build/$name" --target $targets'
)
_EXAMPLE = "write NAME=PATH, e.g. --prefix mine=/opt/mpi"


def _build(name: str, targets: str, *options: str) -> list[str]:
    words = [f"matrix/installed/{name}", targets, *options]
    return ["bash", "-euc", _BUILD, "build", *words]


def _wrappers(path: str) -> list[str]:
    """Returns the C and the C++ wrapper of an MPI, whose prefix or wrapper is `path`. Raises
    UserError."""
    if os.path.isdir(path):
        folder = os.path.join(path, "bin")
        names = [os.path.join(folder, name) for pair in PAIRS for name in reversed(pair)]
        found = next((name for name in names if os.access(name, os.X_OK)), None)
        if not found:
            raise UserError(
                f"{path}: no compiler wrapper (mpicxx, mpicc, ...) in its bin/: name the prefix of"
                " an MPI, or its wrapper"
            )
        path = found
    return list(wrappers_of(path))


class Installed:
    """The columns of installed MPIs, in the order of the command line."""

    logs = os.path.join(BUILD, "matrix/logs")

    def __init__(self, prefixes: Sequence[str], taken: Sequence[str]) -> None:
        """`taken` has the names of other columns. Raises Refused."""
        self._wrappers: dict[str, list[str]] = {}
        self._has_runner: Optional[bool] = None
        for prefix in prefixes:
            name, _, path = prefix.partition("=")
            if not path or not re.fullmatch("[A-Za-z0-9][A-Za-z0-9._-]*", name):
                raise Refused(f"--prefix {prefix}: {_EXAMPLE}")
            if name in taken or name in self._wrappers:
                raise Refused(f"--prefix {prefix}: there is a column {name} already")
            try:
                self._wrappers[name] = _wrappers(path)
            except UserError as problem:
                raise Refused(f"--prefix {prefix}: {problem}") from None

    @property
    def names(self) -> list[str]:
        return list(self._wrappers)

    def _have_runner(self, steps: Steps) -> bool:
        if self._has_runner is None:
            options = ("-DMPITCHECK_TARGET=reference", "-DMPITCHECK_BENCH=OFF")
            made = steps.run("here", "runner", _build("runner", "mpitcheck", *options))
            self._has_runner = made is not None
        return self._has_runner

    def _build_suites(self, steps: Steps, name: str) -> Optional[CommandResult]:
        """Builds the suites. Removes a tree of other wrappers first, whose results CMake caches."""
        stamp, wrappers = os.path.join(_FOLDER, f"{name}.wrappers"), self._wrappers[name]
        known = ""
        if os.path.exists(stamp):
            with open(stamp, encoding="utf-8") as file:
                known = file.read()
        if known.split("\n")[:2] != wrappers:
            shutil.rmtree(os.path.join(_FOLDER, name), ignore_errors=True)
        os.makedirs(_FOLDER, exist_ok=True)
        with open(stamp, "w", encoding="utf-8") as file:
            file.write("\n".join(wrappers) + "\n")
        options = [f"-DMPI_C_COMPILER={wrappers[0]}", f"-DMPI_CXX_COMPILER={wrappers[1]}"]
        options += [f"-DMPITCHECK_TARGET_NAME={name}", "-DMPITCHECK_RUNNER=OFF"]
        command = _build(name, "manifest recorder", *options, "-DMPITCHECK_BENCH=OFF")
        return steps.run(name, "suites", command)

    def _run(self, steps: Steps, matrix: Matrix, name: str) -> Optional[CommandResult]:
        folder = matrix.report(name)
        command = [_RUNNER, "run", os.path.join(_FOLDER, name), "--name", name]
        if os.path.exists(_known(name)):
            command += ["--expect", _known(name)]
        command += ["--json", f"{folder}/report.json", "--markdown", f"{folder}/report.md"]
        return steps.run(name, "run", [*command, "--html", f"{folder}/index.html"], good=(0, 1))

    def _make(self, steps: Steps, matrix: Matrix, name: str) -> bool:
        began = time.monotonic()
        shutil.rmtree(matrix.report(name), ignore_errors=True)
        os.makedirs(matrix.report(name))
        stage, cpu = "runner", 0.0
        outcome: Optional[CommandResult] = None
        if self._have_runner(steps):
            stage, outcome = "suites", self._build_suites(steps, name)
        if outcome:
            cpu += outcome.cpu
            stage, outcome = "run", self._run(steps, matrix, name)
        if not outcome:
            matrix.note(name, "failed", stage)
            return False
        matrix.note(name, "done", f"{time.monotonic() - began:.0f} {cpu + outcome.cpu:.0f}")
        if not os.path.exists(_known(name)):
            _print_findings(matrix, name)
        return True

    def make_all(self, steps: Steps, matrix: Matrix) -> bool:
        """Makes the reports one after the other, because the machine may be too small for several
        MPIs at a time. Returns whether all columns have one."""
        return all([self._make(steps, matrix, name) for name in self.names])

    def compare(self, steps: Steps, matrix: Matrix) -> bool:
        """Compares the columns on this system, without a root. Returns whether that succeeded."""
        done = [name for name in self.names if matrix.times(name)]
        if not done:
            return True
        command = [_RUNNER, "compare", *(f"{matrix.report(name)}/report.json" for name in done)]
        command += ["--html", f"{matrix.reports}/index.html"]
        command += ["--markdown", f"{matrix.reports}/report.md"]
        return steps.run("all", "compare", command) is not None


def _known(name: str) -> str:
    return os.path.join(ROOT, f"ci/expectations/{name}.txt")


def _print_findings(matrix: Matrix, name: str) -> None:
    """Prints the findings that no file of ci/expectations lists."""
    say(f"{name}: no ci/expectations/{name}.txt; findings:")
    with open(os.path.join(matrix.report(name), "report.json"), encoding="utf-8") as file:
        findings = json.load(file)["findings"]
    for finding in findings:
        say(f"  {finding['id']} {finding['level']}: {finding['line']}")
