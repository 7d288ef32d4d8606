# SPDX-License-Identifier: BSD-3-Clause
"""The command `mpitcheck codes`: the return codes of each function in a run.

It compares the codes that tests provoked with the standard's table of return codes.
"""
import json
from collections import Counter
from dataclasses import dataclass

from mpitcheck.judge.clauses import (
    ApiFunction,
    api_constants,
    api_functions,
    find_clause,
    parse_version,
)
from mpitcheck.judge.model import RunReport, TargetResult
from mpitcheck.process.text import escape_line, shortened
from mpitcheck.report.read_report import read_report
from mpitcheck.report.text import first_line

# The sign of a cell: whether the standard's table lists the code, and whether a test provoked it.
NEITHER, LISTED, PROVOKED, BOTH = " ", ".", "!", "x"


@dataclass
class CodeTable:
    """The return codes of one target of a report."""

    target: str
    library_version: str
    mpi_version: str
    codes: list[str]
    # Function -> a cell per code. The functions are those of the target's MPI version, and others
    # that returned a code.
    rows: dict[str, str]


def _listed_codes(function: ApiFunction, version: tuple[int, int]) -> list[str]:
    """Returns the codes in the table for a function: those of any function, then its own."""
    any_routine, since = find_clause("errors-any-routine"), api_constants()
    codes = (any_routine.codes if any_routine else []) + function.codes
    return [code for code in codes if parse_version(since.get(code, "0.0")) <= version]


def _table_of(report: RunReport, target: TargetResult) -> CodeTable:
    version = parse_version(target.mpi_version)
    provoked: dict[str, set[str]] = {}
    for test in report.tests:
        if test.target == target.name:
            for function, codes in test.codes.items():
                provoked.setdefault(function, set()).update(codes)
    functions = [
        each
        for each in api_functions()
        if parse_version(each.since) <= version or each.name in provoked
    ]
    listed = {each.name: _listed_codes(each, version) for each in functions}
    got = {name: sorted(provoked.get(name, ())) for name in listed}
    codes = list(
        dict.fromkeys(code for table in (listed, got) for each in table.values() for code in each)
    )
    rows = {
        name: "".join(
            (NEITHER, LISTED, PROVOKED, BOTH)[(code in listed[name]) + 2 * (code in got[name])]
            for code in codes
        )
        for name in listed
    }
    return CodeTable(target.name, target.library_version, target.mpi_version, codes, rows)


def code_tables(report: RunReport) -> list[CodeTable]:
    """Returns a table for each target of a report."""
    return [_table_of(report, target) for target in report.targets]


def _text_of(table: CodeTable) -> str:
    library = escape_line(shortened(first_line(table.library_version), 60))
    lines = [f"{escape_line(table.target)}: {library} (MPI {escape_line(table.mpi_version)})", ""]
    lines += [
        f"  {i:>2} {escape_line(shortened(code, 60))}" for i, code in enumerate(table.codes, 1)
    ]
    lines += ["", " " * 36 + "".join(f"{i:>3}" for i in range(1, len(table.codes) + 1))]
    lines += [
        (f"{function:<36}" + "".join(f"{cell:>3}" for cell in cells)).rstrip(" ")
        for function, cells in table.rows.items()
    ]
    counts = Counter("".join(table.rows.values()))
    return (
        "\n".join(lines)
        + f"\n\nx provoked: {counts[BOTH]}   . listed by the standard's table, not provoked:"
        f" {counts[LISTED]}   ! provoked, not listed: {counts[PROVOKED]}\n"
    )


def _cells_of(table: CodeTable) -> list[dict[str, object]]:
    return [
        {
            "target": table.target,
            "function": function,
            "code": code,
            "listed": cell != PROVOKED,
            "provoked": cell != LISTED,
        }
        for function, cells in table.rows.items()
        for code, cell in zip(table.codes, cells)
        if cell != NEITHER
    ]


def show_codes(path: str, as_json: bool) -> str:
    """Returns the tables of the report at `path`, as text or as a JSON array of cells.

    Raises UserError if the file is not a report.
    """
    tables = code_tables(read_report(path))
    if as_json:
        return (
            json.dumps(
                [cell for table in tables for cell in _cells_of(table)],
                indent=1,
                ensure_ascii=False,
            )
            + "\n"
        )
    return "\n".join(map(_text_of, tables))
