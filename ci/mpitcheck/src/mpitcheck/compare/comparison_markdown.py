# SPDX-License-Identifier: BSD-3-Clause
"""Writes the differences between the columns of a comparison as Markdown."""
from mpitcheck.compare.comparison_tables import Table, tables
from mpitcheck.compare.rows import Comparison
from mpitcheck.report.text import markdown, shortened

_LONGEST_CELL = 200


def _line(cells: list[str]) -> str:
    return "|" + "".join(f" {markdown(shortened(cell, _LONGEST_CELL))} |" for cell in cells) + "\n"


def _table(table: Table) -> str:
    out = f"\n## {table.title}\n" + (f"\n{table.note}\n" if table.note else "")
    if table.rows:
        ends = (":|" if table.has_numbers(i) else "|" for i in range(len(table.heads)))
        out += f"\n{_line(table.heads)}|" + "".join(f"---{end}" for end in ends) + "\n"
    return out + "".join(map(_line, table.rows))


def comparison_markdown(comparison: Comparison) -> str:
    return "# MPI_T side by side\n" + "".join(map(_table, tables(comparison)))
