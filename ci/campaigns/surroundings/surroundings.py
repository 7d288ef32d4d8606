# SPDX-License-Identifier: BSD-3-Clause
"""Runs all tests of a tree of the reference where the system refuses something, as containers,
batch systems and hardened machines do, or where a profiling tool is present. The tests must find
nothing. A test that cannot examine something there reports that. Build the target
`prove` of the tree first.

Two surroundings need root: no_proc, a mount in its own namespace, and setgid, programs of another
group, for which the loader ignores LD_PRELOAD and similar variables.

Exit codes:
  0  no alarm
  1  an alarm
  2  a wrong call, or the tree or the surroundings cannot be used
  5  interrupted"""
import argparse
import collections
import json
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Sequence

from tools.stages.commands import ROOT, Refused, execute, last_lines, say

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_TOOLS = ("holding_tool", "tool_of_mpi", "funneled_mpi")
_NAMES = (
    "as_here",
    "small_stacks",
    "no_memfd",
    "no_ptrace",
    "no_membarrier",
    "few_files",
    "no_proc",
    "setgid",
    "tool_between",
    "tool_that_holds",
    "tool_of_mpi",
    "funneled_mpi",
)
_SILENT = ("pass", "vacuous", "not-applicable", "inconclusive")
_COLUMNS = "{:<15} {:>5} {:>5} {:>8} {:>6}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tree", metavar="TREE", help="a built tree of the reference")
    parser.add_argument(
        "names", metavar="NAME", nargs="*", help=f"one of {', '.join(_NAMES)}; default: all"
    )


def _compile(*words: str) -> None:
    command = ["cc", "-O1", "-Wall", "-Wextra", *words]
    if subprocess.run(command, cwd=_FOLDER, check=False).returncode:
        raise Refused(f"cannot be compiled: {words[-1]}")


def _wrapper(name: str, scratch: str) -> list[str]:
    """Returns the words before a command that run it in these surroundings."""
    refusing = os.path.join(scratch, "refusing")
    without_proc = 'mount -t tmpfs none /proc && exec "$@"'
    return {
        "small_stacks": ["prlimit", "--stack=262144"],
        "no_memfd": [refusing, "ENOSYS", "memfd_create"],
        "no_ptrace": [refusing, "EPERM", "ptrace,process_vm_readv"],
        "no_membarrier": [refusing, "ENOSYS", "membarrier"],
        "few_files": ["prlimit", "--nofile=64"],
        "no_proc": ["unshare", "--mount", "sh", "-c", without_proc, "sh"],
    }.get(name, [])


def _preload(name: str, tree: str, scratch: str) -> list[str]:
    library = {
        "tool_between": f"{tree}/lib/libmpitcheck_faults.so",  # without a fault it forwards calls
        "tool_that_holds": f"{scratch}/holding_tool.so",
        "tool_of_mpi": f"{scratch}/tool_of_mpi.so",  # active from MPI_Init to MPI_Finalize
        "funneled_mpi": f"{scratch}/funneled_mpi.so",
    }.get(name)
    return ["--preload", library] if library else []


def _setgid_tree(tree: str, scratch: str) -> str:
    """Copies the tree with programs of another group than that of their user."""
    copy = os.path.join(scratch, "setgid")
    os.mkdir(copy)
    for part in ("bin", "lib", "generated"):
        shutil.copytree(os.path.join(tree, part), os.path.join(copy, part), symlinks=True)
    shutil.copy(os.path.join(tree, "target.json"), copy)
    refused = f"setgid has no effect in {tree}, or not for this user"
    try:
        for entry in os.scandir(os.path.join(copy, "bin")):
            shutil.chown(entry.path, group="nogroup")
            os.chmod(entry.path, stat.S_IMODE(os.stat(entry.path).st_mode) | stat.S_ISGID)
    except OSError as problem:
        raise Refused(f"{refused}: {problem.strerror}") from None
    # The loader ignores LD_SHOW_AUXV in a program with AT_SECURE.
    listed = subprocess.run(
        [os.path.join(copy, "bin/conformance"), "--list"],
        env={**os.environ, "LD_SHOW_AUXV": "1"},
        capture_output=True,
        check=False,
    )
    if b"AT_SECURE" in listed.stdout:
        raise Refused(refused)
    return copy


def _tests(name: str, tree: str, scratch: str) -> bool:
    """Runs all tests in these surroundings and prints a row. Returns whether there was no alarm."""
    under = _setgid_tree(tree, scratch) if name == "setgid" else tree
    report, log = os.path.join(scratch, "report.json"), os.path.join(scratch, "log")
    if os.path.exists(report):
        os.remove(report)
    runner = [os.path.join(tree, "bin/mpitcheck"), "run", under, "--seed", "1"]
    options = ["--stress-duration", "0.1", *_preload(name, tree, scratch), "--json", report]
    environment = {"MPIT_VARIANT": "background"}
    outcome = execute(name, [*_wrapper(name, scratch), *runner, *options], log, env=environment)
    if not os.path.exists(report):
        say(f"{name:<15} no report, exit code {outcome.code}:")
        say("\n".join(last_lines(log, 40)))
        return False
    with open(report, encoding="utf-8") as file:
        tests = json.load(file)["tests"]
    number = collections.Counter(test["verdict"] for test in tests)
    alarms = [test for test in tests if test["verdict"] not in _SILENT]
    say(_COLUMNS.format(name, len(tests), number["pass"], number["vacuous"], len(alarms)))
    for test in alarms:
        say(f"  {test['verdict']}: {test['name']}: {test['message']}")
    return not alarms


def _all_tests(names: Sequence[str], tree: str, scratch: str) -> bool:
    _compile("-o", os.path.join(scratch, "refusing"), "refusing.c")
    include = os.path.join(ROOT, "reference/include")
    for tool in _TOOLS:
        output = os.path.join(scratch, f"{tool}.so")
        _compile("-shared", "-fPIC", "-I", include, "-o", output, f"{tool}.c")
    say(_COLUMNS.format("surroundings", "tests", "pass", "vacuous", "alarms"))
    return all([_tests(name, tree, scratch) for name in names])


def run(options: argparse.Namespace) -> int:
    tree = os.path.abspath(options.tree)
    if not os.access(os.path.join(tree, "bin/mpitcheck"), os.X_OK):
        raise Refused(f"{options.tree}: not a built tree of the reference")
    for name in options.names:
        if name not in _NAMES:
            raise Refused(f"'{name}' is not one of {', '.join(_NAMES)}")
    # Not in TMPDIR, where setgid may have no effect.
    with tempfile.TemporaryDirectory(prefix="surroundings.", dir=tree) as scratch:
        return 0 if _all_tests(options.names or _NAMES, tree, scratch) else 1
