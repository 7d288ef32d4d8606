# SPDX-License-Identifier: BSD-3-Clause
"""The grid: the outcome of each call in each state.

A cell is a function with a class of argument. See conformance/suite/grid/README.md.
"""
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.judge.data import Invalid, JsonObject, from_data
from mpitcheck.schema.form import Words
from mpitcheck.schema.records import GridRecord

_MOST_CELLS = 5000  # of a state
_STATE = re.compile(r"[a-z][a-z0-9.-]{0,79}")
_CELL = re.compile(r"(MPI_\w{1,60})/(\w[\w.:-]{0,79})", re.ASCII)
_UNTRIED = "-"  # in GridState.outcomes: the cell does not exist in the state
# Simple ones first, as in conformance/clauses/grid/states.yaml. Words that are not listed
# come last.
_INTERFACES = (
    "never",
    "once",
    "twice",
    "down-after-one",
    "down-after-two",
    "surplus",
    "again",
    "once-of-two",
    "surplus-again",
)
_MPIS = (
    "before",
    "init",
    "init-single",
    "init-funneled",
    "init-serialized",
    "init-multiple",
    "finalized",
    "session",
    "between-sessions",
)
_PLACES = (
    "plain",
    "callback-none",
    "callback-restricted",
    "callback-thread-safe",
    "callback-signal-safe",
    "delete-callback",
    "second-tool",
)


class Outcome(Words):
    """The outcome of a cell. Of several outcomes the highest one counts.

    `undefined` is the lowest, so that it does not hide an outcome that was examined.
    """

    undefined = 0  # by the standard; never tried
    absent = 1  # the library lacks the function
    none = 2  # there was no object to try it on
    held = 3
    lost = 4  # the process died, or the call is in quarantine
    broken = 5

    @property
    def letter(self) -> str:
        return self.name[0]


_OUTCOMES = {outcome.letter: outcome for outcome in Outcome}
_EXAMINED = {Outcome.held.letter, Outcome.broken.letter}
_NOT_SEEN = {Outcome.none.letter, Outcome.lost.letter}


@dataclass
class GridFunction:
    name: str
    classes: list[str]  # of arguments, e.g. "handle:stale"


@dataclass
class GridState:
    name: str
    test: str  # the test that tried its cells
    # Per function the letters of the outcomes of its classes. Commas separate functions. Letters
    # that are missing at the end of a function mean that the cell does not exist.
    outcomes: str


@dataclass
class Grid:
    """The cells of one target."""

    functions: list[GridFunction] = field(default_factory=list)
    states: list[GridState] = field(default_factory=list)

    def cells(self) -> Iterator[tuple[str, str, Outcome]]:
        """Yields function, state and outcome of all cells that exist."""
        for state in self.states:
            for function, letters in zip(self.functions, state.outcomes.split(",")):
                yield from (
                    (function.name, state.name, _OUTCOMES[letter])
                    for letter in letters
                    if letter != _UNTRIED
                )

    def tally(self) -> "Tally":
        return Tally(Counter(outcome for _, _, outcome in self.cells()))

    def by_function(self) -> "dict[str, Tally]":
        """Returns a Tally by the function's name."""
        counts: dict[str, Counter[Outcome]] = {
            function.name: Counter() for function in self.functions
        }
        for function, _, outcome in self.cells():
            counts[function][outcome] += 1
        return {function: Tally(of) for function, of in counts.items()}

    def pairs(self) -> "Tally":
        """Returns a Tally of pairs of function and state, each with the worst of its cells."""
        worst: dict[tuple[str, str], Outcome] = {}
        for function, state, outcome in self.cells():
            worst[function, state] = max(outcome, worst.get((function, state), outcome))
        return Tally(Counter(worst.values()))

    def by_axes(self) -> list[tuple[tuple[str, str], int, int, int]]:
        """Counts pairs of values for each pair of axes.

        Returns tuples: the names of the axes; the pairs with an examined cell; those without one
        although a cell could be examined; those whose cells are all undefined or absent.
        """
        asked: dict[tuple[tuple[str, str], tuple[str, str]], int] = {}
        for state in self.states:
            where = dict(zip(("interface", "MPI", "place"), _values(state.name)))
            for function, letters in zip(self.functions, state.outcomes.split(",")):
                for name, letter in zip(function.classes, letters):
                    if letter != _UNTRIED:
                        values = {
                            "function": function.name,
                            "class of argument": name.partition(":")[2],
                            **where,
                        }
                        rank = 2 if letter in _EXAMINED else 1 if letter in _NOT_SEEN else 0
                        for pair in itertools.combinations(values.items(), 2):
                            asked[pair] = max(rank, asked.get(pair, 0))
        counts = Counter(((one[0], other[0]), rank) for (one, other), rank in asked.items())
        return [
            (axes, counts[axes, 2], counts[axes, 1], counts[axes, 0])
            for axes in dict.fromkeys(axes for axes, _ in counts)
        ]

    @classmethod
    def from_data(cls, data: object, place: str = "grid") -> "Grid":
        """Converts the member of a report; raises Invalid if it is not a grid."""
        given = {"functions": None, "states": None, **from_data(JsonObject, data, place)}
        grid = cls(
            from_data(list[GridFunction], given["functions"], f"{place}.functions"),
            from_data(list[GridState], given["states"], f"{place}.states"),
        )
        _require_different([function.name for function in grid.functions], f"{place}.functions")
        _require_different([state.name for state in grid.states], f"{place}.states")
        for i, state in enumerate(grid.states):
            words = state.outcomes.split(",")
            if len(words) != max(len(grid.functions), 1):
                raise Invalid(f"{place}.states[{i}].outcomes does not have one entry per function")
            if any(letter not in _OUTCOMES and letter != _UNTRIED for letter in "".join(words)):
                raise Invalid(f"{place}.states[{i}].outcomes has an unknown outcome")
            if any(
                len(word) > len(function.classes) for word, function in zip(words, grid.functions)
            ):
                raise Invalid(
                    f"{place}.states[{i}].outcomes has more entries than there are classes"
                )
        return grid


