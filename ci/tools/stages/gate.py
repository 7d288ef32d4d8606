# SPDX-License-Identifier: BSD-3-Clause
"""ci/gate: tests one installed MPI."""
import os
import re
import shutil
import subprocess
from typing import Optional

from tools.stages.commands import BUILD, ROOT, Refused, say
from tools.stages.run import run_suites
from tools.stages.steps import TIMES, Steps
from tools.stages.trees import RUN_TARGETS, build_tree

_USAGE = (
    "usage: ci/gate WRAPPER [OPTIONS OF mpitcheck run...]"
    "    e.g. ci/gate /opt/mpi/bin/mpicxx --expect known.txt"
)


def wrappers(name: str) -> tuple[str, str]:
    """Returns the wrappers for C++ and C. mpicc.x belongs to mpicxx.x."""
    cxx = shutil.which(name)
    if cxx is None:
        raise Refused(f"{name}: no such program: name the C++ compiler wrapper of an installed MPI")
    folder, base = os.path.split(cxx)
    _, dot, suffix = base.partition(".")
    c = os.path.join(folder, f"mpicc{dot}{suffix}")
    if not os.access(c, os.X_OK):
        raise Refused(
            f"{c}: no such program: mpitcheck needs the MPI's C compiler wrapper beside {cxx}"
        )
    return cxx, c


def _version() -> str:
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        found = re.search(r"^project\(mpitcheck VERSION ([0-9.]+)", file.read(), re.MULTILINE)
    return found[1] if found else ""


def _is_our_runner(program: str) -> bool:
    """Whether the program is a runner of this version."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout == f"mpitcheck {_version()}\n"


def _runner() -> Optional[str]:
    """Returns an installed runner, or None if one must be built."""
    named = os.environ.get("MPITCHECK_RUNNER_PROGRAM")
    if named and not _is_our_runner(named):
        raise Refused(
            f"MPITCHECK_RUNNER_PROGRAM: {named} is not mpitcheck {_version()}:"
            " name one, or unset the variable"
        )
    found = named or shutil.which("mpitcheck")
    return found if found and _is_our_runner(found) else None


def run(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        raise Refused(_USAGE)
    cxx, c = wrappers(arguments[0])
    runner = _runner()
    name = os.environ.get("MPITCHECK_NAME") or "mpi"
    report = os.environ.get("MPITCHECK_REPORT") or os.path.join(BUILD, "report")
    steps = Steps(times=TIMES)
    options = [
        f"-DMPI_CXX_COMPILER={cxx}",
        f"-DMPI_C_COMPILER={c}",
        f"-DMPITCHECK_TARGET_NAME={name}",
        "-DMPITCHECK_OWN_TESTS=OFF",
        "-DMPITCHECK_WERROR=OFF",  # another compiler or mpi.h may cause warnings
        f"-DMPITCHECK_RUNNER={'OFF' if runner else 'ON'}",
    ]
    targets = RUN_TARGETS if runner else (*RUN_TARGETS, "mpitcheck")
    tree = build_tree(steps, name, targets, options)
    program = runner or os.path.join(tree, "bin", "mpitcheck")
    code = run_suites(steps, program, [tree], report, arguments[1:])
    say(f"Report: {report}/index.html")
    return code
