# SPDX-License-Identifier: BSD-3-Clause
"""The grid of several reports side by side; browser_test.py tests what the page shows of it."""

from mpitcheck.compare.comparison import compare
from mpitcheck.compare.comparison_markdown import comparison_markdown
from tests.compare.pages import page_of
from tests.report.grid_samples import gridded, hostile_grid
from tests.report.packed import data_of
from tests.report.samples import plausible


def test_a_row_per_function_and_a_column_per_library():
    newer = gridded()
    newer.targets[0].grid.functions[0].name = "MPI_T_new"
    rows = compare([("a.json", gridded()), ("b.json", newer)]).grid
    shares = {row.function: [tally and tally.share for tally in row.tallies] for row in rows}
    assert len(rows) == 13
    assert shares["MPI_T_new"] == ["", "", None, "100.0 %", "", None]
    assert shares["MPI_T_cvar_read"] == ["100.0 %", "95.5 %", None, "100.0 %", "95.5 %", None]


def test_the_page_holds_counts():
    grid = data_of(page_of(gridded()))["grid"]
    assert len(grid) == 12
    read = next(row for row in grid if row["function"] == "MPI_T_cvar_read")
    assert read["tallies"] == [
        {"held": 45, "undefined": 30},
        {"held": 29, "broken": 14, "lost": 2, "undefined": 30},
        None,
    ]


def test_markdown_has_every_row():
    text = comparison_markdown(compare([("a.json", gridded())]))
    assert "\n## Grid\n" in text
    assert "| MPICH 4.0.2 | 30 | 1050 | 719 | 14 | 72 | 84 | 0 | 161 | 82.4 % |\n" in text
    assert "<img" not in comparison_markdown(compare([("a.json", hostile_grid())]))


def test_no_grid_without_its_tests():
    assert data_of(page_of(plausible()))["grid"] == []
    assert "Grid" not in comparison_markdown(compare([("a.json", plausible())]))
