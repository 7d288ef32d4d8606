# SPDX-License-Identifier: BSD-3-Clause
"""Compiles everything with the compilers of several Debian releases, and runs the own tests and all
suites with the reference. Prints a table.

Needs root. Roots are made once. A column is repeated only if it failed or its sources changed.
Everything is in build/compilers: roots/, logs/ and work/ with the trees and COLUMN.result. A
compiler that is not available is reported, and the others continue.

Exit codes:
  0  all columns compiled without a warning, and all tests passed
  1  a column failed, or has a warning
  2  a wrong call
  3  the tools cannot be installed
  5  interrupted"""
import argparse
import contextlib
import os

from campaigns.shared.reports import verdicts
from campaigns.shared.roots import Roots, exclusive
from tools.stages.commands import BUILD, ROOT, Refused, say
from tools.stages.steps import Steps, is_newer_than
from campaigns.shared.tables import aligned, read_rows
from tools.stages.trees import SUITE_SOURCES

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_COLUMNS = os.path.join(_FOLDER, "columns")
_SOURCES = (*SUITE_SOURCES, "bench", "ci/campaigns/compilers")
_HEADINGS = (
    "column",
    "compiler",
    "library",
    "release",
    "glibc",
    "warnings",
    "own tests",
    "suites on the reference",
    "on MPICH",
    "CPU s",
    "failed",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("columns", metavar="COLUMN", nargs="*", help="columns to try; default: all")
    parser.add_argument("--list", action="store_true", help="only print the columns")


class _Column:
    """A line of the table `columns`: a compiler and a library in a root."""

    def __init__(self, roots: Roots, row: list[str]) -> None:
        self.name, self._release, self._compiler, self._library = row[:4]
        self._more = row[4:]
        self._roots = roots
        self._result = os.path.join(roots.work, f"{self.name}.result")
        self._failed = ""

    def _notes(self) -> dict[str, str]:
        if not os.path.exists(self._result):
            return {}
        with open(self._result, encoding="utf-8") as file:
            lines = (line.rstrip("\n").split("\t") for line in file)
            return {key: value for key, value in lines}

    def _is_done(self) -> bool:
        sources = [os.path.join(ROOT, path) for path in _SOURCES]
        stamp = self._roots.stamp(self._release)
        return "done" in self._notes() and is_newer_than(self._result, stamp, *sources)

    def compile(self, steps: Steps) -> bool:
        if self._is_done():
            say(f"{self.name:<24} has its result")
            return True
        with contextlib.suppress(FileNotFoundError):
            os.remove(self._result)
        install = ["ci/campaigns/compilers/install", self._compiler, self._library]
        check = ["env", "PYTHONPATH=ci", "python3", "-B", "-m", "campaigns.compilers.check"]
        check += [self.name, self._compiler, self._library, *self._more]
        if not self._roots.have(self._release, self._release, "-"):
            self._failed = "root"
        elif not steps.run(self.name, "compiler", self._roots.within(self._release, *install)):
            self._failed = "not available"
        elif not steps.run(self.name, "check", self._roots.within(self._release, *check)):
            self._failed = self._notes().get("failed", "check")
        return not self._failed

    def _counts(self, tree: str) -> str:
        report = os.path.join(self._roots.work, f"{tree}.json")
        if not os.path.exists(report):
            return "-"
        found = verdicts(report)
        return f"{found.counts}; {found.gate}"

    def cells(self) -> list[str]:
        notes = self._notes()
        compiler, glibc, warnings, tests, cpu = (
            notes.get(key, "-") for key in ("compiler", "glibc", "warnings", "own tests", "cpu")
        )
        suites = [self._counts(self.name), self._counts(f"{self.name}-mpich")]
        where = [self.name, compiler, self._library, self._release, glibc]
        return [*where, warnings, tests, *suites, cpu, self._failed or "-"]


def run(options: argparse.Namespace) -> int:
    rows = {row[0]: row for row in read_rows(_COLUMNS)}
    if options.list:
        say(aligned([[*row[:4], " ".join(row[4:])] for row in rows.values()]))
        return 0
    for name in options.columns:
        if name not in rows:
            raise Refused(f"{name}: no such column; --list prints them")
    if os.geteuid() != 0:
        raise Refused("making and entering roots needs root")
    with exclusive("compilers"):
        steps = Steps(os.path.join(BUILD, "compilers/logs"))
        steps.install("matrix")
        roots = Roots(steps, "compilers")
        columns = [_Column(roots, rows[name]) for name in options.columns or rows]
        passed = [column.compile(steps) for column in columns]
        say("\n" + aligned([_HEADINGS, *(column.cells() for column in columns)]))
    return 0 if all(passed) else 1
