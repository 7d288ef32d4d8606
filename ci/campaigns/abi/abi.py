# SPDX-License-Identifier: BSD-3-Clause
"""Tests the standard ABI in both directions. For Debian's newest MPICH and Open MPI:

- runs the programs of build/reference with the libmpi_abi of that MPI, and compares the verdicts
  with those of programs that are compiled for that MPI
- compiles a program with the header of the standard ABI of that MPI, and runs it with the library
  of the reference

Needs root and build/reference. The root folder, trees and reports are in build/abi and are made
once. Remove that folder to make them again.

Exit codes:
  0  the tables were made, whatever they contain
  2  a wrong call, or the campaign cannot run here
  3  something could not be built or run
  5  interrupted"""
import argparse
import json
import os
import shutil
import subprocess

from campaigns.abi import table
from tools.stages.commands import BUILD, Failed, Refused, execute
from tools.stages.steps import Steps

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_WORK = os.path.join(BUILD, "abi")
_DEBIAN = os.path.join(_WORK, "root")
_REPORTS = os.path.join(_WORK, "reports")
_REFERENCE = os.path.join(BUILD, "reference")
_RUNNER = os.path.join(_REFERENCE, "bin/mpitcheck")
_PROGRAMS = ("conformance", "inventory", "preflight")  # the compared programs
_SEED = 7
_NAMES = ("mpich", "openmpi")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="mpich|openmpi", nargs="*", help="the MPI; default: both")


def _within(*command: str) -> list[str]:
    return [os.path.join(_FOLDER, "within"), _DEBIAN, *command]


def _output_of(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _make_native(steps: Steps, name: str) -> str:
    """Builds _PROGRAMS in the root with the MPI's own compiler. Returns the tree."""
    tree = os.path.join(_WORK, name)
    if os.path.exists(os.path.join(tree, "target.json")):
        return tree
    configure = ["cmake", "-G", "Ninja", "-S", ".", "-B", tree]
    configure += [f"-DMPI_CXX_COMPILER=mpicxx.{name}", f"-DMPI_C_COMPILER=mpicc.{name}"]
    configure += [f"-DMPITCHECK_{part}=OFF" for part in ("RUNNER", "BENCH", "OWN_TESTS")]
    manifest = [
        "cmake/write_manifest.py",
        f"--tree={tree}",
        f"--version={_output_of(_RUNNER, '--version').split()[1]}",
    ]
    manifest += [f"--name={name}", "--kind=external", f"--launcher=mpiexec.{name}"]
    manifest += ["--suites", "conformance"]
    steps.need(name, "configure", _within(*configure))
    steps.need(name, "build", _within("cmake", "--build", tree, "--target", *_PROGRAMS))
    steps.need(name, "manifest", _within(*manifest))
    return tree


def _make_soname_1() -> str:
    """Builds programs that need libmpi_abi.so.1, which only --abi-library provides."""
    tree = os.path.join(_WORK, "so1")
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["cp", "-rs", f"{_REFERENCE}/.", tree], check=True)
    for program in (os.path.join("bin", name) for name in _PROGRAMS):
        with open(os.path.join(_REFERENCE, program), "rb") as file:
            content = file.read().replace(b"libmpi_abi.so.0", b"libmpi_abi.so.1")
        os.remove(os.path.join(tree, program))
        with open(os.path.join(tree, program), "wb") as file:
            file.write(content)
        os.chmod(os.path.join(tree, program), 0o755)
    return tree


def _try_headers() -> None:
    """Compiles a program with each MPI's header, and runs it with the library of the reference."""
    headers = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(os.path.join(_DEBIAN, "usr"))
        for name in names
        if name == "mpi_abi.h" or (name == "mpi.h" and folder.endswith("standard_abi"))
    ]
    if not headers:
        raise Failed("the root has no header of the standard ABI")
    execute("headers", [os.path.join(_FOLDER, "their-header"), _REFERENCE, *headers], None)


def _report(steps: Steps, name: str, tree: str, *options: str) -> str:
    """Runs the conformance suite. Whatever the verdicts, there must be a report. Raises Failed."""
    report = os.path.join(_REPORTS, f"{name}.json")
    if os.path.exists(report):
        os.remove(report)
    command = [_RUNNER, "run", tree, "--suite", "conformance", "--seed", str(_SEED)]
    steps.run(name, "run", _within(*command, "--json", report, *options), good=range(256))
    try:
        with open(report, encoding="utf-8") as file:
            json.load(file)
    except (OSError, ValueError):
        raise Failed(f"{name}: no report; the log is {steps.log_of(name, 'run')}") from None
    return report


def _compare(steps: Steps, name: str, soname_1: str, libraries: str) -> None:
    """Runs programs compiled with the reference's header with the MPI's library."""
    library = f"{libraries}/libmpi_abi_{name}.so.1.0.0"  # in the root
    options = ("--abi-library", library, "--launcher", f"mpiexec.{name} -n {{np}}")
    abi = _report(steps, f"{name}-abi", _REFERENCE, *options)
    so1 = _report(steps, f"{name}-abi-so1", soname_1, *options, "--filter", "cvar.*")
    native = _report(steps, name, _make_native(steps, name))
    table.show(native, abi, so1)


def run(options: argparse.Namespace) -> int:
    for name in options.names:
        if name not in _NAMES:
            raise Refused(f"{name}: not an MPI of this campaign: use mpich or openmpi")
    if os.geteuid() != 0:
        raise Refused("root is needed to make a root folder and enter it")
    steps = Steps(os.path.join(_WORK, "logs"))
    steps.install("abi")
    if not os.path.exists(os.path.join(_REFERENCE, "target.json")):
        raise Refused("build/reference is not built: run ci/check")
    os.makedirs(_REPORTS, exist_ok=True)
    if not os.path.exists(f"{_DEBIAN}.ready"):
        steps.need("root", "make", [os.path.join(_FOLDER, "make-root"), _WORK])
    soname_1 = _make_soname_1()
    _try_headers()
    libraries = f"/usr/lib/{_output_of('gcc', '-print-multiarch')}"
    for name in options.names or _NAMES:
        _compare(steps, name, soname_1, libraries)
    return 0
