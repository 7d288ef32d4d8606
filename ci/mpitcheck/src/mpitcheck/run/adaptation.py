# SPDX-License-Identifier: BSD-3-Clause
"""Adapts a target and its tests to the results of the preflight and the inventory."""
import json
import os
from typing import Optional

from mpitcheck.job.job import Injection, prepared_start
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Target
from mpitcheck.judge.preflight import WORKS, Preflight
from mpitcheck.run.inventory import Foundation
from mpitcheck.schema.records import HABITS_VARIABLE


def drop_foreign_launcher(target: Target) -> str:
    """Removes the target's launcher if it was found in PATH and does not start two processes.

    Such a launcher usually belongs to another MPI. Returns the reason, or "" if the launcher stays.
    """
    found = target.preflight
    if not found or found.two_processes in ("", WORKS) or found.needs_launcher:
        return ""
    if target.tree.launcher_from != "PATH" or target.launcher != target.tree.launcher:
        return ""
    why = (
        f"no launcher is used: {target.launcher[0]} in PATH does not start two processes"
        f" ({found.two_processes})"
    )
    target.launcher = []
    return why


def habits_file(target: Target, folder: str) -> str:
    """Returns the path of the file with the preflight's results for the target's tests.

    The file exists after the preflight, or once a foundation was found broken.
    """
    return os.path.join(folder, f"habits-{target.name}.json")


def add_foundations(target: Target, broken: list[Foundation]) -> None:
    """Adds the broken foundations to the file that habits_file() names."""
    file, habits = target.tree.env[HABITS_VARIABLE], {}
    if os.path.exists(file):
        with open(file, encoding="utf-8", errors="surrogateescape") as known:
            habits = json.load(known)
    habits["foundations"] = [vars(each) for each in broken]
    with open(file, "w", encoding="utf-8", errors="surrogateescape") as out:
        json.dump(habits, out)


def adapt(
    target: Target, preflight: Optional[Preflight], options: RunOptions, injection: Injection
) -> bool:
    """Stores the preflight in the target and writes the file that habits_file() names.

    Returns whether any result is unusual, so that tests must adapt. Without a preflight, nothing is
    written.
    """
    target.preflight = preflight
    if preflight is None:
        return False
    words, environment = (
        prepared_start(target, options, injection) if preflight.needs_launcher else ([], {})
    )
    with open(
        target.tree.env[HABITS_VARIABLE], "w", encoding="utf-8", errors="surrogateescape"
    ) as out:
        json.dump(
            {
                "forks_with_tool": preflight.can_fork_with_tool,
                "forks_with_mpi": preflight.can_fork_with_mpi,
                "start_seconds": preflight.start_seconds,
                "start": words,
                "works_alone": preflight.works_alone,
                "broken_parts": preflight.broken_parts,
                "environment": [f"{key}={value}" for key, value in environment.items()],
            },
            out,
        )
    return not preflight.is_usual
