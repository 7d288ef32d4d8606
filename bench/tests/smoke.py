#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""smoke.py PROGRAM [FUNCTIONS]: runs each benchmark of a program briefly.

Every listed benchmark must run without error, every label must name a baseline of the same program,
and sizes must be numbers. A benchmark reports an error if the timed operation did not take place.
FUNCTIONS is the table of MPI_T functions. A benchmark call/... must call each of them, for a target
that has all functions.

Exit code: 1 if a condition is not met, with a line for each.
"""
import json
import re
import subprocess
import sys


def output_of(*arguments):
    return subprocess.run(
        [sys.argv[1], *arguments], check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def functions_of(name):
    """Returns the functions that call/<name>/... times.

    Example: MPI_T_a_b+c stands for MPI_T_a_b and MPI_T_a_c.
    """
    first, *others = name.split("/")[1].split("+")
    stem = "MPI_T_" if first == "MPI_T_init_thread" else first[: first.rindex("_") + 1]
    return {first} | {stem + other for other in others}


def main():
    names = output_of("--benchmark_list_tests").split()
    document = json.loads(output_of("--benchmark_format=json", "--benchmark_min_time=0.001"))
    runs = {run["name"]: run for run in document["benchmarks"]}
    problems = [
        f"context lacks {key}"
        for key in ("target", "missing", "instructions")
        if key not in document["context"]
    ]
    if not names or len(set(names)) != len(names):
        problems.append("no benchmarks, or two of one name")
    for name in names:
        run = runs.get(name, {"error_occurred": True, "error_message": "has no result"})
        baseline = re.fullmatch("baseline=(.+)", run.get("label", ""))
        if run.get("error_occurred"):
            problems.append(f"{name}: {run['error_message']}")
        elif not name.startswith("baseline/") and not (
            baseline and "baseline/" + baseline[1] in names
        ):
            problems.append(f"{name}: names no baseline of this program")
        if name.startswith("scale/") and not re.search(r"/[0-9]+(/[a-z]+:[0-9]+)*$", name):
            problems.append(f"{name}: no size")
    if len(sys.argv) > 2:
        with open(sys.argv[2], encoding="utf-8") as table:
            functions = set(re.findall(r"^MPITCHECK_API\((\w+)", table.read(), re.MULTILINE))
        called = set().union(
            *(functions_of(name) for name in names if name.startswith("call/MPI_T_"))
        )
        problems += [f"{name}: called by no benchmark" for name in sorted(functions - called)]
        problems += [f"{name}: no such function" for name in sorted(called - functions)]
        print(f"{len(functions & called)} of {len(functions)} functions")
    print("\n".join([f"{len(names)} benchmarks", *problems]))
    return 1 if problems else 0


sys.exit(main())
