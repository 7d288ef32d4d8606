# SPDX-License-Identifier: BSD-3-Clause
"""The tables of a comparison, which comparison_markdown and comparison_text print."""
from collections.abc import Iterator
from typing import NamedTuple, Optional

from mpitcheck.compare.areas import AreaRow
from mpitcheck.compare.rows import Column, Comparison
from mpitcheck.judge.model import Verdict
from mpitcheck.report.grid_text import GRID_HEADS, GRID_NOTE, grid_cells
from mpitcheck.report.text import some_of, symbol

_AREA_NOTE = "Broken areas have findings of level must; absent ones have nothing to examine."
_NAMES_SHOWN = 3


class Table(NamedTuple):
    title: str
    heads: list[str]
    rows: list[list[str]]
    note: str = ""

    def has_numbers(self, column: int) -> bool:
        return all(row[column].isdigit() for row in self.rows)


def area_facts(row: AreaRow, column: int) -> str:
    """Returns e.g. "cvars: 344; rules examined: 24 of 29; lacks an object and 2 more"."""
    lacks = some_of(row.lacks_of(column), 1)
    return "; ".join([*row.cells[column].facts, *([f"lacks {lacks}"] if lacks else [])])


def _area_cell(row: AreaRow, column: int) -> str:
    """Returns e.g. "✗ broken: F-3fa2c1; cvars: 344; rules examined: 24 of 29"."""
    cell = row.cells[column]
    standing = ": ".join(
        filter(None, (cell.standing.word, some_of(list(cell.findings), _NAMES_SHOWN)))
    )
    return "; ".join(filter(None, (f"{cell.sign} {standing}", area_facts(row, column))))


def difference_line(areas: list[AreaRow]) -> str:
    names = [row.area.name for row in areas if row.differs]
    return f"Different areas: {', '.join(names) or 'none'}."


def _areas(comparison: Comparison) -> Table:
    rows = [
        [row.area.name, *(_area_cell(row, column) for column in range(len(row.cells)))]
        for row in comparison.areas
    ]
    note = f"{difference_line(comparison.areas)} {_AREA_NOTE}"
    return Table("Differences", ["Area", *_labels(comparison.columns)], rows, note)


def _labels(columns: list[Column]) -> list[str]:
    return [column.label for column in columns]


def _verdict_cells(verdicts: list[Optional[Verdict]], without: str) -> Iterator[str]:
    for verdict in verdicts:
        yield without if verdict is None else f"{symbol(verdict)} {verdict.word}"


def _findings(comparison: Comparison) -> Table:
    rows = [
        [
            f"{row.finding.id} {row.finding.line}",
            row.finding.level,
            ", ".join(row.first_seen),
            *_verdict_cells(row.verdicts, ""),
        ]
        for row in comparison.findings
    ]
    heads = ["Finding", "Level", "First seen in", *_labels(comparison.columns)]
    return Table("Findings", heads, rows, "" if rows else "None.")


def _verdicts(comparison: Comparison) -> Table:
    rows = [
        [f"{row.clause.id} ({row.clause.level})", *_verdict_cells(row.verdicts, "not run")]
        for row in comparison.rows
        if row.verdicts_differ
    ]
    return Table("Rules with different verdicts", ["Clause", *_labels(comparison.columns)], rows)


def _behaviours(comparison: Comparison) -> Table:
    rows = [
        [f"{row.clause.id}: {each.key}", *(value or "not seen" for value in each.values)]
        for row in comparison.rows
        for each in row.behaviours
        if each.differs
    ]
    return Table(
        "Rules with different behaviour",
        ["Clause and subject", *_labels(comparison.columns)],
        rows,
        "The standard leaves a choice here, so these are not faults.",
    )


def _names(comparison: Comparison) -> Table:
    rows = [
        [comparison.columns[each.column].label, each.kind, str(len(each.names))]
        for each in comparison.only
    ]
    return Table("Names in one column only", ["Column", "Kind", "Names"], rows)


def _grid(comparison: Comparison) -> Table:
    rows = [
        [column.label, *grid_cells(column.target.grid)]
        for column in comparison.columns
        if column.target.grid
    ]
    return Table("Grid", ["Target", *GRID_HEADS], rows, GRID_NOTE)


def _columns(comparison: Comparison) -> Table:
    rows = []
    for column in comparison.columns:
        target, counts = column.target, column.target.counts
        objects = (
            f"{counts.cvars}, {counts.pvars}, {counts.categories}" if counts else "no inventory"
        )
        report = f"{column.path}, {column.started}" + ("" if column.complete else ", incomplete")
        rows.append([column.label, target.name, target.mpi_version, objects, report])
    heads = ["Column", "Target", "MPI", "Objects (cvars, pvars, categories)", "Report"]
    differing = sum(row.verdicts_differ or row.behaviours_differ for row in comparison.rows)
    note = f"{len(comparison.rows)} clauses, {differing} of them differ in verdict or behaviour."
    return Table("Columns", heads, rows, note)


def tables(comparison: Comparison) -> list[Table]:
    """Returns the tables in the order of their importance, without the clauses that do not differ.

    Each has a row or a note.
    """
    rest = [make(comparison) for make in (_verdicts, _behaviours, _names, _grid)]
    return [
        _areas(comparison),
        _findings(comparison),
        *(table for table in rest if table.rows),
        _columns(comparison),
    ]
