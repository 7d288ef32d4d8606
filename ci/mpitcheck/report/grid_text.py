# SPDX-License-Identifier: BSD-3-Clause
"""The grid in words and numbers, for the terminal and for Markdown. Both are "" where no test of the grid was run."""
from mpitcheck.judge.grid import Outcome
from mpitcheck.process.text import tidy
from mpitcheck.report.text import markdown

_MOST_NAMED = 12
_HEADS = {Outcome.held: "held", Outcome.broken: "broken", Outcome.lost: "lost", Outcome.none: "no object", Outcome.absent: "absent",
          Outcome.undefined: "undefined"}
GRID_NOTE = ("A cell is one call: a function, a class of argument, a state. Examined are those that held or are broken; the share leaves out "
             "what the standard leaves undefined and functions that are absent.")


def _broken(grid):
    """The functions with broken cells, those with the most first: "MPI_T_cvar_read (3), ..."; "" if there are none."""
    counts = {function: tally.counts[Outcome.broken] for function, tally in grid.by_function().items() if tally.counts[Outcome.broken]}
    names = [f"{function} ({count})" for function, count in sorted(counts.items(), key=lambda each: -each[1])]
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _line(target):
    tally, broken = target.grid.tally(), _broken(target.grid)
    counts = ", ".join(f"{tally.counts[outcome]} {head}" for outcome, head in _HEADS.items() if tally.counts[outcome])
    share = tally.share and f"; {tally.share} examined"
    return (f"Grid: {tidy(target.name)}: {len(target.grid.states)} states, {tally.cells} cells: {counts}{share}"
            + tidy(broken and f"; broken in {broken}") + "\n")


def grid_summary(report):
    """A line per target with a grid."""
    return "".join(_line(target) for target in report.targets if target.grid)


def _row(name, grid):
    tally = grid.tally()
    counts = "".join(f" {tally.counts[outcome]} |" for outcome in _HEADS)
    return f"| {markdown(name)} | {len(grid.states)} | {tally.cells} |{counts} {tally.share or '–'} |\n"


def grid_table(grids):
    """The Markdown table of pairs of a name and a Grid."""
    return ("| Target | States | Cells |" + "".join(f" {head} |" for head in _HEADS.values()) + " share examined |\n|---|" + "--:|" * 9 + "\n"
            + "".join(_row(*each) for each in grids))


def _axes_table(targets):
    """A row per pair of axes, a column per target: examined / no object or lost / undefined."""
    rows = {}
    for number, target in enumerate(targets):
        for axes, *counts in target.grid.by_axes():
            rows.setdefault(axes, [""] * len(targets))[number] = " / ".join(map(str, counts))
    head = "| Axes |" + "".join(f" {markdown(target.name)} |" for target in targets) + "\n|---|" + "--:|" * len(targets) + "\n"
    return head + "".join(f"| {' × '.join(axes)} |" + "".join(f" {cell} |" for cell in cells) + "\n" for axes, cells in rows.items())


def grid_markdown(report):
    """Cells by outcome per target, and the functions with broken ones."""
    targets = [target for target in report.targets if target.grid]
    if not targets:
        return ""
    broken = {target.name: _broken(target.grid) for target in targets}
    text = f"\n## Grid\n\n{GRID_NOTE}\n\n" + grid_table([(target.name, target.grid) for target in targets])
    text += ("\nPairs of values of two axes: examined / not examined, for want of an object or lost / undefined or absent.\n\n"
             + _axes_table(targets))
    if any(broken.values()):
        text += "\nFunctions with broken cells:\n\n"
        text += "".join(f"- {markdown(name)}: {markdown(functions)}\n" for name, functions in broken.items() if functions)
    return text
