# SPDX-License-Identifier: BSD-3-Clause
"""Shows the grid of one column as a compact table.

A row per function has one sign per state. States of one group are adjacent.
"""
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Callable, Optional

from mpitcheck.judge.grid import Grid, Outcome, Tally
from mpitcheck.report.grid_text import OUTCOME_WORDS
from mpitcheck.report.text import esc, some_of
from mpitcheck.site.markup import cell, code, fold, listing, number, row, table

_SIGNS = {
    Outcome.held: "✓",
    Outcome.broken: "✗",
    Outcome.lost: "‼",
    Outcome.none: "○",
    Outcome.absent: "–",
    Outcome.undefined: "·",
}
_TAGS = {Outcome.broken: "b", Outcome.lost: "em", Outcome.held: "i"}
_PLACED = re.compile(r"(\w[\w-]*\.\w[\w-]*)\.([\w-]+?)(-\d+)?")
_BAD = {outcome.letter: outcome for outcome in (Outcome.broken, Outcome.lost)}
_MOST_CLASSES = 4
_MOST_STATES = 3  # named per function


def _head(state: str) -> str:
    """Returns the group of a state: its place, or its interface.

    The page of a run uses the same groups.
    """
    placed = _PLACED.fullmatch(state)
    return placed[2] if placed else state.partition(".")[0]


def _fields(grid: Grid) -> dict[tuple[str, str], Outcome]:
    """Returns the worst outcome of each (function, state)."""
    worst: dict[tuple[str, str], Outcome] = {}
    for function, state, outcome in grid.cells():
        worst[function, state] = max(outcome, worst.get((function, state), outcome))
    return worst


def _strip(outcomes: Iterable[Optional[Outcome]]) -> str:
    """Renders outcomes as a table cell, with an element for each run of a highlighted outcome."""
    parts = []
    for outcome, run in itertools.groupby(outcomes):
        signs = (_SIGNS[outcome] if outcome is not None else " ") * len(list(run))
        parts.append(f"<{_TAGS[outcome]}>{signs}</{_TAGS[outcome]}>" if outcome in _TAGS else signs)
    return f'<td>{"".join(parts)}</td>'


def tally_text(tally: Tally) -> str:
    return ", ".join(
        f"{tally.counts[outcome]} {OUTCOME_WORDS[outcome]}"
        for outcome in sorted(Outcome, reverse=True)
        if tally.counts[outcome]
    )


def _bad_cells(grid: Grid, findings_of: Callable[[str], str]) -> Iterator[str]:
    """Yields a row for each function with broken or lost cells.

    A row lists the classes of argument with their number of states, and related findings.
    """
    states: dict[tuple[str, str], dict[str, list[str]]] = {}
    for state in grid.states:
        for function, letters in zip(grid.functions, state.outcomes.split(",")):
            for name, letter in zip(function.classes, letters):
                if letter in _BAD:
                    states.setdefault((function.name, letter), {}).setdefault(name, []).append(
                        state.name
                    )
    for (subject, letter), classes in sorted(states.items()):
        outcome, named = _BAD[letter], list(
            dict.fromkeys(state for its in classes.values() for state in its)
        )
        yield row(
            code(subject),
            f'<td class="o-{outcome.word}">{_SIGNS[outcome]} {outcome.word}</td>',
            cell(
                some_of(
                    [f"{esc(name)} <small>×{len(its)}</small>" for name, its in classes.items()],
                    _MOST_CLASSES,
                )
            ),
            cell(some_of(list(map(esc, named)), _MOST_STATES)),
            cell(findings_of(subject)),
        )


def grid_content(grid: Optional[Grid], findings_of: Callable[[str], str]) -> str:
    """Returns the markup of the grid; "" if no test of the grid was run.

    `findings_of` returns links to the findings of a function.
    """
    if grid is None:
        return ""
    worst, by_function = _fields(grid), grid.by_function()
    groups = [
        (head, [state.name for state in its])
        for head, its in itertools.groupby(grid.states, key=lambda state: _head(state.name))
    ]
    rows = [
        row(
            code(function.name),
            number(by_function[function.name].share or "–"),
            *(
                _strip(worst.get((function.name, state)) for state in states)
                for _, states in groups
            ),
        )
        for function in grid.functions
    ]
    outcomes = Counter(worst.values())
    caption = (
        f"A row per function, a sign per state: {len(grid.states)} states. The sign is that of the"
        " worst cell: "
        + ", ".join(
            f"{_SIGNS[outcome]} {OUTCOME_WORDS[outcome]} ({outcomes[outcome]})"
            for outcome in sorted(Outcome, reverse=True)
            if outcomes[outcome]
        )
    )
    bad = list(_bad_cells(grid, findings_of))
    names = listing(f"{esc(head)}: {esc(', '.join(states), 4000)}" for head, states in groups)
    tally = grid.tally()
    share = f"; {tally.share} of what may be asked was examined" if tally.share else ""
    text = (
        f"<p>Each function, in each state, with each class of argument: {tally.cells} cells."
        f" {tally_text(tally)}{share}.</p>\n"
    )
    found = (
        table(
            ["Function", "Outcome", "Classes of argument, × states", "In", "Findings"],
            bad,
            "Cells that are broken or lost",
            "bad",
        )
        if bad
        else ""
    )
    return (
        text
        + table(
            ["Function", "#Examined"] + [esc(head) for head, _ in groups],
            rows,
            caption,
            "grid strips",
        )
        + fold("The states of each group, in order", names)
        + found
    )
