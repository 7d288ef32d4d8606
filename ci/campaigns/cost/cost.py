# SPDX-License-Identifier: BSD-3-Clause
"""Measures the cost of a build and a run, and compares it with limits: CPU and wall seconds,
compiled files, the largest process. Without options, it counts only: files and lines per room, and
what a run needs compiled.

--here measures in a copy of this checkout, in build/cost/here. --fresh measures in a new Debian
root, in build/cost/fresh, and installs all packages; it needs root. The compiler cache is off. The
limits of wall time are for two idle cores. The table shows the time that other processes took.

Exit codes:
  0  all within the limits
  1  a limit is exceeded
  2  a wrong call
  3  something could not be built or measured
  5  interrupted"""
import argparse
import os
import subprocess

from campaigns.cost import counts, stages
from campaigns.cost.place import Place, Row
from tools.stages.commands import Failed, Refused, say
from tools.stages.steps import Steps

# The largest number of CPU or wall seconds by row.
_LIMITS = {
    "reference build": {"cpu": 500},  # with the runner; what a run needs
    "mpich build": {"cpu": 160},
    "openmpi build": {"cpu": 160},
    "run": {"wall": 120},  # three targets
    "ci/check": {"wall": 600, "cpu": 1200},  # with --fresh: packages installed
    "ci/check again, less its run": {"wall": 5},
    "a clause's prose, built": {"wall": 10},
    "a test, to its verdicts": {"wall": 15},
    "ci/gate": {"wall": 240},  # one MPI, packages there
    "ci/test": {"wall": 600},
}
_COLUMNS = "{:<30} {:>8} {:>8} {:>6} {:>9}  {:<18} {}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--here", action="store_true", help="measure in a copy of this checkout")
    where.add_argument("--fresh", action="store_true", help="measure in a new Debian root")
    parser.add_argument(
        "--test", action="store_true", help="also measure ci/test, which takes long"
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=list(stages.ALL),
        metavar="STAGE",
        help=(
            f"only this stage ({', '.join(stages.ALL)}); may be repeated; keeps what is built,"
            " except for check"
        ),
    )
    parser.add_argument(
        "--release", default="bookworm", help="release of Debian for --fresh; default: bookworm"
    )


def _print_row(row: Row) -> bool:
    """Prints a line of the table. Returns whether the row is over a limit."""
    limits = _LIMITS.get(row.name, {})
    over = any(getattr(row, kind) > most for kind, most in limits.items())
    words = ", ".join(
        f"{most} {'CPU s' if kind == 'cpu' else 's'}" for kind, most in limits.items()
    )
    line = _COLUMNS.format(
        row.name,
        f"{row.cpu:.1f}",
        f"{row.wall:.1f}",
        row.files if row.files is not None else "-",
        f"{row.peak:.0f}" if row.peak else "-",
        words,
        ("over" if over else "ok") if limits else "",
    )
    say(line.rstrip() + (f"  ({row.note})" if row.note else ""))
    return over


def _measure(options: argparse.Namespace) -> int:
    """Prints the times of the stages. Returns the number of rows over a limit."""
    if options.fresh:
        Steps().install("cost")
    load, cores = os.getloadavg()[0], os.cpu_count()
    say(
        f"Two idle cores are assumed: this machine has {cores}, load average {load:.2f} at the"
        " start" + ("; OTHERS ARE USING IT, wall times are too long." if load > 0.3 else ".")
    )
    wanted = options.only or [name for name in stages.ALL if name != "test"]
    if options.test and "test" not in wanted:
        wanted.append("test")
    where = Place(options.release if options.fresh else None)
    where.prepare(anew="check" in wanted)
    say(_COLUMNS.format("stage", "CPU s", "wall s", "files", "peak MiB", "at most", ""))
    chosen = [stage for name, stage in stages.ALL.items() if name in wanted]
    return sum(_print_row(row) for stage in chosen for row in stage(where))


def run(options: argparse.Namespace) -> int:
    if (options.only or options.test) and not (options.here or options.fresh):
        raise Refused("--only and --test need --here or --fresh")
    if options.fresh and os.geteuid() != 0:
        raise Refused("--fresh needs root: it makes and enters a root")
    try:
        counts.show_rooms()
        over = counts.show_needed()
        if options.here or options.fresh:
            say("")
            over += _measure(options)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Failed(str(problem)) from problem
    say(f"\n{over} over the limit." if over else "\nWithin the limits.")
    return 1 if over else 0
