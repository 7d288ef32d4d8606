# SPDX-License-Identifier: BSD-3-Clause
"""Writes the differences between the columns of a comparison as Markdown."""
from typing import Optional

from mpitcheck.compare.rows import Column, Comparison
from mpitcheck.judge.model import Verdict
from mpitcheck.report.grid_text import GRID_NOTE, grid_table
from mpitcheck.report.text import markdown, shortened, symbol

_LONGEST_CELL = 80
_LONGEST_LINE = 200  # of a finding


def _shown(text: str) -> str:
    return markdown(shortened(text, _LONGEST_CELL))


def _head(columns: list[Column], first: str) -> str:
    """Returns the head of a table with the column headings `first`, then the labels of `columns`.

    `first` may hold several headings, separated by "|".
    """
    labels = "".join(f" {_shown(column.label)} |" for column in columns)
    return f"\n| {first} |{labels}\n|---|" + "---|" * (first.count("|") + len(columns)) + "\n"


def _columns_list(columns: list[Column]) -> str:
    out = (
        "| Column | Target | MPI | Objects (cvars, pvars, categories) | Report"
        " |\n|---|---|---|---|---|\n"
    )
    for column in columns:
        target, counts = column.target, column.target.counts
        objects = (
            f"{counts.cvars}, {counts.pvars}, {counts.categories}" if counts else "no inventory"
        )
        out += (
            f"| {_shown(column.label)} | {_shown(target.name)} | {_shown(target.mpi_version)} |"
            f" {objects} | {_shown(column.path)},"
            f" {_shown(column.started)}{'' if column.complete else ', incomplete'} |\n"
        )
    return out


def _verdict_cells(verdicts: list[Optional[Verdict]], without: str) -> str:
    return "".join(
        f"{without} |" if verdict is None else f" {symbol(verdict)} {verdict.word} |"
        for verdict in verdicts
    )


def _findings_list(comparison: Comparison) -> str:
    """Returns a table of the findings: the columns that have each one, and the first versions."""
    if not comparison.findings:
        return "\nNo findings.\n"
    out = "\n## Findings\n" + _head(comparison.columns, "Finding | Level | First seen in")
    for row in comparison.findings:
        out += (
            f"| {row.finding.id} {markdown(shortened(row.finding.line, _LONGEST_LINE))} |"
            f" {_shown(row.finding.level)} |"
            f" {_shown(', '.join(row.first_seen))} |{_verdict_cells(row.verdicts, '')}\n"
        )
    return out


def comparison_markdown(comparison: Comparison) -> str:
    """Returns the comparison as Markdown, without the clauses that do not differ."""
    verdicts = behaviours = ""
    for row in comparison.rows:
        if row.verdicts_differ:
            verdicts += (
                f"| {_shown(row.clause.id)} ({_shown(row.clause.level)})"
                f" |{_verdict_cells(row.verdicts, ' not run')}\n"
            )
        for behaviour in row.behaviours:
            if behaviour.differs:
                values = "".join(
                    f" {_shown(value) if value else 'not seen'} |" for value in behaviour.values
                )
                behaviours += f"| {_shown(row.clause.id)}: {_shown(behaviour.key)} |{values}\n"
    differing = sum(row.verdicts_differ or row.behaviours_differ for row in comparison.rows)
    out = (
        f"# MPI_T side by side\n{_findings_list(comparison)}\n##"
        f" Columns\n\n{_columns_list(comparison.columns)}\n{len(comparison.rows)} clauses,"
        f" {differing} of them differ in verdict or behaviour.\n"
    )
    if comparison.grid:
        grids = [
            (shortened(column.label, _LONGEST_CELL), column.target.grid)
            for column in comparison.columns
            if column.target.grid
        ]
        out += f"\n## Grid\n\n{GRID_NOTE}\n\n{grid_table(grids)}"
    if verdicts:
        out += "\n## Verdicts that differ\n" + _head(comparison.columns, "Clause") + verdicts
    if behaviours:
        out += (
            "\n## Behaviour that differs\n\n"
            "The standard leaves a choice here, so these are not faults.\n"
            + _head(comparison.columns, "Clause and subject")
            + behaviours
        )
    if comparison.only:
        out += "\n## Names in one column only\n\n| Column | Kind | Names |\n|---|---|--:|\n"
        out += "".join(
            f"| {_shown(comparison.columns[each.column].label)} | {_shown(each.kind)} |"
            f" {len(each.names)} |\n"
            for each in comparison.only
        )
    return out
