# SPDX-License-Identifier: BSD-3-Clause
"""ci/check: tests Debian's MPICH and Open MPI, and the reference."""
import os

from tools.stages.commands import BUILD, ROOT, say
from tools.stages.run import run_suites
from tools.stages.steps import TIMES, Steps
from tools.stages.trees import RUN_TARGETS, build_check_trees, expectations


def run(arguments: list[str]) -> int:
    steps = Steps(times=TIMES)
    steps.install("check")
    trees = build_check_trees(steps, RUN_TARGETS)
    program = os.path.join(BUILD, "bin", "mpitcheck")
    report = os.path.join(BUILD, "report")
    code = run_suites(steps, program, trees, report, [*expectations(ROOT), *arguments])
    say(
        "\nReport: build/report/index.html"
        " (also report.json, junit.xml, report.md; C programs in repro/)"
    )
    return code
