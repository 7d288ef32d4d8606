# SPDX-License-Identifier: BSD-3-Clause
"""Builds an MPI program with the reference and runs it, because the reference is an MPI:

    ci/campaigns/campaign programs --np "2 4" ../heat 'make CC=mpicc' './heat --steps 20'

BUILD and RUN are shell commands. They run in TREE/programs/NAME, a copy of FOLDER, where the mpicc,
mpicxx and mpiexec of the reference are first in PATH. The campaign starts RUN with mpiexec. Prints
a row for each number of processes.

Exit codes:
  0  the program was built, and each run ended with 0
  1  the program could not be built, or a run failed
  2  a wrong call
  5  interrupted"""
import argparse
import os
import shutil

from tools.stages.commands import BUILD, Refused, execute, last_lines, say

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
        help="a tree of the reference; default: build/reference",
    )
    parser.add_argument(
        "--np",
        type=_numbers,
        default=[1, 2, 4],
        metavar="NUMBERS",
        help='numbers of processes; default: "1 2 4"',
    )
    parser.add_argument("folder", metavar="FOLDER", help="sources of the program")
    parser.add_argument("build", metavar="BUILD", help="command that builds the program")
    parser.add_argument("command", metavar="RUN", help="command that runs the program")


def run(options: argparse.Namespace) -> int:
    tree = os.path.abspath(options.tree)
    folder = os.path.abspath(options.folder)
    if not os.path.isdir(folder):
        raise Refused(f"{options.folder}: no such folder")
    if not os.access(os.path.join(tree, "bin/mpicc"), os.X_OK):
        raise Refused(f"{tree} has no mpicc: build a tree with -DMPITCHECK_TARGET=reference")
    name = os.path.basename(folder)
    work = os.path.join(tree, "programs", name)
    environment = {"PATH": f"{tree}/bin:{os.environ['PATH']}"}
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder, work, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    log = f"{work}.build.log"
    build = ["bash", "-c", options.build]
    if execute(f"{name} build", build, log, cwd=work, env=environment).code != 0:
        say("\n".join([*last_lines(log, 15), f"{name}: the build failed; the log is {log}"]))
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
