#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the catalogue of rules and turns it into C++, and into JSON for the runner.

usage: clausegen.py lint DIR [GRID]          check the catalogue in DIR, and the grid in GRID
       clausegen.py generate DIR OUT [GRID]  check them and write C++ and clauses.json into OUT
       clausegen.py coverage DIR JSON...     check that each rule has a test in these lists
       clausegen.py faults DIR JSON          check that each rule has a fault in this list
exit codes: 0 in order, 1 findings, 2 usage, 3 a result could not be written"""
import json
import os
import sys

from catalogue import Catalogue
from generate import generate
from grid import Grid


def cited_in(catalogue, path, program):
    """Returns the clauses that a list of tests or faults cites, with a place."""
    try:
        with open(path, encoding="utf-8") as file:
            entries = json.load(file)
        if isinstance(entries, list):
            return {clause: (path, 1) for entry in entries for clause in entry["clauses"]}
    except OSError:
        catalogue.complain((path, 1), "cannot be read")
        return {}
    except (ValueError, KeyError, TypeError):
        pass
    catalogue.complain((path, 1), f"not the array that {program} prints")
    return {}


def check_tests(catalogue, paths):
    """Checks tests against the catalogue.

    Each `must` clause needs a test or a reason, no reason may be stale, and tests may cite only
    known clauses.
    """
    cited = {}
    for path in paths:
        cited = cited_in(catalogue, path, "a test program with --list") | cited
    for clause in catalogue.clauses:
        tested = cited.pop(clause["id"], None)
        if not tested and clause["level"] == "must" and not clause["untested"]:
            catalogue.complain(
                clause["id"].place,
                (
                    f"{clause['id']}: must clause without a test; write one or say in 'untested'"
                    " why there is none"
                ),
            )
        elif tested and clause["untested"]:
            catalogue.complain(
                clause["untested"].place, f"{clause['id']}: has a test now; remove 'untested'"
            )
    for name, place in sorted(cited.items()):
        catalogue.complain(place, f"a test cites '{name}', which is not in the catalogue")


def check_faults(catalogue, paths):
    """Checks faults against the catalogue.

    Each clause above `advice` needs a fault or a reason, and no reason may be stale.
    """
    broken = cited_in(catalogue, paths[0], "bin/faults")
    for clause in catalogue.clauses:
        if clause["id"] in broken:
            if clause["no_fault"]:
                catalogue.complain(
                    clause["no_fault"].place, f"{clause['id']}: has a fault now; remove 'no_fault'"
                )
        elif not clause["no_fault"] and not clause["untested"] and clause["level"] != "advice":
            catalogue.complain(
                clause["id"].place,
                (
                    f"{clause['id']}: {clause['level']} clause without a fault; write one or say in"
                    " 'no_fault' why there is none"
                ),
            )


def main(arguments):
    commands = {
        "lint": (0, 1, "takes one folder or two"),
        "generate": (1, 2, "takes two folders or three"),
        "coverage": (1, 999, "needs the tests' lists"),
        "faults": (1, 1, "takes the faults' list"),
    }
    if arguments in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    problem = None
    command, folder, rest = (*arguments, "", "")[0], (*arguments, "", "")[1], arguments[2:]
    if len(arguments) < 2:
        problem = "a command and a folder are needed"
    elif command not in commands:
        problem = f"unknown command '{command}'"
    elif not os.path.isdir(folder):
        problem = f"'{folder}' is not a folder"
    elif not commands[command][0] <= len(rest) <= commands[command][1]:
        problem = f"{command} {commands[command][2]}"
    grids = {"lint": rest, "generate": rest[1:]}.get(command, [])
    if not problem and not all(map(os.path.isdir, grids)):
        problem = f"'{grids[0]}' is not a folder"
    if problem:
        print(f"clausegen: {problem}\n{__doc__.partition(chr(10) * 2)[2]}", file=sys.stderr)
        return 2
    catalogue = Catalogue(folder)
    grid = Grid(grids[0], catalogue) if grids and not catalogue.complaints else None
    if not catalogue.complaints:
        if command == "generate":
            generate(catalogue, grid, rest[0])
        elif command == "coverage":
            check_tests(catalogue, rest)
        elif command == "faults":
            check_faults(catalogue, rest)
    for (file, line), message in catalogue.complaints:
        print(f"{file}:{line}: {message}", file=sys.stderr)
    return 1 if catalogue.complaints else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        print(f"clausegen: {error}", file=sys.stderr)
        sys.exit(3)
