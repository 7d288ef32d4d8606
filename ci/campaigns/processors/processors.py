# SPDX-License-Identifier: BSD-3-Clause
"""Builds for other processors than that of this machine, and runs the tests under qemu-user where
that is possible.

Needs root, and Linux 6.7 or newer, where a user namespace has emulators of its own: the machine is
not changed. The root folder, trees, logs and reports are in build/processors and are made once.
Remove that folder to make them again. The table is also written to build/processors/table.

Exit codes:
  0  all tests passed, and all suites are as expected
  1  a test failed, or something could not be built
  2  a wrong call, or this kernel does not support it
  3  the tools cannot be installed
  5  interrupted"""
import argparse
import glob
import json
import os
import re
import shutil
from typing import Optional

from campaigns.shared.reports import verdicts
from campaigns.shared.roots import check_emulation, exclusive
from tools.stages.commands import BUILD, ROOT, Refused, say
from tools.stages.steps import Steps, is_newer_than, touch
from campaigns.shared.tables import aligned, read_rows

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_SHARED = os.path.join(os.path.dirname(_FOLDER), "shared")
_WORK = os.path.join(BUILD, "processors/work")
_DEBIAN = os.path.join(BUILD, "processors/root")
_RESULT = os.path.join(BUILD, "processors/table")
_TABLE = os.path.join(_FOLDER, "table")
_FENCES = "Barrier|Watermark|Reclamation|storm|Signal"
_KNOWN = "ci/expectations/mpich-4.0.2.txt"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="*", help="lines of the table; default: all")
    parser.add_argument("--list", action="store_true", help="only print the lines")


def _enter(*command: str) -> list[str]:
    return [os.path.join(_SHARED, "enter"), _DEBIAN, _WORK, *command]


def _emulated(cpu: str, *command: str) -> list[str]:
    emulate = [os.path.join(_SHARED, "emulate"), _DEBIAN]
    return [*emulate, *_enter("env", f"QEMU_CPU={cpu}", *command)]


def _not_emulated(processor: str) -> str:
    """Returns a regular expression of the tests that cannot be emulated for this processor."""
    with open(os.path.join(_FOLDER, "not-emulated"), encoding="utf-8") as file:
        rows = [re.sub(" *#.*", "", line).split() for line in file]
    return "|".join(row[1] for row in rows if row and row[0] in (processor, "*"))


def _counts_of(log: str) -> str:
    """Returns the numbers of tests in a log of ctest."""
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    passed = len(re.findall(r"^.* Passed +[0-9.]+ sec", text, re.MULTILINE))
    skipped = len(re.findall(r"^.*\*\*\*Skipped", text, re.MULTILINE))
    failed = len(re.findall(r"^.*\*\*\*[A-Z]", text, re.MULTILINE)) - skipped
    return f"{passed} passed, {failed} failed, {skipped} skipped"


