# SPDX-License-Identifier: BSD-3-Clause
"""Builds an MPI program with the reference and runs it: the reference is an MPI.

    ci/campaigns/campaign programs --np "2 4" ../heat 'make CC=mpicc' './heat --steps 20'

BUILD and RUN are commands of the shell. They work in a copy of FOLDER, TREE/programs/NAME, with the
mpicc, mpicxx and mpiexec of the reference first in PATH; mpiexec starts RUN. Prints a row per
number of processes.

Exit code: 0 if the program was built and ran, 1 if not, 2 if the call is wrong."""
import argparse
import os
import shutil

from campaigns.shared.steps import BUILD, Refused, execute, last_lines, say

_LIMIT = 120  # seconds for a run


def _numbers(text: str) -> list[int]:
    words = text.split()
    if not words or not all(word.isdecimal() and int(word) for word in words):
        raise argparse.ArgumentTypeError(f"'{text}': write numbers of processes, e.g. \"2 4\"")
    return [int(word) for word in words]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tree",
        default=os.path.join(BUILD, "reference"),
        help="of the reference (build/reference)",
    )
    parser.add_argument(
        "--np", type=_numbers, default=[1, 2, 4], metavar="NUMBERS", help='of processes ("1 2 4")'
    )
    parser.add_argument("folder", metavar="FOLDER", help="sources of the program")
    parser.add_argument("build", metavar="BUILD", help="command that builds it")
    parser.add_argument("command", metavar="RUN", help="command to run")


def run(options: argparse.Namespace) -> int:
    tree = os.path.abspath(options.tree)
    folder = os.path.abspath(options.folder)
    if not os.path.isdir(folder):
        raise Refused(f"{options.folder}: no such folder")
    if not os.access(os.path.join(tree, "bin/mpicc"), os.X_OK):
        raise Refused(f"{tree} has no mpicc; build one with -DMPITCHECK_TARGET=reference")
    name = os.path.basename(folder)
    work = os.path.join(tree, "programs", name)
    environment = {"PATH": f"{tree}/bin:{os.environ['PATH']}"}
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder, work, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    log = f"{work}.build.log"
    build = ["bash", "-c", options.build]
    if execute(f"{name} build", build, log, cwd=work, env=environment).code != 0:
        say("\n".join([*last_lines(log, 15), f"{name}: not built; the log is {log}"]))
        return 1
    failed = False
    for number in options.np:
        start = ["timeout", str(_LIMIT), "mpiexec", "-n", str(number)]
        command = [*start, "bash", "-c", f"exec {options.command}"]
        code = execute(f"{name} run", command, f"{work}.{number}.log", work, environment).code
        result = {0: "ok", 124: f"no end within {_LIMIT} s"}.get(code, f"exit code {code}")
        failed = failed or code != 0
        say(f"{name}  {number:3} processes  {result}")
    return 1 if failed else 0
