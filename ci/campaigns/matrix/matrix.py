# SPDX-License-Identifier: BSD-3-Clause
"""Builds and runs the suites for MPIs of several Debian releases, each in a root made by
debootstrap, and compares them.

Columns of the table need root. --prefix NAME=PATH adds an MPI that is installed on this machine.
PATH is its prefix or a compiler wrapper. Roots, and reports that are newer than the sources, are
not made again. An interrupted run resumes. The environment variable MATRIX_COLUMNS names another
table.

Everything is in build/matrix: roots/, logs/, work/report/COLUMN/ with index.html and report.json,
and work/report/index.html, the comparison of all columns that have a report. The table shows
whether each report matches ci/expectations.

Exit codes:
  0  each column has its report
  1  a column or the comparison failed
  2  a wrong call
  3  the tools cannot be installed
  5  interrupted"""
import argparse
import concurrent.futures
import os
import threading
from collections.abc import Sequence

from campaigns.matrix.column import Column, Matrix
from campaigns.matrix.installed import Installed
from campaigns.shared.reports import verdicts
from campaigns.shared.roots import exclusive
from tools.stages.commands import Refused, end_running, relative, say
from tools.stages.steps import Steps
from campaigns.shared.tables import aligned, read_rows

_TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "columns")
_HEADINGS = ("column", "library", "verdicts", "gate", "seconds", "CPU s", "failed stage")
_LANES = 3  # concurrent columns: tests often wait for processes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "columns", metavar="COLUMN", nargs="*", help="columns of the table; default: all"
    )
    parser.add_argument("--list", action="store_true", help="only print the table")
    parser.add_argument(
        "--prefix",
        action="append",
        default=[],
        metavar="NAME=PATH",
        help="add an installed MPI; may be repeated",
    )


def _make_columns(columns: Sequence[Column]) -> bool:
    """Makes the reports. Returns whether all columns have one."""
    free = threading.Semaphore(_LANES)

    def make(column: Column) -> bool:
        try:
            return column.make()
        finally:
            free.release()

    passed = True
    with concurrent.futures.ThreadPoolExecutor(_LANES) as pool:
        at_work = []
        try:
            # New columns first, then the slowest, so that no long column runs alone at the end.
            for column in sorted(columns, key=Column.last_time, reverse=True):
                if column.has_report():
                    continue
                if column.prepare():
                    free.acquire()
                    at_work.append(pool.submit(make, column))
                else:
                    passed = False
            return all([each.result() for each in at_work]) and passed
        except KeyboardInterrupt:
            end_running()
            raise


def _print_table(matrix: Matrix, names: Sequence[str]) -> None:
    rows = [list(_HEADINGS)]
    for name in names:
        row = [name, "-", "-", "-", "-", "-", matrix.failed_stage(name) or "-"]
        if times := matrix.times(name):
            found = verdicts(os.path.join(matrix.report(name), "report.json"))
            row[1:6] = [found.library, found.counts, found.gate, *times]
        rows.append(row)
    say("\n" + aligned(rows))
    page = relative(os.path.join(matrix.reports, "index.html"))
    say(f"\nComparison of all columns that have a report: {page}")


def run(options: argparse.Namespace) -> int:
    path = os.environ.get("MATRIX_COLUMNS") or _TABLE
    if not os.access(path, os.R_OK):
        raise Refused(f"{path}: no such table of columns")
    rows = {row[0]: row for row in read_rows(path)}
    if options.list:
        with open(path, encoding="utf-8") as file:
            say("".join(line for line in file if line.strip() and line[0] != "#").rstrip())
        return 0
    installed = Installed(options.prefix, list(rows))
    for name in options.columns:
        if name not in rows:
            raise Refused(f"{name}: no such column; --list names them")
    names = options.columns or ([] if options.prefix else list(rows))
    if names and os.geteuid() != 0:
        raise Refused("making and entering roots needs root")
    with exclusive("matrix"):
        steps = Steps(installed.logs)
        matrix = Matrix(steps, rows)
        passed = True
        if names:
            steps.install("matrix")
            passed = _make_columns([Column(matrix, rows[name]) for name in names])
        passed = installed.make_all(steps, matrix) and passed
        if names:
            passed = matrix.compare([*rows, *installed.names]) and passed
        else:
            passed = installed.compare(steps, matrix) and passed
        _print_table(matrix, [*names, *installed.names])
    return 0 if passed else 1
