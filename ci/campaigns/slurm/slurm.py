# SPDX-License-Identifier: BSD-3-Clause
"""Runs the suites in allocations of a real Slurm, on a cluster of four nodes that are namespaces of
this machine, with Debian's MPICH (PMI-2) and Open MPI (PMIx). Jobs are cancelled, nodes fail and
time limits expire. Prints what each report contains. ci/campaigns/slurm/README.md lists the cases.

Needs root. The root folder and the reports are in build/slurm. The root is made once.

Exit codes:
  0  each report is complete or names what is missing, and charges no MPI with what Slurm did
  1  a report is incomplete, or charges an MPI with what Slurm did
  2  a wrong call, or the campaign cannot run here
  3  something could not be made or run
  5  interrupted"""
import argparse
import os
import subprocess

from tools.stages.commands import BUILD, Refused, execute
from tools.stages.steps import Steps
from tools.stages.trees import build_check_trees
from campaigns.slurm.cases import CASES

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_WORK = os.path.join(BUILD, "slurm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "cases", metavar="CASE", nargs="*", help=f"one of {', '.join(CASES)}; default: all"
    )


def _can(*command: str) -> bool:
    return subprocess.run(["unshare", *command], check=False).returncode == 0


def run(options: argparse.Namespace) -> int:
    if os.geteuid() != 0:
        raise Refused("root is needed to make a root folder and namespaces")
    if not _can("--net", "--mount", "--uts", "--ipc", "--pid", "--fork", "true"):
        raise Refused("namespaces cannot be created here")
    if not _can("--net", "ip", "link", "add", "cluster", "type", "bridge"):
        raise Refused("a network bridge cannot be created here")
    for name in options.cases:
        if name not in CASES:
            raise Refused(f"'{name}' is not a case: use {', '.join(CASES)}")
    steps = Steps()
    steps.install("slurm")
    build_check_trees(steps, ["manifest"])
    if not os.path.exists(os.path.join(_WORK, "root.ready")):
        steps.need("slurm", "root", [os.path.join(_FOLDER, "make-root"), _WORK])
    cases = ["env", "PYTHONPATH=ci", "python3", "-B", "-m", "campaigns.slurm.cases"]
    command = [os.path.join(_FOLDER, "cluster"), _WORK, *cases, *options.cases]
    return execute("slurm", command, None).code
