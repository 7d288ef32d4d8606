# SPDX-License-Identifier: BSD-3-Clause
"""Runs the cases of the campaign slurm on the head node of the cluster: cases [CASE...]. Prints a
row for each report, then remarks.

Exit codes: 0 each report is as it should be, 1 a report is not"""
import contextlib
import glob
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Optional

from tools.stages.commands import BUILD, ROOT
from tools.stages.trees import expectations
from campaigns.slurm import account

_WORK = os.path.join(BUILD, "slurm")
_STATE = os.path.join(_WORK, "state")
_REPORTS = os.path.join(_WORK, "reports")
_MPITCHECK = os.path.join(BUILD, "reference/bin/mpitcheck")
_CVARS = ("--suite", "conformance", "--filter", "cvar*")
_RUNNING = ("PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED")


def _output_of(command: Sequence[str], text: str = "") -> str:
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


class _Job:
    """A batch job of Slurm."""

    def __init__(self, number: str) -> None:
        self._number = number
        self.code = ""  # exit code of its program, as Slurm reports it
        self.state = ""

    def wait(self) -> float:
        """Waits for the end of the job. Returns the seconds of waiting."""
        began = time.monotonic()
        while True:
            told = _output_of(["scontrol", "show", "job", self._number, "--oneliner"])
            state = re.search("JobState=([A-Z_]+)", told)
            if state and state[1] not in _RUNNING:
                break
            time.sleep(0.5)
        code = re.search(" ExitCode=([0-9:]+)", told)
        self.state, self.code = state[1], code[1] if code else ""
        return time.monotonic() - began

    def cancel(self) -> None:
        subprocess.run(["scancel", self._number], check=True)


