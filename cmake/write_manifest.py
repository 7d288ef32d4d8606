#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes TREE/target.json and, per suite, TREE/generated/SUITE.tests.json and, for plain ctest,
SUITE.ctest.cmake.

It asks the programs of the tree. CMake itself reads JSON only since its version 3.19."""
import argparse
import json
import os
import re
import signal
import subprocess
import sys

_PATIENCE = 60  # seconds for a program that only prints
_ELSEWHERE = (
    "If the wrapper compiles for other nodes (cc of a login node), build on one of them, for"
    " example by: srun -n 1 mpitcheck test --only-build WRAPPER. Then test in a job: mpitcheck run"
    " FOLDER, the folder that was printed, with --launcher 'aprun -n {np}' if it is not a job of"
    " Slurm"
)


def _fail(text):
    """Ends with an error, which mpitcheck test shows: one line with ": error: " in it."""
    sys.exit(f"write_manifest.py: error: {' '.join(text.split())}")


def _does_not_run(command, why):
    _fail(f"{' '.join(command)}, a program of this MPI, does not run here ({why}). {_ELSEWHERE}")


def _end_of(code):
    """Returns how a program ended, e.g. "SIGILL" or "exit code 1"."""
    return f"exit code {code}" if code > 0 else signal.Signals(-code).name


def _ask(*command):
    """Returns what the program prints as JSON: an object or an array that ends with its own line.

    A library may print before and after it.
    """
    try:
        asked = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="surrogateescape",
            timeout=_PATIENCE,
            check=False,
        )
    except OSError as problem:
        _does_not_run(command, problem.strerror)
    except subprocess.TimeoutExpired:
        _does_not_run(command, f"no answer in {_PATIENCE} s")
    if asked.returncode:
        _does_not_run(command, f"{_end_of(asked.returncode)}: {asked.stderr[-500:].strip()}")
    found = re.search(r"([\[{]\n.*\n[\]}]|\[\])\n", asked.stdout, re.DOTALL)
    if not found:
        words = " ".join(command)
        _fail(f"'{words}' prints no JSON, but: {asked.stdout[:500]} {asked.stderr[-500:]}")
    return found[1]


def _write(path, text):
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def _ctest_lines(suite, tests, tree, launcher):
    """Returns what registers the tests with ctest, without those that need a missing launcher."""
    lines = []
    for test in tests:
        command = f"{tree}/bin/{suite}"
        if test["np"] > 1:
            if not launcher:
                continue
            command = f"{os.path.join(tree, launcher)} -n {test['np']} {command}"
        name = test["name"]
        lines += [
            f"add_test({name} {command} --test {name})\n",
            f"set_tests_properties({name} PROPERTIES LABELS {suite} SKIP_RETURN_CODE 77"
            " TIMEOUT 120)\n",
        ]
    return "".join(lines)


def _program_of(suite, arguments):
    """Returns the manifest's entry of a suite, and writes the files of its tests."""
    tree = arguments.tree
    text = _ask(f"{tree}/bin/{suite}", "--list")
    _write(f"{tree}/generated/{suite}.tests.json", text)
    tests = json.loads(text)
    _write(
        f"{tree}/generated/{suite}.ctest.cmake",
        _ctest_lines(suite, tests, tree, arguments.launcher),
    )
    is_random = suite in arguments.random_suites
    return {"suite": suite, "path": f"bin/{suite}", "random": is_random, "tests": tests}


def _manifest(arguments):
    manifest = json.loads(_ask(f"{arguments.tree}/bin/inventory", "--identify"))
    if manifest["unresolved"]:
        names = ", ".join(manifest["unresolved"])
        print(f"mpi.h declares functions that no library of the program defines: {names}")
    manifest["programs"] = [_program_of(suite, arguments) for suite in arguments.suites] + [
        {"suite": suite, "path": f"bin/{suite}", "tests": f"generated/{suite}.tests.json"}
        for suite in arguments.extra_suites
    ]
    manifest["benchmarks"] = [
        {"name": name, "path": f"bin/bench_{name}"} for name in arguments.benchmarks
    ]
    # What need not be built is named here and looked for when it is needed.
    manifest["compile"] = arguments.compile
    if arguments.kind == "reference":
        manifest["variants"] = "bin/variants"
    if arguments.static:
        manifest["static"] = True
    else:
        manifest["recorder"] = "lib/libmpitcheck_record.so"
        for kind in ("faults", "hostile"):
            manifest[kind] = {
                "library": f"lib/libmpitcheck_{kind}.so",
                "list": f"generated/{kind}.json",
            }
    launcher = arguments.launcher
    manifest.update(
        schema=1,
        suite_version=arguments.version,
        name=arguments.name,
        kind=arguments.kind,
        launcher=[launcher, "-n", "{np}"] if launcher else [],
        launcher_from=arguments.launcher_from,
        inventory="bin/inventory",
        preflight="bin/preflight",
    )
    return manifest


def main():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    for name in ("tree", "version", "name", "kind"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--static", action="store_true", help="the MPI is an archive")
    parser.add_argument("--launcher", default="", help="path, which may be relative to the tree")
    parser.add_argument("--launcher-from", default="")
    for name in ("suites", "random-suites", "extra-suites", "benchmarks"):
        parser.add_argument(f"--{name}", nargs="*", default=[])
    parser.add_argument(
        "--compile", type=json.loads, default=[], help="words that compile a C program, as JSON"
    )
    arguments = parser.parse_args()
    text = json.dumps(_manifest(arguments), indent=2, sort_keys=True, ensure_ascii=False)
    _write(os.path.join(arguments.tree, "target.json"), text + "\n")


if __name__ == "__main__":
    main()
