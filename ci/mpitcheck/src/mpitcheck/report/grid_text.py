# SPDX-License-Identifier: BSD-3-Clause
"""The grid as text for the terminal and as Markdown.

Both are empty if no test of the grid was run.
"""
from collections.abc import Iterable

from mpitcheck.judge.grid import Grid, Outcome
from mpitcheck.judge.model import RunReport
from mpitcheck.process.text import tidy
from mpitcheck.report.text import markdown, some_of

_MOST_NAMED = 12
OUTCOME_WORDS = {
    Outcome.held: "held",
    Outcome.broken: "broken",
    Outcome.lost: "lost",
    Outcome.none: "no object",
    Outcome.absent: "absent",
    Outcome.undefined: "undefined",
}
GRID_HEADS = ["States", "Cells", *OUTCOME_WORDS.values(), "share examined"]
GRID_NOTE = (
    "A cell is one call: a function, a class of argument, a state. Examined are those that held or"
    " are broken; the share leaves out what the standard leaves undefined and functions that are"
    " absent."
)


def _broken(grid: Grid) -> str:
    """Returns the functions with broken cells, e.g. "MPI_T_cvar_read (3), ...", most cells first.

    Returns "" if there are none.
    """
    counts = {
        function: tally.counts[Outcome.broken]
        for function, tally in grid.by_function().items()
        if tally.counts[Outcome.broken]
    }
    names = [
        f"{function} ({count})"
        for function, count in sorted(counts.items(), key=lambda each: -each[1])
    ]
    return some_of(names, _MOST_NAMED)


def _line(name: str, grid: Grid) -> str:
    tally, broken = grid.tally(), _broken(grid)
    counts = ", ".join(
        f"{tally.counts[outcome]} {head}"
        for outcome, head in OUTCOME_WORDS.items()
        if tally.counts[outcome]
    )
    share = tally.share and f"; {tally.share} examined"
    return (
        f"Grid: {tidy(name)}: {len(grid.states)} states, {tally.cells} cells: {counts}{share}"
        + tidy(broken and f"; broken in {broken}")
        + "\n"
    )


def grid_summary(report: RunReport) -> str:
    """Returns a line for each target that has a grid."""
    return "".join(_line(target.name, target.grid) for target in report.targets if target.grid)


def grid_cells(grid: Grid) -> list[str]:
    """Returns the cells of a grid under GRID_HEADS."""
    tally = grid.tally()
    counts = (len(grid.states), tally.cells, *(tally.counts[outcome] for outcome in OUTCOME_WORDS))
    return [*map(str, counts), tally.share or "–"]


def _grid_table(grids: Iterable[tuple[str, Grid]]) -> str:
    """Returns a Markdown table of grids with a row per pair of a name and its grid."""
    rows = (f"| {markdown(name)} | {' | '.join(grid_cells(grid))} |\n" for name, grid in grids)
    heads = f"| Target | {' | '.join(GRID_HEADS)} |\n|---|{'--:|' * len(GRID_HEADS)}\n"
    return heads + "".join(rows)


def _axes_table(grids: list[tuple[str, Grid]]) -> str:
    """Returns a Markdown table with a row per pair of axes and a column per target.

    A cell holds three counts: examined / not examined (no object, or lost) / undefined or absent.
    """
    rows: dict[tuple[str, str], list[str]] = {}
    for number, (_, grid) in enumerate(grids):
        for axes, *counts in grid.by_axes():
            rows.setdefault(axes, [""] * len(grids))[number] = " / ".join(map(str, counts))
    head = (
        "| Axes |"
        + "".join(f" {markdown(name)} |" for name, _ in grids)
        + "\n|---|"
        + "--:|" * len(grids)
        + "\n"
    )
    return head + "".join(
        f"| {' × '.join(axes)} |" + "".join(f" {cell} |" for cell in cells) + "\n"
        for axes, cells in rows.items()
    )


def grid_markdown(report: RunReport) -> str:
    """Returns the Markdown section with each target's cells by outcome and broken functions."""
    grids = [(target.name, target.grid) for target in report.targets if target.grid]
    if not grids:
        return ""
    broken = {name: _broken(grid) for name, grid in grids}
    text = f"\n## Grid\n\n{GRID_NOTE}\n\n" + _grid_table(grids)
    text += (
        "\nPairs of values of two axes: examined / not examined, for want of an object or lost /"
        " undefined or absent.\n\n" + _axes_table(grids)
    )
    if any(broken.values()):
        text += "\nFunctions with broken cells:\n\n"
        text += "".join(
            f"- {markdown(name)}: {markdown(functions)}\n"
            for name, functions in broken.items()
            if functions
        )
    return text