class _Lines:
    """The lines of the table, and the rows of results."""

    def __init__(self, steps: Steps, rows: list[list[str]]) -> None:
        self._steps = steps
        self._rows = rows
        self.results: list[list[str]] = []

    def _add(self, *cells: str) -> None:
        self.results.append(list(cells))
        with open(_RESULT, "a", encoding="utf-8") as file:
            file.write("\t".join(cells) + "\n")

    def _have_root(self) -> bool:
        """Makes a Debian root for this machine, into which _have_packages installs compilers and
        libraries for the other processors. Returns whether it exists."""
        make = os.path.join(_SHARED, "make-root")
        if is_newer_than(f"{_DEBIAN}.ready", make):
            return True
        for stamp in glob.glob(f"{_DEBIAN}.*"):
            os.remove(stamp)
        if not self._steps.run("root", "root", [make, _DEBIAN, _WORK, "bookworm", "-", "bare"]):
            return False
        touch(f"{_DEBIAN}.ready")
        return True

    def _have_packages(self, processor: str, architecture: str) -> bool:
        stamp = f"{_DEBIAN}.{processor}"
        add = os.path.join(_FOLDER, "add-packages")
        install = os.path.join(ROOT, "ci/install-deps")
        if is_newer_than(stamp, f"{_DEBIAN}.ready", add, _TABLE, install):
            return True
        command = ["ci/campaigns/processors/add-packages", processor, architecture]
        if any(row[1] == processor and row[5] == "mpich" for row in self._rows):
            command.append("mpich")
        if not self._steps.run(processor, "packages", _enter(*command)):
            return False
        touch(stamp)
        return True

    def _tests(self, row: list[str], stage: str, folder: str, only: Optional[str] = None) -> bool:
        """Runs the project's own tests in this folder of the tree, except those that cannot be
        emulated. In the stage `fences` the kernel refuses membarrier: all barriers are fences."""
        name, processor, cpu = row[0], row[1], row[3]
        command = ["ctest", "--test-dir", f"build/{name}/{folder}", "-L", "own"]
        command += ["-E", f"^({_not_emulated(processor)})$", "-j", str(os.cpu_count())]
        command += ["--timeout", "900", "--output-on-failure"]
        if only:
            command = ["ci/campaigns/processors/without-membarrier", *command, "-R", only]
        outcome = self._steps.run(name, stage, _emulated(cpu, *command))
        self._add(name, cpu, stage, _counts_of(self._steps.log_of(name, stage)))
        return outcome is not None

    def _suites(self, row: list[str], *options: str) -> bool:
        """Runs the suites over the MPI of this tree."""
        name, cpu = row[0], row[3]
        folder = f"build/report/{name}"
        report = os.path.join(_WORK, f"report/{name}/report.json")
        shutil.rmtree(os.path.dirname(report), ignore_errors=True)
        os.makedirs(os.path.dirname(report))
        command = [f"build/{name}/bin/mpitcheck", "run", f"build/{name}"]
        command += ["--json", f"{folder}/report.json", "--markdown", f"{folder}/report.md"]
        command += ["--html", f"{folder}/index.html", *options]
        if not self._steps.run(name, "run", _emulated(cpu, *command), good=(0, 1)):
            return False
        with open(report, encoding="utf-8") as file:
            is_expected = json.load(file)["summary"]["exit_code"] == 0
        counts = verdicts(report).counts
        self._add(name, cpu, "suites", counts + ("" if is_expected else ": not as expected"))
        return bool(is_expected)

    def make(self, row: list[str]) -> bool:
        name, processor, architecture, _, flags, what = row
        if not self._have_root() or not self._have_packages(processor, architecture):
            return False
        command = ["ci/campaigns/processors/make-tree", name, processor, flags, what]
        emulate = [os.path.join(_SHARED, "emulate"), _DEBIAN]
        if not self._steps.run(name, "build", [*emulate, *_enter(*command)]):
            return False
        passed = []
        if what != "mpich":
            tests = "reference/tests"
            folder = tests if what == "reference" else "."
            passed.append(self._tests(row, "tests", folder))
            passed.append(self._tests(row, "fences", tests, only=_FENCES))
        if what != "reference":
            known = ("--expect", _KNOWN) if what == "mpich" else ()
            passed.append(self._suites(row, *known))
        return all(passed)


def run(options: argparse.Namespace) -> int:
    rows = read_rows(_TABLE)
    if options.list:
        say(aligned(rows))
        return 0
    by_name = {row[0]: row for row in rows}
    for name in options.names:
        if name not in by_name:
            raise Refused(f"{name}: no such line; --list prints them")
    if os.geteuid() != 0:
        raise Refused("making and entering a root needs root")
    check_emulation("the campaign")
    with exclusive("processors"):
        os.makedirs(_WORK, exist_ok=True)
        steps = Steps(os.path.join(BUILD, "processors/logs"))
        steps.install("matrix")
        touch(_RESULT)
        lines = _Lines(steps, rows)
        passed = [lines.make(by_name[name]) for name in options.names or by_name]
        if lines.results:
            say("\n" + aligned(lines.results))
    return 0 if all(passed) else 1
