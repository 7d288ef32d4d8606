# SPDX-License-Identifier: BSD-3-Clause
"""Runs the suites for ci/check and ci/gate, with reports in one folder."""
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from types import FrameType
from typing import Optional

from tools.stages.steps import Steps


def run_suites(
    steps: Steps, program: str, trees: Sequence[str], report: str, options: Sequence[str]
) -> int:
    """Runs the suites on the terminal. Returns the exit code."""
    repro = os.path.join(report, "repro")
    shutil.rmtree(repro, ignore_errors=True)  # programs of an earlier run
    os.makedirs(report, exist_ok=True)
    command = [program, "run", *trees, "--repro", repro]
    for option, name in (
        ("--json", "report.json"),
        ("--junit", "junit.xml"),
        ("--markdown", "report.md"),
        ("--html", "index.html"),
    ):
        command += [option, os.path.join(report, name)]
    began = time.monotonic()
    child = subprocess.Popen([*command, *options])

    def pass_on(number: int, _frame: Optional[FrameType]) -> None:
        if number != signal.SIGINT:  # the terminal sends that to both
            child.send_signal(number)

    # A run that is interrupted ends by itself, with its reports.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, pass_on)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    steps.record("run", time.monotonic() - began, usage.ru_utime + usage.ru_stime)
    return child.returncode