def _require_different(names: list[str], place: str) -> None:
    if len(set(names)) < len(names):
        raise Invalid(f"{place}: two entries have the same name")


@dataclass
class Tally:
    """The number of cells with each outcome."""

    counts: Counter[Outcome] = field(default_factory=Counter)

    @property
    def cells(self) -> int:
        return sum(self.counts.values())

    @property
    def examined(self) -> int:
        return self.counts[Outcome.held] + self.counts[Outcome.broken]

    @property
    def askable(self) -> int:
        """The number of cells that the standard defines and the library has."""
        return self.cells - self.counts[Outcome.undefined] - self.counts[Outcome.absent]

    @property
    def share(self) -> str:
        """The share of askable cells that were examined, e.g. "98.3 %"; "" if there are none.

        It is rounded down, so that "100.0 %" means all.
        """
        return (
            f"{math.floor(1000 * self.examined / self.askable) / 10:.1f} %" if self.askable else ""
        )

    def to_data(self) -> dict[str, int]:
        return {outcome.word: self.counts[outcome] for outcome in Outcome if self.counts[outcome]}


def read_grid(record: GridRecord) -> tuple[str, dict[str, Outcome]]:
    """Returns the state's name and the outcomes by cell in a test's record, which is untrusted.

    Raises Invalid if it is malformed.
    """
    if not _STATE.fullmatch(record.state):
        raise Invalid("grid.state is not the name of a state")
    if len(record.cells) > _MOST_CELLS:
        raise Invalid(f"grid.cells has more than {_MOST_CELLS} entries")
    outcomes = {}
    for i, (cell, word) in enumerate(record.cells.items()):
        if not _CELL.fullmatch(cell):
            raise Invalid(f"grid.cells: entry {i + 1} is not a cell (FUNCTION/CLASS)")
        outcome = Outcome.named(word)
        if outcome is None:
            raise Invalid(f"grid.cells.{cell} is not an outcome")
        outcomes[cell] = outcome
    return record.state, outcomes


def add_cells(known: dict[str, Outcome], more: Mapping[str, Outcome]) -> None:
    """Adds outcomes by cell of another process to `known`; the worse one counts."""
    for cell, outcome in more.items():
        known[cell] = max(outcome, known.get(cell, outcome))


def _values(state: str) -> tuple[str, str, str]:
    """Returns interface, MPI and place of a state.

    "once.init.second-tool-2" is the second state of its kind. "once.init" has the place "plain".
    """
    interface, mpi, place = (re.sub(r"-\d+$", "", state).split(".", 2) + ["", ""])[:3]
    return interface, mpi, place or "plain"


def _rank(state: str) -> tuple[list[tuple[int, str]], str]:
    """Sort key of states: by place, then by interface, then by MPI, simple ones first."""
    interface, mpi, place = _values(state)
    return [
        (words.index(word) if word in words else len(words), word)
        for words, word in ((_PLACES, place), (_INTERFACES, interface), (_MPIS, mpi))
    ], state


def _lost(likes: Iterable[dict[str, Outcome]]) -> dict[str, Outcome]:
    """Returns the cells of a state that was not tried, taken from similar states.

    Cells that are undefined or absent remain so. All others are lost.
    """
    cells: dict[str, Outcome] = {}
    for like in likes:
        add_cells(cells, like)
    return {
        cell: outcome if outcome in (Outcome.undefined, Outcome.absent) else Outcome.lost
        for cell, outcome in cells.items()
    }


def make_grid(states: Mapping[str, tuple[str, dict[str, Outcome]]]) -> Optional[Grid]:
    """Returns the Grid, or None if there are no cells.

    `states` maps a state to a test and its outcomes by cell. A test without outcomes left no
    record. It lost the cells of other states with the same interface and place; if there are none,
    with the same interface; otherwise the cells of all states.
    """
    functions: dict[str, list[str]] = {}
    for cell in sorted({cell for _, cells in states.values() for cell in cells}):
        function, _, name = cell.partition("/")
        functions.setdefault(function, []).append(name)
    if not functions:
        return None
    grid = Grid([GridFunction(*each) for each in functions.items()])
    for state in sorted(states, key=_rank):
        test, cells = states[state]
        if not cells:
            alike = [
                {
                    other
                    for other in states
                    if all(_values(other)[axis] == _values(state)[axis] for axis in axes)
                }
                for axes in ((0, 2), (0,), ())
            ]
            cells = next(
                filter(None, (_lost([states[other][1] for other in others]) for others in alike))
            )
        letters = {cell: outcome.letter for cell, outcome in cells.items()}
        words = (
            "".join(letters.get(f"{function.name}/{name}", _UNTRIED) for name in function.classes)
            for function in grid.functions
        )
        grid.states.append(
            GridState(state, test, ",".join(word.rstrip(_UNTRIED) for word in words))
        )
    return grid