class Cases:
    """Runs cases, and keeps the rows and remarks."""

    def __init__(self) -> None:
        self.passed = True
        self.remarks: list[str] = []

    def _report(self, name: str) -> str:
        return os.path.join(_REPORTS, f"{name}.json")

    def _begin(
        self, name: str, mpi: str, options: Sequence[str], sbatch: Sequence[str] = ()
    ) -> _Job:
        """Starts a batch job that runs the tests of a tree with a user's commands."""
        for old in glob.glob(f"{_REPORTS}/{name}.*"):
            os.remove(old)
        # `exec`, because the signal that announces the end of the job would otherwise kill the
        # shell, and Slurm would end the job before the run has written its report.
        words = shlex.join([*options, "--seed", "7", "--json", self._report(name)])
        script = f"#!/bin/bash\nexec {_MPITCHECK} run {BUILD}/{mpi} {words}\n"
        command = ["sbatch", "--parsable", "--nodes=4", "--ntasks=8", f"--job-name={name}"]
        return _Job(_output_of([*command, f"--output={_REPORTS}/{name}.log", *sbatch], script))

    def _row(
        self, name: str, code: str, state: str, want: str, alone: Optional[str] = None
    ) -> None:
        """Prints the row of a report. `want` is `whole` or `part`."""
        row, remarks, passed = account.row(name, code, state, self._report(name), want, alone)
        print(row, flush=True)
        self.remarks += remarks
        self.passed = self.passed and passed

    def _end(self, name: str, job: _Job, want: str, alone: Optional[str] = None) -> float:
        seconds = job.wait()
        self._row(name, job.code, job.state, want, alone)
        return seconds

    @staticmethod
    def _wait_for_tests(name: str, count: int) -> None:
        """Waits until the log of the job reports `count` tests."""
        done = 0
        while done < count:
            time.sleep(0.2)
            with contextlib.suppress(FileNotFoundError):
                with open(f"{_REPORTS}/{name}.log", encoding="utf-8", errors="replace") as file:
                    found = re.findall("^([0-9]+) of [0-9]+ tests", file.read(), re.MULTILINE)
                done = int(found[-1]) if found else 0

    def _np(self, count: int) -> None:
        """Runs with `count` processes per test. With one, runs all suites and compares them with
        the expectations. With several, which expectations do not cover, runs the conformance suite
        and compares it with the case np1 if that has run."""
        options = expectations() if count == 1 else ["--suite", "conformance"]
        options = [os.path.join(ROOT, word) if word.endswith(".txt") else word for word in options]
        for mpi in ("mpich", "openmpi"):
            name = f"{mpi}-np{count}"
            job = self._begin(name, mpi, ["--np", str(count), *options])
            alone = self._report(f"{mpi}-np1")
            has_alone = count != 1 and os.path.exists(alone)
            job.wait()
            self._row(name, job.code, job.state, "whole", alone if has_alone else None)

    def np1(self) -> None:
        self._np(1)

    def np2(self) -> None:
        self._np(2)

    def np4(self) -> None:
        self._np(4)

    def np8(self) -> None:
        self._np(8)

    def cancel(self) -> None:
        job = self._begin("cancel", "openmpi", ["--np", "2"])
        self._wait_for_tests("cancel", 50)
        job.cancel()
        seconds = self._end("cancel", job, "part")
        self.remarks.append(f"cancel: over {seconds:.0f} s after scancel")

    def limit(self) -> None:
        """Lets the time limit of the job expire. A minute is Slurm's shortest limit."""
        self._end("limit", self._begin("limit", "openmpi", ["--np", "4"], ["--time=1"]), "part")

    @staticmethod
    def _kill_node(number: int) -> None:
        """Kills the node with all of its processes."""
        with open(f"{_STATE}/node{number}.pid", encoding="ascii") as file:
            os.kill(int(file.read()), signal.SIGKILL)

    @staticmethod
    def _restore_node(number: int) -> None:
        with open(f"{_STATE}/node{number}.back", "w", encoding="ascii"):
            pass
        idle = ["sinfo", "--noheader", "--Node", "--states=idle", "--format=%N"]
        while len(_output_of(idle).splitlines()) != 4:
            time.sleep(0.5)

    def node(self) -> None:
        """Kills a node of the job. Slurm ends the job, unless it was started with --no-kill: then
        it continues on the other nodes."""
        options = ["--np", "4", *_CVARS, "--filter", "pvar*"]
        for name, want in (("node", "part"), ("node-no-kill", "whole")):
            sbatch = ["--no-kill"] if want == "whole" else []
            job = self._begin(name, "openmpi", options, sbatch)
            self._wait_for_tests(name, 50)
            self._kill_node(3)
            self._end(name, job, want)
            self._restore_node(3)

    def batch_node(self) -> None:
        """Kills the node of the runner, which then cannot write a final report."""
        job = self._begin("batch_node", "openmpi", ["--np", "2"])
        self._wait_for_tests("batch_node", 30)
        time.sleep(31)  # a draft of the report is written in that time
        self._kill_node(1)
        self._end("batch_node", job, "part")
        self._restore_node(1)

    def array(self) -> None:
        """Runs a job array with a task per target, then compares the reports."""
        for old in glob.glob(f"{_REPORTS}/array-*"):
            os.remove(old)
        task = "$SLURM_ARRAY_TASK_ID"
        script = (
            f"#!/bin/bash\ntrees=({BUILD}/mpich {BUILD}/openmpi)\n"
            f"exec {_MPITCHECK} run ${{trees[{task}]}} {shlex.join(_CVARS)}"
            f" --json {_REPORTS}/array-{task}.json\n"
        )
        command = ["sbatch", "--parsable", "--wait", "--nodes=2", "--ntasks=4", "--array=0-1"]
        command += ["--job-name=array", f"--output={_REPORTS}/array-%a.log"]
        # The exit code is that of the tasks.
        begun = subprocess.run(
            command, input=script, stdout=subprocess.PIPE, text=True, check=False
        )
        for index in (0, 1):
            self._end(f"array-{index}", _Job(f"{begun.stdout.strip()}_{index}"), "whole")
        page = f"{_REPORTS}/array.md"
        reports = [self._report(f"array-{index}") for index in (0, 1)]
        subprocess.run([_MPITCHECK, "compare", *reports, "--markdown", page], check=True)
        with open(page, encoding="utf-8") as file:
            columns = re.search(r"^## Columns.*?(?=^## |\Z)", file.read(), re.M | re.S)
        lines = columns[0].splitlines() if columns else []
        self.remarks += [line for line in lines if line.startswith("|")]

    def shell(self) -> None:
        """Runs from a shell on a machine outside the allocation."""
        for old in glob.glob(f"{_REPORTS}/shell.*"):
            os.remove(old)
        command = ["salloc", "--quiet", "--nodes=2", "--ntasks=4", _MPITCHECK, "run"]
        command += [f"{BUILD}/mpich", *_CVARS, "--json", self._report("shell")]
        with open(f"{_REPORTS}/shell.log", "wb") as log:
            done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, check=False)
        self._row("shell", str(done.returncode), "-", "whole")


CASES: dict[str, Callable[[Cases], None]] = {
    "np1": Cases.np1,
    "np2": Cases.np2,
    "np4": Cases.np4,
    "np8": Cases.np8,
    "cancel": Cases.cancel,
    "limit": Cases.limit,
    "node": Cases.node,
    "batch_node": Cases.batch_node,
    "array": Cases.array,
    "shell": Cases.shell,
}


def main(names: Sequence[str]) -> int:
    os.makedirs(_REPORTS, exist_ok=True)
    print("| case | verdicts | exit code:signal | Slurm's state | report |\n|---|---|---|---|---|")
    cases = Cases()
    os.chdir(_WORK)  # a folder that all nodes share, unlike /tmp
    for name in names or CASES:
        CASES[name](cases)
    print("\nRemarks:", *cases.remarks, sep="\n")
    return 0 if cases.passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
