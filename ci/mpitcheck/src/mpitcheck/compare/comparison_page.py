# SPDX-License-Identifier: BSD-3-Clause
"""The HTML page of a comparison and its JSON data."""
import json

from mpitcheck.compare.comparison_picture import comparison_picture
from mpitcheck.compare.rows import ClauseRow, Column, Comparison, FindingRow
from mpitcheck.judge.data import JsonObject, to_data
from mpitcheck.report.page import BenchSection, data_page
from mpitcheck.report.text import replaced


def _column_data(column: Column) -> dict[str, object]:
    """Returns the data of a column, with the inventory reduced to whether there is one."""
    target = column.target
    return {
        "label": column.label,
        "path": column.path,
        "started": column.started,
        "complete": column.complete,
        "target": target.name,
        "mpi_version": target.mpi_version,
        "library_version": target.library_version,
        "counts": to_data(target.counts),
        "named": bool(target.inventory),
    }


def _clause_data(row: ClauseRow) -> dict[str, object]:
    clause = row.clause
    data: JsonObject = {
        **to_data(row),
        "id": clause.id,
        "rule": clause.rule,
        "level": clause.level,
        "area": clause.area,
    }
    del data["clause"]
    return data


def _finding_data(row: FindingRow) -> dict[str, object]:
    return {
        "id": row.finding.id,
        "line": row.finding.line,
        "level": row.finding.level,
        "first_seen": row.first_seen,
        "verdicts": to_data(row.verdicts),
    }


def comparison_page(comparison: Comparison, bench: BenchSection = BenchSection()) -> str:
    """Returns one self-contained HTML page with the whole comparison.

    `bench` is the section with benchmark results, empty if there are none.
    """
    data = {
        "columns": list(map(_column_data, comparison.columns)),
        "parties": comparison.parties,
        "findings": list(map(_finding_data, comparison.findings)),
        "clauses": list(map(_clause_data, comparison.rows)),
        "only": to_data(comparison.only),
        "grid": to_data(comparison.grid),
    }
    text = replaced(json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
    return data_page(
        "compare_page.html",
        "MPI_T side by side",
        ["page.css", "grid.css", "compare_page.css"],
        ["common.js", "outcomes.js", "compare_page.js"],
        text,
        bench,
        comparison_picture(comparison),
    )
