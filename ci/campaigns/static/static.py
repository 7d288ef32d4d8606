# SPDX-License-Identifier: BSD-3-Clause
"""Runs the suites with statically linked MPIs. First with the archive of the reference, in
build/static: the suites must find nothing.

REPORT is a report of `mpitcheck run build/mpich --json REPORT`. With it, the campaign also tests
libmpich.a of Debian, in build/static-mpich. Its verdicts must be those of the shared library. The
gate has no causes there, because a crash of a static program has no address in a library.

Exit codes:
  0  as expected
  1  a test deviates
  2  a wrong call, or there is no such MPI or no report
  3  a tree cannot be built
  5  interrupted"""
import argparse
import os
import shutil
import subprocess
from typing import Optional

from tools.stages.commands import BUILD, Failed, Refused, execute
from tools.stages.steps import Steps
from tools.stages.trees import build_tree

# mpicxx.mpich would link the C++ bindings of MPICH, which need the shared library.
_COMPILERS = {"mpicc": "cc", "mpicxx": "c++"}
_WRAPPER = '#!/bin/sh\nexec mpicc.mpich -static-mpi -cc={compiler} "$@"\n'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", metavar="REPORT", nargs="?", help="a report of the shared MPICH")


def _output_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _built(steps: Steps, name: str, *options: str) -> str:
    """Builds a tree whose programs need no shared library of an MPI. Returns the tree."""
    tree = build_tree(steps, name, ["all"], ["-DMPITCHECK_BENCH=OFF", *options])
    if "mpi" in _output_of("ldd", os.path.join(tree, "bin/conformance")):
        raise Failed("the programs need a shared library")
    return tree


def _suites(tree: str, log: Optional[str]) -> int:
    report = os.path.join(tree, "report.json")
    command = [os.path.join(tree, "bin/mpitcheck"), "run", tree, "--seed", "1", "--json", report]
    return execute("suites", command, log).code


def _mpich(steps: Steps, shared_report: str) -> int:
    if "libmpich.a" not in _output_of("mpicc.mpich", "-static-mpi", "-show"):
        raise Refused("no static MPICH: apt-get install libmpich-dev")
    folder = os.path.join(BUILD, "static-mpich")
    os.makedirs(folder, exist_ok=True)
    for name, compiler in _COMPILERS.items():
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(_WRAPPER.format(compiler=compiler))
        os.chmod(path, 0o755)
    tree = _built(
        steps,
        "static-mpich",
        f"-DMPI_C_COMPILER={folder}/mpicc",
        f"-DMPI_CXX_COMPILER={folder}/mpicxx",
        # The launcher cannot be derived from the name of such a wrapper.
        f"-DMPITCHECK_LAUNCHER={shutil.which('mpiexec.mpich')}",
        "-DMPITCHECK_TARGET_NAME=mpich",
    )
    _suites(tree, steps.log_of("static-mpich", "run"))
    difference = [os.path.join(tree, "bin/mpitcheck"), "diff", shared_report]
    return execute("diff", [*difference, os.path.join(tree, "report.json")], None).code


def run(options: argparse.Namespace) -> int:
    report = options.report and os.path.abspath(options.report)
    if report and not os.access(report, os.R_OK):
        raise Refused(f"{options.report}: name a report of mpitcheck run build/mpich --json")
    steps = Steps()
    if _suites(_built(steps, "static", "-DMPITCHECK_STATIC=ON"), None):
        return 1
    return _mpich(steps, report) if report else 0
